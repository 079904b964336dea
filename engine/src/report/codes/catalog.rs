//! The codes of the catalogue and of sentences.

use lang::codes::{Example, codes};

use super::stations::{api, listed, skill};

codes! {
    /// The codes of the catalogue and of sentences.
    CATALOG:
    CATALOG_SKILL_UNKNOWN "catalog/skill-unknown" Refused
        when "`from_skill` names a skill that does not exist, has no kinds or has no `invoke.method`. Or the catalogue has `rows`, and no native search skill has `present`"
        remedy "use the nearest skill that can be the catalogue skill"
        bad listed!("from_skill: menus" ; "invoke: {method: getMenu}" "kinds: {dish: {}}"),
        good listed!("from_skill: menu" ; "invoke: {method: getMenu}" "kinds: {dish: {}}");
    CATALOG_SKILL_PARAMS "catalog/skill-params" Refused
        when "the catalogue skill has a parameter that only a conversation can set"
        remedy "add a default, or use a separate skill for the catalogue"
        bad listed!(
            "from_skill: menu" ; "params: {c: {type: text, set_by: [llm]}}"
            "invoke: {method: getMenu, args: {category: $params.c}}" "kinds: {dish: {}}"
        ),
        good listed!(
            "from_skill: menu" ; "params: {c: {default: bread}}"
            "invoke: {method: getMenu, args: {category: $params.c}}" "kinds: {dish: {}}"
        );
    CATALOG_MISSING "catalog/missing" Refused
        when "the station has a native but no catalogue"
        remedy "add `catalog: {from_skill: …}`"
        bad skill!("invoke: {native: search}"),
        good listed!("rows: menu.json" ; "invoke: {native: search}");
    CATALOG_SEARCH_DISAGREE "catalog/search-disagree" Refused
        when "two native searches read title, price or image differently. The message gives both places"
        remedy "use one `present` for both"
        bad listed!(
            "rows: menu.json" ; "invoke: {native: search}" ;
            "- name: seek" "  cognitive: {objective: Find what to eat}" "  invoke: {native: search}"
            "  present: {fields: {price: {type: price, role: billed, from: cost}}}"
        ),
        good listed!(
            "rows: menu.json" ; "invoke: {native: search}" ;
            "- name: seek" "  cognitive: {objective: Find what to eat}" "  invoke: {native: search}"
            "  present: {fields: {price: {type: price, role: billed}}}"
        );
    CATALOG_NO_BILLED "catalog/no-billed" Warning
        when "the catalogue's `present` has no `billed` field, so the catalogue's rows have no price"
        remedy "add a field of `role: billed`"
        bad Example::station(concat!(
            "catalog: {from_skill: menu}\n", api!(), "skills:\n  - name: menu\n    cognitive: {objective: Choose what to eat}\n",
            "    invoke: {method: getMenu}\n    kinds: {dish: {}}\n"
        )),
        good listed!("from_skill: menu" ; "invoke: {method: getMenu}" "kinds: {dish: {}}");
    SENTENCE_UNKNOWN "sentence/unknown" Refused
        when "no sentence has that name"
        remedy "use the nearest name"
        bad Example::station(concat!(
            "sentences: {max-item: \"No more than { $max }, please.\"}\n", api!(), "skills: [{name: menu, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}}]\n"
        )),
        good Example::station(concat!(
            "sentences: {max-items: \"No more than { $max }, please.\"}\n", api!(), "skills: [{name: menu, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}}]\n"
        ));
    SENTENCE_VARIABLE "sentence/variable" Refused
        when "a sentence uses a variable that the sentence does not have"
        remedy "use the nearest variable; the help also gives the sentence's variables"
        bad Example::station(concat!(
            "sentences: {max-items: \"No more than { $maximum }, please.\"}\n", api!(), "skills: [{name: menu, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}}]\n"
        )),
        good Example::station(concat!(
            "sentences: {max-items: \"No more than { $max }, please.\"}\n", api!(), "skills: [{name: menu, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}}]\n"
        ));
}
