//! The framing of messages: reads and writes them with their headers. A broken message gets an error answer, and
//! reading continues.

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::SyncSender;

use lsp_server::{ErrorCode, Message};
use serde_json::{Value, json};

/// The largest message that is read, in bytes.
const MAX_MESSAGE: usize = 64 << 20;

/// The longest line of a header that is read, in bytes.
const MAX_HEADER_LINE: u64 = 8 << 10;

/// A received message.
#[derive(Debug)]
pub enum Incoming {
    /// A valid message.
    Message(Box<Message>),
    /// The error answer to a broken message.
    Broken(Value),
}

/// Reads messages until the input ends, a header is invalid, or the receiver is gone.
pub fn read_all(input: &mut impl BufRead, sender: &SyncSender<Incoming>) {
    while let Ok(Some(bytes)) = read(input) {
        if sender.send(message(&bytes)).is_err() {
            return;
        }
    }
}

/// Reads the bytes of the next message; `None` at the end of the input.
fn read(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let invalid = || io::Error::from(io::ErrorKind::InvalidData);
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(MAX_HEADER_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = std::str::from_utf8(&line).map_err(|_| invalid())?;
        let line = line.strip_suffix('\n').ok_or_else(invalid)?;
        let line = line.strip_suffix('\r').unwrap_or(line);
        if line.is_empty() {
            break;
        }
        let (name, value) = line.split_once(':').ok_or_else(invalid)?;
        if name.trim().eq_ignore_ascii_case("content-length") {
            length = Some(value.trim().parse::<usize>().map_err(|_| invalid())?);
        }
    }
    let length = length.filter(|length| *length <= MAX_MESSAGE).ok_or_else(invalid)?;
    let mut bytes = Vec::new();
    // Memory grows as bytes arrive, whatever length the header announces.
    input.take(length as u64).read_to_end(&mut bytes)?;
    if bytes.len() < length { Ok(None) } else { Ok(Some(bytes)) }
}

fn message(bytes: &[u8]) -> Incoming {
    let value: Value = match serde_json::from_slice(bytes) {
        Ok(value) => value,
        Err(fault) => return broken(Value::Null, ErrorCode::ParseError, &fault.to_string()),
    };
    let id = value.get("id").filter(|id| id.is_string() || id.is_number()).cloned();
    match serde_json::from_value(value) {
        Ok(message) => Incoming::Message(Box::new(message)),
        Err(fault) => {
            let id = id.unwrap_or_default();
            broken(id, ErrorCode::InvalidRequest, &fault.to_string())
        }
    }
}

fn broken(id: Value, code: ErrorCode, why: &str) -> Incoming {
    let error = json!({"code": code as i32, "message": why});
    Incoming::Broken(json!({"jsonrpc": "2.0", "id": id, "error": error}))
}

/// Writes a message.
///
/// # Errors
/// If the output cannot be written.
pub fn write(out: &mut impl Write, answer: &Value) -> io::Result<()> {
    let text = answer.to_string();
    write!(out, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use super::*;

    fn read_from(input: &str) -> Vec<String> {
        let (sender, receiver) = sync_channel(10);
        read_all(&mut input.as_bytes(), &sender);
        drop(sender);
        let read = receiver.iter().map(|incoming| match incoming {
            Incoming::Message(message) => serde_json::to_string(&message).unwrap(),
            Incoming::Broken(answer) => answer["error"]["code"].to_string(),
        });
        read.collect()
    }

    fn framed(text: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    }

    #[test]
    fn an_invalid_message_does_not_end_reading() {
        let good = r#"{"jsonrpc":"2.0","method":"exit"}"#;
        let input = [framed("{"), framed("[]"), framed(r#"{"id":1}"#), framed(good)].concat();
        let [one, two, three, last] = read_from(&input).try_into().unwrap();
        assert_eq!([one, two, three], ["-32700", "-32600", "-32600"]);
        assert_eq!(last, r#"{"method":"exit"}"#);
    }

    #[test]
    fn an_invalid_header_ends_reading() {
        let good = framed(r#"{"method":"exit"}"#);
        for bad in [
            "Content-Length: 99999999999999999999\r\n\r\n",
            "Content-Length: 18446744073709551615\r\n\r\n",
            "Content-Length: -1\r\n\r\n",
            "nothing\r\n\r\n",
            "\r\n",
            "Content-Length: 100\r\n\r\n{}",
        ] {
            let read = read_from(&format!("{good}{bad}"));
            assert_eq!(read, [r#"{"method":"exit"}"#], "{bad}");
        }
        assert_eq!(read_from(&good.replace("\r\n", "\n")).len(), 1);
        assert_eq!(
            read_from(&format!("X: 1\r\ncontent-length:17\r\n\r\n{}", r#"{"method":"exit"}"#))
                .len(),
            1
        );
    }
}
