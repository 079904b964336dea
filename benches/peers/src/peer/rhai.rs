//! `rhai`: an expression compiled once, with fast operators, and a scope for each row.

use std::cell::RefCell;

use benches::menu::Dish;
use rhai::{AST, Dynamic, Engine, OptimizationLevel, Scope};

use super::{Band, Peer, money, only};

/// `type` is a keyword of the language. Lists are rewritten as comparisons, because they slow the rest down.
const SINGLE: [&str; 4] = [
    r#"category == "149""#,
    r#"category == "149" && price > 0"#,
    "amount < invoice_total",
    r#"(form == "delivery" || form == "pickup") && active && price >= 5.5 && price < 60
       && !(category == "120" || category == "121" || category == "122")"#,
];

pub struct Rhai {
    engine: Engine,
    /// Evaluation borrows a scope mutably, even for an expression that writes nothing.
    rows: Vec<RefCell<Scope<'static>>>,
}

impl Rhai {
    pub fn new(dishes: &[Dish]) -> Rhai {
        let mut engine = Engine::new();
        engine.set_optimization_level(OptimizationLevel::Simple);
        engine.set_fast_operators(true);
        Rhai { engine, rows: dishes.iter().map(|dish| RefCell::new(scope(dish))).collect() }
    }

    fn ast(&self, text: &str) -> Option<AST> {
        self.engine.compile_expression(text).ok()
    }

    fn holds(&self, ast: &AST, scope: &mut Scope<'static>) -> bool {
        self.engine.eval_ast_with_scope::<bool>(scope, ast).unwrap_or(false)
    }
}

fn scope(dish: &Dish) -> Scope<'static> {
    let mut scope = Scope::new();
    scope.push("name", dish.name.clone());
    scope.push_dynamic(
        "stock",
        dish.stock.map_or(Dynamic::UNIT, |stock| Dynamic::from_int(stock.into())),
    );
    scope.push("active", dish.active);
    scope.push("amount", money(dish.amount));
    scope.push("invoice_total", money(dish.invoice_total));
    scope.push("form", dish.r#type.to_owned());
    let price = dish.price.map_or(Dynamic::UNIT, |price| Dynamic::from_float(money(price)));
    scope.push_dynamic("price", price);
    scope.push("category", dish.category.clone());
    scope
}

impl Peer for Rhai {
    const NAME: &'static str = "rhai";

    fn single(&self, condition: usize) -> Option<impl FnMut(usize) -> bool> {
        let ast = self.ast(SINGLE.get(condition)?)?;
        Some(move |row: usize| {
            self.rows.get(row).is_some_and(|scope| self.holds(&ast, &mut scope.borrow_mut()))
        })
    }

    fn kinds(&self, bands: &[Band]) -> Option<impl FnMut(usize) -> u64> {
        let text = |Band { category, above, most }: &Band| {
            let most = most.map(|most| format!(" && price <= {most}")).unwrap_or_default();
            format!(r#"category == "{category}" && price > {above}{most}"#)
        };
        let asts: Option<Vec<_>> = bands.iter().map(|band| self.ast(&text(band))).collect();
        let asts = asts?;
        Some(move |row: usize| {
            let Some(scope) = self.rows.get(row) else { return 0 };
            let mut scope = scope.borrow_mut();
            only(&asts, |ast| self.holds(ast, &mut scope))
        })
    }
}
