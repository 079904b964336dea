//! The tree that leads from a row's values to the kinds that it may be of.

use hashbrown::HashMap;

use crate::decimal::power_of_ten;
use crate::row::RowView;
use crate::semantics::key_order;
use crate::slot::{Heap, Slot};
use crate::value::{Constant, Value};

/// All nodes; the first is where every row begins.
#[derive(Clone, Debug, Default)]
pub struct Index {
    pub nodes: Vec<Node>,
}

/// A node of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// Where every row begins.
pub const ROOT: NodeId = NodeId(0);

/// Some of the kinds: those to decide here, and those to divide further.
#[derive(Clone, Debug, Default)]
pub struct Node {
    pub candidates: Vec<u16>,
    pub splits: Vec<Split>,
}

/// From the value of a slot to the node of the kinds that may be of a row with it.
#[derive(Clone, Debug)]
pub enum Split {
    Lookup(Lookup),
    Search(Search),
}

/// By the value itself.
#[derive(Clone, Debug, Default)]
pub struct Lookup {
    pub slot: usize,
    pub absent: Option<NodeId>,
    /// By the bytes of values that a slot holds whole.
    pub inline: HashMap<u128, NodeId>,
    /// By the other values, sorted.
    pub outside: Vec<(Constant, NodeId)>,
}

/// By where the value lies between points.
#[derive(Clone, Debug)]
pub struct Search {
    pub slot: usize,
    pub points: Points,
    /// Below the first point, at it, between it and the second, and so on.
    pub segments: Vec<Option<NodeId>>,
}

/// Points of a number line or of time, sorted, each once.
#[derive(Clone, Debug)]
pub enum Points {
    /// Integers at one scale.
    Grid { scale: u8, points: Vec<i64> },
    /// Anything that has an order.
    Any(Vec<Constant>),
}

impl Index {
    #[inline]
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.0 as usize)
    }
}

impl Split {
    pub fn slot(&self) -> usize {
        match self {
            Split::Lookup(lookup) => lookup.slot,
            Split::Search(search) => search.slot,
        }
    }

    /// All nodes that some value leads to.
    pub fn nodes(&self) -> Vec<NodeId> {
        match self {
            Split::Lookup(lookup) => {
                let outside = lookup.outside.iter().map(|(_, node)| node);
                lookup.inline.values().chain(outside).chain(&lookup.absent).copied().collect()
            }
            Split::Search(search) => search.segments.iter().flatten().copied().collect(),
        }
    }

    #[inline]
    pub fn of_row(&self, row: RowView<'_>) -> Option<NodeId> {
        match self {
            Split::Lookup(lookup) => lookup.of(row.slots.get(lookup.slot)?, row.heap),
            Split::Search(search) => {
                let slot = row.slots.get(search.slot)?;
                let small = slot.as_small();
                match small.and_then(|(m, scale)| search.points.of_small(m, scale)) {
                    Some(segment) => search.segment(segment),
                    None => search.of_value(slot.value(row.heap)),
                }
            }
        }
    }

    pub fn of_value(&self, value: Value<'_>) -> Option<NodeId> {
        match self {
            Split::Lookup(lookup) => {
                let mut heap = Heap::default();
                lookup.of(&Slot::new(value, &mut heap), &heap)
            }
            Split::Search(search) => search.of_value(value),
        }
    }
}

impl Lookup {
    #[inline]
    fn of(&self, slot: &Slot, heap: &Heap) -> Option<NodeId> {
        if slot.is_absent() {
            return self.absent;
        }
        if slot.is_outside() {
            let value = slot.value(heap);
            let found = self.outside.binary_search_by(|(c, _)| key_order(c.value(), value)).ok()?;
            return self.outside.get(found).map(|(_, node)| *node);
        }
        self.inline.get(&slot.bits()).copied()
    }
}

impl Search {
    fn of_value(&self, value: Value<'_>) -> Option<NodeId> {
        let segment = match value {
            Value::Absent | Value::Unreadable => return None,
            Value::Number(number) => {
                let small = i64::try_from(number.mantissa()).ok();
                let segment = small.and_then(|m| self.points.of_small(m, number.scale()));
                segment.unwrap_or_else(|| self.points.of_any(value))
            }
            Value::Text(_) | Value::Boolean(_) | Value::Datetime(_) => self.points.of_any(value),
        };
        self.segment(segment)
    }

    #[inline]
    fn segment(&self, at: usize) -> Option<NodeId> {
        self.segments.get(at).copied().flatten()
    }
}

impl Points {
    /// The points of sorted constants.
    pub fn new(sorted: Vec<Constant>) -> Points {
        let number = |constant: &Constant| match constant {
            Constant::Number(number) => Some(*number),
            Constant::Text(_) | Constant::Boolean(_) | Constant::Datetime(_) => None,
        };
        let numbers: Option<Vec<_>> = sorted.iter().map(number).collect();
        let grid = numbers.and_then(|numbers| {
            let scale = numbers.iter().map(|number| number.scale()).max()?;
            let on_grid = |number: &crate::Decimal| {
                let power = power_of_ten(scale - number.scale())?;
                i64::try_from(number.mantissa().checked_mul(i128::from(power))?).ok()
            };
            let points = numbers.iter().map(on_grid).collect::<Option<Vec<_>>>()?;
            Some(Points::Grid { scale, points })
        });
        grid.unwrap_or(Points::Any(sorted))
    }

    /// The segment of a number whose mantissa fits 64 bits; nothing where there is no grid, or one too fine for it.
    #[inline]
    fn of_small(&self, mantissa: i64, of: u8) -> Option<usize> {
        let Points::Grid { scale, points } = self else { return None };
        if let Some(finer) = of.checked_sub(*scale).filter(|finer| *finer > 0) {
            // In normal form, a number of more decimals than the grid has lies between two of its points.
            let power = power_of_ten(finer);
            let floor = power.map_or(-i64::from(mantissa < 0), |power| mantissa.div_euclid(power));
            return Some(2 * points.partition_point(|point| *point <= floor));
        }
        let power = power_of_ten(scale - of)?;
        let value = i128::from(mantissa) * i128::from(power);
        let at = points.partition_point(|point| i128::from(*point) < value);
        let hit = points.get(at).is_some_and(|point| i128::from(*point) == value);
        Some(2 * at + usize::from(hit))
    }

    /// The segment of any value that is known, each point compared as the value it is.
    fn of_any(&self, value: Value<'_>) -> usize {
        let order = |point: Value<'_>| key_order(point, value);
        let found = match self {
            Points::Grid { scale, points } => points.binary_search_by(|point| {
                let point = crate::Decimal::new(i128::from(*point), *scale);
                order(point.map_or(Value::Unreadable, Value::Number))
            }),
            Points::Any(points) => points.binary_search_by(|point| order(point.value())),
        };
        match found {
            Ok(at) => 2 * at + 1,
            Err(at) => 2 * at,
        }
    }
}
