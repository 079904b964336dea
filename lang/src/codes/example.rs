//! Examples of the table of codes: each is short in the table and whole when it is run.

use crate::suggest::nearest;

/// The file `menu.json`, which stands beside an example that names it (itself `station.yaml`).
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

/// What an example is the text of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A kind's `when`, over these presented fields: name and type.
    Condition(&'static [(&'static str, &'static str)]),
    /// A guard's `require`, over these answers to a form: name and type.
    Require(&'static [(&'static str, &'static str)]),
    /// A station file.
    Station,
    /// A call of the registry of instruction skills, as JSON: `{"resolve": {"bundle": […], "call": […]}}` or
    /// `{"make_load_skill_tool": […]}`, with the limits that are not the usual ones.
    Instructions,
}

/// A text that earns a code, or its like that does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// What it is.
    pub subject: Subject,
    before: &'static str,
    unit: &'static str,
    times: usize,
    after: &'static str,
}

impl Example {
    pub(super) const fn condition(
        fields: &'static [(&'static str, &'static str)],
        text: &'static str,
    ) -> Example {
        Example { subject: Subject::Condition(fields), before: text, unit: "", times: 0, after: "" }
    }

    pub(super) const fn require(
        answers: &'static [(&'static str, &'static str)],
        text: &'static str,
    ) -> Example {
        Example { subject: Subject::Require(answers), before: text, unit: "", times: 0, after: "" }
    }

    pub(super) const fn station(text: &'static str) -> Example {
        Example { subject: Subject::Station, before: text, unit: "", times: 0, after: "" }
    }

    pub(super) const fn instructions(text: &'static str) -> Example {
        Example { subject: Subject::Instructions, before: text, unit: "", times: 0, after: "" }
    }

    /// The same with a part between two others, many times over.
    pub(super) const fn repeated(
        self,
        times: usize,
        unit: &'static str,
        after: &'static str,
    ) -> Example {
        Example { subject: self.subject, before: self.before, unit, times, after }
    }

    /// The whole text, as it is run.
    pub fn text(&self) -> String {
        [self.before, &self.unit.repeat(self.times), self.after].concat()
    }

    /// The whole of it as files: `station.yaml`, in which a condition stands where it is read, and the files that it names.
    pub fn files(&self) -> Vec<(&'static str, String)> {
        let station = match self.subject {
            Subject::Station | Subject::Instructions => self.text(),
            Subject::Condition(_) => self.kind(),
            Subject::Require(_) => self.guard(),
        };
        let beside = [
            ("menu.json", MENU),
            ("board.json", BOARD),
            ("order.json", ORDER),
            ("desk.yaml", DESK),
        ];
        let beside: Vec<_> = beside
            .into_iter()
            .chain(GUIDES.iter().copied())
            .filter(|(name, _)| station.contains(name.split('/').next().unwrap_or(name)))
            .map(|(name, text)| (name, text.to_owned()))
            .collect();
        [vec![("station.yaml", station)], beside].concat()
    }

    /// What is declared for a condition, name and type, as far as it is read or misspelt there.
    pub fn declared(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let declared = match self.subject {
            Subject::Station | Subject::Instructions => &[][..],
            Subject::Condition(declared) | Subject::Require(declared) => declared,
        };
        let text = self.shown();
        declared.iter().copied().filter(move |(name, _)| {
            let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            words.any(|word| word == *name || nearest(word, [*name]).is_some())
        })
    }

    /// A station whose only kind has the condition.
    fn kind(&self) -> String {
        let declared: Vec<_> = self.declared().collect();
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
            quoted(&self.text()),
            fields.join(", ")
        )
    }

    /// A station whose lines are held by the condition, over answers to a form.
    fn guard(&self) -> String {
        let answers: Vec<_> =
            self.declared().map(|(name, ty)| format!("{name}: {{type: {ty}}}")).collect();
        format!(
            "apis: [{{name: shop, rows: {{getMenu: menu.json}}}}]\nskills:\n  - name: menu\n    cognitive: {{objective: \
             Choose what to eat}}\n    invoke: {{method: getMenu}}\n    kinds: {{dish: {{}}}}\n    select:\n      \
             guards:\n        - form: {{{}}}\n        - require: {}\n",
            answers.join(", "),
            quoted(&self.text())
        )
    }

    /// The text to show: what stands in it many times stands once, with how often.
    pub fn shown(&self) -> String {
        if self.times == 0 {
            return self.before.to_owned();
        }
        let (before, unit, after) = (self.before, self.unit.trim_end(), self.after);
        format!("{before}{unit} … ({} times) {after}", self.times).trim_end().to_owned()
    }
}

/// A text in the quotes of YAML in which nothing is undone but the quote itself.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
