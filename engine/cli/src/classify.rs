//! `classify`: reads rows, writes the items of each kind, counts the dropped rows.

mod chunk;
mod order;
mod sort;
mod source;
mod times;

use std::io::{self, IsTerminal, Read, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use engine::classify::Classifier;
use engine::station::Station;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use vm::Feed;

use self::chunk::{Chunk, More};
use self::order::{Order, Sink, Wanted};
use self::sort::{Done, Sort};
use self::source::Source;
use self::times::Times;
use crate::args::{Classify, Format, RowsFormat};
use crate::outcome::{Failure, Outcome};
use crate::summary::Summary;
use crate::{input, station};

/// The source of the rows' bytes.
type Input = Box<dyn Read + Send>;

/// Sorts the rows of a skill into kinds.
///
/// # Errors
/// `Refused` if the station is refused, or a row is bad under `--strict`. `Usage` if the skill or a parameter does not
/// exist. `Outside` if the rows cannot be read.
pub fn run(classify: &Classify) -> Outcome {
    let station = station::working(&classify.station)?;
    let skill = station::skill(&station, &classify.skill)?;
    let classifier = station.classifier(skill).ok_or_else(|| {
        Failure::Usage(format!("`{}` has no kinds to sort rows into", skill.name()))
    })?;
    let rows = Rows::open(classify, &station, &classifier)?;
    let (written, took) = sort(classify, &classifier, rows);
    tell(classify, written, took)
}

/// The source of the rows.
struct Rows<'a> {
    path: PathBuf,
    source: Source,
    call: Option<engine::classify::Call<'a>>,
    bar: ProgressBar,
}

impl<'a> Rows<'a> {
    fn open(
        classify: &Classify,
        station: &'a Station,
        classifier: &Classifier<'a>,
    ) -> Result<Rows<'a>, Failure> {
        let skill = classifier.skill();
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
        let format = match call {
            // A file that the station names is JSON, whatever its extension.
            Some(_) => RowsFormat::Json,
            None => source::format(classify, &path),
        };
        let (reader, size) = input::open(&path)?;
        let bar = bar(size);
        let reader: Input = Box::new(bar.wrap_read(reader));
        let source = match format {
            RowsFormat::Json => Source::Json(Feed::new(reader, shape)),
            RowsFormat::Csv | RowsFormat::Parquet | RowsFormat::Arrow => {
                if classify.rows_at.is_some() {
                    let why =
                        "--rows-at leads into JSON; the rows of other files are the file's own";
                    return Err(Failure::Usage(why.to_owned()));
                }
                let opened = Opened { reader, is_file: size.is_some() };
                table_source(classify, classifier, &path, format, opened)?
            }
        };
        Ok(Rows { path, source, call, bar })
    }
}

/// An open file of rows.
#[cfg_attr(
    not(feature = "columnar"),
    expect(dead_code, reason = "without the feature no file with columns is read")
)]
struct Opened {
    reader: Input,
    /// Whether the file can be opened again and read at any offset.
    is_file: bool,
}

#[cfg(feature = "columnar")]
fn table_source(
    classify: &Classify,
    classifier: &Classifier<'_>,
    path: &Path,
    format: RowsFormat,
    opened: Opened,
) -> Result<Source, Failure> {
    let is_tsv = path.extension().is_some_and(|ends| ends.eq_ignore_ascii_case("tsv"));
    let format = match (format, classify.csv_delimiter) {
        (RowsFormat::Parquet, _) => tables::Format::Parquet,
        (RowsFormat::Arrow, _) => tables::Format::Arrow,
        (RowsFormat::Csv | RowsFormat::Json, None) if is_tsv => tables::Format::Tsv,
        (RowsFormat::Csv | RowsFormat::Json, delimiter) => tables::Format::Csv(delimiter),
    };
    let file = opened.is_file.then(|| path.to_owned());
    let input = tables::Input { reader: opened.reader, file };
    tables::Tables::open(format, input, classifier).map(Source::Tables).map_err(|fault| {
        let why = match fault {
            tables::OpenFault::Unreadable(why) => why,
            tables::OpenFault::Delimiter(other) => {
                let other = if other == '\t' { "tab".to_owned() } else { format!("'{other}'") };
                format!("its header is one column: is --csv-delimiter {other} meant?")
            }
        };
        Failure::Outside(format!("{}: {why}", input::called(path)))
    })
}

#[cfg(not(feature = "columnar"))]
fn table_source(
    _: &Classify,
    _: &Classifier<'_>,
    path: &Path,
    _: RowsFormat,
    _: Opened,
) -> Result<Source, Failure> {
    let why = "this program was built without the feature `columnar`, and reads rows of JSON alone";
    Err(Failure::Usage(format!("{}: {why}", input::called(path))))
}

/// A progress bar, shown if standard error is a terminal and standard output is not.
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

/// Takes chunks of rows off a file, for one core at a time.
struct Taker {
    source: Source,
    number: u64,
    more: More,
    /// When the first row arrived.
    started: Option<Instant>,
}

impl Taker {
    /// Takes the next rows; returns the number of the chunk, or `None` after the last row.
    fn take(&mut self, chunk: &mut Chunk) -> Option<u64> {
        if self.more == More::Ended {
            return None;
        }
        self.more = chunk.take(&mut self.source);
        if chunk.is_empty() {
            return None;
        }
        self.started.get_or_insert_with(Instant::now);
        let number = self.number;
        self.number += 1;
        Some(number)
    }
}

/// Sorts all rows on the given number of cores; returns the results and the time taken.
fn sort<'a>(
    classify: &Classify,
    classifier: &'a Classifier<'a>,
    rows: Rows<'_>,
) -> (Written<'a>, Duration) {
    let Rows { path, source, call, bar } = rows;
    let path = input::called(&path);
    let cores = classify.threads.or_else(|| std::thread::available_parallelism().ok());
    let cores = cores.map_or(1, NonZeroUsize::get);
    let written = Written {
        summary: Summary::new(classifier.skill(), sort::references(classify)),
        times: Times::default(),
        bar: bar.clone(),
        end: None,
    };
    let order = Order::new(written, cores);
    let taker = Mutex::new(Taker { source, number: 0, more: More::Maybe, started: None });
    let work = || {
        let mut chunk = Chunk::default();
        let mut sorter = Sort::new(classify, classifier, call.as_ref(), &path);
        loop {
            let asked = Instant::now();
            let taken = taker.lock().unwrap_or_else(PoisonError::into_inner).take(&mut chunk);
            let Some(number) = taken else { return };
            let taking = asked.elapsed();
            let mut done = sorter.chunk(&chunk);
            done.times.taking = taking;
            if order.take(number, done) == Wanted::Nothing {
                return;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..cores {
            scope.spawn(work);
        }
        work();
    });
    let started = taker.into_inner().unwrap_or_else(PoisonError::into_inner).started;
    bar.finish_and_clear();
    (order.into_sink(), started.map(|at| at.elapsed()).unwrap_or_default())
}

/// The output in row order, and the counts.
struct Written<'a> {
    summary: Summary<'a>,
    times: Times,
    bar: ProgressBar,
    end: Option<Failure>,
}

impl Sink<Done> for Written<'_> {
    fn take(&mut self, done: Done) -> Wanted {
        self.summary.add(done.counts);
        self.times.add(done.times);
        let wrote = io::stdout().lock().write_all(&done.out);
        if !done.told.is_empty() {
            self.bar.suspend(|| done.told.iter().for_each(|told| anstream::eprintln!("{told}")));
        }
        self.end = wrote.err().map(Failure::from).or(done.end);
        if self.end.is_some() { Wanted::Nothing } else { Wanted::More }
    }
}

/// Prints the summary and the statistics.
fn tell(classify: &Classify, written: Written<'_>, took: Duration) -> Outcome {
    let Written { summary, times, end, .. } = written;
    if let Some(failure) = end {
        return Err(failure);
    }
    if classify.summary {
        let told = match classify.format {
            Format::Text => summary.text(),
            Format::Json => format!("{}\n", summary.json()),
        };
        io::stdout().lock().write_all(told.as_bytes())?;
    } else {
        anstream::eprintln!("{}", summary.line());
    }
    if classify.stats {
        anstream::eprintln!("{}\n{}", summary.stats(took), times.text());
    }
    // A feed in which every row is bad differs from a feed without rows.
    let nothing = summary.counts().rows == 0 && summary.counts().bad > 0;
    if nothing { Err(Failure::Outside("no row could be read".to_owned())) } else { Ok(()) }
}
