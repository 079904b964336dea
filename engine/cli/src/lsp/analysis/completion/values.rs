//! Completion of values: file names, paths, literals, declared names.

use engine::station::Access;
use engine::syntax::Section;

use super::{Collector, Item, ItemKind};
use crate::lsp::index::{Context, OccurrenceKind, Symbol, SymbolKind};

impl Collector<'_> {
    /// Adds the files in the station's folder that a key may name.
    pub(super) fn files(&mut self, section: Section, key: &str) {
        let sources = &self.analysis.loaded.sources;
        let of = |number: usize| sources.get(number).map_or("", engine::text::Source::name);
        // A file in a subfolder names files of that subfolder, which are not listed.
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
        let names = self.analysis.files_in_folder.iter().filter(|name| fits(name));
        self.items.extend(names.map(|name| Item {
            label: name.clone(),
            text: self.cursor.literal(name),
            kind: ItemKind::File,
            detail: None,
            doc: None,
        }));
    }

    /// Adds the paths of an operation's answer that a key may name, if its document describes them.
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
            text: self.cursor.literal(&path),
            label: path,
            kind: ItemKind::Name,
            detail: None,
            doc: None,
        }));
    }

    /// The literals of a value; empty unless its operation takes a fixed set.
    pub(super) fn choices(&self, section: Section, key: &str, context: &Context) -> Vec<String> {
        let of = |operation: &str, argument: &str| {
            let all = self.analysis.operations.arguments(operation);
            let found = all.into_iter().find(|taken| taken.is_meant_by(argument));
            found.map(|taken| taken.choices).unwrap_or_default()
        };
        match (section, key, &context.operation) {
            (Section::Task, "params", _) => {
                let owner = context.task_skill.clone();
                let param = Symbol { kind: SymbolKind::Param, owner, name: context.entry.clone() };
                let bindings = self.index.bindings.iter().filter(|binding| binding.param == param);
                let mut all = bindings.map(|binding| of(&binding.operation, &binding.argument));
                // The parameter may be the value of several arguments: keep the literals that all of them take.
                let mut choices = all.next().unwrap_or_default();
                all.for_each(|other| choices.retain(|choice| other.contains(choice)));
                choices
            }
            (_, "args", Some(operation)) => of(operation, &context.entry),
            _ => Vec::new(),
        }
    }

    /// The names of a kind that can be used in a context.
    pub(super) fn named(&self, kind: SymbolKind, context: &Context) -> Vec<Symbol> {
        let owner = match kind {
            SymbolKind::Operation => {
                let all = self.analysis.operations.operations();
                let symbol =
                    |name: &str| Symbol { kind, owner: String::new(), name: name.to_owned() };
                return all.map(|operation| symbol(&operation.name)).collect();
            }
            SymbolKind::Role => return self.roles(),
            SymbolKind::Param => context.task_skill.clone(),
            SymbolKind::Field | SymbolKind::LineField => context.skill.clone(),
            SymbolKind::Task => context.playbook.clone(),
            SymbolKind::Output => context.outputs.clone(),
            SymbolKind::Form => context.owner(),
            _ => String::new(),
        };
        self.index.names(kind, &owner).cloned().collect()
    }

    /// The roles that profiles and tokens name.
    fn roles(&self) -> Vec<Symbol> {
        let mut roles: Vec<Symbol> = Vec::new();
        for occurrence in &self.index.occurrences {
            if let OccurrenceKind::Names(symbol, _) = &occurrence.kind
                && symbol.kind == SymbolKind::Role
                && !roles.contains(symbol)
            {
                roles.push(symbol.clone());
            }
        }
        roles
    }

    /// Whether a name may be used here. A guard calls only operations that read, a skill depends on another skill
    /// that has kinds, and a task follows other tasks.
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
            return !self.index.task_and_followers(&task).contains(&symbol);
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
        !(asks && symbol.kind == SymbolKind::Operation && writes(&symbol.name))
    }
}
