//! The codes of a skill, its parameters and its call.

use lang::codes::{Example, codes};

use super::stations::{api, desk, listed, menu, side, skill};

codes! {
    /// The codes of a skill, its parameters and its call.
    SKILL:
    SKILL_NAME "skill/name" Refused
        when "the name is not `[A-Za-z][A-Za-z0-9_-]{0,63}`"
        remedy "the nearest that is"
        bad Example::station(concat!(api!(), "skills: [{name: the menu, cognitive: {objective: Eat}, invoke: {method: getMenu}}]\n")),
        good Example::station(concat!(api!(), "skills: [{name: the_menu, cognitive: {objective: Eat}, invoke: {method: getMenu}}]\n"));
    SKILL_NAME_RESERVED "skill/name-reserved" Refused
        when "the name is one of the room's verbs"
        remedy "another name"
        bad Example::station(concat!(api!(), "skills: [{name: submit, cognitive: {objective: Eat}, invoke: {method: getMenu}}]\n")),
        good Example::station(concat!(api!(), menu!()));
    SKILL_DUPLICATE "skill/duplicate" Refused
        when "two skills of one name"
        remedy "rename one"
        bad Example::station(concat!(
            api!(), "skills:\n  - {name: menu, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}}\n",
            "  - {name: menu, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}}\n"
        )),
        good Example::station(concat!(
            api!(), "skills:\n  - {name: menu, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}}\n",
            "  - {name: board, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}}\n"
        ));
    SKILL_NO_OBJECTIVE "skill/no-objective" Warning
        when "no `cognitive.objective`: `seek_guidance` cannot rank the skill"
        remedy "say which need it answers"
        bad Example::station(concat!(api!(), "skills: [{name: menu, invoke: {method: getMenu}}]\n")),
        good skill!("invoke: {method: getMenu}");
    SKILL_KINDS_WITHOUT_INVOKE "skill/kinds-without-invoke" Refused
        when "`kinds`, and no call that the rows come from"
        remedy "`invoke` with a `method` or a `native`"
        bad skill!("kinds: {dish: {}}"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    SKILL_NOTHING_TO_DO "skill/nothing-to-do" Refused
        when "neither `kinds` nor `invoke` nor `presents`"
        remedy "one of them"
        bad skill!(),
        good skill!("invoke: {method: getMenu}");
    SKILL_READ_ONLY_KEY "skill/read-only-key" Refused
        when "`read_only` is written"
        remedy "delete it: a read is derived from what the skill calls"
        bad skill!("invoke: {method: getMenu}" "read_only: true"),
        good skill!("invoke: {method: getMenu}");
    SKILL_READ_WITH_KINDS "skill/read-with-kinds" Note
        when "a skill with kinds comes out a read: its rows can be looked at, not chosen"
        remedy "a `submit`, here or in a playbook that takes its lines"
        bad skill!("invoke: {method: getMenu}" "kinds: {dish: {}}"),
        good skill!("invoke: {method: getMenu}");
    SKILL_UNREACHABLE "skill/unreachable" Warning
        when "no profile is granted every operation that the skill can call"
        remedy "the grants that are missing, by profile"
        bad Example::station(concat!(
            "profiles: {customer: {grants: []}}\n", api!(), menu!()
        )),
        good Example::station(concat!(
            "profiles: {customer: {grants: [getMenu]}}\n", api!(), menu!()
        ));
    SKILL_ITEM_KEYS_WITHOUT_KINDS "skill/item-keys-without-kinds" Refused
        when "`select` (also of a profile), `submit`, `countable`, `depends_on` or `on_loss` without `kinds`"
        remedy "declare `kinds`, or delete the key"
        bad skill!("invoke: {method: getMenu}" "countable: false"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}" "countable: false");
    SKILL_DEPENDS_ON_UNKNOWN "skill/depends-on-unknown" Refused
        when "`depends_on` names no skill with kinds"
        remedy "the nearest"
        bad side!("kinds: {side: {}}" "depends_on: menus"),
        good side!("kinds: {side: {}}" "depends_on: menu");
    SKILL_DEPENDS_ON_CYCLE "skill/depends-on-cycle" Refused
        when "skills depend on one another in a circle; with the path"
        remedy "delete one `depends_on`"
        bad side!("kinds: {side: {}}" "depends_on: side"),
        good side!("kinds: {side: {}}" "depends_on: menu");
    SKILL_ON_LOSS_WITHOUT_DEPENDS_ON "skill/on-loss-without-depends-on" Refused
        when "`on_loss` without `depends_on`"
        remedy "add one or delete the other"
        bad side!("kinds: {side: {}}" "on_loss: clear"),
        good side!("kinds: {side: {}}" "depends_on: menu" "on_loss: clear");
    SKILL_COUNTABLE_QUANTITY "skill/countable-quantity" Refused
        when "`countable: false` and a `quantity` in `select`"
        remedy "delete one"
        bad skill!("invoke: {method: getMenu}" "kinds: {dish: {}}" "select: {quantity: {max: 2}}" "countable: false"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}" "select: {max_items: 2}" "countable: false");
    SKILL_AUTO_TRIGGER_UNKNOWN "skill/auto-trigger-unknown" Refused
        when "`auto_trigger` names no playbook"
        remedy "the nearest"
        bad Example::station(concat!(
            "playbooks: [{name: lunch, tasks: [{name: eat, skill: menu}]}]\n", api!(),
            "skills: [{name: menu, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}, auto_trigger: lunhc}]\n"
        )),
        good Example::station(concat!(
            "playbooks: [{name: lunch, tasks: [{name: eat, skill: menu}]}]\n", api!(),
            "skills: [{name: menu, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}, auto_trigger: lunch}]\n"
        ));
    SKILL_YIELDS_WITH_KINDS "skill/yields-with-kinds" Refused
        when "`yields` on a skill with `kinds`"
        remedy "delete one"
        bad side!("kinds: {side: {}}" "yields: dish"),
        good side!("kinds: {side: {}}" "depends_on: menu");
    SKILL_YIELDS_UNKNOWN "skill/yields-unknown" Refused
        when "no skill declares the kind"
        remedy "the nearest kind"
        bad side!("yields: dihs"),
        good side!("yields: dish");
    SKILL_PRESENTS "skill/presents" Refused
        when "`presents` is not `selection`, or stands beside `invoke`, `kinds` or `yields`"
        remedy "`presents: selection`, alone"
        bad skill!("invoke: {method: getMenu}" "presents: selection"),
        good skill!("presents: selection");
    SKILL_METHOD_AND_NATIVE "skill/method-and-native" Refused
        when "`invoke` has `method` and `native`"
        remedy "delete one"
        bad skill!("invoke: {method: getMenu, native: search}"),
        good skill!("invoke: {method: getMenu}");
    SKILL_NATIVE_AS_METHOD "skill/native-as-method" Refused
        when "`method` is `search_products`, `build_routine` or `build_set`"
        remedy "`native: search`, `routine` or `set`"
        bad skill!("invoke: {method: search_products}"),
        good skill!("invoke: {method: getMenu}");
    SKILL_NATIVE_UNKNOWN "skill/native-unknown" Refused
        when "`native` is none of `search`, `routine`, `set`"
        remedy "the nearest; an operation of the tenant is a `method`"
        bad listed!("rows: menu.json" ; "invoke: {native: serach}"),
        good listed!("rows: menu.json" ; "invoke: {native: search}");
    SKILL_INVOKE_WRITES "skill/invoke-writes" Refused
        when "`invoke` names an operation of `access: write`"
        remedy "a call of `submit`; or `access: read` on the operation, where it only reads"
        bad Example::station(concat!(
            api!(), "    operations: {getMenu: {access: write}}\n", menu!()
        )),
        good Example::station(concat!(
            api!(), "    operations: {getMenu: {access: read}}\n", menu!()
        ));
    PARAM_TYPE "param/type" Refused
        when "the type is outside the table, or `set_by` stands without `type`"
        remedy "the nearest type; add `type`"
        bad skill!("params: {category: {type: string}}" "invoke: {method: getMenu, args: {category: $params.category}}"),
        good skill!("params: {category: {type: text}}" "invoke: {method: getMenu, args: {category: $params.category}}");
    PARAM_SET_BY "param/set-by" Refused
        when "a word of `set_by` is none that may stand there, or stands twice"
        remedy "the words"
        bad skill!("params: {category: {type: text, set_by: [model]}}" "invoke: {method: getMenu, args: {category: $params.category}}"),
        good skill!("params: {category: {type: text, set_by: [llm]}}" "invoke: {method: getMenu, args: {category: $params.category}}");
    PARAM_NAME_RESERVED "param/name-reserved" Refused
        when "a parameter is called `room` or `key`"
        remedy "another name"
        bad skill!("params: {key: {type: text}}" "invoke: {method: getMenu, args: {category: $params.key}}"),
        good skill!("params: {category: {type: text}}" "invoke: {method: getMenu, args: {category: $params.category}}");
    PARAM_DEFAULT_REFERENCE "param/default-reference" Refused
        when "a default begins with `$`"
        remedy "a literal; a playbook's task binds a reference"
        bad skill!("params: {category: {default: $now}}" "invoke: {method: getMenu, args: {category: $params.category}}"),
        good skill!("params: {category: {default: bread}}" "invoke: {method: getMenu, args: {category: $params.category}}");
    PARAM_DEFAULT_OPEN "param/default-open" Warning
        when "a default without `set_by`: the model may set the parameter"
        remedy "`set_by: []` to seal it, or say who may"
        bad skill!("params: {category: {type: text, default: bread}}" "invoke: {method: getMenu, args: {category: $params.category}}"),
        good skill!("params: {category: {type: text, default: bread, set_by: []}}" "invoke: {method: getMenu, args: {category: $params.category}}");
    PARAM_UNSET "param/unset" Refused
        when "no default, no task binds it, nobody may set it (`identity` of another type is nobody)"
        remedy "a default, a binding, or a source in `set_by`"
        bad skill!("params: {category: {type: text, set_by: []}}" "invoke: {method: getMenu, args: {category: $params.category}}"),
        good skill!("params: {category: {type: text, set_by: [llm]}}" "invoke: {method: getMenu, args: {category: $params.category}}");
    PARAM_UNSET_IN_ARGS "param/unset-in-args" Refused
        when "`invoke.args` reads a parameter without default that nobody can set before the call"
        remedy "a default, a source in `set_by`, or a binding of a typed parameter"
        bad skill!("params: {category: {type: text, set_by: [result]}}" "invoke: {method: getMenu, args: {category: $params.category}}"),
        good skill!("params: {category: {type: text, set_by: [llm]}}" "invoke: {method: getMenu, args: {category: $params.category}}");
    PARAM_UNREAD "param/unread" Refused
        when "nothing reads the parameter"
        remedy "delete it, or read it"
        bad skill!("params: {category: {type: text}}" "invoke: {method: getMenu}"),
        good skill!("params: {category: {type: text}}" "invoke: {method: getMenu, args: {category: $params.category}}");
    PARAM_UNKNOWN "param/unknown" Refused
        when "`$params.x` in `args` names no declared parameter"
        remedy "the nearest; declare it"
        bad skill!("params: {category: {type: text}}" "invoke: {method: getMenu, args: {category: $params.catgory}}"),
        good skill!("params: {category: {type: text}}" "invoke: {method: getMenu, args: {category: $params.category}}");
    PARAM_REFERENCE "param/reference" Refused
        when "`invoke.args` has another reference than `$params.<name>`"
        remedy "a parameter; `$$` for a text that begins with a dollar"
        bad skill!("invoke: {method: getMenu, args: {category: $fields.category}}"),
        good skill!("invoke: {method: getMenu, args: {category: $$bread}}");
    PARAM_ARGUMENT_UNKNOWN "param/argument-unknown" Refused
        when "the operation has no such argument, or several places of that name"
        remedy "the nearest, with its place: `query.q`, `body.q`"
        bad skill!("invoke: {method: getMenu, args: {catgory: bread}}"),
        good skill!("invoke: {method: getMenu, args: {category: bread}}");
    PARAM_ARGUMENT_TYPE "param/argument-type" Refused
        when "a value or parameter is of a type that the argument does not take"
        remedy "the types that it takes; quotes where a text is wanted"
        bad desk!("" ; "invoke: {method: listTickets, args: {shop: north, limit: many}}"),
        good desk!("" ; "invoke: {method: listTickets, args: {shop: north, limit: 20}}");
    PARAM_ARGUMENT_ENUM "param/argument-enum" Refused
        when "a value is outside the argument's enum, bounds or pattern, or no value is left for a parameter that feeds several"
        remedy "the nearest; the enum; the bound"
        bad desk!("" ; "invoke: {method: listTickets, args: {shop: north, state: opened}}"),
        good desk!("" ; "invoke: {method: listTickets, args: {shop: north, state: open}}");
    PARAM_OPTIONAL_REQUIRED "param/optional-required" Refused
        when "a parameter with `optional: true` feeds an argument that the operation requires"
        remedy "delete `optional`, or give a default"
        bad desk!("" ; "params: {shop: {type: text, optional: true}}" "invoke: {method: listTickets, args: {shop: $params.shop}}"),
        good desk!("" ; "params: {shop: {type: text}}" "invoke: {method: listTickets, args: {shop: $params.shop}}");
    INVOKE_ARGUMENT_MISSING "invoke/argument-missing" Refused
        when "the operation requires an argument that nothing gives"
        remedy "the argument, in `args`"
        bad desk!("" ; "invoke: {method: listTickets}"),
        good desk!("" ; "invoke: {method: listTickets, args: {shop: north}}");
    INVOKE_EMPTY "invoke/empty" Refused
        when "`invoke` has neither `method` nor `native`"
        remedy "one of them"
        bad skill!("invoke: {args: {category: bread}}"),
        good skill!("invoke: {method: getMenu, args: {category: bread}}");
}
