//! Kind sets: all kinds of a skill asked together, at the cost of the kinds that a row may be of.
//!
//! From the code of each kind is derived which values of a slot it needs to be known true. Kinds that need values of one
//! slot share a look-up in it; only those that it answers, and those that need nothing, are decided.

mod needs;

use hashbrown::HashMap;
use smallvec::SmallVec;

use crate::columns::{Column, Columns, Values};
use crate::kinds::needs::{Key, Needs, tested_slots};
use crate::machine::reach::Reach;
use crate::row::Row;
use crate::semantics;
use crate::slot::{Heap, Slot};
use crate::value::{Constant, Value};
use crate::verify::Verified;

/// Of which kinds a row is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Kinds {
    /// Of none.
    #[default]
    None,
    /// Of one: its index among the kinds.
    One(u16),
    /// Of several: their indices, in order.
    Several(SmallVec<[u16; 4]>),
}

impl Kinds {
    fn add(&mut self, kind: u16) {
        match self {
            Kinds::None => *self = Kinds::One(kind),
            Kinds::One(first) => *self = Kinds::Several(SmallVec::from_slice(&[*first, kind])),
            Kinds::Several(kinds) => kinds.push(kind),
        }
    }

    fn sorted(mut self) -> Kinds {
        if let Kinds::Several(kinds) = &mut self {
            kinds.sort_unstable();
        }
        self
    }
}

/// The kinds of a skill.
#[derive(Clone, Debug)]
pub struct KindSet {
    kinds: Vec<Verified>,
    lookups: Vec<Lookup>,
    /// The kinds that no look-up answers.
    always: Vec<u16>,
}

/// How many kinds must share a slot for a look-up in it to be worth its cost.
const SHARED: usize = 2;

impl KindSet {
    /// The set of these kinds, which read the same slots. Kinds beyond the 65,536th are never answered.
    pub fn new(kinds: Vec<Verified>) -> KindSet {
        let mut slots: Vec<usize> = kinds.iter().flat_map(tested_slots).collect();
        slots.sort_unstable();
        slots.dedup();
        let mut left: Vec<u16> = (0..=u16::MAX).take(kinds.len()).collect();
        let mut lookups = Vec::new();
        let mut needs: Vec<(usize, HashMap<u16, Vec<Key>>)> =
            slots.into_iter().map(|slot| (slot, all_needs(&kinds, slot))).collect();
        while let Some((at, count)) = most_shared(&needs, &left) {
            if count < SHARED {
                break;
            }
            let (slot, of_slot) = needs.swap_remove(at);
            let (shared, others) = left.into_iter().partition(|kind| of_slot.contains_key(kind));
            left = others;
            lookups.push(Lookup::new(slot, &shared, &of_slot));
        }
        KindSet { kinds, lookups, always: left }
    }

    /// The kinds, in their order.
    pub fn kinds(&self) -> &[Verified] {
        &self.kinds
    }

    /// Of which kinds a row is. Allocates nothing, but for a row of more than four kinds.
    pub fn classify(&self, row: &Row) -> Kinds {
        let mut kinds = Kinds::None;
        for lookup in &self.lookups {
            self.decide(lookup.candidates(row), row, &mut kinds);
        }
        self.decide(&self.always, row, &mut kinds);
        kinds.sorted()
    }

    /// Of which kinds each row is.
    pub fn classify_batch(&self, columns: &Columns) -> Vec<Kinds> {
        let mut answers = vec![Kinds::None; columns.len()];
        let mut reached: HashMap<u16, Reach> = HashMap::new();
        for lookup in &self.lookups {
            let Some(column) = columns.column(lookup.slot) else { continue };
            lookup.each_row(column, columns.len(), |row, kinds| {
                for kind in kinds {
                    let reach = reached.entry(*kind);
                    reach.or_insert_with(|| Reach::none(columns.len())).add(row);
                }
            });
        }
        let all = self.always.iter().map(|kind| (*kind, Reach::all(columns.len())));
        reached.extend(all);
        let mut reached: Vec<(u16, Reach)> = reached.into_iter().collect();
        reached.sort_unstable_by_key(|(kind, _)| *kind);
        for (kind, reach) in reached {
            let Some(program) = self.kinds.get(usize::from(kind)) else { continue };
            for row in program.decide_rows(columns, reach).rows() {
                if let Some(answer) = answers.get_mut(row) {
                    answer.add(kind);
                }
            }
        }
        answers
    }

    fn decide(&self, candidates: &[u16], row: &Row, kinds: &mut Kinds) {
        for &kind in candidates {
            if self.kinds.get(usize::from(kind)).is_some_and(|program| program.decide(row)) {
                kinds.add(kind);
            }
        }
    }
}

fn all_needs(kinds: &[Verified], slot: usize) -> HashMap<u16, Vec<Key>> {
    let numbered = (0..=u16::MAX).zip(kinds);
    numbered.filter_map(|(at, kind)| Some((at, Needs::of(kind, slot)?))).collect()
}

/// The slot that most of the kinds need values of, and how many do.
fn most_shared(needs: &[(usize, HashMap<u16, Vec<Key>>)], left: &[u16]) -> Option<(usize, usize)> {
    let counts =
        needs.iter().map(|(_, of)| left.iter().filter(|kind| of.contains_key(*kind)).count());
    // Of two that as many share, the first declared one.
    counts.enumerate().max_by_key(|(at, count)| (*count, std::cmp::Reverse(*at)))
}

/// From a value of one slot to the kinds that need it.
#[derive(Clone, Debug)]
struct Lookup {
    slot: usize,
    absent: Vec<u16>,
    /// By the bytes of values that a slot holds whole.
    inline: HashMap<u128, Vec<u16>>,
    /// By the other values, sorted.
    outside: Vec<(Constant, Vec<u16>)>,
}

impl Lookup {
    fn new(slot: usize, shared: &[u16], needs: &HashMap<u16, Vec<Key>>) -> Lookup {
        let mut outside: HashMap<Constant, Vec<u16>> = HashMap::new();
        let (mut absent, mut inline, mut scratch) = (Vec::new(), HashMap::new(), Heap::default());
        for &kind in shared {
            for key in needs.get(&kind).into_iter().flatten() {
                let Key::Constant(constant) = key else {
                    absent.push(kind);
                    continue;
                };
                let value = Slot::new(constant.value(), &mut scratch);
                let kinds: &mut Vec<u16> = if value.is_outside() {
                    outside.entry(constant.clone()).or_default()
                } else {
                    inline.entry(value.bits()).or_default()
                };
                kinds.push(kind);
            }
        }
        let mut outside: Vec<_> = outside.into_iter().collect();
        outside.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        Lookup { slot, absent, inline, outside }
    }

    fn candidates(&self, row: &Row) -> &[u16] {
        let Some(slot) = row.slots.get(self.slot) else { return &[] };
        if slot.is_absent() {
            &self.absent
        } else if slot.is_outside() {
            self.of_outside(slot.value(&row.heap))
        } else {
            self.inline.get(&slot.bits()).map_or(&[], Vec::as_slice)
        }
    }

    fn of_outside(&self, value: Value<'_>) -> &[u16] {
        let found = self.outside.binary_search_by(|(c, _)| semantics::key_order(c.value(), value));
        found.ok().and_then(|at| self.outside.get(at)).map_or(&[], |(_, kinds)| kinds)
    }

    fn of_value(&self, value: Value<'_>) -> &[u16] {
        let mut heap = Heap::default();
        let slot = Slot::new(value, &mut heap);
        if slot.is_absent() {
            &self.absent
        } else if slot.is_outside() {
            self.of_outside(value)
        } else {
            self.inline.get(&slot.bits()).map_or(&[], Vec::as_slice)
        }
    }

    /// The candidates of each row of a column that has any; of texts they are looked up once for each different one.
    fn each_row(&self, column: &Column, rows: usize, mut each: impl FnMut(usize, &[u16])) {
        let by_code: Vec<&[u16]> = match column.values() {
            Values::Text(texts) => {
                texts.dictionary().iter().map(|text| self.of_value(Value::Text(text))).collect()
            }
            Values::Number(_) | Values::Boolean(_) | Values::Datetime(_) => Vec::new(),
        };
        for row in 0..rows {
            let candidates = match column.values() {
                Values::Text(texts) => {
                    if column.absent().get(row) {
                        &self.absent
                    } else if column.unreadable().get(row) {
                        continue;
                    } else {
                        let code = texts.codes().get(row);
                        code.and_then(|code| by_code.get(*code as usize)).copied().unwrap_or(&[])
                    }
                }
                Values::Number(_) | Values::Boolean(_) | Values::Datetime(_) => {
                    self.of_value(column.get(row))
                }
            };
            if !candidates.is_empty() {
                each(row, candidates);
            }
        }
    }
}
