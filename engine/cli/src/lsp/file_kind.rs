//! Detects whether a YAML file is a station, by its top-level keys.

use engine::syntax::{Section, Tree};
use engine::text::Source;

/// The kind of a YAML file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A station, an included part of a station, or a file that may become a station.
    Station,
    /// Another YAML file.
    Other,
}

/// Detects the kind of a file, which may be broken or empty.
pub fn detect(text: &str) -> FileKind {
    let text = text.trim_start_matches('\u{feff}');
    // A line without indentation is at the top level, even if the file is broken.
    let lines = text.lines().filter(|line| !line.starts_with([' ', '\t', '#', '%']));
    let lines: Vec<_> = lines
        .map(str::trim_end)
        .filter(|line| !matches!(*line, "" | "---" | "..." | "]" | "}"))
        .collect();
    if lines.iter().any(|line| line.starts_with('{')) {
        return kind_of_keys(&flow_keys(text));
    }
    let keys: Vec<_> = lines.iter().filter_map(|line| key(line)).map(str::to_owned).collect();
    match (keys.is_empty(), lines.as_slice()) {
        (true, []) => FileKind::Station,
        (true, [word]) if any_station_key(|key| key.starts_with(word)) => FileKind::Station,
        (true, _) => FileKind::Other,
        (false, _) => kind_of_keys(&keys),
    }
}

fn kind_of_keys(keys: &[String]) -> FileKind {
    let document = keys.iter().any(|key| matches!(key.as_str(), "openapi" | "swagger"));
    let known = keys.is_empty() || keys.iter().any(|own| any_station_key(|key| key == own));
    if known && !document { FileKind::Station } else { FileKind::Other }
}

/// Whether a key of a station satisfies a test.
fn any_station_key(is: impl Fn(&str) -> bool) -> bool {
    Section::Station.names().any(is)
}

/// The key at the start of a line.
fn key(line: &str) -> Option<&str> {
    let line = line.strip_prefix("? ").unwrap_or(line);
    let (key, rest) = line.split_once(':')?;
    let plain = (rest.is_empty() || rest.starts_with([' ', '\t'])) && !key.starts_with("- ");
    plain.then(|| key.trim().trim_matches(['"', '\'']))
}

/// The keys of a map in braces.
fn flow_keys(text: &str) -> Vec<String> {
    let tree = Tree::read(Source::new("", text.to_owned()));
    let keys = tree.root().into_iter().flat_map(|root| root.map());
    keys.filter_map(|(key, _)| key.text().map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(texts: &[&str], kind: FileKind) {
        for text in texts {
            assert_eq!(detect(text), kind, "{text}");
        }
    }

    #[test]
    fn a_station_is_known_by_its_keys() {
        check(
            &[
                "",
                "# yet to come\n",
                "ski",
                "skills:\n  - name: [",
                "\u{feff}apis: []\r\nother: 1\r\n",
                "---\n\"station\": x\n",
                "{",
                "{skills: [], other: 1}",
                "{\n\"include\": []\n}\n",
            ],
            FileKind::Station,
        );
        check(
            &[
                "openapi: 3.1.0\npaths: {}\n",
                "swagger: '2.0'\n",
                "openapi: 3.1.0\nskills: []\n",
                "services:\n  a: {image: x}\n",
                "- hosts: all\n  skills: 1\n",
                "words of a letter\n",
                "services: {\n",
                "{\"openapi\": \"3.1.0\"}",
            ],
            FileKind::Other,
        );
    }
}
