//! The codes of presented fields.

use lang::codes::{Example, codes};

use super::stations::{api, fields};

codes! {
    /// The codes of presented fields.
    PRESENT:
    PRESENT_TYPE "present/type" Refused
        when "a field's type is outside the table"
        remedy "the nearest"
        bad fields!("category: {type: txt}"),
        good fields!("category: {type: text}");
    PRESENT_ROLE "present/role" Refused
        when "a role is none of the four"
        remedy "the nearest"
        bad fields!("name: {type: text, role: titel}"),
        good fields!("name: {type: text, role: title}");
    PRESENT_ROLE_TYPE "present/role-type" Refused
        when "the role does not go with the field's type"
        remedy "the types of the role"
        bad fields!("price: {type: text, role: billed}"),
        good fields!("price: {type: price, role: billed}");
    PRESENT_ROLE_DUPLICATE "present/role-duplicate" Refused
        when "two fields have one role"
        remedy "delete one"
        bad fields!("name: {type: text, role: title}" "label: {type: text, from: name, role: title}"),
        good fields!("name: {type: text, role: title}" "label: {type: text, from: name}");
    PRESENT_RESERVED_NAME "present/reserved-name" Refused
        when "`name` is not the title, `price` not the billed, or `image_url` not the first image"
        remedy "the role or type that it needs, or another name"
        bad fields!("name: {type: text}"),
        good fields!("name: {type: text, role: title}");
    PRESENT_FORBIDDEN_NAME "present/forbidden-name" Refused
        when "a field is called `code`, `slug` or `id`"
        remedy "another name, with `from`"
        bad fields!("id: {type: id}"),
        good fields!("reference: {type: id, from: id}");
    PRESENT_PATH "present/path" Refused
        when "`from` or `ref` has an empty step, or by the schema a step into a single value, or one into a list that is no whole number"
        remedy "the nearest path of the schema"
        bad fields!("category: {type: text, from: category..label}"),
        good fields!("category: {type: text, from: category}");
    PRESENT_PATH_ABSENT "present/path-absent" Warning
        when "`from`, `ref`, `cadence` or an output names what the operation's schema or file of rows does not have, or what no value is read of: it will be absent or unreadable in every row"
        remedy "the nearest path of the schema"
        bad fields!("kind: {type: text, from: categry}"),
        good fields!("kind: {type: text, from: category}");
    PRESENT_CLASS "present/class" Refused
        when "a `class` is none of the five, on a field, parameter or output of any sort"
        remedy "the five"
        bad fields!("category: {type: text, class: private}"),
        good fields!("category: {type: text, class: public}");
    PRESENT_TEMPLATE_VALUE "present/template-value" Refused
        when "a template has no `{value}`"
        remedy "where it goes"
        bad fields!("page: {type: url, from: id, role: link, template: 'https://example.com/menu'}"),
        good fields!("page: {type: url, from: id, role: link, template: 'https://example.com/menu/{value}'}");
    PRESENT_TEMPLATE_MARK "present/template-mark" Refused
        when "a template has another mark, or `{tenant_url}` elsewhere than at its start, or twice"
        remedy "the two marks"
        bad fields!("page: {type: url, from: id, role: link, template: 'https://example.com/{lang}/{value}'}"),
        good fields!("page: {type: url, from: id, role: link, template: 'https://example.com/{value}'}");
    PRESENT_TEMPLATE_START "present/template-start" Refused
        when "a template starts neither with `{tenant_url}` nor with `http(s)://`"
        remedy "`{tenant_url}/…`"
        bad fields!("page: {type: url, from: id, role: link, template: '/menu/{value}'}"),
        good fields!("page: {type: url, from: id, role: link, template: '{tenant_url}/menu/{value}'}");
    PRESENT_TEMPLATE_NOT_LINK "present/template-not-link" Refused
        when "a template on a field that is not the link"
        remedy "`role: link`, or delete it"
        bad fields!("page: {type: url, from: id, template: 'https://example.com/{value}'}"),
        good fields!("page: {type: url, from: id, role: link, template: 'https://example.com/{value}'}");
    PRESENT_TENANT_URL_UNSET "present/tenant-url-unset" Warning
        when "a template needs `{tenant_url}`, and neither the file nor the deployment gives one: no link"
        remedy "`tenant_url`, or `TENANT_URL`"
        bad fields!("page: {type: url, from: id, role: link, template: '{tenant_url}/{value}'}"),
        good fields!("page: {type: url, from: id, role: link, template: 'https://example.com/{value}'}");
}
