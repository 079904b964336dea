//! The reader of a file of rows, chosen by the file's format.

use std::path::Path;

use vm::{Feed, FeedFault};

use super::Input;
use crate::args::{Classify, RowsFormat};
#[cfg(feature = "columnar")]
use tables::Tables;

/// A reader of rows.
pub enum Source {
    /// JSON, row by row.
    Json(Feed<Input>),
    /// Tables with columns.
    #[cfg(feature = "columnar")]
    Tables(Tables),
}

/// A fault of a file of rows.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The message, with the place.
    pub told: String,
    /// Whether no row can follow.
    pub ends: bool,
}

#[cfg(feature = "columnar")]
impl From<tables::Fault> for Fault {
    fn from(fault: tables::Fault) -> Fault {
        Fault { told: fault.message, ends: fault.ends }
    }
}

impl From<FeedFault> for Fault {
    fn from(fault: FeedFault) -> Fault {
        Fault { told: fault.to_string(), ends: fault.ends() }
    }
}

/// The format of a file: the given format, or else by the file's extension.
pub fn format(classify: &Classify, path: &Path) -> RowsFormat {
    let ends = path.extension().and_then(|ends| ends.to_str()).map(str::to_ascii_lowercase);
    classify.rows_format.unwrap_or(match ends.as_deref() {
        Some("csv" | "tsv") => RowsFormat::Csv,
        Some("parquet") => RowsFormat::Parquet,
        Some("arrow" | "arrows" | "feather" | "ipc") => RowsFormat::Arrow,
        _ => RowsFormat::Json,
    })
}
