//! `classify`: rows in, items of a kind out, drops counted.

use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use engine::{Classifier, Skill, Sorted, Station};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use vm::Feed;

use crate::args::{Classify, Format};
use crate::outcome::{Failure, Outcome};
use crate::summary::{References, Summary};
use crate::{input, items, station};

/// How many bytes of items are gathered before they are written.
const GATHERED: usize = 1 << 16;

/// Sorts the rows of a skill.
///
/// # Errors
/// `Refused` where the station is refused or a row is bad under `--strict`, `Usage` where there is no such skill or
/// parameter, `Outside` where the rows cannot be read.
pub fn run(classify: &Classify) -> Outcome {
    let station = station::working(&classify.station)?;
    let skill = station::skill(&station, &classify.skill)?;
    let classifier = station.classifier(skill).ok_or_else(|| {
        Failure::Usage(format!("`{}` has no kinds to sort rows into", skill.name()))
    })?;
    let rows = Rows::open(classify, &station, skill)?;
    let mut run = Run {
        classify,
        classifier: &classifier,
        summary: Summary::new(
            skill,
            if classify.unique_refs { References::Unique } else { References::Any },
        ),
        out: BufWriter::with_capacity(GATHERED, io::stdout().lock()),
        line: Vec::new(),
        started: None,
    };
    run.all(rows)?;
    run.finish()
}

/// Where the rows come from.
struct Rows<'a> {
    path: PathBuf,
    feed: Feed<Box<dyn Read>>,
    call: Option<engine::Call<'a>>,
    bar: ProgressBar,
}

impl<'a> Rows<'a> {
    fn open(
        classify: &Classify,
        station: &'a Station,
        skill: &'a Skill,
    ) -> Result<Rows<'a>, Failure> {
        let (path, shape, call) = match &classify.rows {
            Some(path) => {
                let shape = match &classify.rows_at {
                    Some(rows_at) => input::shape(rows_at)?,
                    None => station.saved_answer(skill),
                };
                (path.clone(), shape, None)
            }
            None => {
                let set: Vec<_> =
                    classify.params.iter().map(|text| pair(text)).collect::<Result<_, _>>()?;
                let call =
                    station.call(skill, &set).map_err(|fault| Failure::Usage(fault.to_string()))?;
                let call = call.ok_or_else(|| {
                    Failure::Usage(format!("`{}` calls nothing; name --rows", skill.name()))
                })?;
                let path = station::folder(&classify.station).path(call.file());
                let path = path.ok_or_else(|| {
                    Failure::Outside(format!("{}: outside of the station's folder", call.file()))
                })?;
                (path, call.shape(), Some(call))
            }
        };
        let (reader, size) = input::open(&path)?;
        let bar = bar(size);
        let reader: Box<dyn Read> = Box::new(bar.wrap_read(reader));
        Ok(Rows { path, feed: Feed::new(reader, shape), call, bar })
    }
}

/// A bar that shows how far the rows are read, on a terminal that shows nothing else.
fn bar(size: Option<u64>) -> ProgressBar {
    let shown = io::stderr().is_terminal() && !io::stdout().is_terminal();
    let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(size, target);
    let template = if size.is_some() {
        "{bar:40} {bytes} of {total_bytes}, {bytes_per_sec}"
    } else {
        "{spinner} {bytes}, {bytes_per_sec}"
    };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn pair(text: &str) -> Result<(&str, &str), Failure> {
    text.split_once('=').ok_or_else(|| Failure::Usage(format!("--param {text}: write NAME=VALUE")))
}

struct Run<'a> {
    classify: &'a Classify,
    classifier: &'a Classifier<'a>,
    summary: Summary<'a>,
    out: BufWriter<io::StdoutLock<'static>>,
    line: Vec<u8>,
    /// When the first row was there.
    started: Option<Instant>,
}

impl Run<'_> {
    fn all(&mut self, rows: Rows<'_>) -> Outcome {
        let Rows { path, mut feed, call, bar } = rows;
        let mut row = self.classifier.row();
        let mut asked = call.as_ref().map(engine::Call::row).unwrap_or_default();
        while let Some(next) = feed.next() {
            let raw = match next {
                Ok(raw) => raw,
                Err(fault) => {
                    self.bad(&path, &fault, &bar)?;
                    if fault.ends() {
                        return Err(Failure::Outside(format!(
                            "{}: the rows end here",
                            path.display()
                        )));
                    }
                    continue;
                }
            };
            self.started.get_or_insert_with(Instant::now);
            self.summary.bytes += raw.bytes.len() as u64 + 1;
            let filtered = call.as_ref().filter(|call| call.filters());
            let wanted = filtered.map_or(Ok(true), |call| call.answers(raw.bytes, &mut asked));
            match wanted
                .and_then(|wanted| self.classifier.read(raw.bytes, &mut row).map(|()| wanted))
            {
                Err(bad) => self.bad(&path, &raw.fault(bad), &bar)?,
                Ok(false) => {}
                Ok(true) => self.one(&row, (raw.number, raw.line))?,
            }
        }
        bar.finish_and_clear();
        Ok(())
    }

    /// A row that was read, with its number and its line.
    fn one(&mut self, row: &vm::Row, (number, line): (u64, u64)) -> Outcome {
        self.summary.rows += 1;
        match self.classifier.classify(row) {
            Sorted::Dropped(drop) => {
                self.summary.dropped(&drop);
                if self.classify.dropped {
                    let why = self.summary.why(&drop);
                    anstream::eprintln!("row {number}, line {line}: not offered: {why}");
                }
            }
            Sorted::Item(item) => {
                self.summary.item(&item);
                if !self.classify.summary || self.classify.items {
                    self.line.clear();
                    items::write(&item, &mut self.line);
                    self.out.write_all(&self.line)?;
                }
            }
        }
        self.summary.read(row);
        Ok(())
    }

    /// A row that could not be read: told with its place, and counted.
    fn bad(&mut self, path: &Path, fault: &vm::FeedFault, bar: &ProgressBar) -> Outcome {
        self.summary.bad += 1;
        let path = input::called(path);
        bar.suspend(|| anstream::eprintln!("{path}: {fault}"));
        if self.classify.strict { Err(Failure::Refused) } else { Ok(()) }
    }

    fn finish(mut self) -> Outcome {
        self.out.flush()?;
        if self.classify.summary {
            match self.classify.format {
                Format::Text => write!(self.out, "{}", self.summary.text())?,
                Format::Json => writeln!(self.out, "{}", self.summary.json())?,
            }
            self.out.flush()?;
        } else {
            let told = self.summary.line();
            anstream::eprintln!("{told}");
        }
        if self.classify.stats {
            let stats = self.summary.stats(self.started.map(|at| at.elapsed()).unwrap_or_default());
            anstream::eprintln!("{stats}");
        }
        // A feed of which nothing could be read is no feed without rows.
        let nothing = self.summary.rows == 0 && self.summary.bad > 0;
        if nothing { Err(Failure::Outside("no row could be read".to_owned())) } else { Ok(()) }
    }
}
