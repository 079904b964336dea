//! Classifies the rows of columns: by a table if the tests have the right shape, otherwise by lists of rows.

use hashbrown::HashMap;
use smallvec::SmallVec;

use crate::columns::{Column, Columns, Values};
use crate::dispatch;
use crate::kinds::column::{KindColumn, NONE, SEVERAL};
use crate::kinds::residual::Residual;
use crate::kinds::tree::{Candidate, NodeId, ROOT, Split};
use crate::kinds::{KindSet, Kinds};

/// A node and the list of rows that reach it.
struct Visit {
    node: NodeId,
    rows: Vec<u32>,
}

impl KindSet {
    /// Returns the kinds of each row. The time depends on the rows and their candidates, not on the number of kinds.
    pub fn classify_batch(&self, columns: &Columns) -> KindColumn {
        match self.table(columns) {
            Some(table) => {
                let numbers = dispatch::widest(&table);
                let rows = (0..).zip(&numbers).filter(|(_, number)| **number == SEVERAL);
                let several = if table.has_several() {
                    rows.filter_map(|(row, _)| Some((row, table.several(row as usize)?))).collect()
                } else {
                    Vec::new()
                };
                KindColumn::new(numbers, several)
            }
            None => self.classify_lists(columns),
        }
    }

    /// Walks the decision tree with lists of rows; each candidate then decides the list of its node.
    fn classify_lists(&self, columns: &Columns) -> KindColumn {
        let mut answers = Answers { numbers: vec![NONE; columns.len()], several: HashMap::new() };
        let all = (0..=u32::MAX).take(columns.len()).collect();
        let mut visits = vec![Visit { node: ROOT, rows: all }];
        while let Some(Visit { node, rows }) = visits.pop() {
            let Some(node) = self.tree.node(node) else { continue };
            for &Candidate { kind, residual } in &node.candidates {
                let Some(program) = self.kinds.get(usize::from(kind)) else { continue };
                match residual {
                    Residual::Nothing => rows.iter().for_each(|row| answers.add(*row, kind)),
                    Residual::Step(..) | Residual::From(_) => {
                        let known_true = program.decide_rows(columns, &rows);
                        known_true.into_iter().for_each(|row| answers.add(row, kind));
                    }
                }
            }
            for split in node.splits() {
                if let Split::Test(test, node) = split {
                    visits.push(Visit { node: *node, rows: test.decide_rows(columns, &rows) });
                } else if let Some(column) = split.slot().and_then(|slot| columns.column(slot)) {
                    visits.extend(partition(split, column, &rows));
                }
            }
        }
        answers.column()
    }
}

/// The kinds found so far for each row, in any order.
struct Answers {
    numbers: Vec<u16>,
    several: HashMap<u32, SmallVec<[u16; 4]>>,
}

impl Answers {
    fn add(&mut self, row: u32, kind: u16) {
        let Some(number) = self.numbers.get_mut(row as usize) else { return };
        match *number {
            NONE => *number = kind,
            SEVERAL => self.several.entry(row).or_default().push(kind),
            first => {
                self.several.insert(row, SmallVec::from_slice(&[first, kind]));
                *number = SEVERAL;
            }
        }
    }

    fn column(self) -> KindColumn {
        let sorted = |(row, kinds)| match Kinds::Several(kinds).sorted() {
            Kinds::Several(kinds) => Some((row, kinds)),
            Kinds::None | Kinds::One(_) => None,
        };
        KindColumn::new(self.numbers, self.several.into_iter().filter_map(sorted).collect())
    }
}

/// Groups the rows by the node that their value leads to.
fn partition(split: &Split, column: &Column, rows: &[u32]) -> Vec<Visit> {
    let nodes = nodes_of_rows(split, column, rows);
    let mut visits: Vec<Visit> = Vec::new();
    // For each node, the index of its visit; node numbers are counted from the least number.
    let known = || nodes.iter().flatten().map(|node| node.0);
    let (Some(least), Some(most)) = (known().min(), known().max()) else { return visits };
    let mut places = vec![u32::MAX; (most - least) as usize + 1];
    for (&row, node) in rows.iter().zip(&nodes) {
        let Some(node) = *node else { continue };
        let Some(place) = places.get_mut((node.0 - least) as usize) else { continue };
        if *place == u32::MAX {
            *place = u32::try_from(visits.len()).unwrap_or(u32::MAX);
            visits.push(Visit { node, rows: Vec::new() });
        }
        if let Some(visit) = visits.get_mut(*place as usize) {
            visit.rows.push(row);
        }
    }
    visits
}

/// Returns the node that each row's value leads to. For texts, each distinct text is looked up once if rows are more.
fn nodes_of_rows(split: &Split, column: &Column, rows: &[u32]) -> Vec<Option<NodeId>> {
    let one_by_one = |row: &u32| split.of_value(column.get(*row as usize));
    let Values::Text(texts) = column.values() else { return rows.iter().map(one_by_one).collect() };
    if texts.dictionary().len() > rows.len() {
        return rows.iter().map(one_by_one).collect();
    }
    let of_text = |text| split.of_value(crate::Value::Text(text));
    let by_code: Vec<_> = texts.dictionary().iter().map(of_text).collect();
    let absent = split.of_value(crate::Value::Absent);
    let (no_text, unknown) = (column.absent(), column.unreadable());
    let whole = no_text.is_zero() && unknown.is_zero();
    let of_code = |row: &u32| {
        let row = *row as usize;
        if !whole && no_text.get(row) {
            return absent;
        }
        if !whole && unknown.get(row) {
            return None;
        }
        by_code.get(texts.codes().get(row)? as usize).copied().flatten()
    };
    rows.iter().map(of_code).collect()
}
