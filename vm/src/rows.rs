//! Many rows, one after the other in one block of memory.

use crate::row::{RowView, Slots};
use crate::slot::{Heap, Slot};

/// Many decoded rows of one width: sixteen bytes a slot, and one heap for values that do not fit a slot.
///
/// ```
/// use pointsman_vm::{Row, Rows, Value};
///
/// let (mut rows, mut row) = (Rows::new(1), Row::new(1));
/// for text in ["a", "a text that is longer than a slot"] {
///     row.clear();
///     row.set(0, Value::Text(text));
///     rows.push(&row)?;
/// }
/// let texts: Vec<_> = rows.iter().map(|row| row.get(0)).collect();
/// assert_eq!(texts, [Value::Text("a"), Value::Text("a text that is longer than a slot")]);
/// # Ok::<(), pointsman_vm::Full>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Rows {
    slots: Vec<Slot>,
    width: usize,
    len: usize,
    heap: Heap,
}

/// There is no room for a row: the heap of long texts and large numbers would exceed 4 GiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

impl std::fmt::Display for Full {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the texts of the rows pass 4 GiB")
    }
}

impl std::error::Error for Full {}

impl Rows {
    /// No rows yet, of so many slots each.
    pub fn new(width: usize) -> Rows {
        Rows { width, ..Rows::default() }
    }

    /// Adds a row. A slot that it does not have is unreadable, and one too many is left out.
    pub fn push(&mut self, row: &impl Slots) -> Result<(), Full> {
        let row = row.view();
        if u32::try_from(self.heap.len().saturating_add(row.heap.len())).is_err() {
            return Err(Full);
        }
        for at in 0..self.width {
            let slot = match row.slots.get(at) {
                Some(slot) if slot.is_outside() => Slot::new(slot.value(row.heap), &mut self.heap),
                slot => slot.copied().unwrap_or(Slot::UNREADABLE),
            };
            self.slots.push(slot);
        }
        self.len += 1;
        Ok(())
    }

    /// Forgets all rows and keeps the room for more.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.heap.clear();
        self.len = 0;
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// A row.
    #[inline]
    pub fn get(&self, row: usize) -> Option<RowView<'_>> {
        if row >= self.len {
            return None;
        }
        let slots = self.slots.get(row * self.width..)?.get(..self.width)?;
        Some(RowView { slots, heap: &self.heap })
    }

    /// All rows, in their order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = RowView<'_>> {
        (0..self.len).map_while(|row| self.get(row))
    }
}
