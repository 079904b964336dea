//! Tests that a scalar is read from its text by the declared type: no YAML type guessing happens.

use engine::station::{Choices, Rule};
use vm::Constant;

/// Texts that YAML readers convert to other types, as an option of a form and as a default.
const TEXTS: [&str; 12] =
    ["NO", "on", "off", "y", "n", "yes", "0123", "08", "1.10", "1_000", "10:00", "018561471342"];

fn station() -> String {
    let options = TEXTS.join(", ");
    let params: Vec<_> = TEXTS
        .iter()
        .enumerate()
        .map(|(number, text)| format!("p{number}: {{type: id, set_by: [], default: {text}}}"))
        .collect();
    let read: Vec<_> =
        (0..TEXTS.len()).map(|number| format!("$params.p{number} is known")).collect();
    format!(
        "apis: [{{name: shop, rows: {{getMenu: menu.json}}}}]\nskills:\n  - name: menu\n    cognitive: {{objective: Choose}}\n    \
         params: {{{}}}\n    invoke: {{method: getMenu, guards: [{{require: \"{}\"}}]}}\n    kinds: {{dish: {{}}}}\n    \
         present: {{fields: {{name: {{type: text, role: title}}}}}}\n    \
         select: {{guards: [{{form: {{choice: {{type: text, options: [{options}]}}}}}}]}}\n    \
         submit: [{{name: take, mode: self}}]\n",
        params.join(", "),
        read.join(" and ")
    )
}

#[track_caller]
fn text(constant: &Constant) -> &str {
    match constant {
        Constant::Text(text) => text,
        other => panic!("{other:?}"),
    }
}

#[test]
fn options_and_defaults_keep_the_spelling_of_the_file() {
    let loaded = crate::load_station(&crate::station(&station()));
    let told: String = loaded.findings.iter().map(crate::shown).collect();
    let station = loaded.station.unwrap_or_else(|| panic!("{told}"));
    let skill = station.skill("menu").unwrap();
    let defaults: Vec<_> =
        skill.params().iter().map(|param| text(param.default.as_ref().unwrap())).collect();
    assert_eq!(defaults, TEXTS);
    let Rule::Form(fields) = &skill.select().guards[0].rule else { panic!("{told}") };
    let Some(Choices::Fixed(choices)) = &fields[0].choices else { panic!("{told}") };
    let choices: Vec<_> = choices.iter().map(|choice| text(&choice.value)).collect();
    assert_eq!(choices, TEXTS);
}
