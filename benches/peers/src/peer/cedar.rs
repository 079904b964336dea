//! `cedar-policy`: a request for each row. Each kind is a policy, and the policies that permit are the kinds.
//! Cedar has only whole numbers, so money is in hundredths.

use std::str::FromStr;

use benches::menu::Dish;
use cedar_policy::{Authorizer, Context, Decision, Entities, EntityUid, PolicySet, Request};
use serde_json::json;

use super::{Band, Peer};

const SINGLE: [&str; 4] = [
    r#"context.category == "149""#,
    r#"context.category == "149" && context has price && context.price > 0"#,
    "context.amount < context.invoice_total",
    r#"(context.type == "delivery" || context.type == "pickup") && context.active && context has price
       && context.price >= 550 && context.price < 6000 && !(["120", "121", "122"].contains(context.category))"#,
];

pub struct Cedar {
    authorizer: Authorizer,
    entities: Entities,
    rows: Vec<Request>,
}

impl Cedar {
    pub fn new(dishes: &[Dish]) -> Cedar {
        let rows = dishes.iter().filter_map(request).collect();
        Cedar { authorizer: Authorizer::new(), entities: Entities::empty(), rows }
    }
}

fn request(dish: &Dish) -> Option<Request> {
    let mut fields = json!({
        "name": dish.name, "type": dish.r#type, "category": dish.category, "active": dish.active,
        "amount": dish.amount, "invoice_total": dish.invoice_total,
    });
    let object = fields.as_object_mut()?;
    object.extend(dish.price.map(|price| ("price".to_owned(), price.into())));
    object.extend(dish.stock.map(|stock| ("stock".to_owned(), stock.into())));
    let context = Context::from_json_value(fields, None).ok()?;
    let name = |text| EntityUid::from_str(text).ok();
    let (who, what, of) =
        (name(r#"Guest::"a""#)?, name(r#"Action::"see""#)?, name(r#"Menu::"m""#)?);
    Request::new(who, what, of, context, None).ok()
}

fn policy(condition: &str) -> String {
    format!("permit(principal, action, resource) when {{ {condition} }};\n")
}

impl Peer for Cedar {
    const NAME: &'static str = "cedar-policy";

    fn single(&self, condition: usize) -> Option<impl FnMut(usize) -> bool> {
        let policies = PolicySet::from_str(&policy(SINGLE.get(condition)?)).ok()?;
        Some(move |row: usize| {
            self.rows.get(row).is_some_and(|row| {
                let answer = self.authorizer.is_authorized(row, &policies, &self.entities);
                answer.decision() == Decision::Allow
            })
        })
    }

    fn kinds(&self, bands: &[Band]) -> Option<impl FnMut(usize) -> u64> {
        let text = |Band { category, above, most }: &Band| {
            let most = most.map(|most| format!(" && context.price <= {}", most * 100));
            policy(&format!(
                r#"context.category == "{category}" && context has price && context.price > {}{}"#,
                above * 100,
                most.unwrap_or_default()
            ))
        };
        let texts: String = bands.iter().map(text).collect();
        let policies = PolicySet::from_str(&texts).ok()?;
        Some(move |row: usize| {
            let Some(row) = self.rows.get(row) else { return 0 };
            let answer = self.authorizer.is_authorized(row, &policies, &self.entities);
            let mut kinds = answer.diagnostics().reason();
            match (kinds.next(), kinds.next()) {
                // Policies are named `policy0` and so on, in order.
                (Some(kind), None) => {
                    let number =
                        kind.to_string().strip_prefix("policy").and_then(|n| n.parse().ok());
                    number.map_or(0, |number: u64| number + 1)
                }
                _ => 0,
            }
        })
    }
}
