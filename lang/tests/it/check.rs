//! Tests every code of the checker: its span, message and remedy.

use lang::analysis::{self, Budget, Duty};
use lang::codes::Subject;
use lang::{Code, Diagnostic, Position, Root, Scope, codes, compile};
use vm::{Reading, Type};

/// Renders findings, one per line: `code at [words]: message | help | fixed source`.
pub fn render(source: &str, findings: &[Diagnostic]) -> String {
    let lines = findings.iter().map(|finding| {
        let mut line = format!(
            "{} at {} [{}]: {}",
            finding.code,
            finding.span.start,
            &source[finding.span.clone()],
            finding.message
        );
        if let Some(help) = &finding.help {
            line += &format!(" | {help}");
        }
        if let Some(fix) = &finding.fix {
            let mut fixed = source.to_owned();
            fixed.replace_range(fix.span.clone(), &fix.text);
            line += &format!(" | {fixed}");
        }
        line
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A scope with fields of every family, and of the types that normalise literals.
pub fn fields() -> Scope {
    let mut scope = Scope::new(Position::Kind);
    for (name, ty) in [
        ("active", Type::Boolean),
        ("sold_out", Type::Boolean),
        ("category", Type::Text),
        ("name", Type::Text),
        ("email", Type::Email),
        ("phone", Type::Phone),
        ("sku", Type::Id),
        ("price", Type::Price),
        ("stock", Type::Integer),
        ("starts_at", Type::Datetime),
        ("ends_at", Type::Datetime),
    ] {
        scope.declare(Root::Fields, None, None, name, ty).unwrap();
    }
    scope
}

fn compiled(source: &str) -> String {
    match compile(source, &fields(), &Reading::default()) {
        Ok(compiled) => format!("ok {}", compiled.condition),
        Err(findings) => render(source, &findings),
    }
}

#[track_caller]
fn check(source: &str, expected: &str) {
    assert_eq!(compiled(source), expected, "{source}");
}
#[test]
fn a_literal_of_another_family() {
    check(
        "$fields.category == 149",
        "condition/literal-type at 20 [149]: `category` is declared text, `149` is a number | write '149', or declare `category` a number | $fields.category == '149'",
    );
    check(
        "$fields.category != true",
        "condition/literal-type at 20 [true]: `category` is declared text, `true` is a boolean | write 'true', or declare `category` a boolean | $fields.category != 'true'",
    );
    check(
        "149 == $fields.category",
        "condition/literal-type at 0 [149]: `category` is declared text, `149` is a number | write '149', or declare `category` a number | '149' == $fields.category",
    );
    check(
        "$fields.category == -5",
        "condition/literal-type at 20 [-5]: `category` is declared text, `-5` is a number | write '-5', or declare `category` a number | $fields.category == '-5'",
    );
    check(
        "$fields.price > 'cheap'",
        "condition/literal-type at 16 ['cheap']: `price` is declared price, `'cheap'` is a text | declare `price` a text",
    );
    check(
        "$fields.price == '12.50'",
        "condition/literal-type at 17 ['12.50']: `price` is declared price, `'12.50'` is a text | write 12.5, or declare `price` a text | $fields.price == 12.5",
    );
    check(
        "$fields.active == 'true'",
        "condition/literal-type at 18 ['true']: `active` is declared boolean, `'true'` is a text | write true, or declare `active` a text | $fields.active == true",
    );
    check(
        "$fields.active == 1",
        "condition/literal-type at 18 [1]: `active` is declared boolean, `1` is a number | write true or false, or declare `active` a number",
    );
    check(
        "$fields.starts_at < 20260101",
        "condition/literal-type at 20 [20260101]: `starts_at` is declared datetime, `20260101` is a number | write a date in quotes, as '2026-01-31', or declare `starts_at` a number",
    );
    check(
        "$fields.price == length('a') or lower('a') == $fields.price",
        "condition/literal-type at 32 [lower('a')]: `price` is declared price, `lower('a')` is a text | declare `price` a text",
    );
    check(
        "$fields.price < null",
        "condition/literal-type at 16 [null]: `null` comes neither before nor after anything | ask whether it `is null`, or compare by `==` or `!=`",
    );
    check(
        "null >= $fields.starts_at",
        "condition/literal-type at 0 [null]: `null` comes neither before nor after anything | ask whether it `is null`, or compare by `==` or `!=`",
    );
    check(
        "$fields.category < null",
        "condition/literal-type at 19 [null]: `null` comes neither before nor after anything | ask whether it `is null`, or compare by `==` or `!=`",
    );
    check(
        "$fields.name == 1 + 2",
        "condition/literal-type at 16 [1 + 2]: `name` is declared text, `1 + 2` is a number | declare `name` a number",
    );
    check(
        "length($fields.name) == 'a'",
        "condition/literal-type at 24 ['a']: `length($fields.name)` is a number, `'a'` is a text",
    );
}

#[test]
fn two_references_of_two_families() {
    check(
        "$fields.category == $fields.price",
        "condition/type-mismatch at 0 [$fields.category == $fields.price]: `category` is declared text, `price` is declared price | declare `category` a number, or declare `price` a text",
    );
    check(
        "$fields.active != $fields.starts_at",
        "condition/type-mismatch at 0 [$fields.active != $fields.starts_at]: `active` is declared boolean, `starts_at` is declared datetime | declare `active` a datetime, or declare `starts_at` a boolean",
    );
    check(
        "length($fields.name) == $fields.category",
        "condition/type-mismatch at 0 [length($fields.name) == $fields.category]: `length($fields.name)` is a number, `category` is declared text | declare `category` a number",
    );
    check(
        "$fields.price + 1 == $fields.starts_at",
        "condition/type-mismatch at 0 [$fields.price + 1 == $fields.starts_at]: `$fields.price + 1` is a number, `starts_at` is declared datetime | declare `starts_at` a number",
    );
}

#[test]
fn texts_and_booleans_have_no_order() {
    check(
        "$fields.category < 'b'",
        "condition/order-on-text at 0 [$fields.category < 'b']: `category` is declared text, and a text has no order | these types have an order: `number`, `integer`, `price`, `quantity`, `datetime`",
    );
    check(
        "'b' >= $fields.category",
        "condition/order-on-text at 0 ['b' >= $fields.category]: `category` is declared text, and a text has no order | these types have an order: `number`, `integer`, `price`, `quantity`, `datetime`",
    );
    check(
        "$fields.category > $fields.name",
        "condition/order-on-text at 0 [$fields.category > $fields.name]: `category` is declared text, and a text has no order | these types have an order: `number`, `integer`, `price`, `quantity`, `datetime`",
    );
    check(
        "lower($fields.name) > 'a'",
        "condition/order-on-text at 0 [lower($fields.name) > 'a']: `lower($fields.name)` is a text, and a text has no order | these types have an order: `number`, `integer`, `price`, `quantity`, `datetime`",
    );
    check(
        "$fields.email < 'nobody'",
        "condition/order-on-text at 0 [$fields.email < 'nobody']: `email` is declared email, and a text has no order | these types have an order: `number`, `integer`, `price`, `quantity`, `datetime`",
    );
    check(
        "$fields.active < true",
        "condition/order-on-boolean at 0 [$fields.active < true]: `active` is declared boolean, and a boolean has no order | write `$fields.active` alone, or with `not` before it",
    );
    check(
        "$fields.active >= $fields.sold_out",
        "condition/order-on-boolean at 0 [$fields.active >= $fields.sold_out]: `active` is declared boolean, and a boolean has no order | write `$fields.active` alone, or with `not` before it",
    );
}

#[test]
fn operands_of_another_family() {
    check(
        "$fields.price contains '1'",
        "condition/operand-type at 0 [$fields.price]: `contains` takes a text, `price` is declared price | declare `price` a text",
    );
    check(
        "$fields.name contains 1",
        "condition/operand-type at 22 [1]: `contains` takes a text, `1` is a number | write '1' | $fields.name contains '1'",
    );
    check(
        "$fields.name starts with null",
        "condition/operand-type at 25 [null]: `starts with` takes a text, `null` is nothing",
    );
    check(
        "$fields.active ends with 'x'",
        "condition/operand-type at 0 [$fields.active]: `ends with` takes a text, `active` is declared boolean | declare `active` a text",
    );
    check(
        "$fields.starts_at matches '2026'",
        "condition/operand-type at 0 [$fields.starts_at]: `matches` takes a text, `starts_at` is declared datetime | declare `starts_at` a text",
    );
    check(
        "5 matches '5'",
        "condition/operand-type at 0 [5]: `matches` takes a text, `5` is a number | write '5' | '5' matches '5'",
    );
    check(
        "$fields.name + 1 == 2",
        "condition/operand-type at 0 [$fields.name]: `+` takes a number, `name` is declared text | declare `name` a number",
    );
    check(
        "1 - $fields.name == 2",
        "condition/operand-type at 4 [$fields.name]: `-` takes a number, `name` is declared text | declare `name` a number",
    );
    check(
        "$fields.starts_at - 1 > $fields.ends_at",
        "condition/operand-type at 0 [$fields.starts_at]: `-` takes a number, `starts_at` is declared datetime | there is no arithmetic of dates: have the tenant say it, or a parameter",
    );
    check(
        "$fields.price * '2' > 1",
        "condition/operand-type at 16 ['2']: `*` takes a number, `'2'` is a text | write 2 | $fields.price * 2 > 1",
    );
    check(
        "-$fields.category == 1",
        "condition/operand-type at 1 [$fields.category]: `-` takes a number, `category` is declared text | declare `category` a number",
    );
    check(
        "$fields.stock + null == 1",
        "condition/operand-type at 16 [null]: `+` takes a number, `null` is nothing",
    );
    check(
        "lower($fields.price) == 'a'",
        "condition/operand-type at 6 [$fields.price]: `lower` takes a text, `price` is declared price | declare `price` a text",
    );
    check(
        "length(null) == 1",
        "condition/operand-type at 7 [null]: `length` takes a text, `null` is nothing",
    );
}

#[test]
fn conditions_where_a_value_stands() {
    check(
        "($fields.price > 1) == true",
        "condition/operand-type at 1 [$fields.price > 1]: a condition stands where `==` takes a value | a condition stands alone, under `not`, or between `and` and `or`",
    );
    check(
        "$fields.active == ($fields.stock in [1])",
        "condition/operand-type at 19 [$fields.stock in [1]]: a condition stands where `==` takes a value | a condition stands alone, under `not`, or between `and` and `or`",
    );
    check(
        "($fields.price > 1 and $fields.catgory == 'a') is null",
        "condition/operand-type at 1 [$fields.price > 1 and $fields.catgory == 'a']: a condition stands where `is null` takes a value | a condition stands alone, under `not`, or between `and` and `or`\n\
         condition/field-unknown at 31 [catgory]: `$fields` has no `catgory` | did you mean `category`? | ($fields.price > 1 and $fields.category == 'a') is null",
    );
    check(
        "lower(not $fields.active) == 'a'",
        "condition/operand-type at 6 [not $fields.active]: a condition stands where `lower` takes a value | a condition stands alone, under `not`, or between `and` and `or`",
    );
}

#[test]
fn what_reads_nothing() {
    check(
        "true",
        "condition/constant at 0 [true]: `true` stands as a condition, and is the same of every row | delete the part",
    );
    check(
        "not false and $fields.active",
        "condition/constant at 4 [false]: `false` stands as a condition, and is the same of every row | delete the part",
    );
    check(
        "1 == 1",
        "condition/constant at 0 [1 == 1]: `1 == 1` reads nothing, and is the same of every row | delete the part",
    );
    check(
        "'a' == null",
        "condition/constant at 0 ['a' == null]: `'a' == null` reads nothing, and is the same of every row | delete the part",
    );
    check(
        "null == null",
        "condition/constant at 0 [null == null]: `null == null` reads nothing, and is the same of every row | delete the part",
    );
    check(
        "1 + 2 < 3",
        "condition/constant at 0 [1 + 2 < 3]: `1 + 2 < 3` reads nothing, and is the same of every row | delete the part",
    );
    check(
        "'a' in ['a']",
        "condition/constant at 0 ['a' in ['a']]: `'a' in ['a']` reads nothing, and is the same of every row | delete the part",
    );
    check(
        "null is null",
        "condition/constant at 0 [null is null]: `null is null` reads nothing, and is the same of every row | delete the part",
    );
    check(
        "5 is known",
        "condition/constant at 0 [5 is known]: `5 is known` reads nothing, and is the same of every row | delete the part",
    );
    check(
        "(true) is known",
        "condition/constant at 0 [(true) is known]: `(true) is known` reads nothing, and is the same of every row | delete the part",
    );
    check(
        "'a' contains 'a'",
        "condition/constant at 0 ['a' contains 'a']: `'a' contains 'a'` reads nothing, and is the same of every row | delete the part",
    );
    check(
        "lower('A') matches 'a'",
        "condition/constant at 0 [lower('A') matches 'a']: `lower('A') matches 'a'` reads nothing, and is the same of every row | delete the part",
    );
}

#[test]
fn the_first_of_several_codes_is_told() {
    check(
        "(1 > 2) == true",
        "condition/operand-type at 1 [1 > 2]: a condition stands where `==` takes a value | a condition stands alone, under `not`, or between `and` and `or`\n\
         condition/constant at 1 [1 > 2]: `1 > 2` reads nothing, and is the same of every row | delete the part",
    );
    check(
        "1 contains 'x'",
        "condition/operand-type at 0 [1]: `contains` takes a text, `1` is a number | write '1' | '1' contains 'x'",
    );
    check(
        "1 contains 2",
        "condition/operand-type at 0 [1]: `contains` takes a text, `1` is a number | write '1' | '1' contains 2\n\
         condition/operand-type at 11 [2]: `contains` takes a text, `2` is a number | write '2' | 1 contains '2'",
    );
    check(
        "'soon' < 1",
        "condition/constant at 0 ['soon' < 1]: `'soon' < 1` reads nothing, and is the same of every row | delete the part",
    );
    check(
        "'soon' == 'later'",
        "condition/constant at 0 ['soon' == 'later']: `'soon' == 'later'` reads nothing, and is the same of every row | delete the part",
    );
    check(
        "$fields.starts_at == 'soon'",
        "condition/datetime-literal at 21 ['soon']: `'soon'` is no date, and no date and time | write it as '2026-01-31', '2026-01-31T09:30' or '2026-01-31T09:30:00+02:00'",
    );
    check(
        "$fields.category < 1",
        "condition/literal-type at 19 [1]: `category` is declared text, `1` is a number | write '1', or declare `category` a number | $fields.category < '1'",
    );
    check(
        "$fields.email < 1",
        "condition/literal-type at 16 [1]: `email` is declared email, `1` is a number | write '1', or declare `email` a number | $fields.email < '1'",
    );
    check(
        "$fields.email < 'nobody@example.org'",
        "condition/order-on-text at 0 [$fields.email < 'nobody@example.org']: `email` is declared email, and a text has no order | these types have an order: `number`, `integer`, `price`, `quantity`, `datetime`",
    );
    check(
        "$fields.email == 'nobody'",
        "condition/literal-form at 17 ['nobody']: `'nobody'` is no email address | write it as 'ann@example.org'; parts of one are found by `contains`, `starts with` and `ends with`",
    );
}

#[test]
fn values_that_are_no_condition() {
    check(
        "$fields.category",
        "condition/not-a-condition at 0 [$fields.category]: `category` is declared text, and stands where a condition does | compare it, or ask whether it `is known`",
    );
    check(
        "$fields.price and $fields.active",
        "condition/not-a-condition at 0 [$fields.price]: `price` is declared price, and stands where a condition does | compare it, or ask whether it `is known`",
    );
    check(
        "not $fields.starts_at",
        "condition/not-a-condition at 4 [$fields.starts_at]: `starts_at` is declared datetime, and stands where a condition does | compare it, or ask whether it `is known`",
    );
    check(
        "5",
        "condition/not-a-condition at 0 [5]: `5` is a number, and stands where a condition does | compare it with a reference",
    );
    check(
        "'a'",
        "condition/not-a-condition at 0 ['a']: `'a'` is a text, and stands where a condition does | compare it with a reference",
    );
    check(
        "null",
        "condition/not-a-condition at 0 [null]: `null` is nothing, and stands where a condition does | compare it with a reference",
    );
    check(
        "-1",
        "condition/not-a-condition at 0 [-1]: `-1` is a number, and stands where a condition does | compare it with a reference",
    );
    check(
        "$fields.price + 1",
        "condition/not-a-condition at 0 [$fields.price + 1]: `$fields.price + 1` is a number, and stands where a condition does | compare it with a reference",
    );
    check(
        "lower($fields.name)",
        "condition/not-a-condition at 0 [lower($fields.name)]: `lower($fields.name)` is a text, and stands where a condition does | compare it with a reference",
    );
}

#[test]
fn literals_beside_a_datetime() {
    check(
        "$fields.starts_at > 'soon'",
        "condition/datetime-literal at 20 ['soon']: `'soon'` is no date, and no date and time | write it as '2026-01-31', '2026-01-31T09:30' or '2026-01-31T09:30:00+02:00'",
    );
    check(
        "'2026-02-30' == $fields.starts_at",
        "condition/datetime-literal at 0 ['2026-02-30']: `'2026-02-30'` is no date, and no date and time | write it as '2026-01-31', '2026-01-31T09:30' or '2026-01-31T09:30:00+02:00'",
    );
    check(
        "$fields.starts_at in ['2026-01-01', '24:00', null]",
        "condition/datetime-literal at 36 ['24:00']: `'24:00'` is no date, and no date and time | write it as '2026-01-31', '2026-01-31T09:30' or '2026-01-31T09:30:00+02:00'",
    );
    check(
        "$fields.starts_at == ''",
        "condition/datetime-literal at 21 ['']: `''` is no date, and no date and time | write it as '2026-01-31', '2026-01-31T09:30' or '2026-01-31T09:30:00+02:00'",
    );
}

#[test]
fn literals_beside_an_email_or_a_phone() {
    check(
        "$fields.email == 'ann'",
        "condition/literal-form at 17 ['ann']: `'ann'` is no email address | write it as 'ann@example.org'; parts of one are found by `contains`, `starts with` and `ends with`",
    );
    check(
        "$fields.email != 'ann@'",
        "condition/literal-form at 17 ['ann@']: `'ann@'` is no email address | write it as 'ann@example.org'; parts of one are found by `contains`, `starts with` and `ends with`",
    );
    check(
        "$fields.email in ['ann@example.org', 'bob']",
        "condition/literal-form at 37 ['bob']: `'bob'` is no email address | write it as 'ann@example.org'; parts of one are found by `contains`, `starts with` and `ends with`",
    );
    check(
        "$fields.phone == '0123'",
        "condition/literal-form at 17 ['0123']: `'0123'` is no phone number | write it as '+33 1 23 45 67 89'; a national number needs `global.country`",
    );
    check(
        "$fields.phone == '01 23 45 67 89'",
        "condition/literal-form at 17 ['01 23 45 67 89']: `'01 23 45 67 89'` is no phone number | write it as '+33 1 23 45 67 89'; a national number needs `global.country`",
    );
    check("$fields.phone == '+33 1 23 45 67 89'", "ok (eq $5 \"+33123456789\")");
    check("$fields.email contains 'ann'", "ok (contains $4 \"ann\")");
    check("$fields.email matches 'ann'", "ok (matches $4 \"ann\")");
}

#[test]
fn lists() {
    check(
        "$fields.stock in [1, '2', 3]",
        "condition/list-mixed at 21 ['2']: `'2'` is a text, in a list that begins with a number | a list holds literals of one family; `null` may be among them",
    );
    check(
        "$fields.stock in ['1', null, 2, true]",
        "condition/list-mixed at 29 [2]: `2` is a number, in a list that begins with a text | a list holds literals of one family; `null` may be among them",
    );
    check(
        "$fields.category in [1, 2]",
        "condition/literal-type at 21 [1]: `category` is declared text, `1` is a number | write '1', or declare `category` a number | $fields.category in ['1', 2]\n\
         condition/literal-type at 24 [2]: `category` is declared text, `2` is a number | write '2', or declare `category` a number | $fields.category in [1, '2']",
    );
    check(
        "$fields.stock in ['1']",
        "condition/literal-type at 18 ['1']: `stock` is declared integer, `'1'` is a text | write 1, or declare `stock` a text | $fields.stock in [1]",
    );
    check("$fields.active in [true, null]", "ok (in $0 [null true])");
    check(
        "$fields.active in ['true']",
        "condition/literal-type at 19 ['true']: `active` is declared boolean, `'true'` is a text | write true, or declare `active` a text | $fields.active in [true]",
    );
    check("$fields.price not in [null]", "ok (not-in $7 [null])");
    check("$fields.stock in [1, 1.0, -2]", "ok (in $8 [-2 1])");
}

#[test]
fn patterns() {
    check(
        "$fields.name matches '('",
        "condition/regex at 22 [(]: the pattern is no regular expression: unclosed group | a pattern is written in the syntax of the `regex` crate",
    );
    check(
        "$fields.name matches 'a\\\\d('",
        "condition/regex at 26 [(]: the pattern is no regular expression: unclosed group | a pattern is written in the syntax of the `regex` crate",
    );
    check(
        "$fields.name matches 'é\\u{1F600}[b'",
        "condition/regex at 33 [[]: the pattern is no regular expression: unclosed character class | a pattern is written in the syntax of the `regex` crate",
    );
    check(
        "$fields.name matches '(?=a)'",
        "condition/regex at 22 [(]: the pattern is no regular expression: look-around, including look-ahead and look-behind, is not supported | a pattern is written in the syntax of the `regex` crate",
    );
    check(
        "$fields.name matches 'a{1000}{1000}'",
        "condition/regex-size at 21 ['a{1000}{1000}']: the patterns of a condition take at most 1 MiB together when compiled, this one passes it | repeat smaller parts fewer times",
    );
    check(
        "$fields.name matches 'a|' or $fields.name matches \"^\\\\w+$\"",
        "ok (or (matches $3 \"a|\") (matches $3 \"^\\\\w+$\"))",
    );
}

#[test]
fn every_fault_is_told() {
    check(
        "$fields.catgory == 1 or $fields.price > 'a' and $fields.stock in [1, 'x'] or $fields.price",
        "condition/field-unknown at 8 [catgory]: `$fields` has no `catgory` | did you mean `category`? | $fields.category == 1 or $fields.price > 'a' and $fields.stock in [1, 'x'] or $fields.price\n\
         condition/literal-type at 40 ['a']: `price` is declared price, `'a'` is a text | declare `price` a text\n\
         condition/list-mixed at 69 ['x']: `'x'` is a text, in a list that begins with a number | a list holds literals of one family; `null` may be among them\n\
         condition/not-a-condition at 77 [$fields.price]: `price` is declared price, and stands where a condition does | compare it, or ask whether it `is known`",
    );
    check(
        "$field.price > 1 and ($fields.pirce == 1 or $fields.active == 1)",
        "condition/root-unknown at 0 [$field]: `$field` is no root | did you mean `$fields`? | $fields.price > 1 and ($fields.pirce == 1 or $fields.active == 1)\n\
         condition/field-unknown at 30 [pirce]: `$fields` has no `pirce` | did you mean `price`? | $field.price > 1 and ($fields.price == 1 or $fields.active == 1)\n\
         condition/literal-type at 62 [1]: `active` is declared boolean, `1` is a number | write true or false, or declare `active` a number",
    );
}

#[test]
fn what_is_meant() {
    check("$fields.category == '149' and $fields.price > 0", "ok (and (eq $2 \"149\") (gt $7 0))");
    check(
        "not ($fields.category in ['pickup', 'dine-in']) or $fields.starts_at >= '2026-01-01'",
        "ok (or (not (in $2 [\"dine-in\" \"pickup\"])) (ge $9 @1767225600))",
    );
    check(
        "$fields.name contains 'bio' and $fields.price * 3 < $fields.stock + 1.5",
        "ok (and (contains $3 \"bio\") (lt (product $7 3) (sum $8 +1.5)))",
    );
    check(
        "$fields.price is known and ($fields.price > 1) is not known",
        "ok (and (known $7) (unknown (gt $7 1)))",
    );
    check("null != $fields.category", "ok (not-null $2)");
    check("$fields.sku == '149'", "ok (eq $6 \"149\")");
    check("($fields.active) is known", "ok (known $0)");
    check("($fields.active) == true", "ok (eq $0 true)");
    check(
        "$fields.name == 'e\\u{301}' and $fields.sku == 'e\\u{301}' and lower($fields.sku) == 'e\\u{301}'",
        "ok (and (eq $3 \"é\") (eq $6 \"e\\u{301}\") (eq (lower $6) \"é\"))",
    );
    check(
        "$fields.email == ' Ann@Example.ORG ' and $fields.email contains ' Ann@Example.ORG '",
        "ok (and (eq $4 \"Ann@example.org\") (contains $4 \" Ann@Example.ORG \"))",
    );
    check(
        "$fields.sku contains 'e\\u{301}' and $fields.name contains 'e\\u{301}' and $fields.name matches 'e\\u{301}'",
        "ok (and (contains $6 \"e\\u{301}\") (contains $3 \"é\") (matches $3 \"e\\u{301}\"))",
    );
    check(
        "$fields.starts_at >= '2026-01-01T01:00:00.5+01:00' and $fields.starts_at in ['2026-01-02', '2026-01-01', null]",
        "ok (and (ge $9 @1767225600.500000000) (in $9 [null @1767225600 @1767312000]))",
    );
    check(
        "1 + 2 < $fields.price - 1 * 2 and -(3) != $fields.price * 2 * 3 and 9e37 + 9e37 + 1 > $fields.price",
        "ok (and (lt 3 (sum $7 -2)) (ne -3 (product $7 2 3)) (gt (sum 90000000000000000000000000000000000000 +90000000000000000000000000000000000000 +1) $7))",
    );
    check(
        "(($fields.price)) is not null and not (not $fields.active)",
        "ok (and (not-null $7) (not (not $0)))",
    );
}

#[test]
fn what_the_parser_refused_has_its_references_looked_up() {
    let render =
        compiled("1 < $fields.stock < $fields.stok or ($fields.stock + 1) * 2 in $fields.prise");
    let lines: Vec<&str> = render.lines().filter(|line| line.contains("/field-unknown")).collect();
    assert_eq!(
        lines,
        [
            "condition/field-unknown at 28 [stok]: `$fields` has no `stok` | did you mean `stock`? | \
             1 < $fields.stock < $fields.stock or ($fields.stock + 1) * 2 in $fields.prise",
            "condition/field-unknown at 71 [prise]: `$fields` has no `prise` | did you mean `price`? | \
             1 < $fields.stock < $fields.stok or ($fields.stock + 1) * 2 in $fields.price",
        ]
    );
    assert_eq!(render.lines().count(), 4, "{render}");
}

#[test]
fn examples_earn_their_code_and_their_likes_do_not() {
    for code in codes::LANGUAGE {
        for (example, is_bad) in [(code.bad(), true), (code.good(), false)] {
            let Subject::Condition(declared) = example.subject else { continue };
            let mut scope = Scope::new(Position::Kind);
            for (name, ty) in declared {
                scope.declare(Root::Fields, None, None, name, Type::named(ty).unwrap()).unwrap();
            }
            let reading = Reading::default();
            let found = match compile(&example.text(), &scope, &reading) {
                Err(found) => found,
                Ok(compiled) => {
                    let (fields, mut budget) = (analysis::fields(&scope), Budget::default());
                    let duty = Duty::Kind;
                    analysis::analyze_condition(
                        &compiled,
                        &scope,
                        &fields,
                        &reading,
                        duty,
                        &mut budget,
                    )
                    .into_iter()
                    .filter(|finding| finding.code == *code)
                    .collect()
                }
            };
            let mut codes: Vec<Code> = found.into_iter().map(|f| f.code).collect();
            codes.dedup();
            let expected = if is_bad { vec![*code] } else { vec![] };
            assert_eq!(codes, expected, "{code}: {}", example.shown());
        }
    }
}

#[test]
fn a_mixed_list_shows_both_families() {
    let source = "$fields.stock in [null, 1, 'a']";
    let findings = compile(source, &fields(), &Reading::default()).unwrap_err();
    assert_eq!(findings[0].also, [(24..25, "a number".to_owned())]);
}

#[test]
fn members_are_counted() {
    let list = |members: usize| format!("$fields.stock in [{}]", vec!["1"; members].join(","));
    check(&list(10_000), "ok (in $8 [1])");
    check(
        &list(10_001),
        "condition/too-many-members at 20018 [1]: a list has at most 10,000 members, this one has 10,001 | \
         have a field of the tenant say it",
    );
}

#[test]
fn patterns_share_a_mebibyte() {
    let pattern = |n: usize| format!("$fields.name matches '{n}'");
    let patterns = |n: usize| (0..n).map(pattern).collect::<Vec<_>>().join(" or ");
    assert!(compile(&patterns(8), &fields(), &Reading::default()).is_ok());
    let findings = compile(&patterns(600), &fields(), &Reading::default()).unwrap_err();
    let codes: Vec<Code> = findings.iter().map(|f| f.code).collect();
    assert_eq!(codes, [codes::CONDITION_REGEX_SIZE], "render once, at the one that passes it");
    let same = vec![pattern(1); 600].join(" or ");
    assert!(compile(&same, &fields(), &Reading::default()).is_ok(), "one pattern is counted once");
}

#[test]
fn patterns_nest_sixteen_deep() {
    let nested = |n: usize| format!("$fields.name matches '{}a{}'", "(".repeat(n), ")".repeat(n));
    assert!(compile(&nested(16), &fields(), &Reading::default()).is_ok());
    let findings = compile(&nested(17), &fields(), &Reading::default()).unwrap_err();
    assert_eq!(findings[0].code, codes::CONDITION_REGEX);
}

#[test]
fn national_numbers_are_read_where_there_is_a_country() {
    let reading = Reading::new("Europe/Paris", Some("FR")).unwrap();
    let source = "$fields.phone == '01 23 45 67 89' and $fields.starts_at > '2026-01-01'";
    let compiled = compile(source, &fields(), &reading).unwrap();
    let meant = compiled.condition.to_string();
    assert_eq!(meant, "(and (eq $5 \"+33123456789\") (gt $9 @1767222000))");
}
