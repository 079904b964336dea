//! Measures where the time of a run was spent.

use std::fmt::Write as _;
use std::time::Duration;

/// The time of all cores, by part of the work.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    /// Taking rows off the file.
    pub taking: Duration,
    /// Reading them.
    pub reading: Duration,
    /// Finding their kinds.
    pub deciding: Duration,
    /// Counting them and writing items.
    pub writing: Duration,
}

impl Times {
    /// Adds the time of sorted rows, split into reading, deciding and writing in the proportions of the timed rows.
    pub fn sorted(&mut self, took: Duration, shares: [Duration; 3]) {
        let all: Duration = shares.iter().sum();
        let part =
            |share: Duration| took.mul_f64(share.as_secs_f64() / all.as_secs_f64().max(1e-12));
        let [reading, deciding, writing] = shares;
        self.reading += part(reading);
        self.deciding += part(deciding);
        self.writing += part(writing);
    }

    /// Adds the times of other rows.
    pub fn add(&mut self, other: Times) {
        self.taking += other.taking;
        self.reading += other.reading;
        self.deciding += other.deciding;
        self.writing += other.writing;
    }

    /// The times as shares of the whole.
    pub fn text(&self) -> String {
        let parts = [
            ("taking rows off the file", self.taking),
            ("reading them", self.reading),
            ("finding their kinds", self.deciding),
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
