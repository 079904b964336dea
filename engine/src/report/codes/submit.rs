//! The codes of the calls that file a line.

use lang::codes::{Example, codes};

use super::stations::{api, desked, filed};

codes! {
    /// The codes of the calls that file a line.
    SUBMIT:
    SUBMIT_NAME_DUPLICATE "submit/name-duplicate" Refused
        when "two calls of one list have the same name"
        remedy "rename one of them"
        bad filed!("- {name: pay, tool: order, args: {key: $action.key}}" "- {name: pay, mode: self}"),
        good filed!("- {name: pay, tool: order, args: {key: $action.key}}" "- {name: collect, mode: self}");
    SUBMIT_MODE "submit/mode" Refused
        when "a call has a mode that is not one of the three, or a key that its mode does not take. Or a `request` has no `tool`"
        remedy "use the keys of the mode"
        bad filed!("- {name: collect, mode: self, url: \"https://pay.example\"}"),
        good filed!("- {name: collect, mode: self}");
    SUBMIT_TOOL_UNKNOWN "submit/tool-unknown" Refused
        when "`tool` names an operation that does not exist"
        remedy "use the nearest name"
        bad filed!("- {name: pay, tool: ordr, args: {key: $action.key}}"),
        good filed!("- {name: pay, tool: order, args: {key: $action.key}}");
    SUBMIT_HANDOVER_URL "submit/handover-url" Refused
        when "the `url` is missing, is not http(s), or contains a reference outside its query"
        remedy "write the `url` in its form"
        bad filed!("- {name: pay, mode: handover, url: \"https://pay.example/$item.ref\"}"),
        good filed!("- {name: pay, mode: handover, url: \"https://pay.example/?dish=$item.ref\"}");
    SUBMIT_REFERENCE "submit/reference" Refused
        when "a reference is not allowed there, or does not name a field, answer, parameter, task, call or output that precedes it"
        remedy "use the nearest name; write `$params[task].name` in a playbook"
        bad filed!("- {name: pay, tool: order, args: {key: $action.key, dish: $item.id}}"),
        good filed!("- {name: pay, tool: order, args: {key: $action.key, dish: $item.ref}}");
    SUBMIT_ARGUMENT_UNKNOWN "submit/argument-unknown" Refused
        when "the operation does not have this argument, or has several places of that name"
        remedy "use the nearest argument, with its place"
        bad filed!("- {name: pay, tool: order, args: {key: $action.key, dsh: $item.ref}}"),
        good filed!("- {name: pay, tool: order, args: {key: $action.key, dish: $item.ref}}");
    SUBMIT_ARGUMENT_MISSING "submit/argument-missing" Refused
        when "the operation requires an argument that nothing gives"
        remedy "give the argument in `args`"
        bad desked!("submit: [{name: look, tool: listTickets}]"),
        good desked!("submit: [{name: look, tool: listTickets, args: {shop: $item.ref}}]");
    SUBMIT_ARGUMENT_TYPE "submit/argument-type" Refused
        when "the argument does not take the type of a value, or a value is outside the argument's enum, bounds or pattern"
        remedy "use one of the types that the argument takes"
        bad desked!("submit: [{name: look, tool: listTickets, args: {shop: $item.ref, state: sold}}]"),
        good desked!("submit: [{name: look, tool: listTickets, args: {shop: $item.ref, state: open}}]");
    SUBMIT_LINE "submit/line" Refused
        when "a call has `line` but no `$lines` in `args`, has `$lines` but no `line`, or has a shape that reads something other than `$line`"
        remedy "add the other one"
        bad filed!("- {name: pay, tool: order, args: {key: $action.key, lines: $lines}}"),
        good filed!("- {name: pay, tool: order, args: {key: $action.key, lines: $lines}, line: $line.ref}");
    SUBMIT_OUTPUT_TYPE "submit/output-type" Refused
        when "the type of an output is not in the type table"
        remedy "use the nearest type"
        bad filed!("- {name: pay, tool: order, args: {key: $action.key}, output: {paid: {type: bool}}}"),
        good filed!("- {name: pay, tool: order, args: {key: $action.key}, output: {paid: {type: boolean}}}");
    SUBMIT_MIXED "submit/mixed" Refused
        when "one list reads both `$lines` and one of `$item`, `$line` or `$form`, and `max_items` is not 1"
        remedy "use one way of reading; `line` says what `$lines` sends of each line"
        bad filed!("- {name: pay, tool: order, args: {key: $action.key, dish: $item.ref, lines: $lines}, line: $line.ref}"),
        good filed!("- {name: pay, tool: order, args: {key: $action.key, lines: $lines}, line: $line.ref}");
    SUBMIT_NO_KEY "submit/no-key" Warning
        when "a write does not carry a key, so the engine never repeats the write"
        remedy "use `$action.key` in `args`, or write `idempotent: true` on the operation"
        bad filed!("- {name: pay, tool: order, args: {dish: $item.ref}}"),
        good filed!("- {name: pay, tool: order, args: {dish: $item.ref, key: $action.key}}");
}
