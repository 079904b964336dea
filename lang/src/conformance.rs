//! Runs conformance cases, one per line, on both machines and on the reference evaluator.
//!
//! A case is a JSON object:
//!
//! ```text
//! {"id": "price-1", "fields": {"price": "price"}, "condition": "$fields.price > 1", "row": {"price": 2}, "expect": "true"}
//! ```
//!
//! `expect` is `"true"`, `"false"`, `"indeterminate"`, a list of these for `rows`, or `{"refused": code}`, which is met
//! when the code is among those reported. A field is a type, or `{"type", "from"}` with its path in the row.
//! `position` is `kind` (the default), `select`, `invoke`, `submit` or `output`. The other roots have keys with
//! their names: `item`, `form`, `params`, `output` as `{name: {"type", "value"?}}`; `read` and, at `submit`,
//! `params` by task, `submitted` by `task.call`; `now` as a text. At `select` the fields of a row are the item's.
//! `timezone` and `country` are the station's.

mod case;

use case::{Case, Expect};
use vm::{Columns, Layout, Path, Reading, Rows, Truth, Type};

use crate::analysis::{Budget, Duty, Field, States, analyze_condition, analyze_kinds};
use crate::codes;
use crate::codes::Code;
use crate::compile::{Compiled, compile};
use crate::diagnostic::Diagnostic;
use crate::parse::parse;
use crate::reference::{self, Values};
use crate::scope::Root;

/// The outcome of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The `id` of the case; empty if it has none.
    pub id: String,
    /// The differences, in words: from the expected result, or between two evaluators.
    pub failures: Vec<String>,
}

impl Outcome {
    /// Whether the case passed, without differences.
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }
}

/// Runs the case on a line of text.
///
/// ```
/// use pointsman_lang::conformance::run;
///
/// let case = r#"{"id":"1","fields":{"n":"number"},"condition":"$fields.n > 1","row":{"n":"2"},"expect":"true"}"#;
/// assert!(run(case).passed());
///
/// let wrong = case.replace(r#""expect":"true""#, r#""expect":"false""#);
/// assert_eq!(run(&wrong).failures[0], "row 1: false is expected, the row machine says true");
/// ```
pub fn run(line: &str) -> Outcome {
    let (id, case) = case::read(line);
    let failures = case.and_then(|case| evaluate(&case)).unwrap_or_else(|fault| vec![fault]);
    Outcome { id, failures }
}

/// Runs a case; returns the differences, or why the case cannot be run.
fn evaluate(case: &Case) -> Result<Vec<String>, String> {
    let reading = Reading::new(&case.zone, case.country.as_deref())
        .map_err(|_| "the time zone or the country is unknown".to_owned())?;
    let compiled = compile(&case.condition, &case.scope, &reading);
    match (&case.expect, compiled) {
        (Expect::Refused(code), Err(found)) => {
            let met = found.iter().any(|finding| finding.code.as_str() == code);
            let told = || vec![format!("{code} is expected, {} is reported", listed(&found))];
            Ok(if met { Vec::new() } else { told() })
        }
        (Expect::Refused(code), Ok(compiled)) => Ok(analyze(case, code, &compiled, &reading)),
        (Expect::Truths(_), Err(found)) => Ok(vec![format!("it is refused: {}", listed(&found))]),
        (Expect::Truths(truths), Ok(compiled)) => weighed(case, truths, &compiled, reading),
    }
}

/// Checks that the analysis reports an expected code. It runs only for codes of the analysis.
fn analyze(case: &Case, code: &str, compiled: &Compiled, reading: &Reading) -> Vec<String> {
    let otherwise = || vec![format!("{code} is expected, and it compiles")];
    let Some(fields) = CODES.contains(&code).then(|| fields(case)).flatten() else {
        return otherwise();
    };
    let mut budget = Budget::default();
    let kinds = analyze_kinds(&[compiled], &fields, reading, &mut budget);
    let mut found: Vec<Code> = Vec::new();
    found.extend((!kinds.never.is_empty()).then_some(codes::KINDS_NEVER));
    found.extend(kinds.gap.is_some().then_some(codes::KINDS_GAP));
    for duty in [Duty::Kind, Duty::Require, Duty::When] {
        let said = analyze_condition(compiled, &case.scope, &fields, reading, duty, &mut budget);
        found.extend(said.into_iter().map(|finding| finding.code));
    }
    if found.iter().any(|found| found.as_str() == code) { Vec::new() } else { otherwise() }
}

/// The codes that the analysis can report for one condition.
const CODES: [&str; 9] = [
    "kinds/never",
    "kinds/gap",
    "condition/never",
    "condition/always",
    "condition/redundant",
    "condition/negative-guard",
    "condition/absent-both",
    "condition/confusable",
    "condition/undecided",
];

/// The fields of a case: values under `item` are answered, values in a row are read.
fn fields(case: &Case) -> Option<Vec<Field>> {
    let position = case.scope.position();
    let field = |((root, ..), (path, ty)): ((Root, Vec<&str>, Type), &(String, Type))| {
        let states = match root {
            Root::Item if path.starts_with("beside.") => States::Answered,
            root => States::of(root, position),
        };
        Some(Field { path: Path::parse(path).ok()?, ty: *ty, states })
    };
    case.scope.declared().zip(&case.slots).map(field).collect()
}

fn listed(findings: &[Diagnostic]) -> String {
    let told = |finding: &Diagnostic| format!("{} ({})", finding.code.as_str(), finding.message);
    findings.iter().map(told).collect::<Vec<_>>().join(", ")
}

/// An evaluator's name and its truth for each row.
type Evaluator = (&'static str, Vec<Truth>);

fn weighed(
    case: &Case,
    truths: &[Truth],
    compiled: &Compiled,
    reading: Reading,
) -> Result<Vec<String>, String> {
    let (rows, columns) = read(case, reading)?;
    let program = &compiled.program;
    let decided = |answers: Vec<bool>| answers.into_iter().zip(truths).map(as_expected).collect();
    let voices: [Evaluator; 5] = [
        ("the row machine", rows.iter().map(|row| program.weigh(&row).truth()).collect()),
        (
            "the row machine, deciding,",
            decided(rows.iter().map(|row| program.decide(&row)).collect()),
        ),
        ("the batch machine", program.weigh_batch(&columns)),
        ("the batch machine, deciding,", decided(program.decide_batch(&columns))),
        ("the reference", by_reference(case)?),
    ];
    Ok(differences(truths, &voices))
}

/// Compares a decision with an expected truth: a decision shows only whether the condition is known true.
fn as_expected((yes, truth): (bool, &Truth)) -> Truth {
    match (yes, truth) {
        (true, _) => Truth::True,
        (false, Truth::True | Truth::False) => Truth::False,
        (false, Truth::Indeterminate) => Truth::Indeterminate,
    }
}

fn differences(truths: &[Truth], voices: &[Evaluator]) -> Vec<String> {
    let mut told = Vec::new();
    for (row, truth) in truths.iter().enumerate() {
        for (who, says) in voices {
            let said = says.get(row).map_or("nothing", |said| said.word());
            if said != truth.word() {
                told.push(format!(
                    "row {}: {} is expected, {who} says {said}",
                    row + 1,
                    truth.word()
                ));
            }
        }
    }
    told
}

/// Reads the rows as the machines do.
fn read(case: &Case, reading: Reading) -> Result<(Rows, Columns), String> {
    let path = |text: &str| Path::parse(text).map_err(|_| format!("`{text}` is no path"));
    let fields: Vec<(Path, Type)> = case
        .slots
        .iter()
        .map(|(text, ty)| Ok((path(text)?, *ty)))
        .collect::<Result<_, String>>()?;
    let layout = Layout::new(&fields, reading);
    let mut columns = Columns::new(&case.scope.types());
    let (mut rows, mut row) = (Rows::new(fields.len()), layout.row());
    for (number, text) in case.rows.iter().enumerate() {
        let read = layout.read(text.as_bytes(), &mut row);
        read.map_err(|bad| format!("row {}: {bad}", number + 1))?;
        columns.push(&row);
        rows.push(&row).map_err(|full| format!("row {}: {full}", number + 1))?;
    }
    Ok((rows, columns))
}

/// The reference evaluator's truth for each row.
fn by_reference(case: &Case) -> Result<Vec<Truth>, String> {
    let ast = parse(&case.condition).ast.ok_or("the condition has no tree")?;
    let slots: Vec<(&str, Type)> =
        case.slots.iter().map(|(path, ty)| (path.as_str(), *ty)).collect();
    let one = |row: &String| {
        let values = Values::read(row.as_bytes(), &slots, &case.zone, case.country.as_deref());
        let values = values.map_err(|fault| format!("the reference reads no row: {fault}"))?;
        Ok(reference::evaluate(&ast, &case.scope, &values))
    };
    case.rows.iter().map(one).collect()
}
