//! Record batches of Arrow's stream format, and of its file format, which wraps a stream between two magic marks.
//!
//! The decoder receives whole messages only. Each length that a message claims is checked before memory is allocated
//! for it.

use std::io::{self, Read};

use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::reader::StreamDecoder;
use arrow_ipc::{MessageHeader, root_as_message};

use super::Bytes;

/// The magic bytes at the start and the end of the file format.
const MAGIC: &[u8; 6] = b"ARROW1";

/// The mark before the length of each message, and before the zero that ends a stream.
const CONTINUATION: [u8; 4] = [0xff; 4];

/// The longest metadata of a message, in bytes.
const MAX_METADATA: u64 = 16 << 20;

/// The longest batch, in bytes, both compressed and decompressed.
const MAX_BATCH: u64 = 1 << 30;

/// The rows that a batch may have in addition to one per bit of its body: a column of nulls takes no bits.
const MAX_EMPTY_ROWS: u64 = 1 << 20;

/// A reader of the batches of a stream or a file.
pub(crate) struct Batches {
    input: Bytes,
    form: Form,
    decoder: StreamDecoder,
    /// The bytes that the decoder has not consumed yet.
    pending: Buffer,
    /// The most rows that the last batch may have.
    rows: u64,
    messages: u64,
    ended: bool,
}

#[derive(PartialEq, Eq)]
enum Form {
    Stream,
    File,
}

impl Batches {
    /// Starts to read; detects the format by its first bytes.
    ///
    /// # Errors
    /// If reading fails.
    pub(crate) fn open(mut input: Bytes) -> Result<Batches, String> {
        let mut head = Vec::new();
        input.by_ref().take(8).read_to_end(&mut head).map_err(failed)?;
        let form = if head.starts_with(MAGIC) { Form::File } else { Form::Stream };
        if form == Form::Stream {
            input = Box::new(io::Cursor::new(head).chain(input));
        }
        let (decoder, pending) = (StreamDecoder::new(), Buffer::from_vec(Vec::<u8>::new()));
        Ok(Batches { input, form, decoder, pending, rows: 0, messages: 0, ended: false })
    }

    /// The next batch.
    ///
    /// # Errors
    /// If the batch is invalid. No batch can follow then.
    pub(crate) fn next(&mut self) -> Result<Option<RecordBatch>, String> {
        loop {
            let decoded = self.decoder.decode(&mut self.pending);
            if let Some(batch) = decoded.map_err(|fault| fault.to_string())? {
                if batch.num_rows() as u64 > self.rows {
                    return Err("a batch claims more rows than it contains".to_owned());
                }
                return Ok(Some(batch));
            }
            if self.ended {
                return Ok(None);
            }
            let message = match self.message()? {
                Some(message) => message,
                None => {
                    self.ended = true;
                    self.finish()?;
                    [CONTINUATION, [0; 4]].concat()
                }
            };
            self.messages += 1;
            self.pending = Buffer::from_vec(message);
        }
    }

    /// The next message, with its mark, length and body.
    fn message(&mut self) -> Result<Option<Vec<u8>>, String> {
        let mut bytes = CONTINUATION.to_vec();
        let Some(mut size) = self.word()? else { return Ok(None) };
        while size == 0 && self.messages == 0 && self.form == Form::File {
            // The magic bytes of a file are padded with zeros.
            let Some(next) = self.word()? else { return Ok(None) };
            size = next;
        }
        if size == u32::MAX {
            size = self.word()?.ok_or("it ends within a batch")?;
        }
        if size == 0 {
            return Ok(None);
        }
        if u64::from(size) > MAX_METADATA {
            return Err("this is not Arrow".to_owned());
        }
        bytes.extend_from_slice(&size.to_le_bytes());
        self.append(u64::from(size), &mut bytes)?;
        let start = bytes.len();
        let metadata = bytes.get(8..).unwrap_or_default();
        let message = root_as_message(metadata).map_err(|_| "this is not Arrow")?;
        let length = u64::try_from(message.bodyLength()).unwrap_or(u64::MAX);
        if length > MAX_BATCH {
            return Err("a batch is longer than 1 GiB".to_owned());
        }
        self.append(length, &mut bytes)?;
        let (metadata, body) = bytes.split_at(start);
        let decompressed = decompressed_size(metadata.get(8..).unwrap_or_default(), body)?;
        self.rows = (length + decompressed).saturating_mul(8).saturating_add(MAX_EMPTY_ROWS);
        Ok(Some(bytes))
    }

    /// Reads four bytes as a number; `None` at the end of the input.
    fn word(&mut self) -> Result<Option<u32>, String> {
        let mut word = Vec::new();
        self.input.by_ref().take(4).read_to_end(&mut word).map_err(failed)?;
        match word.first_chunk() {
            Some(word) => Ok(Some(u32::from_le_bytes(*word))),
            None if word.is_empty() => Ok(None),
            None => Err("it ends within a batch".to_owned()),
        }
    }

    /// Appends `length` bytes of the input. The buffer grows as they arrive, so that a false length costs no memory.
    fn append(&mut self, length: u64, bytes: &mut Vec<u8>) -> Result<(), String> {
        let read = self.input.by_ref().take(length).read_to_end(bytes).map_err(failed)?;
        if read as u64 == length { Ok(()) } else { Err("it ends within a batch".to_owned()) }
    }

    /// Checks that the input has a schema and, if it is a file, its closing magic bytes.
    fn finish(&mut self) -> Result<(), String> {
        if self.messages == 0 {
            return Err("it contains no schema".to_owned());
        }
        if self.form == Form::Stream {
            return Ok(());
        }
        let (mut last, mut buffer) = (Vec::new(), [0; 8 << 10]);
        loop {
            let read = self.input.read(&mut buffer).map_err(failed)?;
            if read == 0 {
                break;
            }
            last.extend_from_slice(buffer.get(..read).unwrap_or_default());
            last.drain(..last.len().saturating_sub(MAGIC.len()));
        }
        if last == MAGIC {
            Ok(())
        } else {
            Err("the file does not end with the mark of Arrow files".to_owned())
        }
    }
}

/// The size of a message's buffers after decompression, in bytes.
fn decompressed_size(metadata: &[u8], body: &[u8]) -> Result<u64, String> {
    let message = root_as_message(metadata).map_err(|_| "this is not Arrow")?;
    let batch = match message.header_type() {
        MessageHeader::RecordBatch => message.header_as_record_batch(),
        MessageHeader::DictionaryBatch => {
            message.header_as_dictionary_batch().and_then(|dictionary| dictionary.data())
        }
        _ => None,
    };
    let compressed = batch.filter(|batch| batch.compression().is_some());
    let Some(buffers) = compressed.and_then(|batch| batch.buffers()) else { return Ok(0) };
    let mut total = 0u64;
    for buffer in buffers {
        let start = usize::try_from(buffer.offset()).unwrap_or(usize::MAX);
        let prefix = body.get(start..).and_then(|bytes| bytes.first_chunk());
        let length = prefix.map_or(0, |prefix| i64::from_le_bytes(*prefix));
        // A negative length means that the buffer is not compressed; its size was measured.
        total = total.saturating_add(u64::try_from(length).unwrap_or(0));
    }
    if total > MAX_BATCH { Err("a batch is longer than 1 GiB".to_owned()) } else { Ok(total) }
}

fn failed(fault: io::Error) -> String {
    format!("reading failed: {}", fault.kind())
}
