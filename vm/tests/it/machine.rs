//! The machines: what each test says of each state, and that row, batch and both forms say the same.

use proptest::prelude::*;
use proptest::sample::select;
use vm::{
    Columns, Compute, Constant, Decimal, Form, Instant, KindSet, Kinds, Nullable, Operand, Part,
    Pattern, ProgramBuilder, Reading, Row, Target, Test, Truth, Type, Value, Verified,
};

const TYPES: [Type; 6] =
    [Type::Text, Type::Text, Type::Price, Type::Number, Type::Boolean, Type::Datetime];

/// A program of one test, in both forms.
fn one(make: impl Fn(&mut ProgramBuilder, Form) -> Test) -> Verified {
    let mut program = ProgramBuilder::new(&TYPES, &Reading::default());
    let test = make(&mut program, Form::Decide);
    program.jump(test, Target::YES, Target::NO);
    let test = make(&mut program, Form::Weigh);
    let part = program.part();
    program.weigh(Form::Weigh, test, part);
    program.finish(part).unwrap()
}

/// What all ways of running a program say of a row, which must be one thing.
#[track_caller]
fn said(program: &Verified, row: &Row) -> Truth {
    let truth = program.weigh(row).truth();
    assert_eq!(program.decide(row), truth == Truth::True, "decide\n{}", program.program());
    let mut columns = Columns::new(&TYPES);
    columns.push(row);
    assert_eq!(program.weigh_batch(&columns), [truth], "weigh_batch\n{}", program.program());
    assert_eq!(program.decide_batch(&columns), [truth == Truth::True]);
    truth
}

#[track_caller]
fn check(
    values: &[(usize, Value<'_>)],
    make: impl Fn(&mut ProgramBuilder, Form) -> Test,
    wanted: &str,
) {
    let mut row = Row::new(TYPES.len());
    for (slot, value) in values {
        row.set(*slot, *value);
    }
    assert_eq!(said(&one(make), &row).word(), wanted, "{values:?}");
}

fn number(text: &str) -> Decimal {
    Decimal::parse(text).unwrap()
}

fn text(text: &str) -> Constant {
    Constant::Text(text.into())
}

#[test]
fn equality_reads_absent_as_null() {
    let to_a = |p: &mut ProgramBuilder, _| Test::EqText(p.slot(0), p.constant(text("a")));
    check(&[(0, Value::Text("a"))], to_a, "true");
    check(&[(0, Value::Text("b"))], to_a, "false");
    check(&[], to_a, "false");
    check(&[(0, Value::Unreadable)], to_a, "indeterminate");
    let not_a = |p: &mut ProgramBuilder, _| Test::NeText(p.slot(0), p.constant(text("a")));
    check(&[], not_a, "true");
    check(&[(0, Value::Unreadable)], not_a, "indeterminate");
    let both = |p: &mut ProgramBuilder, _| Test::EqText(p.slot(0), p.slot(1));
    check(&[], both, "true");
    check(&[(0, Value::Text("a"))], both, "false");
    check(&[(0, Value::Unreadable)], both, "indeterminate");
    let long = "a text of more than fourteen bytes";
    check(&[(0, Value::Text(long)), (1, Value::Text(long))], both, "true");
    let null = |p: &mut ProgramBuilder, _| Test::Null(p.slot(0));
    check(&[], null, "true");
    check(&[(0, Value::Text(""))], null, "false");
    check(&[(0, Value::Unreadable)], null, "indeterminate");
}

#[test]
fn order_needs_both_values() {
    let over = |p: &mut ProgramBuilder, _| {
        Test::GtNumber(p.slot(2), p.constant(Constant::Number(number("0.5"))))
    };
    check(&[(2, Value::Number(number("1")))], over, "true");
    check(&[(2, Value::Number(number("0.5")))], over, "false");
    check(&[], over, "indeterminate");
    check(&[(2, Value::Unreadable)], over, "indeterminate");
    check(&[(2, Value::Number(number("1e37")))], over, "true");
    check(&[(2, Value::Number(number("-1e37")))], over, "false");
    let fields = |p: &mut ProgramBuilder, _| Test::LeNumber(p.slot(2), p.slot(3));
    let pair = |a, b| [(2, Value::Number(number(a))), (3, Value::Number(number(b)))];
    check(&pair("1e37", "1e-38"), fields, "false");
    check(&pair("1.50", "1.5"), fields, "true");
    check(&pair("9007199254740992", "9007199254740993"), fields, "true");
    check(&pair("9223372036854775807", "9223372036854775807.5"), fields, "true");
}

#[test]
fn membership_and_predicates() {
    let list = |null| {
        move |p: &mut ProgramBuilder, _| {
            let members = ["a", "a member that no slot holds"].map(text).to_vec();
            Test::InText(p.slot(0), p.list(members, null))
        }
    };
    check(&[(0, Value::Text("a"))], list(Nullable::WithoutNull), "true");
    check(&[(0, Value::Text("a member that no slot holds"))], list(Nullable::WithoutNull), "true");
    check(&[(0, Value::Text("another that no slot holds"))], list(Nullable::WithoutNull), "false");
    check(&[], list(Nullable::WithoutNull), "false");
    check(&[], list(Nullable::WithNull), "true");
    check(&[(0, Value::Unreadable)], list(Nullable::WithNull), "indeterminate");
    let bio = |p: &mut ProgramBuilder, _| Test::Contains(p.slot(0), p.constant(text("bio")));
    check(&[(0, Value::Text("le bio"))], bio, "true");
    check(&[(0, Value::Text("Bio"))], bio, "false");
    check(&[], bio, "indeterminate");
    let lower = |p: &mut ProgramBuilder, form| {
        let slot = p.slot(0);
        let lower = p.compute(form, Compute::Lower(slot));
        Test::EqText(lower, p.constant(text("straße")))
    };
    check(&[(0, Value::Text("STRAßE"))], lower, "true");
    check(&[], lower, "indeterminate");
    let pattern = |p: &mut ProgramBuilder, _| {
        Test::Matches(p.slot(0), p.pattern(&Pattern::new(r"^\w+\d$", 1 << 20).unwrap()))
    };
    check(&[(0, Value::Text("région1"))], pattern, "true");
    check(&[(0, Value::Text("1 ")), (1, Value::Absent)], pattern, "false");
    let length = |p: &mut ProgramBuilder, form| {
        let slot = p.slot(0);
        let length = p.compute(form, Compute::Length(slot));
        Test::EqNumber(length, p.constant(Constant::Number(number("2"))))
    };
    check(&[(0, Value::Text("é€"))], length, "true");
}

#[test]
fn arithmetic_is_exact_or_unreadable() {
    let sum = |wanted: &'static str| {
        move |p: &mut ProgramBuilder, form| {
            let (a, b) = (p.slot(2), p.slot(3));
            let sum = p.compute(form, Compute::Add(a, b));
            Test::EqNumber(sum, p.constant(Constant::Number(number(wanted))))
        }
    };
    let pair = |a, b| [(2, Value::Number(number(a))), (3, Value::Number(number(b)))];
    check(&pair("0.1", "0.2"), sum("0.3"), "true");
    check(&pair("9e37", "9e37"), sum("1"), "indeterminate");
    check(&[(2, Value::Number(number("1")))], sum("1"), "indeterminate");
}

#[test]
fn a_part_shows_what_it_was_said_of() {
    let program = one(|p, _| Test::EqText(p.slot(0), p.constant(text("149"))));
    let mut row = Row::new(TYPES.len());
    row.set(0, Value::Text("150"));
    let weighed = program.weigh(&row);
    let values: Vec<_> = weighed.operands(Part::new(0).unwrap()).collect();
    assert_eq!(values, [Value::Text("150"), Value::Text("149")]);
    assert_eq!(weighed.part(Part::new(9).unwrap()), Truth::Indeterminate);
}

#[test]
fn a_listing_shows_both_forms() {
    let program = one(|p, _| Test::InText(p.slot(0), p.list(vec![text("a")], Nullable::WithNull)));
    let listing = program.program().to_string();
    let wanted = "s0 text\ns1 text\ns2 price\ns3 number\ns4 boolean\ns5 datetime\n\
                  l0 [\"a\", null]\n\
                  decide\n  0 in.text s0, l0 ? true : false\n\
                  weigh\n  0 p0 = in.text s0, l0\nanswer p0\n";
    assert_eq!(listing, wanted);
}

/// A condition as the laws below make them.
#[derive(Clone, Debug)]
enum Condition {
    Leaf(Leaf),
    Not(Box<Condition>),
    Settled(Box<Condition>),
    And(Vec<Condition>),
    Or(Vec<Condition>),
}

#[derive(Clone, Debug)]
struct Leaf {
    which: usize,
    text: &'static str,
    number: &'static str,
}

const TEXTS: [&str; 4] = ["", "a", "ab", "a text of more than fourteen bytes"];
/// Among them such as a slot holds in fixed units, such as it holds otherwise, and such as no slot holds.
#[rustfmt::skip]
const NUMBERS: [&str; 12] = [
    "0", "1", "1.5", "-2", "1.4999", "1.49995", "922337203685477.5807", "922337203685477.5808",
    "9223372036854775807", "9223372036854775808", "-1e-5", "1e-38",
];

fn leaf() -> impl Strategy<Value = Condition> {
    let parts = (0..18usize, select(&TEXTS[..]), select(&NUMBERS[..]));
    parts.prop_map(|(which, text, number)| Condition::Leaf(Leaf { which, text, number }))
}

fn condition() -> impl Strategy<Value = Condition> {
    leaf().prop_recursive(4, 24, 4, |inner| {
        let several = proptest::collection::vec(inner.clone(), 2..4);
        prop_oneof![
            inner.clone().prop_map(|c| Condition::Not(Box::new(c))),
            inner.prop_map(|c| Condition::Settled(Box::new(c))),
            several.clone().prop_map(Condition::And),
            several.prop_map(Condition::Or),
        ]
    })
}

impl Leaf {
    fn test(&self, p: &mut ProgramBuilder, form: Form) -> Test {
        let (a, b, x, y) = (p.slot(0), p.slot(1), p.slot(2), p.slot(3));
        let (yes, at) = (p.slot(4), p.slot(5));
        let literal = p.constant(text(self.text));
        let constant = p.constant(Constant::Number(number(self.number)));
        let instant = p.constant(Constant::Datetime(Instant { seconds: 5, nanoseconds: 0 }));
        let register = |p: &mut ProgramBuilder, value| -> Operand { p.compute(form, value) };
        match self.which {
            0 => Test::EqText(a, literal),
            1 => Test::EqText(literal, b),
            2 => Test::EqText(a, b),
            3 => Test::EqNumber(x, constant),
            4 => Test::LtNumber(x, constant),
            5 => Test::LtNumber(constant, x),
            6 => Test::GtNumber(x, y),
            7 => Test::GtNumber(register(p, Compute::Mul(x, y)), constant),
            8 => Test::InText(a, p.list(TEXTS.map(text)[1..].to_vec(), Nullable::WithNull)),
            9 => Test::InNumber(
                x,
                p.list(vec![Constant::Number(number(self.number))], Nullable::WithoutNull),
            ),
            10 => Test::Contains(a, literal),
            11 => Test::Ends(register(p, Compute::Lower(a)), literal),
            12 => Test::Null(x),
            13 => Test::Known(register(p, Compute::Add(x, y))),
            14 => Test::Yes(yes),
            15 => Test::LtDatetime(at, instant),
            16 => Test::EqDatetime(at, instant),
            _ => Test::EqBoolean(yes, p.constant(Constant::Boolean(true))),
        }
    }
}

#[derive(Clone, Copy)]
enum Wanted {
    True,
    False,
}

impl Wanted {
    fn other(self) -> Wanted {
        match self {
            Wanted::True => Wanted::False,
            Wanted::False => Wanted::True,
        }
    }

    fn of(self, test: Test) -> Test {
        match self {
            Wanted::True => test,
            Wanted::False => test.negated().unwrap(),
        }
    }
}

impl Condition {
    fn weigh(&self, p: &mut ProgramBuilder, form: Form) -> Part {
        let test = match self {
            Condition::Leaf(leaf) => leaf.test(p, form),
            Condition::Not(inner) => Test::Not(inner.weigh(p, form)),
            Condition::Settled(inner) => Test::Settled(inner.weigh(p, form)),
            Condition::And(all) => {
                let parts: Vec<Part> = all.iter().map(|c| c.weigh(p, form)).collect();
                return fold(p, form, &parts, Test::And);
            }
            Condition::Or(all) => {
                let parts: Vec<Part> = all.iter().map(|c| c.weigh(p, form)).collect();
                return fold(p, form, &parts, Test::Or);
            }
        };
        let part = p.part();
        p.weigh(form, test, part);
        part
    }

    /// Compiles to jumps, with `not` pushed to the leaves: jumps to `yes` if the condition is known to be as wanted.
    fn decide(&self, p: &mut ProgramBuilder, wanted: Wanted, yes: Target, no: Target) {
        match (self, wanted) {
            (Condition::Leaf(leaf), _) => {
                let test = leaf.test(p, Form::Decide);
                p.jump(wanted.of(test), yes, no);
            }
            (Condition::Not(inner), _) => inner.decide(p, wanted.other(), yes, no),
            (Condition::Settled(inner), _) => {
                let part = inner.weigh(p, Form::Decide);
                let test = Test::Settled(part);
                p.jump(wanted.of(test), yes, no);
            }
            (Condition::And(all), Wanted::True) | (Condition::Or(all), Wanted::False) => {
                let (last, others) = all.split_last().unwrap();
                for inner in others {
                    let next = p.label();
                    inner.decide(p, wanted, next, no);
                    p.place(next);
                }
                last.decide(p, wanted, yes, no);
            }
            (Condition::Or(all), Wanted::True) | (Condition::And(all), Wanted::False) => {
                let (last, others) = all.split_last().unwrap();
                for inner in others {
                    let next = p.label();
                    inner.decide(p, wanted, yes, next);
                    p.place(next);
                }
                last.decide(p, wanted, yes, no);
            }
        }
    }

    fn program(&self) -> Verified {
        let mut p = ProgramBuilder::new(&TYPES, &Reading::default());
        let answer = self.weigh(&mut p, Form::Weigh);
        self.decide(&mut p, Wanted::True, Target::YES, Target::NO);
        p.finish(answer).unwrap()
    }
}

fn fold(p: &mut ProgramBuilder, form: Form, parts: &[Part], test: fn(Part, Part) -> Test) -> Part {
    let mut whole = parts[0];
    for part in &parts[1..] {
        let into = p.part();
        p.weigh(form, test(whole, *part), into);
        whole = into;
    }
    whole
}

fn row() -> impl Strategy<Value = Row> {
    let state = |known: Value<'static>| prop_oneof![4 => Just(known), 1 => Just(Value::Absent), 1 => Just(Value::Unreadable)];
    let texts = || select(&TEXTS[..]).prop_flat_map(move |t| state(Value::Text(t)));
    let numbers = || select(&NUMBERS[..]).prop_flat_map(move |n| state(Value::Number(number(n))));
    let booleans = any::<bool>().prop_flat_map(move |b| state(Value::Boolean(b)));
    let instants = (3..8i64)
        .prop_flat_map(move |seconds| state(Value::Datetime(Instant { seconds, nanoseconds: 0 })));
    (texts(), texts(), numbers(), numbers(), booleans, instants).prop_map(|(a, b, c, d, e, f)| {
        let mut row = Row::new(TYPES.len());
        for (slot, value) in [a, b, c, d, e, f].into_iter().enumerate() {
            row.set(slot, value);
        }
        row
    })
}

/// A kind: the text is one of 40 names, and the number is in a distinct span, at a distinct scale.
fn banded(at: usize) -> vm::Verified {
    let mut b = ProgramBuilder::new(&TYPES, &Reading::default());
    let number =
        |mantissa: i128| Constant::Number(Decimal::new(mantissa, (at % 30) as u8).unwrap());
    let span = at as i128 * 10;
    let (text, name) = (b.slot(0), b.constant(Constant::Text(format!("name {}", at % 40))));
    let (value, low, high) = (b.slot(2), b.constant(number(span)), b.constant(number(span + 15)));
    let tests = [Test::EqText(text, name), Test::GtNumber(value, low), Test::LeNumber(value, high)];
    for test in tests {
        let next = b.label();
        b.jump(test, if test == tests[2] { Target::YES } else { next }, Target::NO);
        if test != tests[2] {
            b.place(next);
        }
    }
    let parts = tests.map(|test| {
        let part = b.part();
        b.weigh(Form::Weigh, test, part);
        part
    });
    let (some, all) = (b.part(), b.part());
    b.weigh(Form::Weigh, Test::And(parts[0], parts[1]), some);
    b.weigh(Form::Weigh, Test::And(some, parts[2]), all);
    b.finish(all).unwrap()
}

/// The kinds of a row as each of their programs weighs it.
fn one_by_one(kinds: &[vm::Verified], row: &Row) -> Kinds {
    let known_true = |kind: &vm::Verified| kind.weigh(row).truth() == Truth::True;
    let known: Vec<u16> =
        (0..).zip(kinds).filter(|(_, kind)| known_true(kind)).map(|(at, _)| at).collect();
    match known[..] {
        [] => Kinds::None,
        [one] => Kinds::One(one),
        _ => Kinds::Several(known.into()),
    }
}

#[test]
fn many_kinds_divided_twice_answer_as_one_by_one() {
    let kinds: Vec<_> = (0..600).map(banded).collect();
    let set = KindSet::new(kinds.clone());
    let mut columns = Columns::new(&TYPES);
    let mut rows = Vec::new();
    for at in (0..600).step_by(7) {
        for (mantissa, scale) in
            [(0, 0), (5, 0), (10, 0), (15, 0), (151, 1), (16, 0), (9, 25), (-1, 0)]
        {
            let mut row = Row::new(TYPES.len());
            row.set(0, Value::Text(&format!("name {}", at % 40)));
            let number = Decimal::new(mantissa, scale).unwrap();
            let offset = Decimal::new(at as i128 * 10, (at % 30) as u8).unwrap();
            row.set(2, number.add(offset).map_or(Value::Unreadable, Value::Number));
            columns.push(&row);
            rows.push(row);
        }
    }
    let batch = set.classify_batch(&columns);
    let mut several = 0;
    for (row, by_batch) in rows.iter().zip(batch.iter()) {
        let right = one_by_one(&kinds, row);
        several += usize::from(matches!(right, Kinds::Several(_)));
        assert_eq!(set.classify(row), right, "{:?} {:?}", row.get(0), row.get(2));
        assert_eq!(by_batch, right, "{:?} {:?}", row.get(0), row.get(2));
    }
    assert!(several > 0);
}

/// A kind: the text is this one, and the number above a bound.
fn above(text: usize, bound: usize) -> vm::Verified {
    let mut b = ProgramBuilder::new(&TYPES, &Reading::default());
    let (slot, name) = (b.slot(0), b.constant(Constant::Text(format!("name {text}"))));
    let (value, bound) = (b.slot(2), b.constant(Constant::Number(Decimal::from(bound as i64))));
    let (is, more) = (Test::EqText(slot, name), Test::GtNumber(value, bound));
    let next = b.label();
    b.jump(is, next, Target::NO);
    b.place(next);
    b.jump(more, Target::YES, Target::NO);
    let (left, right, whole) = (b.part(), b.part(), b.part());
    b.weigh(Form::Weigh, is, left);
    b.weigh(Form::Weigh, more, right);
    b.weigh(Form::Weigh, Test::And(left, right), whole);
    b.finish(whole).unwrap()
}

/// Few texts and many, of few bounds and many, which they share and do not, over numbers of 32 bits and of 64.
#[test]
fn a_table_of_any_size_answers_as_one_by_one() {
    let sizes = [(1, 1), (3, 1), (3, 2), (3, 6), (3, 7), (3, 8), (2, 20), (260, 1), (260, 2)];
    for ((texts, bounds), apart, far) in
        sizes.into_iter().flat_map(|size| [(size, 0, 0), (size, 1, 0), (size, 7, 1i64 << 40)])
    {
        let kind = |text: usize, bound: usize| above(text, bound * 10 + text * apart);
        let kinds = (0..texts).flat_map(|text| (0..bounds).map(move |bound| kind(text, bound)));
        let set = KindSet::new(kinds.collect());
        let mut columns = Columns::new(&TYPES);
        let mut wanted = Vec::new();
        for at in 0..20_000 {
            let mut row = Row::new(TYPES.len());
            row.set(0, Value::Text(&format!("name {}", at % (texts + 1))));
            let number = i64::from(at as u32 * 7 % 2003) + if at % 9 == 0 { far } else { 0 };
            row.set(2, if at % 11 == 0 { Value::Absent } else { Value::Number(number.into()) });
            columns.push(&row);
            wanted.push(set.classify(&row));
        }
        let said: Vec<_> = set.classify_batch(&columns).iter().collect();
        assert!(said == wanted, "{texts} texts, {bounds} bounds, {apart} apart, {far}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn both_forms_and_both_machines_agree(
        condition in condition(),
        rows in proptest::collection::vec(row(), 1..130),
    ) {
        let program = condition.program();
        let mut columns = Columns::new(&TYPES);
        rows.iter().for_each(|row| columns.push(row));
        let truths: Vec<_> = rows.iter().map(|row| program.weigh(row).truth()).collect();
        let yes: Vec<_> = truths.iter().map(|truth| *truth == Truth::True).collect();
        let decided: Vec<_> = rows.iter().map(|row| program.decide(row)).collect();
        prop_assert_eq!(&decided, &yes, "decide\n{}", program.program());
        prop_assert_eq!(program.weigh_batch(&columns), truths, "weigh\n{}", program.program());
        let bits = program.decide_bits(&columns);
        prop_assert_eq!(bits.count(), yes.iter().filter(|yes| **yes).count());
        prop_assert_eq!(program.decide_batch(&columns), yes, "decide\n{}", program.program());
        let encoded = program.encode();
        let loaded = vm::Program::load(&encoded, &Reading::default());
        prop_assert_eq!(loaded, Ok(program));
    }

    #[test]
    fn a_kind_set_answers_as_its_kinds_one_by_one(
        conditions in proptest::collection::vec(condition(), 0..12),
        rows in proptest::collection::vec(row(), 1..80),
    ) {
        let kinds: Vec<_> = conditions.iter().map(Condition::program).collect();
        let set = KindSet::new(kinds.clone());
        let mut columns = Columns::new(&TYPES);
        rows.iter().for_each(|row| columns.push(row));
        let wanted: Vec<_> = rows.iter().map(|row| one_by_one(&kinds, row)).collect();
        let by_row: Vec<_> = rows.iter().map(|row| set.classify(row)).collect();
        prop_assert_eq!(by_row, &wanted[..]);
        prop_assert_eq!(set.classify_batch(&columns).iter().collect::<Vec<_>>(), wanted);
    }
}

/// A few kinds by text and by number, so that most of them are divided by both, or by a test that they share, and some
/// are settled on the way.
fn bands() -> impl Strategy<Value = Vec<Condition>> {
    let leaf = |which: &'static [usize]| {
        (select(which), select(&TEXTS[..]), select(&NUMBERS[..]))
            .prop_map(|(which, text, number)| Condition::Leaf(Leaf { which, text, number }))
    };
    let kind = (
        leaf(&[0, 8, 10]),
        leaf(&[3, 4, 5, 10]),
        proptest::option::of(leaf(&[3, 4, 5, 9, 12, 14])),
    )
        .prop_map(|(text, number, other)| {
            Condition::And([text, number].into_iter().chain(other).collect())
        });
    proptest::collection::vec(kind, 3..40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn what_is_settled_on_the_way_holds(
        conditions in bands(),
        rows in proptest::collection::vec(row(), 1..80),
    ) {
        let kinds: Vec<_> = conditions.iter().map(Condition::program).collect();
        let set = KindSet::new(kinds.clone());
        let mut columns = Columns::new(&TYPES);
        rows.iter().for_each(|row| columns.push(row));
        for (row, by_batch) in rows.iter().zip(set.classify_batch(&columns).iter()) {
            let wanted = one_by_one(&kinds, row);
            prop_assert_eq!(&set.classify(row), &wanted);
            prop_assert_eq!(by_batch, wanted);
        }
    }
}

/// Numbers that a column holds in 32 bits, or in 64, near the constants and at the ends.
const NARROW: [&[&str]; 4] = [
    &["0", "1", "1.5", "1.49", "-2", "-2.01", "40"],
    &["0", "1", "2", "-2", "-3", "2147483647", "-2147483648"],
    &["0", "1", "2147483648", "-2147483649", "2147483646", "2147483647", "-2147483648"],
    &["0", "1", "2", "-2", "-3", "9223372036854775807", "-9223372036854775808"],
];

/// A condition of tests that are each of one slot, and but one slot of them of numbers.
fn plain() -> impl Strategy<Value = Condition> {
    const ENDS: [&str; 10] = [
        "0",
        "1",
        "1.5",
        "-2",
        "2147483647",
        "2147483648",
        "-2147483648",
        "-2147483649",
        "9223372036854775807",
        "-9223372036854775808",
    ];
    let leaf =
        (select(&[0, 1, 3, 4, 5, 8, 9, 10, 12, 14, 17][..]), select(&TEXTS[..]), select(&ENDS[..]));
    let leaf = leaf.prop_map(|(which, text, number)| Condition::Leaf(Leaf { which, text, number }));
    leaf.prop_recursive(3, 12, 3, |inner| {
        let several = proptest::collection::vec(inner.clone(), 2..4);
        prop_oneof![
            inner.prop_map(|c| Condition::Not(Box::new(c))),
            several.clone().prop_map(Condition::And),
            several.prop_map(Condition::Or),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// So many rows that a batch is sorted by a table of all groups that there may be.
    #[test]
    fn plain_kinds_answer_in_batch_as_one_by_one(
        conditions in proptest::collection::vec(plain(), 1..12),
        rows in proptest::collection::vec((row(), 0..7usize), 1..40),
        numbers in select(&NARROW[..]),
        states in any::<u64>(),
    ) {
        let kinds: Vec<_> = conditions.iter().map(Condition::program).collect();
        let set = KindSet::new(kinds.clone());
        let mut columns = Columns::new(&TYPES);
        let (mut wanted, mut decided) = (Vec::new(), vec![Vec::new(); kinds.len()]);
        for (at, (row, which)) in rows.iter().cycle().take(2100).enumerate() {
            let mut row = row.clone();
            let value = match states.rotate_right(at as u32) % 8 {
                0 => Value::Absent,
                1 => Value::Unreadable,
                _ => Value::Number(number(numbers[(which + at / 64) % 7])),
            };
            row.set(2, value);
            columns.push(&row);
            kinds.iter().zip(&mut decided).for_each(|(kind, said)| said.push(kind.decide(&row)));
            let right = one_by_one(&kinds, &row);
            prop_assert_eq!(&set.classify(&row), &right);
            wanted.push(right);
        }
        for (kind, decided) in kinds.iter().zip(decided) {
            prop_assert_eq!(kind.decide_batch(&columns), decided, "{}", kind.program());
        }
        let by_batch = set.classify_batch(&columns);
        prop_assert_eq!(by_batch.iter().collect::<Vec<_>>(), wanted);
        prop_assert_eq!(by_batch.get(2100), None);
    }
}
