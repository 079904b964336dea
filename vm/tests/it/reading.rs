//! The tables of reading: rows, literals, answers.

use vm::{AnswerFault, Constant, Reading, ReadingFault, Scalar, Scratch};

use crate::{told, ty};

fn paris() -> Reading {
    Reading::new("Europe/Paris", Some("GB")).unwrap()
}

fn read(reading: &Reading, name: &str, scalar: Scalar<'_>) -> String {
    told(reading.read(ty(name), scalar, &mut Scratch::default()))
}

/// A text of a row under a type.
#[track_caller]
fn check(name: &str, text: &str, right: &str) {
    assert_eq!(read(&paris(), name, Scalar::Text(text)), right, "{name} of {text:?}");
    let constant = paris().constant(ty(name), text).map(|c| told(c.value()));
    assert_eq!(constant.as_deref().unwrap_or("?"), right, "{name} literal {text:?}");
}

/// A number of a row under a type.
#[track_caller]
fn number(name: &str, lexeme: &str, right: &str) {
    assert_eq!(read(&paris(), name, Scalar::Number(lexeme)), right, "{name} of {lexeme}");
}

#[test]
fn every_type_says_what_it_makes_of_every_form() {
    let rows = [
        ("text", "'149'", "?"),
        ("email", "?", "?"),
        ("phone", "?", "?"),
        ("id", "'149'", "?"),
        ("url", "'149'", "?"),
        ("image", "'149'", "?"),
        ("number", "149", "?"),
        ("integer", "149", "?"),
        ("price", "149", "?"),
        ("quantity", "149", "?"),
        ("boolean", "?", "true"),
        ("datetime", "?", "?"),
    ];
    for (name, of_number, of_boolean) in rows {
        number(name, "149", of_number);
        let other = |scalar| read(&paris(), name, scalar);
        assert_eq!(other(Scalar::Boolean(true)), of_boolean, "{name}");
        assert_eq!(other(Scalar::Null), "-", "{name}");
        assert_eq!(other(Scalar::Compound), "?", "{name}");
        assert_eq!(other(Scalar::Broken), "?", "{name}");
    }
}

#[test]
fn an_email_has_one_spelling() {
    check("email", "ann@example.org", "'ann@example.org'");
    check("email", " a.b@Example.COM ", "'a.b@example.com'");
    check("email", "A+Tag@x.Y", "'A+Tag@x.y'");
    check("email", "e\u{301}@B\u{dc}CHER.example", "'\u{e9}@b\u{dc}cher.example'");
    check("email", "x@\u{212a}.example", "'x@k.example'");
    for none in ["", "ann", "@", "a@", "@b", "a@b@c", " @b", "a@ ", "not-an-email"] {
        check("email", none, "?");
    }
    check("email", "\u{a0}a@b", "'\u{a0}a@b'");
}

#[test]
fn a_phone_number_has_one_spelling() {
    for one in [
        "+442079460000",
        "0044 20 7946 0000",
        "020 7946 0000",
        "(020) 7946-0000",
        "+44 (0)20 7946-0000",
        "tel:+44-20-7946-0000",
        "+44.20.7946/0000",
    ] {
        check("phone", one, "'+442079460000'");
    }
    check("phone", "+33 1 42 68 53 00", "'+33142685300'");
    for none in [
        "",
        "x",
        "020 7946 0000 ext. 5",
        "020 7946 0000;ext=5",
        "020\u{a0}7946 0000",
        "+44 20 7946 00000000000000000000000000",
        "12",
        "+1 555 0000 000 000",
        "０２０ 7946 0000",
        "+",
        "tel:",
        "---",
        "020 7946 0000 x12",
        "TEL:+442079460000",
        "+999123456789",
    ] {
        check("phone", none, "?");
    }
    // A number that names its country is of that country's plan, wherever it is read.
    let us = Reading::new("UTC", Some("US")).unwrap();
    for one in ["+49 1512 3456789", "011 49 1512 3456789", "+4915123456789"] {
        assert_eq!(read(&us, "phone", Scalar::Text(one)), "'+4915123456789'");
    }
    number("phone", "2079460000", "'+442079460000'");
    number("phone", "442079460000", "'+442079460000'");
    number("phone", "1e400", "?");
    assert_eq!(read(&Reading::default(), "phone", Scalar::Text("020 7946 0000")), "?");
    assert_eq!(
        read(&Reading::default(), "phone", Scalar::Text("+44 20 7946 0000")),
        "'+442079460000'"
    );
}

#[test]
fn a_spelling_that_was_kept_is_of_its_country() {
    let mut scratch = Scratch::default();
    let rows = [
        (Some("GB"), "'+442079460000'"),
        (None, "?"),
        (Some("FR"), "?"),
        (Some("GB"), "'+442079460000'"),
    ];
    for (country, right) in rows {
        let reading = Reading::new("UTC", country).unwrap();
        for _ in 0..2 {
            assert_eq!(
                told(reading.read(ty("phone"), Scalar::Text("020 7946 0000"), &mut scratch)),
                right
            );
        }
    }
}

#[test]
fn a_text_is_composed_and_an_id_is_not() {
    for name in ["text", "url", "image"] {
        check(name, "", "''");
        check(name, " a ", "' a '");
        check(name, "e\u{301}", "'\u{e9}'");
        check(name, "\u{1100}\u{1161}", "'\u{ac00}'");
        check(name, "TEKL\u{130}F", "'TEKL\u{130}F'");
        number(name, "149", "'149'");
        number(name, "149.0", "'149'");
        number(name, "1.49e2", "'149'");
        number(name, "-0", "'0'");
        number(name, "90.750", "'90.75'");
        number(name, "-1e-3", "'-0.001'");
        number(name, "1e38", "?");
        number(name, "1e-39", "?");
    }
    check("id", "e\u{301}", "'e\u{301}'");
    check("id", "0017", "'0017'");
    check("id", "1E5", "'1E5'");
    number("id", "149.0", "'149'");
    number("id", "1e5", "'100000'");
    number("id", "-0", "'0'");
    number("id", "90.750", "?");
    number("id", "1e400", "?");
}

#[test]
fn a_number_is_exact_or_unreadable() {
    for name in ["number", "price"] {
        check(name, "12.50", "12.5");
        check(name, "  12.50  ", "12.5");
        check(name, "-1e2", "-100");
        number(name, "0.30000000000000004", "0.30000000000000004");
        number(name, "-0.0", "0");
        number(name, "9007199254740993", "9007199254740993");
        number(name, "1e400", "?");
        for none in [
            "",
            " ",
            "12,50",
            "€12.50",
            "1 234",
            "１２",
            "NaN",
            "Infinity",
            "+1",
            "01",
            ".5",
            "5.",
            "0x10",
            "1_000",
            "\u{a0}1",
            "12.50 €",
            "free",
            "--1",
            "1-",
        ] {
            check(name, none, "?");
        }
    }
    for name in ["integer", "quantity"] {
        check(name, "3", "3");
        check(name, " 3.0 ", "3");
        check(name, "-3", "-3");
        check(name, "3.5", "?");
        number(name, "3.0", "3");
        number(name, "1E2", "100");
        number(name, "3.5", "?");
        number(name, "350e-1", "35");
    }
}

#[test]
fn a_boolean_is_never_guessed() {
    check("boolean", "true", "true");
    check("boolean", "false", "false");
    for none in ["", "True", "FALSE", "0", "1", "no", "yes", " true"] {
        check("boolean", none, "?");
    }
}

#[test]
fn a_datetime_is_an_instant() {
    check("datetime", "2026-03-01T09:00:00Z", "@1772355600");
    check("datetime", "2026-03-01T10:00:00+01:00", "@1772355600");
    check("datetime", "2026-03-01t09:00:00.000z", "@1772355600");
    check("datetime", "2026-03-01T09:00:00-00:00", "@1772355600");
    check("datetime", "2026-03-01T10:00:00", "@1772355600");
    check("datetime", "2026-03-01 10:00", "@1772355600");
    check("datetime", "2026-03-01T09:00:00.123456789Z", "@1772355600.123456789");
    check("datetime", "2026-03-01", "@1772319600");
    check("datetime", "2026-07-01", "@1782856800");
    check("datetime", "soon", "?");
    check("datetime", "1772355600", "?");
    check("datetime", "2026-02-30", "?");
    check("datetime", "0001-01-01T00:00+23:59", "@-62135683140");
    check("datetime", "9999-12-31T23:59:59.999999999-23:59", "@253402387139.999999999");
    check("datetime", "9999-12-31T23:59:59", "@253402297199");
    check("datetime", "0001-01-01", "@-62135597361");
}

#[test]
fn a_gap_is_passed_and_a_repetition_taken_first() {
    // 2026-03-29 02:00 to 03:00 is not there; 2026-10-25 02:00 to 03:00 is there twice.
    check("datetime", "2026-03-29T02:30", "@1774747800");
    check("datetime", "2026-03-29T03:30", "@1774747800");
    check("datetime", "2026-03-29T01:59:59", "@1774745999");
    check("datetime", "2026-10-25T02:30", "@1792888200");
    check("datetime", "2026-10-25T03:00", "@1792893600");
}

#[test]
fn a_day_begins_with_its_first_instant() {
    let day =
        |zone: &str, text: &str| Reading::new(zone, None).unwrap().instant(text).unwrap().seconds;
    // Midnight skipped: 00:00 to 01:00 in São Paulo, 23:30 to 00:30 in Toronto.
    assert_eq!(
        day("America/Sao_Paulo", "2018-11-04"),
        day("America/Sao_Paulo", "2018-11-04T01:00")
    );
    assert_eq!(day("America/Toronto", "1919-03-31"), day("America/Toronto", "1919-03-31T00:30"));
    assert_eq!(
        day("America/Toronto", "1919-03-31T00:10"),
        day("America/Toronto", "1919-03-31T01:10")
    );
    // A whole day skipped.
    assert_eq!(day("Pacific/Apia", "2011-12-30"), day("Pacific/Apia", "2011-12-31"));
    // Midnight repeated.
    assert_eq!(
        day("America/Havana", "2025-11-02"),
        day("America/Havana", "2025-11-02T01:00") - 7200
    );
}

#[test]
fn a_reading_knows_its_zones_and_countries() {
    assert_eq!(paris().zone(), "Europe/Paris");
    assert_eq!(paris().country(), Some("GB"));
    assert_eq!(Reading::new("UTC", None), Ok(Reading::default()));
    assert_eq!(Reading::new("europe/paris", Some("GB")), Ok(paris()));
    for zone in ["", "Mars/Base", "CEST+1", "Etc/Unknown", "+01:00", "../x"] {
        assert_eq!(Reading::new(zone, None), Err(ReadingFault::Zone), "{zone}");
    }
    for country in ["", "gb", "GBR", "XX", "44", "001"] {
        assert_eq!(Reading::new("UTC", Some(country)), Err(ReadingFault::Country), "{country}");
    }
}

/// An answer as JSON: what it reads to, `-` absent, or the fault.
#[track_caller]
fn strict(name: &str, scalar: Scalar<'_>, right: Result<&str, AnswerFault>) {
    let read = paris().strict(ty(name), scalar);
    let read = read.map(|c| c.map_or("-".to_owned(), |c: Constant| told(c.value())));
    assert_eq!(read.as_deref().map_err(|f| *f), right, "{name} of {scalar:?}");
}

#[test]
fn an_answer_is_read_strictly() {
    use Scalar::{Boolean, Broken, Compound, Null, Number, Text};
    let no = Err(AnswerFault::Type);
    for &ty in vm::Type::ALL {
        strict(ty.name(), Null, Ok("-"));
        strict(ty.name(), Broken, no);
        strict(ty.name(), Compound, no);
    }
    strict("text", Text("e\u{301}"), Ok("'\u{e9}'"));
    strict("text", Number("1"), no);
    strict("text", Boolean(true), no);
    strict("email", Text(" a@B "), Ok("'a@b'"));
    strict("phone", Number("2079460000"), no);
    strict("phone", Text("020 7946 0000"), Ok("'+442079460000'"));
    strict("id", Number("149.0"), Ok("'149'"));
    strict("id", Number("1.5"), no);
    strict("id", Text("0017"), Ok("'0017'"));
    strict("boolean", Boolean(false), Ok("false"));
    strict("boolean", Text("true"), no);
    strict("boolean", Number("1"), no);
    strict("price", Number("12.50"), Ok("12.5"));
    strict("price", Text("12.50"), no);
    for name in ["number", "integer", "quantity"] {
        strict(name, Number("1e2"), Ok("100"));
        strict(name, Text("100"), Ok("100"));
        strict(name, Text("100.0"), Ok("100"));
        for none in ["1e2", " 100", "100 ", "1E2", "0100", "", "+1", "１"] {
            strict(name, Text(none), no);
        }
        strict(name, Boolean(true), no);
    }
    strict("number", Text("-1.5"), Ok("-1.5"));
    strict("integer", Text("1.5"), no);
    strict("quantity", Number("-1"), Err(AnswerFault::Negative));
    strict("quantity", Text("-1"), Err(AnswerFault::Negative));
    strict("quantity", Number("-0"), Ok("0"));
    strict("datetime", Text("2026-03-01T09:00:00Z"), Ok("@1772355600"));
    strict("datetime", Number("1772355600"), no);
}

#[test]
fn an_answer_that_is_an_address_is_absolute() {
    for name in ["url", "image"] {
        for one in [
            "https://a.example",
            "http://a.example/p?q=1#f",
            "HTTPS://u:p@a.example:80/",
            "http://[::1]:8080/x",
            "https://a.example/é",
        ] {
            strict(name, Scalar::Text(one), Ok(&format!("'{one}'")));
        }
        for none in [
            "",
            "a.example",
            "//a.example/x",
            "/x",
            "ftp://a.example",
            "https:a.example",
            "https://",
            "https:///x",
            "https://?x",
            "https://a b/",
            "https://a.example/x y",
            "javascript:alert(1)",
            "data:image/png;base64,AAAA",
            "https://:80/",
            "https://a.example:x/",
            "https://u@/x",
            " https://a.example",
            "https://a\\b",
        ] {
            strict(name, Scalar::Text(none), Err(AnswerFault::Address));
        }
        check(name, "//cdn.example.com/a.png", "'//cdn.example.com/a.png'");
    }
}

#[test]
fn what_a_person_types_is_read_like_a_row_and_fit_for_an_answer() {
    let typed = |name: &str, text: &str| paris().typed(ty(name), text).map(|c| told(c.value()));
    assert_eq!(typed("price", " 12.50 ").as_deref(), Ok("12.5"));
    assert_eq!(typed("price", "12,50"), Err(AnswerFault::Type));
    assert_eq!(typed("boolean", "true").as_deref(), Ok("true"));
    assert_eq!(typed("quantity", "-1"), Err(AnswerFault::Negative));
    assert_eq!(typed("url", "/x"), Err(AnswerFault::Address));
}
