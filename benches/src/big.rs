//! A station of a business with everything in it: 40 skills, 200 kinds, 300 operations of an OpenAPI document.

use std::fmt::Write as _;

use engine::{Deployment, Loaded, SourceFault, Sources, load};

/// How many skills there are.
pub const SKILLS: usize = 40;
/// How many kinds a skill has.
pub const KINDS: usize = 5;
/// How many operations the document describes.
pub const OPERATIONS: usize = 300;

/// What stands between two prices of a skill's kinds.
const STEP: usize = 100;

/// The station's files: its own, and the document of its operations.
#[derive(Clone, Debug)]
pub struct Big {
    /// The station.
    pub station: String,
    /// The document.
    pub document: String,
}

impl Sources for Big {
    fn read(&self, name: &str) -> Result<Vec<u8>, SourceFault> {
        match name {
            "big.yaml" => Ok(self.station.as_str().into()),
            "api.json" => Ok(self.document.as_str().into()),
            _ => Err(SourceFault::Missing),
        }
    }

    fn names(&self) -> Vec<String> {
        ["api.json", "big.yaml"].map(str::to_owned).into()
    }
}

impl Big {
    /// The files, the same each time.
    pub fn new() -> Big {
        let mut station = String::from(
            "global: {currency: EUR}\napis: [{name: shop, openapi: api.json}]\nskills:\n",
        );
        (0..SKILLS).for_each(|number| skill(&mut station, number));
        let paths: Vec<_> = (0..OPERATIONS).map(operation).collect();
        let document = format!(
            "{{\"openapi\": \"3.1.0\", \"info\": {{\"title\": \"Shop\", \"version\": \"1\"}}, \"paths\": {{\n{}\n}}}}\n",
            paths.join(",\n")
        );
        Big { station, document }
    }

    /// Loads the station.
    pub fn loaded(&self) -> Loaded {
        load("big.yaml", self, &Deployment::default())
    }
}

impl Default for Big {
    fn default() -> Big {
        Big::new()
    }
}

/// A skill over two operations: one that lists rows, one that files what was chosen of them.
fn skill(text: &mut String, number: usize) {
    // Writing to a `String` cannot fail.
    let _ = write!(
        text,
        "  - name: skill_{number}
    cognitive:
      objective: Find and order what the department {number} has
      diagnose: [what it is for, by when it is needed]
    params:
      limit: {{type: integer, set_by: [llm, person], optional: true}}
      region: {{type: text, default: north}}
    invoke:
      method: list_{number}
      args: {{query.limit: $params.limit, query.region: $params.region}}
    kinds:
"
    );
    for kind in 0..KINDS {
        let (from, to) = (kind * STEP, (kind + 1) * STEP);
        let _ = writeln!(
            text,
            "      kind_{number}_{kind}: {{when: \"$fields.price >= {from} and $fields.price < {to} and $fields.category in ['a{number}', 'b{number}'] and $fields.stock > 0\"}}"
        );
    }
    text.push_str(
        "    present:
      fields:
        name: {type: text, role: title}
        price: {type: price, role: billed}
        category: {type: text}
        stock: {type: integer}
        until: {from: valid.until, type: datetime}
    select:
      max_items: 10
      guards:
        - {require: \"$item.fields.until is null or $item.fields.until >= $now\", message: It is over}
        - form: {note: {type: text, label: What else is to be known}}
",
    );
    let _ = write!(
        text,
        "    submit:
      - name: order
        tool: order_{number}
        args: {{body.item: $item.ref, body.price: $item.fields.price, body.note: $form.note}}
        output: {{id: {{from: $output.id, type: id}}, done: {{from: $output.done, type: boolean}}}}
        ok: $output.done
"
    );
}

/// An operation: of every five one that lists, one that orders, and three that nothing uses.
fn operation(number: usize) -> String {
    let (skill, which) = (number / 5, number % 5);
    let row = r#"{"type": "object", "properties": {"id": {"type": "string"}, "name": {"type": "string"}, "price": {"type": "number"}, "category": {"type": "string"}, "stock": {"type": "integer"}, "valid": {"type": "object", "properties": {"until": {"type": "string"}}}}}"#;
    match which {
        0 => format!(
            r#""/list/{skill}": {{"get": {{"operationId": "list_{skill}", "summary": "What there is", "parameters": [{{"name": "limit", "in": "query", "schema": {{"type": "integer", "minimum": 1}}}}, {{"name": "region", "in": "query", "schema": {{"type": "string"}}}}], "responses": {{"200": {{"description": "Rows", "content": {{"application/json": {{"schema": {{"type": "array", "items": {row}}}}}}}}}}}}}}}"#
        ),
        1 => format!(
            r#""/order/{skill}": {{"post": {{"operationId": "order_{skill}", "summary": "Orders", "requestBody": {{"required": true, "content": {{"application/json": {{"schema": {{"type": "object", "required": ["item"], "properties": {{"item": {{"type": "string"}}, "price": {{"type": "number"}}, "note": {{"type": "string"}}}}}}}}}}}}, "responses": {{"200": {{"description": "Done", "content": {{"application/json": {{"schema": {{"type": "object", "properties": {{"id": {{"type": "string"}}, "done": {{"type": "boolean"}}}}}}}}}}}}}}}}}}"#
        ),
        _ => format!(
            r#""/other/{skill}/{which}/{{id}}": {{"get": {{"operationId": "other_{skill}_{which}", "summary": "Something else", "parameters": [{{"name": "id", "in": "path", "required": true, "schema": {{"type": "string"}}}}], "responses": {{"200": {{"description": "One", "content": {{"application/json": {{"schema": {row}}}}}}}}}}}}}"#
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lang::Severity;

    #[test]
    fn it_loads_and_is_as_large_as_it_says() {
        let loaded = Big::new().loaded();
        let worse: Vec<_> =
            loaded.findings.iter().filter(|f| f.severity != Severity::Note).collect();
        let station = loaded.station.unwrap_or_else(|| panic!("{worse:?}"));
        let kinds: usize = station.skills().iter().map(|skill| skill.kinds().len()).sum();
        let counts = (station.skills().len(), kinds, station.operations().len());
        assert_eq!(counts, (SKILLS, SKILLS * KINDS, OPERATIONS));
    }
}
