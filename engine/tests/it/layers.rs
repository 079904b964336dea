//! The order of the modules of `engine/src`: each uses only modules that precede it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The top-level modules, lowest first.
const ORDER: &[&str] = &[
    "limits",
    "text",
    "report",
    "sources",
    "instruction",
    "station",
    "documents",
    "raw",
    "resolve",
    "syntax",
    "load",
    "classify",
    "tool",
    "diff",
];

/// The most lines that a file may have.
const MAX_LINES: usize = 450;

/// Files that hold a table and may be longer.
const TABLES: &[&str] = &["raw/keys/table.rs"];

/// A module and its file.
struct Module {
    path: Vec<String>,
    file: PathBuf,
    text: String,
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn modules() -> Vec<Module> {
    let mut modules = Vec::new();
    let mut folders = vec![source()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let file = entry.unwrap().path();
            if file.is_dir() {
                folders.push(file);
                continue;
            }
            let name = file.strip_prefix(source()).unwrap().with_extension("");
            let path: Vec<_> = name.iter().map(|step| step.to_str().unwrap().to_owned()).collect();
            // Tests can use any module.
            if path.last().unwrap() != "tests" && path != ["lib"] {
                let text = fs::read_to_string(&file).unwrap();
                modules.push(Module { path, file, text });
            }
        }
    }
    assert!(modules.len() > 100, "only {} modules were found", modules.len());
    modules
}

/// The code without its comments and its unit tests.
fn code(text: &str) -> String {
    let shipped = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let lines = shipped.lines().map(|line| line.split("//").next().unwrap());
    lines.collect::<Vec<_>>().join("\n")
}

/// Every path of a `use` item, with braces expanded.
fn expand(prefix: &str, body: &str, paths: &mut Vec<String>) {
    let (mut depth, mut start) = (0, 0);
    let mut parts = Vec::new();
    for (at, c) in body.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&body[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&body[start..]);
    for part in parts.into_iter().map(str::trim).filter(|part| !part.is_empty()) {
        match part.split_once('{') {
            Some((head, rest)) => {
                let inner = rest.rsplit_once('}').unwrap().0;
                expand(&format!("{prefix}{head}"), inner, paths);
            }
            None => paths.push(format!("{prefix}{part}")),
        }
    }
}

/// The paths that start with `crate`, `super` or `self`, in `use` items and elsewhere.
fn paths(text: &str) -> Vec<String> {
    let code = code(text);
    let mut paths = Vec::new();
    for (at, _) in code.match_indices("use ") {
        let before = code[..at].rsplit('\n').next().unwrap().trim();
        let is_use = before.is_empty() || before.starts_with("pub");
        if let (true, Some((body, _))) = (is_use, code[at + 4..].split_once(';')) {
            expand("", &body.replace('\n', " "), &mut paths);
        }
    }
    for root in ["crate::", "super::", "self::"] {
        for (at, _) in code.match_indices(root) {
            let end = code[at..].find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
            let path = &code[at..end.map_or(code.len(), |end| at + end)];
            paths.push(path.trim_end_matches(':').to_owned());
        }
    }
    paths
}

/// The module that a path in another module refers to.
fn target(from: &[String], path: &str, all: &BTreeSet<Vec<String>>) -> Option<Vec<String>> {
    let mut steps = path.split("::").map(str::trim).peekable();
    let mut full = match steps.next()? {
        "crate" => Vec::new(),
        "self" => from.to_vec(),
        "super" => {
            let mut up = from[..from.len() - 1].to_vec();
            while steps.next_if_eq(&"super").is_some() {
                up.pop();
            }
            up
        }
        _ => return None,
    };
    full.extend(steps.map(str::to_owned));
    while !full.is_empty() && !all.contains(&full) {
        full.pop();
    }
    (!full.is_empty() && full != from).then_some(full)
}

/// The modules that each module uses.
fn uses() -> Vec<(Vec<String>, Vec<String>)> {
    let modules = modules();
    let all: BTreeSet<_> = modules.iter().map(|module| module.path.clone()).collect();
    let mut uses = Vec::new();
    for module in &modules {
        for path in paths(&module.text) {
            if let Some(target) = target(&module.path, &path, &all) {
                uses.push((module.path.clone(), target));
            }
        }
    }
    uses
}

/// A cycle in a graph, as its nodes.
fn circle(graph: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    fn visit<'g>(
        node: &'g str,
        graph: &'g BTreeMap<String, BTreeSet<String>>,
        done: &mut BTreeSet<&'g str>,
        path: &mut Vec<&'g str>,
    ) -> Option<Vec<String>> {
        if let Some(start) = path.iter().position(|on_path| *on_path == node) {
            return Some(path[start..].iter().map(|node| (*node).to_owned()).collect());
        }
        if !done.insert(node) {
            return None;
        }
        path.push(node);
        let next = graph.get(node).into_iter().flatten();
        let found = next.into_iter().find_map(|next| visit(next, graph, done, path));
        path.pop();
        found
    }
    let mut done = BTreeSet::new();
    graph.keys().find_map(|node| visit(node, graph, &mut done, &mut Vec::new()))
}

#[test]
fn a_top_level_module_uses_only_those_before_it() {
    let place = |name: &str| ORDER.iter().position(|known| *known == name);
    let mut wrong = BTreeSet::new();
    for (from, to) in uses() {
        let (Some(user), Some(used)) = (place(&from[0]), place(&to[0])) else {
            panic!("`{}` or `{}` has no place in the order", from[0], to[0]);
        };
        if used > user {
            wrong.insert(format!("`{}` uses `{}`", from.join("::"), to.join("::")));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_modules_of_a_folder_do_not_use_each_other_in_a_circle() {
    let mut graphs: BTreeMap<Vec<String>, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for (from, to) in uses() {
        let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        // A parent and its child can use each other.
        let (Some(user), Some(used)) = (from.get(shared), to.get(shared)) else { continue };
        let graph = graphs.entry(from[..shared].to_vec()).or_default();
        graph.entry(user.clone()).or_default().insert(used.clone());
    }
    assert!(graphs.len() > 10, "only {} folders were looked at", graphs.len());
    let circles: Vec<_> = graphs
        .iter()
        .filter_map(|(folder, graph)| Some((folder.join("::"), circle(graph)?)))
        .collect();
    assert!(circles.is_empty(), "{circles:#?}");
}

#[test]
fn a_circle_is_found() {
    let graph = |edges: &[(&str, &str)]| {
        let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in edges {
            graph.entry((*from).to_owned()).or_default().insert((*to).to_owned());
        }
        graph
    };
    assert_eq!(circle(&graph(&[("a", "b"), ("a", "c"), ("b", "c")])), None);
    let found = circle(&graph(&[("a", "b"), ("b", "c"), ("c", "b")]));
    assert_eq!(found, Some(vec!["b".to_owned(), "c".to_owned()]));
}

#[test]
fn a_file_is_short() {
    for module in modules() {
        let name = module.file.strip_prefix(source()).unwrap().to_str().unwrap().to_owned();
        let lines = module.text.lines().count();
        assert!(lines <= MAX_LINES || TABLES.contains(&name.as_str()), "{name}: {lines} lines");
    }
}
