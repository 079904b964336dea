//! Subsets of names: the names that one condition reads, and the names that later lists inherit.

use std::sync::Arc;

use lang::analysis::{Field, States, fields};
use lang::{Root, Scope};

use crate::resolve::scope::names::{Declared, Names, Within, spelled_name};
use crate::station::Read;

/// The slots that one condition reads; `$now` comes first if the scope has it.
#[derive(Debug)]
pub(crate) struct Narrow {
    pub(crate) scope: Scope,
    pub(crate) slots: Vec<Read>,
    pub(crate) fields: Vec<Field>,
}

impl Names {
    /// Returns the slots of a condition that reads these names; `None` if a name is not declared.
    ///
    /// Other declared names get no slot and cost the condition nothing.
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

    /// Returns the names that later lists inherit: the answers, the price, and the refreshed fields.
    pub(crate) fn left(&self) -> Names {
        let mut left = Names::new(self.position());
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

    /// Returns whether both share one declaration, with no name declared or settled since.
    pub(crate) fn is(&self, other: &Names) -> bool {
        Arc::ptr_eq(&self.declared, &other.declared)
    }
}
