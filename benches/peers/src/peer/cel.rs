//! `cel`: custom values with a resolver, so that a row is neither copied nor put into a map.

use std::sync::Arc;

use benches::menu::Dish;
use cel::common::types::{CelBool, CelDouble, CelInt, CelString};
use cel::common::value::{CowVal, Val};
use cel::context::VariableResolver;
use cel::{Context, Env, Program, Value};

use super::{Band, Peer, infix, money, only};

const SINGLE: [&str; 4] = [
    "category == '149'",
    "category == '149' && price > 0",
    "amount < invoice_total",
    "(type == 'delivery' || type == 'pickup') && active && price >= 5.5 && price < 60 \
     && !(category in ['120', '121', '122'])",
];

struct Fields {
    name: CelString<'static>,
    r#type: CelString<'static>,
    category: CelString<'static>,
    price: Option<CelDouble>,
    stock: Option<CelInt>,
    active: CelBool,
    amount: CelDouble,
    invoice_total: CelDouble,
}

impl VariableResolver for Fields {
    fn resolve<'b>(&'b self, name: &str) -> Option<CowVal<'b, 'b>> {
        let value: &dyn Val = match name {
            "name" => &self.name,
            "type" => &self.r#type,
            "category" => &self.category,
            "price" => self.price.as_ref()?,
            "stock" => self.stock.as_ref()?,
            "active" => &self.active,
            "amount" => &self.amount,
            "invoice_total" => &self.invoice_total,
            _ => return None,
        };
        Some(CowVal::Borrowed(value))
    }
}

pub struct Cel {
    env: Arc<Env>,
    rows: Vec<Fields>,
}

impl Cel {
    pub fn new(dishes: &[Dish]) -> Cel {
        let fields = |dish: &Dish| Fields {
            name: dish.name.clone().into(),
            r#type: dish.r#type.to_owned().into(),
            category: dish.category.clone().into(),
            price: dish.price.map(|price| money(price).into()),
            stock: dish.stock.map(|stock| i64::from(stock).into()),
            active: dish.active.into(),
            amount: money(dish.amount).into(),
            invoice_total: money(dish.invoice_total).into(),
        };
        Cel { env: Arc::new(Env::stdlib()), rows: dishes.iter().map(fields).collect() }
    }

    fn program(&self, text: &str) -> Option<Program> {
        self.env.compile(text).ok()
    }
}

fn holds(program: &Program, context: &Context<'_, '_>) -> bool {
    let value = Value::resolve_val(program.expression(), context);
    value.is_ok_and(|value| value.downcast_ref::<CelBool>().is_some_and(|truth| *truth.inner()))
}

impl Peer for Cel {
    const NAME: &'static str = "cel";

    fn single(&self, condition: usize) -> Option<impl FnMut(usize) -> bool> {
        let program = self.program(SINGLE.get(condition)?)?;
        let mut context = Context::with_env(self.env.clone());
        Some(move |row: usize| {
            let Some(fields) = self.rows.get(row) else { return false };
            context.set_variable_resolver(fields);
            holds(&program, &context)
        })
    }

    fn kinds(&self, bands: &[Band]) -> Option<impl FnMut(usize) -> u64> {
        let programs: Option<Vec<_>> =
            bands.iter().map(|band| self.program(&infix(band, "&&"))).collect();
        let programs = programs?;
        let mut context = Context::with_env(self.env.clone());
        Some(move |row: usize| {
            let Some(fields) = self.rows.get(row) else { return 0 };
            context.set_variable_resolver(fields);
            only(&programs, |program| holds(program, &context))
        })
    }
}
