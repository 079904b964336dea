//! Tests of the comparison of two stations' guards, against brute force.

use engine::diff::{Change, GuardChange, GuardSite, Witness, diff, diff_guards};
use engine::station::{Condition, Guard, Read, Rule, Station};
use vm::{Decimal, Row, Truth, Value};

/// The `when` of the guards; empty if a guard has none.
const WHENS: &[&str] = &[
    "",
    "$item.fields.x > 1",
    "$item.fields.x != 2",
    "$item.fields.x is known",
    "not ($item.fields.x >= 3 or $form.f == 1)",
    "$form.f in [0, null]",
];

/// The conditions that the guards require.
const REQUIRES: &[&str] = &[
    "$item.fields.x > 0",
    "$item.fields.x >= 1",
    "$item.fields.x in [1, 2, 3]",
    "$form.f is known and $form.f < 2",
    "$item.fields.x is null or $form.f == 2",
    "$form.f != $item.fields.x",
];

/// A station with a guard for every pair of `when` and `require`; `shift` moves the pairs to other guard names.
fn station(shift: usize) -> Station {
    let all = WHENS.len() * REQUIRES.len();
    let guard = |number: usize| {
        let at = (number + shift) % all;
        let (when, require) = (WHENS[at % WHENS.len()], REQUIRES[at / WHENS.len()]);
        let when = if when.is_empty() { String::new() } else { format!(", when: \"{when}\"") };
        format!("        - {{name: g{number}, require: \"{require}\"{when}}}\n")
    };
    let guards: String = (0..all).map(guard).collect();
    load(&format!("        - form: {{f: {{type: integer}}}}\n{guards}"), "")
}

#[track_caller]
fn load(guards: &str, more: &str) -> Station {
    let text = format!(
        "global: {{currency: EUR}}\nprofiles: {{customer: {{grants: \"*\"}}, baker: {{grants: \"*\", roles: [chef]}}}}\n\
         auth: {{default: customer}}\napis: [{{name: shop, rows: {{getMenu: menu.json}}}}]\n{more}\nskills:\n  - \
         name: menu\n    cognitive: {{objective: eat}}\n    invoke: {{method: getMenu}}\n    kinds: {{dish: {{}}}}\n    \
         present: {{fields: {{x: {{type: integer}}, price: {{type: price, role: billed}}}}}}\n    select:\n      \
         guards:\n{guards}"
    );
    let loaded = crate::load_station(&crate::station(&text));
    let findings: Vec<_> = loaded.findings.iter().map(crate::shown).collect();
    loaded.station.unwrap_or_else(|| panic!("{findings:?}\n{text}"))
}

/// A case: the field, and the answer.
#[derive(Clone, Copy, Debug)]
struct Case(Option<i128>, Option<i128>);

/// A value that represents an unreadable one.
const UNREADABLE: i128 = 99;

fn cases() -> impl Iterator<Item = Case> {
    let known = || std::iter::once(None).chain((-1..=5).map(Some));
    let fields = known().chain([Some(UNREADABLE)]);
    fields.flat_map(move |x| known().map(move |f| Case(x, f)))
}

fn truth(condition: &Condition, Case(x, f): Case) -> Truth {
    let mut row = Row::new(condition.slots.len());
    for (slot, read) in condition.slots.iter().enumerate() {
        let value = match read {
            Read::Field(0) => x,
            Read::Form(_) => f,
            _ => None,
        };
        row.set(
            slot,
            match value {
                None => Value::Absent,
                Some(UNREADABLE) => Value::Unreadable,
                Some(number) => Value::Number(Decimal::new(number, 0).unwrap()),
            },
        );
    }
    condition.compiled.program.weigh(&row).truth()
}

#[track_caller]
fn passes(guard: &Guard, case: Case) -> bool {
    let applies = guard.when.as_ref().is_none_or(|when| truth(when, case) != Truth::False);
    let Rule::Require(condition) = &guard.rule else { panic!("not a condition") };
    !applies || truth(condition, case) == Truth::True
}

fn guard<'s>(station: &'s Station, name: &str) -> &'s Guard {
    let guards = &station.skills()[0].kinds()[0].select.guards;
    guards.iter().find(|guard| guard.name.as_deref() == Some(name)).unwrap()
}

#[test]
fn a_guard_is_stricter_or_looser_where_brute_force_finds_a_case() {
    let old = station(0);
    for shift in 1..WHENS.len() * REQUIRES.len() {
        let new = station(shift);
        for GuardChange { guard: name, change, .. } in diff_guards(&old, &new, None) {
            let Change::Compared { lost, gained } = &change else { panic!("{change:?}") };
            if name.starts_with("form") {
                assert_eq!(change.word(), "same");
                continue;
            }
            let (was, is) = (guard(&old, &name), guard(&new, &name));
            for (found, from, to) in [(lost, was, is), (gained, is, was)] {
                let case = cases().find(|case| passes(from, *case) && !passes(to, *case));
                let told = || format!("{name} {shift} {change:?} {case:?} {from:?} {to:?}");
                match found {
                    Witness::Row(_) => assert!(case.is_some(), "{}", told()),
                    Witness::None => assert!(case.is_none(), "{}", told()),
                    Witness::Undecided => panic!("{}", told()),
                }
            }
        }
    }
}

/// The guards that changed.
fn changed(old: &Station, new: &Station) -> Vec<String> {
    let told = |change: GuardChange| {
        let shown = match &change.change {
            Change::Compared { lost, gained } => {
                let row = |witness: &Witness| match witness {
                    Witness::Row(row) => row.clone(),
                    Witness::None => "-".to_owned(),
                    Witness::Undecided => "?".to_owned(),
                };
                format!("{} {}", row(lost), row(gained))
            }
            Change::Added | Change::Removed | Change::Differs => String::new(),
        };
        format!("{} {} {shown}", change.guard, change.change.word()).trim_end().to_owned()
    };
    let found = diff_guards(old, new, None).into_iter();
    found.filter(|change| change.change.word() != "same").map(told).collect()
}

#[test]
fn what_is_no_condition_is_compared_by_what_it_names() {
    let submit = |guards: &str, form: &str| {
        let guards = format!("        - form: {{f: {{type: integer}}}}\n{guards}");
        load(
            &guards,
            &format!("submit_guard: {{form: {{{form}}}, guards: [submitted_by: [person]]}}"),
        )
    };
    let old = submit(
        "        - permission: {profiles: [customer, baker]}\n        - budget: {max: 50, per: day, of: person}\n        - \
         {name: a, approval: {role: chef}, when: \"$item.fields.x > 5\"}\n        - {name: gone, require: \"$item.fields.x > \
         1\"}\n        - check: getMenu\n",
        "yes: {type: boolean}",
    );
    let new = submit(
        "        - permission: {profiles: [baker]}\n        - budget: {max: 80, per: day, of: person}\n        - {name: a, \
         approval: {role: chef}, when: \"$item.fields.x > 3\"}\n        - {check: {method: getMenu, args: {id: \
         $item.ref}}}\n        - {name: fresh, require: \"$item.fields.x > 2\"}\n",
        "yes: {type: boolean, required: true}",
    );
    assert_eq!(
        changed(&old, &new),
        [
            r#"permission: {"profiles": ["customer", "baker"]} stricter {"profile":"customer"} -"#,
            r#"budget: {"max": "50", "of": "person", "per": "day"} looser - {"total":"80"}"#,
            r#"a stricter {"item": {"fields": {"x": 4}}} -"#,
            "gone removed",
            r#"check: "getMenu" different"#,
            "fresh added",
            "form different",
        ]
    );
    let sites: Vec<_> = diff_guards(&old, &new, None).into_iter().map(|c| c.site).collect();
    assert!(sites.contains(&GuardSite::Submit));
    assert_eq!(changed(&old, &old), [""; 0]);
    assert!(diff(&old, &new, None).iter().all(|change| change.change.word() == "same"));
}
