//! Parts that fields and parameters share: type, class, path.

use lang::Code;
use vm::{Path, PathFault, Type};

use crate::raw::keys::Given;
use crate::raw::{Spanned, switch};
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::station::Class;
use crate::text::file::quote;
use crate::text::words::listed;

/// Finds the type of a name; refuses an unknown name and suggests the nearest.
pub(crate) fn type_named(word: &Spanned<'_>, code: Code, report: &mut Report) -> Option<Type> {
    let found = Type::named(word.text);
    if found.is_none() {
        let names = || Type::ALL.iter().map(|ty| ty.name());
        let remark = Remark::new(code, word.place, format!("{} is no type", quote(word.text)));
        report
            .add(remark.near(word.text, names(), || format!("the types are {}", listed(names()))));
    }
    found
}

/// The class that a word names, or the default if there is no word.
pub(crate) fn class(
    given: &Given<Spanned<'_>>,
    absent: Class,
    report: &mut Report,
) -> Option<Class> {
    let word = match given {
        Given::Absent => return Some(absent),
        Given::Refused => return None,
        Given::Value(word) => word,
    };
    let found = Class::named(word.text);
    if found.is_none() {
        let names = || Class::WORDS.iter().copied();
        let message = format!("{} is no class", quote(word.text));
        let remark = Remark::new(codes::PRESENT_CLASS, word.place, message);
        report.add(
            remark.near(word.text, names(), || format!("the classes are {}", listed(names()))),
        );
    }
    found
}

/// Reads a dotted path; refuses an empty step, and a path that is deeper than any row.
pub(crate) fn path(word: &Spanned<'_>, code: Code, report: &mut Report) -> Option<String> {
    path_in(word, "", code, report)
}

/// The same for a path that follows a prefix, which does not belong to the path.
pub(crate) fn path_in(
    word: &Spanned<'_>,
    before: &str,
    code: Code,
    report: &mut Report,
) -> Option<String> {
    match Path::parse(word.text) {
        Ok(_) => return Some(word.text.to_owned()),
        Err(PathFault::TooDeep) => {
            report.add(
                Remark::new(code, word.place, PathFault::TooDeep.to_string())
                    .help("no row nests deeper; write a shorter path"),
            );
            return None;
        }
        Err(PathFault::EmptyStep) => {}
    }
    let message = format!("{} has an empty step", quote(word.text));
    let steps: Vec<_> = word.text.split('.').filter(|step| !step.is_empty()).collect();
    let remark = Remark::new(code, word.place, message);
    report.add(if steps.is_empty() {
        remark.help("write the keys that lead to it, joined by dots")
    } else {
        let near = format!("{before}{}", steps.join("."));
        remark.help(format!("write `{near}`")).fix(word.place, near)
    });
    None
}

/// Reads `true` or `false`; `false` if the key is absent.
pub(crate) fn flag(word: &Given<Spanned<'_>>, report: &mut Report) -> Option<bool> {
    match word {
        Given::Absent => Some(false),
        Given::Refused => None,
        Given::Value(word) => switch(word, report),
    }
}

/// Parses a positive whole number and one of the units `s m h d w`, in seconds.
pub(crate) fn seconds(text: &str) -> Option<u64> {
    let unit = text.chars().last()?;
    let number = text.strip_suffix(unit)?;
    let length: u64 = match unit {
        's' => 1,
        'm' => 60,
        'h' => 3_600,
        'd' => 86_400,
        'w' => 604_800,
        _ => return None,
    };
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let count = digits.then(|| number.parse::<u64>().ok()).flatten()?;
    count.checked_mul(length).filter(|seconds| *seconds > 0)
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn a_time_is_a_whole_number_and_a_unit() {
        for (text, expected) in [
            ("30d", Some(2_592_000)),
            ("1s", Some(1)),
            ("90m", Some(5_400)),
            ("2w", Some(1_209_600)),
            ("0d", None),
            ("d", None),
            ("-1d", None),
            ("1.5h", None),
            ("30", None),
            ("30 d", None),
            ("30é", None),
            ("99999999999999999999d", None),
            ("99999999999999999w", None),
        ] {
            assert_eq!(seconds(text), expected, "{text}");
        }
    }
}
