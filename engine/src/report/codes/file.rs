//! The codes of a station file: YAML, keys, values, names, includes.

use lang::codes::{Example, codes};

use super::stations::{api, fields, skill};

codes! {
    /// The codes of a station file: YAML, keys, values, names, includes.
    FILE:
    YAML_SYNTAX "yaml/syntax" Refused
        when "the file is not YAML. The message points at the character. It calls a tab in indentation a tab"
        remedy "write what YAML expects there"
        bad skill!("invoke: {method: getMenu" "kinds: {dish: {}}"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    YAML_DUPLICATE_KEY "yaml/duplicate-key" Refused
        when "one map contains a key twice, or two files contain the same entry of a map section. The message gives both places"
        remedy "delete or rename one of them"
        bad skill!("invoke: {method: getMenu}" "kinds: {dish: {}}" "kinds: {drink: {}}"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    YAML_SECOND_DOCUMENT "yaml/second-document" Refused
        when "a `---` or `...` starts a second document"
        remedy "keep one station per file: move the second document, and use `include`"
        bad Example::station(concat!("station: bistro\n---\n", api!(), "skills: []\n")),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    YAML_TOO_LARGE "yaml/too-large" Refused
        when "a file is over 4 MiB"
        remedy "split the file with `include`; put rows in a separate file"
        bad Example::station("").repeated(131_073, "# thirty-two bytes of a comment\n", "skills: []\n"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    YAML_TOO_DEEP "yaml/too-deep" Refused
        when "the nesting is over 128 levels"
        remedy "flatten the nesting"
        bad Example::station("skills: ").repeated(200, "[", ""),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    YAML_EXPANSION "yaml/expansion" Refused
        when "aliases add more than 100,000 nodes, or an alias contains itself"
        remedy "write the content out, or use fewer aliases"
        bad Example::station("skills: &all [*all]\n"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    KEY_UNKNOWN "key/unknown" Refused
        when "a key is not known in its place"
        remedy "use the nearest key, or move the key to the place that knows the key"
        bad skill!("invoke: {method: getMenu}" "kind: {dish: {}}"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    KEY_MISSING "key/missing" Refused
        when "a required key is missing. `skills` is always required. `apis`, `global.currency` and the keys of a section are required under their condition"
        remedy "add the key, in its form"
        bad Example::station("station: bistro\n"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    VALUE_TYPE "value/type" Refused
        when "a value does not have the form that its place takes, or the key has nothing after it. Examples: a list instead of a map, a value that is not an IANA time zone, a default that is not of its type"
        remedy "use the form that the place takes; write `{}` for a kind that says nothing"
        bad skill!("invoke: {method: getMenu}" "kinds:" "  dish:"),
        good skill!("invoke: {method: getMenu}" "kinds:" "  dish: {}");
    NAME_FORM "name/form" Refused
        when "a field, line field, form field, parameter, output, call, task, kind or profile has a name that no reference could spell"
        remedy "use the nearest valid name"
        bad fields!("2nd: {type: text, from: name}"),
        good fields!("second: {type: text, from: name}");
    INCLUDE_MISSING "include/missing" Refused
        when "a file or folder that the station names does not exist"
        remedy "use the nearest file in that folder"
        bad Example::station(concat!("include: [kitchen.yaml]\n", api!(), "skills: []\n")),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
    INCLUDE_CYCLE "include/cycle" Refused
        when "files include one another in a circle. The message gives the path"
        remedy "delete one `include`"
        bad Example::station(concat!("include: [station.yaml]\n", api!(), "skills: []\n")),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}");
}
