//! The grammar of dates, parsed by hand: the calendar is computed here, only time zone offsets come from a library.

use std::fmt;

use jiff::civil;
use jiff::tz::{AmbiguousOffset, TimeZone};

/// A point in time: seconds since 1970-01-01 in UTC, then nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moment {
    seconds: i64,
    nanoseconds: u32,
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}s {}ns", self.seconds, self.nanoseconds)
    }
}

/// Parses a text as a point in time; civil time is read in the zone.
pub(crate) fn moment(text: &str, zone: &TimeZone) -> Option<Moment> {
    let mut rest = Rest(text);
    let day = day(&mut rest)?;
    if rest.0.is_empty() {
        return civil_moment(day, Clock::default(), zone);
    }
    if !rest.pass(&["T", "t", " "]) {
        return None;
    }
    let clock = clock(&mut rest)?;
    if rest.0.is_empty() {
        return civil_moment(day, clock, zone);
    }
    let offset = offset(&mut rest)?;
    rest.0.is_empty().then(|| day.at(&clock, offset))
}

/// A valid calendar day.
#[derive(Clone, Copy)]
struct Day {
    year: i64,
    month: i64,
    day: i64,
}

impl Day {
    /// Days since 1970-01-01.
    fn number(self) -> i64 {
        let before = self.year - 1;
        let years = before * 365 + before / 4 - before / 100 + before / 400;
        let months: i64 = (1..self.month).map(|month| days_in(self.year, month)).sum();
        years + months + self.day - 1 - 719_162
    }

    fn at(self, clock: &Clock, offset: i64) -> Moment {
        let of_day = clock.hour * 3600 + clock.minute * 60 + clock.second;
        Moment { seconds: self.number() * 86_400 + of_day - offset, nanoseconds: clock.nanoseconds }
    }
}

/// A time of day.
#[derive(Default)]
struct Clock {
    hour: i64,
    minute: i64,
    second: i64,
    nanoseconds: u32,
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

fn day(rest: &mut Rest<'_>) -> Option<Day> {
    let year = rest.digits(4)?;
    let month = rest.after("-", 2)?;
    let day = rest.after("-", 2)?;
    let known = year >= 1 && (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day);
    known.then_some(Day { year, month, day })
}

fn clock(rest: &mut Rest<'_>) -> Option<Clock> {
    let hour = rest.digits(2)?;
    let minute = rest.after(":", 2)?;
    let mut clock = Clock { hour, minute, ..Clock::default() };
    if rest.pass(&[":"]) {
        clock.second = rest.digits(2)?;
        if rest.pass(&["."]) {
            clock.nanoseconds = fraction(rest)?;
        }
    }
    (hour < 24 && minute < 60 && clock.second < 60).then_some(clock)
}

/// One to nine digits, as nanoseconds.
fn fraction(rest: &mut Rest<'_>) -> Option<u32> {
    let end = rest.0.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.0.len());
    if !(1..=9).contains(&end) {
        return None;
    }
    let digits = u32::try_from(rest.digits(end)?).ok()?;
    Some(digits * 10u32.pow(u32::try_from(9 - end).ok()?))
}

/// Seconds east of UTC.
fn offset(rest: &mut Rest<'_>) -> Option<i64> {
    if rest.pass(&["Z", "z"]) {
        return Some(0);
    }
    let east = if rest.pass(&["+"]) {
        1
    } else if rest.pass(&["-"]) {
        -1
    } else {
        return None;
    };
    let (hours, minutes) = (rest.digits(2)?, rest.after(":", 2)?);
    (hours < 24 && minutes < 60).then_some(east * (hours * 3600 + minutes * 60))
}

/// Converts civil time in a zone. A skipped time uses the offset before the gap, which moves it past the gap; a
/// repeated time is its first occurrence.
fn civil_moment(day: Day, clock: Clock, zone: &TimeZone) -> Option<Moment> {
    let civil = civil::DateTime::new(
        day.year.try_into().ok()?,
        day.month.try_into().ok()?,
        day.day.try_into().ok()?,
        clock.hour.try_into().ok()?,
        clock.minute.try_into().ok()?,
        clock.second.try_into().ok()?,
        clock.nanoseconds.try_into().ok()?,
    )
    .ok()?;
    let offset = match zone.to_ambiguous_timestamp(civil).offset() {
        AmbiguousOffset::Unambiguous { offset } => offset,
        AmbiguousOffset::Gap { before, .. } | AmbiguousOffset::Fold { before, .. } => before,
    };
    Some(day.at(&clock, offset.seconds().into()))
}

/// The unread part of the text.
struct Rest<'a>(&'a str);

impl Rest<'_> {
    /// Consumes one of these characters if it is next; returns whether it did.
    fn pass(&mut self, any: &[&str]) -> bool {
        let found = any.iter().find_map(|one| self.0.strip_prefix(one));
        self.0 = found.unwrap_or(self.0);
        found.is_some()
    }

    /// Reads a fixed number of ASCII digits.
    fn digits(&mut self, count: usize) -> Option<i64> {
        let (digits, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        let all = digits.bytes().all(|byte| byte.is_ascii_digit());
        all.then(|| digits.parse().ok()).flatten()
    }

    /// Reads a fixed number of ASCII digits after a mark.
    fn after(&mut self, mark: &str, count: usize) -> Option<i64> {
        if self.pass(&[mark]) { self.digits(count) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, zone: &str) -> Option<Moment> {
        moment(text, &TimeZone::get(zone).unwrap())
    }

    /// Asserts that two spellings are the same moment.
    #[track_caller]
    fn same(text: &str, zone: &str, utc: &str) {
        let expected = read(utc, "UTC");
        assert!(expected.is_some(), "{utc}");
        assert_eq!(read(text, zone), expected, "{text} in {zone}");
    }

    #[test]
    fn seconds_since_1970() {
        let seconds = |text| read(text, "UTC").unwrap().seconds;
        assert_eq!(seconds("1970-01-01"), 0);
        assert_eq!(seconds("2000-03-01"), 951_868_800);
        assert_eq!(seconds("0001-01-01"), -62_135_596_800);
        assert_eq!(seconds("9999-12-31T23:59:59"), 253_402_300_799);
        assert_eq!(read("2026-01-01T00:00:00.5", "UTC").unwrap().nanoseconds, 500_000_000);
    }

    #[test]
    fn one_moment_in_many_spellings() {
        for text in [
            "2026-03-01T09:00:00+00:00",
            "2026-03-01T10:00:00+01:00",
            "2026-03-01T09:00:00.000Z",
            "2026-03-01t09:00:00z",
            "2026-03-01 09:00:00-00:00",
            "2026-03-01T09:00Z",
            "2026-03-01T09:00",
            "2026-03-02T08:59+23:59",
            "2026-02-28T09:01-23:59",
        ] {
            same(text, "UTC", "2026-03-01T09:00:00Z");
        }
    }

    #[test]
    fn civil_time_is_the_zone_s() {
        same("2026-01-01", "Europe/Paris", "2025-12-31T23:00Z");
        same("2026-07-01T12:00", "Europe/Paris", "2026-07-01T10:00Z");
        // Skipped, and taken past the gap; repeated, and the first.
        same("2026-03-29T02:30", "Europe/Paris", "2026-03-29T01:30Z");
        same("2026-10-25T02:30", "Europe/Paris", "2026-10-25T00:30Z");
        // A midnight that does not exist, a day that does not.
        same("2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00Z");
        same("2011-12-30", "Pacific/Apia", "2011-12-30T10:00Z");
        // At the ends of the calendar.
        assert!(read("9999-12-31T23:59:59.999999999", "America/Los_Angeles").is_some());
        assert!(read("0001-01-01", "Asia/Tokyo").is_some());
        assert!(read("9999-12-31T23:59:59-23:59", "UTC") > read("9999-12-31T23:59:59Z", "UTC"));
    }

    #[test]
    fn nothing_is_rolled_over() {
        for text in [
            "",
            "2026",
            "2026-01",
            "2026-1-1",
            "2026-02-30",
            "2026-13-01",
            "2026-00-01",
            "2026-01-00",
            "0000-01-01",
            "2025-02-29",
            "1900-02-29",
            "20260101",
            "2026-01-01T",
            "2026-01-01Z",
            "2026-01-01T24:00",
            "2026-01-01T23:60",
            "2026-01-01T23:59:60",
            "2026-01-01T9:00",
            "2026-01-01T09",
            "2026-01-01T09:00:",
            "2026-01-01T09:00.5",
            "2026-01-01T09:00:00.",
            "2026-01-01T09:00:00.1234567890",
            "2026-01-01T09:00:00,5",
            "2026-01-01T09:00+25:00",
            "2026-01-01T09:00+24:00",
            "2026-01-01T09:00+01",
            "2026-01-01T09:00+0100",
            "2026-01-01T09:00+01:60",
            "2026-01-01  09:00",
            " 2026-01-01",
            "2026-01-01 ",
            "2026-01-01T09:00 Z",
            "2026-01-01T09:00ZZ",
            "２０２６-01-01",
            "+2026-01-01",
            "-2026-01-01",
            "2026-01-01T09:00:00Z[UTC]",
            "12026-01-01",
            "2026-01-01T+9:00",
            "é026-01-01",
        ] {
            assert_eq!(read(text, "UTC"), None, "{text}");
        }
        assert!(read("2000-02-29", "UTC").is_some());
    }
}
