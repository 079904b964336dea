//! Dividing kinds: by which slot they differ most, and what that leaves to divide.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use hashbrown::{HashMap, HashSet};

use crate::kinds::index::{Candidate, Index, Lookup, Node, NodeId, Search, Split};
use crate::kinds::needs::{Key, Needs, tested_slots};
use crate::kinds::points::Points;
use crate::kinds::residual::{self, Known, Region, residual};
use crate::kinds::shared::{Needed, TestId, alone, needed};
use crate::kinds::slots::BySlot;
use crate::kinds::spans::{Span, span};
use crate::limits::MAX_KINDS;
use crate::row::Row;
use crate::slot::{Heap, Slot};
use crate::value::Constant;
use crate::verify::Verified;

/// Up to how many kinds are decided one after the other and not divided.
const FEW: usize = 2;

/// How many slots deep kinds are divided.
const DEEP: usize = 4;

/// The most slots that are considered: those that most kinds test.
const SLOTS: usize = 32;

/// Work budget for building the decision tree: when it is spent, the remaining kinds stay undivided.
const ROOM: usize = 1 << 20;

/// Into how many segments spans may fall, for each kind of a search; wider ones than that leaves room for stay out.
const SEGMENTS: usize = 16;

/// The index of these kinds.
pub fn divide(kinds: &[Verified]) -> Index {
    let numbers: Vec<u16> = (0..MAX_KINDS).take(kinds.len()).collect();
    let facts = slots(kinds).into_iter().map(|slot| Facts::of(kinds, slot)).collect();
    let mut divider = Divider {
        kinds,
        facts,
        index: Index::default(),
        room: ROOM,
        needed: needed(kinds),
        used: Vec::new(),
        known: residual::Way::default(),
        row: Row::new(kinds.iter().map(|kind| kind.program().slots().len()).max().unwrap_or(0)),
    };
    divider.node(numbers);
    divider.index
}

/// The slots that most kinds are asked of, in their order. Not all: looking at a slot takes time for every kind.
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
    slots.truncate(SLOTS);
    slots.sort_unstable();
    slots
}

/// What the kinds need of one slot.
struct Facts {
    slot: usize,
    keys: HashMap<u16, Vec<Key>>,
    spans: HashMap<u16, Span>,
}

impl Facts {
    fn of(kinds: &[Verified], slot: usize) -> Facts {
        let numbered = || (0..MAX_KINDS).zip(kinds);
        let keys = numbered().filter_map(|(at, kind)| Some((at, Needs::of(kind, slot)?)));
        let spans = numbered().filter_map(|(at, kind)| Some((at, span(kind.program(), slot)?)));
        Facts { slot, keys: keys.collect(), spans: spans.collect() }
    }

    /// How many of these kinds a look-up spares on the average.
    fn spared_by_lookup(&self, kinds: &[u16]) -> usize {
        let (mut shared, mut named, mut different) = (0, 0, HashSet::new());
        for keys in kinds.iter().filter_map(|kind| self.keys.get(kind)) {
            shared += 1;
            named += keys.len();
            different.extend(keys);
        }
        // A value that is none of the keys spares all of them: it counts as one more.
        shared - named.div_ceil(different.len() + 1).min(shared)
    }

    /// How many of these kinds a search spares on the average, were all of them in it.
    fn spared_by_search(&self, kinds: &[u16]) -> usize {
        let spans = || kinds.iter().filter_map(|kind| self.spans.get(kind));
        let points = points(spans());
        let shared = spans().count();
        let covered: usize = spans().map(|span| width(span, &points)).sum();
        shared - covered.div_ceil(2 * points.len() + 1).min(shared)
    }
}

/// All bounds, sorted, each once.
fn points<'a>(spans: impl Iterator<Item = &'a Span>) -> Vec<Constant> {
    let bounds = spans.flat_map(|span| [&span.low, &span.high]).flatten();
    bounds.cloned().collect::<BTreeSet<_>>().into_iter().collect()
}

/// The segments that a span covers, of the `2 n + 1` that lie below, at and between `n` points.
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

struct Divider<'a> {
    kinds: &'a [Verified],
    facts: Vec<Facts>,
    index: Index,
    room: usize,
    /// The tests that each kind needs.
    needed: Vec<Vec<Needed>>,
    /// By which facts the kinds were divided on the way to the node that is added.
    used: Vec<usize>,
    /// The facts that the path to the node establishes.
    known: residual::Way,
    /// Room for a row.
    row: Row,
}

impl Divider<'_> {
    /// Adds a node for these kinds.
    fn node(&mut self, mut kinds: Vec<u16>) -> Option<NodeId> {
        let id = NodeId(u32::try_from(self.index.nodes.len()).ok()?);
        self.index.nodes.push(Node::default());
        let mut splits = Vec::new();
        while kinds.len() > FEW && self.used.len() < DEEP && self.room > 0 {
            self.room = self.room.saturating_sub(kinds.len());
            let Some((fact, way)) = self.best(&kinds) else { break };
            let before = kinds.len();
            self.used.push(fact);
            splits.push(match way {
                Way::Lookup => Split::Lookup(self.lookup(fact, &mut kinds)),
                Way::Search => Split::Search(self.search(fact, &mut kinds)),
            });
            self.used.pop();
            if kinds.len() == before {
                splits.pop();
                break;
            }
        }
        if self.room > 0 && self.known.tests.len() < DEEP {
            self.ask(&mut kinds, &mut splits);
        }
        let candidates = kinds.into_iter().filter_map(|kind| self.candidate(kind)).collect();
        if let Some(node) = self.index.nodes.get_mut(id.0 as usize) {
            let mut splits = splits.into_iter();
            *node = Node { candidates, split: splits.next(), more: splits.collect() };
        }
        Some(id)
    }

    /// Takes the kinds that share a test out, most first, into the nodes of the rows that it is known true of.
    fn ask(&mut self, kinds: &mut Vec<u16>, splits: &mut Vec<Split>) {
        let mut by_test: HashMap<TestId, Vec<(u16, usize)>> = HashMap::new();
        for kind in kinds.iter() {
            let needed = self.needed.get(usize::from(*kind)).into_iter().flatten();
            for (at, test) in needed.filter(|(_, test)| !self.known.tests.contains(test)) {
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
            let Some(asks) = self.kinds.get(usize::from(first)).and_then(|k| alone(k, at)) else {
                continue;
            };
            let sharing: Vec<u16> = sharing.into_iter().map(|(kind, _)| kind).collect();
            self.room = self.room.saturating_sub(sharing.len());
            self.known.tests.push(test);
            let node = self.node(sharing.clone());
            self.known.tests.pop();
            let Some(node) = node else { continue };
            splits.push(Split::Ask(Box::new(asks), node));
            taken.extend(sharing);
        }
        kinds.retain(|kind| !taken.contains(kind));
    }

    fn candidate(&mut self, kind: u16) -> Option<Candidate> {
        let (at, known) = (usize::from(kind), &self.known);
        let left = residual(self.kinds.get(at)?, self.needed.get(at)?, known, &mut self.row)?;
        Some(Candidate { kind, left })
    }

    /// What spares the most of these kinds; of two that spare as many the look-up, and the first declared slot.
    fn best(&self, kinds: &[u16]) -> Option<(usize, Way)> {
        let mut best = (0, None);
        for (at, facts) in self.facts.iter().enumerate().filter(|(at, _)| !self.used.contains(at)) {
            let (lookup, search) = (facts.spared_by_lookup(kinds), facts.spared_by_search(kinds));
            for (spared, way) in [(lookup, Way::Lookup), (search, Way::Search)] {
                if spared > best.0 {
                    best = (spared, Some((at, way)));
                }
            }
        }
        best.1
    }

    /// Takes the kinds that need values of a slot out, into the nodes that the values lead to.
    fn lookup(&mut self, fact: usize, kinds: &mut Vec<u16>) -> Lookup {
        let Some(facts) = self.facts.get(fact) else { return Lookup::default() };
        let mut by_key: HashMap<&Key, Vec<u16>> = HashMap::new();
        kinds.retain(|kind| {
            let Some(keys) = facts.keys.get(kind) else { return true };
            keys.iter().for_each(|key| by_key.entry(key).or_default().push(*kind));
            false
        });
        // Values that lead to the same kinds lead to one node.
        let mut by_kinds: HashMap<Vec<u16>, Vec<Key>> = HashMap::new();
        for (key, kinds) in by_key {
            by_kinds.entry(kinds).or_default().push(key.clone());
        }
        let mut lookup = Lookup { slot: facts.slot, ..Lookup::default() };
        let (mut heap, mut inline) = (Heap::default(), Vec::new());
        for (kinds, keys) in by_kinds {
            let values = keys.iter().cloned().map(Region::At).collect();
            let Some(node) = self.below(kinds, Known { slot: lookup.slot, values }) else {
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
        lookup.inline = BySlot::new(&inline);
        lookup.outside.sort_unstable();
        lookup
    }

    /// Takes the kinds that need a slot to lie within narrow bounds out, into the nodes of the segments between bounds.
    fn search(&mut self, fact: usize, kinds: &mut Vec<u16>) -> Search {
        let nothing = Search { slot: 0, points: Points::Any(Vec::new()), segments: Vec::new() };
        let Some(facts) = self.facts.get(fact) else { return nothing };
        let spans = |kind: &u16| facts.spans.get(kind);
        let points = points(kinds.iter().filter_map(spans));
        let mut by_width: Vec<(usize, u16)> =
            kinds.iter().filter_map(|kind| Some((width(spans(kind)?, &points), *kind))).collect();
        by_width.sort_unstable();
        let mut room = SEGMENTS * by_width.len();
        let mut segments: Vec<Vec<u16>> = vec![Vec::new(); 2 * points.len() + 1];
        let mut taken = HashSet::new();
        for (width, kind) in by_width {
            let Some(left) = room.checked_sub(width) else { break };
            room = left;
            taken.insert(kind);
            for at in spans(&kind).into_iter().flat_map(|span| covered(span, &points)) {
                if let Some(segment) = segments.get_mut(at) {
                    segment.push(kind);
                }
            }
        }
        let slot = facts.slot;
        kinds.retain(|kind| !taken.contains(kind));
        // Segments that are of the same kinds lead to one node.
        let mut by_kinds: HashMap<Vec<u16>, Vec<usize>> = HashMap::new();
        for (at, mut kinds) in segments.into_iter().enumerate().filter(|(_, k)| !k.is_empty()) {
            kinds.sort_unstable();
            by_kinds.entry(kinds).or_default().push(at);
        }
        let mut nodes = vec![None; 2 * points.len() + 1];
        for (kinds, segments) in by_kinds {
            let values = segments.iter().map(|at| lies(&points, *at)).collect();
            let node = self.below(kinds, Known { slot, values });
            for at in segments {
                if let Some(place) = nodes.get_mut(at) {
                    *place = node;
                }
            }
        }
        Search { slot, segments: nodes, points: Points::new(points) }
    }

    /// The node of these kinds, reached by a path that establishes this fact.
    fn below(&mut self, kinds: Vec<u16>, known: Known) -> Option<NodeId> {
        self.room = self.room.saturating_sub(kinds.len());
        self.known.slots.push(known);
        let node = self.node(kinds);
        self.known.slots.pop();
        node
    }
}

/// The region of a segment: the values below, at and between points.
fn lies(points: &[Constant], segment: usize) -> Region {
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

/// How kinds are divided by what they need of a slot.
#[derive(Clone, Copy)]
enum Way {
    Lookup,
    Search,
}
