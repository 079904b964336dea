//! The sentences that a station replaces by custom wording.

use std::collections::{BTreeMap, HashMap};

use crate::limits::MAX_PLACEABLES;
use crate::raw::{Named, Spanned, scalar};
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::station::Locale;
use crate::station::sentence::pattern::{self, PatternFault, Why};
use crate::station::sentence::{Sentence, Sentences};
use crate::text::file::{Place, quote};
use crate::text::words::listed;
use crate::text::yaml::{Places, Style};

/// The form of a sentence.
const FORM: &str = "a Fluent pattern in quotes";

pub(crate) fn resolve(raw: &[Named<'_>], locale: Locale, report: &mut Report) -> Sentences {
    let mut replaced = BTreeMap::new();
    let mut firsts: HashMap<&str, Place> = HashMap::new();
    for Named { name, value } in raw {
        if let Some(first) = firsts.insert(name.text, name.place) {
            let message = format!("the sentence {} is replaced twice", quote(name.text));
            let remark = Remark::new(codes::YAML_DUPLICATE_KEY, name.place, message);
            report.add(remark.help("keep one").also(first, "the first stands here"));
            continue;
        }
        let sentence = Sentence::named(name.text);
        if sentence.is_none() {
            unknown(name, report);
        }
        let pattern = scalar(*value, FORM, report);
        let (Some(sentence), Some(word)) = (sentence, pattern) else { continue };
        match pattern::read(word.text, sentence.variables()) {
            Ok(_) => drop(replaced.insert(sentence, word.text.to_owned())),
            Err(faults) => tell(sentence, &word, faults, report),
        }
    }
    Sentences::replacing(locale, replaced)
}

fn unknown(name: &Spanned<'_>, report: &mut Report) {
    let message = format!("there is no sentence {}", quote(name.text));
    let remark = Remark::new(codes::SENTENCE_UNKNOWN, name.place, message);
    report.add(remark.near(name.text, Sentence::NAMES.iter().copied(), || {
        "`pointsman sentences` lists them".to_owned()
    }));
}

/// Reports the faults of a pattern, each at its place in the file.
fn tell(sentence: Sentence, word: &Spanned<'_>, faults: Vec<PatternFault>, report: &mut Report) {
    let span = word.place.start..word.place.end;
    let style = word.view.scalar().map_or(Style::Plain, |(_, style)| style);
    let file = word.view.file;
    let places = Places::new(word.text, style, file.source.text(), span);
    for PatternFault { span, why } in faults {
        // A missing part is reported where it belongs; a fault of the whole pattern covers the scalar.
        let place = match why {
            Why::TooMany => word.place,
            Why::Syntax(_) | Why::Foreign(_) | Why::Variable(_) => file.place(places.range(&span)),
        };
        report.add(remark(sentence, place, why));
    }
}

fn remark(sentence: Sentence, place: Place, why: Why) -> Remark {
    let of = quote(sentence.name());
    let syntax = |message: String| Remark::new(codes::VALUE_TYPE, place, message);
    match why {
        Why::Variable(name) => {
            let dollar = |name: &&str| format!("${name}");
            let variables: Vec<_> = sentence.variables().iter().map(dollar).collect();
            let remark = Remark::new(
                codes::SENTENCE_VARIABLE,
                place,
                format!("the sentence {of} has no variable `${name}`"),
            );
            let has = match variables.as_slice() {
                [] => "it has none".to_owned(),
                some => format!("its variables are {}", listed(some.iter().map(String::as_str))),
            };
            match lang::nearest(&name, sentence.variables().iter().copied()) {
                Some(near) => {
                    remark.help(format!("did you mean `${near}`? {has}")).fix(place, near)
                }
                None => remark.help(has),
            }
        }
        Why::Syntax(why) => syntax(format!("the sentence {of} is no Fluent: {why}"))
            .help("write a text with `{ $variable }` where a value stands"),
        Why::Foreign(what) => syntax(format!("the sentence {of} has {what}"))
            .help("a sentence has variables and selections alone"),
        Why::TooMany => {
            syntax(format!("the sentence {of} has over {MAX_PLACEABLES} braces or parentheses"))
                .help("shorten it")
        }
    }
}
