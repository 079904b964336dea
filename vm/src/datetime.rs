//! The one grammar of dates: what a text spells, before a time zone is asked.

/// Seconds of a day.
const DAY: i64 = 86_400;

/// The parts of a datetime text: a civil time, and an offset if the text has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spelled {
    pub year: i16,
    pub month: i8,
    pub day: i8,
    pub clock: Clock,
}

/// The part of the text after the date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clock {
    /// Nothing: the civil day.
    Day,
    /// A time of day: civil if it has no offset.
    Time { second: u32, nanosecond: u32, offset: Option<i32> },
}

impl Spelled {
    /// Parses a whole text; `None` if it does not match the grammar or the day does not exist.
    pub fn parse(text: &str) -> Option<Spelled> {
        let mut rest = Rest(text.as_bytes());
        let year = i16::try_from(rest.number(4)?).ok()?;
        rest.byte(b"-")?;
        let month = i8::try_from(rest.number(2)?).ok()?;
        rest.byte(b"-")?;
        let day = i8::try_from(rest.number(2)?).ok()?;
        if year == 0 || day == 0 || day > month_length(year, month)? {
            return None;
        }
        let clock = if rest.0.is_empty() { Clock::Day } else { clock(&mut rest)? };
        rest.0.is_empty().then_some(Spelled { year, month, day, clock })
    }

    /// Seconds from 1970-01-01T00:00 to the civil time, as if it were UTC.
    pub fn civil_seconds(&self) -> i64 {
        let second = match self.clock {
            Clock::Day => 0,
            Clock::Time { second, .. } => i64::from(second),
        };
        days(i64::from(self.year), i64::from(self.month), i64::from(self.day)) * DAY + second
    }
}

/// `T` and all that may follow it.
fn clock(rest: &mut Rest<'_>) -> Option<Clock> {
    rest.byte(b"Tt ")?;
    let hour = rest.below(24)?;
    rest.byte(b":")?;
    let minute = rest.below(60)?;
    let mut second = hour * 3600 + minute * 60;
    let mut nanosecond = 0;
    if rest.byte(b":").is_some() {
        second += rest.below(60)?;
        if rest.byte(b".").is_some() {
            nanosecond = rest.fraction()?;
        }
    }
    let offset = if rest.0.is_empty() { None } else { Some(offset(rest)?) };
    Some(Clock::Time { second, nanosecond, offset })
}

/// An offset in seconds, east of Greenwich positive.
fn offset(rest: &mut Rest<'_>) -> Option<i32> {
    let sign = match rest.byte(b"Zz+-")? {
        b'+' => 1,
        b'-' => -1,
        _ => return Some(0),
    };
    let hour = rest.below(24)?;
    rest.byte(b":")?;
    let minute = rest.below(60)?;
    Some(sign * i32::try_from(hour * 3600 + minute * 60).ok()?)
}

/// The unread part of the text.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    /// Takes one byte if it is in `wanted`.
    fn byte(&mut self, wanted: &[u8]) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        if !wanted.contains(&first) {
            return None;
        }
        self.0 = rest;
        Some(first)
    }

    /// Takes so many digits.
    fn number(&mut self, digits: usize) -> Option<u32> {
        let (taken, rest) = self.0.split_at_checked(digits)?;
        if !taken.iter().all(u8::is_ascii_digit) {
            return None;
        }
        self.0 = rest;
        Some(taken.iter().fold(0, |n, d| n * 10 + u32::from(d - b'0')))
    }

    /// Takes two digits if their number is below `bound`.
    fn below(&mut self, bound: u32) -> Option<u32> {
        self.number(2).filter(|n| *n < bound)
    }

    /// Takes one to nine digits after the point, as nanoseconds.
    fn fraction(&mut self) -> Option<u32> {
        let digits = self.0.iter().take_while(|b| b.is_ascii_digit()).count();
        let power = 9u32.checked_sub(u32::try_from(digits).ok()?)?;
        (digits > 0).then_some(())?;
        Some(self.number(digits)? * 10u32.pow(power))
    }
}

fn month_length(year: i16, month: i8) -> Option<i8> {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => Some(31),
        4 | 6 | 9 | 11 => Some(30),
        2 => Some(if leap { 29 } else { 28 }),
        _ => None,
    }
}

/// Days from 1970-01-01 to a civil date, counted in years that begin in March, so that a leap day comes last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month > 2 { year } else { year - 1 };
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, right: Option<(i64, u32, Option<i32>)>) {
        let read = Spelled::parse(text).map(|s| match s.clock {
            Clock::Day => (s.civil_seconds(), 0, None),
            Clock::Time { nanosecond, offset, .. } => (s.civil_seconds(), nanosecond, offset),
        });
        assert_eq!(read, right, "{text}");
    }

    #[test]
    fn spellings_that_are_dates() {
        check("1970-01-01", Some((0, 0, None)));
        check("1970-01-02T00:00", Some((86_400, 0, None)));
        check("1970-01-01t00:01", Some((60, 0, None)));
        check("1970-01-01 00:00:01Z", Some((1, 0, Some(0))));
        check("1970-01-01T00:00:01.5z", Some((1, 500_000_000, Some(0))));
        check("1970-01-01T00:00:00.000000001+23:59", Some((0, 1, Some(86_340))));
        check("1970-01-01T00:00-00:00", Some((0, 0, Some(0))));
        check("1969-12-31T23:59:59-01:30", Some((-1, 0, Some(-5_400))));
        check("2000-02-29", Some((951_782_400, 0, None)));
        check("0001-01-01", Some((-62_135_596_800, 0, None)));
        check("9999-12-31T23:59:59.999999999", Some((253_402_300_799, 999_999_999, None)));
    }

    #[test]
    fn spellings_that_are_none() {
        let none = [
            "",
            "2026",
            "2026-01",
            "2026-1-1",
            "2026-02-30",
            "2025-02-29",
            "1900-02-29",
            "2026-13-01",
            "2026-00-01",
            "2026-01-00",
            "0000-01-01",
            "10000-01-01",
            "-001-01-01",
            "2026-01-01T",
            "2026-01-01T24:00",
            "2026-01-01T23:60",
            "2026-01-01T23:59:60",
            "2026-01-01T1:00",
            "2026-01-01T10",
            "2026-01-01T10:00.5",
            "2026-01-01T10:00:00.",
            "2026-01-01T10:00:00.0123456789",
            "2026-01-01T10:00:00,5",
            "2026-01-01T10:00+25:00",
            "2026-01-01T10:00+24:00",
            "2026-01-01T10:00+01:60",
            "2026-01-01T10:00+0100",
            "2026-01-01T10:00+01",
            "2026-01-01Z",
            "2026-01-01  10:00",
            " 2026-01-01",
            "2026-01-01 ",
            "2026-01-01T10:00 Z",
            "20260101",
            "２０２６-01-01",
            "2026-01-01T10:00ZZ",
            "2026/01/01",
            "2026-01-01T10:00+01:00[Europe/Paris]",
            "2026-01-01\u{a0}10:00",
            "2026-01-01T10:00\u{2212}01:00",
        ];
        for text in none {
            check(text, None);
        }
    }
}
