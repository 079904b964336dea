//! `regorus`: Rego on its register machine. All kinds are one policy; its answer is the set of kinds that are true.

use benches::menu::Dish;
use regorus::languages::rego::compiler::Compiler;
use regorus::rvm::vm::RegoVM;
use regorus::{Engine, Value};

use super::{Band, Peer, json};

const SINGLE: [&str; 4] = [
    r#"holds if input.category == "149""#,
    "holds if {\n input.category == \"149\"\n input.price > 0\n}",
    "holds if input.amount < input.invoice_total",
    "holds if {\n input.type in {\"delivery\", \"pickup\"}\n input.active\n input.price >= 5.5\n \
     input.price < 60\n not input.category in {\"120\", \"121\", \"122\"}\n}",
];

pub struct Regorus {
    rows: Vec<Value>,
}

impl Regorus {
    pub fn new(dishes: &[Dish]) -> Regorus {
        let value = |dish: &Dish| Value::from_json_str(&json(dish)).ok();
        Regorus { rows: dishes.iter().filter_map(value).collect() }
    }
}

fn machine(rules: &str, entry: &str) -> Option<RegoVM> {
    let mut engine = Engine::new();
    let policy = format!("package menu\nimport rego.v1\n{rules}\n");
    engine.add_policy("menu.rego".to_owned(), policy).ok()?;
    let policy = engine.compile_with_entrypoint(&entry.into()).ok()?;
    let program = Compiler::compile_from_policy(&policy, &[entry]).ok()?;
    let mut machine = RegoVM::new_with_policy(policy);
    machine.set_max_instructions(usize::MAX);
    machine.load_program(program);
    machine.set_data(Value::new_object()).ok()?;
    Some(machine)
}

fn number(answer: &Value) -> u64 {
    let Value::Set(kinds) = answer else { return 0 };
    let mut kinds = kinds.iter();
    match (kinds.next(), kinds.next()) {
        (Some(Value::Number(kind)), None) => kind.as_u64().map_or(0, |kind| kind + 1),
        _ => 0,
    }
}

impl Peer for Regorus {
    const NAME: &'static str = "regorus";

    fn single(&self, condition: usize) -> Option<impl FnMut(usize) -> bool> {
        let mut machine = machine(SINGLE.get(condition)?, "data.menu.holds")?;
        Some(move |row: usize| {
            let Some(row) = self.rows.get(row) else { return false };
            machine.set_input(row.clone());
            matches!(machine.execute(), Ok(Value::Bool(true)))
        })
    }

    fn kinds(&self, bands: &[Band]) -> Option<impl FnMut(usize) -> u64> {
        let rule = |(at, Band { category, above, most }): (usize, &Band)| {
            let most = most.map(|most| format!(" input.price <= {most}\n")).unwrap_or_default();
            format!(
                "kinds contains {at} if {{\n input.category == \"{category}\"\n input.price > {above}\n{most}}}\n"
            )
        };
        let rules: String = bands.iter().enumerate().map(rule).collect();
        let mut machine = machine(&rules, "data.menu.kinds")?;
        Some(move |row: usize| {
            let Some(row) = self.rows.get(row) else { return 0 };
            machine.set_input(row.clone());
            machine.execute().map_or(0, |answer| number(&answer))
        })
    }
}
