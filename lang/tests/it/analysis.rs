//! Compares the analysis with brute force: random conditions over every row of small domains.

use std::collections::HashMap;
use std::rc::Rc;

use lang::analysis::{
    Assumptions, Budget, Duty, Field, States, analyze_assuming, analyze_condition, analyze_kinds,
};
use lang::{Code, Compiled, Position, Root, Scope, codes, compile};
use vm::{Layout, Path, Reading, Row, Truth, Type, Value};

/// The declared fields: name, type, and the JSON of the tried values other than absent.
const FIELDS: &[(&str, Type, &[&str])] = &[
    ("a", Type::Integer, &["0", "1", "2", "3", "4", "\"?\""]),
    ("b", Type::Integer, &["-1", "0", "1", "2", "3", "\"?\""]),
    ("p", Type::Price, &["0", "0.5", "1", "1.5", "2", "2.5", "3.5", "\"?\""]),
    ("t", Type::Text, &["\"a\"", "\"b\"", "\"c\"", "\"z\"", "[]"]),
    ("u", Type::Text, &["\"a\"", "\"b\"", "\"y\"", "[]"]),
    ("f", Type::Boolean, &["true", "false", "\"?\""]),
    ("g", Type::Boolean, &["true", "false", "\"?\""]),
    ("d", Type::Datetime, &["\"2026-01-01\"", "\"2026-01-02\"", "\"2026-01-03\"", "\"?\""]),
    ("e", Type::Datetime, &["\"2026-01-01\"", "\"2026-01-02\"", "\"?\""]),
];

/// A random number generator with a fixed seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

fn atom(dice: &mut Dice, used: &[usize]) -> String {
    let (name, ty, _) = FIELDS[*dice.of(used)];
    let other = used.iter().map(|&at| FIELDS[at]).filter(|(_, of, _)| of.family() == ty.family());
    let others: Vec<&str> = other.map(|(name, ..)| name).collect();
    let (order, equal) = (["<", "<=", ">", ">=", "==", "!="], ["==", "!="]);
    let literals: &[&str] = match ty {
        Type::Integer => &["0", "1", "2", "3", "1.5"],
        Type::Price => &["0", "1", "2", "1.5", "0.5"],
        Type::Text => &["'a'", "'b'", "'c'"],
        Type::Boolean => &["true", "false"],
        _ => &["'2026-01-01'", "'2026-01-02'", "'2026-01-01T12:00'"],
    };
    let relation = if ty.family().has_order() { *dice.of(&order) } else { *dice.of(&equal) };
    match dice.below(10) {
        0 => format!("$fields.{name} is {}null", dice.of(&["", "not "])),
        1 => format!("$fields.{name} is {}known", dice.of(&["", "not "])),
        2 => {
            let members: Vec<&str> = (0..=dice.below(3)).map(|_| *dice.of(literals)).collect();
            let null = dice.of(&["", "", ", null"]);
            format!("$fields.{name} {}in [{}{null}]", dice.of(&["", "not "]), members.join(", "))
        }
        3 => format!("$fields.{name} {} null", dice.of(&equal)),
        4 if ty == Type::Boolean => format!("$fields.{name}"),
        4..=6 => format!("$fields.{name} {relation} $fields.{}", dice.of(&others)),
        _ if dice.below(4) == 0 => format!("{} {relation} $fields.{name}", dice.of(literals)),
        _ => format!("$fields.{name} {relation} {}", dice.of(literals)),
    }
}

/// A test that computes, or searches in a text.
fn opaque(dice: &mut Dice, _: &[usize]) -> String {
    let part = *dice.of(&["a", "b", "ab", ""]);
    let look = *dice.of(&["contains", "starts with", "ends with", "matches"]);
    let text = *dice.of(&["$fields.t", "$fields.u"]);
    let order = *dice.of(&["<", ">=", "==", "!="]);
    let number = dice.below(4);
    match dice.below(7) {
        0..=2 => format!("{text} {look} '{part}'"),
        3 => format!("lower({text}) == '{part}'"),
        4 => format!("length({text}) {order} {number}"),
        5 => format!("$fields.a + $fields.b {order} {number}"),
        _ => format!("$fields.a * 2 {order} {number}"),
    }
}

/// A generator of atoms.
type Atoms = fn(&mut Dice, &[usize]) -> String;

fn either(dice: &mut Dice, used: &[usize]) -> String {
    if dice.below(2) == 0 { opaque(dice, used) } else { atom(dice, used) }
}

fn condition(dice: &mut Dice, used: &[usize], depth: usize, atoms: Atoms) -> String {
    let many = |dice: &mut Dice, word: &str| {
        let parts: Vec<String> =
            (0..2 + dice.below(2)).map(|_| condition(dice, used, depth - 1, atoms)).collect();
        format!("({})", parts.join(word))
    };
    match dice.below(if depth == 0 { 1 } else { 8 }) {
        0 | 1 => atoms(dice, used),
        2..=4 => many(dice, " and "),
        5 => many(dice, " or "),
        6 => format!("not ({})", condition(dice, used, depth - 1, atoms)),
        _ => format!("(({}) is known)", condition(dice, used, depth - 1, atoms)),
    }
}

fn scope() -> (Scope, Vec<Field>) {
    let mut scope = Scope::new(Position::Kind);
    let field = |&(name, ty, _): &(&str, Type, &[&str])| {
        scope.declare(Root::Fields, None, None, name, ty);
        Field { path: Path::parse(name).unwrap(), ty, states: States::Read }
    };
    let fields = FIELDS.iter().map(field).collect();
    (scope, fields)
}

fn layout(fields: &[Field]) -> Layout {
    let paths: Vec<(Path, Type)> = fields.iter().map(|f| (f.path.clone(), f.ty)).collect();
    Layout::new(&paths, Reading::default())
}

/// Every row of the domains of some fields.
fn rows(used: &[usize], layout: &Layout) -> Vec<Row> {
    let mut texts = vec![String::new()];
    for &at in used {
        let (name, _, values) = FIELDS[at];
        let with = |text: &String| {
            let values = values.iter().map(|v| format!("{text},\"{name}\":{v}"));
            std::iter::once(text.clone()).chain(values.collect::<Vec<_>>())
        };
        texts = texts.iter().flat_map(with).collect();
    }
    let read = |text: String| {
        let mut row = layout.row();
        layout.read(format!("{{{}}}", text.trim_start_matches(',')).as_bytes(), &mut row).unwrap();
        row
    };
    texts.into_iter().map(read).collect()
}

/// The number of sets to try; an environment variable can raise it.
fn sets(usual: u64) -> u64 {
    std::env::var("SETS").ok().and_then(|sets| sets.parse().ok()).unwrap_or(usual)
}

/// Whether questions may stay undecided.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    None,
    Some,
}

#[derive(Clone)]
struct Set {
    /// The fields that the conditions read.
    used: Vec<usize>,
    sources: Vec<String>,
    kinds: Vec<Compiled>,
    rows: Rc<Vec<Row>>,
    layout: Layout,
    fields: Vec<Field>,
}

/// A cache of the rows, by the fields used.
type Kept = HashMap<Vec<usize>, Rc<Vec<Row>>>;

/// A set of kinds over a few fields, generated from a seed, with every row of their domains.
fn set(number: u64, kept: &mut Kept) -> Set {
    let mut dice = dice(number);
    let mut used: Vec<usize> = (0..1 + dice.below(3)).map(|_| dice.below(FIELDS.len())).collect();
    used.sort_unstable();
    used.dedup();
    built(dice, &used, atom, kept)
}

fn dice(number: u64) -> Dice {
    let mut dice = Dice(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    (0..8).for_each(|_| _ = dice.below(2));
    dice
}

fn built(mut dice: Dice, used: &[usize], atoms: Atoms, kept: &mut Kept) -> Set {
    let (scope, fields) = scope();
    let layout = layout(&fields);
    let count = 1 + dice.below(4);
    let sources: Vec<String> = (0..count).map(|_| condition(&mut dice, used, 2, atoms)).collect();
    let kinds = sources.iter().map(|s| compile(s, &scope, &Reading::default()).unwrap()).collect();
    let rows = kept.entry(used.to_vec()).or_insert_with(|| Rc::new(rows(used, &layout)));
    let rows = Rc::clone(rows);
    Set { used: used.to_vec(), sources, kinds, rows, layout, fields }
}

impl Set {
    fn witness(&self, json: &str) -> Row {
        let mut row = self.layout.row();
        self.layout.read(json.as_bytes(), &mut row).unwrap();
        row
    }

    /// Checks the findings about the kinds together; unless questions may stay undecided, they must be complete.
    #[track_caller]
    fn check(&self, number: u64, open: Open) {
        let kinds: Vec<&Compiled> = self.kinds.iter().collect();
        let reading = Reading::default();
        let said = analyze_kinds(&kinds, &self.fields, &reading, &mut Budget::default());
        let shown = || format!("set {number}: {said:?}\n{}", self.sources.join("\n"));
        let is_decided =
            said.open_never.is_empty() && said.open_overlaps.is_empty() && !said.open_gap;
        assert!(open == Open::Some || is_decided, "{}", shown());
        let decides = |kind: usize, row: &Row| kinds[kind].program.decide(row);
        for overlap in &said.overlaps {
            let row = self.witness(&overlap.witness);
            assert!(decides(overlap.first, &row) && decides(overlap.second, &row), "{}", shown());
        }
        if let Some(json) = &said.gap {
            let row = self.witness(json);
            assert!((0..kinds.len()).all(|kind| !decides(kind, &row)), "{}", shown());
        }
        for row in self.rows.iter() {
            let of: Vec<usize> = (0..kinds.len()).filter(|&kind| decides(kind, row)).collect();
            let gap = said.gap.is_some() || said.open_gap;
            assert!(gap || !of.is_empty(), "gap missed, {}", shown());
            for (at, &second) in of.iter().enumerate() {
                assert!(said.never.iter().all(|(never, _)| *never != second), "{}", shown());
                for &first in &of[..at] {
                    let found =
                        said.overlaps.iter().any(|o| (o.first, o.second) == (first, second))
                            || said.open_overlaps.contains(&(first, second));
                    assert!(found, "overlap missed, {}", shown());
                }
            }
        }
    }

    /// Checks the findings about each condition against every row.
    #[track_caller]
    fn check_alone(&self, number: u64) {
        let (scope, fields) = scope();
        for (source, compiled) in self.sources.iter().zip(&self.kinds) {
            for duty in [Duty::Kind, Duty::Require, Duty::When] {
                let mut budget = Budget::default();
                let reading = Reading::default();
                let found =
                    analyze_condition(compiled, &scope, &fields, &reading, duty, &mut budget);
                for finding in &found {
                    let shown = || format!("set {number} {duty:?}: {finding:?}\n{source}");
                    assert_ne!(finding.code, codes::CONDITION_UNDECIDED, "{}", shown());
                    self.holds(compiled, duty, finding, &shown);
                }
                if duty != Duty::Kind {
                    self.not_missed(compiled, duty, &found, source);
                }
            }
        }
    }

    /// Checks each condition with the next one as the guard's `when`: the `when` applies to every witness row.
    #[track_caller]
    fn check_required(&self, number: u64) {
        let (scope, fields) = scope();
        let reading = Reading::default();
        let whens = self.sources.iter().zip(&self.kinds).cycle().skip(1);
        for ((source, compiled), (words, when)) in self.sources.iter().zip(&self.kinds).zip(whens) {
            let mut budget = Budget::default();
            let held = Assumptions { when: Some((when, &fields)), rows: &[] };
            let duty = Duty::Require;
            let found =
                analyze_assuming(compiled, held, duty, &scope, &fields, &reading, &mut budget);
            let free =
                analyze_condition(compiled, &scope, &fields, &reading, Duty::Require, &mut budget);
            let applies = |row: &Row| when.program.weigh(row).truth() != Truth::False;
            for finding in &found {
                let shown = || format!("set {number}: {finding:?}\n{source}\nwhen {words}");
                self.holds(compiled, Duty::Require, finding, &shown);
                if let Some(json) = &finding.witness {
                    assert!(applies(&self.witness(json)), "{}", shown());
                }
            }
            // If only rows of a kind can occur, every witness row is of that kind.
            let rows = [(when, fields.as_slice())];
            let held = Assumptions { when: None, rows: &rows };
            let of_kind =
                analyze_assuming(compiled, held, duty, &scope, &fields, &reading, &mut budget);
            for json in of_kind.iter().filter_map(|finding| finding.witness.as_ref()) {
                let truth = when.program.weigh(&self.witness(json)).truth();
                assert_eq!(truth, Truth::True, "set {number}: {source}\nof {words}: {json}");
            }
            // Without the `when`, a guard has the same findings, and further ones whose witness rows the `when`
            // excludes.
            let shown = |code: Code| {
                [codes::CONDITION_NEGATIVE_GUARD, codes::CONDITION_ABSENT_BOTH].contains(&code)
            };
            for finding in free.iter().filter(|f| !shown(f.code)) {
                assert!(
                    found.contains(finding),
                    "set {number}: {finding:?}\n{source}\nwhen {words}"
                );
            }
            for finding in free.iter().filter(|finding| shown(finding.code)) {
                let row = self.witness(finding.witness.as_deref().unwrap());
                let has = found.iter().any(|f| (f.code, &f.span) == (finding.code, &finding.span));
                assert!(has || !applies(&row), "set {number}: {finding:?}\n{source}\nwhen {words}");
            }
        }
    }

    /// Checks each condition over values that are always known: findings hold for the rows in which all values are
    /// known.
    #[track_caller]
    fn check_needed(&self, number: u64) {
        let (scope, fields) = scope();
        let states = |field: &Field| Field { states: States::Needed, ..field.clone() };
        let fields: Vec<Field> = fields.iter().map(states).collect();
        let is_whole = |row: &&Row| {
            self.used.iter().all(|&at| !matches!(row.get(at), Value::Absent | Value::Unreadable))
        };
        let rows: Rc<Vec<Row>> = Rc::new(self.rows.iter().filter(is_whole).cloned().collect());
        let whole = Set { rows, ..self.clone() };
        for (source, compiled) in self.sources.iter().zip(&self.kinds) {
            for duty in [Duty::Require, Duty::When] {
                let (mut budget, reading) = (Budget::default(), Reading::default());
                let found =
                    analyze_condition(compiled, &scope, &fields, &reading, duty, &mut budget);
                for finding in &found {
                    let shown = || format!("set {number} {duty:?}: {finding:?}\n{source}");
                    assert_eq!(finding.witness, None, "{}", shown());
                    whole.holds(compiled, duty, finding, &shown);
                }
                whole.not_missed(compiled, duty, &found, source);
            }
        }
    }

    #[track_caller]
    fn holds(
        &self,
        compiled: &Compiled,
        duty: Duty,
        finding: &lang::Diagnostic,
        shown: &dyn Fn() -> String,
    ) {
        let truth = |row: &Row| compiled.program.weigh(row).truth();
        match finding.code.as_str() {
            "condition/never" if duty == Duty::When => {
                assert!(self.rows.iter().all(|row| truth(row) == Truth::False), "{}", shown());
            }
            "condition/never" => {
                assert!(self.rows.iter().all(|row| truth(row) != Truth::True), "{}", shown());
            }
            "condition/always" => {
                assert!(self.rows.iter().all(|row| truth(row) == Truth::True), "{}", shown());
            }
            "condition/redundant" => {
                let Some(fix) = &finding.fix else { return };
                let (scope, _) = scope();
                let shorter = compile(&fix.text, &scope, &Reading::default()).unwrap();
                for row in self.rows.iter() {
                    let says = shorter.program.weigh(row).truth();
                    assert_eq!(says, truth(row), "{}", shown());
                }
            }
            "condition/negative-guard" => {
                let row = self.witness(finding.witness.as_deref().unwrap());
                assert_eq!(truth(&row), Truth::True, "{}", shown());
            }
            "condition/absent-both" => {
                let row = self.witness(finding.witness.as_deref().unwrap());
                let names: Vec<&str> =
                    compiled.source[finding.span.clone()].split("$fields.").skip(1).collect();
                for name in names {
                    let at = FIELDS.iter().position(|(of, ..)| name.starts_with(of)).unwrap();
                    assert_eq!(row.get(at), Value::Absent, "{}", shown());
                }
            }
            code => panic!("{code} {}", shown()),
        }
    }

    #[track_caller]
    fn not_missed(
        &self,
        compiled: &Compiled,
        duty: Duty,
        found: &[lang::Diagnostic],
        source: &str,
    ) {
        let has = |code: Code| found.iter().any(|finding| finding.code == code);
        let truth = |row: &Row| compiled.program.weigh(row).truth();
        let opens = |row: &&Row| match duty {
            Duty::When => truth(row) != Truth::False,
            Duty::Kind | Duty::Require => truth(row) == Truth::True,
        };
        if self.rows.iter().any(|row| opens(&row)) {
            assert!(!has(codes::CONDITION_NEVER), "{source}");
        }
        if self.rows.iter().any(|row| truth(row) != Truth::True) {
            assert!(!has(codes::CONDITION_ALWAYS), "{source}");
        }
    }
}

#[test]
fn brute_force_finds_nothing_that_was_missed_and_no_witness_is_false() {
    let mut kept = Kept::new();
    for number in 0..sets(10_000) {
        set(number, &mut kept).check(number, Open::None);
    }
}

#[test]
fn what_computes_or_looks_into_a_text_is_never_guessed() {
    // Use few fields, so that there are few rows: `a`, `b`, `t` and `u`.
    let mut kept = Kept::new();
    for number in 0..sets(10_000) / 20 {
        built(dice(number), &[0, 1, 3, 4], either, &mut kept).check(number, Open::Some);
    }
}

/// Checks the findings about two kinds over fields of these paths and types.
#[track_caller]
fn check(fields: &[(&str, &str, Type)], kinds: [&str; 2], right: &str) {
    let mut scope = Scope::new(Position::Kind);
    let field = |&(name, path, ty): &(&str, &str, Type)| {
        scope.declare(Root::Fields, None, None, name, ty);
        Field { path: Path::parse(path).unwrap(), ty, states: States::Read }
    };
    let fields: Vec<Field> = fields.iter().map(field).collect();
    let kinds = kinds.map(|when| compile(when, &scope, &Reading::default()).unwrap());
    let mut budget = Budget::default();
    let said = analyze_kinds(&kinds.each_ref(), &fields, &Reading::default(), &mut budget);
    let mut shown: Vec<String> =
        said.never.iter().map(|(kind, _)| format!("never {kind}")).collect();
    shown.extend(said.overlaps.iter().map(|overlap| format!("both {}", overlap.witness)));
    shown.extend(said.open_never.iter().map(|kind| format!("open {kind}")));
    shown.extend(said.open_overlaps.iter().map(|_| "open both".to_owned()));
    assert_eq!(shown.join(", "), right);
}

#[test]
fn fields_of_one_path_are_one_value() {
    let same = [("x", "p.q", Type::Text), ("y", "p.q", Type::Text)];
    check(&same, ["$fields.x == 'a'", "$fields.y == 'b'"], "");
    check(&same, ["$fields.x == 'a'", "$fields.y == 'a'"], r#"both {"p": {"q": "a"}}"#);
    let read = [("x", "p", Type::Text), ("n", "p", Type::Number)];
    check(&read, ["$fields.x == '5'", "$fields.n == 5"], r#"both {"p": 5}"#);
    check(&read, ["$fields.x == '5'", "$fields.n == 6"], "open both");
    let inside = [("x", "p", Type::Text), ("n", "p.q", Type::Number)];
    check(&inside, ["$fields.x == 'a'", "$fields.n == 6"], "open both");
    check(&inside, ["not ($fields.x is known)", "$fields.n == 6"], r#"both {"p": {"q": 6}}"#);
}

#[test]
fn a_large_condition_ends_on_a_small_stack() {
    let chain = |word: &str| -> String {
        let part = |n: usize| format!("($fields.x{n} < $fields.x{} or $fields.b{n})", n + 1);
        (0..500).map(part).collect::<Vec<_>>().join(word)
    };
    let sources = [
        chain(" and "),
        chain(" or "),
        format!("not ({})", chain(" and ")),
        (0..2_800).map(|n| format!("$fields.x1 == {n}")).collect::<Vec<_>>().join(" or "),
        (0..2_000).map(|n| format!("$fields.x1 != {n}")).collect::<Vec<_>>().join(" and "),
    ];
    let look = move || {
        let mut scope = Scope::new(Position::Kind);
        for n in 0..=500 {
            scope.declare(Root::Fields, None, None, &format!("x{n}"), Type::Number);
            scope.declare(Root::Fields, None, None, &format!("b{n}"), Type::Boolean);
        }
        let (fields, reading) = (lang::analysis::fields(&scope), Reading::default());
        for source in &sources {
            let compiled = compile(source, &scope, &reading).unwrap();
            // A tenth of a skill's budget is enough: this test is about the stack.
            let mut budget = Budget::default().share(10);
            analyze_kinds(&[&compiled, &compiled], &fields, &reading, &mut budget);
            analyze_condition(&compiled, &scope, &fields, &reading, Duty::Require, &mut budget);
        }
    };
    std::thread::Builder::new().stack_size(512 << 10).spawn(look).unwrap().join().unwrap();
}

#[test]
fn texts_of_a_type_are_of_its_one_spelling() {
    let all = [("m", "m", Type::Email), ("t", "t", Type::Text), ("p", "p", Type::Phone)];
    check(&all, ["$fields.m == $fields.t and $fields.t == 'x'", "$fields.p is known"], "never 0");
    check(&all, ["$fields.m == $fields.p and $fields.m is known", "$fields.t == 'x'"], "never 0");
    let mail = r#"both {"m": "ann@example.org", "t": "ann@example.org"}"#;
    check(&all, ["$fields.m == $fields.t", "$fields.m is known"], mail);
    check(&all, ["$fields.p in ['+33142685300']", "$fields.p != '+33142685300'"], "");
}

#[test]
fn a_condition_alone_is_what_it_is_found_to_be() {
    let mut kept = Kept::new();
    for number in 0..sets(10_000) / 10 {
        set(number, &mut kept).check_alone(number);
    }
}

#[test]
fn a_guard_beside_its_when_and_over_what_is_known_is_found_to_be_what_it_is() {
    let mut kept = Kept::new();
    for number in 0..sets(10_000) / 20 {
        let set = set(number, &mut kept);
        set.check_required(number);
        set.check_needed(number);
    }
}
