//! The codes of `apis`, `profiles`, `auth` and what a door lists.

use lang::codes::{Example, codes};

use super::stations::{api, desk, menu, skill};

codes! {
    /// The codes of `apis`, `profiles`, `auth` and what a door lists.
    API:
    API_DUPLICATE "api/duplicate" Refused
        when "two entries of `apis` have the same name"
        remedy "rename one of them"
        bad Example::station(concat!(api!(), "  - name: shop\n    rows: {getWines: menu.json}\nskills: []\n")),
        good Example::station(concat!(api!(), "  - name: cellar\n    rows: {getWines: menu.json}\nskills: []\n"));
    API_SOURCE "api/source" Refused
        when "an entry has no source or two, or one without a saved list does not answer at load"
        remedy "name one source; save its list with `pointsman fetch-tools`"
        bad Example::station("apis: [{name: shop}]\nskills: []\n"),
        good Example::station("apis: [{name: shop, rows: {getMenu: menu.json}}]\nskills: []\n");
    API_DOCUMENT "api/document" Refused
        when "the source is not the OpenAPI 3.0 or 3.1 document, the rows or the saved list that its key asks for. The message gives the path inside the source"
        remedy "write what that place in the document expects"
        bad Example::station("apis: [{name: shop, rows: {getMenu: station.yaml}}]\nskills: []\n"),
        good Example::station("apis: [{name: shop, rows: {getMenu: menu.json}}]\nskills: []\n");
    API_SECRET_LITERAL "api/secret-literal" Refused
        when "the file contains a credential"
        remedy "write the name of an environment variable instead: `\"${NAME}\"`"
        bad desk!("    auth: {bearer: not-a-real-token}" ; "invoke: {method: listTickets, args: {shop: north}}"),
        good desk!("    auth: {bearer: \"${DESK_TOKEN}\"}" ; "invoke: {method: listTickets, args: {shop: north}}");
    API_ACCESS "api/access" Refused
        when "`access` is neither `read` nor `write`"
        remedy "write one of the two words"
        bad Example::station(concat!(api!(), "    operations: {getMenu: {access: readonly}}\nskills: []\n")),
        good Example::station(concat!(api!(), "    operations: {getMenu: {access: read}}\nskills: []\n"));
    API_ROWS_AMBIGUOUS "api/rows-ambiguous" Refused
        when "a skill with kinds calls an operation whose answer has several arrays, by its schema, and no `rows_at` says which"
        remedy "add `rows_at`; the help lists the paths of the arrays"
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
        when "`operations` or `invoke.method` names an operation that does not exist"
        remedy "use the nearest name"
        bad skill!("invoke: {method: getMenus}" "kinds: {dish: {}}"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    API_OPERATION_DUPLICATE "api/operation-duplicate" Refused
        when "one operation name appears in two entries, or twice in one document"
        remedy "rename one of the operations in its document, or leave out one entry"
        bad Example::station(concat!(api!(), "  - name: cellar\n    rows: {getMenu: menu.json}\nskills: []\n")),
        good Example::station(concat!(api!(), "  - name: cellar\n    rows: {getWines: menu.json}\nskills: []\n"));
    API_OPERATION_UNNAMED "api/operation-unnamed" Note
        when "an operation has no `operationId`. The message gives the name that the operation got"
        remedy "give the operation an `operationId`"
        bad desk!("" ; "invoke: {method: get_shops_shop, args: {shop: north}}"),
        good skill!("invoke: {method: getMenu}");
    OPERATION_UNUSED "operation/unused" Note
        when "an entry has operations that no skill, guard or call uses. The message gives their count and the first five"
        remedy "do nothing, or use a smaller document"
        bad Example::station(concat!(api!(), "skills: []\n")),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    PROFILE_UNKNOWN "profile/unknown" Refused
        when "`per_profile` or `auth` names a profile that is not declared"
        remedy "use the nearest name, or declare the profile under `profiles`"
        bad Example::station(concat!(
            "profiles: {customer: {grants: [getMenu]}}\nauth: {default: custmer}\n", api!(),
            menu!()
        )),
        good Example::station(concat!(
            "profiles: {customer: {grants: [getMenu]}}\nauth: {default: customer}\n", api!(),
            menu!()
        ));
    PROFILE_GRANT_UNKNOWN "profile/grant-unknown" Refused
        when "`grants` names an operation that does not exist"
        remedy "use the nearest name; write `\"*\"` for all operations"
        bad Example::station(concat!(
            "profiles: {customer: {grants: [getMenus]}}\n", api!(), menu!()
        )),
        good Example::station(concat!(
            "profiles: {customer: {grants: [getMenu]}}\n", api!(), menu!()
        ));
    AUTH_TYPE "auth/type" Refused
        when "the type of `identify_by` identifies nobody"
        remedy "use `text`, `email` or `phone`"
        bad Example::station(concat!(
            "auth: {identify_by: {type: id}}\n", api!(), menu!()
        )),
        good Example::station(concat!(
            "auth: {identify_by: {type: email}}\n", api!(), menu!()
        ));
    AUTH_MISSING "auth/missing" Warning
        when "`auth` is missing, and the station has several profiles or an `authenticated` skill. The network doors do not start"
        remedy "add an `auth` section"
        bad Example::station(concat!(
            "profiles: {customer: {grants: [getMenu]}, cook: {grants: \"*\"}}\n", api!(),
            menu!()
        )),
        good Example::station(concat!(
            "profiles: {customer: {grants: [getMenu]}, cook: {grants: \"*\"}}\nauth: {default: customer}\n", api!(),
            menu!()
        ));
    DOOR_NAME_CLASH "door/name-clash" Refused
        when "two ids map to one name at a door: a skill has the name of the tool that loads the instruction skills"
        remedy "rename one of them"
        bad Example::station(concat!("instructions: [guides]\n", api!(), "skills: [{name: dyna_aigw_load_skill, cognitive: {objective: eat}, invoke: {method: getMenu}}]\n")),
        good Example::station(concat!("instructions: [guides]\n", api!(), "skills: [{name: load_skill, cognitive: {objective: eat}, invoke: {method: getMenu}}]\n"));
    DOOR_LIST_SIZE "door/list-size" Warning
        when "a profile's tool list is over 64 KiB at a door. The door then returns the whole list in pages, with `seek_guidance` on the first. The message gives bytes and tokens"
        remedy "give fewer grants, or write shorter objectives"
        bad Example::station(concat!(
            api!(), "skills:\n  - name: menu\n    invoke: {method: getMenu}\n    cognitive: {objective: "
        )).repeated(6_000, "eat or drink ", "}\n"),
        good skill!("invoke: {method: getMenu}");
}
