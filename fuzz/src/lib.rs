//! Generators and oracles, which the fuzz targets run, and `cargo test` runs on fixed seeds.

#![forbid(unsafe_code)]

pub mod generate;
pub mod oracle;
pub mod seeds;
