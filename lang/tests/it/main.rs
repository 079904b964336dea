//! One binary for all tests from outside.

mod conformance;
