//! The codes of a station file: YAML, keys, values, names, includes.

use lang::codes::{Example, codes};

use super::stations::{api, fields, skill};

codes! {
    /// The codes of a station file: YAML, keys, values, names, includes.
    FILE:
    YAML_SYNTAX "yaml/syntax" Refused
        when "the file is no YAML; at the character, a tab in indentation called a tab"
        remedy "what YAML expects there"
        bad skill!("invoke: {method: getMenu" "kinds: {dish: {}}"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    YAML_DUPLICATE_KEY "yaml/duplicate-key" Refused
        when "a key stands twice in one map, or an entry of a map section in two files"
        remedy "delete or rename one"
        bad skill!("invoke: {method: getMenu}" "kinds: {dish: {}}" "kinds: {drink: {}}"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    YAML_SECOND_DOCUMENT "yaml/second-document" Refused
        when "a `---` or `...` starts a second document"
        remedy "one station a file: move it, use `include`"
        bad Example::station(concat!("station: bistro\n---\n", api!(), "skills: []\n")),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    YAML_TOO_LARGE "yaml/too-large" Refused
        when "a file is over 4 MiB"
        remedy "split it with `include`; rows belong in a file of their own"
        bad Example::station("").repeated(131_073, "# thirty-two bytes of a comment\n", "skills: []\n"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    YAML_TOO_DEEP "yaml/too-deep" Refused
        when "nesting over 128 levels"
        remedy "flatten it"
        bad Example::station("skills: ").repeated(200, "[", ""),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    YAML_EXPANSION "yaml/expansion" Refused
        when "aliases add more than 100,000 nodes, or an alias contains itself"
        remedy "write it out, or use fewer aliases"
        bad Example::station("skills: &all [*all]\n"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    KEY_UNKNOWN "key/unknown" Refused
        when "a key that its place does not know"
        remedy "the nearest known one; and where the key would be known"
        bad skill!("invoke: {method: getMenu}" "kind: {dish: {}}"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    KEY_MISSING "key/missing" Refused
        when "a required key is not there: `skills` always, `apis`, `global.currency` and the keys of a section under their condition"
        remedy "the key, with its form"
        bad Example::station("station: bistro\n"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    VALUE_TYPE "value/type" Refused
        when "a value is not of the form its place takes, or nothing stands after the key"
        remedy "the form that the place takes; `{}` for a kind that says nothing"
        bad skill!("invoke: {method: getMenu}" "kinds:" "  dish:"),
        good skill!("invoke: {method: getMenu}" "kinds:" "  dish: {}");
    NAME_FORM "name/form" Refused
        when "a field, line field, form field, parameter, output, call, task, kind or profile has a name that no reference could spell"
        remedy "the nearest that is a name"
        bad fields!("2nd: {type: text, from: name}"),
        good fields!("second: {type: text, from: name}");
    INCLUDE_MISSING "include/missing" Refused
        when "a file or folder that the station names is not there"
        remedy "the nearest file beside it"
        bad Example::station(concat!("include: [kitchen.yaml]\n", api!(), "skills: []\n")),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    INCLUDE_CYCLE "include/cycle" Refused
        when "files include one another in a circle"
        remedy "delete one `include`"
        bad Example::station(concat!("include: [station.yaml]\n", api!(), "skills: []\n")),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
}
