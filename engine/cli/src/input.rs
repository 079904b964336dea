//! Opens rows: a file or standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use vm::{Feed, Shape};

use crate::outcome::Failure;

/// Opens a file of rows; `-` is standard input. Also returns its size in bytes, if it is known.
///
/// # Errors
/// `Outside` if it cannot be opened.
pub fn open(path: &Path) -> Result<(Box<dyn Read + Send>, Option<u64>), Failure> {
    if path.as_os_str() == "-" {
        return Ok((Box::new(io::stdin()), None));
    }
    let file = File::open(path).map_err(|fault| Failure::file(path, fault))?;
    let size = file.metadata().ok().filter(std::fs::Metadata::is_file).map(|m| m.len());
    Ok((Box::new(file), size))
}

/// The rows of a file, which are found by its structure.
///
/// # Errors
/// As [`open`].
pub fn rows(path: &Path) -> Result<Feed<Box<dyn Read + Send>>, Failure> {
    Ok(Feed::new(open(path)?.0, Shape::auto()))
}

/// Parses the place of the rows in a file: a dotted path, or `.` for the whole file as one row.
///
/// # Errors
/// `Usage` if the text is not a path.
pub fn shape(rows_at: &str) -> Result<Shape, Failure> {
    if rows_at == "." {
        return Ok(Shape::one());
    }
    let path = vm::Path::parse(rows_at)
        .map_err(|fault| Failure::Usage(format!("--rows-at {rows_at}: {fault}")))?;
    Ok(Shape::rows_at(path))
}

/// The name of a file of rows in messages.
pub fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".to_owned() } else { path.display().to_string() }
}
