//! The codes of playbooks.

use lang::codes::{Example, codes};

use super::stations::played;

codes! {
    /// The codes of playbooks.
    PLAYBOOK:
    PLAYBOOK_NAME "playbook/name" Refused
        when "the playbook's name is not a valid name"
        remedy "use the nearest valid name"
        bad played!("name: the lunch" "tasks: [{name: eat, skill: menu}]"),
        good played!("name: lunch" "tasks: [{name: eat, skill: menu}]");
    PLAYBOOK_DUPLICATE "playbook/duplicate" Refused
        when "two playbooks have the same name. The message gives both places"
        remedy "rename one of them"
        bad played!("name: lunch" "tasks: [{name: eat, skill: menu}]" ; "- {name: lunch, tasks: []}"),
        good played!("name: lunch" "tasks: [{name: eat, skill: menu}]" ; "- {name: dinner, tasks: []}");
    PLAYBOOK_SKILL_UNKNOWN "playbook/skill-unknown" Refused
        when "a task names a skill that does not exist"
        remedy "use the nearest name"
        bad played!("name: lunch" "tasks: [{name: eat, skill: menus}]"),
        good played!("name: lunch" "tasks: [{name: eat, skill: menu}]");
    PLAYBOOK_TASK_DUPLICATE "playbook/task-duplicate" Refused
        when "two tasks of one playbook have the same name or the same skill. The message gives both places"
        remedy "rename one of them; use one task per skill"
        bad played!("name: lunch" "tasks: [{name: eat, skill: menu}, {name: eat, skill: guest}]"),
        good played!("name: lunch" "tasks: [{name: eat, skill: menu}, {name: who, skill: guest}]");
    PLAYBOOK_TASK_UNKNOWN "playbook/task-unknown" Refused
        when "`after` or a binding names a task that does not exist"
        remedy "use the nearest name"
        bad played!("name: lunch" "tasks: [{name: who, skill: guest}, {name: eat, skill: menu, after: [how]}]"),
        good played!("name: lunch" "tasks: [{name: who, skill: guest}, {name: eat, skill: menu, after: [who]}]");
    PLAYBOOK_AFTER_CYCLE "playbook/after-cycle" Refused
        when "tasks follow one another in a circle. The message gives the path"
        remedy "delete one `after`"
        bad played!("name: lunch" "tasks: [{name: who, skill: guest, after: [eat]}, {name: eat, skill: menu, after: [who]}]"),
        good played!("name: lunch" "tasks: [{name: who, skill: guest}, {name: eat, skill: menu, after: [who]}]");
    PLAYBOOK_PARAM_UNKNOWN "playbook/param-unknown" Refused
        when "a binding does not name a parameter of the skill"
        remedy "use the nearest name"
        bad played!("name: lunch" "tasks: [{name: eat, skill: menu, params: {dishes: bread}}]"),
        good played!("name: lunch" "tasks: [{name: eat, skill: menu, params: {dish: bread}}]");
    PLAYBOOK_BINDING_REFERENCE "playbook/binding-reference" Refused
        when "a binding is not a literal, `$read` or `$submitted`, or does not name a field, call or output of the task in its brackets"
        remedy "use the nearest name"
        bad played!("name: lunch" "tasks: [{name: who, skill: guest}, {name: eat, skill: menu, params: {dish: \"$read[who].dsh\"}}]"),
        good played!("name: lunch" "tasks: [{name: who, skill: guest}, {name: eat, skill: menu, params: {dish: \"$read[who].dish\"}}]");
    PLAYBOOK_BINDING_SOURCE "playbook/binding-source" Refused
        when "the `set_by` of the parameter does not contain the source that the binding counts as"
        remedy "add this source to `set_by`"
        bad played!("name: lunch" "tasks: [{name: who, skill: guest}, {name: eat, skill: menu, params: {note: \"$read[who].dish\"}}]"),
        good played!("name: lunch" "tasks: [{name: who, skill: guest}, {name: eat, skill: menu, params: {dish: \"$read[who].dish\"}}]");
    PLAYBOOK_BINDING_TYPE "playbook/binding-type" Refused
        when "the type of the bound value does not feed the type of the parameter"
        remedy "bind one of the types that feed the type of the parameter"
        bad played!("name: lunch" "tasks: [{name: who, skill: guest}, {name: eat, skill: menu, params: {dish: \"$read[who].seats\"}}]"),
        good played!("name: lunch" "tasks: [{name: who, skill: guest}, {name: eat, skill: menu, params: {dish: \"$read[who].dish\"}}]");
    PLAYBOOK_FILED_TWICE "playbook/filed-twice" Refused
        when "two write calls of a playbook take the lines of the same task"
        remedy "use one call; use `$submitted` for what the other call needs"
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
        when "`$lines[task]` takes the lines of a task, and the task's own calls then do not run in this playbook"
        remedy "do nothing, or leave the lines to the task's own calls"
        bad played!(
            "name: lunch" "tasks: [{name: who, skill: guest}]" "submit:"
            "  - {name: one, tool: order, args: {key: $action.key, lines: \"$lines[who]\"}, line: $line.ref}"
        ),
        good played!("name: lunch" "tasks: [{name: who, skill: guest}]" "submit: [{name: one, tool: order, args: {key: $action.key}}]");
}
