//! Tests of lexical and syntax errors: the code, the exact span, and the source after the fix.

use lang::{Diagnostic, parse};

/// Marks each error's span in the source with `⟦` and `⟧`, and lists its code and the fixed source, or
/// an empty string if no fix is offered.
#[track_caller]
fn check(marked: &str, expected: &[(&str, &str)]) {
    let (mut source, mut places, mut open) = (String::new(), Vec::new(), Vec::new());
    for c in marked.chars() {
        match c {
            '⟦' => {
                open.push(places.len());
                places.push((source.len(), source.len()));
            }
            '⟧' => places[open.pop().expect("a mark that opens")].1 = source.len(),
            c => source.push(c),
        }
    }
    let told = parse(&source).diagnostics;
    let seen: Vec<_> = told.iter().map(|d| (d.code.as_str(), mended(&source, d))).collect();
    let seen: Vec<_> = seen.iter().map(|(code, text)| (*code, text.as_str())).collect();
    assert_eq!(seen, expected, "{source}\n{told:#?}");
    let spans: Vec<_> = told.iter().map(|d| (d.span.start, d.span.end)).collect();
    assert_eq!(spans, places, "{source}\n{told:#?}");
    for diagnostic in told {
        well_said(&diagnostic);
    }
}

fn mended(source: &str, diagnostic: &Diagnostic) -> String {
    diagnostic.fix.as_ref().map_or(String::new(), |fix| {
        [&source[..fix.span.start], &fix.text, &source[fix.span.end..]].concat()
    })
}

#[track_caller]
fn well_said(diagnostic: &Diagnostic) {
    for said in [Some(&diagnostic.message), diagnostic.help.as_ref()].into_iter().flatten() {
        assert!(!said.ends_with('.'), "{said}");
        assert!(!said.starts_with(char::is_uppercase), "{said}");
        assert_eq!(said.matches('`').count() % 2, usize::from(said.contains("```")), "{said}");
    }
}

macro_rules! refusals {
    ($code:literal: $($name:ident $marked:literal $(=> $mended:literal)?;)*) => {$(
        #[test]
        fn $name() {
            let places = $marked.matches('⟦').count();
            let mended: &[&str] = &[$($mended)?];
            let expected: Vec<_> =
                (0..places).map(|at| ($code, mended.get(at).copied().unwrap_or(""))).collect();
            check($marked, &expected);
        }
    )*};
}

mod number_form {
    use super::check;

    #[test]
    fn a_comma_in_a_list_stands_between_members() {
        check("$fields.n in [30,50,1]", &[]);
    }

    refusals! { "condition/number-form":
        leading_zeros "$fields.n == ⟦007⟧" => "$fields.n == 7";
        zeros_alone "$fields.n == ⟦00⟧" => "$fields.n == 0";
        leading_zeros_and_a_fraction "$fields.n == ⟦00.50⟧" => "$fields.n == 0.50";
        no_digit_before_the_point "$fields.n == ⟦.5⟧" => "$fields.n == 0.5";
        no_digit_before_the_point_negated "$fields.n == -⟦.5⟧" => "$fields.n == -0.5";
        no_digit_after_the_point "$fields.n == ⟦5.⟧" => "$fields.n == 5";
        no_digit_before_the_exponent "$fields.n == ⟦5.e3⟧" => "$fields.n == 5e3";
        no_digit_after_the_exponent "$fields.n == ⟦1e⟧" => "$fields.n == '1e'";
        hexadecimal "$fields.n == ⟦0x10⟧" => "$fields.n == 16";
        hexadecimal_in_capitals "$fields.n == ⟦0XfF⟧" => "$fields.n == 255";
        octal "$fields.n == ⟦0o17⟧" => "$fields.n == 15";
        binary "$fields.n == ⟦0b101⟧" => "$fields.n == 5";
        no_hexadecimal "$fields.n == ⟦0xyz⟧" => "$fields.n == '0xyz'";
        underscores "$fields.n == ⟦1_000_000⟧" => "$fields.n == 1000000";
        full_width_digits "$fields.n == ⟦１２⟧" => "$fields.n == 12";
        arabic_digits "$fields.n == ⟦٣⟧" => "$fields.n == 3";
        a_unit "$fields.n > ⟦10px⟧" => "$fields.n > '10px'";
        a_comma_before_the_decimals "$fields.n <= ⟦30,50⟧ and $fields.b" => "$fields.n <= 30.50 and $fields.b";
        a_comma_before_zeros "$fields.n > ⟦500,00⟧" => "$fields.n > 500.00";
        a_blank_between_thousands "$fields.n > ⟦1 000⟧" => "$fields.n > 1000";
        thousands_and_decimals "$fields.n > -⟦12 345 678,9⟧" => "$fields.n > -12345678.9";
        a_narrow_blank_between_thousands "$fields.n > ⟦1\u{202f}000.5⟧" => "$fields.n > 1000.5";
        two_points "$fields.n == ⟦1.2.3⟧" => "$fields.n == '1.2.3'";
        a_date "$fields.d > ⟦2026-01-31⟧" => "$fields.d > '2026-01-31'";
        a_date_of_two_digits_with_a_time "$fields.d > ⟦2026-11-30T12:00:00+01:00⟧" => "$fields.d > '2026-11-30T12:00:00+01:00'";
        in_a_list "$fields.n in [1, ⟦02⟧, 3]" => "$fields.n in [1, 2, 3]";
    }
}

mod number_range {
    use super::check;
    refusals! { "condition/number-range":
        too_large "$fields.n < ⟦1e38⟧";
        far_too_large "$fields.n < ⟦1e400⟧";
        an_exponent_without_end "$fields.n < ⟦1e99999999999999999999⟧";
        too_small "$fields.n == ⟦1e-39⟧";
        too_many_digits "$fields.n == ⟦123456789012345678901234567890123456789⟧";
        too_many_decimals "$fields.n == ⟦0.123456789012345678901234567890123456789⟧";
        negated "$fields.n > -⟦1e38⟧";
        in_a_list "$fields.n in [-⟦1e38⟧, 1]";
    }
}

mod escape {
    use super::check;
    refusals! { "condition/escape":
        a_class_of_a_pattern r"$fields.a matches '⟦\d⟧+'" => r"$fields.a matches '\\d+'";
        a_slash r"$fields.a == 'a⟦\/⟧b'" => r"$fields.a == 'a\\/b'";
        of_another_language r"$fields.a == '⟦\0⟧'" => r"$fields.a == '\\0'";
        a_character_of_several_bytes r"$fields.a == '⟦\é⟧'" => r"$fields.a == '\\é'";
        of_json r"$fields.a == '⟦\u00e9⟧'" => r"$fields.a == '\u{00e9}'";
        of_json_too_short r"$fields.a == '⟦\u⟧0e'" => r"$fields.a == '\\u0e'";
        no_digits r"$fields.a == '⟦\u{}⟧'";
        too_many_digits r"$fields.a == '⟦\u{0000041}⟧'";
        no_hexadecimal_digit r"$fields.a == '⟦\u{4⟧g}'";
        a_surrogate r"$fields.a == '⟦\u{D800}⟧'";
        beyond_unicode r"$fields.a == '⟦\u{110000}⟧'";
    }

    #[test]
    fn every_one_of_a_text() {
        check(
            r"$fields.a matches '⟦\d⟧⟦\w⟧'",
            &[
                ("condition/escape", r"$fields.a matches '\\d\w'"),
                ("condition/escape", r"$fields.a matches '\d\\w'"),
            ],
        );
    }
}

mod unclosed_text {
    use super::check;
    refusals! { "condition/unclosed-text":
        single "$fields.a == ⟦'x⟧" => "$fields.a == 'x'";
        double "$fields.a == ⟦\"x⟧" => "$fields.a == \"x\"";
        blanks_at_the_end "$fields.a == ⟦'x⟧  " => "$fields.a == 'x'  ";
        the_other_quote "$fields.a == ⟦'x\"⟧" => "$fields.a == 'x\"'";
        a_quote_alone "$fields.a == ⟦'⟧" => "$fields.a == ''";
        an_escaped_quote "$fields.a == ⟦'x\\'⟧" => "$fields.a == 'x\\''";
        a_backslash_at_the_end "$fields.a == ⟦'x\\⟧" => "$fields.a == 'x\\'";
        in_parentheses "($fields.a == ⟦'x)⟧" => "($fields.a == 'x)'";
    }
}

mod foreign_spelling {
    use super::check;
    refusals! { "condition/foreign-spelling":
        and_sign "$fields.a ⟦&&⟧ $fields.b" => "$fields.a and $fields.b";
        and_sign_without_blanks "$fields.a⟦&&⟧$fields.b" => "$fields.a and $fields.b";
        and_sign_alone "$fields.a ⟦&⟧ $fields.b" => "$fields.a and $fields.b";
        or_sign "$fields.a ⟦||⟧ $fields.b" => "$fields.a or $fields.b";
        or_sign_alone "$fields.a ⟦|⟧ $fields.b" => "$fields.a or $fields.b";
        not_sign "⟦!⟧$fields.a" => "not $fields.a";
        not_sign_before_parentheses "⟦!⟧($fields.a)" => "not($fields.a)";
        assignment "$fields.a ⟦=⟧ 'x'" => "$fields.a == 'x'";
        three_equals "$fields.a ⟦===⟧ 'x'" => "$fields.a == 'x'";
        not_and_two_equals "$fields.a ⟦!==⟧ 'x'" => "$fields.a != 'x'";
        unequal_of_sql "$fields.a ⟦<>⟧ 'x'" => "$fields.a != 'x'";
        unequal_sign "$fields.a ⟦≠⟧ 'x'" => "$fields.a != 'x'";
        less_or_equal_sign "$fields.n ⟦≤⟧ 1" => "$fields.n <= 1";
        greater_or_equal_turned "$fields.n ⟦=>⟧ 1" => "$fields.n >= 1";
        minus_sign "$fields.n ⟦−⟧ 1 > 0" => "$fields.n - 1 > 0";
        times_sign "$fields.n ⟦×⟧ 2 > 0" => "$fields.n * 2 > 0";
        pattern_sign "$fields.a ⟦=~⟧ 'x'" => "$fields.a matches 'x'";
        remainder "$fields.n ⟦%⟧ 2 == 0";
        power "$fields.n ⟦**⟧ 2 == 0";
        capitals "$fields.a ⟦AND⟧ $fields.b" => "$fields.a and $fields.b";
        a_capital "$fields.a ⟦Or⟧ $fields.b" => "$fields.a or $fields.b";
        not_in_capitals "⟦NOT⟧ $fields.a" => "not $fields.a";
        true_of_python "$fields.a == ⟦True⟧" => "$fields.a == true";
        none_of_python "$fields.a is ⟦None⟧" => "$fields.a is null";
        nil "$fields.a == ⟦nil⟧" => "$fields.a == null";
        undefined "$fields.a != ⟦undefined⟧" => "$fields.a != null";
        null_in_capitals "$fields.a is ⟦NULL⟧" => "$fields.a is null";
        one_word "$fields.a ⟦startsWith⟧ 'x'" => "$fields.a starts with 'x'";
        french_and "$fields.a ⟦et⟧ $fields.b" => "$fields.a and $fields.b";
        french_not "$fields.a or ⟦non⟧ $fields.b" => "$fields.a or not $fields.b";
        french_true "$fields.a == ⟦vrai⟧" => "$fields.a == true";
        french_in "$fields.t ⟦dans⟧ ['a']" => "$fields.t in ['a']";
        function_of_python "⟦len⟧($fields.a) > 1" => "length($fields.a) > 1";
        function_in_capitals "⟦LOWER⟧($fields.a) == 'x'" => "lower($fields.a) == 'x'";
        like_of_sql "$fields.a ⟦like⟧ '%x%'";
        between_of_sql "$fields.n ⟦between⟧ 1 and 2";
        braces "⟦${fields.color}⟧ == 'red'" => "$fields.color == 'red'";
        no_dollar "⟦fields.color⟧ == 'red'" => "$fields.color == 'red'";
        no_dollar_before_brackets "⟦params[order].q⟧ == 1" => "$params[order].q == 1";
        no_dollar_before_a_root "⟦now⟧ > '2026-01-01'" => "$now > '2026-01-01'";
        no_dollar_and_no_root "⟦item.x⟧ == 1" => "$item.x == 1";
        single_curly "$fields.a == ⟦‘⟧Paris’" => "$fields.a == 'Paris'";
        double_curly "$fields.a == ⟦“⟧Paris”" => "$fields.a == 'Paris'";
        low_curly "$fields.a == ⟦„⟧Köln“" => "$fields.a == 'Köln'";
        guillemets "$fields.a == ⟦«⟧Paris»" => "$fields.a == 'Paris'";
        curly_with_an_apostrophe "$fields.a == ⟦“⟧it's”" => "$fields.a == \"it's\"";
        curly_ended_by_a_plain_one "$fields.a == ⟦“⟧Paris\"" => "$fields.a == 'Paris'";
        curly_that_does_not_end "$fields.a == ⟦’⟧" => "$fields.a == '";
        backticks "$fields.a == ⟦`⟧x`" => "$fields.a == 'x'";
        non_breaking_space "$fields.a⟦\u{A0}⟧== 'x'" => "$fields.a == 'x'";
        narrow_space "$fields.a⟦\u{202F}\u{A0}⟧== 'x'" => "$fields.a == 'x'";
        full_width_space "$fields.a⟦\u{3000}⟧== 'x'" => "$fields.a == 'x'";
        line_separator "$fields.a⟦\u{2028}⟧== 'x'" => "$fields.a == 'x'";
        form_feed "$fields.a⟦\u{C}⟧== 'x'" => "$fields.a == 'x'";
        byte_order_mark "⟦\u{FEFF}⟧$fields.a == 'x'" => "$fields.a == 'x'";
        space_without_width "$fields.a ⟦\u{200B}⟧== 'x'" => "$fields.a == 'x'";
    }

    #[test]
    fn a_choice() {
        let nothing = ("condition/foreign-spelling", "");
        check("$fields.a ⟦?⟧ 1 ⟦:⟧ 2", &[nothing, nothing]);
        check("$fields.a ⟦??⟧ 1", &[nothing]);
        check("$fields.a ⟦?:⟧ 1", &[nothing]);
    }

    #[test]
    fn each_of_several_and_what_they_hide() {
        check(
            "$fields.a ⟦&&⟧ $fields.b ⟦=⟧ ⟦007⟧ ⟦OR⟧⟦⟧",
            &[
                ("condition/foreign-spelling", "$fields.a and $fields.b = 007 OR"),
                ("condition/foreign-spelling", "$fields.a && $fields.b == 007 OR"),
                ("condition/number-form", "$fields.a && $fields.b = 7 OR"),
                ("condition/foreign-spelling", "$fields.a && $fields.b = 007 or"),
                ("condition/syntax", ""),
            ],
        );
    }

    #[test]
    fn spaces_alone_are_no_condition() {
        check("⟦⟦\u{A0}⟧⟧", &[("condition/foreign-spelling", " "), ("condition/empty", "")]);
    }
}

mod chained {
    use super::check;
    refusals! { "condition/chained":
        a_band "1 < $fields.n ⟦<⟧ 10" => "1 < $fields.n and $fields.n < 10";
        a_band_turned "$fields.n > 2 ⟦>⟧ 1" => "$fields.n > 2 and 2 > 1";
        equalities "$fields.n == 3 ⟦==⟧ $fields.b" => "$fields.n == 3 and 3 == $fields.b";
        mixed "$fields.n < 10 ⟦==⟧ true" => "$fields.n < 10 and 10 == true";
        three "1 < $fields.n ⟦<⟧ 10 < 20" => "1 < $fields.n and $fields.n < 10 and 10 < 20";
        parentheses_in_the_middle "1 < ($fields.n) ⟦<⟧ 10" => "1 < ($fields.n) and ($fields.n) < 10";
        a_predicate "$fields.a starts with 'x' ⟦<⟧ 3" => "$fields.a starts with 'x' and 'x' < 3";
        after_is "$fields.a is known ⟦==⟧ 1";
        after_a_list "$fields.a in [1] ⟦in⟧ [1]";
        after_a_pattern "$fields.a matches 'x' ⟦==⟧ true";
        under_not "not 1 < $fields.n ⟦<⟧ 3" => "not 1 < $fields.n and $fields.n < 3";
        in_parentheses "(1 < $fields.n ⟦<⟧ 3)" => "(1 < $fields.n and $fields.n < 3)";
    }

    #[test]
    fn nothing_after_it() {
        check("$fields.a == 1 ⟦==⟧⟦⟧", &[("condition/chained", ""), ("condition/syntax", "")]);
    }

    #[test]
    fn each_chain_is_told_once() {
        let chained = "condition/chained";
        check(
            "1 < $a.b ⟦<⟧ 3 and (4 < $a.b ⟦<⟧ 6) or $a.b == 7",
            &[
                (chained, "1 < $a.b and $a.b < 3 and (4 < $a.b < 6) or $a.b == 7"),
                (chained, "1 < $a.b < 3 and (4 < $a.b and $a.b < 6) or $a.b == 7"),
            ],
        );
    }
}

mod division {
    use super::check;
    refusals! { "condition/division":
        a_slash "$fields.n ⟦/⟧ 2 > 3";
        two_slashes "$fields.n ⟦//⟧ 2 > 3";
        a_sign "$fields.n ⟦÷⟧ 2 > 3";
        in_a_product "2 * $fields.n ⟦/⟧ 2 > 3";
    }
}

mod lists {
    use super::check;
    refusals! { "condition/list-empty":
        empty "$fields.a in ⟦[]⟧";
        empty_negated "$fields.a not in ⟦[ ]⟧";
    }

    #[test]
    fn no_list() {
        let syntax = |mended| [("condition/syntax", mended)];
        check("$fields.a in ⟦('a', 'b')⟧", &syntax("$fields.a in ['a', 'b']"));
        check("$fields.a in ⟦('a')⟧", &syntax("$fields.a in ['a']"));
        check("$fields.a in ⟦'a'⟧", &syntax("$fields.a in ['a']"));
        check("$fields.a not in ⟦$fields.b⟧", &syntax(""));
        check("$fields.a in ⟦($fields.b, 1)⟧ and $fields.c", &syntax(""));
    }
}

mod syntax {
    use super::check;
    refusals! { "condition/syntax":
        nothing_after_and "$fields.a and⟦⟧";
        nothing_after_not "not⟦⟧";
        nothing_after_is "$fields.a is⟦⟧  ";
        nothing_before_and "⟦and⟧ $fields.a";
        two_values "$fields.a ⟦$fields.b⟧";
        a_word "⟦foo⟧ == 1";
        a_slip_of_a_word "$fields.a ⟦matche⟧ 'x'" => "$fields.a matches 'x'";
        a_slip_of_a_literal "$fields.a in ['x', ⟦nul⟧]" => "$fields.a in ['x', null]";
        a_slip_of_not "$fields.a and ⟦ot⟧ $fields.b" => "$fields.a and not $fields.b";
        with_missing "$fields.a starts ⟦'x'⟧" => "$fields.a starts with 'x'";
        with_missing_at_the_end "$fields.a ends⟦⟧" => "$fields.a ends with";
        not_closed "($fields.a⟦⟧" => "($fields.a)";
        not_closed_twice "(($fields.a == 1⟦⟧ " => "(($fields.a == 1)) ";
        not_opened "$fields.a⟦)⟧" => "$fields.a";
        not_opened_by_another "($fields.a)⟦)⟧ and $fields.b" => "($fields.a) and $fields.b";
        plus_before_a_number "$fields.n == ⟦+⟧1" => "$fields.n == 1";
        list_without_in "$fields.a == ⟦[⟧'x']";
        comma_at_the_end "$fields.a in [1,⟦]⟧";
        members_without_comma "$fields.a in [1 ⟦2⟧]";
        reference_in_a_list "$fields.a in [⟦$fields.b⟧]";
        pattern_of_a_reference "$fields.a matches ⟦$fields.b⟧";
        a_quote_doubled "$fields.a == 'I'⟦'m'⟧";
        negated_comparison "$fields.a not ⟦==⟧ 1";
        word_with_a_dash "$fields.a ⟦and-1⟧ == 2";
        a_dollar_alone "⟦$⟧ == 1";
        no_name_after_the_point "$fields⟦.⟧ == 1";
        two_points "$fields⟦.⟧.a == 1";
        a_digit_after_the_point "$fields.⟦2nd⟧ == 1";
        an_index "$fields.a[⟦0⟧] == 1";
        a_quoted_key "$params⟦[⟧'a'].b == 1";
        three_keys "$submitted[a.b⟦.⟧c].d == 1";
        brackets_that_do_not_end "$params[a⟦⟧";
        minus_after_a_name "$fields.a⟦-⟧ 1 > 2" => "$fields.a -  1 > 2";
        a_stray_sign "$fields.a == ⟦@⟧";
        a_comment "$fields.a == 1 ⟦#⟧ one";
    }

    #[test]
    fn a_number_before_a_reference() {
        check(
            "⟦.5⟧⟦$fields.n⟧ == 1",
            &[("condition/number-form", "0.5$fields.n == 1"), ("condition/syntax", "")],
        );
    }

    #[test]
    fn an_apostrophe_in_a_text() {
        check(
            "$fields.name == 'Bob'⟦s⟧ bar⟦'⟧",
            &[
                ("condition/syntax", ""),
                ("condition/unclosed-text", "$fields.name == 'Bob's bar''"),
            ],
        );
    }
}

mod empty {
    use super::check;
    refusals! { "condition/empty":
        nothing "⟦⟧";
        blanks "⟦ \t\r\n⟧";
    }
}

/// A slip inside a condition is reported with the code that a reader would expect.
#[test]
fn slips_of_the_pen() {
    for (code, source) in [
        ("condition/foreign-spelling", "$fields.a ends =  with 'b'"),
        ("condition/foreign-spelling", "$fiel = ds.price != 'x'"),
        ("condition/foreign-spelling", "($fields&&.a == 'b')"),
        ("condition/foreign-spelling", "not $field%s.a is known"),
        ("condition/foreign-spelling", "$fields.a\u{A0}ctive != 'b'"),
        ("condition/foreign-spelling", "'b' != $field ands.total"),
        ("condition/foreign-spelling", "$fields’.total matches '(a|b)'"),
        ("condition/foreign-spelling", "$fiel)ds.type ends with '-0'"),
        ("condition/foreign-spelling", "n.5ot 'null' != $fields.a"),
        ("condition/foreign-spelling", "$fields.a in [17500&&00000]"),
        ("condition/foreign-spelling", "not ($fields.a =007= $fields.b)"),
        ("condition/number-form", "not ($fields.a =007= $fields.b)"),
        ("condition/number-form", "$fields.a .5== 'b' and $fields.c"),
        ("condition/division", "$fi/ 2elds.a == '007'"),
        ("condition/unclosed-text", "$fields.a matches 1'"),
        ("condition/unclosed-text", "$fields.rég'ion != true"),
        ("condition/unclosed-text", "($fields.a != 1) 'is known"),
        ("condition/chained", "$fields.a is not known in [1]"),
        ("condition/chained", "$fields.a == 'b' in [1]"),
        ("condition/chained", "not $fields.a in [1] =="),
        ("condition/chained", "($fields.a >= 1) < 3 < 4"),
        ("condition/chained", "$fields.a matches '1' =="),
        ("condition/syntax", "$fields.a == $f.5ields.b"),
        ("condition/syntax", "$fields.cate(gory contains 'b'"),
        ("condition/syntax", "$fields.a == 1) is not known"),
        ("condition/syntax", "($fields.a and $)fields.b in [1]"),
        ("condition/syntax", "no)t not ('' == $fields.a)"),
        ("condition/syntax", "$fields.a in [0.2)]"),
        ("condition/syntax", "0.1 < $fields.totaland $fields.b"),
        ("condition/syntax", "$fields. notactive ends with 'b'"),
        ("condition/syntax", "length($fields.a) != - * - ($fields.b)"),
        ("condition/syntax", "($fields.a == '') =="),
        ("condition/syntax", "$fields.a in [1750 not000]"),
        ("condition/syntax", "$fields.a is nul)l"),
    ] {
        let told = parse(source).diagnostics;
        assert!(told.iter().any(|d| d.code.as_str() == code), "{code} {source}\n{told:#?}");
    }
}
