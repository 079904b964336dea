//! The codes of kinds, apart from those of their conditions.

use lang::codes::{Example, codes};

use super::stations::{api, skill};

codes! {
    /// The codes of kinds, apart from those of their conditions.
    KIND:
    KIND_DUPLICATE "kind/duplicate" Refused
        when "two skills declare one kind"
        remedy "rename one"
        bad Example::station(concat!(
            api!(), "skills:\n  - {name: menu, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}, kinds: {dish: {}}}\n",
            "  - {name: board, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}, kinds: {dish: {}}}\n"
        )),
        good Example::station(concat!(
            api!(), "skills:\n  - {name: menu, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}, kinds: {dish: {}}}\n",
            "  - {name: board, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}, kinds: {special: {}}}\n"
        ));
    KIND_WHEN_MISSING "kind/when-missing" Refused
        when "one of several kinds has no `when`"
        remedy "a `when` for it"
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
        remedy "move it to the skill's `select`"
        bad skill!("invoke: {method: getMenu}" "kinds: {dish: {select: {max_items: 1}}}"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}" "select: {max_items: 1}");
    KIND_FIELD_TYPE "kind/field-type" Refused
        when "a line field's type is outside the table"
        remedy "the nearest type"
        bad skill!("invoke: {method: getMenu}" "kinds: {dish: {fields: {note: {type: string}}}}"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {fields: {note: {type: text}}}}");
    KIND_FIELD_CLASH "kind/field-clash" Refused
        when "a line field is called like a presented field"
        remedy "another name"
        bad skill!(
            "invoke: {method: getMenu}" "kinds: {dish: {fields: {category: {type: text}}}}"
            "present: {fields: {category: {type: text}}}"
        ),
        good skill!(
            "invoke: {method: getMenu}" "kinds: {dish: {fields: {note: {type: text}}}}"
            "present: {fields: {category: {type: text}}}"
        );
    KIND_FIELD_PARTIAL "kind/field-partial" Refused
        when "a guard reads a line field that some kind it holds for lacks, or has with another type; with the kind"
        remedy "move the guard to the kinds that have it"
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
        when "a kind's list leaves out a `require`, `check`, `permission`, `policy`, `budget` or `approval` of the skill; one finding a guard"
        remedy "`guards: {add: […]}` keeps the skill's"
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
