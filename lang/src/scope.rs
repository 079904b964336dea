//! What a condition may read where it stands: the roots of its position, and the names that they have.
//!
//! A scope gives every name a slot, numbered in order of declaration. Where `$now` may be read it is declared from
//! the start, so that it has slot 0 there.

use std::collections::HashMap;
use std::fmt;

use unicode_normalization::UnicodeNormalization as _;
use vm::Type;

use crate::ast::{Reference, Span, Step, StepKind};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::suggest::nearest;

/// Where a condition stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Position {
    /// A kind's `when`.
    Kind,
    /// A guard of `select`.
    Select,
    /// A guard of `invoke`, and a policy that `output_filters` names.
    Invoke,
    /// A playbook's `submit_guard`.
    Playbook,
    /// The station's `submit_guard`.
    Station,
    /// The `pass`, `ok` or `done` that judges an answer.
    Output,
}

impl Position {
    const ALL: [Position; 6] = [
        Position::Kind,
        Position::Select,
        Position::Invoke,
        Position::Playbook,
        Position::Station,
        Position::Output,
    ];

    /// The position's name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Position::Kind => "a kind's `when`",
            Position::Select => "a `select` guard",
            Position::Invoke => "an `invoke` guard",
            Position::Playbook => "a playbook's `submit_guard`",
            Position::Station => "the station's `submit_guard`",
            Position::Output => "a `pass`, `ok` or `done`",
        }
    }

    /// The forms that may be read here.
    fn readable(self) -> String {
        let forms = Root::ALL.iter().filter_map(|&root| Some(root.spelled(root.shape(self)?)));
        listed(forms, "and")
    }
}

/// What a reference begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Root {
    /// `$fields.<name>`: a presented field of the row.
    Fields,
    /// `$item.fields.<name>`: a presented field or a line field of what is chosen.
    Item,
    /// `$form.<name>`: an answer to a form.
    Form,
    /// `$params.<name>` or, in a playbook, `$params[task].<name>`: a parameter.
    Params,
    /// `$read[task].<field>`: a field that a task read.
    Read,
    /// `$submitted[task.call].<output>`: an output of a call that was made.
    Submitted,
    /// `$output.<name>`: an output declared beside the condition.
    Output,
    /// `$now`: the instant of the command.
    Now,
}

impl Root {
    /// Every root.
    pub const ALL: [Root; 8] = [
        Root::Fields,
        Root::Item,
        Root::Form,
        Root::Params,
        Root::Read,
        Root::Submitted,
        Root::Output,
        Root::Now,
    ];

    /// The word after `$`.
    pub fn name(self) -> &'static str {
        match self {
            Root::Fields => "fields",
            Root::Item => "item",
            Root::Form => "form",
            Root::Params => "params",
            Root::Read => "read",
            Root::Submitted => "submitted",
            Root::Output => "output",
            Root::Now => "now",
        }
    }

    /// The root of this name.
    pub fn named(name: &str) -> Option<Root> {
        Root::ALL.into_iter().find(|root| root.name() == name)
    }

    /// What stands after the root in this position, or `None` where it may not be read.
    fn shape(self, position: Position) -> Option<Shape> {
        match (self, position) {
            (Root::Fields, Position::Kind) | (Root::Output, Position::Output) => Some(Shape::Name),
            (Root::Item, Position::Select) => Some(Shape::Item),
            (Root::Form, Position::Select | Position::Playbook | Position::Station)
            | (Root::Params, Position::Select | Position::Invoke) => Some(Shape::Name),
            (Root::Params | Root::Read, Position::Playbook) => Some(Shape::Task),
            (Root::Submitted, Position::Playbook) => Some(Shape::Call),
            (
                Root::Now,
                Position::Select | Position::Invoke | Position::Playbook | Position::Station,
            ) => Some(Shape::Alone),
            (
                Root::Fields
                | Root::Item
                | Root::Form
                | Root::Params
                | Root::Read
                | Root::Submitted
                | Root::Output
                | Root::Now,
                _,
            ) => None,
        }
    }

    fn spelled(self, shape: Shape) -> String {
        let rest = match shape {
            Shape::Name => ".<name>",
            Shape::Item => ".fields.<name>",
            Shape::Task => "[task].<name>",
            Shape::Call => "[task.call].<name>",
            Shape::Alone => "",
        };
        format!("`${}{rest}`", self.name())
    }

    /// Where its names are declared.
    fn declared(self) -> &'static str {
        match self {
            Root::Fields => "`present.fields`",
            Root::Item => "`present.fields`, or as a line field",
            Root::Form => "the form",
            Root::Params => "`params`",
            Root::Read => "the task's `present.fields`",
            Root::Submitted => "the call's outputs",
            Root::Output => "the outputs beside the condition",
            Root::Now => "nothing",
        }
    }
}

impl fmt::Display for Root {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`${}`", self.name())
    }
}

/// What stands after a root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// `.name`
    Name,
    /// `.fields.name`
    Item,
    /// `[task].name`
    Task,
    /// `[task.call].name`
    Call,
    /// Nothing.
    Alone,
}

/// Which of the declared values: its place in the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SlotIndex(u16);

impl SlotIndex {
    /// The slot of this number, or `None` where a row cannot have so many.
    pub fn new(index: usize) -> Option<SlotIndex> {
        u16::try_from(index).ok().map(SlotIndex)
    }

    /// Its number, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What a reference stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// Its slot.
    pub slot: SlotIndex,
    /// Its declared type.
    pub ty: Type,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Name {
    root: Root,
    task: Option<String>,
    call: Option<String>,
    name: String,
}

/// What a condition may read: a position, and the names declared there.
#[derive(Clone, Debug)]
pub struct Scope {
    position: Position,
    names: Vec<Name>,
    types: Vec<Type>,
    slots: HashMap<Name, SlotIndex>,
}

impl Scope {
    /// The scope of a position in which nothing is declared yet but `$now`, where it may be read.
    pub fn new(position: Position) -> Scope {
        let mut scope =
            Scope { position, names: Vec::new(), types: Vec::new(), slots: HashMap::new() };
        if Root::Now.shape(position).is_some() {
            scope.declare(Root::Now, None, None, "", Type::Datetime);
        }
        scope
    }

    /// Declares a name and answers its slot: the next one, or the one it has where it is declared already.
    ///
    /// `task` stands for `$params[task]` and `$read[task]`, `task` and `call` for `$submitted[task.call]`. `None`
    /// where there is no slot left (there are 65,536).
    pub fn declare(
        &mut self,
        root: Root,
        task: Option<&str>,
        call: Option<&str>,
        name: &str,
        ty: Type,
    ) -> Option<SlotIndex> {
        let nfc = |text: &str| text.nfc().collect::<String>();
        let name = match root {
            Root::Now => String::new(),
            _ => nfc(name),
        };
        let name = Name { root, task: task.map(nfc), call: call.map(nfc), name };
        if let Some(&slot) = self.slots.get(&name) {
            return Some(slot);
        }
        let slot = SlotIndex::new(self.types.len())?;
        self.slots.insert(name.clone(), slot);
        self.names.push(name);
        self.types.push(ty);
        Some(slot)
    }

    /// Where the condition stands.
    pub fn position(&self) -> Position {
        self.position
    }

    /// The types of the slots, in their order.
    pub fn types(&self) -> Vec<Type> {
        self.types.clone()
    }

    /// The slot and the type of a reference, or why it has none.
    pub fn resolve(&self, reference: &Reference) -> Result<Resolved, Box<Diagnostic>> {
        let Some(root) = Root::named(&reference.root) else {
            return Err(self.root_unknown(reference));
        };
        if root == Root::Item && is_quantity(&reference.steps) {
            return Err(item_quantity(reference));
        }
        let Some(shape) = root.shape(self.position) else {
            return Err(self.root_not_here(root, reference));
        };
        match (shape, reference.steps.as_slice()) {
            (Shape::Alone, []) => self.find(root, None, None, ("", &reference.root_span)),
            (Shape::Name, [Step { kind: StepKind::Name(name), span }]) => {
                self.find(root, None, None, (name, span))
            }
            (Shape::Item, [fields, Step { kind: StepKind::Name(name), span }])
                if fields.kind == StepKind::Name("fields".to_owned()) =>
            {
                self.find(root, None, None, (name, span))
            }
            (
                Shape::Task,
                [
                    Step { kind: StepKind::Key(task), span: key },
                    Step { kind: StepKind::Name(name), span },
                ],
            ) => self.find(root, Some((task, key)), None, (name, span)),
            (
                Shape::Call,
                [
                    Step { kind: StepKind::Keys(task, call), span: keys },
                    Step { kind: StepKind::Name(name), span },
                ],
            ) => {
                let (task_span, call_span) = halves(task, call, keys);
                self.find(root, Some((task, &task_span)), Some((call, &call_span)), (name, span))
            }
            _ => Err(self.misshapen(root, shape, reference)),
        }
    }

    fn find(
        &self,
        root: Root,
        task: Option<(&str, &Span)>,
        call: Option<(&str, &Span)>,
        name: (&str, &Span),
    ) -> Result<Resolved, Box<Diagnostic>> {
        let wanted = Name {
            root,
            task: task.map(|(task, _)| task.to_owned()),
            call: call.map(|(call, _)| call.to_owned()),
            name: name.0.to_owned(),
        };
        let slot = self.slots.get(&wanted).copied();
        if let Some((slot, ty)) = slot.and_then(|s| Some((s, *self.types.get(s.index())?))) {
            return Ok(Resolved { slot, ty });
        }
        let here = || self.names.iter().filter(|n| n.root == root);
        let of_task = || here().filter(|n| n.task == wanted.task);
        if let Some((task, span)) = task
            && of_task().next().is_none()
        {
            let tasks = here().filter_map(|n| n.task.as_deref());
            return Err(unknown(&format!("{root} has no task `{task}`"), (task, span), tasks, ""));
        }
        let of_call = || of_task().filter(|n| n.call == wanted.call);
        if let (Some((task, _)), Some((call, span))) = (task, call)
            && of_call().next().is_none()
        {
            let calls = of_task().filter_map(|n| n.call.as_deref());
            let message = format!("the task `{task}` has no call `{call}`");
            return Err(unknown(&message, (call, span), calls, ""));
        }
        let owner = match (task, call) {
            (Some((task, _)), Some((call, _))) => format!("`${}[{task}.{call}]`", root.name()),
            (Some((task, _)), None) => format!("`${}[{task}]`", root.name()),
            (None, _) if root == Root::Item => "`$item.fields`".to_owned(),
            (None, _) => root.to_string(),
        };
        let names = of_call().map(|n| n.name.as_str());
        let message = format!("{owner} has no `{}`", name.0);
        Err(unknown(&message, name, names, root.declared()))
    }

    fn root_unknown(&self, reference: &Reference) -> Box<Diagnostic> {
        let word = reference.root.as_str();
        let here = Root::ALL.into_iter().filter(|root| root.shape(self.position).is_some());
        let likely = here.clone().find(|root| self.glued(*root, word).is_some());
        let near = nearest(word, here.map(Root::name))
            .or_else(|| nearest(word, Root::ALL.into_iter().map(Root::name)));
        let found = likely
            .and_then(|root| Some((root, self.glued(root, word)?)))
            .map(|(root, rest)| format!("${}.{rest}", root.name()))
            .or_else(|| near.map(|near| format!("${near}")));
        let diagnostic = Diagnostic::new(
            Code::ConditionRootUnknown,
            reference.root_span.clone(),
            format!("`${word}` is no root"),
        );
        Box::new(match found {
            Some(found) => diagnostic
                .help(format!("did you mean `{found}`?"))
                .fix(reference.root_span.clone(), found),
            None => diagnostic.help(format!("here stands {}", self.position.readable())),
        })
    }

    /// The declared name that `$fieldsname` forgot its dot before.
    fn glued<'a>(&self, root: Root, word: &'a str) -> Option<&'a str> {
        let rest = word.strip_prefix(root.name())?;
        self.names
            .iter()
            .any(|n| n.root == root && n.task.is_none() && n.name == rest)
            .then_some(rest)
    }

    fn root_not_here(&self, root: Root, reference: &Reference) -> Box<Diagnostic> {
        let places = Position::ALL.into_iter().filter(|&position| root.shape(position).is_some());
        let places = listed(places.map(|p| p.name().to_owned()), "and");
        Box::new(
            Diagnostic::new(
                Code::ConditionRootNotHere,
                reference.root_span.clone(),
                format!("{root} may not be read in {}", self.position.name()),
            )
            .help(format!("it may be read in {places}; here stands {}", self.position.readable())),
        )
    }

    /// A reference whose root may be read here, in another form.
    fn misshapen(&self, root: Root, shape: Shape, reference: &Reference) -> Box<Diagnostic> {
        let spelled = root.spelled(shape);
        let whole = reference.root_span.start
            ..reference.steps.last().map_or(reference.root_span.end, |step| step.span.end);
        match (root, shape, reference.steps.as_slice()) {
            (Root::Params, Shape::Task, [Step { kind: StepKind::Name(name), .. }, ..]) => {
                let (message, help) = (
                    format!("`$params.{name}` does not say which task's parameter it is"),
                    format!("in a playbook a parameter is `$params[task].{name}`"),
                );
                Box::new(not_here(message, whole, help))
            }
            (
                Root::Params,
                Shape::Name,
                [Step { kind: StepKind::Key(task), .. }, Step { kind: StepKind::Name(name), .. }],
            ) => {
                let message =
                    format!("`$params[{task}]` may not be read in {}", self.position.name());
                let help = format!("a skill reads its own parameters: `$params.{name}`");
                Box::new(
                    not_here(message, whole.clone(), help).fix(whole, format!("$params.{name}")),
                )
            }
            (Root::Item, Shape::Item, [Step { kind: StepKind::Name(name), span }])
                if name != "fields" =>
            {
                let known = self.names.iter().any(|n| n.root == root && n.name == *name);
                let diagnostic = Diagnostic::new(
                    Code::ConditionFieldUnknown,
                    span.clone(),
                    format!("`$item` has no `{name}`"),
                )
                .help(format!("write `$item.fields.{name}`"));
                Box::new(if known {
                    diagnostic.fix(span.clone(), format!("fields.{name}"))
                } else {
                    diagnostic
                })
            }
            _ => Box::new(
                Diagnostic::new(
                    Code::ConditionSyntax,
                    misplaced(shape, reference),
                    format!("this is no form of {root}"),
                )
                .help(format!("write {spelled}")),
            ),
        }
    }
}

fn not_here(message: String, span: Span, help: String) -> Diagnostic {
    Diagnostic::new(Code::ConditionRootNotHere, span, message).help(help)
}

/// The first step that cannot stand where it does, or the last thing where one is missing.
fn misplaced(shape: Shape, reference: &Reference) -> Span {
    let fits = |at: usize, step: &Step| match (shape, at, &step.kind) {
        (Shape::Name, 0, StepKind::Name(_))
        | (Shape::Item | Shape::Task | Shape::Call, 1, StepKind::Name(_))
        | (Shape::Task, 0, StepKind::Key(_))
        | (Shape::Call, 0, StepKind::Keys(..)) => true,
        (Shape::Item, 0, StepKind::Name(name)) => name == "fields",
        _ => false,
    };
    let wrong = reference.steps.iter().enumerate().find(|(at, step)| !fits(*at, step));
    let last = reference.steps.last().map_or(&reference.root_span, |step| &step.span);
    wrong.map_or(last, |(_, step)| &step.span).clone()
}

fn is_quantity(steps: &[Step]) -> bool {
    matches!(steps, [Step { kind: StepKind::Name(name), .. }] if name == "quantity")
}

fn item_quantity(reference: &Reference) -> Box<Diagnostic> {
    let end = reference.steps.last().map_or(reference.root_span.end, |step| step.span.end);
    Box::new(
        Diagnostic::new(
            Code::ConditionItemQuantity,
            reference.root_span.start..end,
            "a guard sees one add: a second one would reach the line without it",
        )
        .help("bound the quantity by `select.quantity`"),
    )
}

/// The places of the two names of `task.call`; of the whole where normalisation changed their length.
fn halves(task: &str, call: &str, whole: &Span) -> (Span, Span) {
    if whole.len() == task.len() + 1 + call.len() {
        let middle = whole.start + task.len();
        (whole.start..middle, middle + 1..whole.end)
    } else {
        (whole.clone(), whole.clone())
    }
}

fn unknown<'a>(
    message: &str,
    (word, span): (&str, &Span),
    names: impl Iterator<Item = &'a str>,
    declared: &str,
) -> Box<Diagnostic> {
    const SHOWN: usize = 8;
    let mut names: Vec<&str> = names.collect();
    names.dedup();
    let diagnostic = Diagnostic::new(Code::ConditionFieldUnknown, span.clone(), message);
    if let Some(near) = nearest(word, names.iter().copied()) {
        return Box::new(
            diagnostic.help(format!("did you mean `{near}`?")).fix(span.clone(), near),
        );
    }
    let shown = listed(names.iter().take(SHOWN).map(|name| format!("`{name}`")), "and");
    let more = names.len().saturating_sub(SHOWN);
    Box::new(match (names.len(), declared) {
        (0, "") => diagnostic,
        (0, _) => diagnostic.help(format!("declare it under {declared}")),
        (_, "") if more == 0 => diagnostic.help(format!("there is {shown}")),
        (_, "") => diagnostic.help(format!("there is {shown}, and {more} more")),
        _ if more == 0 => {
            diagnostic.help(format!("there is {shown}; or declare it under {declared}"))
        }
        _ => diagnostic
            .help(format!("there is {shown}, and {more} more; or declare it under {declared}")),
    })
}

/// `a`, `a and b`, `a, b and c`.
fn listed(parts: impl Iterator<Item = String>, last: &str) -> String {
    let mut parts: Vec<String> = parts.collect();
    let Some(end) = parts.pop() else { return String::new() };
    if parts.is_empty() { end } else { format!("{} {last} {end}", parts.join(", ")) }
}
