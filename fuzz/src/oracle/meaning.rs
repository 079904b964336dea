//! Oracle: all evaluators of the language agree on generated conditions and rows.

use arbitrary::Unstructured;
use lang::reference::{Values, evaluate};
use lang::{Position, Root, Scope, compile, parse};
use vm::{Columns, KindSet, Kinds, Layout, Path, Reading, Row, Truth, Type, Verified};

use crate::generate::{Field, Question, question};

/// How many conditions were evaluated, and their truths.
#[derive(Clone, Copy, Debug, Default)]
pub struct Answers {
    /// The conditions that were generated.
    pub conditions: usize,
    /// The conditions that compile.
    pub compiled: usize,
    /// How many rows were false, indeterminate and true.
    pub truths: [usize; 3],
    /// The numbers of rows with one true kind and with several.
    pub kinds: [usize; 2],
}

/// Row machine, batch machine, reference evaluator and kind sets agree on generated conditions and rows.
pub fn agree(bytes: &[u8]) {
    if let Ok(question) = question(&mut Unstructured::new(bytes)) {
        ask(&question);
    }
}

/// Evaluates every condition on every row with every evaluator; panics if two differ.
pub fn ask(question: &Question) -> Answers {
    let locale = &question.locale;
    let reading = Reading::new(locale.zone, locale.country).unwrap_or_default();
    let mut scope = Scope::new(Position::Kind);
    for Field { name, ty, .. } in &question.fields {
        scope.declare(Root::Fields, None, None, name, *ty);
    }
    let read = Read::new(question, &reading, &scope.types());
    let mut answers = Answers { conditions: question.conditions.len(), ..Answers::default() };
    let mut kinds: Vec<Verified> = Vec::new();
    for condition in &question.conditions {
        let Ok(compiled) = compile(condition, &scope, &reading) else { continue };
        answers.compiled += 1;
        for truth in voices(condition, &compiled.program, &scope, &read) {
            match truth {
                Truth::False => answers.truths[0] += 1,
                Truth::Indeterminate => answers.truths[1] += 1,
                Truth::True => answers.truths[2] += 1,
            }
        }
        kinds.push(compiled.program);
    }
    for of in sets(kinds, &read) {
        match of {
            Kinds::None => {}
            Kinds::One(_) => answers.kinds[0] += 1,
            Kinds::Several(_) => answers.kinds[1] += 1,
        }
    }
    answers
}

/// The rows of a question, in the form of each evaluator.
struct Read {
    rows: Vec<Row>,
    columns: Columns,
    values: Vec<Values>,
}

impl Read {
    fn new(question: &Question, reading: &Reading, types: &[Type]) -> Read {
        let fields: Vec<(Path, Type)> = question
            .fields
            .iter()
            .filter_map(|field| Some((Path::parse(&field.path).ok()?, field.ty)))
            .collect();
        let slots: Vec<(&str, Type)> =
            question.fields.iter().map(|field| (field.path.as_str(), field.ty)).collect();
        let layout = Layout::new(&fields, reading.clone());
        let mut used = layout.row();
        let mut read = Read { rows: Vec::new(), columns: Columns::new(types), values: Vec::new() };
        for text in &question.rows {
            let mut row = layout.row();
            let by_layout = layout.read(text.as_bytes(), &mut row);
            let locale = &question.locale;
            let values = Values::read(text.as_bytes(), &slots, locale.zone, locale.country);
            assert_eq!(by_layout.is_ok(), values.is_ok(), "{by_layout:?} {text}");
            let again = layout.read(text.as_bytes(), &mut used);
            assert_eq!(again, by_layout, "a used row reads otherwise: {text}");
            if let Ok(values) = values {
                read.columns.push(&used);
                read.rows.push(row);
                read.values.push(values);
            }
        }
        read
    }
}

/// The truth of a condition for each row.
fn voices(condition: &str, program: &Verified, scope: &Scope, read: &Read) -> Vec<Truth> {
    let weighed: Vec<Truth> = read.rows.iter().map(|row| program.weigh(row).truth()).collect();
    let yes: Vec<bool> = weighed.iter().map(|truth| *truth == Truth::True).collect();
    let decided: Vec<bool> = read.rows.iter().map(|row| program.decide(row)).collect();
    assert_eq!(decided, yes, "decide and weigh: {condition}");
    assert_eq!(program.weigh_batch(&read.columns), weighed, "batch and row: {condition}");
    assert_eq!(program.decide_batch(&read.columns), yes, "batch, deciding, and row: {condition}");
    let ast = parse(condition).ast;
    let reference = |values| ast.as_ref().map(|ast| evaluate(ast, scope, values));
    let referred: Vec<Option<Truth>> = read.values.iter().map(reference).collect();
    let weighed_all: Vec<Option<Truth>> = weighed.iter().copied().map(Some).collect();
    assert_eq!(referred, weighed_all, "reference and row: {condition}");
    weighed
}

/// The kinds of each row, computed by the set of all conditions and by each condition alone.
fn sets(kinds: Vec<Verified>, read: &Read) -> Vec<Kinds> {
    let alone: Vec<Kinds> = read.rows.iter().map(|row| alone(&kinds, row)).collect();
    let set = KindSet::new(kinds);
    let by_row: Vec<Kinds> = read.rows.iter().map(|row| set.classify(row)).collect();
    assert_eq!(by_row, alone, "the set and each kind alone");
    let by_batch: Vec<Kinds> = set.classify_batch(&read.columns).iter().collect();
    assert_eq!(by_batch, alone, "the set in batch and each kind alone");
    alone
}

/// The kinds of a row, computed by each program alone.
pub(super) fn alone(kinds: &[Verified], row: &Row) -> Kinds {
    let yes = (0..=u16::MAX).zip(kinds).filter(|(_, kind)| kind.decide(row));
    let mut numbers: smallvec::SmallVec<[u16; 4]> = yes.map(|(number, _)| number).collect();
    match numbers.as_slice() {
        [] => Kinds::None,
        [one] => Kinds::One(*one),
        _ => Kinds::Several(std::mem::take(&mut numbers)),
    }
}
