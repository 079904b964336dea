//! Parses a page of the documentation: fenced blocks by their info strings, and the tables under a mark
//! `<!-- checked: … -->`, in page order.

use std::fmt;
use std::path::PathBuf;

/// A page and its tested parts.
pub struct Page {
    name: &'static str,
    /// Its whole text.
    pub text: String,
    parts: Vec<Part>,
}

/// A tested part of a page.
pub enum Part {
    /// A fenced block.
    Block(Block),
    /// A table under a mark.
    Table(Table),
}

/// A fenced block.
pub struct Block {
    /// Its place.
    pub place: PageLine,
    /// The text after the fence.
    pub info: String,
    /// Its contents.
    pub text: String,
}

/// A table under a mark.
pub struct Table {
    /// Its place.
    pub place: PageLine,
    /// The words of its mark.
    pub mark: String,
    /// Its columns' names.
    pub head: Vec<String>,
    /// Its rows.
    pub rows: Vec<TableRow>,
}

/// A row of a table.
pub struct TableRow {
    /// Its place.
    pub place: PageLine,
    /// Its cells, as they are written.
    pub cells: Vec<String>,
}

/// A page and a line of the page, in the form that editors open.
#[derive(Clone, Copy)]
pub struct PageLine {
    page: &'static str,
    line: usize,
}

impl fmt::Display for PageLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "docs/{}:{}", self.page, self.line)
    }
}

/// The folder of the pages.
pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

impl Page {
    /// Reads a page of `docs`.
    #[track_caller]
    pub fn read(name: &'static str) -> Page {
        let path = folder().join(name);
        let text = std::fs::read_to_string(&path)
            .unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
        let parts = parts(name, &text);
        Page { name, text, parts }
    }

    /// All tested parts, in page order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The blocks whose info string starts with these words. Panics if there is none, because a test without blocks
    /// would always pass.
    #[track_caller]
    pub fn blocks(&self, info: &str) -> Vec<&Block> {
        let found: Vec<_> =
            self.all_blocks().filter(|block| starts_with_words(&block.info, info)).collect();
        assert!(!found.is_empty(), "docs/{} has no block `{info}`", self.name);
        found
    }

    /// The one table under this mark.
    #[track_caller]
    pub fn table(&self, mark: &str) -> &Table {
        let found: Vec<_> = self.all_tables().filter(|table| table.mark == mark).collect();
        match found.as_slice() {
            [table] => table,
            _ => panic!("docs/{} has {} tables marked `{mark}`, not one", self.name, found.len()),
        }
    }

    /// The tables whose mark begins with these words: at least one.
    #[track_caller]
    pub fn tables(&self, mark: &str) -> Vec<&Table> {
        let found: Vec<_> =
            self.all_tables().filter(|table| starts_with_words(&table.mark, mark)).collect();
        assert!(!found.is_empty(), "docs/{} has no table marked `{mark}`", self.name);
        found
    }

    /// Checks that every info string and every mark is known to a test: a misspelled one would not run.
    #[track_caller]
    pub fn has_only(&self, infos: &[&str], marks: &[&str]) {
        for block in self.all_blocks() {
            let known = infos.iter().any(|info| starts_with_words(&block.info, info));
            assert!(known, "{}: no test runs a block `{}`", block.place, block.info);
            assert!(!block.text.trim().is_empty(), "{}: an empty block", block.place);
        }
        for table in self.all_tables() {
            let known = marks.iter().any(|mark| starts_with_words(&table.mark, mark));
            assert!(known, "{}: no test checks a table `{}`", table.place, table.mark);
            assert!(!table.rows.is_empty(), "{}: a table without rows", table.place);
        }
    }

    fn all_blocks(&self) -> impl Iterator<Item = &Block> {
        self.parts.iter().filter_map(|part| match part {
            Part::Block(block) => Some(block),
            Part::Table(_) => None,
        })
    }

    fn all_tables(&self) -> impl Iterator<Item = &Table> {
        self.parts.iter().filter_map(|part| match part {
            Part::Table(table) => Some(table),
            Part::Block(_) => None,
        })
    }
}

impl Block {
    /// The value after `key=` in the info string.
    pub fn value(&self, key: &str) -> Option<&str> {
        self.info.split_whitespace().find_map(|word| word.strip_prefix(key)?.strip_prefix('='))
    }
}

impl TableRow {
    /// A cell of the row.
    #[track_caller]
    pub fn cell(&self, column: usize) -> &str {
        self.cells.get(column).unwrap_or_else(|| panic!("{}: no cell {}", self.place, column + 1))
    }

    /// The code in a cell that is one text in backticks.
    #[track_caller]
    pub fn code(&self, column: usize) -> &str {
        let cell = self.cell(column);
        let inside = cell.strip_prefix('`').and_then(|cell| cell.strip_suffix('`'));
        inside.unwrap_or_else(|| panic!("{}: `{cell}` is not in backticks", self.place))
    }

    /// Everything in backticks in a cell.
    pub fn codes(&self, column: usize) -> Vec<&str> {
        self.cell(column).split('`').skip(1).step_by(2).collect()
    }

    /// A number such as `4,096` or `64 KiB`.
    #[track_caller]
    pub fn figure(&self, column: usize) -> usize {
        let cell = self.cell(column);
        let (number, unit) = cell.split_once(' ').unwrap_or((cell, ""));
        let unit = match unit {
            "" => 1,
            "KiB" => 1 << 10,
            "MiB" => 1 << 20,
            other => panic!("{}: `{other}` is no unit", self.place),
        };
        number.replace(',', "").parse::<usize>().unwrap() * unit
    }

    /// A word in bold type.
    pub fn bold(&self, column: usize) -> &str {
        self.cell(column).trim_matches('*')
    }
}

/// Whether a text starts with these words; `key=` matches any value.
fn starts_with_words(text: &str, words: &str) -> bool {
    let mut texts = text.split_whitespace();
    words.split_whitespace().all(|word| {
        texts
            .next()
            .is_some_and(|text| text == word || word.ends_with('=') && text.starts_with(word))
    })
}

#[track_caller]
fn parts(page: &'static str, text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut lines = text.lines().zip(1..).peekable();
    while let Some((line, number)) = lines.next() {
        let place = PageLine { page, line: number };
        if let Some(info) = line.strip_prefix("```") {
            let mut text = String::new();
            loop {
                let (line, _) =
                    lines.next().unwrap_or_else(|| panic!("{place}: the block does not end"));
                if line.starts_with("```") {
                    break;
                }
                text.push_str(line);
                text.push('\n');
            }
            parts.push(Part::Block(Block { place, info: info.to_owned(), text }));
        } else if let Some(mark) =
            line.strip_prefix("<!-- checked: ").and_then(|m| m.strip_suffix(" -->"))
        {
            let mut rows = Vec::new();
            while let Some((line, number)) = lines.next_if(|(line, _)| line.starts_with('|')) {
                rows.push(TableRow { place: PageLine { page, line: number }, cells: cells(line) });
            }
            assert!(rows.len() > 1, "{place}: no table under the mark");
            let head = rows.remove(0).cells;
            rows.remove(0);
            let even = rows.iter().find(|row| row.cells.len() != head.len());
            assert!(even.is_none(), "{}: a row of another width", even.unwrap().place);
            parts.push(Part::Table(Table { place, mark: mark.to_owned(), head, rows }));
        }
    }
    parts
}

/// The cells of a table's line; `\|` is a character of a cell.
fn cells(line: &str) -> Vec<String> {
    let inner = line.trim().trim_start_matches('|');
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    let mut cells = vec![String::new()];
    let mut signs = inner.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '\\' if signs.peek() == Some(&'|') => cells.last_mut().unwrap().extend(signs.next()),
            '|' => cells.push(String::new()),
            other => cells.last_mut().unwrap().push(other),
        }
    }
    cells.into_iter().map(|cell| cell.trim().to_owned()).collect()
}

#[test]
fn a_page_is_cut_into_blocks_and_tables() {
    let text = "# T\n```jsonl conformance\n{}\n```\n<!-- checked: a b -->\n| x | y |\n|---|---|\n| `1` | a \\| b |\n\n| no | mark |\n";
    let parts = parts("T.md", text);
    let [Part::Block(block), Part::Table(table)] = parts.as_slice() else {
        panic!("not two parts")
    };
    assert_eq!((block.info.as_str(), block.text.as_str()), ("jsonl conformance", "{}\n"));
    assert_eq!((table.mark.as_str(), table.head.join(",")), ("a b", "x,y".to_owned()));
    assert_eq!((table.rows[0].code(0), table.rows[0].cell(1)), ("1", "a | b"));
    assert_eq!(table.rows[0].place.to_string(), "docs/T.md:8");
    assert!(starts_with_words("yaml refused=a/b", "yaml refused="));
    assert!(!starts_with_words("yaml station", "yaml refused="));
}
