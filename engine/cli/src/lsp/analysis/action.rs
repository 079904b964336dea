//! Edits: the remedies of findings, and formatting.

use std::ops::Range;

use engine::report::{Edit, Finding};
use lang::Severity;

use super::{Analysis, Change, Target};

/// An edit that an editor offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// The title that the editor shows.
    pub title: String,
    /// The index of the finding that it fixes; `None` if it fixes several.
    pub finding: Option<usize>,
    /// The edits.
    pub changes: Vec<Change>,
}

impl Analysis {
    /// The remedies of the findings in a range of a file. If the file has several remedies, one more action applies all.
    pub fn actions(&self, file: usize, range: &Range<usize>) -> Vec<Action> {
        let Some(source) = self.loaded.sources.get(file) else { return Vec::new() };
        let here = |finding: &Finding| {
            let span = &finding.at.span;
            finding.at.file == source.name() && span.start <= range.end && range.start <= span.end
        };
        let mut actions = Vec::new();
        for (number, finding) in self.loaded.findings.iter().enumerate() {
            let Some(fix) = finding.fix.as_ref().filter(|_| here(finding)) else { continue };
            actions.push(Action {
                title: title(fix, self.replaced(fix)),
                finding: Some(number),
                changes: vec![self.change(fix)],
            });
        }
        let all = self.fix_all(source.name());
        if all.len() > 1 && !actions.is_empty() {
            let title = "fix every refusal in this file that has a remedy".to_owned();
            actions.push(Action { title, finding: None, changes: all });
        }
        actions
    }

    /// The remedies of all refusals in a file; of two that touch, the first. Remedies of warnings are left out.
    pub fn fix_all(&self, name: &str) -> Vec<Change> {
        let refused = self.loaded.findings.iter().filter(|f| f.severity == Severity::Refused);
        let mut fixes: Vec<&Edit> = refused.filter_map(|finding| finding.fix.as_ref()).collect();
        fixes.retain(|fix| fix.at.file == name);
        non_touching(fixes).into_iter().map(|fix| self.change(fix)).collect()
    }

    /// The edits that `fmt` makes in a file; empty if the station is refused.
    pub fn format(&self, file: usize) -> Vec<Change> {
        let Some(source) = self.loaded.sources.get(file) else { return Vec::new() };
        if self.loaded.station.is_none() {
            return Vec::new();
        }
        let edits = self.loaded.edits.iter().filter(|edit| edit.at.file == source.name());
        non_touching(edits.collect()).into_iter().map(|edit| self.change(edit)).collect()
    }

    fn change(&self, edit: &Edit) -> Change {
        let at = Target { path: self.path(&edit.at.file), span: edit.at.span.clone() };
        Change { at, text: edit.text.clone() }
    }

    /// The text that an edit replaces.
    fn replaced(&self, edit: &Edit) -> &str {
        let text = self.text(&edit.at.file);
        text.and_then(|text| text.text().get(edit.at.span.clone())).unwrap_or_default()
    }
}

/// Sorts edits by position and drops each edit that touches the one before it.
fn non_touching(mut edits: Vec<&Edit>) -> Vec<&Edit> {
    edits.sort_by_key(|edit| (edit.at.span.start, edit.at.span.end));
    let mut end = 0;
    let mut first = Some(());
    edits.retain(|edit| {
        let free = first.take().is_some() || edit.at.span.start > end;
        if free {
            end = edit.at.span.end;
        }
        free
    });
    edits
}

/// The most characters of a text that a title repeats.
const MAX_SHOWN: usize = 60;

fn title(fix: &Edit, before: &str) -> String {
    let quoted = |text: &str| {
        let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        match line.char_indices().nth(MAX_SHOWN) {
            Some((cut, _)) => format!("`{}…`", line.get(..cut).unwrap_or_default()),
            None => format!("`{line}`"),
        }
    };
    match (before.is_empty(), fix.text.is_empty()) {
        (_, true) => format!("delete {}", quoted(before)),
        (true, false) => format!("write {}", quoted(&fix.text)),
        (false, false) => format!("write {} in place of {}", quoted(&fix.text), quoted(before)),
    }
}
