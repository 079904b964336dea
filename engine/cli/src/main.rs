//! The program `pointsman`.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use clap::Parser as _;
use pointsman::args::Arguments;

fn main() -> ExitCode {
    match pointsman::run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
