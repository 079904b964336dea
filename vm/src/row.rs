//! A row: a slot per declared field, and what the slots do not hold themselves.

use crate::slot::{Heap, Slot};
use crate::value::Value;

/// One row, in the order of its slots. It is cleared and filled again, row after row, without allocating.
#[derive(Clone, Debug, Default)]
pub struct Row {
    pub(crate) slots: Vec<Slot>,
    pub(crate) heap: Heap,
    /// The datetimes as they were spelled: slot, text.
    pub(crate) spellings: Vec<(u16, Slot)>,
}

impl Row {
    /// A row of so many slots, all absent.
    pub fn new(slots: usize) -> Row {
        Row { slots: vec![Slot::ABSENT; slots], heap: Heap::default(), spellings: Vec::new() }
    }

    /// Makes every slot absent.
    pub fn clear(&mut self) {
        self.slots.fill(Slot::ABSENT);
        self.heap.clear();
        self.spellings.clear();
    }

    /// How many slots there are.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there is no slot.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Puts a value in a slot. A slot that the row does not have is passed over.
    pub fn set(&mut self, slot: usize, value: Value<'_>) {
        if let Some(place) = self.slots.get_mut(slot) {
            *place = Slot::new(value, &mut self.heap);
        }
    }

    /// What a slot holds; a slot that the row does not have is unreadable.
    pub fn get(&self, slot: usize) -> Value<'_> {
        self.slots.get(slot).map_or(Value::Unreadable, |s| s.value(&self.heap))
    }
}
