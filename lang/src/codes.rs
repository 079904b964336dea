//! Diagnostic codes: the table that each crate has, and the codes of the language.
//!
//! A code has a stable name, a severity, a description, a remedy and two examples. Its meaning never changes.

mod example;

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

pub use self::example::{Example, Subject};
pub use crate::codes;

/// How serious a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// For information only.
    Note,
    /// The station loads, but the author should look at it.
    Warning,
    /// The condition does not compile, and the station does not load.
    Refused,
}

impl Severity {
    /// The word before the code in a printed finding.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Refused => "error",
        }
    }
}

/// One row of a table of codes.
#[derive(Debug)]
pub struct Entry {
    /// The name, `area/what`.
    pub name: &'static str,
    /// The severity of every finding with this code.
    pub severity: Severity,
    /// When a finding gets this code.
    pub when: &'static str,
    /// What the author can do about it.
    pub remedy: &'static str,
    /// An input that gets this code.
    pub bad: Example,
    /// A similar input that does not get it.
    pub good: Example,
}

/// A diagnostic code: a reference to its row in a table.
///
/// Two codes are equal if they have the same name. [`codes!`](crate::codes!) declares them.
#[derive(Clone, Copy)]
pub struct Code(&'static Entry);

impl Code {
    /// The code of a row.
    pub const fn new(entry: &'static Entry) -> Code {
        Code(entry)
    }

    /// The name that is printed.
    pub fn as_str(self) -> &'static str {
        self.0.name
    }

    /// The severity of every finding with this code.
    pub fn severity(self) -> Severity {
        self.0.severity
    }

    /// When a finding gets this code.
    pub fn when(self) -> &'static str {
        self.0.when
    }

    /// What the author can do about it.
    pub fn remedy(self) -> &'static str {
        self.0.remedy
    }

    /// An input that gets this code.
    pub fn bad(self) -> Example {
        self.0.bad
    }

    /// A similar input that does not get it.
    pub fn good(self) -> Example {
        self.0.good
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Code) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Code {}

impl PartialOrd for Code {
    fn partial_cmp(&self, other: &Code) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Code {
    fn cmp(&self, other: &Code) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl Hash for Code {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Declares a table of codes: one constant per row, and the list of all of them.
///
/// ```
/// # use pointsman_lang as lang;
/// use lang::codes::Example;
///
/// lang::codes! {
///     /// The codes of a tea shop.
///     TEA:
///     TEA_COLD "tea/cold" Warning
///         when "the tea is below 60 °C"
///         remedy "warm it"
///         bad Example::station("tea: 40\n"),
///         good Example::station("tea: 80\n");
/// }
/// assert_eq!((TEA, TEA_COLD.as_str()), (&[TEA_COLD][..], "tea/cold"));
/// ```
#[macro_export]
macro_rules! codes {
    ($(#[$about:meta])* $table:ident:
        $($code:ident $name:literal $severity:ident
            when $when:literal
            remedy $remedy:literal
            bad $bad:expr,
            good $good:expr;
        )*
    ) => {
        $(
            #[doc = concat!("`", $name, "`: ", $when, ".")]
            pub const $code: $crate::codes::Code = {
                static ENTRY: $crate::codes::Entry = $crate::codes::Entry {
                    name: $name,
                    severity: $crate::codes::Severity::$severity,
                    when: $when,
                    remedy: $remedy,
                    bad: $bad,
                    good: $good,
                };
                $crate::codes::Code::new(&ENTRY)
            };
        )*

        $(#[$about])*
        pub const $table: &[$crate::codes::Code] = &[$($code),*];
    };
}

/// The code of the language with this name; `None` if there is none.
pub fn named(name: &str) -> Option<Code> {
    LANGUAGE.iter().copied().find(|code| code.as_str() == name)
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

/// The form answers that the examples of guards read.
const ANSWERS: &[(&str, &str)] =
    &[("agreed", "boolean"), ("country", "text"), ("copies", "integer")];

const fn require(text: &'static str) -> Example {
    Example::require(ANSWERS, text)
}

const fn condition(text: &'static str) -> Example {
    Example::condition(FIELDS, text)
}

/// A station of one skill with one kind; the argument is the kind's `when`, with its quotes.
macro_rules! when {
    ($when:literal) => {
        Example::station(concat!(
            "apis:\n  - name: shop\n    rows: {getMenu: menu.json}\n",
            "skills:\n  - name: menu\n    cognitive: {objective: Choose what to eat}\n",
            "    invoke: {method: getMenu}\n    kinds:\n      bread:\n        when: ",
            $when,
            "\n    present: {fields: {category: {type: text}}}\n",
        ))
    };
}

/// A station of one skill with the given kinds.
macro_rules! kinds {
    ($($line:literal)*) => {
        Example::station(concat!(
            "apis:\n  - name: shop\n    rows: {getMenu: menu.json}\n",
            "skills:\n  - name: menu\n    cognitive: {objective: Choose what to eat}\n",
            "    invoke: {method: getMenu}\n    kinds:\n",
            $("      ", $line, "\n",)*
            "    present: {fields: {category: {type: text}, stock: {type: integer}}}\n",
        ))
    };
}

codes! {
    /// The codes of the language: of conditions, and of the conditions of kinds together.
    LANGUAGE:
    KINDS_NEVER "kinds/never" Refused
        when "a kind's `when` can be true of no row; with the parts that exclude each other"
        remedy "the part to change"
        bad kinds!("few: {when: '$fields.stock > 1 and $fields.stock < 2'}"),
        good kinds!("few: {when: '$fields.stock > 1 and $fields.stock < 3'}");
    KINDS_OVERLAP "kinds/overlap" Warning
        when "two kinds are true of one row, which is offered as neither; with that row"
        remedy "the part that would tell them apart"
        bad kinds!("few: {when: '$fields.stock > 0'}" "many: {when: '$fields.stock > 9'}"),
        good kinds!("few: {when: '$fields.stock > 0 and $fields.stock <= 9'}" "many: {when: '$fields.stock > 9'}");
    KINDS_GAP "kinds/gap" Note
        when "a row is of no kind and not offered; with that row"
        remedy "a kind for it, where it should be offered"
        bad kinds!("bread: {when: \"$fields.category == 'bread'\"}"),
        good kinds!("priced: {when: '$fields.stock is known'}" "other: {when: '$fields.stock is not known'}");
    CONDITION_EMPTY "condition/empty" Refused
        when "nothing but white space"
        remedy "a condition, or delete the key"
        bad condition("  "),
        good condition("$fields.active");
    CONDITION_SYNTAX "condition/syntax" Refused
        when "no condition; at the token, or at the end"
        remedy "what could stand there"
        bad condition("$fields.price > 0 and"),
        good condition("$fields.price > 0 and $fields.active");
    CONDITION_FOREIGN_SPELLING "condition/foreign-spelling" Refused
        when "the spelling of another language (`&&`, `=`, `AND`, `fields.x`, curly quotes, a non-breaking space …)"
        remedy "the spelling here"
        bad condition("$fields.active && $fields.stock = 1"),
        good condition("$fields.active and $fields.stock == 1");
    CONDITION_ESCAPE "condition/escape" Refused
        when "an escape that is none; at its place"
        remedy "the escapes are `\\\\ \\' \\\" \\n \\t \\r \\u{1F600}`; `\\\\` for a backslash"
        bad condition(r"$fields.name matches '^\d+$'"),
        good condition(r"$fields.name matches '^\\d+$'");
    CONDITION_UNCLOSED_TEXT "condition/unclosed-text" Refused
        when "a text does not end"
        remedy "the closing quote"
        bad condition("$fields.category == 'bread"),
        good condition("$fields.category == 'bread'");
    CONDITION_CHAINED "condition/chained" Refused
        when "comparisons in a row"
        remedy "`a < b and b < c`"
        bad condition("1 < $fields.price < 10"),
        good condition("1 < $fields.price and $fields.price < 10");
    CONDITION_DIVISION "condition/division" Refused
        when "`/`: it is the one operator that rounds or fails"
        remedy "multiply the other side"
        bad condition("$fields.price / 2 > 10"),
        good condition("$fields.price > 10 * 2");
    CONDITION_TOO_LONG "condition/too-long" Refused
        when "over 64 KiB of source"
        remedy "a list of literals, or several guards"
        bad condition("$fields.active").repeated(4_000, " or $fields.active", ""),
        good condition("$fields.active").repeated(3, " or $fields.active", "");
    CONDITION_TOO_DEEP "condition/too-deep" Refused
        when "over 64 levels of nesting"
        remedy "fewer parentheses; a chain is one level"
        bad condition("").repeated(65, "not ", "$fields.active"),
        good condition("").repeated(64, "not ", "$fields.active");
    CONDITION_TOO_MANY_ATOMS "condition/too-many-atoms" Refused
        when "over 4,096 atoms"
        remedy "`in [...]` for a row of equalities"
        bad condition("$fields.x").repeated(4_096, " or $fields.x", ""),
        good condition("$fields.stock in [1, 2, 3]");
    CONDITION_TOO_MANY_MEMBERS "condition/too-many-members" Refused
        when "over 10,000 members in a list"
        remedy "a field of the tenant that says it"
        bad condition("$fields.stock in [0").repeated(10_000, ",1", "]"),
        good condition("$fields.stock in [0").repeated(9_999, ",1", "]");
    CONDITION_NUMBER_FORM "condition/number-form" Refused
        when "a number in another spelling: `007`, `.5`, `5.`, `0x10`, `1_000`"
        remedy "the number as it is written here; quotes, where an identifier is meant"
        bad condition("$fields.price > .5"),
        good condition("$fields.price > 0.5");
    CONDITION_NUMBER_RANGE "condition/number-range" Refused
        when "a number literal beyond 38 digits, 38 decimals or 10^38"
        remedy "the bounds"
        bad condition("$fields.price < 1e400"),
        good condition("$fields.price < 1e37");
    CONDITION_REGEX "condition/regex" Refused
        when "the pattern is no regular expression of the `regex` crate; at its place"
        remedy "what is wrong in it"
        bad condition("$fields.name matches '(bread'"),
        good condition("$fields.name matches '(bread)'");
    CONDITION_REGEX_SIZE "condition/regex-size" Refused
        when "the compiled pattern is over 1 MiB"
        remedy "smaller repetitions"
        bad condition(r"$fields.name matches '\\w{1000}{1000}'"),
        good condition(r"$fields.name matches '\\w{3}'");
    CONDITION_ROOT_UNKNOWN "condition/root-unknown" Refused
        when "`$root` is no root"
        remedy "the nearest"
        bad condition("$field.active"),
        good condition("$fields.active");
    CONDITION_ROOT_NOT_HERE "condition/root-not-here" Refused
        when "the root exists and may not be read here"
        remedy "where it may be read; `$params[task].name` in a playbook"
        bad condition("$fields.price < $params.budget"),
        good condition("$fields.price < 10");
    CONDITION_FIELD_UNKNOWN "condition/field-unknown" Refused
        when "the root has no such name (field, parameter, form field, task, call, output)"
        remedy "the nearest; declare it"
        bad condition("$fields.catgory == 'bread'"),
        good condition("$fields.category == 'bread'");
    CONDITION_ITEM_QUANTITY "condition/item-quantity" Refused
        when "`$item.quantity` is read: a guard sees one add, and a second add would reach the line without it"
        remedy "`select.quantity`"
        bad condition("$item.quantity < 3"),
        good condition("$fields.stock < 3");
    CONDITION_LITERAL_TYPE "condition/literal-type" Refused
        when "a literal of another family than what it is compared with, or `null` with an order"
        remedy "the literal in the other spelling, or the type to declare"
        bad condition("$fields.category == 149"),
        good condition("$fields.category == '149'");
    CONDITION_TYPE_MISMATCH "condition/type-mismatch" Refused
        when "two references of two families are compared"
        remedy "the type to declare"
        bad condition("$fields.category == $fields.stock"),
        good condition("$fields.price == $fields.stock");
    CONDITION_ORDER_ON_TEXT "condition/order-on-text" Refused
        when "an order on texts"
        remedy "the types that have an order"
        bad condition("$fields.category > 'a'"),
        good condition("$fields.category == 'a'");
    CONDITION_ORDER_ON_BOOLEAN "condition/order-on-boolean" Refused
        when "an order on booleans"
        remedy "the reference alone, or with `not`"
        bad condition("$fields.active > false"),
        good condition("$fields.active");
    CONDITION_OPERAND_TYPE "condition/operand-type" Refused
        when "arithmetic, a predicate or a function over the wrong family, or a condition where a value stands"
        remedy "the family that it takes"
        bad condition("$fields.price contains '1'"),
        good condition("$fields.name contains '1'");
    CONDITION_NOT_A_CONDITION "condition/not-a-condition" Refused
        when "a value that is no boolean where a condition stands"
        remedy "a comparison; `is known`"
        bad condition("$fields.price"),
        good condition("$fields.price is known");
    CONDITION_DATETIME_LITERAL "condition/datetime-literal" Refused
        when "a literal beside a datetime is no date and no date-time"
        remedy "the grammar, with an example"
        bad condition("$fields.starts_at < '2026-02-30'"),
        good condition("$fields.starts_at < '2026-02-28'");
    CONDITION_LITERAL_FORM "condition/literal-form" Refused
        when "a literal held against an email or phone field is none"
        remedy "its form, with an example"
        bad condition("$fields.email == 'ann'"),
        good condition("$fields.email == 'ann@example.org'");
    CONDITION_LIST_EMPTY "condition/list-empty" Refused
        when "`in []`"
        remedy "delete the part, which is never true"
        bad condition("$fields.category in []"),
        good condition("$fields.category in ['bread']");
    CONDITION_LIST_MIXED "condition/list-mixed" Refused
        when "a list holds literals of two families"
        remedy "one family; `null` may be among them"
        bad condition("$fields.category in ['149', 150]"),
        good condition("$fields.category in ['149', '150', null]");
    CONDITION_CONSTANT "condition/constant" Refused
        when "`true` or `false` stands as a condition, or a comparison, `in`, `is` or predicate has no reference"
        remedy "delete the part"
        bad condition("$fields.active and true"),
        good condition("$fields.active");
    CONDITION_YAML_COMMENT "condition/yaml-comment" Refused
        when "a ` #` cut the condition short, and what is left is none"
        remedy "quotes round the whole"
        bad when!("$fields.category == 'no #1'"),
        good when!("\"$fields.category == 'no #1'\"");
    CONDITION_YAML_TAG "condition/yaml-tag" Refused
        when "YAML took a leading `!` or quote for itself"
        remedy "quotes round the whole"
        bad when!("!$fields.category == 'bread'"),
        good when!("\"not $fields.category == 'bread'\"");
    CONDITION_YAML_TYPE "condition/yaml-type" Refused
        when "`yes`, `no`, a number, nothing, a list or a map stands where a condition does"
        remedy "a condition, in quotes"
        bad when!("yes"),
        good when!("\"$fields.category is known\"");
    CONDITION_YAML_ESCAPE "condition/yaml-escape" Note
        when "beside a refusal: double quotes, and YAML has already undone a backslash"
        remedy "single quotes, or the backslash twice"
        bad when!(r#""$fields.category matches '\\d+'""#),
        good when!(r#""$fields.category matches '\\\\d+'""#);
    CONDITION_NEVER "condition/never" Refused
        when "nothing makes a `require` true, or a guard's `when` can only be false"
        remedy "the part to change; delete the guard"
        bad require("$form.copies > 1 and $form.copies < 2"),
        good require("$form.copies > 1 and $form.copies < 3");
    CONDITION_ALWAYS "condition/always" Warning
        when "a `require`, or a guard's `when`, can only be true"
        remedy "delete it"
        bad require("$form.copies is known or $form.copies is null"),
        good require("$form.copies is known");
    CONDITION_REDUNDANT "condition/redundant" Warning
        when "a part changes nothing"
        remedy "the condition without it"
        bad condition("$fields.stock > 0 and $fields.stock > 1"),
        good condition("$fields.stock > 1");
    CONDITION_NEGATIVE_GUARD "condition/negative-guard" Warning
        when "a `require` or guard's `when` is made only of `!=`, `not in`, `not (… == …)` on a value that may be absent: omission makes it true"
        remedy "`… is known and …`"
        bad require("$form.country != 'US'"),
        good require("$form.country is known and $form.country != 'US'");
    CONDITION_ABSENT_BOTH "condition/absent-both" Warning
        when "`==` or `!=` of two values that may both be absent, and then are equal"
        remedy "`… is known and …`"
        bad condition("$fields.name == $fields.category"),
        good condition("$fields.name is known and $fields.name == $fields.category");
    CONDITION_CONFUSABLE "condition/confusable" Warning
        when "a literal of mixed scripts, with bidirectional controls, or, beside `id`, not NFC; with its characters by name"
        remedy "the literal in one script"
        bad condition("$fields.category == 'b\u{440}ead'"),
        good condition("$fields.category == 'bread'");
    CONDITION_UNDECIDED "condition/undecided" Note
        when "the analysis of a condition or of a set of kinds ran out of its budget; with the question"
        remedy "a simpler condition"
        bad kinds!("heavy: {when: '$fields.stock * $fields.stock * $fields.stock == 30959144'}"),
        good kinds!("heavy: {when: '$fields.stock > 313'}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_its_code_and_stands_once() {
        for &code in LANGUAGE {
            assert_eq!(named(code.as_str()), Some(code));
        }
        assert_eq!(named("condition/nothing"), None);
    }

    #[test]
    fn an_example_shown_is_short() {
        for &code in LANGUAGE {
            for example in [code.bad(), code.good()] {
                assert!(example.shown().len() < 900, "{code}");
            }
        }
        assert_eq!(CONDITION_TOO_DEEP.bad().shown(), "not … (65 times) $fields.active");
    }
}
