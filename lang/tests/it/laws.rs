//! *Decide* agrees with *weigh*, and program size is linear in the size of the condition.

use lang::hir::{Condition, Kind, Test, Value, ValueKind};
use lang::{Compiled, compile};
use proptest::prelude::*;
use vm::{Decimal, Form, Instant, Reading, Row, Truth};

fn number() -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        Just("$fields.price".to_owned()),
        Just("$fields.stock".to_owned()),
        Just("length($fields.name)".to_owned()),
        (0..4u8).prop_map(|n| format!("{n}")),
        Just("9e37".to_owned()),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 2..4).prop_map(|v| format!("({})", v.join(" + "))),
            prop::collection::vec(inner.clone(), 2..4).prop_map(|v| format!("({})", v.join(" - "))),
            prop::collection::vec(inner.clone(), 2..4).prop_map(|v| format!("({})", v.join(" * "))),
            inner.prop_map(|n| format!("-{n}")),
        ]
    })
    .boxed()
}

fn test() -> impl Strategy<Value = String> {
    let equal = prop::sample::select(vec!["==", "!="]);
    let order = prop::sample::select(vec!["==", "!=", "<", "<=", ">", ">="]);
    let text =
        prop::sample::select(vec!["$fields.name", "$fields.category", "lower($fields.name)"]);
    let predicate = prop::sample::select(vec!["contains", "starts with", "ends with", "matches"]);
    let sense = prop::sample::select(vec!["", "not "]);
    let any = prop::sample::select(vec!["$fields.price", "$fields.name", "$fields.price + 1"]);
    prop_oneof![
        prop::sample::select(vec!["$fields.active", "$fields.sold_out"]).prop_map(str::to_owned),
        (number(), order.clone()).prop_map(|(n, order)| format!("$fields.price {order} {n}")),
        (order, prop::sample::select(vec!["'2026-01-01'", "$fields.ends_at"]))
            .prop_map(|(order, date)| format!("$fields.starts_at {order} {date}")),
        (text.clone(), equal, prop::sample::select(vec!["'a'", "$fields.category", "null"]))
            .prop_map(|(text, equal, other)| format!("{text} {equal} {other}")),
        (text, predicate).prop_map(|(text, predicate)| format!("{text} {predicate} 'a'")),
        (sense.clone(), prop::sample::select(vec!["[1, 2]", "[null, 1]", "[0]"]))
            .prop_map(|(sense, list)| format!("$fields.stock {sense}in {list}")),
        (any, sense, prop::sample::select(vec!["null", "known"]))
            .prop_map(|(value, sense, what)| format!("{value} is {sense}{what}")),
    ]
}

fn condition() -> impl Strategy<Value = String> {
    test().prop_recursive(5, 48, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 2..5)
                .prop_map(|v| format!("({})", v.join(" and "))),
            prop::collection::vec(inner.clone(), 2..5)
                .prop_map(|v| format!("({})", v.join(" or "))),
            inner.clone().prop_map(|c| format!("not ({c})")),
            inner.clone().prop_map(|c| format!("(({c}) is known)")),
            inner.prop_map(|c| format!("(({c}) is not known)")),
        ]
    })
}

fn value(known: impl Strategy<Value = Held> + 'static) -> impl Strategy<Value = Held> {
    prop_oneof![1 => Just(Held::Absent), 1 => Just(Held::Unreadable), 4 => known]
}

/// The content of a slot.
#[derive(Clone, Debug)]
enum Held {
    Absent,
    Unreadable,
    Boolean(bool),
    Text(&'static str),
    Number(i64),
    Datetime(i64),
}

/// A row for the fields that the checker's tests declare.
fn row() -> impl Strategy<Value = Row> {
    let boolean = || value(any::<bool>().prop_map(Held::Boolean));
    let text = || value(prop::sample::select(vec!["", "a", "A", "bar"]).prop_map(Held::Text));
    let number = || value((0..4i64).prop_map(Held::Number));
    let date = || value((1_767_225_599..1_767_225_602i64).prop_map(Held::Datetime));
    let fields = (
        (boolean(), boolean(), text(), text(), text(), text()),
        (text(), number(), number(), date(), date()),
    );
    fields.prop_map(|((a, b, c, d, e, f), (g, h, i, j, k))| {
        let mut row = Row::new(11);
        for (slot, held) in [a, b, c, d, e, f, g, h, i, j, k].into_iter().enumerate() {
            row.set(
                slot,
                match held {
                    Held::Absent => vm::Value::Absent,
                    Held::Unreadable => vm::Value::Unreadable,
                    Held::Boolean(known) => vm::Value::Boolean(known),
                    Held::Text(text) => vm::Value::Text(text),
                    Held::Number(whole) => vm::Value::Number(Decimal::from(whole)),
                    Held::Datetime(seconds) => {
                        vm::Value::Datetime(Instant { seconds, nanoseconds: 0 })
                    }
                },
            );
        }
        row
    })
}

#[track_caller]
fn compiled(source: &str) -> Compiled {
    match compile(source, &crate::check::fields(), &Reading::default()) {
        Ok(compiled) => compiled,
        Err(findings) => panic!("{}", crate::check::render(source, &findings)),
    }
}

/// The number of leaves and of inner nodes of a condition.
#[derive(Default)]
struct Size {
    leaves: usize,
    nodes: usize,
}

impl Size {
    fn condition(&mut self, condition: &Condition) {
        match condition.kind() {
            Kind::All(parts) | Kind::Any(parts) => {
                self.nodes += 1;
                parts.iter().for_each(|part| self.condition(part));
            }
            Kind::Not(inner) | Kind::Known(_, inner) => {
                self.nodes += 1;
                self.condition(inner);
            }
            Kind::Test(test) => self.test(test),
        }
    }

    fn test(&mut self, test: &Test) {
        self.leaves += 1;
        match test {
            Test::Compare(_, left, right) | Test::Text(_, left, right) => {
                self.value(left);
                self.value(right);
            }
            Test::Null(_, value)
            | Test::Known(_, value)
            | Test::In(_, value, _)
            | Test::Matches(value, _)
            | Test::Holds(value) => self.value(value),
        }
    }

    fn value(&mut self, value: &Value) {
        match value.kind() {
            ValueKind::Slot(..) | ValueKind::Constant(_) => {}
            ValueKind::Sum(first, rest) => {
                self.nodes += rest.len();
                self.value(first);
                rest.iter().for_each(|(_, term)| self.value(term));
            }
            ValueKind::Product(first, rest) => {
                self.nodes += rest.len();
                self.value(first);
                rest.iter().for_each(|factor| self.value(factor));
            }
            ValueKind::Negative(inner) | ValueKind::Lower(inner) | ValueKind::Length(inner) => {
                self.nodes += 1;
                self.value(inner);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn decide_says_what_weigh_says(source in condition(), rows in prop::collection::vec(row(), 8)) {
        let compiled = compiled(&source);
        for row in &rows {
            let weighed = compiled.program.weigh(row);
            prop_assert_eq!(
                compiled.program.decide(row),
                weighed.truth() == Truth::True,
                "{} of {:?}", source, row
            );
        }
    }

    #[test]
    fn programs_are_as_long_as_their_conditions(source in condition()) {
        let compiled = compiled(&source);
        let mut size = Size::default();
        size.condition(&compiled.condition);
        for form in [Form::Decide, Form::Weigh] {
            let ops = compiled.program.program().ops(form).len();
            prop_assert!(ops <= 8 * size.leaves + 4 * size.nodes, "{} {}", ops, source);
        }
    }

    #[test]
    fn every_part_is_what_its_words_say_alone(source in condition(), row in row()) {
        let whole = compiled(&source);
        let weighed = whole.program.weigh(&row);
        for (at, span) in whole.parts.iter().enumerate() {
            let words = &source[span.clone()];
            let alone = compiled(words);
            let part = vm::Part::new(at).unwrap();
            prop_assert_eq!(alone.program.weigh(&row).truth(), weighed.part(part), "{}", words);
        }
    }
}
