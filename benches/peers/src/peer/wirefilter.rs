//! `wirefilter`: a context for each row. It has only whole numbers, so money is in hundredths. It has no absent
//! fields, so an absent price is a number that no condition accepts.

use benches::menu::Dish;
use wirefilter::{ExecutionContext, Filter, Scheme, Type};

use super::{Band, Peer, only};

const SINGLE: [Option<&str>; 4] = [
    Some(r#"category == "149""#),
    Some(r#"category == "149" && price > 0"#),
    None,
    Some(
        r#"(type == "delivery" || type == "pickup") && active && price >= 550 && price < 6000
           && not (category in {"120" "121" "122"})"#,
    ),
];

const FIELDS: [(&str, Type); 8] = [
    ("name", Type::Bytes),
    ("type", Type::Bytes),
    ("category", Type::Bytes),
    ("price", Type::Int),
    ("stock", Type::Int),
    ("active", Type::Bool),
    ("amount", Type::Int),
    ("invoice_total", Type::Int),
];

/// The scheme with the declared fields.
pub struct Fields(Scheme);

impl Default for Fields {
    fn default() -> Fields {
        let fields = FIELDS.map(|(name, ty)| (name.to_owned(), ty));
        Fields(Scheme::try_from_iter(fields).unwrap_or_default())
    }
}

pub struct Wirefilter<'s> {
    scheme: &'s Scheme,
    rows: Vec<ExecutionContext<'s>>,
}

fn whole(number: Option<u32>) -> i32 {
    number.and_then(|number| number.try_into().ok()).unwrap_or(-1)
}

impl<'s> Wirefilter<'s> {
    pub fn new(dishes: &'s [Dish], Fields(scheme): &'s Fields) -> Wirefilter<'s> {
        let context = |dish: &'s Dish| {
            let mut context = ExecutionContext::new(scheme);
            let set = [
                context.set_field_value("name", dish.name.as_str()),
                context.set_field_value("type", dish.r#type),
                context.set_field_value("category", dish.category.as_str()),
                context.set_field_value("price", whole(dish.price)),
                context.set_field_value("stock", whole(dish.stock)),
                context.set_field_value("active", dish.active),
                context.set_field_value("amount", whole(Some(dish.amount))),
                context.set_field_value("invoice_total", whole(Some(dish.invoice_total))),
            ];
            set.iter().all(Result::is_ok).then_some(context)
        };
        Wirefilter { scheme, rows: dishes.iter().filter_map(context).collect() }
    }

    fn filter(&self, text: &str) -> Option<Filter<'s>> {
        Some(self.scheme.parse(text).ok()?.compile())
    }
}

impl Peer for Wirefilter<'_> {
    const NAME: &'static str = "wirefilter";

    fn single(&self, condition: usize) -> Option<impl FnMut(usize) -> bool> {
        let filter = self.filter((*SINGLE.get(condition)?)?)?;
        Some(move |row: usize| {
            self.rows.get(row).is_some_and(|row| filter.execute(row) == Ok(true))
        })
    }

    fn kinds(&self, bands: &[Band]) -> Option<impl FnMut(usize) -> u64> {
        let text = |Band { category, above, most }: &Band| {
            let most = most.map(|most| format!(" && price <= {}", most * 100)).unwrap_or_default();
            format!(r#"category == "{category}" && price > {}{most}"#, above * 100)
        };
        let filters: Option<Vec<_>> = bands.iter().map(|band| self.filter(&text(band))).collect();
        let filters = filters?;
        Some(move |row: usize| {
            let Some(row) = self.rows.get(row) else { return 0 };
            only(&filters, |filter| filter.execute(row) == Ok(true))
        })
    }
}
