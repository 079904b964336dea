//! The files that the examples of codes need.

use lang::codes::{Example, Subject};

/// The file `menu.json`, for examples whose `station.yaml` names it.
pub const MENU: &str = r#"[{"id": "1", "category": "bread", "name": "Baguette", "price": 1.2}]"#;

/// The file `board.json`, likewise: an answer with two arrays.
pub const BOARD: &str =
    r#"{"dishes": [{"id": "1", "name": "Soup"}], "drinks": [{"id": "2", "name": "Cider"}]}"#;

/// The file `order.json`, likewise: what an operation that orders takes.
pub const ORDER: &str = r#"[{"key": "k", "dish": "1", "lines": []}]"#;

/// The file `desk.yaml`, likewise: a small OpenAPI document.
pub const DESK: &str = "\
openapi: 3.0.3
info: {title: Desk, version: '1'}
paths:
  /shops/{shop}:
    parameters: [{name: shop, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: The shop}}}
  /shops/{shop}/tickets:
    parameters: [{name: shop, in: path, required: true, schema: {type: string}}]
    get:
      operationId: listTickets
      parameters:
        - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 50}}
        - {name: state, in: query, schema: {type: string, enum: [open, closed]}}
      responses:
        '200':
          description: Tickets
          content: {application/json: {schema: {type: array, items: {type: object}}}}
";

/// Files of instruction skills, likewise: in `guides` is a good one, in `copies` one of the same name, in `drafts` one
/// without a description.
pub const GUIDES: &[(&str, &str)] = &[
    (
        "guides/refunds/SKILL.md",
        "---\nname: refunds\ndescription: money goes back\n---\nAsk first.\n",
    ),
    ("copies/refunds/SKILL.md", "---\nname: refunds\ndescription: the same\n---\nAsk.\n"),
    ("drafts/refunds/SKILL.md", "---\nname: refunds\n---\nAsk.\n"),
];

/// The files of an example: `station.yaml`, which contains the condition of a condition example, and the files that it
/// names.
pub fn files(example: &Example) -> Vec<(&'static str, String)> {
    let station = match example.subject {
        Subject::Station | Subject::Instructions => example.text(),
        Subject::Condition(_) => kind(example),
        Subject::Require(_) => guard(example),
    };
    let beside =
        [("menu.json", MENU), ("board.json", BOARD), ("order.json", ORDER), ("desk.yaml", DESK)];
    let beside: Vec<_> = beside
        .into_iter()
        .chain(GUIDES.iter().copied())
        .filter(|(name, _)| station.contains(name.split('/').next().unwrap_or(name)))
        .map(|(name, text)| (name, text.to_owned()))
        .collect();
    [vec![("station.yaml", station)], beside].concat()
}

/// A station whose only kind has the condition.
fn kind(example: &Example) -> String {
    let declared: Vec<_> = example.declared().collect();
    let currency = declared.iter().any(|(_, ty)| *ty == "price");
    let field = |(name, ty): &(&str, &str)| match *name {
        "name" => format!("{name}: {{type: {ty}, role: title}}"),
        "price" => format!("{name}: {{type: {ty}, role: billed}}"),
        _ => format!("{name}: {{type: {ty}}}"),
    };
    let fields: Vec<_> = declared.iter().map(field).collect();
    format!(
        "{}apis: [{{name: shop, rows: {{getMenu: menu.json}}}}]\nskills:\n  - name: menu\n    cognitive: {{objective: \
         Choose what to eat}}\n    invoke: {{method: getMenu}}\n    kinds:\n      dish:\n        when: {}\n    present: \
         {{fields: {{{}}}}}\n",
        if currency { "global: {currency: EUR}\n" } else { "" },
        quoted(&example.text()),
        fields.join(", ")
    )
}

/// A station whose lines are held by the condition, over answers to a form.
fn guard(example: &Example) -> String {
    let answers: Vec<_> =
        example.declared().map(|(name, ty)| format!("{name}: {{type: {ty}}}")).collect();
    format!(
        "apis: [{{name: shop, rows: {{getMenu: menu.json}}}}]\nskills:\n  - name: menu\n    cognitive: {{objective: \
         Choose what to eat}}\n    invoke: {{method: getMenu}}\n    kinds: {{dish: {{}}}}\n    select:\n      \
         guards:\n        - form: {{{}}}\n        - require: {}\n",
        answers.join(", "),
        quoted(&example.text())
    )
}

/// A text in the quotes of YAML in which nothing is undone but the quote itself.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
