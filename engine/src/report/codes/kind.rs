//! The codes of kinds, apart from those of their conditions.

use lang::codes::{Example, codes};

use super::stations::{api, skill};

codes! {
    /// The codes of kinds, apart from those of their conditions.
    KIND:
    KIND_DUPLICATE "kind/duplicate" Refused
        when "two skills declare the same kind. The message gives both places"
        remedy "rename one of them"
        bad Example::station(concat!(
            api!(), "skills:\n  - {name: menu, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}, kinds: {dish: {}}}\n",
            "  - {name: board, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}, kinds: {dish: {}}}\n"
        )),
        good Example::station(concat!(
            api!(), "skills:\n  - {name: menu, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}, kinds: {dish: {}}}\n",
            "  - {name: board, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}, kinds: {special: {}}}\n"
        ));
    KIND_WHEN_MISSING "kind/when-missing" Refused
        when "there are several kinds, and one of them has no `when`"
        remedy "add a `when` to that kind"
        bad skill!(
            "invoke: {method: getMenu}" "kinds: {bread: {when: \"$fields.category == 'bread'\"}, cake: {}}"
            "present: {fields: {category: {type: text}}}"
        ),
        good skill!(
            "invoke: {method: getMenu}"
            "kinds: {bread: {when: \"$fields.category == 'bread'\"}, cake: {when: \"$fields.category == 'cake'\"}}"
            "present: {fields: {category: {type: text}}}"
        );
    KIND_SELECT_KEY "kind/select-key" Refused
        when "a key of a kind's `select` is neither `guards` nor `quantity`"
        remedy "move the key to the skill's `select`"
        bad skill!("invoke: {method: getMenu}" "kinds: {dish: {select: {max_items: 1}}}"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}" "select: {max_items: 1}");
    KIND_FIELD_TYPE "kind/field-type" Refused
        when "the type of a line field is not in the type table"
        remedy "use the nearest type"
        bad skill!("invoke: {method: getMenu}" "kinds: {dish: {fields: {note: {type: string}}}}"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {fields: {note: {type: text}}}}");
    KIND_FIELD_CLASH "kind/field-clash" Refused
        when "a line field has the same name as a presented field"
        remedy "choose another name"
        bad skill!(
            "invoke: {method: getMenu}" "kinds: {dish: {fields: {category: {type: text}}}}"
            "present: {fields: {category: {type: text}}}"
        ),
        good skill!(
            "invoke: {method: getMenu}" "kinds: {dish: {fields: {note: {type: text}}}}"
            "present: {fields: {category: {type: text}}}"
        );
    KIND_FIELD_PARTIAL "kind/field-partial" Refused
        when "a guard reads a line field. At least one kind for which the guard holds lacks this field, or has it with another type. The message names the kind"
        remedy "move the guard to the kinds that have the field"
        bad skill!(
            "invoke: {method: getMenu}" "kinds:"
            "  bread: {when: \"$fields.category == 'bread'\", fields: {slices: {type: integer}}}"
            "  cake: {when: \"$fields.category == 'cake'\"}"
            "select: {guards: [require: \"$item.fields.slices < 30\"]}"
            "present: {fields: {category: {type: text}}}"
        ),
        good skill!(
            "invoke: {method: getMenu}" "kinds:"
            "  bread:"
            "    when: \"$fields.category == 'bread'\""
            "    fields: {slices: {type: integer}}"
            "    select: {guards: [require: \"$item.fields.slices < 30\"]}"
            "  cake: {when: \"$fields.category == 'cake'\"}"
            "present: {fields: {category: {type: text}}}"
        );
    KIND_DROPS_GUARD "kind/drops-guard" Warning
        when "a kind's list leaves out a `require`, `check`, `permission`, `policy`, `budget` or `approval` of the skill. Each such guard is one finding"
        remedy "write `guards: {add: […]}`, which keeps the skill's guards"
        bad skill!(
            "invoke: {method: getMenu}" "kinds:"
            "  bread: {when: \"$fields.category == 'bread'\", select: {guards: []}}"
            "  cake: {when: \"$fields.category == 'cake'\"}"
            "select: {guards: [require: \"$item.fields.category is known\"]}"
            "present: {fields: {category: {type: text}}}"
        ),
        good skill!(
            "invoke: {method: getMenu}" "kinds:"
            "  bread: {when: \"$fields.category == 'bread'\", select: {guards: {add: []}}}"
            "  cake: {when: \"$fields.category == 'cake'\"}"
            "select: {guards: [require: \"$item.fields.category is known\"]}"
            "present: {fields: {category: {type: text}}}"
        );
}
