//! The codes of a skill, its parameters and its call.

use lang::codes::{Example, codes};

use super::stations::{api, desk, listed, menu, side, skill};

codes! {
    /// The codes of a skill, its parameters and its call.
    SKILL:
    SKILL_NAME "skill/name" Refused
        when "the name does not match `[A-Za-z][A-Za-z0-9_-]{0,63}`"
        remedy "use the nearest name that matches"
        bad Example::station(concat!(api!(), "skills: [{name: the menu, cognitive: {objective: Eat}, invoke: {method: getMenu}}]\n")),
        good Example::station(concat!(api!(), "skills: [{name: the_menu, cognitive: {objective: Eat}, invoke: {method: getMenu}}]\n"));
    SKILL_NAME_RESERVED "skill/name-reserved" Refused
        when "the name is one of the room's verbs"
        remedy "choose another name"
        bad Example::station(concat!(api!(), "skills: [{name: submit, cognitive: {objective: Eat}, invoke: {method: getMenu}}]\n")),
        good Example::station(concat!(api!(), menu!()));
    SKILL_DUPLICATE "skill/duplicate" Refused
        when "two skills have the same name. The message gives both places"
        remedy "rename one of them"
        bad Example::station(concat!(
            api!(), "skills:\n  - {name: menu, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}}\n",
            "  - {name: menu, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}}\n"
        )),
        good Example::station(concat!(
            api!(), "skills:\n  - {name: menu, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}}\n",
            "  - {name: board, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}}\n"
        ));
    SKILL_NO_OBJECTIVE "skill/no-objective" Warning
        when "`cognitive.objective` is missing, so `seek_guidance` cannot rank the skill"
        remedy "say which need the skill answers"
        bad Example::station(concat!(api!(), "skills: [{name: menu, invoke: {method: getMenu}}]\n")),
        good skill!("invoke: {method: getMenu}");
    SKILL_KINDS_WITHOUT_INVOKE "skill/kinds-without-invoke" Refused
        when "the skill has `kinds`, but no call that returns the rows"
        remedy "add `invoke` with a `method` or a `native`"
        bad skill!("kinds: {dish: {}}"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    SKILL_NOTHING_TO_DO "skill/nothing-to-do" Refused
        when "the skill has neither `kinds` nor `invoke` nor `presents`"
        remedy "add one of them"
        bad skill!(),
        good skill!("invoke: {method: getMenu}");
    SKILL_READ_ONLY_KEY "skill/read-only-key" Refused
        when "the skill contains the key `read_only`"
        remedy "delete the key: the product derives from the skill's calls whether the skill is a read"
        bad skill!("invoke: {method: getMenu}" "read_only: true"),
        good skill!("invoke: {method: getMenu}");
    SKILL_READ_WITH_KINDS "skill/read-with-kinds" Note
        when "a skill with kinds turns out to be a read. Its rows can be looked at, but not chosen"
        remedy "add a `submit`, here or in a playbook that takes the skill's lines"
        bad skill!("invoke: {method: getMenu}" "kinds: {dish: {}}"),
        good skill!("invoke: {method: getMenu}");
    SKILL_UNREACHABLE "skill/unreachable" Warning
        when "no profile is granted every operation that the skill can call"
        remedy "add the missing grants; the help lists them by profile"
        bad Example::station(concat!(
            "profiles: {customer: {grants: []}}\n", api!(), menu!()
        )),
        good Example::station(concat!(
            "profiles: {customer: {grants: [getMenu]}}\n", api!(), menu!()
        ));
    SKILL_ITEM_KEYS_WITHOUT_KINDS "skill/item-keys-without-kinds" Refused
        when "the skill has `select` (its own or a profile's), `submit`, `countable`, `depends_on` or `on_loss`, but no `kinds`"
        remedy "declare `kinds`, or delete the key"
        bad skill!("invoke: {method: getMenu}" "countable: false"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}" "countable: false");
    SKILL_DEPENDS_ON_UNKNOWN "skill/depends-on-unknown" Refused
        when "`depends_on` does not name a skill with kinds"
        remedy "use the nearest name"
        bad side!("kinds: {side: {}}" "depends_on: menus"),
        good side!("kinds: {side: {}}" "depends_on: menu");
    SKILL_DEPENDS_ON_CYCLE "skill/depends-on-cycle" Refused
        when "skills depend on one another in a circle. The message gives the path"
        remedy "delete one `depends_on`"
        bad side!("kinds: {side: {}}" "depends_on: side"),
        good side!("kinds: {side: {}}" "depends_on: menu");
    SKILL_ON_LOSS_WITHOUT_DEPENDS_ON "skill/on-loss-without-depends-on" Refused
        when "the skill has `on_loss` but no `depends_on`"
        remedy "add `depends_on`, or delete `on_loss`"
        bad side!("kinds: {side: {}}" "on_loss: clear"),
        good side!("kinds: {side: {}}" "depends_on: menu" "on_loss: clear");
    SKILL_COUNTABLE_QUANTITY "skill/countable-quantity" Refused
        when "the skill has `countable: false` and a `quantity` in `select`"
        remedy "delete one of them"
        bad skill!("invoke: {method: getMenu}" "kinds: {dish: {}}" "select: {quantity: {max: 2}}" "countable: false"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}" "select: {max_items: 2}" "countable: false");
    SKILL_AUTO_TRIGGER_UNKNOWN "skill/auto-trigger-unknown" Refused
        when "`auto_trigger` names a playbook that does not exist"
        remedy "use the nearest name"
        bad Example::station(concat!(
            "playbooks: [{name: lunch, tasks: [{name: eat, skill: menu}]}]\n", api!(),
            "skills: [{name: menu, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}, auto_trigger: lunhc}]\n"
        )),
        good Example::station(concat!(
            "playbooks: [{name: lunch, tasks: [{name: eat, skill: menu}]}]\n", api!(),
            "skills: [{name: menu, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}, auto_trigger: lunch}]\n"
        ));
    SKILL_YIELDS_WITH_KINDS "skill/yields-with-kinds" Refused
        when "a skill with `kinds` has `yields`"
        remedy "delete one of them"
        bad side!("kinds: {side: {}}" "yields: dish"),
        good side!("kinds: {side: {}}" "depends_on: menu");
    SKILL_YIELDS_UNKNOWN "skill/yields-unknown" Refused
        when "no skill declares the kind that `yields` names"
        remedy "use the nearest kind"
        bad side!("yields: dihs"),
        good side!("yields: dish");
    SKILL_PRESENTS "skill/presents" Refused
        when "`presents` is not `selection`, or appears together with `invoke`, `kinds` or `yields`"
        remedy "write `presents: selection`, alone"
        bad skill!("invoke: {method: getMenu}" "presents: selection"),
        good skill!("presents: selection");
    SKILL_METHOD_AND_NATIVE "skill/method-and-native" Refused
        when "`invoke` has both `method` and `native`"
        remedy "delete one of them"
        bad skill!("invoke: {method: getMenu, native: search}"),
        good skill!("invoke: {method: getMenu}");
    SKILL_NATIVE_AS_METHOD "skill/native-as-method" Refused
        when "`method` is `search_products`, `build_routine` or `build_set`"
        remedy "write `native: search`, `routine` or `set`"
        bad skill!("invoke: {method: search_products}"),
        good skill!("invoke: {method: getMenu}");
    SKILL_NATIVE_UNKNOWN "skill/native-unknown" Refused
        when "`native` is not `search`, `routine` or `set`"
        remedy "use the nearest name; write an operation of the tenant as `method`"
        bad listed!("rows: menu.json" ; "invoke: {native: serach}"),
        good listed!("rows: menu.json" ; "invoke: {native: search}");
    SKILL_INVOKE_WRITES "skill/invoke-writes" Refused
        when "`invoke` names an operation of `access: write`"
        remedy "move the operation to a call of `submit`; or write `access: read` on the operation, if it only reads"
        bad Example::station(concat!(
            api!(), "    operations: {getMenu: {access: write}}\n", menu!()
        )),
        good Example::station(concat!(
            api!(), "    operations: {getMenu: {access: read}}\n", menu!()
        ));
    PARAM_TYPE "param/type" Refused
        when "the type is not in the type table, or the parameter has `set_by` but no `type`"
        remedy "use the nearest type, or add `type`"
        bad skill!("params: {category: {type: string}}" "invoke: {method: getMenu, args: {category: $params.category}}"),
        good skill!("params: {category: {type: text}}" "invoke: {method: getMenu, args: {category: $params.category}}");
    PARAM_SET_BY "param/set-by" Refused
        when "`set_by` contains a word that is not allowed there, or contains a word twice"
        remedy "use the allowed words"
        bad skill!("params: {category: {type: text, set_by: [model]}}" "invoke: {method: getMenu, args: {category: $params.category}}"),
        good skill!("params: {category: {type: text, set_by: [llm]}}" "invoke: {method: getMenu, args: {category: $params.category}}");
    PARAM_NAME_RESERVED "param/name-reserved" Refused
        when "the name of a parameter is `room` or `key`"
        remedy "choose another name"
        bad skill!("params: {key: {type: text}}" "invoke: {method: getMenu, args: {category: $params.key}}"),
        good skill!("params: {category: {type: text}}" "invoke: {method: getMenu, args: {category: $params.category}}");
    PARAM_DEFAULT_REFERENCE "param/default-reference" Refused
        when "a default begins with `$`"
        remedy "write a literal; to use a reference, bind the parameter in a playbook's task"
        bad skill!("params: {category: {default: $now}}" "invoke: {method: getMenu, args: {category: $params.category}}"),
        good skill!("params: {category: {default: bread}}" "invoke: {method: getMenu, args: {category: $params.category}}");
    PARAM_DEFAULT_OPEN "param/default-open" Warning
        when "the parameter has a default but no `set_by`, so the model may set the parameter"
        remedy "write `set_by: []` to seal the parameter, or say who may set it"
        bad skill!("params: {category: {type: text, default: bread}}" "invoke: {method: getMenu, args: {category: $params.category}}"),
        good skill!("params: {category: {type: text, default: bread, set_by: []}}" "invoke: {method: getMenu, args: {category: $params.category}}");
    PARAM_UNSET "param/unset" Refused
        when "the parameter has no default, no task binds it, and nobody may set it. `identity` counts as nobody if its type is not the type of the parameter"
        remedy "add a default, a binding, or a source in `set_by`"
        bad skill!("params: {category: {type: text, set_by: []}}" "invoke: {method: getMenu, args: {category: $params.category}}"),
        good skill!("params: {category: {type: text, set_by: [llm]}}" "invoke: {method: getMenu, args: {category: $params.category}}");
    PARAM_UNSET_IN_ARGS "param/unset-in-args" Refused
        when "`invoke.args` reads a parameter that has no default and that nobody can set before the call"
        remedy "add a default, a source in `set_by`, or a binding of a typed parameter"
        bad skill!("params: {category: {type: text, set_by: [result]}}" "invoke: {method: getMenu, args: {category: $params.category}}"),
        good skill!("params: {category: {type: text, set_by: [llm]}}" "invoke: {method: getMenu, args: {category: $params.category}}");
    PARAM_UNREAD "param/unread" Refused
        when "nothing reads the parameter"
        remedy "delete the parameter, or read it"
        bad skill!("params: {category: {type: text}}" "invoke: {method: getMenu}"),
        good skill!("params: {category: {type: text}}" "invoke: {method: getMenu, args: {category: $params.category}}");
    PARAM_UNKNOWN "param/unknown" Refused
        when "`$params.x` in `args` names a parameter that is not declared"
        remedy "use the nearest name, or declare the parameter"
        bad skill!("params: {category: {type: text}}" "invoke: {method: getMenu, args: {category: $params.catgory}}"),
        good skill!("params: {category: {type: text}}" "invoke: {method: getMenu, args: {category: $params.category}}");
    PARAM_REFERENCE "param/reference" Refused
        when "`invoke.args` contains a reference other than `$params.<name>`"
        remedy "use a parameter; write `$$` for a text that begins with a dollar"
        bad skill!("invoke: {method: getMenu, args: {category: $fields.category}}"),
        good skill!("invoke: {method: getMenu, args: {category: $$bread}}");
    PARAM_ARGUMENT_UNKNOWN "param/argument-unknown" Refused
        when "the operation does not have this argument, or has several places of that name"
        remedy "use the nearest argument, with its place: `query.q`, `body.q`"
        bad skill!("invoke: {method: getMenu, args: {catgory: bread}}"),
        good skill!("invoke: {method: getMenu, args: {category: bread}}");
    PARAM_ARGUMENT_TYPE "param/argument-type" Refused
        when "the argument does not take the type of a value or parameter"
        remedy "use one of the types that the argument takes; use quotes if a text is wanted"
        bad desk!("" ; "invoke: {method: listTickets, args: {shop: north, limit: many}}"),
        good desk!("" ; "invoke: {method: listTickets, args: {shop: north, limit: 20}}");
    PARAM_ARGUMENT_ENUM "param/argument-enum" Refused
        when "a value is outside the argument's enum, bounds or pattern, or no value is left for a parameter that feeds several arguments"
        remedy "use the nearest value; the help also gives the enum"
        bad desk!("" ; "invoke: {method: listTickets, args: {shop: north, state: opened}}"),
        good desk!("" ; "invoke: {method: listTickets, args: {shop: north, state: open}}");
    PARAM_OPTIONAL_REQUIRED "param/optional-required" Refused
        when "a parameter with `optional: true` feeds an argument that the operation requires"
        remedy "delete `optional`, or add a default"
        bad desk!("" ; "params: {shop: {type: text, optional: true}}" "invoke: {method: listTickets, args: {shop: $params.shop}}"),
        good desk!("" ; "params: {shop: {type: text}}" "invoke: {method: listTickets, args: {shop: $params.shop}}");
    INVOKE_ARGUMENT_MISSING "invoke/argument-missing" Refused
        when "the operation requires an argument that nothing gives"
        remedy "give the argument in `args`"
        bad desk!("" ; "invoke: {method: listTickets}"),
        good desk!("" ; "invoke: {method: listTickets, args: {shop: north}}");
    INVOKE_EMPTY "invoke/empty" Refused
        when "`invoke` has neither `method` nor `native`"
        remedy "add one of them"
        bad skill!("invoke: {args: {category: bread}}"),
        good skill!("invoke: {method: getMenu, args: {category: bread}}");
}
