//! Oracles for untrusted bytes as encoded programs.

use arbitrary::{Result, Unstructured};
use lang::{Position, Root, Scope};
use sha2::{Digest, Sha256};
use vm::{
    Columns, Decimal, Family, Instant, KindSet, LANGUAGE_VERSION, Program, Reading, Row, Truth,
    Type, Value, Verified,
};

use super::meaning::alone;
use crate::generate::{Field, case};

/// The length of the digest that precedes a program, in bytes.
const DIGEST: usize = 32;

/// The number of rows that a program is run over.
const ROWS: usize = 9;

/// Bytes that load as a program run, and encode to the same bytes.
pub fn program(bytes: &[u8]) {
    load(bytes);
    load(&sealed(&[&LANGUAGE_VERSION.to_le_bytes()[..], bytes].concat()));
}

/// A program with changed bytes and a correct digest is refused or runs.
pub fn mutate(bytes: &[u8]) {
    loads_changed(bytes);
}

/// As [`mutate`]; returns whether the changed program was accepted and ran.
pub fn loads_changed(bytes: &[u8]) -> bool {
    changed(&mut Unstructured::new(bytes)).is_ok_and(|changed| load(&changed))
}

/// Loads and runs bytes; returns whether they were a program.
fn load(bytes: &[u8]) -> bool {
    let Ok(verified) = Program::load(bytes, &Reading::default()) else { return false };
    let encoded = verified.encode();
    let again = Program::load(&encoded, &Reading::default());
    assert!(again.as_ref() == Ok(&verified), "what is encoded loads as another program");
    assert_eq!(again.map(|again| again.encode()), Ok(encoded), "encoding is not stable");
    verified.program().to_string();
    run(&verified);
    true
}

/// The machines agree on every program that the verifier accepts.
fn run(verified: &Verified) {
    let types = verified.program().slots();
    let mut columns = Columns::new(types);
    let rows: Vec<Row> = (0..ROWS).map(|number| row(types, number)).collect();
    rows.iter().for_each(|row| columns.push(row));
    let decided: Vec<bool> = rows.iter().map(|row| verified.decide(row)).collect();
    let weighed: Vec<Truth> = rows.iter().map(|row| verified.weigh(row).truth()).collect();
    assert_eq!(verified.decide_batch(&columns), decided);
    assert_eq!(verified.weigh_batch(&columns), weighed);
    let twice = vec![verified.clone(), verified.clone()];
    let kinds: Vec<_> = rows.iter().map(|row| alone(&twice, row)).collect();
    let set = KindSet::new(twice);
    assert_eq!(rows.iter().map(|row| set.classify(row)).collect::<Vec<_>>(), kinds);
    assert_eq!(set.classify_batch(&columns).iter().collect::<Vec<_>>(), kinds);
}

/// A row whose slots have values of their types, different in each slot.
fn row(types: &[Type], number: usize) -> Row {
    let mut row = Row::new(types.len());
    for (slot, ty) in types.iter().enumerate() {
        row.set(slot, value(ty.family(), slot * 5 + number));
    }
    row
}

#[expect(clippy::indexing_slicing, reason = "INVARIANT: every index is taken modulo the length")]
fn value(family: Family, number: usize) -> Value<'static> {
    const TEXTS: [&str; 7] =
        ["149", "", "pickup", "ß", "İ", "a'b", "a text that is longer than a slot holds"];
    const LARGEST: i128 = 99_999_999_999_999_999_999_999_999_999_999_999_999;
    const NUMBERS: [(i128, u8); 7] =
        [(149, 0), (0, 0), (1, 38), (-LARGEST, 0), (LARGEST, 38), (125, 1), (1 << 64, 0)];
    const SECONDS: [i64; 7] = [1_767_225_600, 0, -1, i64::MIN, i64::MAX, 1, 1 << 40];
    if number.is_multiple_of(9) {
        return Value::Absent;
    }
    if number.is_multiple_of(8) {
        return Value::Unreadable;
    }
    match family {
        Family::Text => Value::Text(TEXTS[number % TEXTS.len()]),
        Family::Boolean => Value::Boolean(number.is_multiple_of(2)),
        Family::Number => {
            let (mantissa, scale) = NUMBERS[number % NUMBERS.len()];
            Decimal::new(mantissa, scale).map_or(Value::Unreadable, Value::Number)
        }
        Family::Datetime => Value::Datetime(Instant {
            seconds: SECONDS[number % SECONDS.len()],
            nanoseconds: 999_999_999,
        }),
    }
}

/// The bytes of a generated condition's program, after the digest.
pub(crate) fn unchanged(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let case = case(u)?;
    let mut scope = Scope::new(Position::Kind);
    for Field { name, ty, .. } in &case.fields {
        scope.declare(Root::Fields, None, None, name, *ty);
    }
    let compiled = lang::compile(&case.condition, &scope, &Reading::default());
    let compiled = compiled.map_err(|_| arbitrary::Error::IncorrectFormat)?;
    Ok(compiled.program.encode().split_off(DIGEST))
}

/// The same bytes with some changes, and with their digest.
#[expect(clippy::indexing_slicing, reason = "INVARIANT: every index is taken modulo the length")]
fn changed(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let edits: Vec<(u16, u8, u8)> =
        (0..u.int_in_range(1..=3)?).map(|_| u.arbitrary()).collect::<Result<_>>()?;
    let mut bytes = unchanged(u)?;
    for (at, how, byte) in edits {
        let at = usize::from(at) % bytes.len();
        match how % 8 {
            0 => bytes[at] = byte,
            // Most numbers of a program are small.
            1..=3 => bytes[at] = byte % 8,
            4 => bytes[at] = bytes[usize::from(byte) % bytes.len()],
            5 => bytes[at] ^= 1 << (byte % 8),
            6 => bytes.insert(at, byte),
            _ if bytes.len() > 1 => drop(bytes.remove(at)),
            _ => {}
        }
    }
    Ok(sealed(&bytes))
}

/// The bytes after their digest.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    [Sha256::digest(bytes).as_slice(), bytes].concat()
}
