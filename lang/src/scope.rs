//! What a condition may read where it stands: the roots of its position, and the names that they have.
//!
//! A scope gives every name a slot, numbered in order of declaration. Where `$now` may be read it is declared from
//! the start, so that it has slot 0 there.

mod place;
mod refusal;

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization as _;
use vm::Type;

use self::place::Shape;
pub use self::place::{Position, Root};
use self::refusal::{item_quantity, unknown};
use crate::ast::{Reference, Span, Step, StepKind};
use crate::diagnostic::Diagnostic;
use crate::token::quoted;

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
            return Err(unknown(
                &format!("{root} has no task {}", quoted(task)),
                (task, span),
                tasks,
                "",
            ));
        }
        let of_call = || of_task().filter(|n| n.call == wanted.call);
        if let (Some((task, _)), Some((call, span))) = (task, call)
            && of_call().next().is_none()
        {
            let calls = of_task().filter_map(|n| n.call.as_deref());
            let message = format!("the task {} has no call {}", quoted(task), quoted(call));
            return Err(unknown(&message, (call, span), calls, ""));
        }
        let owner = match (task, call) {
            (Some((task, _)), Some((call, _))) => {
                quoted(&format!("${}[{task}.{call}]", root.name()))
            }
            (Some((task, _)), None) => quoted(&format!("${}[{task}]", root.name())),
            (None, _) if root == Root::Item => "`$item.fields`".to_owned(),
            (None, _) => root.to_string(),
        };
        let names = of_call().map(|n| n.name.as_str());
        let message = format!("{owner} has no {}", quoted(name.0));
        Err(unknown(&message, name, names, root.declared()))
    }
}

fn is_quantity(steps: &[Step]) -> bool {
    matches!(steps, [Step { kind: StepKind::Name(name), .. }] if name == "quantity")
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
