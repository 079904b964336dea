//! The scope of a condition: the roots that its position may read, and the declared names.
//!
//! A scope assigns each name a slot, in declaration order. If the position may read `$now`, the scope declares it
//! first, in slot 0.

mod place;
mod refusal;

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization as _;
use vm::Type;

use self::place::Shape;
pub use self::place::{Position, Root};
use self::refusal::item_quantity;
use crate::ast::{Reference, Span, Step, StepKind};
use crate::diagnostic::Diagnostic;

/// The index of a declared value in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SlotIndex(u16);

impl SlotIndex {
    /// The slot with this index; `None` if the index exceeds the size of a row.
    pub fn new(index: usize) -> Option<SlotIndex> {
        u16::try_from(index).ok().map(SlotIndex)
    }

    /// The index, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The result of resolving a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The slot.
    pub slot: SlotIndex,
    /// The declared type.
    pub ty: Type,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Name {
    root: Root,
    task: Option<String>,
    call: Option<String>,
    name: String,
}

/// A position and the names declared for it.
#[derive(Clone, Debug)]
pub struct Scope {
    position: Position,
    names: Vec<Name>,
    types: Vec<Type>,
    slots: HashMap<Name, SlotIndex>,
}

impl Scope {
    /// An empty scope for a position; it declares only `$now`, if the position may read it.
    pub fn new(position: Position) -> Scope {
        let mut scope =
            Scope { position, names: Vec::new(), types: Vec::new(), slots: HashMap::new() };
        if Root::Now.shape(position).is_some() {
            scope.declare(Root::Now, None, None, "", Type::Datetime);
        }
        scope
    }

    /// Declares a name and returns its slot: the next free one, or the existing one if the name is declared already.
    ///
    /// `task` is set for `$params[task]` and `$read[task]`; `task` and `call` are set for `$submitted[task.call]`.
    /// Returns `None` if all 65,536 slots are in use.
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

    /// A scope for the same position that declares only these slots, in this order. It suits a condition that reads no
    /// others.
    pub fn narrowed(&self, slots: &[SlotIndex]) -> Scope {
        let mut narrow = Scope::new(self.position);
        for slot in slots {
            let (name, ty) = (self.names.get(slot.index()), self.types.get(slot.index()));
            let (Some(name), Some(ty)) = (name, ty) else { continue };
            if let Some(slot) = SlotIndex::new(narrow.types.len())
                && !narrow.slots.contains_key(name)
            {
                narrow.slots.insert(name.clone(), slot);
                narrow.names.push(name.clone());
                narrow.types.push(*ty);
            }
        }
        narrow
    }

    /// The position of the condition.
    pub fn position(&self) -> Position {
        self.position
    }

    /// The types of the slots, in slot order.
    pub fn types(&self) -> Vec<Type> {
        self.types.clone()
    }

    /// The declarations in slot order: the root, the names after it, and the type.
    pub(crate) fn declared(&self) -> impl Iterator<Item = (Root, Vec<&str>, Type)> {
        self.names.iter().zip(&self.types).map(|(name, ty)| {
            let fields = (name.root == Root::Item).then_some("fields");
            let before = [fields, name.task.as_deref(), name.call.as_deref()];
            let steps = before.into_iter().flatten().chain([name.name.as_str()]);
            (name.root, steps.filter(|step| !step.is_empty()).collect(), *ty)
        })
    }

    /// The slot and type of a reference, or the diagnostic that explains why it has none.
    pub fn resolve(&self, reference: &Reference) -> Result<Resolved, Box<Diagnostic>> {
        self.resolve_with(reference, Advice::Sought)
    }

    /// As [`Scope::resolve`]; `advice` decides whether the diagnostic suggests a name.
    pub(crate) fn resolve_with(
        &self,
        reference: &Reference,
        advice: Advice,
    ) -> Result<Resolved, Box<Diagnostic>> {
        let Some(root) = Root::named(&reference.root) else {
            return Err(self.root_unknown(reference));
        };
        if root == Root::Item && is_quantity(&reference.steps) {
            return Err(item_quantity(reference));
        }
        let Some(shape) = root.shape(self.position) else {
            return Err(self.root_not_here(root, reference));
        };
        let Some(steps) = shaped(shape, reference) else {
            return Err(self.misshapen(root, shape, reference, advice));
        };
        let wanted = Name {
            root,
            task: steps.task.as_ref().map(|(task, _)| (*task).to_owned()),
            call: steps.call.as_ref().map(|(call, _)| (*call).to_owned()),
            name: steps.name.0.to_owned(),
        };
        let slot = self.slots.get(&wanted).copied();
        match slot.and_then(|slot| Some((slot, *self.types.get(slot.index())?))) {
            Some((slot, ty)) => Ok(Resolved { slot, ty }),
            None => Err(self.unknown(&wanted, &steps, advice)),
        }
    }
}

/// Whether a diagnostic suggests the nearest name, which costs time for every declared name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Advice {
    /// Suggest the nearest name.
    Sought,
    /// Suggest nothing.
    Spared,
}

/// The names of a reference, with their spans.
struct Steps<'a> {
    task: Option<(&'a str, Span)>,
    call: Option<(&'a str, Span)>,
    name: (&'a str, Span),
}

/// The names of a reference; `None` if its steps do not fit the shape.
fn shaped(shape: Shape, reference: &Reference) -> Option<Steps<'_>> {
    use StepKind::{Key, Keys, Name};
    let plain = |name, span: &Span| Steps { task: None, call: None, name: (name, span.clone()) };
    match (shape, reference.steps.as_slice()) {
        (Shape::Alone, []) => Some(plain("", &reference.root_span)),
        (Shape::Name, [Step { kind: Name(name), span }]) => Some(plain(name, span)),
        (Shape::Item, [Step { kind: Name(fields), .. }, Step { kind: Name(name), span }]) => {
            (fields == "fields").then(|| plain(name, span))
        }
        (Shape::Task, [Step { kind: Key(task), span: key }, Step { kind: Name(name), span }]) => {
            Some(Steps { task: Some((task, key.clone())), ..plain(name, span) })
        }
        (
            Shape::Call,
            [Step { kind: Keys(task, call), span: keys }, Step { kind: Name(name), span }],
        ) => {
            let (task_span, call_span) = halves(task, call, keys);
            Some(Steps {
                task: Some((task, task_span)),
                call: Some((call, call_span)),
                ..plain(name, span)
            })
        }
        _ => None,
    }
}

fn is_quantity(steps: &[Step]) -> bool {
    matches!(steps, [Step { kind: StepKind::Name(name), .. }] if name == "quantity")
}

/// The spans of the two names of `task.call`; both are the whole span if normalisation changed its length.
fn halves(task: &str, call: &str, whole: &Span) -> (Span, Span) {
    if whole.len() == task.len() + 1 + call.len() {
        let middle = whole.start + task.len();
        (whole.start..middle, middle + 1..whole.end)
    } else {
        (whole.clone(), whole.clone())
    }
}
