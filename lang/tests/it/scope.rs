//! Tests which references each position may read: every root and every form.

use lang::{Position, Root, Scope, compile};
use vm::{Reading, Type};

/// A scope in which every root with names has two.
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

/// Checks the result of compiling: `ok`, or one finding per line: `code at [words]: message | help | fixed source`.
#[track_caller]
fn check(position: Position, source: &str, expected: &str) {
    let render = match compile(source, &scope(position), &Reading::default()) {
        Ok(_) => "ok".to_owned(),
        Err(findings) => crate::check::render(source, &findings),
    };
    assert_eq!(render, expected, "{source}");
}
#[test]
fn kind() {
    check(Position::Kind, "$fields.category == 'a'", "ok");
    check(
        Position::Kind,
        "$fields.catgory == 'a'",
        "condition/field-unknown at 8 [catgory]: `$fields` has no `catgory` | did you mean `category`? | $fields.category == 'a'",
    );
    check(
        Position::Kind,
        "$fields.colour == 'a'",
        "condition/field-unknown at 8 [colour]: `$fields` has no `colour` | there is `category` and `price`; or declare it under `present.fields`",
    );
    check(
        Position::Kind,
        "$fields == null",
        "condition/syntax at 0 [$fields]: a name is missing after this | write `$fields.<name>`",
    );
    check(
        Position::Kind,
        "$fields.category.name == 'a'",
        "condition/syntax at 17 [name]: this cannot stand here after `$fields` | write `$fields.<name>`",
    );
    check(
        Position::Kind,
        "$fields[category] == 'a'",
        "condition/syntax at 8 [category]: this cannot stand here after `$fields` | write `$fields.<name>`",
    );
    check(
        Position::Kind,
        "$fieldscategory == 'a'",
        "condition/root-unknown at 0 [$fieldscategory]: `$fieldscategory` is no root | did you mean `$fields.category`? | $fields.category == 'a'",
    );
    check(
        Position::Kind,
        "$param.x == 1",
        "condition/root-unknown at 0 [$param]: `$param` is no root | did you mean `$params`? | $params.x == 1",
    );
    check(
        Position::Kind,
        "$xyz.x == 1",
        "condition/root-unknown at 0 [$xyz]: `$xyz` is no root | a condition here reads `$fields.<name>`",
    );
    check(
        Position::Kind,
        "$params.limit == 1",
        "condition/root-not-here at 0 [$params]: `$params` may not be read in a kind's `when` | it may be read in a `select` guard, an `invoke` guard and a playbook's `submit_guard`; a condition here reads `$fields.<name>`",
    );
    check(
        Position::Kind,
        "$item.fields.category == 'a'",
        "condition/root-not-here at 0 [$item]: `$item` may not be read in a kind's `when` | it may be read in a `select` guard; a condition here reads `$fields.<name>`",
    );
    check(
        Position::Kind,
        "$item.quantity > 1",
        "condition/item-quantity at 0 [$item.quantity]: a guard sees one add: a second one would reach the line without it | bound the quantity by `select.quantity`",
    );
    check(
        Position::Kind,
        "$now > '2026-01-01'",
        "condition/root-not-here at 0 [$now]: `$now` may not be read in a kind's `when` | it may be read in a `select` guard, an `invoke` guard, a playbook's `submit_guard` and the station's `submit_guard`; a condition here reads `$fields.<name>`",
    );
    check(
        Position::Kind,
        "$output.category == 'a'",
        "condition/root-not-here at 0 [$output]: `$output` may not be read in a kind's `when` | it may be read in a `pass`, `ok` or `done`; a condition here reads `$fields.<name>`",
    );
}

#[test]
fn select() {
    check(
        Position::Select,
        "$item.fields.category == 'a' and $form.price > 1 and $params.limit > 1 and $now > '2026-01-01'",
        "ok",
    );
    check(
        Position::Select,
        "$item.fields.colour == 'red'",
        "condition/field-unknown at 13 [colour]: `$item.fields` has no `colour` | there is `category` and `price`; or declare it under `present.fields`, or as a line field",
    );
    check(
        Position::Select,
        "$item.category == 'a'",
        "condition/field-unknown at 6 [category]: `$item` has no `category` | a field is `$item.fields.<name>` | $item.fields.category == 'a'",
    );
    check(
        Position::Select,
        "$item.size == 'a'",
        "condition/field-unknown at 6 [size]: `$item` has no `size` | a field is `$item.fields.<name>`",
    );
    check(
        Position::Select,
        "$item.quantity > 1",
        "condition/item-quantity at 0 [$item.quantity]: a guard sees one add: a second one would reach the line without it | bound the quantity by `select.quantity`",
    );
    check(
        Position::Select,
        "$item == null",
        "condition/syntax at 0 [$item]: a name is missing after this | write `$item.fields.<name>`",
    );
    check(
        Position::Select,
        "$item.fields == null",
        "condition/syntax at 6 [fields]: a name is missing after this | write `$item.fields.<name>`",
    );
    check(
        Position::Select,
        "$fields.category == 'a'",
        "condition/root-not-here at 0 [$fields]: `$fields` may not be read in a `select` guard | it may be read in a kind's `when`; a condition here reads `$item.fields.<name>`, `$form.<name>`, `$params.<name>` and `$now`",
    );
    check(
        Position::Select,
        "$params[order].limit > 1",
        "condition/root-not-here at 0 [$params[order].limit]: `$params[order]` may not be read in a `select` guard | a skill reads its own parameters: `$params.<name>` | $params.limit > 1",
    );
    check(
        Position::Select,
        "$read[order].price > 1",
        "condition/root-not-here at 0 [$read]: `$read` may not be read in a `select` guard | it may be read in a playbook's `submit_guard`; a condition here reads `$item.fields.<name>`, `$form.<name>`, `$params.<name>` and `$now`",
    );
    check(
        Position::Select,
        "$now.date > '2026-01-01'",
        "condition/syntax at 5 [date]: this cannot stand here after `$now` | write `$now`",
    );
    check(
        Position::Select,
        "$submitted[pay.charge].out == 'a'",
        "condition/root-not-here at 0 [$submitted]: `$submitted` may not be read in a `select` guard | it may be read in a playbook's `submit_guard`; a condition here reads `$item.fields.<name>`, `$form.<name>`, `$params.<name>` and `$now`",
    );
}

#[test]
fn invoke() {
    check(Position::Invoke, "$params.limit > 1 and $now > '2026-01-01'", "ok");
    check(
        Position::Invoke,
        "$form.price > 1",
        "condition/root-not-here at 0 [$form]: `$form` may not be read in an `invoke` guard | it may be read in a `select` guard, a playbook's `submit_guard` and the station's `submit_guard`; a condition here reads `$params.<name>` and `$now`",
    );
    check(
        Position::Invoke,
        "$item.fields.price > 1",
        "condition/root-not-here at 0 [$item]: `$item` may not be read in an `invoke` guard | it may be read in a `select` guard; a condition here reads `$params.<name>` and `$now`",
    );
}

#[test]
fn playbook() {
    check(
        Position::Playbook,
        "$params[order].limit > 1 and $read[order].price > 1 and $submitted[pay.charge].out == 'a' and $form.price > 1 and $now > '2026-01-01'",
        "ok",
    );
    check(
        Position::Playbook,
        "$params.limit > 1",
        "condition/root-not-here at 0 [$params.limit]: `$params.limit` does not say which task's parameter it is | in a playbook a parameter is `$params[task].<name>` | $params[order].limit > 1",
    );
    check(
        Position::Playbook,
        "$params.size > 1",
        "condition/root-not-here at 0 [$params.size]: `$params.size` does not say which task's parameter it is | in a playbook a parameter is `$params[task].<name>`",
    );
    check(
        Position::Playbook,
        "$params[ordr].limit > 1",
        "condition/field-unknown at 8 [ordr]: `$params` has no task `ordr` | did you mean `order`? | $params[order].limit > 1",
    );
    check(
        Position::Playbook,
        "$params[shipping].limit > 1",
        "condition/field-unknown at 8 [shipping]: `$params` has no task `shipping` | there is `order` and `pay`",
    );
    check(
        Position::Playbook,
        "$params[order].limt > 1",
        "condition/field-unknown at 15 [limt]: `$params[order]` has no `limt` | did you mean `limit`? | $params[order].limit > 1",
    );
    check(
        Position::Playbook,
        "$params[order] == 1",
        "condition/syntax at 8 [order]: a name is missing after this | write `$params[task].<name>`",
    );
    check(
        Position::Playbook,
        "$params[pay.charge].out == 'a'",
        "condition/syntax at 8 [pay.charge]: this cannot stand here after `$params` | write `$params[task].<name>`",
    );
}

#[test]
fn submitted() {
    check(
        Position::Playbook,
        "$submitted[pay.chrage].out == 'x'",
        "condition/field-unknown at 15 [chrage]: the task `pay` has no call `chrage` | did you mean `charge`? | $submitted[pay.charge].out == 'x'",
    );
    check(
        Position::Playbook,
        "$submitted[pya.charge].out == 'x'",
        "condition/field-unknown at 11 [pya]: `$submitted` has no task `pya` | did you mean `pay`? | $submitted[pay.charge].out == 'x'",
    );
    check(
        Position::Playbook,
        "$submitted[pay.charge].aut == 'x'",
        "condition/field-unknown at 23 [aut]: `$submitted[pay.charge]` has no `aut` | did you mean `out`? | $submitted[pay.charge].out == 'x'",
    );
    check(
        Position::Playbook,
        "$submitted[pay.charge].total == 'x'",
        "condition/field-unknown at 23 [total]: `$submitted[pay.charge]` has no `total` | there is `out`; or declare it in the call's outputs",
    );
    check(
        Position::Playbook,
        "$submitted[pay.charge] == 'x'",
        "condition/syntax at 11 [pay.charge]: a name is missing after this | write `$submitted[task.call].<name>`",
    );
    check(
        Position::Playbook,
        "$submitted[pay].out == 'x'",
        "condition/syntax at 11 [pay]: this cannot stand here after `$submitted` | write `$submitted[task.call].<name>`",
    );
    check(
        Position::Playbook,
        "$item.quantity > 1",
        "condition/item-quantity at 0 [$item.quantity]: a guard sees one add: a second one would reach the line without it | bound the quantity by `select.quantity`",
    );
    check(
        Position::Playbook,
        "$item.fields.price > 1",
        "condition/root-not-here at 0 [$item]: `$item` may not be read in a playbook's `submit_guard` | it may be read in a `select` guard; a condition here reads `$form.<name>`, `$params[task].<name>`, `$read[task].<name>`, `$submitted[task.call].<name>` and `$now`",
    );
}

#[test]
fn station() {
    check(Position::Station, "$form.category == 'a' and $now > '2026-01-01'", "ok");
    check(
        Position::Station,
        "$params.limit > 1",
        "condition/root-not-here at 0 [$params]: `$params` may not be read in the station's `submit_guard` | it may be read in a `select` guard, an `invoke` guard and a playbook's `submit_guard`; a condition here reads `$form.<name>` and `$now`",
    );
    check(
        Position::Station,
        "$params[order].limit > 1",
        "condition/root-not-here at 0 [$params]: `$params` may not be read in the station's `submit_guard` | it may be read in a `select` guard, an `invoke` guard and a playbook's `submit_guard`; a condition here reads `$form.<name>` and `$now`",
    );
}

#[test]
fn output() {
    check(Position::Output, "$output.price > 1", "ok");
    check(
        Position::Output,
        "$output.total > 1",
        "condition/field-unknown at 8 [total]: `$output` has no `total` | there is `category` and `price`; or declare it in the outputs beside the condition",
    );
    check(
        Position::Output,
        "$now > '2026-01-01'",
        "condition/root-not-here at 0 [$now]: `$now` may not be read in a `pass`, `ok` or `done` | it may be read in a `select` guard, an `invoke` guard, a playbook's `submit_guard` and the station's `submit_guard`; a condition here reads `$output.<name>`",
    );
    check(
        Position::Output,
        "$form.price > 1",
        "condition/root-not-here at 0 [$form]: `$form` may not be read in a `pass`, `ok` or `done` | it may be read in a `select` guard, a playbook's `submit_guard` and the station's `submit_guard`; a condition here reads `$output.<name>`",
    );
}
