//! The row machine, the batch machine and the reference evaluator agree on any condition and any rows.

use lang::conformance::run;
use lang::reference::{Values, evaluate};
use lang::{Position, Root, Scope, parse};
use proptest::prelude::*;
use vm::{Family, Type};

const ZONE: &str = "Europe/Paris";
const COUNTRY: &str = "FR";

/// Two fields of every type, called `text`, `text2` and so on.
fn fields() -> Vec<(String, Type)> {
    let both = |ty: &Type| [(ty.name().to_owned(), *ty), (format!("{}2", ty.name()), *ty)];
    Type::ALL.iter().flat_map(both).collect()
}

fn field(family: Family) -> impl Strategy<Value = String> + Clone {
    let names: Vec<_> = fields().into_iter().filter(|(_, ty)| ty.family() == family).collect();
    prop::sample::select(names).prop_map(|(name, _)| format!("$fields.{name}"))
}

fn any_of(texts: &'static [&'static str]) -> impl Strategy<Value = String> + Clone {
    prop::sample::select(texts).prop_map(str::to_owned)
}

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3.0",
    "0.5",
    "-1",
    "149",
    "1e2",
    "12.50",
    "9007199254740993",
    "9007199254740992",
    "1e37",
    "9e37",
    "1e-38",
    "99999999999999999999999999999999999999",
    "0.55511151231257827021181583404541015625",
    "1152921504606846976",
    "17500000000000000000000000000000000000",
    "9900000000000000000000000000000000000.1",
];

const DATES: &[&str] = &[
    "2026-01-01",
    "2025-12-31T23:00:00Z",
    "2026-03-29T02:30",
    "2026-03-29T01:30Z",
    "2026-10-25T02:30",
    "2026-10-25T02:30:00+01:00",
    "9999-12-31T23:59:59.999999999",
    "0001-01-01",
];

const TEXTS: &[&str] = &["", "a", "A", "ab", "é", "e\u{301}", "İ", "149", "ß"];

const EMAILS: &[&str] = &["a@b.c", "A@B.c", " a@b.C "];

const PHONES: &[&str] = &["+33612345678", "06 12 34 56 78", "+390669820000"];

/// JSON values; each is tried under every field.
const VALUES: &[&str] = &[
    "null",
    "true",
    "false",
    "\"true\"",
    "0",
    "-0",
    "1",
    "1.0",
    "2",
    "3",
    "0.5",
    "\"0.5\"",
    "\" 1 \"",
    "149",
    "1.49e2",
    "\"149\"",
    "12.5",
    "\"12.50\"",
    "\"12,50\"",
    "9007199254740993",
    "9007199254740992.0",
    "1e37",
    "9e37",
    "1e-38",
    "1e38",
    "1e400",
    "99999999999999999999999999999999999999",
    "-99999999999999999999999999999999999999",
    "0.55511151231257827021181583404541015625",
    "1152921504606846976",
    "17500000000000000000000000000000000000",
    "9900000000000000000000000000000000000.1",
    "\"\"",
    "\"a\"",
    "\"A\"",
    "\"ab\"",
    "\"é\"",
    "\"e\\u0301\"",
    "\"İ\"",
    "\"\\ud83c\"",
    "\"a@b.c\"",
    "\" a@B.C \"",
    "\"A@b.c\"",
    "\"+33 6 12 34 56 78\"",
    "\"0612345678\"",
    "\"0039 06 6982 0000\"",
    "612345678",
    "\"2026-01-01\"",
    "\"2025-12-31T23:00Z\"",
    "\"2026-03-29T02:30\"",
    "\"2026-03-29T03:30\"",
    "\"2026-10-25 02:30\"",
    "\"9999-12-31T23:59:59.999999999\"",
    "\"0001-01-01\"",
    "\"2026-02-30\"",
    "[]",
    "[1]",
    "{}",
    "{\"a\":1}",
];

fn number() -> impl Strategy<Value = String> {
    let text = field(Family::Text);
    let text_call = text.clone().prop_map(|text| format!("lower({text})"));
    let leaf = prop_oneof![
        3 => field(Family::Number),
        1 => any_of(NUMBERS),
        1 => prop_oneof![text, text_call, quoted(TEXTS)].prop_map(|text| format!("length({text})")),
    ];
    leaf.prop_recursive(3, 10, 3, |inner| {
        let many = prop::collection::vec((any_of(&[" + ", " - ", " * "]), inner.clone()), 1..4);
        prop_oneof![
            (inner.clone(), many).prop_map(|(first, rest)| {
                let rest: String =
                    rest.into_iter().map(|(sign, term)| format!("{sign}{term}")).collect();
                format!("({first}{rest})")
            }),
            inner.prop_map(|part| format!("- {part}")),
        ]
    })
}

/// A text field whose type accepts any literal.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => any_of(&["text", "text2", "id", "id2", "url", "image"]).prop_map(|name| format!("$fields.{name}")),
        1 => field(Family::Text).prop_map(|text| format!("lower({text})")),
    ]
}

fn quoted(texts: &'static [&'static str]) -> impl Strategy<Value = String> + Clone {
    any_of(texts).prop_map(|text| format!("'{text}'"))
}

fn list(member: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let member = prop_oneof![6 => member, 1 => Just("null".to_owned())];
    prop::collection::vec(member, 1..4).prop_map(|members| format!("[{}]", members.join(", ")))
}

fn joined(
    left: impl Strategy<Value = String>,
    words: &'static [&'static str],
    right: impl Strategy<Value = String>,
) -> impl Strategy<Value = String> {
    (left, any_of(words), right).prop_map(|(left, word, right)| format!("{left} {word} {right}"))
}

fn atom() -> impl Strategy<Value = String> {
    const EQUAL: &[&str] = &["==", "!="];
    const ORDER: &[&str] = &["==", "!=", "<", "<=", ">", ">="];
    const IN: &[&str] = &["in", "not in"];
    const IS: &[&str] = &["null", "not null", "known", "not known"];
    const PREDICATE: &[&str] = &["contains", "starts with", "ends with"];
    let value = || prop_oneof![field(Family::Boolean), field(Family::Datetime), text(), number()];
    let email = || any_of(&["$fields.email", "$fields.email2"]);
    let phone = || any_of(&["$fields.phone", "$fields.phone2"]);
    let texts = prop_oneof![text(), quoted(TEXTS)];
    let dates = prop_oneof![field(Family::Datetime), quoted(DATES)];
    prop_oneof![
        3 => field(Family::Boolean),
        2 => joined(field(Family::Boolean), EQUAL, prop_oneof![field(Family::Boolean), any_of(&["true", "false"])]),
        6 => joined(number(), ORDER, number()),
        4 => joined(text(), EQUAL, texts.clone()),
        2 => joined(field(Family::Text), EQUAL, field(Family::Text)),
        1 => joined(quoted(TEXTS).prop_map(|text| format!("lower({text})")), EQUAL, text()),
        4 => joined(field(Family::Text), PREDICATE, texts.clone()),
        1 => joined(quoted(TEXTS), PREDICATE, text()),
        1 => joined(text(), &["matches"], quoted(&["^a", "b$", "[[:alpha:]]", "."])),
        2 => joined(email(), EQUAL, quoted(EMAILS)),
        1 => joined(email(), IN, list(quoted(EMAILS))),
        2 => joined(phone(), EQUAL, quoted(PHONES)),
        1 => joined(phone(), IN, list(quoted(PHONES))),
        4 => joined(field(Family::Datetime), ORDER, dates.clone()),
        1 => joined(quoted(DATES), ORDER, field(Family::Datetime)),
        2 => joined(field(Family::Datetime), IN, list(quoted(DATES))),
        2 => joined(number(), IN, list(any_of(NUMBERS))),
        2 => joined(text(), IN, list(quoted(TEXTS))),
        1 => joined(field(Family::Boolean), IN, list(any_of(&["true", "false"]))),
        2 => joined(value(), EQUAL, Just("null".to_owned())),
        3 => joined(value(), &["is"], any_of(IS)),
    ]
}

fn condition() -> impl Strategy<Value = String> {
    atom().prop_recursive(4, 24, 4, |inner| {
        let many = |inner| prop::collection::vec(inner, 2..4);
        prop_oneof![
            many(inner.clone()).prop_map(|parts| format!("({})", parts.join(" and "))),
            many(inner.clone()).prop_map(|parts| format!("({})", parts.join(" or "))),
            inner.clone().prop_map(|part| format!("not ({part})")),
            (inner, any_of(&["known", "not known"]))
                .prop_map(|(part, word)| format!("({part}) is {word}")),
        ]
    })
}

fn row() -> impl Strategy<Value = String> {
    let pair = (prop::sample::select(fields()), any_of(VALUES));
    prop::collection::vec(pair, 0..40).prop_map(|pairs| {
        let pairs: Vec<_> =
            pairs.iter().map(|((name, _), value)| format!("\"{name}\":{value}")).collect();
        format!("{{{}}}", pairs.join(","))
    })
}

/// The reference evaluator's truths, as a case lists them; `None` if the condition is rejected.
fn expected(condition: &str, rows: &[String]) -> Option<String> {
    let mut scope = Scope::new(Position::Kind);
    let fields = fields();
    for (name, ty) in &fields {
        scope.declare(Root::Fields, None, None, name, *ty);
    }
    let reading = vm::Reading::new(ZONE, Some(COUNTRY)).unwrap();
    lang::compile(condition, &scope, &reading).ok()?;
    let ast = parse(condition).ast.unwrap();
    let slots: Vec<_> = fields.iter().map(|(name, ty)| (name.as_str(), *ty)).collect();
    let says = |row: &String| {
        let values = Values::read(row.as_bytes(), &slots, ZONE, Some(COUNTRY)).unwrap();
        format!("\"{}\"", evaluate(&ast, &scope, &values).word())
    };
    Some(rows.iter().map(says).collect::<Vec<_>>().join(","))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

    #[test]
    fn three_voices_say_the_same(condition in condition(), rows in prop::collection::vec(row(), 1..20)) {
        let Some(expected) = expected(&condition, &rows) else { return Ok(()) };
        let fields: Vec<_> = fields().iter().map(|(name, ty)| format!("\"{name}\":\"{}\"", ty.name())).collect();
        let condition = condition.replace('\\', "\\\\").replace('"', "\\\"");
        let line = format!(
            r#"{{"fields":{{{}}},"timezone":"{ZONE}","country":"{COUNTRY}","condition":"{condition}","rows":[{}],"expect":[{expected}]}}"#,
            fields.join(","),
            rows.join(","),
        );
        let outcome = run(&line);
        prop_assert!(outcome.passed(), "{condition}\n{}\n{line}", outcome.failures.join("\n"));
    }
}
