//! The one table of codes: every refusal, warning and note, with when it is given, its remedy and two examples.
//!
//! A code never changes its meaning. What prints, explains or tests codes goes over [`Code::ALL`].

mod example;

use std::fmt;

pub use self::example::{BOARD, DESK, Example, GUIDES, MENU, ORDER, Subject};
use crate::diagnostic::Severity;

macro_rules! codes {
    ($($variant:ident $name:literal $severity:ident
        when $when:literal
        remedy $remedy:literal
        bad $bad:expr,
        good $good:expr;
    )*) => {
        /// What a finding is, by a name that stays.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = concat!("`", $name, "`: ", $when, ".")] $variant,)*
        }

        impl Code {
            /// Every code, in the table's order.
            pub const ALL: &'static [Code] = &[$(Code::$variant),*];

            /// The name that is printed.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }

            /// The code of this name.
            pub fn named(name: &str) -> Option<Code> {
                match name { $($name => Some(Code::$variant),)* _ => None }
            }

            /// How much it weighs.
            pub fn severity(self) -> Severity {
                match self { $(Code::$variant => Severity::$severity,)* }
            }

            /// When it is given.
            pub fn when(self) -> &'static str {
                match self { $(Code::$variant => $when,)* }
            }

            /// What mends it.
            pub fn remedy(self) -> &'static str {
                match self { $(Code::$variant => $remedy,)* }
            }

            /// A text that earns it.
            pub fn bad(self) -> Example {
                match self { $(Code::$variant => $bad,)* }
            }

            /// A text like it that does not.
            pub fn good(self) -> Example {
                match self { $(Code::$variant => $good,)* }
            }
        }
    };
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The fields that the examples of conditions read.
const FIELDS: &[(&str, &str)] = &[
    ("active", "boolean"),
    ("category", "text"),
    ("email", "email"),
    ("name", "text"),
    ("price", "price"),
    ("starts_at", "datetime"),
    ("stock", "integer"),
    ("x", "boolean"),
];

/// The API that the examples of stations read their rows from.
macro_rules! api {
    () => {
        "apis:\n  - name: shop\n    rows: {getMenu: menu.json}\n"
    };
}

/// The skills of a station that has one, which reads the rows.
macro_rules! menu {
    () => {
        "skills: [{name: menu, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}}]\n"
    };
}

/// A station of one skill, of which the lines after its objective are given.
macro_rules! skill {
    ($($line:literal)*) => {
        Example::station(concat!(
            api!(),
            "skills:\n  - name: menu\n    cognitive: {objective: Choose what to eat}\n",
            $("    ", $line, "\n",)*
        ))
    };
}

/// A station of two skills, of which the second's lines after its call are given.
macro_rules! side {
    ($($line:literal)*) => {
        Example::station(concat!(
            api!(),
            "skills:\n  - name: menu\n    cognitive: {objective: Choose what to eat}\n    invoke: {method: getMenu}\n",
            "    kinds: {dish: {}}\n",
            "  - name: side\n    cognitive: {objective: Choose a side}\n    invoke: {method: getMenu}\n",
            $("    ", $line, "\n",)*
        ))
    };
}

/// A station of one skill over an OpenAPI document, of which more lines of its entry and those after the skill's objective
/// are given.
macro_rules! desk {
    ($entry:literal ; $($line:literal)*) => {
        Example::station(concat!(
            "apis:\n  - name: desk\n    openapi: desk.yaml\n", $entry,
            "\nskills:\n  - name: tickets\n    cognitive: {objective: See what people wrote}\n",
            $("    ", $line, "\n",)*
        ))
    };
}

/// A station of one skill, of which the `when` of its only kind is given, with its quotes.
macro_rules! when {
    ($when:literal) => {
        Example::station(concat!(
            api!(),
            "skills:\n  - name: menu\n    cognitive: {objective: Choose what to eat}\n",
            "    invoke: {method: getMenu}\n    kinds:\n      bread:\n        when: ",
            $when,
            "\n    present: {fields: {category: {type: text}}}\n",
        ))
    };
}

/// A station of one skill, of which the presented fields are given.
macro_rules! fields {
    ($($line:literal)*) => {
        Example::station(concat!(
            "global: {currency: EUR}\n",
            api!(),
            "skills:\n  - name: menu\n    cognitive: {objective: Choose what to eat}\n",
            "    invoke: {method: getMenu}\n    kinds: {dish: {}}\n    present:\n      fields:\n",
            $("        ", $line, "\n",)*
        ))
    };
}

/// A station of one skill with a billed price, of which the rules of its selection are given, and maybe what stands
/// between `apis` and `skills`. The file of rows stands for a second operation, `book`.
macro_rules! chosen {
    ($($line:literal)* $(; $($between:literal)*)?) => {
        Example::station(concat!(
            "global: {currency: EUR}\napis:\n  - name: shop\n    rows: {getMenu: menu.json, book: menu.json}\n",
            $($($between, "\n",)*)?
            "skills:\n  - name: menu\n    cognitive: {objective: Choose what to eat}\n",
            "    invoke: {method: getMenu}\n    kinds: {dish: {}}\n",
            "    present: {fields: {price: {type: price, role: billed}}}\n    select:\n",
            $("      ", $line, "\n",)*
        ))
    };
}

/// A station with a catalogue and a skill of a billed price, of which lines are given, and maybe those of other skills.
macro_rules! listed {
    ($catalog:literal ; $($line:literal)* $(; $($other:literal)*)?) => {
        Example::station(concat!(
            "global: {currency: EUR}\ncatalog: {", $catalog, "}\n",
            api!(),
            "skills:\n  - name: menu\n    cognitive: {objective: Choose what to eat}\n",
            $("    ", $line, "\n",)*
            "    present: {fields: {price: {type: price, role: billed}}}\n",
            $($("  ", $other, "\n",)*)?
        ))
    };
}

/// A station whose only skill files its lines with the given calls; the operation `order` writes.
macro_rules! filed {
    ($($line:literal)*) => {
        Example::station(concat!(
            "apis:\n  - name: shop\n    rows: {getMenu: menu.json, order: order.json}\n",
            "    operations: {order: {access: write}}\n",
            "skills:\n  - name: menu\n    cognitive: {objective: Choose what to eat}\n",
            "    invoke: {method: getMenu}\n    kinds: {dish: {}}\n    submit:\n",
            $("      ", $line, "\n",)*
        ))
    };
}

/// A station of two skills, `menu` and `guest`, of which the only playbook is given, and maybe another.
macro_rules! played {
    ($first:literal $($line:literal)* $(; $more:literal)?) => {
        Example::station(concat!(
            "apis: [{name: shop, rows: {getMenu: menu.json, order: order.json}, operations: {order: {access: write}}}]\n",
            "skills:\n  - name: menu\n    cognitive: {objective: Choose what to eat}\n",
            "    params: {dish: {type: text, set_by: [read]}, note: {type: text, set_by: [llm]}}\n",
            "    invoke: {method: getMenu, args: {category: $params.dish, name: $params.note}}\n    kinds: {dish: {}}\n",
            "  - name: guest\n    cognitive: {objective: Say who eats}\n    invoke: {method: getMenu}\n",
            "    kinds: {guest: {}}\n    present: {fields: {dish: {type: text}, seats: {type: integer}}}\n",
            "    submit: [{name: go, mode: self}]\n",
            "playbooks:\n  - ", $first, "\n",
            $("    ", $line, "\n",)*
            $("  ", $more, "\n",)?
        ))
    };
}

/// A station of one skill beside an OpenAPI document, `desk.yaml`, of which what is chosen and filed is given.
macro_rules! desked {
    ($line:literal) => {
        Example::station(concat!(
            api!(),
            "  - {name: desk, openapi: desk.yaml}\n",
            "skills:\n  - name: menu\n    cognitive: {objective: Choose what to eat}\n",
            "    invoke: {method: getMenu}\n    kinds: {dish: {}}\n    ",
            $line,
            "\n",
        ))
    };
}

/// A station of one skill, of which the kinds are given.
macro_rules! kinds {
    ($($line:literal)*) => {
        Example::station(concat!(
            api!(),
            "skills:\n  - name: menu\n    cognitive: {objective: Choose what to eat}\n",
            "    invoke: {method: getMenu}\n    kinds:\n",
            $("      ", $line, "\n",)*
            "    present: {fields: {category: {type: text}, stock: {type: integer}}}\n",
        ))
    };
}

/// What the examples of guards read.
const ANSWERS: &[(&str, &str)] =
    &[("agreed", "boolean"), ("country", "text"), ("copies", "integer")];

const fn require(text: &'static str) -> Example {
    Example::require(ANSWERS, text)
}

const fn condition(text: &'static str) -> Example {
    Example::condition(FIELDS, text)
}

codes! {
    // The file.
    YamlSyntax "yaml/syntax" Refused
        when "the file is no YAML; at the character, a tab in indentation called a tab"
        remedy "what YAML expects there"
        bad skill!("invoke: {method: getMenu" "kinds: {dish: {}}"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    YamlDuplicateKey "yaml/duplicate-key" Refused
        when "a key stands twice in one map, or an entry of a map section in two files"
        remedy "delete or rename one"
        bad skill!("invoke: {method: getMenu}" "kinds: {dish: {}}" "kinds: {drink: {}}"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    YamlSecondDocument "yaml/second-document" Refused
        when "a `---` or `...` starts a second document"
        remedy "one station a file: move it, use `include`"
        bad Example::station(concat!("station: bistro\n---\n", api!(), "skills: []\n")),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    YamlTooLarge "yaml/too-large" Refused
        when "a file is over 4 MiB"
        remedy "split it with `include`; rows belong in a file of their own"
        bad Example::station("").repeated(131_073, "# thirty-two bytes of a comment\n", "skills: []\n"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    YamlTooDeep "yaml/too-deep" Refused
        when "nesting over 128 levels"
        remedy "flatten it"
        bad Example::station("skills: ").repeated(200, "[", ""),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    YamlExpansion "yaml/expansion" Refused
        when "aliases add more than 100,000 nodes, or an alias contains itself"
        remedy "write it out, or use fewer aliases"
        bad Example::station("skills: &all [*all]\n"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    KeyUnknown "key/unknown" Refused
        when "a key that its place does not know"
        remedy "the nearest known one; and where the key would be known"
        bad skill!("invoke: {method: getMenu}" "kind: {dish: {}}"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    KeyMissing "key/missing" Refused
        when "a required key is not there: `skills` always, `apis`, `global.currency` and the keys of a section under their condition"
        remedy "the key, with its form"
        bad Example::station("station: bistro\n"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    ValueType "value/type" Refused
        when "a value is not of the form its place takes, or nothing stands after the key"
        remedy "the form that the place takes; `{}` for a kind that says nothing"
        bad skill!("invoke: {method: getMenu}" "kinds:" "  dish:"),
        good skill!("invoke: {method: getMenu}" "kinds:" "  dish: {}");
    NameForm "name/form" Refused
        when "a field, line field, form field, parameter, output, call, task, kind or profile has a name that no reference could spell"
        remedy "the nearest that is a name"
        bad fields!("2nd: {type: text, from: name}"),
        good fields!("second: {type: text, from: name}");
    IncludeMissing "include/missing" Refused
        when "a file or folder that the station names is not there"
        remedy "the nearest file beside it"
        bad Example::station(concat!("include: [kitchen.yaml]\n", api!(), "skills: []\n")),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    IncludeCycle "include/cycle" Refused
        when "files include one another in a circle"
        remedy "delete one `include`"
        bad Example::station(concat!("include: [station.yaml]\n", api!(), "skills: []\n")),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");

    // APIs.
    ApiDuplicate "api/duplicate" Refused
        when "two entries of `apis` have one name"
        remedy "rename one"
        bad Example::station(concat!(api!(), "  - name: shop\n    rows: {getWines: menu.json}\nskills: []\n")),
        good Example::station(concat!(api!(), "  - name: cellar\n    rows: {getWines: menu.json}\nskills: []\n"));
    ApiSource "api/source" Refused
        when "an entry has no source or two, or one without a saved list does not answer at load"
        remedy "name one source; save its list with `pointsman fetch-tools`"
        bad Example::station("apis: [{name: shop}]\nskills: []\n"),
        good Example::station("apis: [{name: shop, rows: {getMenu: menu.json}}]\nskills: []\n");
    ApiDocument "api/document" Refused
        when "the source is no OpenAPI 3.0 or 3.1 document, no rows, no saved list; with the path inside it"
        remedy "what the place in the document expects"
        bad Example::station("apis: [{name: shop, rows: {getMenu: station.yaml}}]\nskills: []\n"),
        good Example::station("apis: [{name: shop, rows: {getMenu: menu.json}}]\nskills: []\n");
    ApiSecretLiteral "api/secret-literal" Refused
        when "a credential stands in the file"
        remedy "the name of an environment variable: `\"${NAME}\"`"
        bad desk!("    auth: {bearer: not-a-real-token}" ; "invoke: {method: listTickets, args: {shop: north}}"),
        good desk!("    auth: {bearer: \"${DESK_TOKEN}\"}" ; "invoke: {method: listTickets, args: {shop: north}}");
    ApiAccess "api/access" Refused
        when "`access` is neither `read` nor `write`"
        remedy "the two words"
        bad Example::station(concat!(api!(), "    operations: {getMenu: {access: readonly}}\nskills: []\n")),
        good Example::station(concat!(api!(), "    operations: {getMenu: {access: read}}\nskills: []\n"));
    ApiRowsAmbiguous "api/rows-ambiguous" Refused
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
    ApiOperationMissing "api/operation-missing" Refused
        when "`operations` or `invoke.method` names no operation"
        remedy "the nearest"
        bad skill!("invoke: {method: getMenus}" "kinds: {dish: {}}"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    ApiOperationDuplicate "api/operation-duplicate" Refused
        when "one operation name in two entries, or twice in one document"
        remedy "rename one in its document, or leave out one entry"
        bad Example::station(concat!(api!(), "  - name: cellar\n    rows: {getMenu: menu.json}\nskills: []\n")),
        good Example::station(concat!(api!(), "  - name: cellar\n    rows: {getWines: menu.json}\nskills: []\n"));
    ApiOperationUnnamed "api/operation-unnamed" Note
        when "an operation has no `operationId`; with the name that it got"
        remedy "give it one"
        bad desk!("" ; "invoke: {method: get_shops_shop, args: {shop: north}}"),
        good skill!("invoke: {method: getMenu}");
    OperationUnused "operation/unused" Note
        when "operations of an entry that no skill, guard or call uses: their count and the first five"
        remedy "nothing, or a smaller document"
        bad Example::station(concat!(api!(), "skills: []\n")),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");

    // Profiles and `auth`.
    ProfileUnknown "profile/unknown" Refused
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
    ProfileGrantUnknown "profile/grant-unknown" Refused
        when "`grants` names no operation"
        remedy "the nearest; `\"*\"` for all"
        bad Example::station(concat!(
            "profiles: {customer: {grants: [getMenus]}}\n", api!(), menu!()
        )),
        good Example::station(concat!(
            "profiles: {customer: {grants: [getMenu]}}\n", api!(), menu!()
        ));
    AuthType "auth/type" Refused
        when "`identify_by` is of a type that identifies nobody"
        remedy "`text`, `email` or `phone`"
        bad Example::station(concat!(
            "auth: {identify_by: {type: id}}\n", api!(), menu!()
        )),
        good Example::station(concat!(
            "auth: {identify_by: {type: email}}\n", api!(), menu!()
        ));
    AuthMissing "auth/missing" Warning
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

    // Doors, as far as a file decides what they list.
    DoorNameClash "door/name-clash" Refused
        when "two ids map to one name at a door: a skill is called like the tool that loads the station's instruction skills"
        remedy "rename one"
        bad Example::station(concat!("instructions: [guides]\n", api!(), "skills: [{name: dyna_aigw_load_skill, cognitive: {objective: eat}, invoke: {method: getMenu}}]\n")),
        good Example::station(concat!("instructions: [guides]\n", api!(), "skills: [{name: load_skill, cognitive: {objective: eat}, invoke: {method: getMenu}}]\n"));
    DoorListSize "door/list-size" Warning
        when "a profile's tool list is over 64 KiB at a door, which then lists `seek_guidance` and pages; with bytes and tokens"
        remedy "fewer grants, shorter objectives"
        bad Example::station(concat!(
            api!(), "skills:\n  - name: menu\n    invoke: {method: getMenu}\n    cognitive: {objective: "
        )).repeated(6_000, "eat or drink ", "}\n"),
        good skill!("invoke: {method: getMenu}");

    // Skills.
    SkillName "skill/name" Refused
        when "the name is not `[A-Za-z][A-Za-z0-9_-]{0,63}`"
        remedy "the nearest that is"
        bad Example::station(concat!(api!(), "skills: [{name: the menu, cognitive: {objective: Eat}, invoke: {method: getMenu}}]\n")),
        good Example::station(concat!(api!(), "skills: [{name: the_menu, cognitive: {objective: Eat}, invoke: {method: getMenu}}]\n"));
    SkillNameReserved "skill/name-reserved" Refused
        when "the name is one of the room's verbs"
        remedy "another name"
        bad Example::station(concat!(api!(), "skills: [{name: submit, cognitive: {objective: Eat}, invoke: {method: getMenu}}]\n")),
        good Example::station(concat!(api!(), menu!()));
    SkillDuplicate "skill/duplicate" Refused
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
    SkillNoObjective "skill/no-objective" Warning
        when "no `cognitive.objective`: `seek_guidance` cannot rank the skill"
        remedy "say which need it answers"
        bad Example::station(concat!(api!(), "skills: [{name: menu, invoke: {method: getMenu}}]\n")),
        good skill!("invoke: {method: getMenu}");
    SkillKindsWithoutInvoke "skill/kinds-without-invoke" Refused
        when "`kinds`, and no call that the rows come from"
        remedy "`invoke` with a `method` or a `native`"
        bad skill!("kinds: {dish: {}}"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    SkillNothingToDo "skill/nothing-to-do" Refused
        when "neither `kinds` nor `invoke` nor `presents`"
        remedy "one of them"
        bad skill!(),
        good skill!("invoke: {method: getMenu}");
    SkillReadOnlyKey "skill/read-only-key" Refused
        when "`read_only` is written"
        remedy "delete it: a read is derived from what the skill calls"
        bad skill!("invoke: {method: getMenu}" "read_only: true"),
        good skill!("invoke: {method: getMenu}");
    SkillReadWithKinds "skill/read-with-kinds" Note
        when "a skill with kinds comes out a read: its rows can be looked at, not chosen"
        remedy "a `submit`, here or in a playbook that takes its lines"
        bad skill!("invoke: {method: getMenu}" "kinds: {dish: {}}"),
        good skill!("invoke: {method: getMenu}");
    SkillUnreachable "skill/unreachable" Warning
        when "no profile is granted every operation that the skill can call"
        remedy "the grants that are missing, by profile"
        bad Example::station(concat!(
            "profiles: {customer: {grants: []}}\n", api!(), menu!()
        )),
        good Example::station(concat!(
            "profiles: {customer: {grants: [getMenu]}}\n", api!(), menu!()
        ));
    SkillItemKeysWithoutKinds "skill/item-keys-without-kinds" Refused
        when "`select` (also of a profile), `submit`, `countable`, `depends_on` or `on_loss` without `kinds`"
        remedy "declare `kinds`, or delete the key"
        bad skill!("invoke: {method: getMenu}" "countable: false"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}" "countable: false");
    SkillDependsOnUnknown "skill/depends-on-unknown" Refused
        when "`depends_on` names no skill with kinds"
        remedy "the nearest"
        bad side!("kinds: {side: {}}" "depends_on: menus"),
        good side!("kinds: {side: {}}" "depends_on: menu");
    SkillDependsOnCycle "skill/depends-on-cycle" Refused
        when "skills depend on one another in a circle; with the path"
        remedy "delete one `depends_on`"
        bad side!("kinds: {side: {}}" "depends_on: side"),
        good side!("kinds: {side: {}}" "depends_on: menu");
    SkillOnLossWithoutDependsOn "skill/on-loss-without-depends-on" Refused
        when "`on_loss` without `depends_on`"
        remedy "add one or delete the other"
        bad side!("kinds: {side: {}}" "on_loss: clear"),
        good side!("kinds: {side: {}}" "depends_on: menu" "on_loss: clear");
    SkillCountableQuantity "skill/countable-quantity" Refused
        when "`countable: false` and a `quantity` in `select`"
        remedy "delete one"
        bad skill!("invoke: {method: getMenu}" "kinds: {dish: {}}" "select: {quantity: {max: 2}}" "countable: false"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}" "select: {max_items: 2}" "countable: false");
    SkillAutoTriggerUnknown "skill/auto-trigger-unknown" Refused
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
    SkillYieldsWithKinds "skill/yields-with-kinds" Refused
        when "`yields` on a skill with `kinds`"
        remedy "delete one"
        bad side!("kinds: {side: {}}" "yields: dish"),
        good side!("kinds: {side: {}}" "depends_on: menu");
    SkillYieldsUnknown "skill/yields-unknown" Refused
        when "no skill declares the kind"
        remedy "the nearest kind"
        bad side!("yields: dihs"),
        good side!("yields: dish");
    SkillPresents "skill/presents" Refused
        when "`presents` is not `selection`, or stands beside `invoke`, `kinds` or `yields`"
        remedy "`presents: selection`, alone"
        bad skill!("invoke: {method: getMenu}" "presents: selection"),
        good skill!("presents: selection");
    SkillMethodAndNative "skill/method-and-native" Refused
        when "`invoke` has `method` and `native`"
        remedy "delete one"
        bad skill!("invoke: {method: getMenu, native: search}"),
        good skill!("invoke: {method: getMenu}");
    SkillNativeAsMethod "skill/native-as-method" Refused
        when "`method` is `search_products`, `build_routine` or `build_set`"
        remedy "`native: search`, `routine` or `set`"
        bad skill!("invoke: {method: search_products}"),
        good skill!("invoke: {method: getMenu}");
    SkillNativeUnknown "skill/native-unknown" Refused
        when "`native` is none of `search`, `routine`, `set`"
        remedy "the nearest; an operation of the tenant is a `method`"
        bad listed!("rows: menu.json" ; "invoke: {native: serach}"),
        good listed!("rows: menu.json" ; "invoke: {native: search}");
    SkillInvokeWrites "skill/invoke-writes" Refused
        when "`invoke` names an operation of `access: write`"
        remedy "a call of `submit`; or `access: read` on the operation, where it only reads"
        bad Example::station(concat!(
            api!(), "    operations: {getMenu: {access: write}}\n", menu!()
        )),
        good Example::station(concat!(
            api!(), "    operations: {getMenu: {access: read}}\n", menu!()
        ));

    // `params` and `invoke`.
    ParamType "param/type" Refused
        when "the type is outside the table, or `set_by` stands without `type`"
        remedy "the nearest type; add `type`"
        bad skill!("params: {category: {type: string}}" "invoke: {method: getMenu, args: {category: $params.category}}"),
        good skill!("params: {category: {type: text}}" "invoke: {method: getMenu, args: {category: $params.category}}");
    ParamSetBy "param/set-by" Refused
        when "a word of `set_by` is none that may stand there, or stands twice"
        remedy "the words"
        bad skill!("params: {category: {type: text, set_by: [model]}}" "invoke: {method: getMenu, args: {category: $params.category}}"),
        good skill!("params: {category: {type: text, set_by: [llm]}}" "invoke: {method: getMenu, args: {category: $params.category}}");
    ParamNameReserved "param/name-reserved" Refused
        when "a parameter is called `room` or `key`"
        remedy "another name"
        bad skill!("params: {key: {type: text}}" "invoke: {method: getMenu, args: {category: $params.key}}"),
        good skill!("params: {category: {type: text}}" "invoke: {method: getMenu, args: {category: $params.category}}");
    ParamDefaultReference "param/default-reference" Refused
        when "a default begins with `$`"
        remedy "a literal; a playbook's task binds a reference"
        bad skill!("params: {category: {default: $now}}" "invoke: {method: getMenu, args: {category: $params.category}}"),
        good skill!("params: {category: {default: bread}}" "invoke: {method: getMenu, args: {category: $params.category}}");
    ParamDefaultOpen "param/default-open" Warning
        when "a default without `set_by`: the model may set the parameter"
        remedy "`set_by: []` to seal it, or say who may"
        bad skill!("params: {category: {type: text, default: bread}}" "invoke: {method: getMenu, args: {category: $params.category}}"),
        good skill!("params: {category: {type: text, default: bread, set_by: []}}" "invoke: {method: getMenu, args: {category: $params.category}}");
    ParamUnset "param/unset" Refused
        when "no default, no task binds it, nobody may set it (`identity` of another type is nobody)"
        remedy "a default, a binding, or a source in `set_by`"
        bad skill!("params: {category: {type: text, set_by: []}}" "invoke: {method: getMenu, args: {category: $params.category}}"),
        good skill!("params: {category: {type: text, set_by: [llm]}}" "invoke: {method: getMenu, args: {category: $params.category}}");
    ParamUnsetInArgs "param/unset-in-args" Refused
        when "`invoke.args` reads a parameter without default that nobody can set before the call"
        remedy "a default, a source in `set_by`, or a binding of a typed parameter"
        bad skill!("params: {category: {type: text, set_by: [result]}}" "invoke: {method: getMenu, args: {category: $params.category}}"),
        good skill!("params: {category: {type: text, set_by: [llm]}}" "invoke: {method: getMenu, args: {category: $params.category}}");
    ParamUnread "param/unread" Refused
        when "nothing reads the parameter"
        remedy "delete it, or read it"
        bad skill!("params: {category: {type: text}}" "invoke: {method: getMenu}"),
        good skill!("params: {category: {type: text}}" "invoke: {method: getMenu, args: {category: $params.category}}");
    ParamUnknown "param/unknown" Refused
        when "`$params.x` in `args` names no declared parameter"
        remedy "the nearest; declare it"
        bad skill!("params: {category: {type: text}}" "invoke: {method: getMenu, args: {category: $params.catgory}}"),
        good skill!("params: {category: {type: text}}" "invoke: {method: getMenu, args: {category: $params.category}}");
    ParamReference "param/reference" Refused
        when "`invoke.args` has another reference than `$params.<name>`"
        remedy "a parameter; `$$` for a text that begins with a dollar"
        bad skill!("invoke: {method: getMenu, args: {category: $fields.category}}"),
        good skill!("invoke: {method: getMenu, args: {category: $$bread}}");
    ParamArgumentUnknown "param/argument-unknown" Refused
        when "the operation has no such argument, or several places of that name"
        remedy "the nearest, with its place: `query.q`, `body.q`"
        bad skill!("invoke: {method: getMenu, args: {catgory: bread}}"),
        good skill!("invoke: {method: getMenu, args: {category: bread}}");
    ParamArgumentType "param/argument-type" Refused
        when "a value or parameter is of a type that the argument does not take"
        remedy "the types that it takes; quotes where a text is wanted"
        bad desk!("" ; "invoke: {method: listTickets, args: {shop: north, limit: many}}"),
        good desk!("" ; "invoke: {method: listTickets, args: {shop: north, limit: 20}}");
    ParamArgumentEnum "param/argument-enum" Refused
        when "a value is outside the argument's enum, bounds or pattern, or no value is left for a parameter that feeds several"
        remedy "the nearest; the enum; the bound"
        bad desk!("" ; "invoke: {method: listTickets, args: {shop: north, state: opened}}"),
        good desk!("" ; "invoke: {method: listTickets, args: {shop: north, state: open}}");
    ParamOptionalRequired "param/optional-required" Refused
        when "a parameter with `optional: true` feeds an argument that the operation requires"
        remedy "delete `optional`, or give a default"
        bad desk!("" ; "params: {shop: {type: text, optional: true}}" "invoke: {method: listTickets, args: {shop: $params.shop}}"),
        good desk!("" ; "params: {shop: {type: text}}" "invoke: {method: listTickets, args: {shop: $params.shop}}");
    InvokeArgumentMissing "invoke/argument-missing" Refused
        when "the operation requires an argument that nothing gives"
        remedy "the argument, in `args`"
        bad desk!("" ; "invoke: {method: listTickets}"),
        good desk!("" ; "invoke: {method: listTickets, args: {shop: north}}");
    InvokeEmpty "invoke/empty" Refused
        when "`invoke` has neither `method` nor `native`"
        remedy "one of them"
        bad skill!("invoke: {args: {category: bread}}"),
        good skill!("invoke: {method: getMenu, args: {category: bread}}");

    // Kinds.
    KindDuplicate "kind/duplicate" Refused
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
    KindWhenMissing "kind/when-missing" Refused
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
    KindSelectKey "kind/select-key" Refused
        when "a key of a kind's `select` is neither `guards` nor `quantity`"
        remedy "move it to the skill's `select`"
        bad skill!("invoke: {method: getMenu}" "kinds: {dish: {select: {max_items: 1}}}"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}" "select: {max_items: 1}");
    KindFieldType "kind/field-type" Refused
        when "a line field's type is outside the table"
        remedy "the nearest type"
        bad skill!("invoke: {method: getMenu}" "kinds: {dish: {fields: {note: {type: string}}}}"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {fields: {note: {type: text}}}}");
    KindFieldClash "kind/field-clash" Refused
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
    KindFieldPartial "kind/field-partial" Refused
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
    KindDropsGuard "kind/drops-guard" Warning
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

    KindsNever "kinds/never" Refused
        when "a kind's `when` can be true of no row; with the parts that exclude each other"
        remedy "the part to change"
        bad kinds!("few: {when: '$fields.stock > 1 and $fields.stock < 2'}"),
        good kinds!("few: {when: '$fields.stock > 1 and $fields.stock < 3'}");
    KindsOverlap "kinds/overlap" Warning
        when "two kinds are true of one row, which is offered as neither; with that row"
        remedy "the part that would tell them apart"
        bad kinds!("few: {when: '$fields.stock > 0'}" "many: {when: '$fields.stock > 9'}"),
        good kinds!("few: {when: '$fields.stock > 0 and $fields.stock <= 9'}" "many: {when: '$fields.stock > 9'}");
    KindsGap "kinds/gap" Note
        when "a row is of no kind and not offered; with that row"
        remedy "a kind for it, where it should be offered"
        bad kinds!("bread: {when: \"$fields.category == 'bread'\"}"),
        good kinds!("priced: {when: '$fields.stock is known'}" "other: {when: '$fields.stock is not known'}");

    // Conditions.
    ConditionEmpty "condition/empty" Refused
        when "nothing but white space"
        remedy "a condition, or delete the key"
        bad condition("  "),
        good condition("$fields.active");
    ConditionSyntax "condition/syntax" Refused
        when "no condition; at the token, or at the end"
        remedy "what could stand there"
        bad condition("$fields.price > 0 and"),
        good condition("$fields.price > 0 and $fields.active");
    ConditionForeignSpelling "condition/foreign-spelling" Refused
        when "the spelling of another language (`&&`, `=`, `AND`, `fields.x`, curly quotes, a non-breaking space …)"
        remedy "the spelling here"
        bad condition("$fields.active && $fields.stock = 1"),
        good condition("$fields.active and $fields.stock == 1");
    ConditionEscape "condition/escape" Refused
        when "an escape that is none; at its place"
        remedy "the escapes are `\\\\ \\' \\\" \\n \\t \\r \\u{1F600}`; `\\\\` for a backslash"
        bad condition(r"$fields.name matches '^\d+$'"),
        good condition(r"$fields.name matches '^\\d+$'");
    ConditionUnclosedText "condition/unclosed-text" Refused
        when "a text does not end"
        remedy "the closing quote"
        bad condition("$fields.category == 'bread"),
        good condition("$fields.category == 'bread'");
    ConditionChained "condition/chained" Refused
        when "comparisons in a row"
        remedy "`a < b and b < c`"
        bad condition("1 < $fields.price < 10"),
        good condition("1 < $fields.price and $fields.price < 10");
    ConditionDivision "condition/division" Refused
        when "`/`: it is the one operator that rounds or fails"
        remedy "multiply the other side"
        bad condition("$fields.price / 2 > 10"),
        good condition("$fields.price > 10 * 2");
    ConditionTooLong "condition/too-long" Refused
        when "over 64 KiB of source"
        remedy "a list of literals, or several guards"
        bad condition("$fields.active").repeated(4_000, " or $fields.active", ""),
        good condition("$fields.active").repeated(3, " or $fields.active", "");
    ConditionTooDeep "condition/too-deep" Refused
        when "over 64 levels of nesting"
        remedy "fewer parentheses; a chain is one level"
        bad condition("").repeated(65, "not ", "$fields.active"),
        good condition("").repeated(64, "not ", "$fields.active");
    ConditionTooManyAtoms "condition/too-many-atoms" Refused
        when "over 4,096 atoms"
        remedy "`in [...]` for a row of equalities"
        bad condition("$fields.x").repeated(4_096, " or $fields.x", ""),
        good condition("$fields.stock in [1, 2, 3]");
    ConditionTooManyMembers "condition/too-many-members" Refused
        when "over 10,000 members in a list"
        remedy "a field of the tenant that says it"
        bad condition("$fields.stock in [0").repeated(10_000, ",1", "]"),
        good condition("$fields.stock in [0").repeated(9_999, ",1", "]");
    ConditionNumberForm "condition/number-form" Refused
        when "a number in another spelling: `007`, `.5`, `5.`, `0x10`, `1_000`"
        remedy "the number as it is written here; quotes, where an identifier is meant"
        bad condition("$fields.price > .5"),
        good condition("$fields.price > 0.5");
    ConditionNumberRange "condition/number-range" Refused
        when "a number literal beyond 38 digits, 38 decimals or 10^38"
        remedy "the bounds"
        bad condition("$fields.price < 1e400"),
        good condition("$fields.price < 1e37");
    ConditionRegex "condition/regex" Refused
        when "the pattern is no regular expression of the `regex` crate; at its place"
        remedy "what is wrong in it"
        bad condition("$fields.name matches '(bread'"),
        good condition("$fields.name matches '(bread)'");
    ConditionRegexSize "condition/regex-size" Refused
        when "the compiled pattern is over 1 MiB"
        remedy "smaller repetitions"
        bad condition(r"$fields.name matches '\\w{1000}{1000}'"),
        good condition(r"$fields.name matches '\\w{3}'");
    ConditionRootUnknown "condition/root-unknown" Refused
        when "`$root` is no root"
        remedy "the nearest"
        bad condition("$field.active"),
        good condition("$fields.active");
    ConditionRootNotHere "condition/root-not-here" Refused
        when "the root exists and may not be read here"
        remedy "where it may be read; `$params[task].name` in a playbook"
        bad condition("$fields.price < $params.budget"),
        good condition("$fields.price < 10");
    ConditionFieldUnknown "condition/field-unknown" Refused
        when "the root has no such name (field, parameter, form field, task, call, output)"
        remedy "the nearest; declare it"
        bad condition("$fields.catgory == 'bread'"),
        good condition("$fields.category == 'bread'");
    ConditionItemQuantity "condition/item-quantity" Refused
        when "`$item.quantity` is read: a guard sees one add, and a second add would reach the line without it"
        remedy "`select.quantity`"
        bad condition("$item.quantity < 3"),
        good condition("$fields.stock < 3");
    ConditionLiteralType "condition/literal-type" Refused
        when "a literal of another family than what it is compared with, or `null` with an order"
        remedy "the literal in the other spelling, or the type to declare"
        bad condition("$fields.category == 149"),
        good condition("$fields.category == '149'");
    ConditionTypeMismatch "condition/type-mismatch" Refused
        when "two references of two families are compared"
        remedy "the type to declare"
        bad condition("$fields.category == $fields.stock"),
        good condition("$fields.price == $fields.stock");
    ConditionOrderOnText "condition/order-on-text" Refused
        when "an order on texts"
        remedy "the types that have an order"
        bad condition("$fields.category > 'a'"),
        good condition("$fields.category == 'a'");
    ConditionOrderOnBoolean "condition/order-on-boolean" Refused
        when "an order on booleans"
        remedy "the reference alone, or with `not`"
        bad condition("$fields.active > false"),
        good condition("$fields.active");
    ConditionOperandType "condition/operand-type" Refused
        when "arithmetic, a predicate or a function over the wrong family, or a condition where a value stands"
        remedy "the family that it takes"
        bad condition("$fields.price contains '1'"),
        good condition("$fields.name contains '1'");
    ConditionNotACondition "condition/not-a-condition" Refused
        when "a value that is no boolean where a condition stands"
        remedy "a comparison; `is known`"
        bad condition("$fields.price"),
        good condition("$fields.price is known");
    ConditionDatetimeLiteral "condition/datetime-literal" Refused
        when "a literal beside a datetime is no date and no date-time"
        remedy "the grammar, with an example"
        bad condition("$fields.starts_at < '2026-02-30'"),
        good condition("$fields.starts_at < '2026-02-28'");
    ConditionLiteralForm "condition/literal-form" Refused
        when "a literal held against an email or phone field is none"
        remedy "its form, with an example"
        bad condition("$fields.email == 'ann'"),
        good condition("$fields.email == 'ann@example.org'");
    ConditionListEmpty "condition/list-empty" Refused
        when "`in []`"
        remedy "delete the part, which is never true"
        bad condition("$fields.category in []"),
        good condition("$fields.category in ['bread']");
    ConditionListMixed "condition/list-mixed" Refused
        when "a list holds literals of two families"
        remedy "one family; `null` may be among them"
        bad condition("$fields.category in ['149', 150]"),
        good condition("$fields.category in ['149', '150', null]");
    ConditionConstant "condition/constant" Refused
        when "`true` or `false` stands as a condition, or a comparison, `in`, `is` or predicate has no reference"
        remedy "delete the part"
        bad condition("$fields.active and true"),
        good condition("$fields.active");
    ConditionYamlComment "condition/yaml-comment" Refused
        when "a ` #` cut the condition short, and what is left is none"
        remedy "quotes round the whole"
        bad when!("$fields.category == 'no #1'"),
        good when!("\"$fields.category == 'no #1'\"");
    ConditionYamlTag "condition/yaml-tag" Refused
        when "YAML took a leading `!` or quote for itself"
        remedy "quotes round the whole"
        bad when!("!$fields.category == 'bread'"),
        good when!("\"not $fields.category == 'bread'\"");
    ConditionYamlType "condition/yaml-type" Refused
        when "`yes`, `no`, a number, nothing, a list or a map stands where a condition does"
        remedy "a condition, in quotes"
        bad when!("yes"),
        good when!("\"$fields.category is known\"");
    ConditionYamlEscape "condition/yaml-escape" Note
        when "beside a refusal: double quotes, and YAML has already undone a backslash"
        remedy "single quotes, or the backslash twice"
        bad when!(r#""$fields.category matches '\\d+'""#),
        good when!(r#""$fields.category matches '\\\\d+'""#);
    ConditionNever "condition/never" Refused
        when "nothing makes a `require` true, or a guard's `when` can only be false"
        remedy "the part to change; delete the guard"
        bad require("$form.copies > 1 and $form.copies < 2"),
        good require("$form.copies > 1 and $form.copies < 3");
    ConditionAlways "condition/always" Warning
        when "a `require`, or a guard's `when`, can only be true"
        remedy "delete it"
        bad require("$form.copies is known or $form.copies is null"),
        good require("$form.copies is known");
    ConditionRedundant "condition/redundant" Warning
        when "a part changes nothing"
        remedy "the condition without it"
        bad condition("$fields.stock > 0 and $fields.stock > 1"),
        good condition("$fields.stock > 1");
    ConditionNegativeGuard "condition/negative-guard" Warning
        when "a `require` or guard's `when` is made only of `!=`, `not in`, `not (… == …)` on a value that may be absent: omission makes it true"
        remedy "`… is known and …`"
        bad require("$form.country != 'US'"),
        good require("$form.country is known and $form.country != 'US'");
    ConditionAbsentBoth "condition/absent-both" Warning
        when "`==` or `!=` of two values that may both be absent, and then are equal"
        remedy "`… is known and …`"
        bad condition("$fields.name == $fields.category"),
        good condition("$fields.name is known and $fields.name == $fields.category");
    ConditionConfusable "condition/confusable" Warning
        when "a literal of mixed scripts, with bidirectional controls, or, beside `id`, not NFC; with its characters by name"
        remedy "the literal in one script"
        bad condition("$fields.category == 'b\u{440}ead'"),
        good condition("$fields.category == 'bread'");
    ConditionUndecided "condition/undecided" Note
        when "the analysis of a condition or of a set of kinds ran out of its budget; with the question"
        remedy "a simpler condition"
        bad kinds!("heavy: {when: '$fields.stock * $fields.stock * $fields.stock == 30959144'}"),
        good kinds!("heavy: {when: '$fields.stock > 313'}");

    // `present`.
    PresentType "present/type" Refused
        when "a field's type is outside the table"
        remedy "the nearest"
        bad fields!("category: {type: txt}"),
        good fields!("category: {type: text}");
    PresentRole "present/role" Refused
        when "a role is none of the four"
        remedy "the nearest"
        bad fields!("name: {type: text, role: titel}"),
        good fields!("name: {type: text, role: title}");
    PresentRoleType "present/role-type" Refused
        when "the role does not go with the field's type"
        remedy "the types of the role"
        bad fields!("price: {type: text, role: billed}"),
        good fields!("price: {type: price, role: billed}");
    PresentRoleDuplicate "present/role-duplicate" Refused
        when "two fields have one role"
        remedy "delete one"
        bad fields!("name: {type: text, role: title}" "label: {type: text, from: name, role: title}"),
        good fields!("name: {type: text, role: title}" "label: {type: text, from: name}");
    PresentReservedName "present/reserved-name" Refused
        when "`name` is not the title, `price` not the billed, or `image_url` not the first image"
        remedy "the role or type that it needs, or another name"
        bad fields!("name: {type: text}"),
        good fields!("name: {type: text, role: title}");
    PresentForbiddenName "present/forbidden-name" Refused
        when "a field is called `code`, `slug` or `id`"
        remedy "another name, with `from`"
        bad fields!("id: {type: id}"),
        good fields!("reference: {type: id, from: id}");
    PresentPath "present/path" Refused
        when "`from` or `ref` has an empty step, or by the schema a step into a single value, or one into a list that is no whole number"
        remedy "the nearest path of the schema"
        bad fields!("category: {type: text, from: category..label}"),
        good fields!("category: {type: text, from: category}");
    PresentPathAbsent "present/path-absent" Warning
        when "`from`, `ref`, `cadence` or an output names what the operation's schema or file of rows does not have, or what no value is read of: it will be absent or unreadable in every row"
        remedy "the nearest path of the schema"
        bad fields!("kind: {type: text, from: categry}"),
        good fields!("kind: {type: text, from: category}");
    PresentClass "present/class" Refused
        when "a `class` is none of the five, on a field, parameter or output of any sort"
        remedy "the five"
        bad fields!("category: {type: text, class: private}"),
        good fields!("category: {type: text, class: public}");
    PresentTemplateValue "present/template-value" Refused
        when "a template has no `{value}`"
        remedy "where it goes"
        bad fields!("page: {type: url, from: id, role: link, template: 'https://example.com/menu'}"),
        good fields!("page: {type: url, from: id, role: link, template: 'https://example.com/menu/{value}'}");
    PresentTemplateMark "present/template-mark" Refused
        when "a template has another mark, or `{tenant_url}` elsewhere than at its start, or twice"
        remedy "the two marks"
        bad fields!("page: {type: url, from: id, role: link, template: 'https://example.com/{lang}/{value}'}"),
        good fields!("page: {type: url, from: id, role: link, template: 'https://example.com/{value}'}");
    PresentTemplateStart "present/template-start" Refused
        when "a template starts neither with `{tenant_url}` nor with `http(s)://`"
        remedy "`{tenant_url}/…`"
        bad fields!("page: {type: url, from: id, role: link, template: '/menu/{value}'}"),
        good fields!("page: {type: url, from: id, role: link, template: '{tenant_url}/menu/{value}'}");
    PresentTemplateNotLink "present/template-not-link" Refused
        when "a template on a field that is not the link"
        remedy "`role: link`, or delete it"
        bad fields!("page: {type: url, from: id, template: 'https://example.com/{value}'}"),
        good fields!("page: {type: url, from: id, role: link, template: 'https://example.com/{value}'}");
    PresentTenantUrlUnset "present/tenant-url-unset" Warning
        when "a template needs `{tenant_url}`, and neither the file nor the deployment gives one: no link"
        remedy "`tenant_url`, or `TENANT_URL`"
        bad fields!("page: {type: url, from: id, role: link, template: '{tenant_url}/{value}'}"),
        good fields!("page: {type: url, from: id, role: link, template: 'https://example.com/{value}'}");

    // `select`, guards, policies.
    SelectMaxItems "select/max-items" Refused
        when "`max_items` is no whole number from 1"
        remedy "the form"
        bad chosen!("max_items: 0"),
        good chosen!("max_items: 1");
    SelectQuantity "select/quantity" Refused
        when "`min` over `max`, `step` not over 0, or no quantity that the rule accepts; at the key"
        remedy "a rule that accepts one"
        bad chosen!("quantity: {min: 3, max: 2}"),
        good chosen!("quantity: {min: 2, max: 3}");
    SelectUnique "select/unique" Refused
        when "`unique` has no reference, or one that may not stand there, or a word that it does not know"
        remedy "the references; `scope: station`, `after: free`"
        bad chosen!("unique: \"$item.reference\""),
        good chosen!("unique: \"$item.ref\"");
    SelectValidFor "select/valid-for" Refused
        when "no whole number over 0 with one of `s m h d w`"
        remedy "an example: `30d`"
        bad chosen!("valid_for: 30 days"),
        good chosen!("valid_for: 30d");
    SelectGuardUnused "select/guard-unused" Warning
        when "every kind's list leaves out a guard of the skill, which so holds nothing"
        remedy "`guards: {add: […]}` on a kind, or delete the guard"
        bad skill!(
            "invoke: {method: getMenu}" "kinds: {dish: {select: {guards: []}}}"
            "select: {guards: [form: {table: {type: integer}}]}"
        ),
        good skill!(
            "invoke: {method: getMenu}" "kinds: {dish: {select: {guards: {add: []}}}}"
            "select: {guards: [form: {table: {type: integer}}]}"
        );
    GuardShape "guard/shape" Refused
        when "a guard has none of the nine keys, or several"
        remedy "one guard an entry; the nearest key"
        bad chosen!("guards: [requires: \"$item.fields.price > 0\"]"),
        good chosen!("guards: [require: \"$item.fields.price > 0\"]");
    GuardPosition "guard/position" Refused
        when "the guard may not stand there"
        remedy "where it may"
        bad chosen!("guards: [submitted_by: [person]]"),
        good chosen!("guards: [permission: {profiles: [everyone]}]");
    GuardFormType "guard/form-type" Refused
        when "a form field's type is outside the table"
        remedy "the nearest"
        bad chosen!("guards: [form: {table: {type: int}}]"),
        good chosen!("guards: [form: {table: {type: integer}}]");
    GuardFormDuplicate "guard/form-duplicate" Refused
        when "two forms of one effective list ask one name"
        remedy "another name, or one form"
        bad chosen!("guards: [form: {table: {type: integer}}, form: {table: {type: text}}]"),
        good chosen!("guards: [form: {table: {type: integer}}, form: {guest: {type: text}}]");
    GuardRoleUnknown "guard/role-unknown" Refused
        when "no profile and no token has the role"
        remedy "the nearest"
        bad chosen!("guards: [approval: {role: chef}]" ; "profiles: {customer: {grants: \"*\", roles: [cook]}}"),
        good chosen!("guards: [approval: {role: cook}]" ; "profiles: {customer: {grants: \"*\", roles: [cook]}}");
    GuardProfileUnknown "guard/profile-unknown" Refused
        when "`permission` or `submitted_by` names no profile"
        remedy "the nearest"
        bad chosen!("guards: [permission: {profiles: [everybody]}]"),
        good chosen!("guards: [permission: {profiles: [everyone]}]");
    GuardPolicyUnknown "guard/policy-unknown" Refused
        when "no policy of that name, in guards or `output_filters`"
        remedy "the nearest"
        bad chosen!("guards: [policy: cheep]" ; "policies: {cheap: {require: \"$item.fields.price < 10\"}}"),
        good chosen!("guards: [policy: cheap]" ; "policies: {cheap: {require: \"$item.fields.price < 10\"}}");
    GuardOperationUnknown "guard/operation-unknown" Refused
        when "`check`, `update` or `reconcile` names no operation"
        remedy "the nearest"
        bad chosen!("guards: [check: getMenus]"),
        good chosen!("guards: [check: getMenu]");
    GuardCheckWrites "guard/check-writes" Refused
        when "the operation of a `check`, `update` or `reconcile` is not `access: read`"
        remedy "`access: read` on the operation, where it only reads"
        bad chosen!("guards: [check: book]" ; "    operations: {book: {access: write}}"),
        good chosen!("guards: [check: book]" ; "    operations: {book: {access: read}}");
    GuardArgumentUnknown "guard/argument-unknown" Refused
        when "the operation has no such argument, or several places of that name"
        remedy "the nearest, with its place"
        bad chosen!("guards: [check: {method: getMenu, args: {catgory: bread}}]"),
        good chosen!("guards: [check: {method: getMenu, args: {category: bread}}]");
    GuardArgumentMissing "guard/argument-missing" Refused
        when "the operation requires an argument that the short form does not find and the long form does not give"
        remedy "the long form, with the argument"
        bad desked!("select: {guards: [check: listTickets]}"),
        good desked!("select: {guards: [check: {method: listTickets, args: {shop: \"$item.ref\"}}]}");
    GuardArgumentType "guard/argument-type" Refused
        when "a value is of a type that the argument does not take, or outside its enum, bounds or pattern"
        remedy "the types that it takes"
        bad desked!("select: {guards: [check: {method: listTickets, args: {shop: \"$item.ref\", limit: soon}}]}"),
        good desked!("select: {guards: [check: {method: listTickets, args: {shop: \"$item.ref\", limit: 5}}]}");
    GuardReference "guard/reference" Refused
        when "`args`, `from` or `reason` names nothing that may stand there"
        remedy "the nearest; what may stand there"
        bad chosen!("guards: [check: {method: getMenu, args: {price: \"$item.price\"}}]"),
        good chosen!("guards: [check: {method: getMenu, args: {price: \"$item.fields.price\"}}]");
    GuardUpdateField "guard/update-field" Refused
        when "`update` names neither `price` nor a presented field"
        remedy "the nearest field"
        bad chosen!("guards: [update: {prices: getMenu}]"),
        good chosen!("guards: [update: {price: getMenu}]");
    GuardBudget "guard/budget" Refused
        when "`max` is no positive price, `per` or `of` is none of its words, or there is no billed price to count"
        remedy "the form; a `billed` field"
        bad chosen!("guards: [budget: {max: 100, per: year, of: person}]"),
        good chosen!("guards: [budget: {max: 100, per: month, of: person}]");
    PolicyShape "policy/shape" Refused
        when "a policy has neither `require` nor `judge`, or both"
        remedy "one of them"
        bad chosen!("guards: [policy: cheap]" ; "policies: {cheap: {}}"),
        good chosen!("guards: [policy: cheap]" ; "policies: {cheap: {require: \"$item.fields.price < 10\"}}");
    PolicyEffect "policy/effect" Refused
        when "`effect` is neither `block` nor, of a judge, `rewrite`"
        remedy "the words"
        bad chosen!("guards: [policy: cheap]" ; "policies: {cheap: {require: \"$item.fields.price < 10\", effect: rewrite}}"),
        good chosen!("guards: [policy: cheap]" ; "policies: {cheap: {require: \"$item.fields.price < 10\", effect: block}}");
    PolicyUrl "policy/url" Refused
        when "a judge's `url` is not http(s)"
        remedy "an absolute address"
        bad chosen!("guards: [policy: polite]" ; "policies: {polite: {judge: {url: judge.example}}}"),
        good chosen!("guards: [policy: polite]" ; "policies: {polite: {judge: {url: \"https://judge.example\"}}}");

    // `submit` and playbooks.
    SubmitNameDuplicate "submit/name-duplicate" Refused
        when "two calls of one list have one name"
        remedy "rename one"
        bad filed!("- {name: pay, tool: order, args: {key: $action.key}}" "- {name: pay, mode: self}"),
        good filed!("- {name: pay, tool: order, args: {key: $action.key}}" "- {name: collect, mode: self}");
    SubmitMode "submit/mode" Refused
        when "a mode that is none of the three, a key that its mode does not take, or a `request` without `tool`"
        remedy "the keys of the mode"
        bad filed!("- {name: collect, mode: self, url: \"https://pay.example\"}"),
        good filed!("- {name: collect, mode: self}");
    SubmitToolUnknown "submit/tool-unknown" Refused
        when "`tool` names no operation"
        remedy "the nearest"
        bad filed!("- {name: pay, tool: ordr, args: {key: $action.key}}"),
        good filed!("- {name: pay, tool: order, args: {key: $action.key}}");
    SubmitHandoverUrl "submit/handover-url" Refused
        when "no `url`, not http(s), or a reference outside its query"
        remedy "the form"
        bad filed!("- {name: pay, mode: handover, url: \"https://pay.example/$item.ref\"}"),
        good filed!("- {name: pay, mode: handover, url: \"https://pay.example/?dish=$item.ref\"}");
    SubmitReference "submit/reference" Refused
        when "a reference may not stand there, or names no field, answer, parameter, task, call or output that stands before it"
        remedy "the nearest; `$params[task].name` in a playbook"
        bad filed!("- {name: pay, tool: order, args: {key: $action.key, dish: $item.id}}"),
        good filed!("- {name: pay, tool: order, args: {key: $action.key, dish: $item.ref}}");
    SubmitArgumentUnknown "submit/argument-unknown" Refused
        when "the operation has no such argument, or several places of that name"
        remedy "the nearest, with its place"
        bad filed!("- {name: pay, tool: order, args: {key: $action.key, dsh: $item.ref}}"),
        good filed!("- {name: pay, tool: order, args: {key: $action.key, dish: $item.ref}}");
    SubmitArgumentMissing "submit/argument-missing" Refused
        when "the operation requires an argument that nothing gives"
        remedy "the argument, in `args`"
        bad desked!("submit: [{name: look, tool: listTickets}]"),
        good desked!("submit: [{name: look, tool: listTickets, args: {shop: $item.ref}}]");
    SubmitArgumentType "submit/argument-type" Refused
        when "a value is of a type that the argument does not take, or outside its enum, bounds or pattern"
        remedy "the types that it takes"
        bad desked!("submit: [{name: look, tool: listTickets, args: {shop: $item.ref, state: sold}}]"),
        good desked!("submit: [{name: look, tool: listTickets, args: {shop: $item.ref, state: open}}]");
    SubmitLine "submit/line" Refused
        when "`line` without `$lines` in `args`, `$lines` without `line`, or a shape that reads something else than `$line`"
        remedy "the other one"
        bad filed!("- {name: pay, tool: order, args: {key: $action.key, lines: $lines}}"),
        good filed!("- {name: pay, tool: order, args: {key: $action.key, lines: $lines}, line: $line.ref}");
    SubmitOutputType "submit/output-type" Refused
        when "an output's type is outside the table"
        remedy "the nearest"
        bad filed!("- {name: pay, tool: order, args: {key: $action.key}, output: {paid: {type: bool}}}"),
        good filed!("- {name: pay, tool: order, args: {key: $action.key}, output: {paid: {type: boolean}}}");
    SubmitMixed "submit/mixed" Refused
        when "one list reads both `$lines` and `$item`, `$line` or `$form`, and `max_items` is not 1"
        remedy "one way of reading; `line` says what `$lines` sends of each"
        bad filed!("- {name: pay, tool: order, args: {key: $action.key, dish: $item.ref, lines: $lines}, line: $line.ref}"),
        good filed!("- {name: pay, tool: order, args: {key: $action.key, lines: $lines}, line: $line.ref}");
    SubmitNoKey "submit/no-key" Warning
        when "a write carries no key, so that it is never repeated"
        remedy "`$action.key` in `args`, or `idempotent: true` on the operation"
        bad filed!("- {name: pay, tool: order, args: {dish: $item.ref}}"),
        good filed!("- {name: pay, tool: order, args: {dish: $item.ref, key: $action.key}}");
    PlaybookName "playbook/name" Refused
        when "the name is no name"
        remedy "the nearest that is one"
        bad played!("name: the lunch" "tasks: [{name: eat, skill: menu}]"),
        good played!("name: lunch" "tasks: [{name: eat, skill: menu}]");
    PlaybookDuplicate "playbook/duplicate" Refused
        when "two playbooks of one name"
        remedy "rename one"
        bad played!("name: lunch" "tasks: [{name: eat, skill: menu}]" ; "- {name: lunch, tasks: []}"),
        good played!("name: lunch" "tasks: [{name: eat, skill: menu}]" ; "- {name: dinner, tasks: []}");
    PlaybookSkillUnknown "playbook/skill-unknown" Refused
        when "a task names no skill"
        remedy "the nearest"
        bad played!("name: lunch" "tasks: [{name: eat, skill: menus}]"),
        good played!("name: lunch" "tasks: [{name: eat, skill: menu}]");
    PlaybookTaskDuplicate "playbook/task-duplicate" Refused
        when "two tasks of one playbook have one name or one skill"
        remedy "rename one; one task a skill"
        bad played!("name: lunch" "tasks: [{name: eat, skill: menu}, {name: eat, skill: guest}]"),
        good played!("name: lunch" "tasks: [{name: eat, skill: menu}, {name: who, skill: guest}]");
    PlaybookTaskUnknown "playbook/task-unknown" Refused
        when "`after` or a binding names no task"
        remedy "the nearest"
        bad played!("name: lunch" "tasks: [{name: who, skill: guest}, {name: eat, skill: menu, after: [how]}]"),
        good played!("name: lunch" "tasks: [{name: who, skill: guest}, {name: eat, skill: menu, after: [who]}]");
    PlaybookAfterCycle "playbook/after-cycle" Refused
        when "tasks come after one another in a circle; with the path"
        remedy "delete one `after`"
        bad played!("name: lunch" "tasks: [{name: who, skill: guest, after: [eat]}, {name: eat, skill: menu, after: [who]}]"),
        good played!("name: lunch" "tasks: [{name: who, skill: guest}, {name: eat, skill: menu, after: [who]}]");
    PlaybookParamUnknown "playbook/param-unknown" Refused
        when "a binding names no parameter of the skill"
        remedy "the nearest"
        bad played!("name: lunch" "tasks: [{name: eat, skill: menu, params: {dishes: bread}}]"),
        good played!("name: lunch" "tasks: [{name: eat, skill: menu, params: {dish: bread}}]");
    PlaybookBindingReference "playbook/binding-reference" Refused
        when "a binding is no literal, `$read` or `$submitted`, or names no field, call or output of its task"
        remedy "the nearest"
        bad played!("name: lunch" "tasks: [{name: who, skill: guest}, {name: eat, skill: menu, params: {dish: \"$read[who].dsh\"}}]"),
        good played!("name: lunch" "tasks: [{name: who, skill: guest}, {name: eat, skill: menu, params: {dish: \"$read[who].dish\"}}]");
    PlaybookBindingSource "playbook/binding-source" Refused
        when "`set_by` of the parameter does not hold what the binding counts as"
        remedy "the word to add to `set_by`"
        bad played!("name: lunch" "tasks: [{name: who, skill: guest}, {name: eat, skill: menu, params: {note: \"$read[who].dish\"}}]"),
        good played!("name: lunch" "tasks: [{name: who, skill: guest}, {name: eat, skill: menu, params: {dish: \"$read[who].dish\"}}]");
    PlaybookBindingType "playbook/binding-type" Refused
        when "the bound type does not feed the parameter's"
        remedy "the types that do"
        bad played!("name: lunch" "tasks: [{name: who, skill: guest}, {name: eat, skill: menu, params: {dish: \"$read[who].seats\"}}]"),
        good played!("name: lunch" "tasks: [{name: who, skill: guest}, {name: eat, skill: menu, params: {dish: \"$read[who].dish\"}}]");
    PlaybookFiledTwice "playbook/filed-twice" Refused
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
    PlaybookCallsReplaced "playbook/calls-replaced" Note
        when "`$lines[task]` takes the lines of a task whose own calls then do not run in this playbook"
        remedy "nothing, or leave the lines to the task's own calls"
        bad played!(
            "name: lunch" "tasks: [{name: who, skill: guest}]" "submit:"
            "  - {name: one, tool: order, args: {key: $action.key, lines: \"$lines[who]\"}, line: $line.ref}"
        ),
        good played!("name: lunch" "tasks: [{name: who, skill: guest}]" "submit: [{name: one, tool: order, args: {key: $action.key}}]");
    // `render` and filters.
    RenderComponent "render/component" Refused
        when "`component` is none of the four"
        remedy "the nearest"
        bad skill!("invoke: {method: getMenu}" "kinds: {dish: {}}" "render: {component: carrousel}"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}" "render: {component: carousel}");
    RenderComponentWithoutReport "render/component-without-report" Refused
        when "`component: report` without `report`"
        remedy "`report`, with `headline`"
        bad skill!("invoke: {method: getMenu}" "render: {component: report}"),
        good skill!("invoke: {method: getMenu}" "render: {component: report, report: {headline: price}}");
    RenderReportWithoutComponent "render/report-without-component" Refused
        when "`report` under another component"
        remedy "`component: report`"
        bad skill!("invoke: {method: getMenu}" "render: {report: {headline: price}}"),
        good skill!("invoke: {method: getMenu}" "render: {component: report, report: {headline: price}}");
    RenderReportField "render/report-field" Refused
        when "a path of `report` is not in the operation's schema, or `headline` and the field of role `headline` are two paths"
        remedy "the nearest path"
        bad skill!("invoke: {method: getMenu}" "render: {component: report, report: {headline: prise}}"),
        good skill!("invoke: {method: getMenu}" "render: {component: report, report: {headline: price}}");
    FilterPath "filter/path" Refused
        when "an entry of `drop` or `reduce` is neither a key nor a dotted path"
        remedy "the form"
        bad skill!("invoke: {method: getMenu}" "output_filters: {drop: [maker..name]}"),
        good skill!("invoke: {method: getMenu}" "output_filters: {drop: [name]}");
    FilterKeyAbsent "filter/key-absent" Warning
        when "an entry names a key that the operation's schema lacks"
        remedy "the nearest key"
        bad skill!("invoke: {method: getMenu}" "output_filters: {drop: [nmae]}"),
        good skill!("invoke: {method: getMenu}" "output_filters: {drop: [name]}");
    FilterReduceUnknown "filter/reduce-unknown" Refused
        when "a reducer is none of the seven"
        remedy "the nearest"
        bad skill!("invoke: {method: getMenu}" "output_filters: {reduce: {name: intial}}"),
        good skill!("invoke: {method: getMenu}" "output_filters: {reduce: {name: initial}}");
    FilterReduceShape "filter/reduce-shape" Warning
        when "by the schema, the value has not the shape of the reducer, so that it will be dropped"
        remedy "the reducers for that shape; `drop`"
        bad skill!("invoke: {method: getMenu}" "output_filters: {reduce: {name: city}}"),
        good skill!("invoke: {method: getMenu}" "output_filters: {reduce: {name: initial}}");

    // The catalogue.
    CatalogSkillUnknown "catalog/skill-unknown" Refused
        when "`from_skill` names no skill, or one without kinds or `invoke.method`; `rows`, and no native search skill with `present`"
        remedy "the nearest that is one"
        bad listed!("from_skill: menus" ; "invoke: {method: getMenu}" "kinds: {dish: {}}"),
        good listed!("from_skill: menu" ; "invoke: {method: getMenu}" "kinds: {dish: {}}");
    CatalogSkillParams "catalog/skill-params" Refused
        when "the catalogue skill has a parameter that only a conversation can set"
        remedy "a default, or a skill of its own for the catalogue"
        bad listed!(
            "from_skill: menu" ; "params: {c: {type: text, set_by: [llm]}}"
            "invoke: {method: getMenu, args: {category: $params.c}}" "kinds: {dish: {}}"
        ),
        good listed!(
            "from_skill: menu" ; "params: {c: {default: bread}}"
            "invoke: {method: getMenu, args: {category: $params.c}}" "kinds: {dish: {}}"
        );
    CatalogMissing "catalog/missing" Refused
        when "a native, and no catalogue"
        remedy "`catalog: {from_skill: …}`"
        bad skill!("invoke: {native: search}"),
        good listed!("rows: menu.json" ; "invoke: {native: search}");
    CatalogSearchDisagree "catalog/search-disagree" Refused
        when "two native searches read title, price or image differently; with both places"
        remedy "one `present` for both"
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
    CatalogNoBilled "catalog/no-billed" Warning
        when "the catalogue's `present` has no `billed` field: its rows have no price"
        remedy "a field of `role: billed`"
        bad Example::station(concat!(
            "catalog: {from_skill: menu}\n", api!(), "skills:\n  - name: menu\n    cognitive: {objective: Choose what to eat}\n",
            "    invoke: {method: getMenu}\n    kinds: {dish: {}}\n"
        )),
        good listed!("from_skill: menu" ; "invoke: {method: getMenu}" "kinds: {dish: {}}");

    // Sentences.
    SentenceUnknown "sentence/unknown" Refused
        when "`sentences` names none that the product says"
        remedy "the nearest"
        bad Example::station(concat!(
            "sentences: {max-item: \"No more than { $max }, please.\"}\n", api!(), "skills: [{name: menu, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}}]\n"
        )),
        good Example::station(concat!(
            "sentences: {max-items: \"No more than { $max }, please.\"}\n", api!(), "skills: [{name: menu, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}}]\n"
        ));
    SentenceVariable "sentence/variable" Refused
        when "a sentence uses a variable that it does not have"
        remedy "the nearest; its variables"
        bad Example::station(concat!(
            "sentences: {max-items: \"No more than { $maximum }, please.\"}\n", api!(), "skills: [{name: menu, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}}]\n"
        )),
        good Example::station(concat!(
            "sentences: {max-items: \"No more than { $max }, please.\"}\n", api!(), "skills: [{name: menu, cognitive: {objective: Choose what to eat}, invoke: {method: getMenu}}]\n"
        ));

    // Instruction skills.
    InstructionsNames "instructions/names" Refused
        when "a list of instruction skills has an empty name, or one twice; data `{duplicates, emptyNames}`"
        remedy "rename or leave out"
        bad Example::instructions(
            r#"{"resolve": {"bundle": [{"name": "refunds", "description": "money back", "body": "Ask first."}], "call": [{"name": "refunds", "description": "again", "body": "Ask."}]}}"#
        ),
        good Example::instructions(
            r#"{"resolve": {"bundle": [{"name": "refunds", "description": "money back", "body": "Ask first."}], "call": [{"name": "returns", "description": "goods back", "body": "Ask."}]}}"#
        );
    InstructionsCount "instructions/count" Refused
        when "a list has more instruction skills than `max_skills`; data `{maxSkills, count}`"
        remedy "fewer skills"
        bad Example::instructions(
            r#"{"max_skills": 1, "resolve": {"bundle": [{"name": "refunds", "description": "", "body": ""}, {"name": "returns", "description": "", "body": ""}], "call": []}}"#
        ),
        good Example::instructions(
            r#"{"max_skills": 1, "resolve": {"bundle": [{"name": "refunds", "description": "", "body": ""}], "call": []}}"#
        );
    InstructionsBody "instructions/body" Refused
        when "a body is longer than `max_body_chars`, the first named; data `{maxBodyChars, skill, length}`"
        remedy "a shorter body"
        bad Example::instructions(
            r#"{"max_body_chars": 4, "resolve": {"bundle": [{"name": "refunds", "description": "", "body": "Ask first."}], "call": []}}"#
        ),
        good Example::instructions(
            r#"{"max_body_chars": 4, "resolve": {"bundle": [{"name": "refunds", "description": "", "body": "Ask."}], "call": []}}"#
        );
    InstructionsEmpty "instructions/empty" Refused
        when "the tool that loads instruction skills is asked for an empty list"
        remedy "do not offer it"
        bad Example::instructions(r#"{"make_load_skill_tool": []}"#),
        good Example::instructions(
            r#"{"make_load_skill_tool": [{"name": "refunds", "description": "money back", "body": "Ask first."}]}"#
        );
    InstructionsFile "instructions/file" Warning
        when "a file of a folder is no instruction skill, and is left out; with line and column"
        remedy "what its front matter needs"
        bad Example::station(concat!("instructions: [drafts]\n", api!(), menu!())),
        good Example::station(concat!("instructions: [guides]\n", api!(), menu!()));
    InstructionsDuplicate "instructions/duplicate" Warning
        when "two files have one name, and neither is loaded; with both paths"
        remedy "rename one"
        bad Example::station(concat!("instructions: [guides, copies]\n", api!(), menu!())),
        good Example::station(concat!("instructions: [guides]\n", api!(), menu!()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_its_code_and_stands_once() {
        for &code in Code::ALL {
            assert_eq!(Code::named(code.as_str()), Some(code));
        }
        assert_eq!(Code::named("condition/nothing"), None);
    }

    #[test]
    fn an_example_shown_is_short() {
        for &code in Code::ALL {
            for example in [code.bad(), code.good()] {
                // A playbook stands over two skills and what they call.
                assert!(example.shown().len() < 900, "{code}");
                assert!(
                    example.text().len() >= example.shown().trim_end().len()
                        || example.text().len() < 100
                );
            }
        }
        assert_eq!(Code::ConditionTooDeep.bad().shown(), "not … (65 times) $fields.active");
    }
}
