//! The result of a command, and its exit status.

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
    /// A file, a disk or another thing outside of the program failed: status 3.
    Outside(String),
    /// The reader of the output closed it: no message, status 0.
    Closed,
}

/// The result of a command.
pub type Outcome = Result<(), Failure>;

impl Failure {
    /// The failure of a file that cannot be read or written.
    pub fn file(path: &Path, fault: impl Display) -> Failure {
        Failure::Outside(format!("{}: {fault}", path.display()))
    }

    /// Prints the failure on standard error and returns the exit status.
    pub fn report(self) -> ExitCode {
        match self {
            Failure::Refused => ExitCode::from(1),
            Failure::Usage(message) => print_error(&message, 2),
            Failure::Outside(message) => print_error(&message, 3),
            Failure::Closed => ExitCode::SUCCESS,
        }
    }
}

fn print_error(message: &str, status: u8) -> ExitCode {
    anstream::eprintln!("pointsman: {message}");
    ExitCode::from(status)
}

/// The failure of writing to standard output.
impl From<io::Error> for Failure {
    fn from(fault: io::Error) -> Failure {
        if fault.kind() == ErrorKind::BrokenPipe {
            Failure::Closed
        } else {
            Failure::Outside(format!("output: {fault}"))
        }
    }
}
