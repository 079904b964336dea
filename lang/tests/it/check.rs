//! Every code of the checker, with its place, its words and its remedy.

use lang::{Diagnostic, Position, Root, Scope, compile};
use vm::{Reading, Type};

/// Findings, one a line: `code at [words]: message | help | what the fix makes of the source`.
pub fn told(source: &str, findings: &[Diagnostic]) -> String {
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

/// Fields of every family, and of the types that read literals in their own way.
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
        Ok(_) => "ok".to_owned(),
        Err(findings) => told(source, &findings),
    }
}

fn check(source: &str, expected: &str) {
    assert_eq!(compiled(source), expected, "{source}");
}
