//! `lsp`: the language server, over standard input and output.
//!
//! `text` and `uri` convert positions and paths; `index` records the names in a station's files.
//! `analysis` computes the answers as values. `workspace` keeps the open files, and `server` speaks the protocol.

mod analysis;
mod frame;
mod index;
mod kind;
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

/// How many messages can wait before reading blocks.
const WAITING: usize = 1_024;

/// Serves the client on standard input and output until it disconnects.
///
/// # Errors
/// As [`serve`].
pub fn run() -> Outcome {
    serve(BufReader::new(io::stdin()), io::stdout().lock())
}

/// Serves one client until it leaves. Stations that the client has not opened are read from disk.
///
/// # Errors
/// `Refused` if the client leaves without `shutdown`, `Outside` if it cannot be written to.
pub fn serve(mut input: impl BufRead + Send + 'static, output: impl Write) -> Outcome {
    let (sender, receiver) = sync_channel(WAITING);
    // The thread ends with its input or with the process: nothing wakes it while the client is silent.
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
