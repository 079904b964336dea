//! Precomputed tables of a verified program: constants as slots, lists as sets, compiled patterns.

use hashbrown::HashSet;

use crate::machine::row::fast_path::FastPath;
use crate::op::Op;
use crate::pattern::Pattern;
use crate::program::{List, Nullable, Program};
use crate::semantics;
use crate::slot::{Heap, Slot};
use crate::truth::Truth;
use crate::value::Constant;

/// The tables that the machines use together with the code.
#[derive(Clone, Debug)]
pub struct Prepared {
    pub constants: Vec<Slot>,
    pub heap: Heap,
    pub lists: Vec<Members>,
    pub patterns: Vec<Pattern>,
    /// For each part, the instruction of *weigh* that sets it.
    pub setters: Vec<usize>,
    /// The number of parts whose truth *decide* stores: all or none.
    pub decide_parts: usize,
    /// The fast path of *decide*; `None` if *decide* contains anything but jumps.
    pub fast_path: Option<FastPath>,
}

/// The most members that are compared one after the other.
const MAX_LINEAR: usize = 8;

/// A list as a set.
#[derive(Clone, Debug)]
pub struct Members {
    /// The bytes of the members that a slot stores itself, if they are few.
    few: Vec<u128>,
    /// The same bytes, if they are many.
    many: HashSet<u128>,
    /// The other members, sorted.
    outside: Vec<Constant>,
    absent: Truth,
}

impl Prepared {
    pub fn new(program: &Program, patterns: Vec<Pattern>) -> Prepared {
        let mut heap = Heap::default();
        let constants: Vec<_> =
            program.constants.iter().map(|c| Slot::new(c.value(), &mut heap)).collect();
        let lists = program.lists.iter().map(Members::new).collect();
        let mut setters = vec![0; program.parts()];
        for (at, op) in program.weigh.ops.iter().enumerate() {
            if let Op::Weigh { into, .. } = op
                && let Some(setter) = setters.get_mut(into.index())
            {
                *setter = at;
            }
        }
        let decide_parts = if program.decide.weighs() { program.parts() } else { 0 };
        let fast_path = FastPath::new(program, &constants);
        Prepared { constants, heap, lists, patterns, setters, decide_parts, fast_path }
    }
}

impl Members {
    fn new(list: &List) -> Members {
        let mut scratch = Heap::default();
        let (mut few, mut outside) = (Vec::new(), Vec::new());
        for member in &list.members {
            let slot = Slot::new(member.value(), &mut scratch);
            if slot.is_outside() {
                outside.push(member.clone());
            } else {
                few.push(slot.bits());
            }
        }
        let many = if few.len() > MAX_LINEAR { few.drain(..).collect() } else { HashSet::new() };
        Members { few, many, outside, absent: Truth::from(list.null == Nullable::WithNull) }
    }

    /// Returns whether a value is a member.
    #[inline]
    pub fn contains(&self, slot: Slot, heap: &Heap) -> Truth {
        if slot.is_unreadable() {
            Truth::Indeterminate
        } else if slot.is_absent() {
            self.absent
        } else if slot.is_outside() {
            let value = slot.value(heap);
            let found = self.outside.binary_search_by(|m| semantics::key_order(m.value(), value));
            Truth::from(found.is_ok())
        } else if self.many.is_empty() {
            Truth::from(self.few.contains(&slot.bits()))
        } else {
            Truth::from(self.many.contains(&slot.bits()))
        }
    }
}
