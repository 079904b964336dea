//! Long and deep sources cause diagnostics and nothing worse, in a debug build on a 512 KiB stack.

use lang::ast::{Expr, Node};
use lang::{Parsed, parse};

/// Parses, prints and drops a source on a small stack; returns the codes and the first span.
#[track_caller]
fn check(source: String, expected: &[&str]) -> Option<(usize, usize)> {
    let parsed = on_a_small_stack(move || {
        let Parsed { ast, diagnostics } = parse(&source);
        let told: Vec<_> = diagnostics.iter().map(|d| (d.code.as_str(), d.span.clone())).collect();
        if let Some(ast) = ast {
            drop(lang::format(&ast));
            assert!(depth(&ast) < 1_000);
        }
        told
    });
    let codes: Vec<_> = parsed.iter().map(|(code, _)| *code).collect();
    assert_eq!(codes, expected);
    parsed.first().map(|(_, span)| (span.start, span.end))
}

#[track_caller]
fn on_a_small_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(512 * 1024).spawn(work).unwrap();
    thread.join().expect("no text exhausts the stack")
}

fn depth(expr: &Expr) -> usize {
    let list = |parts: &[Expr]| parts.iter().map(depth).max().unwrap_or(0);
    1 + match &expr.node {
        Node::Or(parts) | Node::And(parts) | Node::Product(parts) | Node::Refused(parts) => {
            list(parts)
        }
        Node::Not(part) | Node::Negative(part) | Node::Group(part) | Node::Call(_, part) => {
            depth(part)
        }
        Node::Compare(_, left, right) => depth(left).max(depth(right)),
        Node::Matches(item, _) | Node::In { item, .. } | Node::Is { item, .. } => depth(item),
        Node::Sum(terms) => terms.iter().map(|(_, term)| depth(term)).max().unwrap_or(0),
        Node::Literal(_) | Node::Reference(_) => 0,
    }
}

fn nested(times: usize, open: &str, middle: &str, close: &str) -> String {
    [&open.repeat(times), middle, &close.repeat(times)].concat()
}

const DEEP: &[&str] = &["condition/too-deep"];
const LONG: &[&str] = &["condition/too-long"];

#[test]
fn sixty_four_levels_and_no_more() {
    for (open, close) in [("(", ")"), ("not ", ""), ("not (", ")")] {
        let levels = open.matches('(').count() + open.matches("not").count();
        check(nested(64 / levels, open, "$a.x", close), &[]);
        let at = 64 / levels * open.len();
        let place = check(nested(64 / levels + 1, open, "$a.x", close), DEEP);
        assert_eq!(place.map(|(start, _)| start), Some(at), "{open}");
    }
    check(nested(64, "-", "1", "") + " < $a.x", &[]);
    assert_eq!(check(nested(65, "-", "1", "") + " < $a.x", DEEP), Some((64, 65)));
    check(nested(64, "lower(", "$a.x", ")") + " == 'x'", &[]);
    assert_eq!(check(nested(65, "lower(", "$a.x", ")"), DEEP), Some((64 * 6 + 5, 64 * 6 + 6)));
}

#[test]
fn what_stands_beside_one_another_is_not_deep() {
    check(format!("{}($a.x)", "($a.x) and ".repeat(1_000)), &[]);
    check(format!("{}$a.x", "not $a.x or ".repeat(1_000)), &[]);
    check(format!("{}1 < $a.x", "-1 + ".repeat(1_000)), &[]);
    check(format!("{}1 < $a.x", "1 - -1 * -(1) + ".repeat(1_000)), &[]);
    check(format!("$a.x in [{}-1]", "-1, ".repeat(1_000)), &[]);
    check(format!("{}$a.x", "$a.x not in [1] and $a.x is not null and ".repeat(500)), &[]);
    check(nested(63, "(", "not $a.x and not $a.x", ")"), &[]);
    check(nested(64, "(", "$a.x in [-1]", ")"), &[]);
    assert!(check(nested(63, "(", "not -$a.x > 1", ")"), DEEP).is_some());
}

#[test]
fn too_deep_by_far() {
    // This source is short enough to be parsed; a longer one is rejected unread.
    check(nested(30_000, "(", "$a.x", ")"), DEEP);
    check(nested(16_000, "not ", "$a.x", ""), DEEP);
    check(nested(60_000, "-", "1", "") + " < $a.x", DEEP);
    check("(".repeat(60_000), DEEP);
    check(nested(100_000, "(", "$a.x", ")"), LONG);
    check(nested(100_000, "not ", "$a.x", ""), LONG);
    check(nested(100_000, "-", "1", "") + " < $a.x", LONG);
}

#[test]
fn too_long() {
    let exactly = format!("$a.x == '{}'", "x".repeat(64 * 1024 - 10));
    assert_eq!(exactly.len(), 64 * 1024);
    check(exactly.clone(), &[]);
    assert_eq!(check(exactly + " ", LONG), Some((0, 64 * 1024 + 1)));
    check(" ".repeat(1 << 20), LONG);
    check("$a.x == 1 or ".repeat(100_000), LONG);
    let ids: Vec<_> = (0..20_000).map(|id| format!("$fields.id == '{id}'")).collect();
    check(ids.join(" or "), LONG);
}

#[test]
fn chains_are_flat() {
    check(format!("1{}", " < $a.x".repeat(8_000)), &["condition/chained"]);
    check(format!("$a.x{}", " is null".repeat(8_000)), &["condition/chained"]);
    check(format!("$a.x{}", " in [1]".repeat(8_000)), &["condition/chained"]);
    check(format!("{}$a.x", "$a.x or ".repeat(4_095)), &[]);
    check(format!("{}$a.x", "$a.x or ".repeat(8_000)), &[]);
    check(format!("1{} < $a.x", " + 1".repeat(15_000)), &[]);
    check(format!("1{} < $a.x", " * 1".repeat(15_000)), &[]);
    check(format!("$a.x in [1{}]", ", 1".repeat(15_000)), &[]);
}

#[test]
fn texts_that_hold_nothing_but_slips_are_read_in_one_go() {
    let count = |source: String| {
        on_a_small_stack(move || {
            let parsed = parse(&source);
            assert!(parsed.diagnostics.iter().all(|d| d.message.len() < 1_000), "long message");
            parsed.diagnostics.len()
        })
    };
    for unit in [
        "&",
        "&&",
        "=",
        "%",
        "/",
        "?",
        "@",
        "$",
        "$.",
        "$a[",
        "[",
        "]",
        ",",
        ")",
        ".",
        "'",
        "\"",
        "\\",
        "“",
        "‘«",
        "`",
        "\u{A0}",
        "\u{200B}",
        "0x",
        "1.",
        ".5 ",
        "1e",
        "x.",
        "x-",
        "$x-",
        "$x.-",
        "not in ",
        "is not ",
        "in (",
        "in []",
        "1<",
        "1<1<1 or ",
        "AND ",
        "$a.b(",
        "é",
        "e\u{301}",
        "٣",
        "-",
        "lower(",
        "matches ",
        "$a[b.c.",
        "a[",
    ] {
        let source = unit.repeat(64 * 1024 / unit.len());
        assert!(count(source.clone()) > 0, "{unit}");
        let rest: String = source.chars().skip(2).collect();
        assert!(count(format!("'{rest}")) > 0, "{unit}");
        count(format!("$a{rest}"));
    }
    assert!(count(format!("$a.x == '{}'", "\\d".repeat(30_000))) >= 30_000);
    assert!(count(format!("$a.x == {}", "1".repeat(60_000))) == 1);
    assert!(count(format!("$a.x == 0x{}", "f".repeat(60_000))) == 1);
    assert!(count("x".repeat(60_000)) == 1);
}
