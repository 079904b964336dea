//! A row: a slot per declared field, and what the slots do not hold themselves.

use std::sync::Arc;

use crate::key_cache::KeyCache;
use crate::layout::Trie;
use crate::reading::{Reading, Scalar, Scratch};
use crate::slot::{Heap, Slot};
use crate::types::Type;
use crate::value::Value;

/// One row, in the order of its slots. It is cleared and filled again, row after row, without allocating.
#[derive(Clone, Debug, Default)]
pub struct Row {
    pub(crate) slots: Vec<Slot>,
    pub(crate) heap: Heap,
    /// The datetimes as they were spelled; of a slot that was set again the last counts.
    spellings: Vec<(usize, Slot)>,
    /// Room for a text whose escapes are undone.
    pub(crate) room: String,
    scratch: Scratch,
    /// The order of the keys that the row before had, and whose paths they lead along.
    pub(crate) order: KeyCache,
    trie: Option<Arc<Trie>>,
}

/// A row as the machines see it: the values of its slots, wherever they are kept.
#[derive(Clone, Copy, Debug)]
pub struct RowView<'a> {
    pub(crate) slots: &'a [Slot],
    pub(crate) heap: &'a Heap,
}

impl<'a> RowView<'a> {
    /// What a slot holds; a slot that the row does not have is unreadable.
    pub fn get(self, slot: usize) -> Value<'a> {
        self.slots.get(slot).map_or(Value::Unreadable, |slot| slot.value(self.heap))
    }

    /// How many slots there are.
    pub fn len(self) -> usize {
        self.slots.len()
    }

    /// Whether it is empty.
    pub fn is_empty(self) -> bool {
        self.slots.is_empty()
    }
}

/// What has the slots of a row: a [`Row`] that was read, or one of many [`Rows`](crate::Rows).
pub trait Slots {
    /// The row as the machines see it.
    fn view(&self) -> RowView<'_>;
}

impl Slots for Row {
    #[inline]
    fn view(&self) -> RowView<'_> {
        RowView { slots: &self.slots, heap: &self.heap }
    }
}

impl Slots for RowView<'_> {
    #[inline]
    fn view(&self) -> RowView<'_> {
        *self
    }
}

impl<T: Slots + ?Sized> Slots for &T {
    #[inline]
    fn view(&self) -> RowView<'_> {
        (**self).view()
    }
}

impl Row {
    /// A row of so many slots, all absent.
    pub fn new(slots: usize) -> Row {
        Row { slots: vec![Slot::ABSENT; slots], ..Row::default() }
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

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Puts a value in a slot. A slot that the row does not have is passed over.
    pub fn set(&mut self, slot: usize, value: Value<'_>) {
        if let Some(place) = self.slots.get_mut(slot) {
            *place = Slot::new(value, &mut self.heap);
            self.spellings.retain(|(of, _)| *of != slot);
        }
    }

    /// Reads a value under a type into a slot; a datetime keeps its spelling.
    pub fn read(&mut self, slot: usize, ty: Type, scalar: Scalar<'_>, reading: &Reading) {
        let value = reading.read(ty, scalar, &mut self.scratch);
        let Some(place) = self.slots.get_mut(slot) else { return };
        *place = Slot::new(value, &mut self.heap);
        if let (Value::Datetime(_), Scalar::Text(text)) = (value, scalar) {
            self.spellings.push((slot, Slot::text(text, &mut self.heap)));
        }
    }

    /// Whether something is in a slot that is not of its type.
    pub fn is_unreadable(&self, slot: usize) -> bool {
        self.slots.get(slot).is_some_and(|slot| slot.is_unreadable())
    }

    /// What a slot holds; a slot that the row does not have is unreadable.
    pub fn get(&self, slot: usize) -> Value<'_> {
        self.view().get(slot)
    }

    /// How the datetime in a slot was spelled in the row that was read.
    pub fn spelling(&self, slot: usize) -> Option<&str> {
        if !matches!(self.get(slot), Value::Datetime(_)) {
            return None;
        }
        let (_, spelling) = self.spellings.iter().rfind(|(of, _)| *of == slot)?;
        spelling.as_text(&self.heap)
    }

    /// Makes it a row of so many slots, all absent, to be filled along these paths.
    #[inline]
    pub(crate) fn restart(&mut self, slots: usize, trie: &Arc<Trie>) {
        if self.trie.as_ref().is_none_or(|known| !Arc::ptr_eq(known, trie)) {
            self.lead_along(trie);
        }
        if self.slots.len() != slots {
            self.slots.resize(slots, Slot::ABSENT);
        }
        self.clear();
        self.order.restart();
    }

    #[cold]
    fn lead_along(&mut self, trie: &Arc<Trie>) {
        self.order.forget();
        self.trie = Some(Arc::clone(trie));
    }

    #[inline]
    pub(crate) fn put(&mut self, slot: usize, value: Slot) {
        if let Some(place) = self.slots.get_mut(slot) {
            *place = value;
        }
    }

    #[inline]
    pub(crate) fn fill(&mut self, slots: &[usize], value: Slot) {
        for slot in slots {
            self.put(*slot, value);
        }
    }
}
