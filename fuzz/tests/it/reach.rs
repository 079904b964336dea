//! Tests the coverage of the generators: most cases reach the machines, and every truth occurs.

use arbitrary::Unstructured;
use pointsman_fuzz::generate::{case, question, station};
use pointsman_fuzz::oracle::{Answers, ask, loads_changed, sort_files};
use vm::Family;

use crate::Dice;

/// Checks that at least `least` of a hundred are counted.
#[track_caller]
fn share(what: &str, of: usize, all: usize, least: usize) {
    assert!(of * 100 >= all * least, "{what}: {of} of {all}, and {least} of 100 are wanted");
}

#[test]
fn conditions_compile_and_say_all_three_truths() {
    let mut dice = Dice::new(20);
    let mut sum = Answers::default();
    for _ in 0..600 {
        let answers = ask(&question(&mut Unstructured::new(&dice.bytes(1200))).unwrap());
        sum.conditions += answers.conditions;
        sum.compiled += answers.compiled;
        (0..3).for_each(|at| sum.truths[at] += answers.truths[at]);
        (0..2).for_each(|at| sum.kinds[at] += answers.kinds[at]);
    }
    share("conditions that compile", sum.compiled, sum.conditions, 50);
    let answers: usize = sum.truths.iter().sum();
    for (what, count) in ["false", "indeterminate", "true"].into_iter().zip(sum.truths) {
        share(what, count, answers, 10);
    }
    share("rows of one kind", sum.kinds[0], 600, 20);
    share("rows of several kinds", sum.kinds[1], 600, 5);
}

#[test]
fn every_family_word_and_path_comes() {
    let mut dice = Dice::new(21);
    let mut told = String::new();
    let mut families = Vec::new();
    for _ in 0..300 {
        let case = case(&mut Unstructured::new(&dice.bytes(600))).unwrap();
        families.extend(case.fields.iter().map(|field| field.ty.family()));
        told.push_str(&case.condition);
        told.push_str(&case.row);
    }
    for family in [Family::Text, Family::Number, Family::Boolean, Family::Datetime] {
        assert!(families.contains(&family), "{family:?}");
    }
    for word in [
        " and ",
        " or ",
        "not (",
        ") is known",
        "is not known",
        "is null",
        " in [",
        " not in [",
        " contains ",
        "starts with",
        "ends with",
        " matches ",
        "lower(",
        " + ",
        " * ",
        "- $",
        " <= ",
        ":{\"v\":",
        ",7]",
    ] {
        assert!(told.contains(word), "{word}");
    }
}

#[test]
fn changed_programs_load_at_times() {
    let mut dice = Dice::new(22);
    let loaded = (0..600).filter(|_| loads_changed(&dice.bytes(300))).count();
    share("changed programs that load", loaded, 600, 3);
    share("changed programs that are refused", 600 - loaded, 600, 20);
}

#[test]
fn stations_load_and_sort_rows() {
    let mut dice = Dice::new(23);
    let (mut loaded, mut items) = (0, 0);
    for _ in 0..150 {
        let (text, rows) = station(&mut Unstructured::new(&dice.bytes(1200))).unwrap();
        if let Some(of) = sort_files(text.as_bytes(), rows.as_bytes()) {
            loaded += 1;
            items += of;
        }
    }
    share("stations that load", loaded, 150, 20);
    share("items", items, 150, 20);
}
