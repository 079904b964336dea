//! The time that each stage of a run takes.

use std::fmt::Write as _;
use std::time::Duration;

/// The time of all cores, by stage.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timings {
    /// Reading the file, and waiting for its turn to read.
    pub taking: Duration,
    /// Reading the fields of rows.
    pub reading: Duration,
    /// Finding the kinds of rows.
    pub deciding: Duration,
    /// Counting rows and writing items.
    pub writing: Duration,
}

impl Timings {
    /// Adds the time that sorting took, divided by stage as the timed rows were: reading, deciding, writing.
    pub fn add_sorting(&mut self, took: Duration, shares: [Duration; 3]) {
        let all: Duration = shares.iter().sum();
        let part =
            |share: Duration| took.mul_f64(share.as_secs_f64() / all.as_secs_f64().max(1e-12));
        let [reading, deciding, writing] = shares;
        self.reading += part(reading);
        self.deciding += part(deciding);
        self.writing += part(writing);
    }

    /// Adds the timings of other rows.
    pub fn add(&mut self, other: Timings) {
        self.taking += other.taking;
        self.reading += other.reading;
        self.deciding += other.deciding;
        self.writing += other.writing;
    }

    /// The share of each stage, in percent.
    pub fn text(&self) -> String {
        let parts = [
            ("reading the file", self.taking),
            ("reading fields", self.reading),
            ("finding kinds", self.deciding),
            ("counting and writing", self.writing),
        ];
        let all: Duration = parts.iter().map(|(_, time)| *time).sum();
        let mut text = String::new();
        for (at, (what, time)) in parts.iter().enumerate() {
            let share = 100.0 * time.as_secs_f64() / all.as_secs_f64().max(1e-12);
            let comma = if at == 0 { "" } else { ", " };
            let _ = write!(text, "{comma}{what} {share:.0} %");
        }
        text
    }
}
