//! Reduces an environment to the names that one condition reads, or to those that later lists adopt.

use std::sync::Arc;

use lang::analysis::{Field, States, fields};
use lang::{Root, Scope};

use crate::resolve::scope::env::{Declared, Env, Within, spelled_name};
use crate::station::Read;

/// The slots of one condition: those that it reads, with `$now` first if it reads the time.
#[derive(Debug)]
pub(crate) struct Narrow {
    pub(crate) scope: Scope,
    pub(crate) slots: Vec<Read>,
    pub(crate) fields: Vec<Field>,
}

impl Env {
    /// The slots of a condition that reads these names; `None` if a name is not declared. Names that the condition
    /// does not read cost nothing.
    pub(crate) fn narrow<'n>(&self, names: impl Iterator<Item = &'n str>) -> Option<Narrow> {
        let Declared { scope, slots, states, known } = &*self.declared;
        let slot = |name: &str| known.get(name).map(|known| known.slot);
        let mut read: Vec<_> =
            names.filter(|name| *name != "$now").map(|name| slot(name)?).collect::<Option<_>>()?;
        read.sort_unstable();
        read.dedup();
        let narrow = scope.narrowed(&read);
        let now = (read.len() < narrow.types().len()).then_some((Read::Now, States::Given));
        let held = read.iter().filter_map(|slot| {
            Some((slots.get(slot.index())?.clone(), *states.get(slot.index())?))
        });
        let (slots, states): (Vec<_>, Vec<_>) = now.into_iter().chain(held).unzip();
        let fields = fields(&narrow).into_iter().zip(states);
        let fields = fields.map(|(field, states)| Field { states, ..field }).collect();
        Some(Narrow { scope: narrow, slots, fields })
    }

    /// The names that later lists adopt: the answers, the price, and the fields that were read again.
    pub(crate) fn left(&self) -> Env {
        let mut left = Env::new(self.position());
        left.take_over(self);
        for (name, ty, read) in self.item() {
            let spelled = spelled_name(Root::Item, Within::None, name);
            let slot = self.declared.known.get(&spelled).and_then(|known| known.slot);
            let states = slot.and_then(|slot| self.declared.states.get(slot.index()));
            if matches!(read, Read::Field(_)) && states == Some(&States::Given) {
                left.declare(Root::Item, Within::None, name, ty, read.clone());
                left.settle(Root::Item, name, States::Given);
            }
        }
        left
    }

    /// Whether these are the same names, with nothing declared or settled since.
    pub(crate) fn is(&self, other: &Env) -> bool {
        Arc::ptr_eq(&self.declared, &other.declared)
    }
}
