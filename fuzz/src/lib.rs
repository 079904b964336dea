//! Generators and oracles: what the fuzz targets run, and `cargo test` on fixed seeds.

pub mod generate;
