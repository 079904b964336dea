//! Record batches of Parquet and Arrow files.

use std::fs::File;
use std::io::{self, Seek};
use std::panic::{AssertUnwindSafe, catch_unwind};

use arrow_array::RecordBatch;
use engine::classify::Classifier;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use vm::Naming;

use super::{Input, ROWS, arrow};

/// The decoder of a file.
pub(crate) enum Batches {
    Arrow(Box<arrow::Batches>),
    Parquet(Box<ParquetRecordBatchReader>),
}

impl Batches {
    /// The batches of a Parquet file. Columns that the classifier does not read are not decoded.
    ///
    /// # Errors
    /// If the file is not Parquet.
    pub(crate) fn parquet(input: Input, classifier: &Classifier<'_>) -> Result<Batches, String> {
        let file = seekable(input).map_err(|fault| fault.to_string())?;
        guarded(|| {
            let message = |fault: parquet::errors::ParquetError| fault.to_string();
            let file = ParquetRecordBatchReaderBuilder::try_new(file).map_err(message)?;
            let wanted = classifier.wanted(file.schema(), Naming::Keys);
            let mask = ProjectionMask::roots(file.parquet_schema(), wanted);
            let reader =
                file.with_projection(mask).with_batch_size(ROWS).build().map_err(message)?;
            Ok(Batches::Parquet(Box::new(reader)))
        })
    }

    /// The batches of an Arrow file, or of an Arrow stream.
    ///
    /// # Errors
    /// If reading fails.
    pub(crate) fn arrow(input: Input) -> Result<Batches, String> {
        Ok(Batches::Arrow(Box::new(arrow::Batches::open(input.reader)?)))
    }

    /// The next batch.
    pub(crate) fn next(&mut self) -> Option<Result<RecordBatch, String>> {
        let next = guarded(|| match self {
            Batches::Arrow(batches) => batches.next(),
            Batches::Parquet(reader) => {
                reader.next().transpose().map_err(|fault| fault.to_string())
            }
        });
        next.transpose()
    }
}

/// A file that can be read at any offset: the file itself, or a temporary copy of a pipe.
fn seekable(mut input: Input) -> io::Result<File> {
    if let Some(path) = input.file {
        return File::open(path);
    }
    let mut copy = tempfile::tempfile()?;
    io::copy(&mut input.reader, &mut copy)?;
    copy.rewind()?;
    Ok(copy)
}

/// Runs a decoder, and returns an error if it panics: some decoders do so on a file whose parts disagree.
fn guarded<T>(decode: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(decode))
        .unwrap_or_else(|_| Err("parts of the file contradict each other".to_owned()))
}
