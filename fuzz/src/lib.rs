//! Generators and oracles: what the fuzz targets run, and `cargo test` on fixed seeds.

#![forbid(unsafe_code)]

pub mod generate;
pub mod oracle;
pub mod seeds;
