//! The JSON works with `simd-json`, which modifies its input, so each line is copied first.

use serde::Deserialize;
use simd_json::Buffers;
use simd_json::serde::from_slice_with_buffers;

use super::typed::{Eight, Two, lines};

/// Longer than any line here.
const LINE: usize = 1024;

/// A buffer that each line is copied into.
struct Scratch {
    line: Vec<u8>,
    buffers: Buffers,
}

impl Scratch {
    fn new() -> Scratch {
        Scratch { line: Vec::with_capacity(LINE), buffers: Buffers::new(LINE) }
    }

    fn read<'s, T: Deserialize<'s>>(&'s mut self, line: &[u8]) -> Option<T> {
        self.line.clear();
        self.line.extend_from_slice(line);
        from_slice_with_buffers(&mut self.line, &mut self.buffers).ok()
    }
}

/// `C2` over a struct with two fields.
pub fn two(file: &[u8]) -> u64 {
    let mut scratch = Scratch::new();
    lines(file).filter(|line| scratch.read(line).is_some_and(Two::holds)).count() as u64
}

/// How many rows match one of twenty kinds, over a struct with all fields.
pub fn eight(file: &[u8]) -> u64 {
    let mut scratch = Scratch::new();
    lines(file).filter(|line| scratch.read(line).is_some_and(Eight::one_of_twenty)).count() as u64
}
