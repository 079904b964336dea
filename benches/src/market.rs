//! A whole market: one station of many skills over one document of many operations.
//!
//! | | |
//! |---|---|
//! | skills | [`SKILLS`]: half of them with 2 kinds, a quarter with 6, a quarter with 10 |
//! | kinds | [`KINDS`]: sections, bands of a price, days, comparisons of two fields, texts and flags |
//! | operations | [`OPERATIONS`]: for listing, checking, pricing and ordering, and as many again that no skill uses |
//!
//! Each skill has a form, two conditions and a check before its choice, an approval, and a call that files it. Every
//! fifth skill starts a playbook.

use std::fmt::Write as _;

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The number of skills.
pub const SKILLS: usize = 40;

/// The number of kinds in all skills.
pub const KINDS: usize = 200;

/// The number of operations that the document describes.
pub const OPERATIONS: usize = 300;

/// The name of the file that contains [`Market::document`].
pub const DOCUMENT: &str = "market.json";

/// A station and the document of its operations.
#[derive(Clone, Debug)]
pub struct Market {
    /// The station's file.
    pub station: String,
    /// The document, as JSON.
    pub document: String,
}

/// The operations of the document that a skill uses, each followed by the skill's number.
const USED: [&str; 4] = ["list", "check", "price", "order"];

const GOODS: [&str; 8] =
    ["bread", "cheese", "fish", "fruit", "honey", "spice", "tea", "vegetables"];

/// The market for a seed.
pub fn market(seed: u64) -> Market {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    Market { station: station(&mut random), document: document() }
}

/// The number of kinds of a skill.
fn kinds_of(skill: usize) -> usize {
    match skill % 4 {
        0 | 1 => 2,
        2 => 6,
        _ => 10,
    }
}

fn station(random: &mut impl Rng) -> String {
    let mut text = format!(
        "station: market\nglobal: {{currency: EUR, timezone: Europe/Paris, country: FR}}\n\
         profiles:\n  guest: {{grants: \"*\"}}\n  keeper: {{grants: \"*\", roles: [keeper]}}\n\
         auth: {{identify_by: {{type: email}}, default: guest, tokens: [{{env: KEEPER_TOKEN, profile: keeper}}]}}\n\
         apis: [{{name: market, openapi: {DOCUMENT}}}]\nplaybooks:\n"
    );
    for first in (0..SKILLS).step_by(5) {
        let tasks = (first..first + 5).map(|skill| {
            let after = if skill > first { format!(", after: [t{first}]") } else { String::new() };
            format!("{{name: t{skill}, skill: stall_{skill}{after}}}")
        });
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "  - {{name: round_{first}, tasks: [{}]}}", join(tasks));
    }
    text.push_str("skills:\n");
    for number in 0..SKILLS {
        skill(number, random, &mut text);
    }
    text
}

fn join(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

fn skill(number: usize, random: &mut impl Rng, text: &mut String) {
    let goods = GOODS.choose(random).copied().unwrap_or_default();
    let kinds: String = (0..kinds_of(number))
        .map(|at| format!("      kind_{number}_{at}: {{when: \"{}\"}}\n", condition(at, random)))
        .collect();
    let _ = write!(
        text,
        "  - name: stall_{number}
    cognitive: {{objective: Choose {goods} at stall {number}, diagnose: [what it is for, how much of it]}}
    params:
      search: {{type: text, set_by: [llm, person], optional: true}}
      most: {{type: integer, set_by: [llm, person]}}
    invoke: {{method: list{number}, args: {{q: $params.search, limit: $params.most, order: price}}}}
    kinds:
{kinds}    present:
      fields:
        name: {{type: text, role: title}}
        price: {{from: cost.gross, type: price, role: billed}}
        section: {{type: text}}
        grade: {{type: text}}
        left: {{type: integer}}
        total: {{type: integer}}
        closed: {{type: boolean}}
        until: {{type: datetime}}
        page: {{from: slug, type: url, role: link, template: \"https://market.example/{{value}}\"}}
    select:
      guards:
        - form: {{day: {{type: datetime, required: true}}, word: {{type: text, options: [now, later]}}}}
        - require: \"$form.day >= $now and $item.fields.left > 0\"
        - require: \"$item.fields.price <= {ceiling} or $form.word == 'later'\"
        - check: {{method: check{number}, args: {{article: $item.ref, day: $form.day}}}}
        - {{approval: {{role: keeper}}, when: \"$item.fields.price > {dear}\"}}
    submit:
      - name: order
        tool: order{number}
        args: {{article: $item.ref, body.buyer.day: $form.day, body.amount.value: $item.fields.price, body.amount.currency: EUR, key: $action.key}}
        output: {{id: {{from: $output.id, type: id}}}}
    output_filters: {{drop: [iban]}}
",
        ceiling = random.random_range(200..400),
        dear = random.random_range(50..150),
    );
}

/// The condition of the kind with this number.
fn condition(at: usize, random: &mut impl Rng) -> String {
    let section = 100 + at;
    let low = random.random_range(1..100);
    let high = low + random.random_range(1..100);
    let month = random.random_range(1..13);
    match at % 5 {
        0 => format!("$fields.section == '{section}' and $fields.price > {low}"),
        1 => format!(
            "$fields.section in ['{section}', '{}'] and $fields.price >= {low} and $fields.price < {high} and not $fields.closed",
            section + 50
        ),
        2 => format!("$fields.section == '{section}' and $fields.left < $fields.total"),
        3 => format!(
            "$fields.section == '{section}' and ($fields.grade == 'a' or $fields.grade == 'b') and $fields.until >= '2026-{month:02}-01'"
        ),
        _ => format!(
            "$fields.section == '{section}' and ($fields.name starts with 'Old' or $fields.left - 2 * $fields.total > -{high})"
        ),
    }
}

/// The document: the operations of each skill, and unused operations of the same shapes.
fn document() -> String {
    let mut paths = Vec::new();
    for number in 0..OPERATIONS {
        let (what, of) =
            (USED.get(number % USED.len()).copied().unwrap_or_default(), number / USED.len());
        paths.push(path(what, of));
    }
    format!(
        r##"{{"openapi":"3.1.0","info":{{"title":"Market","version":"1"}},"servers":[{{"url":"https://api.market.example"}}],"paths":{{{}}},"components":{{"parameters":{{{}}},"schemas":{{{}}}}}}}"##,
        paths.join(","),
        r##""Key":{"name":"Idempotency-Key","in":"header","schema":{"type":"string"}}"##,
        SCHEMAS
    )
}

fn path(what: &str, number: usize) -> String {
    let ok = |schema: &str| {
        format!(
            r#""responses":{{"200":{{"description":"Done","content":{{"application/json":{{"schema":{schema}}}}}}}}}"#
        )
    };
    let told =
        format!(r#""operationId":"{what}{number}","summary":"What stall {number} says of {what}""#);
    match what {
        "list" => format!(
            r##""/stalls/{number}/goods":{{"get":{{{told},"parameters":[{{"name":"q","in":"query","schema":{{"type":"string","minLength":2,"maxLength":80}}}},{{"name":"limit","in":"query","required":true,"schema":{{"type":"integer","minimum":1,"maximum":100}}}},{{"name":"order","in":"query","schema":{{"type":"string","enum":["price","name","new"]}}}}],{}}}}}"##,
            ok(r##"{"type":"array","items":{"$ref":"#/components/schemas/Article"}}"##)
        ),
        "check" => format!(
            r##""/stalls/{number}/free":{{"get":{{{told},"parameters":[{{"name":"article","in":"query","required":true,"schema":{{"type":"string"}}}},{{"name":"day","in":"query","schema":{{"type":"string","format":"date-time"}}}}],{}}}}}"##,
            ok(r##"{"$ref":"#/components/schemas/Verdict"}"##)
        ),
        "price" => format!(
            r##""/stalls/{number}/price":{{"get":{{{told},"parameters":[{{"name":"article","in":"query","required":true,"schema":{{"type":"string"}}}}],{}}}}}"##,
            ok(r##"{"$ref":"#/components/schemas/Amount"}"##)
        ),
        _ => format!(
            r##""/stalls/{number}/orders":{{"post":{{{told},"parameters":[{{"$ref":"#/components/parameters/Key"}}],"requestBody":{{"required":true,"content":{{"application/json":{{"schema":{{"$ref":"#/components/schemas/Order"}}}}}}}},{}}}}}"##,
            ok(r##"{"type":"object","properties":{"id":{"type":"string"}}}"##)
        ),
    }
}

/// The schemas that operations share; an article has others like it, and an order the lines of another.
const SCHEMAS: &str = r##""Amount":{"type":"object","required":["value","currency"],"properties":{"value":{"type":"number","minimum":0},"currency":{"type":"string","minLength":3,"maxLength":3}}},
"Verdict":{"type":"object","properties":{"ok":{"type":"boolean"},"reason":{"type":"string"}}},
"Address":{"type":"object","properties":{"street":{"type":"string"},"district":{"type":"string"},"city":{"type":"string"},"country":{"type":"string"}}},
"Person":{"type":"object","properties":{"name":{"type":"string"},"mail":{"type":"string","format":"email"},"iban":{"type":"string"},"day":{"type":"string"},"address":{"$ref":"#/components/schemas/Address"}}},
"Cost":{"type":"object","properties":{"net":{"type":"number"},"gross":{"type":"number"},"rate":{"type":"number"}}},
"Article":{"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"},"section":{"type":"string"},"grade":{"type":"string"},"left":{"type":"integer"},"total":{"type":"integer"},"closed":{"type":"boolean"},"until":{"type":"string","format":"date-time"},"slug":{"type":"string"},"cost":{"$ref":"#/components/schemas/Cost"},"by":{"$ref":"#/components/schemas/Person"},"alike":{"type":"array","items":{"$ref":"#/components/schemas/Article"}}}},
"Order":{"type":"object","required":["article"],"properties":{"article":{"type":"string"},"key":{"type":"string"},"amount":{"$ref":"#/components/schemas/Amount"},"buyer":{"allOf":[{"$ref":"#/components/schemas/Person"},{"type":"object","properties":{"note":{"type":"string"}}}]},"lines":{"type":"array","items":{"$ref":"#/components/schemas/Line"}}}},
"Line":{"type":"object","properties":{"article":{"type":"string"},"count":{"type":"integer"},"of":{"$ref":"#/components/schemas/Order"}}}"##;
