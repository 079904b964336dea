//! How a command ends, and the exit status that says so.

use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::process::ExitCode;

/// How a command failed.
#[derive(Debug)]
pub enum Failure {
    /// Something was refused, and the refusal is printed: status 1.
    Refused,
    /// The command was not written as it must be: status 2.
    Usage(String),
    /// Something outside failed (a file, a disk): status 3.
    Outside(String),
    /// Whoever read the output has gone: quiet, status 0.
    Closed,
}

/// What a command gives.
pub type Outcome = Result<(), Failure>;

impl Failure {
    /// A file that could not be read or written.
    pub fn file(path: &Path, fault: impl Display) -> Failure {
        Failure::Outside(format!("{}: {fault}", path.display()))
    }

    /// Tells the failure on standard error, and gives the status.
    pub fn report(self) -> ExitCode {
        match self {
            Failure::Refused => ExitCode::from(1),
            Failure::Usage(message) => told(&message, 2),
            Failure::Outside(message) => told(&message, 3),
            Failure::Closed => ExitCode::SUCCESS,
        }
    }
}

fn told(message: &str, status: u8) -> ExitCode {
    anstream::eprintln!("pointsman: {message}");
    ExitCode::from(status)
}

/// What writing to standard output may fail with.
impl From<io::Error> for Failure {
    fn from(fault: io::Error) -> Failure {
        if fault.kind() == ErrorKind::BrokenPipe {
            Failure::Closed
        } else {
            Failure::Outside(format!("output: {fault}"))
        }
    }
}
