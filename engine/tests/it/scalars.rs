//! A text in each style of YAML and with everything that may surround it: places, fixes and edits are those of the
//! text.

use engine::Loaded;
use engine::report::{Edit, codes};
use lang::Code;

use crate::{shown, station};

/// A condition of two lines in each style; it begins after the key, indented by ten blanks.
const STYLES: &[(&str, &str)] = &[
    ("plain", "$fields.a == 'x' or $fields.a == 149"),
    ("plain, two lines", "$fields.a == 'x' or\n            $fields.a == 149"),
    ("single", "'$fields.a == ''x'' or $fields.a == 149'"),
    ("single, two lines", "'$fields.a == ''x'' or\n\n            $fields.a == 149'"),
    ("double", "\"$fields.a == '\\u00e9' or $fields.a == 149\""),
    ("double, two lines", "\"$fields.a == 'x' or \\\n            $fields.a == 149\""),
    ("literal", "|\n            $fields.a == 'x' or\n\n              $fields.a == 149\n"),
    ("literal, clean", "|2-\n            $fields.a == 'x' or\n            $fields.a == 149\n"),
    ("folded", ">\n\n            $fields.a == 'x' or\n            $fields.a == 149\n"),
    ("folded, clean", ">-\n            $fields.a == 'x' or\n              $fields.a == 149\n"),
];

/// The surroundings of a scalar.
#[derive(Clone, Copy, Debug)]
enum About {
    Nothing,
    Anchor,
    Comment,
    AnchorAndComment,
    LineEnds,
    Mark,
}

const ABOUT: &[About] = &[
    About::Nothing,
    About::Anchor,
    About::Comment,
    About::AnchorAndComment,
    About::LineEnds,
    About::Mark,
];

/// A station whose condition is a scalar with these surroundings.
fn with(scalar: &str, about: About) -> String {
    let commented = || match scalar.split_once('\n') {
        Some((header, body)) if scalar.starts_with(['|', '>']) => {
            format!("{header} # kept\n{body}")
        }
        Some(_) | None => format!("{scalar} # kept"),
    };
    let when = match about {
        About::Nothing | About::LineEnds | About::Mark => scalar.to_owned(),
        About::Anchor => format!("&y {scalar}"),
        About::Comment => commented(),
        About::AnchorAndComment => format!("&y\n          # kept\n            {}", commented()),
    };
    let text = file(&when);
    match about {
        About::LineEnds => text.replace('\n', "\r\n"),
        About::Mark => format!("\u{feff}{text}"),
        About::Nothing | About::Anchor | About::Comment | About::AnchorAndComment => text,
    }
}

fn file(when: &str) -> String {
    format!(
        "apis: [{{name: shop, rows: {{getMenu: menu.json}}}}]\nskills:\n- name: menu\n  cognitive: {{objective: x}}\n  \
         invoke: {{method: getMenu}}\n  kinds:\n        dish:\n          when: {when}\n  present: {{fields: {{a: \
         {{type: text}}, b: {{type: boolean}}}}}}\n"
    )
}

/// The text under each refusal, with its code.
fn under(text: &str) -> Vec<(Code, String)> {
    let refused = |f: &&engine::report::Finding| f.severity == lang::Severity::Refused;
    let loaded = crate::load_station(&station(text));
    let found = loaded.findings.iter().filter(refused);
    found.map(|f| (f.code, text.get(f.at.span.clone()).unwrap().to_owned())).collect()
}

fn applied(text: &str, edits: &[&Edit]) -> String {
    let mut text = text.to_owned();
    for edit in edits.iter().rev() {
        text.replace_range(edit.at.span.clone(), &edit.text);
    }
    text
}

fn told(loaded: &Loaded) -> String {
    loaded.findings.iter().map(shown).collect()
}

#[test]
fn a_place_is_that_of_the_text_however_it_is_written() {
    for (style, scalar) in STYLES {
        for &about in ABOUT {
            let text = with(scalar, about);
            let expected = [(codes::CONDITION_LITERAL_TYPE, "149".to_owned())];
            assert_eq!(under(&text), expected, "{style} {about:?}\n{text}");
        }
    }
}

#[test]
fn a_fix_mends_the_text_however_it_is_written() {
    for (style, scalar) in STYLES {
        for &about in ABOUT {
            let text = with(&scalar.replace("or", "OR").replace("149", "'y'"), about);
            let text =
                if style.starts_with("single") { text.replace("'y'", "''y''") } else { text };
            let loaded = crate::load_station(&station(&text));
            let fixes: Vec<_> = loaded.findings.iter().filter_map(|f| f.fix.as_ref()).collect();
            assert!(!fixes.is_empty(), "{style} {about:?}\n{text}{}", told(&loaded));
            let mended = applied(&text, &fixes);
            assert_eq!(mended, text.replace("OR", "or"), "{style} {about:?}");
            assert!(under(&mended).is_empty(), "{mended}");
        }
    }
}

#[test]
fn a_form_changes_nothing_but_the_condition() {
    for (style, scalar) in STYLES {
        for &about in ABOUT {
            let scalar = scalar.replace("or", "  or").replace("149", "'y'");
            let scalar =
                if style.starts_with("single") { scalar.replace("'y'", "''y''") } else { scalar };
            let text = with(&scalar, about);
            let loaded = crate::load_station(&station(&text));
            assert!(loaded.station.is_some(), "{style} {about:?}\n{text}{}", told(&loaded));
            let is_block = scalar.starts_with(['|', '>']);
            assert_eq!(loaded.edits.len(), usize::from(!is_block), "{style} {about:?}\n{text}");
            let formed = applied(&text, &loaded.edits.iter().collect::<Vec<_>>());
            let again = crate::load_station(&station(&formed));
            assert!(again.station.is_some(), "{formed}{}", told(&again));
            assert!(again.edits.is_empty(), "{formed}");
            assert_eq!(around(&formed), around(&text), "{style} {about:?}");
        }
    }
}

/// A file without its condition.
fn around(text: &str) -> String {
    let (before, rest) = text.split_once("when:").unwrap();
    let (when, behind) = rest.split_once("  present:").unwrap();
    let kept: Vec<_> =
        ["&y", "# kept"].into_iter().map(|mark| when.matches(mark).count()).collect();
    format!("{before}{kept:?}{behind}")
}

#[track_caller]
fn form(when: &str, expected: &str) {
    let text = file(when);
    let loaded = crate::load_station(&station(&text));
    let formed = applied(&text, &loaded.edits.iter().collect::<Vec<_>>());
    assert_eq!(formed, file(expected), "{}", told(&loaded));
}

#[test]
fn comments_and_anchors_stay() {
    form("\"$fields.a=='x'\" # keep me", "\"$fields.a == 'x'\" # keep me");
    form("'$fields.a==''x''' # keep me", "'$fields.a == ''x''' # keep me");
    form("\"$fields.a\n           =='x'\" # keep me", "\"$fields.a == 'x'\" # keep me");
    form("&y \"$fields.a   == 'x'\"", "&y \"$fields.a == 'x'\"");
    form(
        "&y $fields.a=='x'\n        drink: {when: *y}",
        "&y $fields.a == 'x'\n        drink: {when: *y}",
    );
}

/// Checks the text under each refusal, and the file with the fixes applied.
#[track_caller]
fn mended(text: &str, under_it: &[&str], expected: &str) {
    let loaded = crate::load_station(&station(text));
    let found: Vec<_> = under(text).into_iter().map(|(_, under)| under).collect();
    assert_eq!(found, under_it, "{}", told(&loaded));
    let fixes: Vec<_> = loaded.findings.iter().filter_map(|f| f.fix.as_ref()).collect();
    assert_eq!(applied(text, &fixes), expected, "{}", told(&loaded));
}

#[test]
fn a_fix_of_a_whole_text_leaves_what_stands_about_it() {
    let good = file("\"$fields.b\"");
    let types = |typed: &str| good.replace("type: text}", &format!("type: {typed}}}"));
    mended(&types("&t txt"), &["txt"], &types("&t text"));
    mended(&types("&t \"txt\""), &["\"txt\""], &types("&t text"));
    mended(&types("'txt' # c\n   "), &["'txt'"], &types("text # c\n   "));
    let blocks = |typed: &str| {
        good.replace(
            "{a: {type: text}, b: {type: boolean}}",
            &format!("\n      a:\n        type: {typed}\n      b: {{type: boolean}}\n    "),
        )
        .replace("present: {fields: ", "present:\n    fields:")
        .replace("    }", "    ")
    };
    for about in ["&t ", ""] {
        let written = |typed: &str| blocks(&format!("{about}{typed}"));
        mended(&written("\"txt\" # c"), &["\"txt\""], &written("text # c"));
        mended(&written(">-\n          txt"), &["txt"], &written(">-\n          text"));
        mended(&written("|-\n          txt\n"), &["txt"], &written("|-\n          text\n"));
    }
    let method = |written: &str| {
        good.replace("invoke: {method: getMenu}", &format!("invoke:\n    method: {written}"))
    };
    mended(&method("\"getMen\" # c2"), &["\"getMen\""], &method("getMenu # c2"));
}

#[test]
fn an_end_is_behind_the_last_character() {
    for header in [">-", ">", "|", "|+", "&y >-", "| # c"] {
        let when = |text: &str| file(&format!("{header}\n            {text}"));
        mended(&when("($fields.b"), &[""], &when("($fields.b)"));
        mended(&when("($fields.b\n"), &[""], &when("($fields.b)\n"));
    }
}

#[track_caller]
fn at(when: &str, place: &str, code: Code) {
    let loaded = crate::load_station(&station(&file(when)));
    let finding = loaded.findings.iter().find(|f| f.code == code).unwrap();
    let (start, end) = (finding.at.start, finding.at.end);
    let found = format!("{}:{}-{}:{}", start.line, start.column, end.line, end.column);
    assert_eq!(found, place, "{}", told(&loaded));
}

#[test]
fn nothing_is_told_where_it_stands() {
    at("|\n", "8:18-8:18", codes::CONDITION_EMPTY);
    at("&y >-\n", "8:22-8:22", codes::CONDITION_EMPTY);
    at("''", "8:18-8:18", codes::CONDITION_EMPTY);
}

#[test]
fn a_value_that_aliases_name_is_told_once() {
    let text = file("&y \"$fields.a=='x' and $fields.z\"\n        drink: {when: *y}");
    assert_eq!(under(&text), [(codes::CONDITION_FIELD_UNKNOWN, "z".to_owned())]);
    assert_eq!(crate::load_station(&station(&text)).edits.len(), 1);
    let text = file("$fields.b").replace("a: {type: text}", "a: {type: &t txt}, c: {type: *t}");
    assert_eq!(under(&text).len(), 1);
}

#[track_caller]
fn tag(when: &str, under_it: &str, help: &str, expected: &str) {
    let text = file(when);
    let loaded = crate::load_station(&station(&text));
    let finding = loaded.findings.iter().find(|f| f.code == codes::CONDITION_YAML_TAG).unwrap();
    assert_eq!(text.get(finding.at.span.clone()), Some(under_it));
    assert_eq!(finding.help.as_deref(), Some(help));
    let fixes: Vec<_> = finding.fix.iter().collect();
    assert_eq!(applied(&text, &fixes), file(expected));
}

#[test]
fn a_tag_of_yaml_is_deleted_and_a_sign_is_a_not() {
    let sign = "write `not` in place of `!`, and quotes round the whole";
    tag("!!str \"$fields.b\"", "!!str", "delete the tag", "\"$fields.b\"");
    tag("!!str &y '$fields.b'", "!!str", "delete the tag", "&y '$fields.b'");
    tag("&y !!str '$fields.b'", "!!str", "delete the tag", "&y '$fields.b'");
    tag(
        "!text >-\n              $fields.b",
        "!text",
        "delete the tag",
        ">-\n              $fields.b",
    );
    tag("!$fields.b", "!$fields.b", sign, "!$fields.b");
    tag("! \"$fields.b\"", "! \"$fields.b\"", sign, "! \"$fields.b\"");
    tag("!($fields.b)", "!($fields.b)", sign, "!($fields.b)");
}

#[test]
fn a_backslash_that_yaml_does_not_know_is_told_where_it_stands() {
    at("\"$fields.a matches '\\d'\"", "8:37-8:39", codes::YAML_SYNTAX);
    at("\"\\\\ \\\" \\u00zz\"", "8:24-8:28", codes::YAML_SYNTAX);
    at("\"\\n\n           \\\n           \\é\"", "10:12-10:14", codes::YAML_SYNTAX);
    let loaded = crate::load_station(&station(&file("\"\\d\"")));
    let help = "write single quotes round the whole, or the backslash twice";
    assert_eq!(loaded.findings[0].help.as_deref(), Some(help));
}

#[test]
fn a_long_blank_is_looked_at_once() {
    for blanks in [" ".repeat(65_000), "\n           ".repeat(5_000)] {
        assert_eq!(under(&file(&format!("\"$fields.a == 149{blanks}\"")))[0].1, "149");
        assert_eq!(under(&file(&format!("'{blanks}'")))[0].0, codes::CONDITION_EMPTY);
        let text = format!(">-\n           $fields.a ==\n           {blanks}149 {blanks}x");
        assert!(!under(&file(&text)).is_empty());
    }
}
