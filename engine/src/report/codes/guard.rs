//! The codes of selections, guards and policies.

use lang::codes::{Example, codes};

use super::stations::{api, chosen, desked, skill};

codes! {
    /// The codes of selections, guards and policies.
    GUARD:
    SELECT_MAX_ITEMS "select/max-items" Refused
        when "`max_items` is not a whole number of 1 or more"
        remedy "write a whole number of 1 or more"
        bad chosen!("max_items: 0"),
        good chosen!("max_items: 1");
    SELECT_QUANTITY "select/quantity" Refused
        when "`min` is over `max`, `step` is not over 0, or the rule accepts no quantity. The message points at the key"
        remedy "write a rule that accepts a quantity"
        bad chosen!("quantity: {min: 3, max: 2}"),
        good chosen!("quantity: {min: 2, max: 3}");
    SELECT_UNIQUE "select/unique" Refused
        when "`unique` contains no reference, a reference that is not allowed there, or a word that `unique` does not know"
        remedy "use the allowed references; the allowed words are `scope: station` and `after: free`"
        bad chosen!("unique: \"$item.reference\""),
        good chosen!("unique: \"$item.ref\"");
    SELECT_VALID_FOR "select/valid-for" Refused
        when "`valid_for` is not a whole number over 0 with one of `s m h d w`"
        remedy "follow the example: `30d`"
        bad chosen!("valid_for: 30 days"),
        good chosen!("valid_for: 30d");
    SELECT_GUARD_UNUSED "select/guard-unused" Warning
        when "the list of every kind leaves out a guard of the skill, so the guard holds nothing"
        remedy "write `guards: {add: […]}` on a kind, or delete the guard"
        bad skill!(
            "invoke: {method: getMenu}" "kinds: {dish: {select: {guards: []}}}"
            "select: {guards: [form: {table: {type: integer}}]}"
        ),
        good skill!(
            "invoke: {method: getMenu}" "kinds: {dish: {select: {guards: {add: []}}}}"
            "select: {guards: [form: {table: {type: integer}}]}"
        );
    GUARD_SHAPE "guard/shape" Refused
        when "a guard has none of the nine keys, or has several of them"
        remedy "write one guard per entry; use the nearest key"
        bad chosen!("guards: [requires: \"$item.fields.price > 0\"]"),
        good chosen!("guards: [require: \"$item.fields.price > 0\"]");
    GUARD_POSITION "guard/position" Refused
        when "the guard is not allowed in this place"
        remedy "move the guard to a place where it is allowed"
        bad chosen!("guards: [submitted_by: [person]]"),
        good chosen!("guards: [permission: {profiles: [everyone]}]");
    GUARD_FORM_TYPE "guard/form-type" Refused
        when "the type of a form field is not in the type table"
        remedy "use the nearest type"
        bad chosen!("guards: [form: {table: {type: int}}]"),
        good chosen!("guards: [form: {table: {type: integer}}]");
    GUARD_FORM_DUPLICATE "guard/form-duplicate" Refused
        when "two forms of one effective list ask for the same name"
        remedy "choose another name, or use one form"
        bad chosen!("guards: [form: {table: {type: integer}}, form: {table: {type: text}}]"),
        good chosen!("guards: [form: {table: {type: integer}}, form: {guest: {type: text}}]");
    GUARD_ROLE_UNKNOWN "guard/role-unknown" Refused
        when "no profile and no token has the role"
        remedy "use the nearest role"
        bad chosen!("guards: [approval: {role: chef}]" ; "profiles: {customer: {grants: \"*\", roles: [cook]}}"),
        good chosen!("guards: [approval: {role: cook}]" ; "profiles: {customer: {grants: \"*\", roles: [cook]}}");
    GUARD_PROFILE_UNKNOWN "guard/profile-unknown" Refused
        when "`permission` or `submitted_by` names a profile that is not declared"
        remedy "use the nearest name"
        bad chosen!("guards: [permission: {profiles: [everybody]}]"),
        good chosen!("guards: [permission: {profiles: [everyone]}]");
    GUARD_POLICY_UNKNOWN "guard/policy-unknown" Refused
        when "a guard or `output_filters` names a policy that is not declared"
        remedy "use the nearest name"
        bad chosen!("guards: [policy: cheep]" ; "policies: {cheap: {require: \"$item.fields.price < 10\"}}"),
        good chosen!("guards: [policy: cheap]" ; "policies: {cheap: {require: \"$item.fields.price < 10\"}}");
    GUARD_OPERATION_UNKNOWN "guard/operation-unknown" Refused
        when "`check`, `update` or `reconcile` names an operation that does not exist"
        remedy "use the nearest name"
        bad chosen!("guards: [check: getMenus]"),
        good chosen!("guards: [check: getMenu]");
    GUARD_CHECK_WRITES "guard/check-writes" Refused
        when "the operation of a `check`, `update` or `reconcile` is not `access: read`"
        remedy "write `access: read` on the operation, if the operation only reads"
        bad chosen!("guards: [check: book]" ; "    operations: {book: {access: write}}"),
        good chosen!("guards: [check: book]" ; "    operations: {book: {access: read}}");
    GUARD_ARGUMENT_UNKNOWN "guard/argument-unknown" Refused
        when "the operation does not have this argument, or has several places of that name"
        remedy "use the nearest argument, with its place"
        bad chosen!("guards: [check: {method: getMenu, args: {catgory: bread}}]"),
        good chosen!("guards: [check: {method: getMenu, args: {category: bread}}]");
    GUARD_ARGUMENT_MISSING "guard/argument-missing" Refused
        when "the operation requires an argument that the short form does not find and the long form does not give"
        remedy "use the long form, with the argument"
        bad desked!("select: {guards: [check: listTickets]}"),
        good desked!("select: {guards: [check: {method: listTickets, args: {shop: \"$item.ref\"}}]}");
    GUARD_ARGUMENT_TYPE "guard/argument-type" Refused
        when "the argument does not take the type of a value, or a value is outside the argument's enum, bounds or pattern"
        remedy "use one of the types that the argument takes"
        bad desked!("select: {guards: [check: {method: listTickets, args: {shop: \"$item.ref\", limit: soon}}]}"),
        good desked!("select: {guards: [check: {method: listTickets, args: {shop: \"$item.ref\", limit: 5}}]}");
    GUARD_REFERENCE "guard/reference" Refused
        when "`args`, `from` or `reason` does not name anything that is allowed there"
        remedy "use the nearest name; the help also gives the allowed names"
        bad chosen!("guards: [check: {method: getMenu, args: {price: \"$item.price\"}}]"),
        good chosen!("guards: [check: {method: getMenu, args: {price: \"$item.fields.price\"}}]");
    GUARD_UPDATE_FIELD "guard/update-field" Refused
        when "`update` names neither `price` nor a presented field"
        remedy "use the nearest field"
        bad chosen!("guards: [update: {prices: getMenu}]"),
        good chosen!("guards: [update: {price: getMenu}]");
    GUARD_BUDGET "guard/budget" Refused
        when "`max` is not a positive price, `per` or `of` is not one of its words, or there is no billed price to count"
        remedy "write the budget in its form, or add a `billed` field"
        bad chosen!("guards: [budget: {max: 100, per: year, of: person}]"),
        good chosen!("guards: [budget: {max: 100, per: month, of: person}]");
    POLICY_SHAPE "policy/shape" Refused
        when "a policy has neither `require` nor `judge`, or has both"
        remedy "use one of them"
        bad chosen!("guards: [policy: cheap]" ; "policies: {cheap: {}}"),
        good chosen!("guards: [policy: cheap]" ; "policies: {cheap: {require: \"$item.fields.price < 10\"}}");
    POLICY_EFFECT "policy/effect" Refused
        when "`effect` is neither `block` nor, for a judge, `rewrite`"
        remedy "use one of these words"
        bad chosen!("guards: [policy: cheap]" ; "policies: {cheap: {require: \"$item.fields.price < 10\", effect: rewrite}}"),
        good chosen!("guards: [policy: cheap]" ; "policies: {cheap: {require: \"$item.fields.price < 10\", effect: block}}");
    POLICY_URL "policy/url" Refused
        when "the `url` of a judge is not http(s)"
        remedy "write an absolute address"
        bad chosen!("guards: [policy: polite]" ; "policies: {polite: {judge: {url: judge.example}}}"),
        good chosen!("guards: [policy: polite]" ; "policies: {polite: {judge: {url: \"https://judge.example\"}}}");
}
