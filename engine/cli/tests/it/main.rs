//! Tests of the program's behaviour for users.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice
)]

mod arrows;
mod codes;
#[cfg(feature = "columnar")]
mod columnar;
mod described_params;
mod docs;
mod examples;
mod known_faults;
mod picture;
mod program;
mod readme;
mod sarif;
