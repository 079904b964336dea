//! Parses a conformance case: its keys, the declared names with their values, and the rows.

use vm::{Truth, Type};

use crate::reference::json::{self, Json, Value};
use crate::scope::{Position, Root, Scope};

/// The nesting that a line may have in addition to a row's.
const FRAME: usize = 8;

/// A parsed case.
pub(super) struct Case {
    pub(super) condition: String,
    pub(super) scope: Scope,
    /// For each slot of the scope, the path of its value in a row, and its type.
    pub(super) slots: Vec<(String, Type)>,
    /// The rows, each a JSON text with the values of all roots.
    pub(super) rows: Vec<String>,
    pub(super) expect: Expect,
    pub(super) zone: String,
    pub(super) country: Option<String>,
}

/// The expected result.
pub(super) enum Expect {
    /// The condition is rejected, and this code is among those reported.
    Refused(String),
    /// The truth for each row.
    Truths(Vec<Truth>),
}

/// Parses a line: returns its `id`, if it can be found, and the case or why it is invalid.
pub(super) fn read(line: &str) -> (String, Result<Case, String>) {
    let frame = match json::parse(line.as_bytes(), json::NESTING + FRAME) {
        Ok(frame) => frame,
        Err(fault) => {
            let message = format!("the case is no JSON: {} at byte {}", fault.what, fault.offset);
            return (String::new(), Err(message));
        }
    };
    let id = frame.get("id").and_then(Json::text).unwrap_or_default().to_owned();
    (id, Builder::new(line, &frame).and_then(Builder::build))
}

/// The valid keys of a case.
const KEYS: [&str; 16] = [
    "id",
    "condition",
    "expect",
    "position",
    "fields",
    "row",
    "rows",
    "item",
    "form",
    "params",
    "output",
    "read",
    "submitted",
    "now",
    "timezone",
    "country",
];

struct Builder<'a> {
    line: &'a str,
    frame: &'a Json,
    scope: Scope,
    slots: Vec<(String, Type)>,
    /// The JSON text of the values that are not in the row.
    beside: Vec<String>,
}

impl<'a> Builder<'a> {
    fn new(line: &'a str, frame: &'a Json) -> Result<Builder<'a>, String> {
        if let Some((key, _)) = frame.pairs().find(|(key, _)| !KEYS.contains(key)) {
            return Err(format!("a case has no `{key}`"));
        }
        let position = match text(frame, "position")?.unwrap_or("kind") {
            "kind" => Position::Kind,
            "select" => Position::Select,
            "invoke" => Position::Invoke,
            "submit" => Position::Playbook,
            "output" => Position::Output,
            other => return Err(format!("`{other}` is no position")),
        };
        let scope = Scope::new(position);
        Ok(Builder { line, frame, scope, slots: Vec::new(), beside: Vec::new() })
    }

    fn build(mut self) -> Result<Case, String> {
        let condition = text(self.frame, "condition")?.ok_or("the case has no `condition`")?;
        // The scope declares `$now` first, if the position may read it.
        if !self.scope.types().is_empty() {
            let now = self.frame.get("now").map_or("null", |now| self.raw(now)).to_owned();
            self.value((Root::Now, None, None, ""), Type::Datetime, now)?;
        }
        self.fields()?;
        for root in
            [Root::Item, Root::Form, Root::Params, Root::Output, Root::Read, Root::Submitted]
        {
            if let Some(names) = self.frame.get(root.name()) {
                self.root(root, names)?;
            }
        }
        let rows = self.rows();
        Ok(Case {
            condition: condition.to_owned(),
            expect: expect(self.frame, rows.len())?,
            zone: text(self.frame, "timezone")?.unwrap_or("UTC").to_owned(),
            country: text(self.frame, "country")?.map(str::to_owned),
            scope: self.scope,
            slots: self.slots,
            rows,
        })
    }

    /// Declares the fields of the row: `$fields.<name>`, or `$item.fields.<name>` at `select`.
    fn fields(&mut self) -> Result<(), String> {
        let root = match self.scope.position() {
            Position::Select => Root::Item,
            _ => Root::Fields,
        };
        let Some(fields) = self.frame.get("fields") else { return Ok(()) };
        for (name, declared) in fields.pairs() {
            let path = declared.get("from").and_then(Json::text).unwrap_or(name);
            let path = if self.has_only_row() { path.to_owned() } else { format!("row.{path}") };
            self.slot((root, None, None, name), ty(declared)?, path)?;
        }
        Ok(())
    }

    /// Declares the names of another root. Names of `read`, of `submitted` and, in a playbook, of `params` are grouped
    /// by task or call.
    fn root(&mut self, root: Root, names: &Json) -> Result<(), String> {
        let by_task = match root {
            Root::Read | Root::Submitted => true,
            Root::Params => self.scope.position() == Position::Playbook,
            Root::Fields | Root::Item | Root::Form | Root::Output | Root::Now => false,
        };
        if !by_task {
            return self.names((root, None, None), names);
        }
        for (key, names) in names.pairs() {
            match key.split_once('.') {
                Some((task, call)) => self.names((root, Some(task), Some(call)), names)?,
                None => self.names((root, Some(key), None), names)?,
            }
        }
        Ok(())
    }

    fn names(
        &mut self,
        (root, task, call): (Root, Option<&str>, Option<&str>),
        names: &Json,
    ) -> Result<(), String> {
        for (name, declared) in names.pairs() {
            let value = declared.get("value").map_or("null", |value| self.raw(value)).to_owned();
            self.value((root, task, call, name), ty(declared)?, value)?;
        }
        Ok(())
    }

    /// Declares a name with a value outside the row.
    fn value(&mut self, name: Name<'_>, ty: Type, value: String) -> Result<(), String> {
        let path = format!("beside.{}", self.beside.len());
        self.beside.push(value);
        self.slot(name, ty, path)
    }

    fn slot(
        &mut self,
        (root, task, call, name): Name<'_>,
        ty: Type,
        path: String,
    ) -> Result<(), String> {
        let slot = self.scope.declare(root, task, call, name, ty);
        if slot.map(|slot| slot.index()) != Some(self.slots.len()) {
            return Err(format!("`{name}` is declared twice"));
        }
        self.slots.push((path, ty));
        Ok(())
    }

    /// Whether all values are in the row.
    fn has_only_row(&self) -> bool {
        self.scope.position() == Position::Kind
    }

    fn rows(&self) -> Vec<String> {
        let empty = ["{}"];
        let rows: Vec<&str> = match (self.frame.get("rows"), self.frame.get("row")) {
            (Some(rows), _) => rows.elements().iter().map(|row| self.raw(row)).collect(),
            (None, Some(row)) => vec![self.raw(row)],
            (None, None) => empty.to_vec(),
        };
        let beside = self.beside.join(",");
        let whole = |row: &str| match self.has_only_row() {
            true => row.to_owned(),
            false => format!(r#"{{"row":{row},"beside":[{beside}]}}"#),
        };
        rows.into_iter().map(whole).collect()
    }

    /// The source text of a JSON value.
    fn raw(&self, json: &Json) -> &'a str {
        self.line.get(json.span.clone()).unwrap_or_default()
    }
}

/// A root, an optional task and call, and a name.
type Name<'a> = (Root, Option<&'a str>, Option<&'a str>, &'a str);

fn text<'a>(frame: &'a Json, key: &str) -> Result<Option<&'a str>, String> {
    match frame.get(key) {
        None => Ok(None),
        Some(json) => json.text().map(Some).ok_or_else(|| format!("`{key}` is no text")),
    }
}

/// The type of a declaration: a string, or an object with `type`.
fn ty(declared: &Json) -> Result<Type, String> {
    let word = declared.text().or_else(|| declared.get("type")?.text()).unwrap_or_default();
    Type::named(word).ok_or_else(|| format!("`{word}` is no type"))
}

fn expect(frame: &Json, rows: usize) -> Result<Expect, String> {
    let expect = frame.get("expect").ok_or("the case has no `expect`")?;
    if let Some(code) = expect.get("refused").and_then(Json::text) {
        return Ok(Expect::Refused(code.to_owned()));
    }
    let words = match &expect.value {
        Value::Array(words) => words.as_slice(),
        _ => std::slice::from_ref(expect),
    };
    let truth =
        |word: &Json| Truth::ALL.into_iter().find(|truth| word.text() == Some(truth.word()));
    let truths: Option<Vec<_>> = words.iter().map(truth).collect();
    match truths {
        Some(truths) if truths.len() == rows => Ok(Expect::Truths(truths)),
        Some(truths) => Err(format!("{rows} rows, and {} answers are expected", truths.len())),
        None => Err("`expect` is no truth and no refusal".to_owned()),
    }
}
