//! Reading a value under its declared type: what JSON holds becomes known, absent or unreadable.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use jiff::civil::DateTime;
use jiff::tz::{AmbiguousOffset, TimeZone};
use phonenumber::country;

use crate::datetime::{Clock, Spelled};
use crate::decimal::Decimal;
use crate::limits::{MAX_PHONE, MAX_PHONES_KEPT, MAX_TEXT};
use crate::spelling;
use crate::types::{Family, Type};
use crate::value::{Constant, Instant, Value};

/// What values are read with: the station's time zone and its country.
///
/// Cloning it is cheap.
#[derive(Clone)]
pub struct Reading(Arc<Context>);

struct Context {
    zone: TimeZone,
    zone_name: String,
    country: Option<country::Id>,
}

/// Why a reading cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadingFault {
    /// The time zone is none of the IANA database.
    Zone,
    /// The country is none that has a numbering plan, by its two capital letters of ISO 3166.
    Country,
}

/// A value as JSON holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar<'a> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean(bool),
    /// A number, as it is spelled there; any other text than one of JSON's grammar is unreadable.
    Number(&'a str),
    /// A text, unescaped.
    Text(&'a str),
    /// A text with a lone surrogate.
    Broken,
    /// An object or an array.
    Compound,
}

/// Why an answer is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerFault {
    /// It is not of the type.
    Type,
    /// It is not an absolute http or https address.
    Address,
    /// A quantity below zero.
    Negative,
}

/// Buffers for values that a reading normalises, reused so that nothing is allocated.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    text: String,
    /// Phone numbers as they came, with their one spelling: to find it takes as long as to read a hundred rows.
    phones: HashMap<Box<str>, Option<Box<str>>>,
    /// The country that they were read in.
    country: Option<country::Id>,
}

impl Reading {
    /// A reading in an IANA time zone, with national phone numbers of a country (two capital letters) or of none.
    pub fn new(zone: &str, country: Option<&str>) -> Result<Reading, ReadingFault> {
        let zone = TimeZone::get(zone).ok().filter(|z| !z.is_unknown());
        let zone = zone.ok_or(ReadingFault::Zone)?;
        let zone_name = zone.iana_name().ok_or(ReadingFault::Zone)?.to_owned();
        let country = match country {
            None => None,
            Some(name) => Some(name.parse().map_err(|_| ReadingFault::Country)?),
        };
        Ok(Reading(Arc::new(Context { zone, zone_name, country })))
    }

    /// The time zone of civil times, as the IANA database spells it.
    pub fn zone(&self) -> &str {
        &self.0.zone_name
    }

    /// The country of national phone numbers.
    pub fn country(&self) -> Option<&str> {
        self.0.country.as_ref().map(AsRef::as_ref)
    }

    /// Reads a value of a row under its declared type.
    pub fn read<'a>(&self, ty: Type, scalar: Scalar<'a>, scratch: &'a mut Scratch) -> Value<'a> {
        match scalar {
            Scalar::Null => Value::Absent,
            Scalar::Broken | Scalar::Compound => Value::Unreadable,
            Scalar::Boolean(known) if ty == Type::Boolean => Value::Boolean(known),
            Scalar::Boolean(_) => Value::Unreadable,
            Scalar::Number(lexeme) => self.number(ty, lexeme, scratch),
            Scalar::Text(text) if text.len() > MAX_TEXT => Value::Unreadable,
            Scalar::Text(text) => self.text(ty, text, scratch),
        }
    }

    /// Normalises a text literal for a type; `None` if the text is not a value of the type.
    pub fn constant(&self, ty: Type, text: &str) -> Option<Constant> {
        self.read_owned(ty, Scalar::Text(text))
    }

    /// Reads a value that came as JSON from a model or a caller; `None` is an absent one.
    pub fn strict(&self, ty: Type, scalar: Scalar<'_>) -> Result<Option<Constant>, AnswerFault> {
        if scalar == Scalar::Null {
            return Ok(None);
        }
        let taken = match (ty, scalar) {
            (Type::Id, Scalar::Number(_)) => true,
            (Type::Boolean, Scalar::Boolean(_)) => true,
            (Type::Boolean | Type::Price, Scalar::Text(_)) => false,
            (_, Scalar::Number(_)) => ty.family() == Family::Number,
            (_, Scalar::Text(text)) => ty.family() != Family::Number || is_canonical(text),
            (_, Scalar::Null | Scalar::Boolean(_) | Scalar::Broken | Scalar::Compound) => false,
        };
        let value = self.read_owned(ty, scalar).filter(|_| taken).ok_or(AnswerFault::Type)?;
        answer(ty, value).map(Some)
    }

    /// Reads what a person typed into a page or a terminal: as a row's text is read, and fit for an answer.
    pub fn typed(&self, ty: Type, text: &str) -> Result<Constant, AnswerFault> {
        answer(ty, self.constant(ty, text).ok_or(AnswerFault::Type)?)
    }

    /// The instant of a date, or of a date and a time.
    pub fn instant(&self, text: &str) -> Option<Instant> {
        let spelled = Spelled::parse(text)?;
        let civil = spelled.civil_seconds();
        let (nanoseconds, offset) = match spelled.clock {
            Clock::Day => (0, None),
            Clock::Time { nanosecond, offset, .. } => (nanosecond, offset),
        };
        let seconds = match offset {
            Some(offset) => civil - i64::from(offset),
            None if self.0.zone == TimeZone::UTC => civil,
            None => self.instant_of(&spelled, civil)?,
        };
        Some(Instant { seconds, nanoseconds })
    }

    fn number<'a>(&self, ty: Type, lexeme: &'a str, scratch: &'a mut Scratch) -> Value<'a> {
        let number = match ty {
            Type::Email | Type::Boolean | Type::Datetime => return Value::Unreadable,
            Type::Text | Type::Url | Type::Image | Type::Id | Type::Phone => Decimal::parse(lexeme),
            Type::Number | Type::Price | Type::Integer | Type::Quantity => {
                return numeric(ty, lexeme);
            }
        };
        match number {
            Ok(number) if ty != Type::Id || number.is_whole() => {
                scratch.print(number);
                if ty != Type::Phone {
                    return Value::Text(&scratch.text);
                }
                let text = std::mem::take(&mut scratch.text);
                self.phone(&text, scratch)
            }
            Ok(_) | Err(_) => Value::Unreadable,
        }
    }

    fn text<'a>(&self, ty: Type, text: &'a str, scratch: &'a mut Scratch) -> Value<'a> {
        match ty {
            Type::Id => Value::Text(text),
            Type::Text | Type::Url | Type::Image => {
                Value::Text(spelling::composed(text, &mut scratch.text))
            }
            Type::Email => {
                spelling::email(text, &mut scratch.text).map_or(Value::Unreadable, Value::Text)
            }
            Type::Phone => self.phone(text, scratch),
            Type::Number | Type::Price | Type::Integer | Type::Quantity => {
                numeric(ty, spelling::trimmed(text))
            }
            Type::Boolean => match text {
                "true" => Value::Boolean(true),
                "false" => Value::Boolean(false),
                _ => Value::Unreadable,
            },
            Type::Datetime => self.instant(text).map_or(Value::Unreadable, Value::Datetime),
        }
    }

    fn phone<'a>(&self, text: &str, scratch: &'a mut Scratch) -> Value<'a> {
        if text.len() > MAX_PHONE {
            return Value::Unreadable;
        }
        if scratch.country != self.0.country {
            scratch.phones.clear();
            scratch.country = self.0.country;
        }
        if !scratch.phones.contains_key(text) {
            if scratch.phones.len() >= MAX_PHONES_KEPT {
                scratch.phones.clear();
            }
            let spelling = spelling::phone(text, self.0.country).map(Box::from);
            scratch.phones.insert(Box::from(text), spelling);
        }
        let spelling = scratch.phones.get(text).and_then(Option::as_deref);
        spelling.map_or(Value::Unreadable, Value::Text)
    }

    fn read_owned(&self, ty: Type, scalar: Scalar<'_>) -> Option<Constant> {
        match self.read(ty, scalar, &mut Scratch::default()) {
            Value::Absent | Value::Unreadable => None,
            Value::Text(text) => Some(Constant::Text(text.to_owned())),
            Value::Number(number) => Some(Constant::Number(number)),
            Value::Boolean(known) => Some(Constant::Boolean(known)),
            Value::Datetime(instant) => Some(Constant::Datetime(instant)),
        }
    }

    /// Seconds of a civil time in the zone: past a gap by the offset before it, first of a repetition.
    fn instant_of(&self, spelled: &Spelled, civil: i64) -> Option<i64> {
        let second = i32::try_from(civil.rem_euclid(86_400)).ok()?;
        let [hour, minute, second] =
            [second / 3600, second / 60 % 60, second % 60].map(|n| i8::try_from(n).ok());
        let (year, month, day) = (spelled.year, spelled.month, spelled.day);
        let time = DateTime::new(year, month, day, hour?, minute?, second?, 0).ok()?;
        let zone = &self.0.zone;
        let seconds = match zone.to_ambiguous_timestamp(time).offset() {
            AmbiguousOffset::Unambiguous { offset }
            | AmbiguousOffset::Fold { before: offset, .. } => civil - i64::from(offset.seconds()),
            AmbiguousOffset::Gap { before, .. } => {
                let past = civil - i64::from(before.seconds());
                match spelled.clock {
                    Clock::Day => transition(zone, past).unwrap_or(past),
                    Clock::Time { .. } => past,
                }
            }
        };
        Some(seconds)
    }
}

/// The last change of offset at or before a moment: where a zone skips midnight, the day begins there.
fn transition(zone: &TimeZone, seconds: i64) -> Option<i64> {
    let after = jiff::Timestamp::from_second(seconds + 1).ok()?;
    zone.preceding(after).next().map(|change| change.timestamp().as_second())
}

/// A number's text under a type of the number family.
fn numeric<'a>(ty: Type, text: &str) -> Value<'a> {
    let whole = matches!(ty, Type::Integer | Type::Quantity);
    match Decimal::parse(text) {
        Ok(number) if number.is_whole() || !whole => Value::Number(number),
        Ok(_) | Err(_) => Value::Unreadable,
    }
}

/// Whether a text is a numeral as an answer may spell one: no blanks, no exponent.
fn is_canonical(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit() || b == b'-' || b == b'.')
}

/// What an answer must be beyond its type.
fn answer(ty: Type, value: Constant) -> Result<Constant, AnswerFault> {
    match (ty, &value) {
        (Type::Url | Type::Image, Constant::Text(text)) if !spelling::is_address(text) => {
            Err(AnswerFault::Address)
        }
        (Type::Quantity, Constant::Number(number)) if *number < Decimal::ZERO => {
            Err(AnswerFault::Negative)
        }
        _ => Ok(value),
    }
}

impl Scratch {
    fn print(&mut self, number: Decimal) {
        self.text.clear();
        // Writing to a `String` cannot fail.
        let _ = fmt::Write::write_fmt(&mut self.text, format_args!("{number}"));
    }
}

impl Default for Reading {
    /// UTC and no country.
    fn default() -> Reading {
        Reading(Arc::new(Context {
            zone: TimeZone::UTC,
            zone_name: "UTC".to_owned(),
            country: None,
        }))
    }
}

/// Two readings are equal if they read every value alike.
impl PartialEq for Reading {
    fn eq(&self, other: &Reading) -> bool {
        self.zone() == other.zone() && self.0.country == other.0.country
    }
}

impl Eq for Reading {}

impl fmt::Debug for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reading")
            .field("zone", &self.zone())
            .field("country", &self.country())
            .finish()
    }
}

impl fmt::Display for ReadingFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ReadingFault::Zone => "no time zone of the IANA database",
            ReadingFault::Country => "no country with a numbering plan",
        })
    }
}

impl std::error::Error for ReadingFault {}

impl fmt::Display for AnswerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AnswerFault::Type => "the value is not of the type",
            AnswerFault::Address => "an absolute http(s) address is wanted",
            AnswerFault::Negative => "a quantity is 0 or more",
        })
    }
}

impl std::error::Error for AnswerFault {}
