//! Walks a file by its sections and forms. The walk is a loop, so a deeply nested file cannot overflow the stack.

use std::rc::Rc;

use engine::syntax::{Form, Node, Section, Tree};
use lang::Position;

use super::context::{self, Context, name};
use super::symbol::{Symbol, SymbolKind, declares, keys_declare, keys_name, names, names_file};
use super::{
    ArgumentBinding, Declaration, Enclosing, FileSpan, Index, Occurrence, OccurrenceKind, reference,
};

/// A node that is not visited yet.
struct Pending<'a> {
    node: Node<'a>,
    form: Form,
    context: Rc<Context>,
    /// The section and the key whose value contains the node.
    under: (Section, String),
}

/// An occurrence of a text that was searched for.
#[derive(Clone, Debug)]
pub struct Probe {
    /// Its context.
    pub context: Rc<Context>,
    /// The role of the text there.
    pub role: ProbeRole,
}

/// The role of a probed text.
#[derive(Clone, Debug)]
pub enum ProbeRole {
    /// A key of a section, with the other keys there.
    Key(Section, Vec<String>),
    /// A key of the map under a key, with the other keys there.
    Name(Section, String, Vec<String>),
    /// All or part of a value under a key, with the form of the value and the text before.
    Value(Section, String, Form, String),
}

/// Walks a file and records its declarations and names in the index.
pub fn walk(tree: &Tree, file: usize, index: &mut Index) {
    visit_all(tree, file, &mut Walk { file, index: Some(index), wanted: None, found: Vec::new() });
}

/// The occurrences of a text in a file, each with its role.
pub fn probe(tree: &Tree, file: usize, wanted: &str) -> Vec<Probe> {
    let mut walk = Walk { file, index: None, wanted: Some(wanted), found: Vec::new() };
    visit_all(tree, file, &mut walk);
    walk.found
}

fn visit_all(tree: &Tree, file: usize, walk: &mut Walk<'_>) {
    let Some(root) = tree.root() else { return };
    let section = if file == 0 { Section::Station } else { Section::Included };
    let mut pending = vec![Pending {
        node: root,
        form: Form::Section(section),
        context: Rc::default(),
        under: (section, String::new()),
    }];
    while let Some(next) = pending.pop() {
        walk.node(next, &mut pending);
    }
}

struct Walk<'i> {
    file: usize,
    index: Option<&'i mut Index>,
    wanted: Option<&'i str>,
    found: Vec<Probe>,
}

impl Walk<'_> {
    fn node<'a>(&mut self, next: Pending<'a>, pending: &mut Vec<Pending<'a>>) {
        let Pending { node, form, context, under } = next;
        let form = match form {
            Form::Either(forms) => fitting_form(forms, node).unwrap_or(Form::Any),
            form => form,
        };
        match form {
            Form::Section(section) if node.is_map() => {
                self.section(section, node, &context, pending);
            }
            Form::Map(inner) | Form::Named(_, inner) | Form::Some(inner) if node.is_map() => {
                self.names(node, *inner, &context, &under, pending);
            }
            Form::Any if node.is_map() => self.names(node, Form::Any, &context, &under, pending),
            Form::List(inner) if node.is_list() => {
                for item in node.list() {
                    let (form, context) = (*inner, Rc::clone(&context));
                    pending.push(Pending { node: item, form, context, under: under.clone() });
                }
            }
            Form::Any if node.is_list() => {
                for item in node.list() {
                    let (form, context) = (Form::Any, Rc::clone(&context));
                    pending.push(Pending { node: item, form, context, under: under.clone() });
                }
            }
            form => self.scalar(node, form, &context, under),
        }
    }

    fn section<'a>(
        &mut self,
        section: Section,
        node: Node<'a>,
        context: &Rc<Context>,
        pending: &mut Vec<Pending<'a>>,
    ) {
        let inner = context.enter(section, node, self.file);
        for (key, value) in node.map() {
            let Some(text) = key.text() else { continue };
            if self.is_wanted(text) {
                let siblings = keys(node, text);
                self.find(&inner, ProbeRole::Key(section, siblings));
                continue;
            }
            let Some(row) = section.key(text) else { continue };
            let form = row.form;
            self.occurrence(key, OccurrenceKind::Key(section, text.to_owned()));
            if let Some(kind) = declares(section, text)
                && let Some(declared) = value.text()
            {
                let owner = match kind {
                    SymbolKind::Task => inner.playbook.clone(),
                    SymbolKind::Call => context.owner(),
                    _ => String::new(),
                };
                self.declare((kind, owner, declared), value, Some(node), &inner);
            }
            let context = context_under(section, text, value, &inner);
            pending.push(Pending { node: value, form, context, under: (section, text.to_owned()) });
        }
    }

    /// Visits a map whose keys the author chooses.
    fn names<'a>(
        &mut self,
        node: Node<'a>,
        form: Form,
        context: &Rc<Context>,
        under: &(Section, String),
        pending: &mut Vec<Pending<'a>>,
    ) {
        let (section, key) = under;
        for (name_node, value) in node.map() {
            let Some(text) = name_node.text() else { continue };
            if self.is_wanted(text) {
                let siblings = keys(node, text);
                self.find(context, ProbeRole::Name(*section, key.clone(), siblings));
                continue;
            }
            if let Some(kind) = keys_declare(*section, key) {
                let owner = owner(kind, context);
                self.declare((kind, owner, text), name_node, Some(value), context);
            }
            if let Some(kind) = keys_name(*section, key) {
                self.name(kind, text, name_node, context);
            }
            if key == "args"
                && let Some(operation) = &context.operation
            {
                self.occurrence(
                    name_node,
                    OccurrenceKind::Argument(operation.clone(), text.to_owned()),
                );
                if *section == Section::Invoke {
                    self.bind(operation, text, value, context);
                }
            }
            let context = self.under(text, (*section, key), context);
            pending.push(Pending { node: value, form, context, under: under.clone() });
        }
    }

    /// Records an argument whose value is a parameter.
    fn bind(&mut self, operation: &str, argument: &str, value: Node<'_>, context: &Context) {
        let param = value.text().and_then(|text| text.strip_prefix("$params."));
        let (Some(param), Some(index)) = (param, self.index.as_deref_mut()) else { return };
        let owner = context.skill.clone();
        index.bindings.push(ArgumentBinding {
            param: Symbol { kind: SymbolKind::Param, owner, name: name(param) },
            operation: operation.to_owned(),
            argument: argument.to_owned(),
        });
    }

    /// The context of the value under a key of a map.
    fn under(&self, text: &str, under: (Section, &str), context: &Rc<Context>) -> Rc<Context> {
        let mut context = Rc::clone(context);
        let (section, key) = under;
        match keys_declare(section, key) {
            Some(SymbolKind::Policy) => Rc::make_mut(&mut context).policy = Some(name(text)),
            Some(SymbolKind::Kind) => Rc::make_mut(&mut context).kind = name(text),
            Some(_) | None => {}
        }
        if keys_name(section, key) == Some(SymbolKind::Profile) {
            Rc::make_mut(&mut context).profile = name(text);
        }
        if self.wanted.is_some() {
            Rc::make_mut(&mut context).entry = name(text);
        }
        context
    }

    fn scalar(
        &mut self,
        node: Node<'_>,
        form: Form,
        context: &Rc<Context>,
        under: (Section, String),
    ) {
        let Some(text) = node.text() else { return };
        let (section, key) = under;
        if let Some((before, _)) = self.wanted.and_then(|wanted| text.split_once(wanted)) {
            let before = before.to_owned();
            return self.find(context, ProbeRole::Value(section, key, form, before));
        }
        if let Some(kind) = names(section, &key) {
            // `reason: $output.why` means the same as `reason: why`.
            let short = text.strip_prefix("$output.").unwrap_or(text);
            if kind == SymbolKind::Policy {
                let users = self.index.as_deref_mut().map(|index| &mut index.policies);
                if let Some(users) = users {
                    users.entry(name(short)).or_default().push(Rc::clone(context));
                }
            }
            return self.name(kind, short, node, context);
        }
        if names_file(section, &key) {
            return self.occurrence(node, OccurrenceKind::File(text.to_owned()));
        }
        if matches!(form, Form::Words(_) | Form::Type) {
            let word = OccurrenceKind::Word(section, key, text.to_owned());
            return self.occurrence(node, word);
        }
        let Some(index) = self.index.as_deref_mut() else { return };
        let position = position(section, &key, context);
        if matches!(form, Form::Condition) {
            reference::record(node, text, position, context, self.file, index);
        } else if reference::may_contain(section, &key, text) {
            reference::record(node, text, None, context, self.file, index);
        }
    }

    fn is_wanted(&self, text: &str) -> bool {
        self.wanted.is_some_and(|wanted| text.contains(wanted))
    }

    fn find(&mut self, context: &Rc<Context>, role: ProbeRole) {
        self.found.push(Probe { context: Rc::clone(context), role });
    }

    fn occurrence(&mut self, node: Node<'_>, kind: OccurrenceKind) {
        let at = FileSpan { file: self.file, span: node.span() };
        if let Some(index) = self.index.as_deref_mut() {
            index.occurrences.push(Occurrence { at, kind });
        }
    }

    fn name(&mut self, kind: SymbolKind, text: &str, node: Node<'_>, context: &Context) {
        if self.index.is_none() || text == "*" {
            return;
        }
        let owner = match kind {
            SymbolKind::Param => context.task_skill.clone(),
            SymbolKind::Output => context.outputs.clone(),
            kind => owner(kind, context),
        };
        let whole = node.text().unwrap_or_default();
        let start = whole.len().saturating_sub(text.len());
        // INVARIANT: the node's text ends with the name.
        let Some(span) = node.part(start..whole.len()) else { return };
        let symbol = Symbol { kind, owner, name: name(text) };
        self.occurrence(node, OccurrenceKind::Names(symbol, span));
    }

    fn declare(
        &mut self,
        (kind, owner, text): (SymbolKind, String, &str),
        at: Node<'_>,
        value: Option<Node<'_>>,
        context: &Context,
    ) {
        let Some(index) = self.index.as_deref_mut() else { return };
        let place = |node: Node<'_>| FileSpan { file: self.file, span: node.span() };
        let span = at.part(0..text.len()).unwrap_or(at.span());
        let values = value.map(values).unwrap_or_default();
        let value = value.filter(|value| !value.is_nothing()).map(place);
        let enclosing = Enclosing {
            skill: context.skill.clone(),
            kind: context.kind.clone(),
            profile: context.profile.clone(),
        };
        let declared =
            Declaration { at: FileSpan { file: self.file, span }, value, values, enclosing };
        index.declare(Symbol { kind, owner, name: name(text) }, declared);
    }
}

/// The texts in a map, by key; the elements of a list are joined.
fn values(node: Node<'_>) -> Vec<(String, String)> {
    if let Some(text) = node.text() {
        return vec![(String::new(), text.to_owned())];
    }
    let text = |value: Node<'_>| match value.text() {
        Some(text) => Some(text.to_owned()),
        None if value.is_list() => {
            let items: Vec<_> = value.list().filter_map(Node::text).collect();
            (!items.is_empty()).then(|| items.join(", "))
        }
        None => value.get("objective").and_then(Node::text).map(str::to_owned),
    };
    node.map().filter_map(|(key, value)| Some((key.text()?.to_owned(), text(value)?))).collect()
}

/// The keys of a map except one.
fn keys(node: Node<'_>, but: &str) -> Vec<String> {
    let keys = node.map().filter_map(|(key, _)| key.text()).filter(|key| *key != but);
    keys.map(str::to_owned).collect()
}

/// The owner of a name in a context.
fn owner(kind: SymbolKind, context: &Context) -> String {
    match kind {
        SymbolKind::Field | SymbolKind::LineField | SymbolKind::Param => context.skill.clone(),
        SymbolKind::Form => context.owner(),
        SymbolKind::Output => context.outputs.clone(),
        SymbolKind::Task => context.playbook.clone(),
        _ => String::new(),
    }
}

/// The position of the condition under a key; `None` for a policy, whose users decide it.
fn position(section: Section, key: &str, context: &Context) -> Option<Position> {
    match (section, key) {
        (Section::Kind, "when") => Some(Position::Kind),
        (_, "pass" | "ok" | "done") => Some(Position::Output),
        _ => context.position,
    }
}

/// The context of the value under a key of a section.
fn context_under(
    section: Section,
    key: &str,
    value: Node<'_>,
    context: &Rc<Context>,
) -> Rc<Context> {
    // A short `check` names its operation without arguments, and reads the outputs that every check has.
    if section == Section::Guard && key == "check" && value.text().is_some() {
        let mut inner = Context::clone(context);
        inner.operation = value.text().map(context::name);
        return Rc::new(inner);
    }
    if section == Section::Skill && key == "output_filters" {
        let mut inner = Context::clone(context);
        inner.position = Some(Position::Invoke);
        return Rc::new(inner);
    }
    Rc::clone(context)
}

/// The first of several forms that fits a node.
fn fitting_form(forms: &[Form], node: Node<'_>) -> Option<Form> {
    let found = forms.iter().find(|form| match form {
        Form::Section(_) | Form::Map(_) | Form::Named(..) | Form::Some(_) => node.is_map(),
        Form::List(_) => node.is_list(),
        Form::Any => true,
        Form::Text | Form::Switch | Form::Type | Form::Words(_) | Form::Condition => {
            node.text().is_some()
        }
        Form::Either(_) => false,
    });
    found.copied()
}
