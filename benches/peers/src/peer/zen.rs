//! `zen-expression`: compiled once, with one machine and a scope for each row.

use std::cell::RefCell;

use benches::menu::Dish;
use zen_expression::expression::Standard;
use zen_expression::vm::VM;
use zen_expression::{Expression, Isolate, Scope, Variable};

use super::{Band, Peer, infix, json, only};

const SINGLE: [&str; 4] = [
    "category == '149'",
    "category == '149' and price > 0",
    "amount < invoice_total",
    "(type == 'delivery' or type == 'pickup') and active and price >= 5.5 and price < 60 \
     and category not in ['120', '121', '122']",
];

pub struct Zen {
    isolate: RefCell<Isolate>,
    rows: Vec<Scope>,
}

impl Zen {
    pub fn new(dishes: &[Dish]) -> Zen {
        let scope = |dish: &Dish| {
            let value: Option<serde_json::Value> = serde_json::from_str(&json(dish)).ok();
            value.map(|value| Scope::new(Variable::from(value)))
        };
        let rows = dishes.iter().filter_map(scope).collect();
        Zen { isolate: RefCell::new(Isolate::new()), rows }
    }

    fn expression(&self, text: &str) -> Option<Expression<Standard>> {
        self.isolate.borrow_mut().compile_standard(text).ok()
    }
}

fn holds(expression: &Expression<Standard>, scope: &Scope, machine: &mut VM) -> bool {
    let value = expression.evaluate_with_scope(scope, machine);
    value.is_ok_and(|value| value.as_bool() == Some(true))
}

impl Peer for Zen {
    const NAME: &'static str = "zen-expression";

    fn single(&self, condition: usize) -> Option<impl FnMut(usize) -> bool> {
        let expression = self.expression(SINGLE.get(condition)?)?;
        let mut machine = VM::new();
        Some(move |row: usize| {
            self.rows.get(row).is_some_and(|scope| holds(&expression, scope, &mut machine))
        })
    }

    fn kinds(&self, bands: &[Band]) -> Option<impl FnMut(usize) -> u64> {
        let expressions: Option<Vec<_>> =
            bands.iter().map(|band| self.expression(&infix(band, "and"))).collect();
        let expressions = expressions?;
        let mut machine = VM::new();
        Some(move |row: usize| {
            let Some(scope) = self.rows.get(row) else { return 0 };
            only(&expressions, |expression| holds(expression, scope, &mut machine))
        })
    }
}
