use super::pattern::{Why, read};
use super::*;

const LOCALES: [Locale; 2] = [Locale::En, Locale::Fr];

#[test]
fn a_built_in_sentence_uses_exactly_its_variables_in_both_languages() {
    for &sentence in Sentence::ALL {
        assert_eq!(Sentence::named(sentence.name()), Some(sentence));
        for locale in LOCALES {
            let text = sentence.built_in(locale);
            let used = read(text, sentence.variables());
            let declared = sentence.variables().iter().map(|name| (*name).to_owned()).collect();
            assert_eq!(used, Ok(declared), "{} {text}", sentence.name());
        }
        assert_ne!(sentence.built_in(Locale::En), sentence.built_in(Locale::Fr));
    }
    assert_eq!(Sentence::named("quantity"), None);
}

#[test]
fn every_built_in_sentence_is_said_whole() {
    for &sentence in Sentence::ALL {
        for locale in LOCALES {
            let fillers: Vec<_> =
                sentence.variables().iter().map(|name| (*name, Filler::Text("«x»"))).collect();
            let said = Sentences::built_in(locale).say(sentence, &fillers);
            let shown = said.matches("«x»").count();
            assert!(shown >= sentence.variables().len(), "{}: {said}", sentence.name());
            assert!(!said.contains(['{', '}', '\u{2068}', '\n']), "{}: {said}", sentence.name());
        }
    }
}

#[track_caller]
fn says(locale: Locale, sentence: Sentence, fillers: &[(&str, &str)], expected: &str) {
    let fillers: Vec<_> = fillers
        .iter()
        .map(|(name, text)| {
            let number = Decimal::parse(text).map(Filler::Number);
            (*name, number.unwrap_or(Filler::Text(text)))
        })
        .collect();
    assert_eq!(Sentences::built_in(locale).say(sentence, &fillers), expected);
}

#[test]
fn numbers_are_said_exactly_and_what_is_not_known_is_left_out() {
    says(
        Locale::En,
        Sentence::QuantityBelowMin,
        &[("asked", "0.1"), ("min", "0.30"), ("above", "0.3")],
        "0.1 is too few: the minimum is 0.3. The nearest that can be had is 0.3.",
    );
    says(
        Locale::En,
        Sentence::RowsTooMany,
        &[("operation", "getMenu"), ("max", "1234567890123456789012345678.5")],
        "The answer of “getMenu” has more than 1234567890123456789012345678.5 rows.",
    );
    let step = Sentence::QuantityStep;
    let asked = [("asked", "5"), ("step", "2"), ("below", "4"), ("above", "6")];
    let en = |given: usize, expected| says(Locale::En, step, &asked[..given], expected);
    en(4, "5 cannot be had: quantities go in steps of 2. The nearest are 4 and 6.");
    en(3, "5 cannot be had: quantities go in steps of 2. The nearest is 4.");
    says(
        Locale::Fr,
        Sentence::GuardCheck,
        &[("operation", "stock"), ("reason", "il n’y en a plus")],
        "La vérification «\u{a0}stock\u{a0}» a refusé\u{a0}: il n’y en a plus",
    );
    says(
        Locale::Fr,
        Sentence::GuardCheck,
        &[("operation", "stock")],
        "La vérification «\u{a0}stock\u{a0}» a refusé.",
    );
}

#[test]
fn what_is_said_of_a_tenant_is_text_and_no_pattern() {
    for text in ["{ $max }", "\u{202e}x", "a\n.b = c", "-term", "\"}"] {
        let said = Sentences::built_in(Locale::En)
            .say(Sentence::RoomUnknown, &[("room", Filler::Text(text))]);
        assert_eq!(said, format!("There is no room “{text}”. Open one first."));
    }
}

#[test]
fn a_selection_counts_in_the_stations_language() {
    let pattern = "{ $max ->\n  [one] { $max } seule\n *[other] { $max } au plus\n}";
    for (locale, number, expected) in [
        (Locale::Fr, "0", "0 seule"),
        (Locale::Fr, "1", "1 seule"),
        (Locale::Fr, "2", "2 au plus"),
        (Locale::En, "0", "0 au plus"),
        (Locale::En, "1", "1 seule"),
        (Locale::En, "9007199254740993", "9007199254740993 au plus"),
    ] {
        let replaced = BTreeMap::from([(Sentence::MaxItems, pattern.to_owned())]);
        let number = Filler::Number(Decimal::parse(number).unwrap());
        let said =
            Sentences::replacing(locale, replaced).say(Sentence::MaxItems, &[("max", number)]);
        assert_eq!(said, expected);
    }
}

/// Checks the fault of a pattern, and the part of the pattern that it points at.
#[track_caller]
fn wrong(pattern: &str, part: &str, why: Why) {
    let faults = read(pattern, &["min"]).unwrap_err();
    let told: Vec<_> =
        faults.iter().map(|f| (pattern.get(f.span.clone()).unwrap(), &f.why)).collect();
    assert_eq!(told, [(part, &why)], "{pattern}");
}

#[test]
fn what_is_wrong_with_a_pattern_is_told_where_it_stands() {
    let variable = |name: &str| Why::Variable(name.to_owned());
    wrong("at least { $mni } of them", "mni", variable("mni"));
    wrong("one\n  two { $min }\n  three { $max }", "max", variable("max"));
    wrong("é { $x ->\n *[other] y\n}", "x", variable("x"));
    wrong("{ NUMBER($min) }", "NUMBER", Why::Foreign("a function"));
    wrong("{ -brand }", "brand", Why::Foreign("a term"));
    wrong("{ quantity-step }", "quantity-step", Why::Foreign("another message"));
    wrong("a\n.b = c", "b", Why::Foreign("an attribute"));
    wrong("{ $min", "", Why::Syntax("expected a token starting with `}`".to_owned()));
    wrong("a } b", "}", Why::Syntax("unbalanced closing brace".to_owned()));
    wrong("", "", Why::Syntax("there is no text".to_owned()));
    let deep = format!("{}$min", "{".repeat(100_000));
    wrong(&deep, &deep, Why::TooMany);
    let deep = format!("{{ {}", "A(".repeat(100_000));
    wrong(&deep, &deep, Why::TooMany);
}

#[test]
fn as_deep_as_a_pattern_may_be_fits_a_small_stack() {
    let check = || {
        let deep = format!("{}$min{}", "{".repeat(MAX), "}".repeat(MAX));
        assert!(read(&deep, &["min"]).is_ok());
        let replaced = BTreeMap::from([(Sentence::QuantityBelowMin, deep)]);
        let sentences = Sentences::replacing(Locale::En, replaced);
        let said = sentences.say(Sentence::QuantityBelowMin, &[("min", Filler::Text("2"))]);
        assert_eq!(said, "2");
        let deep = format!("{{ {}", "A(".repeat(MAX));
        assert!(read(&deep, &["min"]).is_err());
    };
    std::thread::Builder::new().stack_size(512 << 10).spawn(check).unwrap().join().unwrap();
}

const MAX: usize = crate::limits::MAX_PLACEABLES;
