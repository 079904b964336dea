//! Completion of values: literals that an operation takes, files, declared names.

use engine::station::Access;
use engine::syntax::Section;

use super::{Asked, Item, ItemKind};
use crate::lsp::index::{Context, Symbol, Thing, What};

impl Asked<'_> {
    /// Offers the files next to the station that a key may name.
    pub(super) fn files(&mut self, section: Section, key: &str) {
        let sources = &self.analysis.loaded.sources;
        let of = |number: usize| sources.get(number).map_or("", engine::text::Source::name);
        // A file in another folder names files of that folder, which are not listed.
        if of(self.file).contains('/') {
            return;
        }
        let ends: &[&str] = match (section, key) {
            (_, "include") => &["yaml", "yml"],
            (_, "openapi" | "tools") => &["yaml", "yml", "json"],
            (_, "rows") => &["json", "jsonl", "ndjson"],
            (_, _) => &["json"],
        };
        let fits = |name: &str| {
            let end = name.rsplit_once('.').map_or("", |(_, end)| end);
            // An included file is not a document, and a document is not included.
            let other = match key {
                "include" => name == of(0) || self.analysis.operations.files().any(|f| f == name),
                _ => sources.iter().any(|source| source.name() == name),
            };
            ends.contains(&end) && name != of(self.file) && !other
        };
        let names = self.analysis.beside.iter().filter(|name| fits(name));
        self.items.extend(names.map(|name| Item {
            label: name.clone(),
            text: self.around.literal(name),
            kind: ItemKind::File,
            detail: None,
            doc: None,
        }));
    }

    /// The answer paths that a key can name, if the document describes them.
    pub(super) fn paths(&mut self, section: Section, key: &str, context: &Context) {
        let operations = &self.analysis.operations;
        let paths = match (section, key, &context.operation) {
            (Section::Field, "from", _) | (Section::Present, "ref", _) => {
                operations.read(&context.rows_of)
            }
            (Section::Report, "headline" | "highlight", _) => operations.answered(&context.rows_of),
            (Section::Output | Section::Update, "from", Some(operation)) => {
                let paths = operations.answered(operation).into_iter();
                paths.map(|path| format!("$output.{path}")).collect()
            }
            _ => Vec::new(),
        };
        self.items.extend(paths.into_iter().map(|path| Item {
            text: self.around.literal(&path),
            label: path,
            kind: ItemKind::Name,
            detail: None,
            doc: None,
        }));
    }

    /// The literals that a value can have, if the operation that takes it restricts them.
    pub(super) fn choices(&self, section: Section, key: &str, context: &Context) -> Vec<String> {
        let of = |operation: &str, argument: &str| {
            let all = self.analysis.operations.arguments(operation);
            let found = all.into_iter().find(|taken| taken.is_meant_by(argument));
            found.map(|taken| taken.choices).unwrap_or_default()
        };
        match (section, key, &context.operation) {
            (Section::Task, "params", _) => {
                let owner = context.task_skill.clone();
                let param = Symbol { thing: Thing::Param, owner, name: context.entry.clone() };
                let handed = self.index.handed.iter().filter(|handed| handed.param == param);
                let mut all = handed.map(|handed| of(&handed.operation, &handed.argument));
                // The literals that every argument accepts to which the parameter is passed.
                let mut choices = all.next().unwrap_or_default();
                all.for_each(|other| choices.retain(|choice| other.contains(choice)));
                choices
            }
            (_, "args", Some(operation)) => of(operation, &context.entry),
            _ => Vec::new(),
        }
    }

    /// The names of a given thing that are in scope.
    pub(super) fn named(&self, thing: Thing, context: &Context) -> Vec<Symbol> {
        let owner = match thing {
            Thing::Operation => {
                let all = self.analysis.operations.operations();
                let symbol =
                    |name: &str| Symbol { thing, owner: String::new(), name: name.to_owned() };
                return all.map(|operation| symbol(&operation.name)).collect();
            }
            Thing::Role => return self.roles(),
            Thing::Param => context.task_skill.clone(),
            Thing::Field | Thing::LineField => context.skill.clone(),
            Thing::Task => context.playbook.clone(),
            Thing::Output => context.outputs.clone(),
            Thing::Form => context.owner(),
            _ => String::new(),
        };
        self.index.names(thing, &owner).cloned().collect()
    }

    /// The roles that profiles and tokens give.
    fn roles(&self) -> Vec<Symbol> {
        let mut roles: Vec<Symbol> = Vec::new();
        for mark in &self.index.marks {
            if let What::Names(symbol, _) = &mark.what
                && symbol.thing == Thing::Role
                && !roles.contains(symbol)
            {
                roles.push(symbol.clone());
            }
        }
        roles
    }

    /// Whether a symbol is allowed at a key. A check takes only operations that do not write. A skill depends on
    /// another skill with kinds. A task does not come after itself or a task after it.
    pub(super) fn fits(
        &self,
        section: Section,
        key: &str,
        symbol: &Symbol,
        context: &Context,
    ) -> bool {
        if key == "depends_on" {
            let chosen = self.index.kinds(&symbol.name).next().is_some();
            return chosen && symbol.name != context.skill;
        }
        if (section, key) == (Section::Task, "after") {
            let task = Symbol { name: context.task.clone(), ..symbol.clone() };
            return !self.index.behind(&task).contains(&symbol);
        }
        let asks = matches!(
            section,
            Section::Invoke
                | Section::Check
                | Section::Update
                | Section::Reconcile
                | Section::Guard
        );
        let writes = |name: &str| {
            let found = self.analysis.operations.find(name);
            found.is_some_and(|operation| operation.access == Access::Write)
        };
        !(asks && symbol.thing == Thing::Operation && writes(&symbol.name))
    }
}
