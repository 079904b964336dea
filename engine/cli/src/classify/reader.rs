//! The reader of a file of rows, and its format.

use std::path::Path;

#[cfg(feature = "columnar")]
use tables::Tables;
use vm::{Feed, FeedFault};

use super::Bytes;
use crate::args::{Classify, RowsFormat};

/// The reader of a file's rows.
pub enum RowReader {
    /// A reader of JSON rows.
    Json(Feed<Bytes>),
    /// A reader of a file with columns.
    #[cfg(feature = "columnar")]
    Tables(Tables),
}

/// A fault in a file of rows.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The place of the fault, and the reason.
    pub message: String,
    /// Whether no row can follow.
    pub ends: bool,
}

#[cfg(feature = "columnar")]
impl From<tables::Fault> for Fault {
    fn from(fault: tables::Fault) -> Fault {
        Fault { message: fault.message, ends: fault.ends }
    }
}

impl From<FeedFault> for Fault {
    fn from(fault: FeedFault) -> Fault {
        Fault { message: fault.to_string(), ends: fault.ends() }
    }
}

/// The format of a file of rows: the option, or else by the extension of the file's name.
pub fn format(classify: &Classify, path: &Path) -> RowsFormat {
    let extension =
        path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
    classify.rows_format.unwrap_or(match extension.as_deref() {
        Some("csv" | "tsv") => RowsFormat::Csv,
        Some("parquet") => RowsFormat::Parquet,
        Some("arrow" | "arrows" | "feather" | "ipc") => RowsFormat::Arrow,
        _ => RowsFormat::Json,
    })
}
