//! Names that a reference can spell.

use lang::{Code, name};
use unicode_ident::{is_xid_continue, is_xid_start};
use unicode_normalization::UnicodeNormalization as _;

use crate::raw::Spanned;
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::text::file::quote;

/// The nearest name to a text: `_` replaces every character that a name cannot contain, and precedes a first character
/// that cannot start one.
fn nearest(text: &str) -> String {
    let mut near = String::new();
    for c in text.trim().nfc() {
        if near.is_empty() && c != '_' && !is_xid_start(c) {
            near.push('_');
        }
        if c == '-' || is_xid_continue(c) {
            near.push(c);
        } else if !near.ends_with('_') {
            near.push('_');
        }
    }
    let near = near.trim_end_matches('-');
    if near.is_empty() { "_".to_owned() } else { near.to_owned() }
}

/// The name as it is compared; another text is refused with the nearest name.
pub(crate) fn checked(word: &Spanned<'_>, what: &str, report: &mut Report) -> Option<String> {
    checked_as(word, what, codes::NAME_FORM, report)
}

/// The same, with another code.
pub(crate) fn checked_as(
    word: &Spanned<'_>,
    what: &str,
    code: Code,
    report: &mut Report,
) -> Option<String> {
    let found = name(word.text);
    if found.is_none() {
        let near = nearest(word.text);
        let message =
            format!("{} is not a name for {what}: no reference could spell it", quote(word.text));
        let remark = Remark::new(code, word.place, message);
        report.add(remark.help(format!("write `{near}`")).fix(word.place, near));
    }
    found
}

/// A text in the spelling in which names are compared, whether it is a name or not.
pub(crate) fn composed(text: &str) -> String {
    text.nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_that_a_reference_can_spell() {
        for text in ["a", "_", "région", "dine-in", "in", "a1", "名前"] {
            assert!(name(text).is_some(), "{text}");
        }
        for (text, near) in [
            ("", "_"),
            ("2nd", "_2nd"),
            ("a b", "a_b"),
            ("a.b", "a_b"),
            ("a-", "a"),
            ("-a", "_-a"),
            ("a  b!", "a_b_"),
            ("--", "_"),
        ] {
            assert_eq!(name(text), None, "{text}");
            assert_eq!(nearest(text), near, "{text}");
            assert!(name(&nearest(text)).is_some(), "{text}");
        }
        assert_eq!(name("re\u{301}gion").as_deref(), Some("région"));
    }
}
