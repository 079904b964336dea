//! Builds the decision tree: each split uses the slot that excludes the most kinds.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use hashbrown::{HashMap, HashSet};

use crate::kinds::needs::{Key, Needs, tested_slots};
use crate::kinds::points::Points;
use crate::kinds::residual::{Facts, Region, SlotRegions, residual};
use crate::kinds::shared::{Needed, TestId, needed, single_test};
use crate::kinds::slot_table::SlotTable;
use crate::kinds::spans::{Span, span};
use crate::kinds::tree::{Candidate, DecisionTree, Lookup, Node, NodeId, Search, Split};
use crate::limits::MAX_KINDS;
use crate::row::Row;
use crate::slot::{Heap, Slot};
use crate::value::Constant;
use crate::verify::Verified;

/// The most kinds that a node decides one after the other, without a split.
const MAX_LEAF_KINDS: usize = 2;

/// The most splits by slot, and the most shared tests, on a path.
const MAX_DEPTH: usize = 4;

/// The most slots that are considered for splits: those tested by the most kinds come first.
const MAX_SPLIT_SLOTS: usize = 32;

/// Work budget for building the tree; when it is spent, the remaining kinds stay undivided.
const BUDGET: usize = 1 << 20;

/// The most segments per kind of a search, on average. Kinds with the widest spans stay outside the search.
const SEGMENTS: usize = 16;

/// Builds the decision tree of these kinds.
pub fn build(kinds: &[Verified]) -> DecisionTree {
    let numbers: Vec<u16> = (0..MAX_KINDS).take(kinds.len()).collect();
    let slots = slots(kinds).into_iter().map(|slot| SlotNeeds::of(kinds, slot)).collect();
    let mut builder = Builder {
        kinds,
        slots,
        tree: DecisionTree::default(),
        budget: BUDGET,
        needed: needed(kinds),
        used: Vec::new(),
        facts: Facts::default(),
        row: Row::new(kinds.iter().map(|kind| kind.program().slots().len()).max().unwrap_or(0)),
    };
    builder.node(numbers);
    builder.tree
}

/// Returns the slots that most kinds test, sorted. The limit saves time: each slot costs work for every kind.
fn slots(kinds: &[Verified]) -> Vec<usize> {
    let mut asked: HashMap<usize, usize> = HashMap::new();
    for kind in kinds {
        for slot in tested_slots(kind).into_iter().collect::<HashSet<_>>() {
            *asked.entry(slot).or_default() += 1;
        }
    }
    let mut slots: Vec<usize> = asked.keys().copied().collect();
    let count = |slot: &usize| asked.get(slot).copied().unwrap_or_default();
    slots.sort_unstable_by_key(|slot| (Reverse(count(slot)), *slot));
    slots.truncate(MAX_SPLIT_SLOTS);
    slots.sort_unstable();
    slots
}

/// The values and the bounds of one slot that kinds require.
struct SlotNeeds {
    slot: usize,
    keys: HashMap<u16, Vec<Key>>,
    spans: HashMap<u16, Span>,
}

impl SlotNeeds {
    fn of(kinds: &[Verified], slot: usize) -> SlotNeeds {
        let numbered = || (0..MAX_KINDS).zip(kinds);
        let keys = numbered().filter_map(|(at, kind)| Some((at, Needs::of(kind, slot)?)));
        let spans = numbered().filter_map(|(at, kind)| Some((at, span(kind.program(), slot)?)));
        SlotNeeds { slot, keys: keys.collect(), spans: spans.collect() }
    }

    /// Returns how many of these kinds a look-up excludes on average.
    fn spared_by_lookup(&self, kinds: &[u16]) -> usize {
        let (mut shared, mut named, mut different) = (0, 0, HashSet::new());
        for keys in kinds.iter().filter_map(|kind| self.keys.get(kind)) {
            shared += 1;
            named += keys.len();
            different.extend(keys);
        }
        // The value that equals no key excludes every kind: it counts as one more value.
        shared - named.div_ceil(different.len() + 1).min(shared)
    }

    /// Returns how many of these kinds a search excludes on average, if all of them take part.
    fn spared_by_search(&self, kinds: &[u16]) -> usize {
        let spans = || kinds.iter().filter_map(|kind| self.spans.get(kind));
        let points = points(spans());
        let shared = spans().count();
        let covered: usize = spans().map(|span| width(span, &points)).sum();
        shared - covered.div_ceil(2 * points.len() + 1).min(shared)
    }
}

/// Returns all bounds, sorted, without duplicates.
fn points<'a>(spans: impl Iterator<Item = &'a Span>) -> Vec<Constant> {
    let bounds = spans.flat_map(|span| [&span.low, &span.high]).flatten();
    bounds.cloned().collect::<BTreeSet<_>>().into_iter().collect()
}

/// Returns the segments that a span covers. `n` points give `2 n + 1` segments: below, at and between the points.
fn covered(span: &Span, points: &[Constant]) -> std::ops::RangeInclusive<usize> {
    let at = |bound: &Constant| 2 * points.partition_point(|point| point < bound) + 1;
    let first = span.low.as_ref().map_or(0, at);
    let last = span.high.as_ref().map_or(2 * points.len(), at);
    first..=last
}

fn width(span: &Span, points: &[Constant]) -> usize {
    let covered = covered(span, points);
    (covered.end() + 1).saturating_sub(*covered.start())
}

struct Builder<'a> {
    kinds: &'a [Verified],
    slots: Vec<SlotNeeds>,
    tree: DecisionTree,
    budget: usize,
    /// The expensive tests that each kind requires.
    needed: Vec<Vec<Needed>>,
    /// The indices, in `slots`, of the slots that split the path to the current node.
    used: Vec<usize>,
    /// The facts about a row that this path establishes.
    facts: Facts,
    /// Scratch space for one row.
    row: Row,
}

impl Builder<'_> {
    /// Adds a node for these kinds.
    fn node(&mut self, mut kinds: Vec<u16>) -> Option<NodeId> {
        let id = NodeId(u32::try_from(self.tree.nodes.len()).ok()?);
        self.tree.nodes.push(Node::default());
        let mut splits = Vec::new();
        while kinds.len() > MAX_LEAF_KINDS && self.used.len() < MAX_DEPTH && self.budget > 0 {
            self.budget = self.budget.saturating_sub(kinds.len());
            let Some((index, form)) = self.best(&kinds) else { break };
            let before = kinds.len();
            self.used.push(index);
            splits.push(match form {
                SplitForm::Lookup => Split::Lookup(self.lookup(index, &mut kinds)),
                SplitForm::Search => Split::Search(self.search(index, &mut kinds)),
            });
            self.used.pop();
            if kinds.len() == before {
                splits.pop();
                break;
            }
        }
        if self.budget > 0 && self.facts.tests.len() < MAX_DEPTH {
            self.share_tests(&mut kinds, &mut splits);
        }
        let candidates = kinds.into_iter().filter_map(|kind| self.candidate(kind)).collect();
        if let Some(node) = self.tree.nodes.get_mut(id.0 as usize) {
            let mut splits = splits.into_iter();
            *node = Node { candidates, split: splits.next(), more: splits.collect() };
        }
        Some(id)
    }

    /// Moves kinds that share a test below a split by that test; the most shared test comes first.
    fn share_tests(&mut self, kinds: &mut Vec<u16>, splits: &mut Vec<Split>) {
        let mut by_test: HashMap<TestId, Vec<(u16, usize)>> = HashMap::new();
        for kind in kinds.iter() {
            let needed = self.needed.get(usize::from(*kind)).into_iter().flatten();
            for (at, test) in needed.filter(|(_, test)| !self.facts.tests.contains(test)) {
                let sharing = by_test.entry(*test).or_default();
                if sharing.last().is_none_or(|(last, _)| last != kind) {
                    sharing.push((*kind, *at));
                }
            }
        }
        let mut by_test: Vec<_> = by_test.into_iter().collect();
        by_test.sort_unstable_by_key(|(test, sharing)| (Reverse(sharing.len()), *test));
        let mut taken = HashSet::new();
        for (test, mut sharing) in by_test {
            sharing.retain(|(kind, _)| !taken.contains(kind));
            let [(first, at), _, ..] = sharing[..] else { continue };
            let Some(shared) = self.kinds.get(usize::from(first)).and_then(|k| single_test(k, at))
            else {
                continue;
            };
            let sharing: Vec<u16> = sharing.into_iter().map(|(kind, _)| kind).collect();
            self.budget = self.budget.saturating_sub(sharing.len());
            self.facts.tests.push(test);
            let node = self.node(sharing.clone());
            self.facts.tests.pop();
            let Some(node) = node else { continue };
            splits.push(Split::Test(Box::new(shared), node));
            taken.extend(sharing);
        }
        kinds.retain(|kind| !taken.contains(kind));
    }

    fn candidate(&mut self, kind: u16) -> Option<Candidate> {
        let (at, known) = (usize::from(kind), &self.facts);
        let residual = residual(self.kinds.get(at)?, self.needed.get(at)?, known, &mut self.row)?;
        Some(Candidate { kind, residual })
    }

    /// Returns the split that excludes the most kinds. On a tie, a look-up and then the first declared slot win.
    fn best(&self, kinds: &[u16]) -> Option<(usize, SplitForm)> {
        let mut best = (0, None);
        for (at, needs) in self.slots.iter().enumerate().filter(|(at, _)| !self.used.contains(at)) {
            let (lookup, search) = (needs.spared_by_lookup(kinds), needs.spared_by_search(kinds));
            for (spared, form) in [(lookup, SplitForm::Lookup), (search, SplitForm::Search)] {
                if spared > best.0 {
                    best = (spared, Some((at, form)));
                }
            }
        }
        best.1
    }

    /// Moves the kinds that require values of a slot below a look-up of that slot.
    fn lookup(&mut self, index: usize, kinds: &mut Vec<u16>) -> Lookup {
        let Some(needs) = self.slots.get(index) else { return Lookup::default() };
        let mut by_key: HashMap<&Key, Vec<u16>> = HashMap::new();
        kinds.retain(|kind| {
            let Some(keys) = needs.keys.get(kind) else { return true };
            keys.iter().for_each(|key| by_key.entry(key).or_default().push(*kind));
            false
        });
        // Values that lead to the same kinds share a node.
        let mut by_kinds: HashMap<Vec<u16>, Vec<Key>> = HashMap::new();
        for (key, kinds) in by_key {
            by_kinds.entry(kinds).or_default().push(key.clone());
        }
        let mut lookup = Lookup { slot: needs.slot, ..Lookup::default() };
        let (mut heap, mut inline) = (Heap::default(), Vec::new());
        for (kinds, keys) in by_kinds {
            let values = keys.iter().cloned().map(Region::At).collect();
            let Some(node) = self.below(kinds, SlotRegions { slot: lookup.slot, values }) else {
                continue;
            };
            for key in keys {
                match key {
                    Key::Absent => inline.push((Slot::ABSENT.bits(), node)),
                    Key::Constant(constant) => {
                        let value = Slot::new(constant.value(), &mut heap);
                        if value.is_outside() {
                            lookup.outside.push((constant, node));
                        } else {
                            inline.push((value.bits(), node));
                        }
                    }
                }
            }
        }
        lookup.inline = SlotTable::new(&inline);
        lookup.outside.sort_unstable();
        lookup
    }

    /// Moves the kinds that require a slot to lie within narrow bounds below a search in that slot.
    fn search(&mut self, index: usize, kinds: &mut Vec<u16>) -> Search {
        let nothing = Search { slot: 0, points: Points::Any(Vec::new()), segments: Vec::new() };
        let Some(needs) = self.slots.get(index) else { return nothing };
        let spans = |kind: &u16| needs.spans.get(kind);
        let points = points(kinds.iter().filter_map(spans));
        let mut by_width: Vec<(usize, u16)> =
            kinds.iter().filter_map(|kind| Some((width(spans(kind)?, &points), *kind))).collect();
        by_width.sort_unstable();
        let mut budget = SEGMENTS * by_width.len();
        let mut segments: Vec<Vec<u16>> = vec![Vec::new(); 2 * points.len() + 1];
        let mut taken = HashSet::new();
        for (width, kind) in by_width {
            let Some(rest) = budget.checked_sub(width) else { break };
            budget = rest;
            taken.insert(kind);
            for at in spans(&kind).into_iter().flat_map(|span| covered(span, &points)) {
                if let Some(segment) = segments.get_mut(at) {
                    segment.push(kind);
                }
            }
        }
        let slot = needs.slot;
        kinds.retain(|kind| !taken.contains(kind));
        // Segments of the same kinds share a node.
        let mut by_kinds: HashMap<Vec<u16>, Vec<usize>> = HashMap::new();
        for (at, mut kinds) in segments.into_iter().enumerate().filter(|(_, k)| !k.is_empty()) {
            kinds.sort_unstable();
            by_kinds.entry(kinds).or_default().push(at);
        }
        let mut nodes = vec![None; 2 * points.len() + 1];
        for (kinds, segments) in by_kinds {
            let values = segments.iter().map(|at| region(&points, *at)).collect();
            let node = self.below(kinds, SlotRegions { slot, values });
            for at in segments {
                if let Some(place) = nodes.get_mut(at) {
                    *place = node;
                }
            }
        }
        Search { slot, segments: nodes, points: Points::new(points) }
    }

    /// Adds a node for these kinds below a split that establishes these regions.
    fn below(&mut self, kinds: Vec<u16>, regions: SlotRegions) -> Option<NodeId> {
        self.budget = self.budget.saturating_sub(kinds.len());
        self.facts.slots.push(regions);
        let node = self.node(kinds);
        self.facts.slots.pop();
        node
    }
}

/// Returns the region of a segment; segments lie below, at and between the points.
fn region(points: &[Constant], segment: usize) -> Region {
    let point = |at: usize| points.get(at);
    if segment % 2 == 1
        && let Some(constant) = point(segment / 2)
    {
        return Region::At(Key::Constant(constant.clone()));
    }
    let number = |constant: &Constant| match constant {
        Constant::Number(number) => Some(*number),
        Constant::Text(_) | Constant::Boolean(_) | Constant::Datetime(_) => None,
    };
    let below = (segment / 2).checked_sub(1).and_then(point);
    Region::Between(below.and_then(number), point(segment / 2).and_then(number))
}

/// The form of a split by a slot.
#[derive(Clone, Copy)]
enum SplitForm {
    Lookup,
    Search,
}
