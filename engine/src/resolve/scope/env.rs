//! The environment of a place: the names that its conditions and whole references may read.

mod narrow;
mod states;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lang::analysis::States;
use lang::{Code, Diagnostic, Position, Root, Scope, SlotIndex};
use vm::Type;

use self::narrow::Narrow;
use crate::raw::keys::Entry;
use crate::raw::name;
use crate::report::codes;
use crate::report::finding::Remark;
use crate::resolve::scope::condition;
use crate::resolve::scope::reference::{literal, spelled, whole, within};
use crate::resolve::scope::sorted::KindRows;
use crate::resolve::scope::usage::Usage;
use crate::station::{ArgumentValue, Condition, Read};
use crate::text::file::{Place, View, quote};
use crate::text::words::{listed, listed_to};

/// The environment of names at one place.
#[derive(Clone, Debug)]
pub(crate) struct Env {
    declared: Arc<Declared>,
    /// Of which kinds the rows are.
    rows: KindRows,
    /// The presented fields that were read again, by their numbers.
    renewed: BTreeSet<usize>,
    /// Env that were refused themselves: a reader of one is not reported.
    refused: BTreeSet<String>,
    /// Prefixes of names; some names with this prefix could not be read.
    open: Vec<String>,
    /// Line fields that some kind lacks, with that kind.
    partial: BTreeMap<String, String>,
    /// Names that only some kinds or profiles have, with the reason and the remedy.
    apart: BTreeMap<String, (String, String)>,
}

/// The declared names; kinds and profiles share them until one of them declares more.
#[derive(Clone, Debug)]
struct Declared {
    scope: Scope,
    slots: Vec<Read>,
    /// The possible states of each slot.
    states: Vec<States>,
    known: BTreeMap<String, Known>,
}

#[derive(Clone, Debug)]
struct Known {
    /// The type; `None` for lines.
    ty: Option<Type>,
    read: Read,
    slot: Option<SlotIndex>,
}

impl At {
    fn takes(self, spelled: &str) -> bool {
        let root = spelled.split(['.', '[']).next().unwrap_or_default();
        !self.except.contains(&root)
    }
}

/// The code and wording of findings about the references of one section.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At {
    pub(crate) code: Code,
    /// The place, as messages call it.
    pub(crate) what: &'static str,
    /// Names that neighbouring sections may read and this section may not.
    pub(crate) except: &'static [&'static str],
}

impl Env {
    pub(crate) fn new(position: Position) -> Env {
        let scope = Scope::new(position);
        let slots: Vec<_> = scope.types().iter().map(|_| Read::Now).collect();
        let states = slots.iter().map(|_| States::Given).collect();
        Env {
            declared: Arc::new(Declared { scope, slots, states, known: BTreeMap::new() }),
            rows: KindRows::default(),
            renewed: BTreeSet::new(),
            refused: BTreeSet::new(),
            open: Vec::new(),
            partial: BTreeMap::new(),
            apart: BTreeMap::new(),
        }
    }

    /// Declares a name for conditions and arguments; `within` is a task, or a task and a call.
    pub(crate) fn declare(
        &mut self,
        root: Root,
        within: Within<'_>,
        name: &str,
        ty: Type,
        read: Read,
    ) {
        let (task, call) = match within {
            Within::None => (None, None),
            Within::Task(task) => (Some(task), None),
            Within::Call(task, call) => (Some(task), Some(call)),
        };
        let declared = Arc::make_mut(&mut self.declared);
        let Some(slot) = declared.scope.declare(root, task, call, name, ty) else { return };
        if slot.index() == declared.slots.len() {
            declared.states.push(match read {
                Read::LineField(_) => States::Answered,
                _ => States::of(root, declared.scope.position()),
            });
            declared.slots.push(read.clone());
        }
        let known = Known { ty: Some(ty), read, slot: Some(slot) };
        declared.known.insert(spelled_name(root, within, name), known);
    }

    /// Declares a name for arguments only.
    pub(crate) fn add(&mut self, spelled: &str, ty: impl Into<Option<Type>>, read: Read) {
        let known = Known { ty: ty.into(), read, slot: None };
        Arc::make_mut(&mut self.declared).known.insert(name::composed(spelled), known);
    }

    /// Suppresses findings about a refused name.
    pub(crate) fn refuse(&mut self, root: Root, name: &str) {
        self.refused.insert(spelled_name(root, Within::None, name));
    }

    /// Does not report any name of a root, since some could not be read.
    pub(crate) fn refuse_all(&mut self, root: Root) {
        self.refuse_under(&format!("${}", root.name()));
    }

    /// Suppresses findings about every name with a prefix.
    pub(crate) fn refuse_under(&mut self, start: &str) {
        self.open.push(name::composed(start));
    }

    /// Takes line fields that only some kinds have for names that are not there.
    pub(crate) fn without_partial(mut self) -> Env {
        self.partial.clear();
        self
    }

    /// Records why a name that only some kinds or profiles have may not be read here, and the remedy.
    pub(crate) fn set_apart(&mut self, spelled: &str, why: &str, help: &str) {
        let spelled = name::composed(spelled);
        if !self.declared.known.contains_key(&spelled) && !self.is_refused(&spelled) {
            self.apart.entry(spelled).or_insert_with(|| (why.to_owned(), help.to_owned()));
        }
    }

    /// Adopts the names of a line that are set apart in another environment.
    pub(crate) fn keep_apart(&mut self, other: &Env) {
        let of_line = other.apart.iter().filter(|(spelled, _)| spelled.starts_with("$line."));
        self.apart.extend(of_line.map(|(spelled, why)| (spelled.clone(), why.clone())));
    }

    /// Lists the answers of forms: names and types.
    pub(crate) fn forms(&self) -> impl Iterator<Item = (&str, Type)> {
        self.declared
            .known
            .iter()
            .filter_map(|(spelled, known)| Some((spelled.strip_prefix("$form.")?, known.ty?)))
    }

    /// Keeps silent about what other names are silent about.
    pub(crate) fn hush(&mut self, other: &Env) {
        self.refused.extend(other.refused.iter().cloned());
        self.open.extend(other.open.iter().cloned());
    }

    /// Whether a reference to an undeclared name is not reported.
    pub(crate) fn is_hushed(&self, spelled: &str) -> bool {
        self.is_refused(spelled)
    }

    /// Lists the names under a prefix.
    pub(crate) fn under<'n>(&'n self, start: &'n str) -> impl Iterator<Item = &'n str> {
        let names = self.declared.known.keys().map(String::as_str);
        let after = move |name: &str| {
            name.strip_prefix(start).is_some_and(|rest| rest.starts_with(['.', ']']))
        };
        names.filter(move |name| after(name))
    }

    /// The names that both environments have with the same type.
    pub(crate) fn shared(mut self, other: &Env) -> Env {
        Arc::make_mut(&mut self.declared).known.retain(|spelled, known| {
            other.declared.known.get(spelled).is_some_and(|found| found.ty == known.ty)
        });
        self.hush(other);
        self
    }

    /// Returns the position at which the names are read.
    pub(crate) fn position(&self) -> Position {
        self.declared.scope.position()
    }

    /// The names of a line.
    pub(crate) fn of_line(&self) -> impl Iterator<Item = (&str, Option<Type>, &Read)> {
        let known = self.declared.known.iter().filter(|(spelled, _)| spelled.starts_with("$line."));
        known.map(|(spelled, known)| (spelled.as_str(), known.ty, &known.read))
    }

    /// Lists the presented fields and the line fields: names, types and reads.
    pub(crate) fn item(&self) -> impl Iterator<Item = (&str, Type, &Read)> {
        self.declared.known.iter().filter_map(|(spelled, known)| {
            Some((spelled.strip_prefix("$item.fields.")?, known.ty?, &known.read))
        })
    }

    /// Whether an undeclared name is not reported.
    pub(crate) fn is_silent(&self, root: Root, name: &str) -> bool {
        self.is_refused(&spelled_name(root, Within::None, name))
    }

    /// Lists the parameters.
    pub(crate) fn params(&self) -> impl Iterator<Item = &str> {
        self.declared.known.keys().filter_map(|spelled| spelled.strip_prefix("$params."))
    }

    /// Lists the presented fields.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &str> {
        let fields =
            self.declared.known.iter().filter(|(_, known)| matches!(known.read, Read::Field(_)));
        fields.filter_map(|(spelled, _)| spelled.strip_prefix("$item.fields."))
    }

    /// Takes over the answers of the forms of another list, and the price that it gives.
    pub(crate) fn take_over(&mut self, other: &Env) {
        for (spelled, known) in &other.declared.known {
            let Some(ty) = known.ty else { continue };
            match (&known.read, spelled.strip_prefix("$form.")) {
                (Read::Form(_), Some(name)) => {
                    self.declare(Root::Form, Within::None, name, ty, known.read.clone());
                }
                (Read::LineForm(_), _) => self.add(spelled, ty, known.read.clone()),
                (Read::Price, _) => {
                    self.declare(Root::Item, Within::None, "price", ty, Read::Price);
                }
                _ => {}
            }
        }
        self.settle_as(other);
        self.renewed.extend(&other.renewed);
        self.hush(other);
    }

    /// Takes over the answers and the price that one list and all others have, each with one type.
    pub(crate) fn take_over_common(&mut self, one: &Env, others: &[&Env]) {
        let mut common = one.clone();
        Arc::make_mut(&mut common.declared).known.retain(|spelled, known| {
            let same = |other: &Known| other.ty == known.ty;
            others.iter().all(|other| other.declared.known.get(spelled).is_some_and(same))
        });
        for other in others {
            common.unsettle_as(other);
            common.renewed.extend(&other.renewed);
        }
        self.take_over(&common);
    }

    /// Records a line field that a kind lacks, or has with another type.
    pub(crate) fn lacks(&mut self, name: &str, kind: &str) {
        let spelled = spelled_name(Root::Item, Within::None, name);
        self.partial.entry(spelled).or_insert_with(|| kind.to_owned());
    }

    /// Finds a declared name.
    pub(crate) fn find(&self, spelled: &str) -> Option<(Option<Type>, &Read)> {
        self.declared.known.get(spelled).map(|known| (known.ty, &known.read))
    }

    fn is_refused(&self, spelled: &str) -> bool {
        let under = |start: &String| {
            let rest = spelled.strip_prefix(start.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        self.refused.contains(spelled)
            || self.partial.contains_key(spelled)
            || self.open.iter().any(under)
    }

    /// Records that a parameter is read, or that a misspelled reference means the parameter.
    fn note(&self, spelled: &str, usage: &mut Usage<'_>) {
        if let Some(Known { read: Read::TaskParam { task, param }, .. }) =
            self.declared.known.get(spelled)
        {
            usage.tasks_read.insert((*task, *param));
        }
        let Some(name) = spelled.strip_prefix("$params.") else { return };
        if self.declared.known.contains_key(spelled) || self.is_refused(spelled) {
            usage.read.insert(name.to_owned());
            return;
        }
        let params = self.declared.known.keys().filter_map(|known| known.strip_prefix("$params."));
        usage.read.extend(lang::nearest(name, params).map(str::to_owned));
    }

    /// Reports a reference to a line field that some kind does not have.
    fn partly(&self, spelled: &str, place: Place, usage: &mut Usage<'_>) {
        let Some(kind) = self.partial.get(spelled) else { return };
        let name = spelled.rsplit('.').next().unwrap_or(spelled);
        let message =
            format!("the kind {} has no line field {} of this type", quote(kind), quote(name));
        usage.add(
            Remark::new(codes::KIND_FIELD_PARTIAL, place, message)
                .help("move the guard to the kinds that have the field"),
        );
    }

    /// The condition of an entry, with the scope of its slots; `None` if it is refused.
    fn condition(&self, entry: Entry<'_>, usage: &mut Usage<'_>) -> Option<(Condition, Scope)> {
        let text = entry.value.text().unwrap_or_default();
        let parsed = lang::parse(text);
        let references = parsed.ast.as_ref().map(lang::references).unwrap_or_default();
        let references: Vec<_> =
            references.into_iter().map(|(found, span)| (spelled(found), span)).collect();
        let mut is_whole = true;
        for (reference, span) in &references {
            self.note(reference, usage);
            if self.partial.contains_key(reference) {
                is_whole = false;
                self.partly(reference, within(entry.value, span), usage);
            }
        }
        let follows = |diagnostic: &Diagnostic, _: &str| {
            diagnostic.code == codes::CONDITION_FIELD_UNKNOWN
                && references.iter().any(|(reference, span)| {
                    span.start <= diagnostic.span.start
                        && diagnostic.span.end <= span.end
                        && self.is_refused(reference)
                })
        };
        let names = references.iter().map(|(reference, _)| reference.as_str());
        let narrow = self.narrow(names);
        // A condition that compiles reads only declared names. Without them, it is compiled for its findings.
        let scope = narrow.as_ref().map_or(&self.declared.scope, |narrow| &narrow.scope);
        let reading = usage.reading;
        let compiled = condition::compile_with(entry, scope, reading, &follows, usage.report)?;
        let Narrow { scope, slots, fields } = narrow.filter(|_| is_whole)?;
        let reads = (0..slots.len()).filter(|slot| slots.get(*slot) != Some(&Read::Now)).collect();
        let condition = Condition { compiled, slots: slots.into(), fields: fields.into(), reads };
        Some((condition, scope))
    }

    /// Resolves the value of an argument: a literal, or a whole reference to a readable name.
    pub(crate) fn given(
        &self,
        value: View<'_>,
        at: At,
        usage: &mut Usage<'_>,
    ) -> Option<(ArgumentValue, Option<Type>)> {
        let text = value.text().filter(|_| !value.is_tagged());
        let Some(text) = text.filter(|text| text.starts_with('$') && !text.starts_with("$$"))
        else {
            let literal = literal(value, usage.report)?;
            return Some((ArgumentValue::Literal(literal), None));
        };
        let (ty, read) = self.reference(text, value.place(), at, usage)?;
        Some((ArgumentValue::Read(read), ty))
    }

    /// Resolves a whole reference.
    pub(crate) fn reference(
        &self,
        text: &str,
        place: Place,
        at: At,
        usage: &mut Usage<'_>,
    ) -> Option<(Option<Type>, Read)> {
        let spelled = whole(text);
        if let Some(spelled) = &spelled {
            self.note(spelled, usage);
            if let Some(known) = self.declared.known.get(spelled).filter(|_| at.takes(spelled)) {
                return Some((known.ty, known.read.clone()));
            }
            if self.partial.contains_key(spelled) {
                self.partly(spelled, place, usage);
                return None;
            }
            if self.is_refused(spelled) {
                return None;
            }
            if let Some((why, help)) = self.apart.get(spelled).filter(|_| at.takes(spelled)) {
                usage.add(Remark::new(at.code, place, why.clone()).help(help.clone()));
                return None;
            }
        }
        let message = match &spelled {
            Some(_) => format!("{} may not be read in {}", quote(text), at.what),
            None => format!("{} is no reference", quote(text)),
        };
        let names = || self.declared.known.keys().map(String::as_str).filter(|name| at.takes(name));
        let root = spelled.as_deref().unwrap_or(text).split(['.', '[']).next().unwrap_or_default();
        let same = names().filter(|known| known.split(['.', '[']).next() == Some(root));
        let mut shown: Vec<_> = same.collect();
        // Env at the depth of the misspelled name precede deeper ones.
        let depth = |text: &str| text.split(['.', '[']).count();
        shown.sort_by_key(|known| depth(known).abs_diff(depth(spelled.as_deref().unwrap_or(text))));
        usage.add(Remark::new(at.code, place, message).near(text, names(), || {
            if shown.is_empty() {
                let mut roots: Vec<_> =
                    names().filter_map(|known| known.split(['.', '[']).next()).collect();
                roots.dedup();
                format!(
                    "{} may be read here; a text that begins with `$` is written `$$`",
                    listed(roots)
                )
            } else {
                format!("there is {}", listed_to(SHOWN, shown))
            }
        }));
        None
    }
}

/// The maximum number of names that a finding lists.
const SHOWN: usize = 8;

/// The owner of a declared name.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Within<'n> {
    /// No owner.
    None,
    /// A playbook's task.
    Task(&'n str),
    /// A call of a task.
    Call(&'n str, &'n str),
}

fn spelled_name(root: Root, within: Within<'_>, name: &str) -> String {
    let fields = if root == Root::Item { ".fields" } else { "" };
    let within = match within {
        Within::None => String::new(),
        Within::Task(task) => format!("[{task}]"),
        Within::Call(task, call) => format!("[{task}.{call}]"),
    };
    name::composed(&format!("${}{fields}{within}.{name}", root.name()))
}
