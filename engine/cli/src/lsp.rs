//! `lsp`: the language server, over standard input and output.
//!
//! `text` and `uri` convert positions and addresses of the protocol, `index` finds the names in a station's files,
//! `analysis` computes the answers as values, `workspace` holds the open files, and `server` handles messages.

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

use self::server::{End, Server};
use crate::outcome::{Failure, Outcome};

/// The most messages that are queued; a client that sends more has to wait.
const MAX_QUEUED: usize = 1_024;

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
/// `Refused` if the client leaves without `shutdown`, `Outside` if the output cannot be written.
pub fn serve(mut input: impl BufRead + Send + 'static, output: impl Write) -> Outcome {
    let (sender, receiver) = sync_channel(MAX_QUEUED);
    // The thread ends with its input or with the process; it is not joined, since reading may block forever.
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
