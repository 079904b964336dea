//! `classify`: rows in, items of a kind out, drops counted.

mod chunk;
mod reader;
mod reorder;
mod sorter;
mod timings;

use std::io::{self, IsTerminal, Read, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use engine::classify::Classifier;
use engine::station::Station;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use vm::Feed;

use self::chunk::{Chunk, More};
use self::reader::RowReader;
use self::reorder::{ReorderBuffer, Sink};
use self::sorter::{SortedChunk, Sorter};
use self::timings::Timings;
use crate::args::{Classify, Format, RowsFormat};
use crate::outcome::{Failure, Outcome};
use crate::summary::Summary;
use crate::{input, station};

/// The bytes that rows are read from.
type Bytes = Box<dyn Read + Send>;

/// Sorts the rows of a skill.
///
/// # Errors
/// `Refused` if the station is refused or a row is bad under `--strict`, `Usage` if the skill or parameter does not
/// exist, `Outside` if the rows cannot be read.
pub fn run(classify: &Classify) -> Outcome {
    let station = station::working(&classify.station)?;
    let skill = station::skill(&station, &classify.skill)?;
    let classifier = station.classifier(skill).ok_or_else(|| {
        Failure::Usage(format!("`{}` has no kinds to sort rows into", skill.name()))
    })?;
    let input = Input::open(classify, &station, &classifier)?;
    let (output, took) = sort(classify, &classifier, input);
    report(classify, output, took)
}

/// The opened rows of a run. `call` is set if the rows are the station's saved answer to a call.
struct Input<'a> {
    path: PathBuf,
    reader: RowReader,
    call: Option<engine::classify::Call<'a>>,
    bar: ProgressBar,
}

impl<'a> Input<'a> {
    fn open(
        classify: &Classify,
        station: &'a Station,
        classifier: &Classifier<'a>,
    ) -> Result<Input<'a>, Failure> {
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
                    Failure::Usage(format!(
                        "`{}` calls no operation; name a file with --rows",
                        skill.name()
                    ))
                })?;
                let path = station::folder(&classify.station).path(call.file());
                let path = path.ok_or_else(|| {
                    Failure::Outside(format!("{}: outside of the station's folder", call.file()))
                })?;
                (path, call.shape(), Some(call))
            }
        };
        let format = match call {
            // A station's own file is JSON, whatever its name ends in.
            Some(_) => RowsFormat::Json,
            None => reader::format(classify, &path),
        };
        let (bytes, size) = input::open(&path)?;
        let bar = bar(size);
        let bytes: Bytes = Box::new(bar.wrap_read(bytes));
        let reader = match format {
            RowsFormat::Json => RowReader::Json(Feed::new(bytes, shape)),
            RowsFormat::Csv | RowsFormat::Parquet | RowsFormat::Arrow => {
                if classify.rows_at.is_some() {
                    let why = "--rows-at is for JSON: a file of another format is all rows";
                    return Err(Failure::Usage(why.to_owned()));
                }
                let opened = OpenedFile { bytes, is_file: size.is_some() };
                table_reader(classify, classifier, &path, format, opened)?
            }
        };
        Ok(Input { path, reader, call, bar })
    }
}

/// An opened file of rows.
#[cfg_attr(
    not(feature = "columnar"),
    expect(dead_code, reason = "only readers of files with columns use it")
)]
struct OpenedFile {
    bytes: Bytes,
    /// Whether it can be opened again and read at any offset.
    is_file: bool,
}

/// The reader of a file with columns.
#[cfg(feature = "columnar")]
fn table_reader(
    classify: &Classify,
    classifier: &Classifier<'_>,
    path: &Path,
    format: RowsFormat,
    opened: OpenedFile,
) -> Result<RowReader, Failure> {
    let is_tsv = path.extension().is_some_and(|ends| ends.eq_ignore_ascii_case("tsv"));
    let format = match (format, classify.csv_delimiter) {
        (RowsFormat::Parquet, _) => tables::Format::Parquet,
        (RowsFormat::Arrow, _) => tables::Format::Arrow,
        (RowsFormat::Csv | RowsFormat::Json, None) if is_tsv => tables::Format::Tsv,
        (RowsFormat::Csv | RowsFormat::Json, delimiter) => tables::Format::Csv(delimiter),
    };
    let file = opened.is_file.then(|| path.to_owned());
    let input = tables::Input { reader: opened.bytes, file };
    tables::Tables::open(format, input, classifier).map(RowReader::Tables).map_err(|fault| {
        let why = match fault {
            tables::OpenFault::Unreadable(why) => why,
            tables::OpenFault::Delimiter(other) => {
                let other = if other == '\t' { "tab".to_owned() } else { format!("'{other}'") };
                format!("its header is one column: is --csv-delimiter {other} meant?")
            }
        };
        Failure::Outside(format!("{}: {why}", input::name(path)))
    })
}

#[cfg(not(feature = "columnar"))]
fn table_reader(
    _: &Classify,
    _: &Classifier<'_>,
    path: &Path,
    _: RowsFormat,
    _: OpenedFile,
) -> Result<RowReader, Failure> {
    let why = "this program was built without the feature `columnar`, and reads JSON rows only";
    Err(Failure::Usage(format!("{}: {why}", input::name(path))))
}

/// The progress bar; hidden unless standard error is a terminal and standard output is not.
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

/// Splits `NAME=VALUE`.
fn pair(text: &str) -> Result<(&str, &str), Failure> {
    text.split_once('=').ok_or_else(|| Failure::Usage(format!("--param {text}: write NAME=VALUE")))
}

/// The chunks of a file, which the cores take one at a time.
struct Chunks {
    reader: RowReader,
    /// The number of chunks taken so far.
    count: u64,
    more: More,
    /// When the first chunk was taken.
    started: Option<Instant>,
}

impl Chunks {
    /// Fills `chunk` with the next rows; returns the number of the chunk, or `None` after the last row.
    fn next(&mut self, chunk: &mut Chunk) -> Option<u64> {
        if self.more == More::Ended {
            return None;
        }
        self.more = chunk.fill(&mut self.reader);
        if chunk.is_empty() {
            return None;
        }
        self.started.get_or_insert_with(Instant::now);
        let number = self.count;
        self.count += 1;
        Some(number)
    }
}

/// Sorts all rows on the chosen number of cores; returns the output and the time since the first chunk.
fn sort<'a>(
    classify: &Classify,
    classifier: &'a Classifier<'a>,
    input: Input<'_>,
) -> (Output<'a>, Duration) {
    let Input { path, reader, call, bar } = input;
    let path = input::name(&path);
    let cores = classify.threads.or_else(|| std::thread::available_parallelism().ok());
    let cores = cores.map_or(1, NonZeroUsize::get);
    let output = Output {
        summary: Summary::new(classifier.skill(), sorter::references(classify)),
        timings: Timings::default(),
        bar: bar.clone(),
        failure: None,
    };
    let ordered = ReorderBuffer::new(output, cores);
    let chunks = Mutex::new(Chunks { reader, count: 0, more: More::Maybe, started: None });
    let work = || {
        let mut chunk = Chunk::default();
        let mut sorter = Sorter::new(classify, classifier, call.as_ref(), &path);
        loop {
            let asked = Instant::now();
            let next = chunks.lock().unwrap_or_else(PoisonError::into_inner).next(&mut chunk);
            let Some(number) = next else { return };
            let taking = asked.elapsed();
            let mut sorted = sorter.sort(&chunk);
            sorted.timings.taking = taking;
            if ordered.push(number, sorted).is_break() {
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
    let started = chunks.into_inner().unwrap_or_else(PoisonError::into_inner).started;
    bar.finish_and_clear();
    (ordered.into_sink(), started.map(|at| at.elapsed()).unwrap_or_default())
}

/// The sink of sorted chunks: writes items and messages in row order, and adds up the counts.
struct Output<'a> {
    summary: Summary<'a>,
    timings: Timings,
    bar: ProgressBar,
    /// The reason why sorting stopped early.
    failure: Option<Failure>,
}

impl Sink<SortedChunk> for Output<'_> {
    fn write(&mut self, sorted: SortedChunk) -> ControlFlow<()> {
        self.summary.add(sorted.counts);
        self.timings.add(sorted.timings);
        let written = io::stdout().lock().write_all(&sorted.items);
        if !sorted.messages.is_empty() {
            self.bar
                .suspend(|| sorted.messages.iter().for_each(|line| anstream::eprintln!("{line}")));
        }
        self.failure = written.err().map(Failure::from).or(sorted.failure);
        if self.failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Prints the summary of a run.
fn report(classify: &Classify, output: Output<'_>, took: Duration) -> Outcome {
    let Output { summary, timings, failure, .. } = output;
    if let Some(failure) = failure {
        return Err(failure);
    }
    if classify.summary {
        let text = match classify.format {
            Format::Text => summary.text(),
            Format::Json => format!("{}\n", summary.json()),
        };
        io::stdout().lock().write_all(text.as_bytes())?;
    } else {
        anstream::eprintln!("{}", summary.line());
    }
    if classify.stats {
        anstream::eprintln!("{}\n{}", summary.stats(took), timings.text());
    }
    // A feed without rows is fine; a feed whose rows are all bad is a failure.
    let all_bad = summary.counts().rows == 0 && summary.counts().bad > 0;
    if all_bad { Err(Failure::Outside("no row could be read".to_owned())) } else { Ok(()) }
}
