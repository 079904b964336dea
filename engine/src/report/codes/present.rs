//! The codes of presented fields.

use lang::codes::{Example, codes};

use super::stations::{api, fields};

codes! {
    /// The codes of presented fields.
    PRESENT:
    PRESENT_TYPE "present/type" Refused
        when "the type of a field is not in the type table"
        remedy "use the nearest type"
        bad fields!("category: {type: txt}"),
        good fields!("category: {type: text}");
    PRESENT_ROLE "present/role" Refused
        when "a role is not one of the four roles"
        remedy "use the nearest role"
        bad fields!("name: {type: text, role: titel}"),
        good fields!("name: {type: text, role: title}");
    PRESENT_ROLE_TYPE "present/role-type" Refused
        when "the role does not fit the type of the field"
        remedy "use one of the types of the role"
        bad fields!("price: {type: text, role: billed}"),
        good fields!("price: {type: price, role: billed}");
    PRESENT_ROLE_DUPLICATE "present/role-duplicate" Refused
        when "two fields have the same role. The message gives both places"
        remedy "delete one of them"
        bad fields!("name: {type: text, role: title}" "label: {type: text, from: name, role: title}"),
        good fields!("name: {type: text, role: title}" "label: {type: text, from: name}");
    PRESENT_RESERVED_NAME "present/reserved-name" Refused
        when "the field `name` is not the title, the field `price` is not the billed field, or the field `image_url` is not the first image"
        remedy "give the field the role or type that its name needs, or choose another name"
        bad fields!("name: {type: text}"),
        good fields!("name: {type: text, role: title}");
    PRESENT_FORBIDDEN_NAME "present/forbidden-name" Refused
        when "the name of a field is `code`, `slug` or `id`"
        remedy "choose another name, and use `from`"
        bad fields!("id: {type: id}"),
        good fields!("reference: {type: id, from: id}");
    PRESENT_PATH "present/path" Refused
        when "`from` or `ref` has an empty step, a step into a value that the schema says is a scalar, or a step into a list that is not a whole number"
        remedy "use the nearest path of the schema"
        bad fields!("category: {type: text, from: category..label}"),
        good fields!("category: {type: text, from: category}");
    PRESENT_PATH_ABSENT "present/path-absent" Warning
        when "`from`, `ref`, `cadence` or an output names a path that the operation's schema or file of rows does not have, or a path to a list or map. The value is then absent or unreadable in every row"
        remedy "use the nearest path of the schema"
        bad fields!("kind: {type: text, from: categry}"),
        good fields!("kind: {type: text, from: category}");
    PRESENT_CLASS "present/class" Refused
        when "the `class` of a field, parameter or output of any sort is not one of the five classes"
        remedy "use one of the five classes"
        bad fields!("category: {type: text, class: private}"),
        good fields!("category: {type: text, class: public}");
    PRESENT_TEMPLATE_VALUE "present/template-value" Refused
        when "a template does not contain `{value}`"
        remedy "add `{value}` at the place that the help names"
        bad fields!("page: {type: url, from: id, role: link, template: 'https://example.com/menu'}"),
        good fields!("page: {type: url, from: id, role: link, template: 'https://example.com/menu/{value}'}");
    PRESENT_TEMPLATE_MARK "present/template-mark" Refused
        when "a template contains a mark other than `{value}` and `{tenant_url}`, contains `{tenant_url}` elsewhere than at its start, or contains `{tenant_url}` twice"
        remedy "use only these two marks"
        bad fields!("page: {type: url, from: id, role: link, template: 'https://example.com/{lang}/{value}'}"),
        good fields!("page: {type: url, from: id, role: link, template: 'https://example.com/{value}'}");
    PRESENT_TEMPLATE_START "present/template-start" Refused
        when "a template starts neither with `{tenant_url}` nor with `http(s)://`"
        remedy "start the template with `{tenant_url}/…`"
        bad fields!("page: {type: url, from: id, role: link, template: '/menu/{value}'}"),
        good fields!("page: {type: url, from: id, role: link, template: '{tenant_url}/menu/{value}'}");
    PRESENT_TEMPLATE_NOT_LINK "present/template-not-link" Refused
        when "a field that is not the link has a template"
        remedy "write `role: link`, or delete the template"
        bad fields!("page: {type: url, from: id, template: 'https://example.com/{value}'}"),
        good fields!("page: {type: url, from: id, role: link, template: 'https://example.com/{value}'}");
    PRESENT_TENANT_URL_UNSET "present/tenant-url-unset" Warning
        when "a template needs `{tenant_url}`, and neither the file nor the deployment gives it. There is no link"
        remedy "set `tenant_url`, or `TENANT_URL`"
        bad fields!("page: {type: url, from: id, role: link, template: '{tenant_url}/{value}'}"),
        good fields!("page: {type: url, from: id, role: link, template: 'https://example.com/{value}'}");
}
