//! Seeded rows for benchmarks and experiments.
//!
//! Each generator gives the same bytes for the same seed on every machine.
//!
//! ```
//! let twice = [7, 7].map(|seed| pointsman_benches::shop::lines(seed).nth(41).unwrap());
//! assert_eq!(twice[0], twice[1]);
//! ```

#![forbid(unsafe_code)]

pub mod conditions;
pub mod market;
pub mod menu;
pub mod shop;
pub mod station;
