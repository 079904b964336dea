//! The codes of `apis`, `profiles`, `auth` and what a door lists.

use lang::codes::{Example, codes};

use super::stations::{api, desk, menu, skill};

codes! {
    /// The codes of `apis`, `profiles`, `auth` and what a door lists.
    API:
    API_DUPLICATE "api/duplicate" Refused
        when "two entries of `apis` have one name"
        remedy "rename one"
        bad Example::station(concat!(api!(), "  - name: shop\n    rows: {getWines: menu.json}\nskills: []\n")),
        good Example::station(concat!(api!(), "  - name: cellar\n    rows: {getWines: menu.json}\nskills: []\n"));
    API_SOURCE "api/source" Refused
        when "an entry has no source or two, or one without a saved list does not answer at load"
        remedy "name one source; save its list with `pointsman fetch-tools`"
        bad Example::station("apis: [{name: shop}]\nskills: []\n"),
        good Example::station("apis: [{name: shop, rows: {getMenu: menu.json}}]\nskills: []\n");
    API_DOCUMENT "api/document" Refused
        when "the source is no OpenAPI 3.0 or 3.1 document, no rows, no saved list; with the path inside it"
        remedy "what the place in the document expects"
        bad Example::station("apis: [{name: shop, rows: {getMenu: station.yaml}}]\nskills: []\n"),
        good Example::station("apis: [{name: shop, rows: {getMenu: menu.json}}]\nskills: []\n");
    API_SECRET_LITERAL "api/secret-literal" Refused
        when "a credential stands in the file"
        remedy "the name of an environment variable: `\"${NAME}\"`"
        bad desk!("    auth: {bearer: not-a-real-token}" ; "invoke: {method: listTickets, args: {shop: north}}"),
        good desk!("    auth: {bearer: \"${DESK_TOKEN}\"}" ; "invoke: {method: listTickets, args: {shop: north}}");
    API_ACCESS "api/access" Refused
        when "`access` is neither `read` nor `write`"
        remedy "the two words"
        bad Example::station(concat!(api!(), "    operations: {getMenu: {access: readonly}}\nskills: []\n")),
        good Example::station(concat!(api!(), "    operations: {getMenu: {access: read}}\nskills: []\n"));
    API_ROWS_AMBIGUOUS "api/rows-ambiguous" Refused
        when "a skill with kinds calls an operation whose answer has several arrays, by its schema, and no `rows_at` says which"
        remedy "`rows_at`, with the arrays' paths"
        bad Example::station(concat!(
            "apis: [{name: shop, rows: {getBoard: board.json}}]\n",
            "skills:\n  - name: menu\n    cognitive: {objective: Choose what to eat}\n",
            "    invoke: {method: getBoard}\n    kinds: {dish: {}}\n"
        )),
        good Example::station(concat!(
            "apis: [{name: shop, rows: {getBoard: board.json}, operations: {getBoard: {rows_at: dishes}}}]\n",
            "skills:\n  - name: menu\n    cognitive: {objective: Choose what to eat}\n",
            "    invoke: {method: getBoard}\n    kinds: {dish: {}}\n"
        ));
    API_OPERATION_MISSING "api/operation-missing" Refused
        when "`operations` or `invoke.method` names no operation"
        remedy "the nearest"
        bad skill!("invoke: {method: getMenus}" "kinds: {dish: {}}"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    API_OPERATION_DUPLICATE "api/operation-duplicate" Refused
        when "one operation name in two entries, or twice in one document"
        remedy "rename one in its document, or leave out one entry"
        bad Example::station(concat!(api!(), "  - name: cellar\n    rows: {getMenu: menu.json}\nskills: []\n")),
        good Example::station(concat!(api!(), "  - name: cellar\n    rows: {getWines: menu.json}\nskills: []\n"));
    API_OPERATION_UNNAMED "api/operation-unnamed" Note
        when "an operation has no `operationId`; with the name that it got"
        remedy "give it one"
        bad desk!("" ; "invoke: {method: get_shops_shop, args: {shop: north}}"),
        good skill!("invoke: {method: getMenu}");
    OPERATION_UNUSED "operation/unused" Note
        when "operations of an entry that no skill, guard or call uses: their count and the first five"
        remedy "nothing, or a smaller document"
        bad Example::station(concat!(api!(), "skills: []\n")),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    PROFILE_UNKNOWN "profile/unknown" Refused
        when "a profile is named, in `per_profile` or `auth`, that is not declared"
        remedy "the nearest; declare it under `profiles`"
        bad Example::station(concat!(
            "profiles: {customer: {grants: [getMenu]}}\nauth: {default: custmer}\n", api!(),
            menu!()
        )),
        good Example::station(concat!(
            "profiles: {customer: {grants: [getMenu]}}\nauth: {default: customer}\n", api!(),
            menu!()
        ));
    PROFILE_GRANT_UNKNOWN "profile/grant-unknown" Refused
        when "`grants` names no operation"
        remedy "the nearest; `\"*\"` for all"
        bad Example::station(concat!(
            "profiles: {customer: {grants: [getMenus]}}\n", api!(), menu!()
        )),
        good Example::station(concat!(
            "profiles: {customer: {grants: [getMenu]}}\n", api!(), menu!()
        ));
    AUTH_TYPE "auth/type" Refused
        when "`identify_by` is of a type that identifies nobody"
        remedy "`text`, `email` or `phone`"
        bad Example::station(concat!(
            "auth: {identify_by: {type: id}}\n", api!(), menu!()
        )),
        good Example::station(concat!(
            "auth: {identify_by: {type: email}}\n", api!(), menu!()
        ));
    AUTH_MISSING "auth/missing" Warning
        when "several profiles, or an `authenticated` skill, and no `auth`: network doors do not start"
        remedy "an `auth` section"
        bad Example::station(concat!(
            "profiles: {customer: {grants: [getMenu]}, cook: {grants: \"*\"}}\n", api!(),
            menu!()
        )),
        good Example::station(concat!(
            "profiles: {customer: {grants: [getMenu]}, cook: {grants: \"*\"}}\nauth: {default: customer}\n", api!(),
            menu!()
        ));
    DOOR_NAME_CLASH "door/name-clash" Refused
        when "two ids map to one name at a door: a skill is called like the tool that loads the station's instruction skills"
        remedy "rename one"
        bad Example::station(concat!("instructions: [guides]\n", api!(), "skills: [{name: dyna_aigw_load_skill, cognitive: {objective: eat}, invoke: {method: getMenu}}]\n")),
        good Example::station(concat!("instructions: [guides]\n", api!(), "skills: [{name: load_skill, cognitive: {objective: eat}, invoke: {method: getMenu}}]\n"));
    DOOR_LIST_SIZE "door/list-size" Warning
        when "a profile's tool list is over 64 KiB at a door, which then lists `seek_guidance` and pages; with bytes and tokens"
        remedy "fewer grants, shorter objectives"
        bad Example::station(concat!(
            api!(), "skills:\n  - name: menu\n    invoke: {method: getMenu}\n    cognitive: {objective: "
        )).repeated(6_000, "eat or drink ", "}\n"),
        good skill!("invoke: {method: getMenu}");
}
