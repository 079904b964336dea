//! `lsp`: the language server, over standard input and output.
//!
//! `text` and `uri` convert places of the protocol, `index` finds the names in a station's files, `analysis` computes
//! the answers as values, `workspace` keeps what is open, and `server` speaks the protocol.

mod analysis;
mod file_kind;
mod frame;
mod index;
mod server;
mod text;
mod uri;
mod wire;
mod workspace;

use std::io::{self, BufRead, BufReader, Write};
use std::sync::mpsc::sync_channel;
use std::thread;

use crate::outcome::{Failure, Outcome};

use self::server::{End, Server};

/// How many messages wait at most before the client has to.
const WAITING: usize = 1_024;

/// Serves the client on standard input and output until it leaves.
///
/// # Errors
/// As [`serve`] does.
pub fn run() -> Outcome {
    serve(BufReader::new(io::stdin()), io::stdout().lock())
}

/// Serves one client until it leaves. Stations that the client has not opened are read from disk.
///
/// # Errors
/// `Refused` if the client leaves without `shutdown`, `Outside` if it cannot be written to.
pub fn serve(mut input: impl BufRead + Send + 'static, output: impl Write) -> Outcome {
    let (sender, receiver) = sync_channel(WAITING);
    // It ends with its input, or with the process: nothing wakes it while the client is silent.
    thread::spawn(move || frame::read_all(&mut input, &sender));
    let mut server = Server::new(output);
    match server.serve(&receiver)? {
        End::Orderly => Ok(()),
        End::Abrupt => Err(Failure::Refused),
    }
}

#[cfg(test)]
#[allow(clippy::string_slice, reason = "a test that cuts a text wrongly fails")]
mod tests;
