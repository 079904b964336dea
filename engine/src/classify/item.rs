//! An item: a row of one kind, and what a card shows of it.

use vm::{Decimal, Row, Type, Value};

use super::{Classifier, DropReason};
use crate::station::template::is_absolute;
use crate::station::{Cadence, Field, Kind, KindId};

/// A row that may be offered.
#[derive(Clone, Debug)]
pub struct Item<'r> {
    classifier: &'r Classifier<'r>,
    row: &'r Row,
    kind_id: KindId,
    kind: &'r Kind,
    reference: &'r str,
    price: Option<Price<'r>>,
}

/// What an item costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price<'r> {
    /// The amount, where the row has one.
    pub amount: Option<Decimal>,
    /// How often it is paid.
    pub cadence: Cadenced<'r>,
}

/// How often a price is paid, as a row says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cadenced<'r> {
    /// By one of the words that there are.
    Known(Cadence),
    /// By another text: the price is shown with it, and is in no total.
    Other(&'r str),
}

/// A field of an item.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown<'r> {
    /// The field.
    pub field: &'r Field,
    /// What the row holds there.
    pub value: Value<'r>,
    /// A datetime as the row spells it.
    pub spelling: Option<&'r str>,
}

impl<'r> Item<'r> {
    pub(super) fn new(
        classifier: &'r Classifier<'r>,
        row: &'r Row,
        kind_id: KindId,
        kind: &'r Kind,
    ) -> Result<Item<'r>, DropReason> {
        let price = price(classifier, |slot| row.get(slot))?;
        let reference = reference(classifier, |slot| row.get(slot))?;
        Ok(Item { classifier, row, kind_id, kind, reference, price })
    }

    /// The id of its kind.
    pub fn kind_id(&self) -> KindId {
        self.kind_id
    }

    /// Its kind.
    pub fn kind(&self) -> &'r Kind {
        self.kind
    }

    /// What the tenant knows it by.
    pub fn reference(&self) -> &'r str {
        self.reference
    }

    /// Its name: the title, or the reference if it has no title.
    pub fn title(&self) -> &'r str {
        let title = self.classifier.skill.present.title.and_then(|slot| self.text(slot));
        title.unwrap_or(self.reference)
    }

    /// Its price; `None` if the skill has no billed field.
    pub fn price(&self) -> Option<Price<'r>> {
        self.price
    }

    /// The code of the currency that its price is in.
    pub fn currency(&self) -> Option<&'static str> {
        self.price.and(self.classifier.station.global.currency).map(|currency| currency.code())
    }

    /// The address of its picture.
    pub fn image(&self) -> Option<&'r str> {
        self.classifier.skill.present.image.and_then(|slot| self.text(slot))
    }

    /// The address of its page: from the template, else the value itself if it is an absolute http(s) address.
    pub fn link(&self) -> Option<String> {
        let present = &self.classifier.skill.present;
        let value = present.link.and_then(|slot| self.text(slot))?;
        match &present.template {
            Some(template) => template.link(value, self.classifier.station.tenant_url()),
            None => is_absolute(value).then(|| value.to_owned()),
        }
    }

    /// Its fields, in the order of the file.
    pub fn fields(&self) -> impl Iterator<Item = Shown<'r>> {
        let row = self.row;
        self.classifier.skill.present.fields.iter().enumerate().map(move |(slot, field)| Shown {
            field,
            value: row.get(slot),
            spelling: (field.ty == Type::Datetime).then(|| row.spelling(slot)).flatten(),
        })
    }

    /// The text in a slot, where one is known and not empty.
    fn text(&self, slot: usize) -> Option<&'r str> {
        match self.row.get(slot) {
            Value::Text(text) if !text.is_empty() => Some(text),
            _ => None,
        }
    }
}

/// What the tenant knows a row by: the first of its references that is known.
pub(super) fn reference<'r>(
    classifier: &Classifier<'_>,
    get: impl Fn(usize) -> Value<'r>,
) -> Result<&'r str, DropReason> {
    let mut references = classifier.slots.references.clone();
    let reference = references.find_map(|slot| match get(slot) {
        Value::Text(text) if !text.is_empty() => Some(text),
        _ => None,
    });
    reference.ok_or(DropReason::NoReference)
}

/// The billed price of a row. One that is there and unreadable keeps the row from being offered.
pub(super) fn price<'r>(
    classifier: &Classifier<'_>,
    get: impl Fn(usize) -> Value<'r>,
) -> Result<Option<Price<'r>>, DropReason> {
    let Some(slot) = classifier.skill.present.billed else { return Ok(None) };
    let amount = match get(slot) {
        Value::Absent => None,
        Value::Number(amount) => Some(amount),
        Value::Unreadable | Value::Text(_) | Value::Boolean(_) | Value::Datetime(_) => {
            return Err(DropReason::PriceUnreadable);
        }
    };
    let cadence = match classifier.slots.cadence.map(get) {
        Some(Value::Text(text)) => match Cadence::named(text) {
            Some(cadence) => Cadenced::Known(cadence),
            None => Cadenced::Other(text),
        },
        // A value that is not a text is not a word of the list, and has no text to show.
        Some(Value::Unreadable) => Cadenced::Other(""),
        Some(Value::Absent | Value::Number(_) | Value::Boolean(_) | Value::Datetime(_)) | None => {
            Cadenced::Known(Cadence::OneTime)
        }
    };
    Ok(Some(Price { amount, cadence }))
}
