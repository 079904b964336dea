//! The codes of playbooks.

use lang::codes::{Example, codes};

use super::stations::played;

codes! {
    /// The codes of playbooks.
    PLAYBOOK:
    PLAYBOOK_NAME "playbook/name" Refused
        when "the name is no name"
        remedy "the nearest that is one"
        bad played!("name: the lunch" "tasks: [{name: eat, skill: menu}]"),
        good played!("name: lunch" "tasks: [{name: eat, skill: menu}]");
    PLAYBOOK_DUPLICATE "playbook/duplicate" Refused
        when "two playbooks of one name"
        remedy "rename one"
        bad played!("name: lunch" "tasks: [{name: eat, skill: menu}]" ; "- {name: lunch, tasks: []}"),
        good played!("name: lunch" "tasks: [{name: eat, skill: menu}]" ; "- {name: dinner, tasks: []}");
    PLAYBOOK_SKILL_UNKNOWN "playbook/skill-unknown" Refused
        when "a task names no skill"
        remedy "the nearest"
        bad played!("name: lunch" "tasks: [{name: eat, skill: menus}]"),
        good played!("name: lunch" "tasks: [{name: eat, skill: menu}]");
    PLAYBOOK_TASK_DUPLICATE "playbook/task-duplicate" Refused
        when "two tasks of one playbook have one name or one skill"
        remedy "rename one; one task a skill"
        bad played!("name: lunch" "tasks: [{name: eat, skill: menu}, {name: eat, skill: guest}]"),
        good played!("name: lunch" "tasks: [{name: eat, skill: menu}, {name: who, skill: guest}]");
    PLAYBOOK_TASK_UNKNOWN "playbook/task-unknown" Refused
        when "`after` or a binding names no task"
        remedy "the nearest"
        bad played!("name: lunch" "tasks: [{name: who, skill: guest}, {name: eat, skill: menu, after: [how]}]"),
        good played!("name: lunch" "tasks: [{name: who, skill: guest}, {name: eat, skill: menu, after: [who]}]");
    PLAYBOOK_AFTER_CYCLE "playbook/after-cycle" Refused
        when "tasks come after one another in a circle; with the path"
        remedy "delete one `after`"
        bad played!("name: lunch" "tasks: [{name: who, skill: guest, after: [eat]}, {name: eat, skill: menu, after: [who]}]"),
        good played!("name: lunch" "tasks: [{name: who, skill: guest}, {name: eat, skill: menu, after: [who]}]");
    PLAYBOOK_PARAM_UNKNOWN "playbook/param-unknown" Refused
        when "a binding names no parameter of the skill"
        remedy "the nearest"
        bad played!("name: lunch" "tasks: [{name: eat, skill: menu, params: {dishes: bread}}]"),
        good played!("name: lunch" "tasks: [{name: eat, skill: menu, params: {dish: bread}}]");
    PLAYBOOK_BINDING_REFERENCE "playbook/binding-reference" Refused
        when "a binding is no literal, `$read` or `$submitted`, or names no field, call or output of its task"
        remedy "the nearest"
        bad played!("name: lunch" "tasks: [{name: who, skill: guest}, {name: eat, skill: menu, params: {dish: \"$read[who].dsh\"}}]"),
        good played!("name: lunch" "tasks: [{name: who, skill: guest}, {name: eat, skill: menu, params: {dish: \"$read[who].dish\"}}]");
    PLAYBOOK_BINDING_SOURCE "playbook/binding-source" Refused
        when "`set_by` of the parameter does not hold what the binding counts as"
        remedy "the word to add to `set_by`"
        bad played!("name: lunch" "tasks: [{name: who, skill: guest}, {name: eat, skill: menu, params: {note: \"$read[who].dish\"}}]"),
        good played!("name: lunch" "tasks: [{name: who, skill: guest}, {name: eat, skill: menu, params: {dish: \"$read[who].dish\"}}]");
    PLAYBOOK_BINDING_TYPE "playbook/binding-type" Refused
        when "the bound type does not feed the parameter's"
        remedy "the types that do"
        bad played!("name: lunch" "tasks: [{name: who, skill: guest}, {name: eat, skill: menu, params: {dish: \"$read[who].seats\"}}]"),
        good played!("name: lunch" "tasks: [{name: who, skill: guest}, {name: eat, skill: menu, params: {dish: \"$read[who].dish\"}}]");
    PLAYBOOK_FILED_TWICE "playbook/filed-twice" Refused
        when "two write calls of a playbook take one task's lines"
        remedy "one call; `$submitted` for what the other needs"
        bad played!(
            "name: lunch" "tasks: [{name: eat, skill: menu}]" "submit:"
            "  - {name: a, tool: order, args: {key: $action.key, lines: $lines}, line: $line.ref}"
            "  - {name: b, tool: order, args: {key: $action.key, lines: $lines}, line: $line.ref}"
        ),
        good played!(
            "name: lunch" "tasks: [{name: eat, skill: menu}]" "submit:"
            "  - {name: a, tool: order, args: {key: $action.key, lines: $lines}, line: $line.ref}"
        );
    PLAYBOOK_CALLS_REPLACED "playbook/calls-replaced" Note
        when "`$lines[task]` takes the lines of a task whose own calls then do not run in this playbook"
        remedy "nothing, or leave the lines to the task's own calls"
        bad played!(
            "name: lunch" "tasks: [{name: who, skill: guest}]" "submit:"
            "  - {name: one, tool: order, args: {key: $action.key, lines: \"$lines[who]\"}, line: $line.ref}"
        ),
        good played!("name: lunch" "tasks: [{name: who, skill: guest}]" "submit: [{name: one, tool: order, args: {key: $action.key}}]");
}
