//! Laws that hold of every number, every row and every reader.

use proptest::prelude::*;
use vm::{Decimal, Family, Layout, Path, Reading, Type};

use crate::told;

fn number(text: &str) -> Decimal {
    Decimal::parse(text).unwrap()
}

proptest! {
    #[test]
    fn a_number_prints_as_what_it_reads(mantissa in any::<i64>(), scale in 0u8..38) {
        let n = Decimal::new(i128::from(mantissa), scale).unwrap();
        prop_assert_eq!(number(&n.to_string()), n);
        prop_assert_eq!(number(&format!("{mantissa}e-{scale}")), n);
        prop_assert_eq!(number(&format!("{mantissa}000e-{}", scale + 3)), n);
    }

    #[test]
    fn arithmetic_is_that_of_whole_numbers(a in any::<i32>(), b in any::<i32>(), s in 0u8..6, t in 0u8..6) {
        let (x, y) = (Decimal::new(a.into(), s).unwrap(), Decimal::new(b.into(), t).unwrap());
        let at = |n: i32, scale: u8| i128::from(n) * 10i128.pow(6 - u32::from(scale));
        prop_assert_eq!(x.add(y), Decimal::new(at(a, s) + at(b, t), 6));
        prop_assert_eq!(x.sub(y), Decimal::new(at(a, s) - at(b, t), 6));
        prop_assert_eq!(x.mul(y), Decimal::new(at(a, s) * at(b, t), 12));
        prop_assert_eq!(x.cmp(&y), at(a, s).cmp(&at(b, t)));
    }

    #[test]
    fn no_text_is_more_than_one_thing(text in "[-+0-9.eE ]{0,12}") {
        // A text is a number exactly where JSON's grammar says so.
        let grammar = |t: &str| {
            let t = t.strip_prefix('-').unwrap_or(t);
            let (mantissa, exponent) = t.split_once(['e', 'E']).map_or((t, None), |(m, e)| (m, Some(e)));
            let (whole, fraction) = mantissa.split_once('.').map_or((mantissa, None), |(w, f)| (w, Some(f)));
            let digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
            digits(whole) && (whole == "0" || !whole.starts_with('0'))
                && fraction.is_none_or(digits)
                && exponent.is_none_or(|e| digits(e.strip_prefix(['-', '+']).unwrap_or(e)))
        };
        prop_assert_eq!(Decimal::parse(&text) != Err(vm::NumberFault::Form), grammar(&text));
    }

    #[test]
    fn no_bytes_break_a_layout(bytes in proptest::collection::vec(any::<u8>(), 0..64), json in r#"[{}\[\]",:0-9a-c\\u\- ]{0,48}"#) {
        let paths = ["a", "a.b", "a.0", "b.0.c", "c"];
        let fields: Vec<_> =
            Type::ALL.iter().zip(paths.iter().cycle()).map(|(ty, p)| (Path::parse(p).unwrap(), *ty)).collect();
        let layout = Layout::new(&fields, Reading::new("Europe/Paris", Some("FR")).unwrap());
        let mut row = layout.row();
        let _ = layout.read(&bytes, &mut row);
        let _ = layout.read(json.as_bytes(), &mut row);
        let _ = layout.read(format!("{{\"a\":{json}}}").as_bytes(), &mut row);
    }

    #[test]
    fn a_constant_is_its_own_spelling(text in "\\PC{0,24}|[+0-9 ().-]{0,20}|[a-zA-Z.]{1,5}@[a-zA-Z.]{1,8}") {
        let reading = Reading::new("America/Sao_Paulo", Some("BR")).unwrap();
        for &ty in Type::ALL {
            let Some(once) = reading.constant(ty, &text) else { continue };
            prop_assert_eq!(once.family(), ty.family());
            if ty.family() == Family::Text {
                let told = told(once.value());
                let again = reading.constant(ty, told.trim_matches('\''));
                prop_assert!(text.contains('\'') || again == Some(once), "{ty:?} of {text:?}");
            }
        }
    }
}
