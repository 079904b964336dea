//! Canonical text parses to the tree that it was printed from.

use lang::ast::{
    Comparison, Expr, Function, Is, Literal, Member, Node, Reference, Sign, Step, StepKind, Text,
};
use lang::{format, parse};
use proptest::prelude::*;
use proptest::{collection, option, sample};
use vm::Decimal;

#[track_caller]
fn check(source: &str, expected: &str) {
    let parsed = parse(source);
    assert!(parsed.diagnostics.is_empty(), "{source}\n{:#?}", parsed.diagnostics);
    assert_eq!(parsed.ast.map(|ast| format(&ast)).as_deref(), Some(expected), "{source}");
}

#[test]
fn one_text_for_what_is_the_same() {
    check(" $a.x==1and(not  $a.y) ", "$a.x == 1 and (not $a.y)");
    check("$a.x in[1,-2.50,\"x\",null,true]", "$a.x in [1, -2.5, 'x', null, true]");
    check("$a.x not  in ['a']", "$a.x not in ['a']");
    check("$a.x is\nnot null or $a.y is known", "$a.x is not null or $a.y is known");
    check("1+$a.x*2- -3>=1e2", "1 + $a.x * 2 - -3 >= 100");
    check("- - $a.x<0.10", "--$a.x < 0.1");
    check("$a.x starts   with 'x'", "$a.x starts with 'x'");
    check("lower( $a.x )contains\"x\"", "lower($a.x) contains 'x'");
    check("$submitted[a.b].c==$params[d].e", "$submitted[a.b].c == $params[d].e");
    check("$fields.re\u{301}gion is null", "$fields.région is null");
}

#[test]
fn a_text_is_written_with_few_escapes() {
    check(r#"$a.x == "it's""#, r#"$a.x == "it's""#);
    check(r#"$a.x == 'it\'s'"#, r#"$a.x == "it's""#);
    check(r#"$a.x == "say \"no\"""#, r#"$a.x == 'say "no"'"#);
    check(r#"$a.x == 'it\'s "no"'"#, r#"$a.x == 'it\'s "no"'"#);
    check("$a.x == 'a\nb\u{A0}\u{202E}\\u{7}é😀'", r"$a.x == 'a\nb\u{A0}\u{202E}\u{7}é😀'");
}

#[test]
fn a_tree_built_by_hand_gets_its_parentheses() {
    let part = |node| Expr { node, span: 0..0 };
    let field = |name: &str| {
        let kind = StepKind::Name(name.to_owned());
        let steps = vec![Step { kind, span: 0..0 }];
        part(Node::Reference(Reference { root: "a".to_owned(), root_span: 0..0, steps }))
    };
    let or = part(Node::Or(vec![field("x"), field("y")]));
    let and = part(Node::And(vec![or.clone(), field("z")]));
    assert_eq!(format(&and), "($a.x or $a.y) and $a.z");
    assert_eq!(format(&part(Node::Not(Box::new(or)))), "not ($a.x or $a.y)");
    let sum = part(Node::Sum(vec![(Sign::Plus, field("x")), (Sign::Minus, field("y"))]));
    assert_eq!(format(&part(Node::Negative(Box::new(sum.clone())))), "-($a.x - $a.y)");
    assert_eq!(format(&part(Node::Product(vec![sum, field("z")]))), "($a.x - $a.y) * $a.z");
}

fn part(node: Node) -> Expr {
    Expr { node, span: 0..0 }
}

fn text() -> impl Strategy<Value = Text> {
    let value = prop_oneof!["[a-z '\"\\\\$&]{0,8}", any::<String>()];
    value.prop_map(|value| Text { value, span: 0..0 })
}

/// A number as the lexer produces it: without a sign.
fn number() -> impl Strategy<Value = Decimal> {
    (0..10i128.pow(38), 0..=38u8)
        .prop_map(|(mantissa, scale)| Decimal::new(mantissa, scale).unwrap())
}

fn literal() -> impl Strategy<Value = Literal> {
    prop_oneof![
        text().prop_map(Literal::Text),
        number().prop_map(Literal::Number),
        any::<bool>().prop_map(Literal::Boolean),
        Just(Literal::Null),
    ]
}

fn member() -> impl Strategy<Value = Member> {
    let negative = number().prop_map(|n| Literal::Number(n.neg()));
    prop_oneof![literal(), negative].prop_map(|value| Member { value, span: 0..0 })
}

fn reference() -> impl Strategy<Value = Reference> {
    let name = || "[a-zé_][a-z0-9é_]{0,4}(-[a-z])?|in|and|null";
    let kind = prop_oneof![
        name().prop_map(StepKind::Name),
        name().prop_map(StepKind::Key),
        (name(), name()).prop_map(|(first, second)| StepKind::Keys(first, second)),
    ];
    let step = kind.prop_map(|kind| Step { kind, span: 0..0 });
    (name(), collection::vec(step, 0..3)).prop_map(|(root, steps)| Reference {
        root,
        root_span: 0..0,
        steps,
    })
}

/// Strategies for the levels of the grammar; each level contains the tighter ones.
struct Layers {
    condition: BoxedStrategy<Expr>,
}

impl Layers {
    fn new(depth: usize) -> Layers {
        let atom = atom(depth);
        let unary = (0..3usize, atom).prop_map(|(minuses, atom)| {
            (0..minuses).fold(atom, |part_, _| part(Node::Negative(Box::new(part_))))
        });
        let product = joined(unary.boxed(), Node::Product);
        let terms = (
            product.clone(),
            collection::vec((sample::select(&[Sign::Plus, Sign::Minus][..]), product), 0..2),
        );
        let sum = terms.prop_map(|(first, rest)| {
            if rest.is_empty() {
                return first;
            }
            part(Node::Sum([(Sign::Plus, first)].into_iter().chain(rest).collect()))
        });
        let not = (0..3usize, comparison(sum.boxed())).prop_map(|(nots, inner)| {
            (0..nots).fold(inner, |part_, _| part(Node::Not(Box::new(part_))))
        });
        let and = joined(not.boxed(), Node::And);
        Layers { condition: joined(and, Node::Or) }
    }
}

fn atom(depth: usize) -> BoxedStrategy<Expr> {
    let leaf =
        prop_oneof![literal().prop_map(Node::Literal), reference().prop_map(Node::Reference)];
    let leaf = leaf.prop_map(part).boxed();
    if depth == 0 {
        return leaf;
    }
    let inner = Layers::new(depth - 1).condition;
    let function = sample::select(&[Function::Lower, Function::Length][..]);
    let group = (option::of(function), inner).prop_map(|(function, inner)| {
        part(match function {
            Some(function) => Node::Call(function, Box::new(inner)),
            None => Node::Group(Box::new(inner)),
        })
    });
    prop_oneof![3 => leaf, 1 => group].boxed()
}

#[track_caller]
fn joined(part_: BoxedStrategy<Expr>, node: fn(Vec<Expr>) -> Node) -> BoxedStrategy<Expr> {
    let parts = collection::vec(part_, 1..3);
    let one = |mut parts: Vec<Expr>| parts.pop().expect("one part at least");
    parts.prop_map(move |p| if p.len() == 1 { one(p) } else { part(node(p)) }).boxed()
}

fn comparison(sum: BoxedStrategy<Expr>) -> BoxedStrategy<Expr> {
    const OPERATORS: [Comparison; 9] = [
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::Less,
        Comparison::LessOrEqual,
        Comparison::Greater,
        Comparison::GreaterOrEqual,
        Comparison::Contains,
        Comparison::StartsWith,
        Comparison::EndsWith,
    ];
    let list = collection::vec(member(), 1..4);
    let what = sample::select(&[Is::Null, Is::Known][..]);
    prop_oneof![
        sum.clone(),
        (sample::select(&OPERATORS[..]), sum.clone(), sum.clone())
            .prop_map(|(op, a, b)| part(Node::Compare(op, Box::new(a), Box::new(b)))),
        (sum.clone(), text()).prop_map(|(item, text)| part(Node::Matches(Box::new(item), text))),
        (sum.clone(), any::<bool>(), list).prop_map(|(item, negated, list)| part(Node::In {
            item: Box::new(item),
            negated,
            list
        })),
        (sum, any::<bool>(), what).prop_map(|(item, negated, what)| part(Node::Is {
            item: Box::new(item),
            negated,
            what
        })),
    ]
    .boxed()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_is_read_back(ast in Layers::new(1).condition) {
        let printed = format(&ast);
        let parsed = parse(&printed);
        prop_assert!(parsed.diagnostics.is_empty(), "{}\n{:#?}", printed, parsed.diagnostics);
        prop_assert_eq!(parsed.ast.as_ref(), Some(&ast), "{}", &printed);
        prop_assert_eq!(parsed.ast.map(|ast| format(&ast)), Some(printed));
    }

    #[test]
    fn any_text_is_read_with_places_inside_it(source in any::<String>()) {
        in_place(&source)?;
    }

    #[test]
    fn any_row_of_pieces_is_read_with_places_inside_it(
        pieces in collection::vec(sample::select(PIECES), 0..24), blanks in any::<bool>()
    ) {
        in_place(&pieces.join(if blanks { " " } else { "" }))?;
    }
}

const PIECES: &[&str] = &[
    "and",
    "or",
    "not",
    "in",
    "is",
    "known",
    "null",
    "true",
    "contains",
    "starts",
    "with",
    "matches",
    "lower",
    "(",
    ")",
    "[",
    "]",
    ",",
    "==",
    "<",
    "=",
    "&&",
    "+",
    "-",
    "*",
    "/",
    "%",
    "1",
    "007",
    ".5",
    "1e400",
    "'x'",
    "\"",
    "'",
    "\\",
    "\\d",
    "$a.b",
    "$",
    ".",
    "a.b",
    "“",
    "”",
    "é",
    "\u{A0}",
    "?",
    "AND",
    "foo",
    "2026-01-01",
];

/// Checks that spans are ordered, in the source and on character boundaries; a source without errors must round-trip.
#[track_caller]
fn in_place(source: &str) -> Result<(), TestCaseError> {
    let parsed = parse(source);
    for diagnostic in &parsed.diagnostics {
        let also = diagnostic.also.iter().map(|(span, _)| span);
        let fix = diagnostic.fix.iter().map(|fix| &fix.span);
        for span in also.chain(fix).chain([&diagnostic.span]) {
            prop_assert!(source.get(span.clone()).is_some(), "{:?}", diagnostic);
        }
    }
    prop_assert!(parsed.diagnostics.is_sorted_by_key(|d| d.span.start));
    match parsed.ast {
        Some(ast) if parsed.diagnostics.is_empty() => {
            let printed = format(&ast);
            prop_assert_eq!(parse(&printed).ast, Some(ast), "{}", printed);
        }
        Some(_) => {}
        None => prop_assert!(!parsed.diagnostics.is_empty(), "{}", source),
    }
    Ok(())
}
