//! The diagnostics for references that cannot be resolved.

use std::collections::HashSet;

use super::place::{Position, Root, Shape};
use super::{Advice, Name, Scope, Steps};
use crate::ast::{Reference, Span, Step, StepKind};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::suggest::nearest;
use crate::token::quoted;

impl Scope {
    /// Reports an unknown root.
    pub(super) fn root_unknown(&self, reference: &Reference) -> Box<Diagnostic> {
        let word = reference.root.as_str();
        let here = Root::ALL.iter().copied().filter(|root| root.shape(self.position).is_some());
        let likely = here.clone().find(|root| self.glued(*root, word).is_some());
        let near = nearest(word, here.map(Root::name))
            .or_else(|| nearest(word, Root::ALL.iter().map(|root| root.name())));
        let found = likely
            .and_then(|root| Some((root, self.glued(root, word)?)))
            .map(|(root, rest)| format!("${}.{rest}", root.name()))
            .or_else(|| near.map(|near| format!("${near}")));
        let diagnostic = Diagnostic::new(
            codes::CONDITION_ROOT_UNKNOWN,
            reference.root_span.clone(),
            format!("{} is no root", quoted(&format!("${word}"))),
        );
        Box::new(match found {
            Some(found) => diagnostic
                .help(format!("did you mean `{found}`?"))
                .fix(reference.root_span.clone(), found),
            None => diagnostic.help(format!("a condition here reads {}", self.position.readable())),
        })
    }

    /// The declared name in `$fieldsname`, which lacks its dot.
    fn glued<'a>(&self, root: Root, word: &'a str) -> Option<&'a str> {
        let rest = word.strip_prefix(root.name())?;
        self.has(root, rest).then_some(rest)
    }

    fn has(&self, root: Root, name: &str) -> bool {
        let name = Name { root, task: None, call: None, name: name.to_owned() };
        self.slots.contains_key(&name)
    }

    /// Reports a root that this position may not read.
    pub(super) fn root_not_here(&self, root: Root, reference: &Reference) -> Box<Diagnostic> {
        let places =
            Position::ALL.iter().copied().filter(|&position| root.shape(position).is_some());
        let places = listed(places.map(|p| p.name().to_owned()), "and");
        Box::new(
            Diagnostic::new(
                codes::CONDITION_ROOT_NOT_HERE,
                reference.root_span.clone(),
                format!("{root} may not be read in {}", self.position.name()),
            )
            .help(format!(
                "it may be read in {places}; a condition here reads {}",
                self.position.readable()
            )),
        )
    }

    /// Reports a reference of the wrong shape, whose root this position may read.
    pub(super) fn misshapen(
        &self,
        root: Root,
        shape: Shape,
        reference: &Reference,
        advice: Advice,
    ) -> Box<Diagnostic> {
        use StepKind::{Key, Name};
        let start = reference.root_span.start;
        match (root, shape, reference.steps.as_slice()) {
            (Root::Params, Shape::Task, [Step { kind: Name(name), span }, rest @ ..]) => {
                let alone = rest.is_empty() && advice == Advice::Sought;
                let whole = alone.then_some(start..span.end);
                self.without_task(name, start..span.end, whole)
            }
            (
                Root::Params,
                Shape::Name,
                [Step { kind: Key(task), .. }, Step { kind: Name(name), span }],
            ) => self.with_task(task, name, start..span.end),
            (Root::Item, Shape::Item, [Step { kind: Name(name), span }]) if name != "fields" => {
                self.item_field(name, span)
            }
            _ => {
                let help = format!("write {}", root.spelled(shape));
                let finding = match misplaced(shape, reference) {
                    Some(step) => Diagnostic::new(
                        codes::CONDITION_SYNTAX,
                        step.span.clone(),
                        format!("this cannot stand here after {root}"),
                    ),
                    None => Diagnostic::new(
                        codes::CONDITION_SYNTAX,
                        reference.steps.last().map_or(&reference.root_span, |s| &s.span).clone(),
                        "a name is missing after this",
                    ),
                };
                Box::new(finding.help(help))
            }
        }
    }

    /// Reports a parameter without a task in a playbook. `whole` is the span of the reference, if a fix can insert a
    /// task.
    fn without_task(&self, name: &str, span: Span, whole: Option<Span>) -> Box<Diagnostic> {
        let message = format!(
            "{} does not say which task's parameter it is",
            quoted(&format!("$params.{name}"))
        );
        let help = "in a playbook a parameter is `$params[task].<name>`";
        let finding = not_here(message, span, help);
        let mut owners = self.names.iter().filter(|n| n.root == Root::Params && n.name == name);
        let only = match (owners.next(), owners.next()) {
            (Some(owner), None) => owner.task.as_deref(),
            _ => None,
        };
        Box::new(match whole.zip(only) {
            Some((whole, task)) => finding.fix(whole, format!("$params[{task}].{name}")),
            None => finding,
        })
    }

    /// Reports a parameter with a task in a skill.
    fn with_task(&self, task: &str, name: &str, whole: Span) -> Box<Diagnostic> {
        let message = format!(
            "{} may not be read in {}",
            quoted(&format!("$params[{task}]")),
            self.position.name()
        );
        let help = "a skill reads its own parameters: `$params.<name>`";
        Box::new(not_here(message, whole.clone(), help).fix(whole, format!("$params.{name}")))
    }

    /// Reports a field of the chosen item without `fields` before it.
    fn item_field(&self, name: &str, span: &Span) -> Box<Diagnostic> {
        let known = self.has(Root::Item, name);
        let finding = Diagnostic::new(
            codes::CONDITION_FIELD_UNKNOWN,
            span.clone(),
            format!("`$item` has no {}", quoted(name)),
        )
        .help("a field is `$item.fields.<name>`");
        Box::new(if known { finding.fix(span.clone(), format!("fields.{name}")) } else { finding })
    }

    /// Reports an unknown name, task or call.
    pub(super) fn unknown(
        &self,
        wanted: &Name,
        steps: &Steps<'_>,
        advice: Advice,
    ) -> Box<Diagnostic> {
        let (root, (name, span)) = (wanted.root, &steps.name);
        let owner = match (&wanted.task, &wanted.call) {
            (Some(task), Some(call)) => quoted(&format!("${}[{task}.{call}]", root.name())),
            (Some(task), None) => quoted(&format!("${}[{task}]", root.name())),
            (None, _) if root == Root::Item => "`$item.fields`".to_owned(),
            (None, _) => root.to_string(),
        };
        let message = format!("{owner} has no {}", quoted(name));
        if advice == Advice::Spared {
            return Box::new(Diagnostic::new(
                codes::CONDITION_FIELD_UNKNOWN,
                span.clone(),
                message,
            ));
        }
        let here = || self.names.iter().filter(|n| n.root == root);
        let of_task = || here().filter(|n| n.task == wanted.task);
        let of_call = || of_task().filter(|n| n.call == wanted.call);
        match (&steps.task, &steps.call) {
            (Some((task, span)), _) if of_task().next().is_none() => {
                let message = format!("{root} has no task {}", quoted(task));
                let tasks = here().filter_map(|n| n.task.as_deref());
                with_nearest(message, (task, span), tasks, "")
            }
            (Some((task, _)), Some((call, span))) if of_call().next().is_none() => {
                let message = format!("the task {} has no call {}", quoted(task), quoted(call));
                let calls = of_task().filter_map(|n| n.call.as_deref());
                with_nearest(message, (call, span), calls, "")
            }
            _ => {
                let names = of_call().map(|n| n.name.as_str());
                with_nearest(message, (name, span), names, root.declared())
            }
        }
    }
}

fn not_here(message: String, span: Span, help: impl Into<String>) -> Diagnostic {
    Diagnostic::new(codes::CONDITION_ROOT_NOT_HERE, span, message).help(help)
}

/// The first step that does not fit the shape.
fn misplaced(shape: Shape, reference: &Reference) -> Option<&Step> {
    let fits = |at: usize, step: &Step| match (shape, at, &step.kind) {
        (Shape::Name, 0, StepKind::Name(_))
        | (Shape::Item | Shape::Task | Shape::Call, 1, StepKind::Name(_))
        | (Shape::Task, 0, StepKind::Key(_))
        | (Shape::Call, 0, StepKind::Keys(..)) => true,
        (Shape::Item, 0, StepKind::Name(name)) => name == "fields",
        _ => false,
    };
    let wrong = reference.steps.iter().enumerate().find(|(at, step)| !fits(*at, step));
    wrong.map(|(_, step)| step)
}

/// Reports a guard that reads the quantity of the chosen item.
pub(super) fn item_quantity(reference: &Reference) -> Box<Diagnostic> {
    let end = reference.steps.last().map_or(reference.root_span.end, |step| step.span.end);
    Box::new(
        Diagnostic::new(
            codes::CONDITION_ITEM_QUANTITY,
            reference.root_span.start..end,
            "a guard sees one add: a second one would reach the line without it",
        )
        .help("bound the quantity by `select.quantity`"),
    )
}

/// Reports an unknown name, with the nearest known one.
fn with_nearest<'a>(
    message: String,
    (word, span): (&str, &Span),
    names: impl Iterator<Item = &'a str>,
    declared: &str,
) -> Box<Diagnostic> {
    const SHOWN: usize = 8;
    /// The most names that are compared, which bounds the time.
    const COMPARED: usize = 1_000;
    // A task occurs once per name: offer each name once.
    let mut seen = HashSet::new();
    let names: Vec<&str> =
        names.filter(|name| !declared.is_empty() || seen.insert(*name)).collect();
    let finding = Diagnostic::new(codes::CONDITION_FIELD_UNKNOWN, span.clone(), message);
    if let Some(near) = nearest(word, names.iter().copied().take(COMPARED)) {
        return Box::new(finding.help(format!("did you mean `{near}`?")).fix(span.clone(), near));
    }
    let shown = names.iter().take(SHOWN).map(|name| quoted(name));
    let shown = match names.len().saturating_sub(SHOWN) {
        0 => listed(shown, "and"),
        more => format!("{} and {more} more", shown.collect::<Vec<_>>().join(", ")),
    };
    Box::new(match (names.is_empty(), declared) {
        (true, "") => finding,
        (true, _) => finding.help(format!("declare it {declared}")),
        (false, "") => finding.help(format!("there is {shown}")),
        (false, _) => finding.help(format!("there is {shown}; or declare it {declared}")),
    })
}

/// Joins a list as `a`, `a and b`, or `a, b and c`.
pub(super) fn listed(parts: impl Iterator<Item = String>, last: &str) -> String {
    let mut parts: Vec<String> = parts.collect();
    let Some(end) = parts.pop() else { return String::new() };
    if parts.is_empty() { end } else { format!("{} {last} {end}", parts.join(", ")) }
}
