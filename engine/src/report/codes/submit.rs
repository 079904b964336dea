//! The codes of the calls that file a line.

use lang::codes::{Example, codes};

use super::stations::{api, desked, filed};

codes! {
    /// The codes of the calls that file a line.
    SUBMIT:
    SUBMIT_NAME_DUPLICATE "submit/name-duplicate" Refused
        when "two calls of one list have one name"
        remedy "rename one"
        bad filed!("- {name: pay, tool: order, args: {key: $action.key}}" "- {name: pay, mode: self}"),
        good filed!("- {name: pay, tool: order, args: {key: $action.key}}" "- {name: collect, mode: self}");
    SUBMIT_MODE "submit/mode" Refused
        when "a mode that is none of the three, a key that its mode does not take, or a `request` without `tool`"
        remedy "the keys of the mode"
        bad filed!("- {name: collect, mode: self, url: \"https://pay.example\"}"),
        good filed!("- {name: collect, mode: self}");
    SUBMIT_TOOL_UNKNOWN "submit/tool-unknown" Refused
        when "`tool` names no operation"
        remedy "the nearest"
        bad filed!("- {name: pay, tool: ordr, args: {key: $action.key}}"),
        good filed!("- {name: pay, tool: order, args: {key: $action.key}}");
    SUBMIT_HANDOVER_URL "submit/handover-url" Refused
        when "no `url`, not http(s), or a reference outside its query"
        remedy "the form"
        bad filed!("- {name: pay, mode: handover, url: \"https://pay.example/$item.ref\"}"),
        good filed!("- {name: pay, mode: handover, url: \"https://pay.example/?dish=$item.ref\"}");
    SUBMIT_REFERENCE "submit/reference" Refused
        when "a reference may not stand there, or names no field, answer, parameter, task, call or output that stands before it"
        remedy "the nearest; `$params[task].name` in a playbook"
        bad filed!("- {name: pay, tool: order, args: {key: $action.key, dish: $item.id}}"),
        good filed!("- {name: pay, tool: order, args: {key: $action.key, dish: $item.ref}}");
    SUBMIT_ARGUMENT_UNKNOWN "submit/argument-unknown" Refused
        when "the operation has no such argument, or several places of that name"
        remedy "the nearest, with its place"
        bad filed!("- {name: pay, tool: order, args: {key: $action.key, dsh: $item.ref}}"),
        good filed!("- {name: pay, tool: order, args: {key: $action.key, dish: $item.ref}}");
    SUBMIT_ARGUMENT_MISSING "submit/argument-missing" Refused
        when "the operation requires an argument that nothing gives"
        remedy "the argument, in `args`"
        bad desked!("submit: [{name: look, tool: listTickets}]"),
        good desked!("submit: [{name: look, tool: listTickets, args: {shop: $item.ref}}]");
    SUBMIT_ARGUMENT_TYPE "submit/argument-type" Refused
        when "a value is of a type that the argument does not take, or outside its enum, bounds or pattern"
        remedy "the types that it takes"
        bad desked!("submit: [{name: look, tool: listTickets, args: {shop: $item.ref, state: sold}}]"),
        good desked!("submit: [{name: look, tool: listTickets, args: {shop: $item.ref, state: open}}]");
    SUBMIT_LINE "submit/line" Refused
        when "`line` without `$lines` in `args`, `$lines` without `line`, or a shape that reads something else than `$line`"
        remedy "the other one"
        bad filed!("- {name: pay, tool: order, args: {key: $action.key, lines: $lines}}"),
        good filed!("- {name: pay, tool: order, args: {key: $action.key, lines: $lines}, line: $line.ref}");
    SUBMIT_OUTPUT_TYPE "submit/output-type" Refused
        when "an output's type is outside the table"
        remedy "the nearest"
        bad filed!("- {name: pay, tool: order, args: {key: $action.key}, output: {paid: {type: bool}}}"),
        good filed!("- {name: pay, tool: order, args: {key: $action.key}, output: {paid: {type: boolean}}}");
    SUBMIT_MIXED "submit/mixed" Refused
        when "one list reads both `$lines` and `$item`, `$line` or `$form`, and `max_items` is not 1"
        remedy "one way of reading; `line` says what `$lines` sends of each"
        bad filed!("- {name: pay, tool: order, args: {key: $action.key, dish: $item.ref, lines: $lines}, line: $line.ref}"),
        good filed!("- {name: pay, tool: order, args: {key: $action.key, lines: $lines}, line: $line.ref}");
    SUBMIT_NO_KEY "submit/no-key" Warning
        when "a write carries no key, so that it is never repeated"
        remedy "`$action.key` in `args`, or `idempotent: true` on the operation"
        bad filed!("- {name: pay, tool: order, args: {dish: $item.ref}}"),
        good filed!("- {name: pay, tool: order, args: {dish: $item.ref, key: $action.key}}");
}
