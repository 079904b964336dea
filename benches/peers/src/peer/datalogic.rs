//! `datalogic-rs`: JSONLogic, compiled once, over values in one arena. The results go into another arena, which is
//! cleared after each row.

use benches::menu::Dish;
use datalogic_rs::bumpalo::Bump;
use datalogic_rs::datavalue::OwnedDataValue;
use datalogic_rs::{DataValue, Engine, Logic};

use super::{Band, Peer, json, only};

const SINGLE: [&str; 4] = [
    r#"{"==": [{"var": "category"}, "149"]}"#,
    r#"{"and": [{"==": [{"var": "category"}, "149"]}, {">": [{"var": "price"}, 0]}]}"#,
    r#"{"<": [{"var": "amount"}, {"var": "invoice_total"}]}"#,
    r#"{"and": [
        {"or": [{"==": [{"var": "type"}, "delivery"]}, {"==": [{"var": "type"}, "pickup"]}]},
        {"var": "active"}, {">=": [{"var": "price"}, 5.5]}, {"<": [{"var": "price"}, 60]},
        {"!": [{"in": [{"var": "category"}, ["120", "121", "122"]]}]}
    ]}"#,
];

/// The arena of the rows.
pub type Arena = Bump;

pub struct Datalogic<'a> {
    engine: Engine,
    rows: Vec<&'a DataValue<'a>>,
}

impl<'a> Datalogic<'a> {
    pub fn new(dishes: &[Dish], arena: &'a Arena) -> Datalogic<'a> {
        let value = |dish: &Dish| -> Option<&'a DataValue<'a>> {
            let owned = OwnedDataValue::from_json(&json(dish)).ok()?;
            Some(arena.alloc(owned.to_arena(arena)))
        };
        Datalogic { engine: Engine::new(), rows: dishes.iter().filter_map(value).collect() }
    }

    fn logic(&self, text: &str) -> Option<Logic> {
        self.engine.compile(text).ok()
    }
}

fn holds<'a>(engine: &Engine, logic: &'a Logic, row: &'a DataValue<'a>, arena: &'a Bump) -> bool {
    engine.evaluate(logic, row, arena).is_ok_and(|value| value.as_bool() == Some(true))
}

impl Peer for Datalogic<'_> {
    const NAME: &'static str = "datalogic-rs";

    fn single(&self, condition: usize) -> Option<impl FnMut(usize) -> bool> {
        let logic = self.logic(SINGLE.get(condition)?)?;
        let mut arena = Bump::new();
        Some(move |row: usize| {
            arena.reset();
            self.rows.get(row).copied().is_some_and(|row| holds(&self.engine, &logic, row, &arena))
        })
    }

    fn kinds(&self, bands: &[Band]) -> Option<impl FnMut(usize) -> u64> {
        let text = |Band { category, above, most }: &Band| {
            let most = most.map(|most| format!(r#", {{"<=": [{{"var": "price"}}, {most}]}}"#));
            format!(
                r#"{{"and": [{{"==": [{{"var": "category"}}, "{category}"]}}, {{">": [{{"var": "price"}}, {above}]}}{}]}}"#,
                most.unwrap_or_default()
            )
        };
        let logics: Option<Vec<_>> = bands.iter().map(|band| self.logic(&text(band))).collect();
        let logics = logics?;
        let mut arena = Bump::new();
        Some(move |row: usize| {
            arena.reset();
            let Some(row) = self.rows.get(row).copied() else { return 0 };
            only(&logics, |logic| holds(&self.engine, logic, row, &arena))
        })
    }
}
