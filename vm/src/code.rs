//! Programs as bytes: a digest, the version of the language, the payload.
//!
//! Loading trusts nothing. It bounds the size before it computes the digest, and each count before it stores the
//! items. It verifies the program before a machine may run it.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use sha2::{Digest, Sha256};

use crate::limits::MAX_PROGRAM;
use crate::program::{Context, LANGUAGE_VERSION, Program};
use crate::reading::Reading;
use crate::verify::{Fault, Verified, verify_sources};

/// The length of the digest, in bytes.
const DIGEST: usize = 32;

/// The reason why bytes do not load as a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadFault {
    /// There are too many bytes.
    Size,
    /// The digest does not match.
    Digest,
    /// The program is for another version of the language.
    Version(u16),
    /// The bytes do not parse as a program.
    Form,
    /// The rows of the program are read otherwise: in another time zone, country or version of Unicode.
    Reading,
    /// The verifier rejects the program.
    Program(Fault),
}

impl fmt::Display for LoadFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadFault::Size => write!(f, "a program has at most {MAX_PROGRAM} bytes"),
            LoadFault::Digest => f.write_str("the bytes are damaged: their digest does not match"),
            LoadFault::Version(version) => {
                write!(
                    f,
                    "the program is for version {version} of the language, not {LANGUAGE_VERSION}"
                )
            }
            LoadFault::Form => f.write_str("the bytes do not parse as a program"),
            LoadFault::Reading => {
                f.write_str("the program is for another time zone, country or version of Unicode")
            }
            LoadFault::Program(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for LoadFault {}

impl Verified {
    /// Encodes the program as bytes, which [`Program::load`] reads.
    pub fn encode(&self) -> Vec<u8> {
        let head = self.program.version.to_le_bytes();
        // Writing to memory does not fail; empty bytes would not load.
        let payload = postcard::to_allocvec(&self.program).unwrap_or_default();
        sealed(&[&head[..], &payload].concat())
    }
}

impl Program {
    /// Reads and verifies a program for rows of this reading.
    pub fn load(bytes: &[u8], reading: &Reading) -> Result<Verified, LoadFault> {
        if bytes.len() > MAX_PROGRAM {
            return Err(LoadFault::Size);
        }
        let (digest, rest) = bytes.split_first_chunk::<DIGEST>().ok_or(LoadFault::Form)?;
        if Sha256::digest(rest).as_slice() != digest {
            return Err(LoadFault::Digest);
        }
        let (version, payload) = rest.split_first_chunk::<2>().ok_or(LoadFault::Form)?;
        let version = u16::from_le_bytes(*version);
        if version != LANGUAGE_VERSION {
            return Err(LoadFault::Version(version));
        }
        let (program, left) =
            postcard::take_from_bytes::<Program>(payload).map_err(|_| LoadFault::Form)?;
        if !left.is_empty() {
            return Err(LoadFault::Form);
        }
        if program.context != Context::of(reading) {
            return Err(LoadFault::Reading);
        }
        verify_sources(program).map_err(LoadFault::Program)
    }
}

/// Returns the bytes after their digest.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    [Sha256::digest(bytes).as_slice(), bytes].concat()
}

/// Reads a sequence of at most `MAX` items; more items are rejected before they are stored.
pub(crate) fn at_most<'de, D, T, const MAX: usize>(from: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    struct AtMost<T, const MAX: usize>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>, const MAX: usize> Visitor<'de> for AtMost<T, MAX> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "at most {MAX} items")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<T>, A::Error> {
            let mut read = Vec::new();
            while let Some(item) = items.next_element()? {
                if read.len() == MAX {
                    return Err(A::Error::custom("too many items"));
                }
                read.push(item);
            }
            Ok(read)
        }
    }

    from.deserialize_seq(AtMost::<T, MAX>(PhantomData))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        Compute, Constant, Decimal, Form, Nullable, Pattern, ProgramBuilder, Row, Target, Test,
        Type, Value,
    };

    /// A program with an entry in every table.
    fn sample() -> Verified {
        let reading = Reading::default();
        let mut program = ProgramBuilder::new(&[Type::Text, Type::Price, Type::Datetime], &reading);
        let (name, price) = (program.slot(0), program.slot(1));
        let texts = ["a", "a text that no slot holds"].map(|t| Constant::Text(t.into()));
        let list = program.list(texts.into(), Nullable::WithNull);
        let pattern = program.pattern(&Pattern::new("^b+$", 1 << 20).unwrap());
        let two = program.constant(Constant::Number(Decimal::from(2)));
        let tests = [Test::InText(name, list), Test::Matches(name, pattern), Test::Known(price)];
        let next = program.label();
        let double = program.compute(Form::Decide, Compute::Mul(price, two));
        program.jump(tests[0], Target::YES, next);
        program.place(next);
        program.jump(Test::GtNumber(double, two), Target::YES, Target::NO);
        let parts = tests.map(|test| {
            let part = program.part();
            program.weigh(Form::Weigh, test, part);
            part
        });
        let whole = program.part();
        program.weigh(Form::Weigh, Test::And(parts[0], parts[2]), whole);
        program.finish(whole).unwrap()
    }

    fn run(program: &Verified) {
        let mut row = Row::new(3);
        for value in [Value::Absent, Value::Text("bb"), Value::Unreadable] {
            row.set(0, value);
            program.decide(&row);
            program.weigh(&row).truth();
        }
    }

    #[test]
    fn what_is_encoded_loads_as_it_was() {
        let program = sample();
        assert_eq!(Program::load(&program.encode(), &Reading::default()), Ok(program));
    }

    #[test]
    fn every_damaged_byte_is_refused() {
        let bytes = sample().encode();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(Program::load(&damaged, &Reading::default()), Err(LoadFault::Digest));
        }
    }

    #[test]
    fn every_change_with_the_digest_made_right_is_refused_or_runs() {
        let bytes = sample().encode();
        for at in DIGEST..bytes.len() {
            for byte in 0..=u8::MAX {
                let mut changed = bytes[DIGEST..].to_vec();
                changed[at - DIGEST] = byte;
                if let Ok(program) = Program::load(&sealed(&changed), &Reading::default()) {
                    run(&program);
                }
            }
        }
    }

    #[test]
    fn another_reading_version_or_tail_is_refused() {
        let bytes = sample().encode();
        let reading = Reading::new("Europe/Paris", None).unwrap();
        assert_eq!(Program::load(&bytes, &reading), Err(LoadFault::Reading));
        let mut newer = bytes[DIGEST..].to_vec();
        newer[0] = 9;
        let newer = Program::load(&sealed(&newer), &Reading::default());
        assert_eq!(newer, Err(LoadFault::Version(9)));
        let longer = [&bytes[DIGEST..], &[0]].concat();
        let longer = Program::load(&sealed(&longer), &Reading::default());
        assert_eq!(longer, Err(LoadFault::Form));
        assert_eq!(
            Program::load(&vec![0; MAX_PROGRAM + 1], &Reading::default()),
            Err(LoadFault::Size)
        );
    }

    proptest! {
        #[test]
        fn random_bytes_never_panic(payload in proptest::collection::vec(any::<u8>(), 0..200)) {
            let bytes = [&LANGUAGE_VERSION.to_le_bytes()[..], &payload].concat();
            if let Ok(program) = Program::load(&sealed(&bytes), &Reading::default()) {
                run(&program);
            }
        }

        #[test]
        fn several_changed_bytes_never_panic(
            changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        ) {
            let mut bytes = sample().encode()[DIGEST..].to_vec();
            for (at, byte) in changes {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            if let Ok(program) = Program::load(&sealed(&bytes), &Reading::default()) {
                run(&program);
            }
        }
    }
}
