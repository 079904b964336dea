//! The page of figures: a run is written between two marks of a file, with its plot next to it.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use crate::race::{Fault, Work};
use crate::{bars, plot, report};

const BEGIN: &str = "<!-- figures: written by benches/peers -->";
const END: &str = "<!-- end of figures -->";

/// The lock file with the versions of this program's packages.
const LOCK: &str = include_str!("../Cargo.lock");

/// The packages whose versions are printed, if they are built in.
const PEERS: [(&str, bool); 12] = [
    ("wirefilter-engine", true),
    ("cel", true),
    ("zen-expression", true),
    ("datalogic-rs", true),
    ("rhai", cfg!(feature = "rhai")),
    ("regorus", cfg!(feature = "regorus")),
    ("cedar-policy", cfg!(feature = "cedar")),
    ("arrow", cfg!(feature = "arrow")),
    ("datafusion-physical-expr", cfg!(feature = "datafusion")),
    ("sonic-rs", true),
    ("simd-json", true),
    ("serde_json", true),
];

/// A run.
pub struct Run<'a> {
    pub works: &'a [Work],
    pub rounds: usize,
    /// The load of the machine at the start.
    pub load: String,
    /// Libraries that were measured separately, and their versions.
    pub elsewhere: &'a [(String, String)],
}

/// The load of the machine.
pub fn load() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').next().unwrap_or("unknown").to_owned()
}

impl Run<'_> {
    /// Writes the run into a page, and its plot as `performance.svg` next to the page.
    pub fn write(&self, page: &Path) -> Result<(), Fault> {
        let fault =
            |said: &dyn std::fmt::Display| Fault::File(format!("{}: {said}", page.display()));
        let text = std::fs::read_to_string(page).map_err(|said| fault(&said))?;
        let parts = text
            .split_once(BEGIN)
            .and_then(|(before, rest)| rest.split_once(END).map(|(_, after)| (before, after)));
        let Some((before, after)) = parts else {
            return Err(fault(&format!("no `{BEGIN}` before `{END}`")));
        };
        let text = format!("{before}{BEGIN}\n\n{}\n{END}{after}", self.figures());
        std::fs::write(page, text).map_err(|said| fault(&said))?;
        let svg = page.with_file_name("performance.svg");
        std::fs::write(svg, plot::svg(self.works)).map_err(|said| fault(&said))
    }

    fn figures(&self) -> String {
        let mut text = String::from("### The machine\n\n");
        for (name, value) in self.machine() {
            // Writing to a `String` cannot fail.
            let _ = writeln!(text, "* {name}: {value}");
        }
        let versions = PEERS.iter().filter(|(_, built)| *built);
        let versions = versions.filter_map(|(name, _)| Some(format!("{name} {}", version(name)?)));
        let elsewhere = self.elsewhere.iter().map(|(name, version)| format!("{name} {version}"));
        let versions: Vec<String> = versions.chain(elsewhere).collect();
        let _ = write!(
            text,
            "* versions: {}\n\n### What is asked, and what is met\n\n{}\n### Plot\n\n\
             ![how many times as long as pointsman each side takes](performance.svg)\n\n### Table\n{}",
            versions.join(", "),
            bars::markdown(self.works),
            report::markdown(self.works)
        );
        text
    }

    fn machine(&self) -> Vec<(&'static str, String)> {
        let cores = std::thread::available_parallelism().map_or(0, usize::from);
        let cache = |level: u8| {
            let file = format!("/sys/devices/system/cpu/cpu0/cache/index{level}/size");
            std::fs::read_to_string(file)
                .map_or_else(|_| "unknown".to_owned(), |size| size.trim().to_owned())
        };
        let caches = format!("{} of data, {}, {}", cache(0), cache(2), cache(3));
        vec![
            (
                "processor",
                entry("/proc/cpuinfo", "model name").unwrap_or_else(|| "unknown".to_owned()),
            ),
            ("cores", format!("{cores}, of which one is used")),
            ("caches", caches),
            ("memory", entry("/proc/meminfo", "MemTotal").unwrap_or_else(|| "unknown".to_owned())),
            ("compiler", rustc()),
            (
                "build",
                "release, thin link-time optimisation, no flags for this processor".to_owned(),
            ),
            ("load when it began", self.load.clone()),
            ("rounds", self.rounds.to_string()),
        ]
    }
}

/// The value of a line `name : value` of a file.
fn entry(file: &str, name: &str) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let value = |line: &str| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == name).then(|| value.trim().to_owned())
    };
    text.lines().find_map(value)
}

fn rustc() -> String {
    let told = Command::new("rustc").arg("--version").output().ok();
    let told = told.and_then(|told| String::from_utf8(told.stdout).ok());
    told.map_or_else(|| "unknown".to_owned(), |told| told.trim().to_owned())
}

/// The version of a package in the lock file.
fn version(package: &str) -> Option<&'static str> {
    let name = format!("name = \"{package}\"");
    let mut lines = LOCK.lines().skip_while(|line| *line != name).skip(1);
    lines.next()?.strip_prefix("version = \"")?.strip_suffix('"')
}
