//! Batches out of Parquet and Arrow files.

use std::fs::File;
use std::io::{self, Seek};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use arrow_array::RecordBatch;
use engine::classify::Classifier;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use vm::Naming;

use super::{ROWS, arrow};
use crate::classify::Opened;

/// The batches of a file.
pub enum Reader {
    Arrow(Box<arrow::Batches>),
    Parquet(Box<ParquetRecordBatchReader>),
}

impl Reader {
    /// The batches of a Parquet file. Columns that no path reads are not decoded.
    ///
    /// # Errors
    /// Where it is none.
    pub fn parquet(
        path: &Path,
        input: Opened,
        classifier: &Classifier<'_>,
    ) -> Result<Reader, String> {
        let file = seekable(path, input).map_err(|fault| fault.to_string())?;
        guarded(|| {
            let told = |fault: parquet::errors::ParquetError| fault.to_string();
            let file = ParquetRecordBatchReaderBuilder::try_new(file).map_err(told)?;
            let wanted = classifier.wanted(file.schema(), Naming::Keys);
            let mask = ProjectionMask::roots(file.parquet_schema(), wanted);
            let reader = file.with_projection(mask).with_batch_size(ROWS).build().map_err(told)?;
            Ok(Reader::Parquet(Box::new(reader)))
        })
    }

    /// The batches of an Arrow file, or of an Arrow stream.
    ///
    /// # Errors
    /// Where reading fails.
    pub fn arrow(input: Opened) -> Result<Reader, String> {
        Ok(Reader::Arrow(Box::new(arrow::Batches::open(input.reader)?)))
    }

    /// The next batch.
    pub fn next(&mut self) -> Option<Result<RecordBatch, String>> {
        let next = guarded(|| match self {
            Reader::Arrow(batches) => batches.next(),
            Reader::Parquet(reader) => reader.next().transpose().map_err(|fault| fault.to_string()),
        });
        next.transpose()
    }
}

/// A file that can be read from anywhere: itself, or where it is a pipe, a copy that goes with the program.
fn seekable(path: &Path, mut input: Opened) -> io::Result<File> {
    if input.is_file {
        return File::open(path);
    }
    let mut copy = tempfile::tempfile()?;
    io::copy(&mut input.reader, &mut copy)?;
    copy.rewind()?;
    Ok(copy)
}

/// What a decoder answers. A file whose parts contradict each other makes some of them panic: the file is at fault then.
fn guarded<T>(decode: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(decode))
        .unwrap_or_else(|_| Err("the file contradicts itself".to_owned()))
}
