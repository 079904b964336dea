//! A file `SKILL.md`: YAML between two lines `---`, then the body.

use std::ops::Range;

use super::Instruction;
use crate::text::file::{File, View, quote};
use crate::text::source::Source;
use crate::text::yaml::{self, Document, FaultKind};

/// The line before and after the front matter.
const FENCE: &str = "---";

/// What a file holds.
#[derive(Debug)]
pub(super) struct Skill {
    pub(super) instruction: Instruction,
    /// The place of its name.
    pub(super) name: Range<usize>,
    /// Where its body begins: its first line.
    pub(super) body: Range<usize>,
}

/// Why a file is not an instruction skill, with the place.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Bad {
    pub(super) at: Range<usize>,
    pub(super) why: String,
}

/// The skill that a file holds.
pub(super) fn read(source: &Source) -> Result<Skill, Bad> {
    let first = source.line_range(1);
    let bad = |why: &str| Bad { at: first.clone(), why: why.to_owned() };
    if source.slice(first.clone()).trim_end() != FENCE {
        return Err(bad("there is no front matter: the first line is not `---`"));
    }
    let close = closing(source, first.end)
        .ok_or_else(|| bad("the front matter does not end: there is no second line `---`"))?;
    let front = source.slice(0..close.start);
    let values = front_matter(front)?;
    let text = |key: &str| text(&values, front, key, &first);
    let (name, description) = (text("name")?, text("description")?);
    let rest = source.slice(close.end..source.text().len());
    let body = rest.strip_prefix("\r\n").or(rest.strip_prefix('\n')).unwrap_or(rest);
    let start = source.text().len() - body.len();
    let line = start..start + body.find(['\r', '\n']).unwrap_or(body.len());
    Ok(Skill {
        name: line_of(front, "name").unwrap_or(first),
        body: line,
        instruction: Instruction { name, description, body: body.replace("\r\n", "\n") },
    })
}

/// The line that ends the front matter.
fn closing(source: &Source, from: usize) -> Option<Range<usize>> {
    let mut at = from;
    for line in source.slice(from..source.text().len()).split_inclusive('\n') {
        let text = line.trim_end();
        if at > from && text == FENCE {
            return Some(at..at + text.len());
        }
        at += line.len();
    }
    None
}

/// The front matter as YAML. If it is not YAML, values with a colon are quoted first, since YAML takes them as maps.
fn front_matter(front: &str) -> Result<File, Bad> {
    let file = |text: String| {
        let source = Source::new("", text);
        yaml::read_plain(&source).map(|document: Document| File { number: 0, source, document })
    };
    file(front.to_owned()).or_else(|fault| {
        file(quoted(front)).map_err(|_| Bad { at: fault.span.clone(), why: words(&fault.kind) })
    })
}

fn words(kind: &FaultKind) -> String {
    match kind {
        FaultKind::Syntax(what) => format!("its front matter is not YAML: {what}"),
        FaultKind::DuplicateKey(key, _) => format!("it has the key {} twice", quote(key)),
        FaultKind::Tab => "a tab in indentation".to_owned(),
        FaultKind::TooDeep | FaultKind::Expansion | FaultKind::Circle | FaultKind::TooLarge => {
            "its front matter nests too deep".to_owned()
        }
        FaultKind::Escape | FaultKind::SecondDocument | FaultKind::Key | FaultKind::Quote => {
            "its front matter is not YAML".to_owned()
        }
    }
}

/// The same lines, each plain value that has a colon in it put in quotes with the lines that go on with it.
fn quoted(front: &str) -> String {
    let mut text = String::new();
    let mut lines = front.lines().peekable();
    while let Some(line) = lines.next() {
        let plain = line.split_once(": ").filter(|(key, value)| {
            let starts = value.trim_start();
            !key.starts_with([' ', '\t', '#', '-'])
                && !starts.starts_with(['"', '\'', '|', '>', '[', '{'])
        });
        let Some((key, value)) = plain else {
            text.push_str(line);
            text.push('\n');
            continue;
        };
        let mut whole = value.trim().to_owned();
        while let Some(next) = lines.next_if(|next| next.starts_with([' ', '\t'])) {
            whole.push(' ');
            whole.push_str(next.trim());
        }
        let whole = whole.replace('\\', "\\\\").replace('"', "\\\"");
        text.push_str(&format!("{key}: \"{whole}\"\n"));
    }
    text
}

/// The text under a key, which has to be there.
fn text(file: &File, front: &str, key: &str, first: &Range<usize>) -> Result<String, Bad> {
    let at = || line_of(front, key).unwrap_or_else(|| first.clone());
    let map = file.root().and_then(View::map);
    let Some(map) = map else {
        return Err(Bad { at: first.clone(), why: "its front matter is not a map".to_owned() });
    };
    let found = { map }.find(|(name, _)| name.text() == Some(key)).map(|(_, value)| value);
    match found.map(|value| (value, value.text().filter(|_| !value.is_tagged()).map(str::trim))) {
        Some((_, Some(text))) if !text.is_empty() => Ok(text.to_owned()),
        None | Some((_, Some(_))) => Err(Bad { at: at(), why: format!("`{key}` is missing") }),
        Some((value, None)) => {
            Err(Bad { at: at(), why: format!("{} where `{key}` is a text", value.quote()) })
        }
    }
}

/// The place of the value of a key that begins a line.
fn line_of(front: &str, key: &str) -> Option<Range<usize>> {
    let mut at = 0;
    for line in front.split_inclusive('\n') {
        let rest = line.strip_prefix(key).and_then(|rest| rest.strip_prefix(':'));
        if let Some(rest) = rest {
            let value = rest.trim();
            let start = at + line.len() - rest.trim_start().len();
            let whole = at..at + line.trim_end().len();
            return Some(if value.is_empty() { whole } else { start..start + value.len() });
        }
        at += line.len();
    }
    None
}
