//! What may be read where: every position, every root, every form of a reference.

use lang::{Position, Root, Scope, compile};
use vm::{Reading, Type};

/// A scope in which each root that has names has two.
pub fn scope(position: Position) -> Scope {
    let mut scope = Scope::new(position);
    let mut declare = |root, task, call, name, ty| {
        scope.declare(root, task, call, name, ty).unwrap();
    };
    for root in [Root::Fields, Root::Item, Root::Form, Root::Output] {
        declare(root, None, None, "category", Type::Text);
        declare(root, None, None, "price", Type::Price);
    }
    match position {
        Position::Playbook => {
            declare(Root::Params, Some("order"), None, "limit", Type::Number);
            declare(Root::Params, Some("pay"), None, "amount", Type::Price);
        }
        _ => declare(Root::Params, None, None, "limit", Type::Number),
    }
    declare(Root::Read, Some("order"), None, "price", Type::Price);
    declare(Root::Submitted, Some("pay"), Some("charge"), "out", Type::Text);
    declare(Root::Submitted, Some("pay"), Some("refund"), "out", Type::Text);
    scope
}

/// What compiling says: `ok`, or each finding as `code at [words]: message | help | what the fix makes of the source`.
fn check(position: Position, source: &str, expected: &str) {
    let told = match compile(source, &scope(position), &Reading::default()) {
        Ok(_) => "ok".to_owned(),
        Err(findings) => crate::check::told(source, &findings),
    };
    assert_eq!(told, expected, "{source}");
}
