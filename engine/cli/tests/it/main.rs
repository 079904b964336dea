//! Tests of the program's behaviour for users.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice
)]

mod announced;
mod arrows;
mod codes;
#[cfg(feature = "columnar")]
mod columnar;
mod docs;
mod examples;
mod met;
mod picture;
mod program;
mod readme;
mod sarif;
