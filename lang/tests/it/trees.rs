//! Tests the shape of syntax trees, printed with parentheses around every part.

use lang::ast::{Expr, Literal, Node, Sign, StepKind};
use lang::parse;

/// Prints a tree with explicit parentheses.
fn shape(expr: &Expr) -> String {
    let list = |parts: &[Expr]| parts.iter().map(shape).collect::<Vec<_>>().join(" ");
    match &expr.node {
        Node::Or(parts) => format!("(or {})", list(parts)),
        Node::And(parts) => format!("(and {})", list(parts)),
        Node::Not(part) => format!("(not {})", shape(part)),
        Node::Compare(operator, left, right) => {
            format!("({} {} {})", operator.word(), shape(left), shape(right))
        }
        Node::Matches(item, pattern) => format!("(matches {} {:?})", shape(item), pattern.value),
        Node::In { item, negated, list } => {
            let not = if *negated { "not " } else { "" };
            let members: Vec<_> = list.iter().map(|m| literal(&m.value)).collect();
            format!("({not}in {} [{}])", shape(item), members.join(" "))
        }
        Node::Is { item, negated, what } => {
            format!("(is {}{} {})", if *negated { "not " } else { "" }, what.word(), shape(item))
        }
        Node::Sum(terms) => {
            let terms = terms.iter().map(|(sign, term)| match sign {
                Sign::Plus => shape(term),
                Sign::Minus => format!("-:{}", shape(term)),
            });
            format!("(+ {})", terms.collect::<Vec<_>>().join(" "))
        }
        Node::Product(factors) => format!("(* {})", list(factors)),
        Node::Negative(part) => format!("(- {})", shape(part)),
        Node::Call(function, part) => format!("({} {})", function.word(), shape(part)),
        Node::Literal(value) => literal(value),
        Node::Reference(reference) => {
            let steps = reference.steps.iter().map(|step| match &step.kind {
                StepKind::Name(name) => format!(".{name}"),
                StepKind::Key(key) => format!("[{key}]"),
                StepKind::Keys(first, second) => format!("[{first}.{second}]"),
            });
            format!("${}{}", reference.root, steps.collect::<String>())
        }
        Node::Group(part) => format!("<{}>", shape(part)),
        Node::Refused(parts) => format!("(? {})", list(parts)).replace(" )", ")"),
    }
}

fn literal(value: &Literal) -> String {
    match value {
        Literal::Text(text) => format!("{:?}", text.value),
        Literal::Number(number) => number.to_string(),
        Literal::Boolean(value) => value.to_string(),
        Literal::Null => "null".to_owned(),
    }
}

#[track_caller]
fn check(source: &str, expected: &str) {
    let parsed = parse(source);
    assert!(parsed.diagnostics.is_empty(), "{source}\n{:#?}", parsed.diagnostics);
    assert_eq!(parsed.ast.as_ref().map(shape).as_deref(), Some(expected), "{source}");
}

/// Checks a source with errors that still parses to a tree.
#[track_caller]
fn recovered(source: &str, expected: &str) {
    let parsed = parse(source);
    assert!(!parsed.diagnostics.is_empty(), "{source}");
    assert_eq!(parsed.ast.as_ref().map(shape).as_deref(), Some(expected), "{source}");
}

macro_rules! trees {
    ($check:ident: $($name:ident $source:literal => $expected:literal;)*) => {$(
        #[test]
        fn $name() {
            $check($source, $expected);
        }
    )*};
}

trees! { check:
    and_is_tighter_than_or "$a.x or $a.y and $a.z" => "(or $a.x (and $a.y $a.z))";
    chains_are_flat "$a.x and $a.y and $a.z" => "(and $a.x $a.y $a.z)";
    not_is_looser_than_a_comparison "not $a.x == 0" => "(not (== $a.x 0))";
    not_is_tighter_than_and "not $a.x and $a.y" => "(and (not $a.x) $a.y)";
    not_twice "not not $a.x" => "(not (not $a.x))";
    not_in "$a.x == 1 and $a.y not in ['x','y']" => r#"(and (== $a.x 1) (not in $a.y ["x" "y"]))"#;
    not_before_in "not $a.x in [1]" => "(not (in $a.x [1]))";
    members_of_every_sort "$a.x in [1, -2, - 3, 'x', true, false, null]" => r#"(in $a.x [1 -2 -3 "x" true false null])"#;
    is_null "$a.x is null and $a.y is not null" => "(and (is null $a.x) (is not null $a.y))";
    is_known "($a.x > 1) is not known" => "(is not known <(> $a.x 1)>)";
    predicates "$a.x contains 'a' or $a.x starts with 'b' or $a.x ends with 'c'" => r#"(or (contains $a.x "a") (starts with $a.x "b") (ends with $a.x "c"))"#;
    matches_a_pattern r"$a.x matches '^\\d$'" => r#"(matches $a.x "^\\d$")"#;
    sums "1 + $a.x - 2 == - 3" => "(== (+ 1 $a.x -:2) (- 3))";
    products_are_tighter "1 + 2 * $a.x * -3 < 4" => "(< (+ 1 (* 2 $a.x (- 3))) 4)";
    minus_twice "--$a.x - -1 > 0" => "(> (+ (- (- $a.x)) -:(- 1)) 0)";
    functions "length(lower($a.x)) > 1" => "(> (length (lower $a.x)) 1)";
    parentheses_stay "(($a.x))" => "<<$a.x>>";
    a_condition_as_a_value_parses "($a.x > 1) == true" => "(== <(> $a.x 1)> true)";
    both_quotes r#"'a"b' == "a'b""# => r#"(== "a\"b" "a'b")"#;
    escapes r#"$a.x == '\\ \' \" \n \t \r \u{1F600}\u{e9}'"# => r#"(== $a.x "\\ ' \" \n \t \r 😀é")"#;
    operators_in_a_text "$a.x == 'Fault(oven/too-hot) and not [x] && $fields.err'" => r#"(== $a.x "Fault(oven/too-hot) and not [x] && $fields.err")"#;
    numbers "$a.x in [0, 0.50, 12.50, 1e3, 1E+3, 15e-1, 149]" => "(in $a.x [0 0.5 12.5 1000 1000 1.5 149])";
    the_smallest_and_the_largest "1e-38 < 99999999999999999999999999999999999999" => "(< 0.00000000000000000000000000000000000001 99999999999999999999999999999999999999)";
    zero_with_any_exponent "$a.x == 0e999999999999" => "(== $a.x 0)";
    numbers_beside_operators "1-1==0" => "(== (+ 1 -:1) 0)";
    a_difference_that_looks_like_a_date "$a.x == 2026-11-30" => "(== $a.x (+ 2026 -:11 -:30))";
    steps_of_every_sort "$now > $params[order].q and $submitted[societe.open].company_id" => "(and (> $now $params[order].q) $submitted[societe.open].company_id)";
    names_of_every_sort "$fields.région == $fields.dine-in and $_.a_1 and $fields.größe" => "(and (== $fields.région $fields.dine-in) $_.a_1 $fields.größe)";
    words_after_a_point "$fields.in and $fields.null and $fields.not" => "(and $fields.in $fields.null $fields.not)";
    names_are_composed "$fields.re\u{301}gion" => "$fields.région";
    texts_are_not_composed "$a.x == 'e\u{301}'" => r#"(== $a.x "e\u{301}")"#;
    a_dash_belongs_to_the_name "$fields.price-eur > 3" => "(> $fields.price-eur 3)";
    a_minus_with_blanks "$fields.price - 1 > 3" => "(> (+ $fields.price -:1) 3)";
    white_space_is_free "\n$a.x\t==\r\n 1 " => "(== $a.x 1)";
    no_white_space "$a.x==1and($a.y)or not($a.z)" => "(or (and (== $a.x 1) <$a.y>) (not <$a.z>))";
    a_list_after_a_word "$a.x in[1]" => "(in $a.x [1])";
}

trees! { recovered:
    what_was_meant_goes_on "!$a.x && $a.y = None" => "(and (not $a.x) (== $a.y null))";
    curly_quotes_are_a_text "$a.x == “Paris”" => r#"(== $a.x "Paris")"#;
    one_word_for_two "$a.x startsWith 'x'" => r#"(starts with $a.x "x")"#;
    a_reference_without_dollar "a.x[y.z] == 1" => "(== $a.x[y.z] 1)";
    a_refused_number "$a.x == 007 and $a.y" => "(and (== $a.x (?)) $a.y)";
    a_refused_text r"$a.x == '\d'" => "(== $a.x (?))";
    a_refused_pattern r"$a.x matches '\d'" => "(? $a.x)";
    a_refused_member "$a.x in [1, 007, -.5]" => "(in $a.x [1])";
    refused_members_alone "$a.x in [007]" => "(? $a.x)";
    an_empty_list "$a.x in [] or $a.y" => "(or (? $a.x) $a.y)";
    no_list "$a.x in ($a.y, 'z') and $a.w" => r#"(and (? $a.x $a.y "z") $a.w)"#;
    a_chain "1 < $a.x < $a.y is null and $a.z" => "(and (? 1 $a.x $a.y) $a.z)";
    a_division "$a.x * 2 / $a.y > 1" => "(> (? $a.x 2 $a.y) 1)";
    a_refused_reference "$fields.2nd == 1" => "(== (?) 1)";
    a_dash_at_the_end "$a.x- 1 > 2" => "(> (+ $a.x -:1) 2)";
}

#[test]
fn every_part_has_its_place() {
    let source = "not ($fields.a + 1 > 2) and $params[order].q in ['é', -1]";
    let ast = parse(source).ast.unwrap();
    let mut seen = Vec::new();
    let Node::And(parts) = &ast.node else { panic!("{ast:?}") };
    seen.push(ast.span.clone());
    seen.extend(parts.iter().map(|part| part.span.clone()));
    let Node::Not(group) = &parts[0].node else { panic!() };
    seen.push(group.span.clone());
    let Node::Group(inner) = &group.node else { panic!() };
    seen.push(inner.span.clone());
    let Node::In { item, list, .. } = &parts[1].node else { panic!() };
    let Node::Reference(reference) = &item.node else { panic!() };
    seen.push(reference.root_span.clone());
    seen.extend(reference.steps.iter().map(|step| step.span.clone()));
    seen.extend(list.iter().map(|member| member.span.clone()));
    let seen: Vec<_> = seen.into_iter().map(|span| &source[span]).collect();
    assert_eq!(
        seen,
        [
            source,
            "not ($fields.a + 1 > 2)",
            "$params[order].q in ['é', -1]",
            "($fields.a + 1 > 2)",
            "$fields.a + 1 > 2",
            "$params",
            "order",
            "q",
            "'é'",
            "-1"
        ]
    );
}

#[test]
fn a_name_is_what_a_reference_can_spell() {
    for (text, name) in [
        ("price", Some("price")),
        ("dine-in", Some("dine-in")),
        ("re\u{301}gion", Some("région")),
        ("_", Some("_")),
        ("in", Some("in")),
        ("a-", None),
        ("2nd", None),
        ("-a", None),
        ("a b", None),
        ("a.b", None),
        ("", None),
    ] {
        assert_eq!(lang::name(text).as_deref(), name, "{text}");
        let spelt = parse(&format!("$fields.{text}"));
        let step = spelt.ast.filter(|_| spelt.diagnostics.is_empty()).map(|ast| shape(&ast));
        let step = step.filter(|step| step.matches('.').count() == 1);
        assert_eq!(step, name.map(|name| format!("$fields.{name}")), "{text}");
    }
}
