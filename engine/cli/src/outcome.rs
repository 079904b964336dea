//! The outcomes of a command and their exit statuses.

use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::process::ExitCode;

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// Something was refused, and the refusal is printed: status 1.
    Refused,
    /// The command line is invalid: status 2.
    Usage(String),
    /// An external failure, such as a file or a disk: status 3.
    Outside(String),
    /// The reader of the output closed it: no message, status 0.
    Closed,
}

/// The result of a command.
pub type Outcome = Result<(), Failure>;

impl Failure {
    /// A failure to read or write a file.
    pub fn file(path: &Path, fault: impl Display) -> Failure {
        Failure::Outside(format!("{}: {fault}", path.display()))
    }

    /// Prints the failure on standard error, and returns the status.
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

/// Converts a failure to write to standard output.
impl From<io::Error> for Failure {
    fn from(fault: io::Error) -> Failure {
        if fault.kind() == ErrorKind::BrokenPipe {
            Failure::Closed
        } else {
            Failure::Outside(format!("output: {fault}"))
        }
    }
}
