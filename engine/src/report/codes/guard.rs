//! The codes of selections, guards and policies.

use lang::codes::{Example, codes};

use super::stations::{api, chosen, desked, skill};

codes! {
    /// The codes of selections, guards and policies.
    GUARD:
    SELECT_MAX_ITEMS "select/max-items" Refused
        when "`max_items` is no whole number from 1"
        remedy "the form"
        bad chosen!("max_items: 0"),
        good chosen!("max_items: 1");
    SELECT_QUANTITY "select/quantity" Refused
        when "`min` over `max`, `step` not over 0, or no quantity that the rule accepts; at the key"
        remedy "a rule that accepts one"
        bad chosen!("quantity: {min: 3, max: 2}"),
        good chosen!("quantity: {min: 2, max: 3}");
    SELECT_UNIQUE "select/unique" Refused
        when "`unique` has no reference, or one that may not stand there, or a word that it does not know"
        remedy "the references; `scope: station`, `after: free`"
        bad chosen!("unique: \"$item.reference\""),
        good chosen!("unique: \"$item.ref\"");
    SELECT_VALID_FOR "select/valid-for" Refused
        when "no whole number over 0 with one of `s m h d w`"
        remedy "an example: `30d`"
        bad chosen!("valid_for: 30 days"),
        good chosen!("valid_for: 30d");
    SELECT_GUARD_UNUSED "select/guard-unused" Warning
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
    GUARD_SHAPE "guard/shape" Refused
        when "a guard has none of the nine keys, or several"
        remedy "one guard an entry; the nearest key"
        bad chosen!("guards: [requires: \"$item.fields.price > 0\"]"),
        good chosen!("guards: [require: \"$item.fields.price > 0\"]");
    GUARD_POSITION "guard/position" Refused
        when "the guard may not stand there"
        remedy "where it may"
        bad chosen!("guards: [submitted_by: [person]]"),
        good chosen!("guards: [permission: {profiles: [everyone]}]");
    GUARD_FORM_TYPE "guard/form-type" Refused
        when "a form field's type is outside the table"
        remedy "the nearest"
        bad chosen!("guards: [form: {table: {type: int}}]"),
        good chosen!("guards: [form: {table: {type: integer}}]");
    GUARD_FORM_DUPLICATE "guard/form-duplicate" Refused
        when "two forms of one effective list ask one name"
        remedy "another name, or one form"
        bad chosen!("guards: [form: {table: {type: integer}}, form: {table: {type: text}}]"),
        good chosen!("guards: [form: {table: {type: integer}}, form: {guest: {type: text}}]");
    GUARD_ROLE_UNKNOWN "guard/role-unknown" Refused
        when "no profile and no token has the role"
        remedy "the nearest"
        bad chosen!("guards: [approval: {role: chef}]" ; "profiles: {customer: {grants: \"*\", roles: [cook]}}"),
        good chosen!("guards: [approval: {role: cook}]" ; "profiles: {customer: {grants: \"*\", roles: [cook]}}");
    GUARD_PROFILE_UNKNOWN "guard/profile-unknown" Refused
        when "`permission` or `submitted_by` names no profile"
        remedy "the nearest"
        bad chosen!("guards: [permission: {profiles: [everybody]}]"),
        good chosen!("guards: [permission: {profiles: [everyone]}]");
    GUARD_POLICY_UNKNOWN "guard/policy-unknown" Refused
        when "no policy of that name, in guards or `output_filters`"
        remedy "the nearest"
        bad chosen!("guards: [policy: cheep]" ; "policies: {cheap: {require: \"$item.fields.price < 10\"}}"),
        good chosen!("guards: [policy: cheap]" ; "policies: {cheap: {require: \"$item.fields.price < 10\"}}");
    GUARD_OPERATION_UNKNOWN "guard/operation-unknown" Refused
        when "`check`, `update` or `reconcile` names no operation"
        remedy "the nearest"
        bad chosen!("guards: [check: getMenus]"),
        good chosen!("guards: [check: getMenu]");
    GUARD_CHECK_WRITES "guard/check-writes" Refused
        when "the operation of a `check`, `update` or `reconcile` is not `access: read`"
        remedy "`access: read` on the operation, where it only reads"
        bad chosen!("guards: [check: book]" ; "    operations: {book: {access: write}}"),
        good chosen!("guards: [check: book]" ; "    operations: {book: {access: read}}");
    GUARD_ARGUMENT_UNKNOWN "guard/argument-unknown" Refused
        when "the operation has no such argument, or several places of that name"
        remedy "the nearest, with its place"
        bad chosen!("guards: [check: {method: getMenu, args: {catgory: bread}}]"),
        good chosen!("guards: [check: {method: getMenu, args: {category: bread}}]");
    GUARD_ARGUMENT_MISSING "guard/argument-missing" Refused
        when "the operation requires an argument that the short form does not find and the long form does not give"
        remedy "the long form, with the argument"
        bad desked!("select: {guards: [check: listTickets]}"),
        good desked!("select: {guards: [check: {method: listTickets, args: {shop: \"$item.ref\"}}]}");
    GUARD_ARGUMENT_TYPE "guard/argument-type" Refused
        when "a value is of a type that the argument does not take, or outside its enum, bounds or pattern"
        remedy "the types that it takes"
        bad desked!("select: {guards: [check: {method: listTickets, args: {shop: \"$item.ref\", limit: soon}}]}"),
        good desked!("select: {guards: [check: {method: listTickets, args: {shop: \"$item.ref\", limit: 5}}]}");
    GUARD_REFERENCE "guard/reference" Refused
        when "`args`, `from` or `reason` names nothing that may stand there"
        remedy "the nearest; what may stand there"
        bad chosen!("guards: [check: {method: getMenu, args: {price: \"$item.price\"}}]"),
        good chosen!("guards: [check: {method: getMenu, args: {price: \"$item.fields.price\"}}]");
    GUARD_UPDATE_FIELD "guard/update-field" Refused
        when "`update` names neither `price` nor a presented field"
        remedy "the nearest field"
        bad chosen!("guards: [update: {prices: getMenu}]"),
        good chosen!("guards: [update: {price: getMenu}]");
    GUARD_BUDGET "guard/budget" Refused
        when "`max` is no positive price, `per` or `of` is none of its words, or there is no billed price to count"
        remedy "the form; a `billed` field"
        bad chosen!("guards: [budget: {max: 100, per: year, of: person}]"),
        good chosen!("guards: [budget: {max: 100, per: month, of: person}]");
    POLICY_SHAPE "policy/shape" Refused
        when "a policy has neither `require` nor `judge`, or both"
        remedy "one of them"
        bad chosen!("guards: [policy: cheap]" ; "policies: {cheap: {}}"),
        good chosen!("guards: [policy: cheap]" ; "policies: {cheap: {require: \"$item.fields.price < 10\"}}");
    POLICY_EFFECT "policy/effect" Refused
        when "`effect` is neither `block` nor, of a judge, `rewrite`"
        remedy "the words"
        bad chosen!("guards: [policy: cheap]" ; "policies: {cheap: {require: \"$item.fields.price < 10\", effect: rewrite}}"),
        good chosen!("guards: [policy: cheap]" ; "policies: {cheap: {require: \"$item.fields.price < 10\", effect: block}}");
    POLICY_URL "policy/url" Refused
        when "a judge's `url` is not http(s)"
        remedy "an absolute address"
        bad chosen!("guards: [policy: polite]" ; "policies: {polite: {judge: {url: judge.example}}}"),
        good chosen!("guards: [policy: polite]" ; "policies: {polite: {judge: {url: \"https://judge.example\"}}}");
}
