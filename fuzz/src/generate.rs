//! Generates conditions, fields and rows from a fuzzer's bytes: mostly well typed, so that most reach the machines.

use arbitrary::{Result, Unstructured};
use vm::{Family, Type};

/// A declared field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub ty: Type,
    /// Its path in the row.
    pub path: String,
}

/// A condition over fields, and a row to evaluate it on.
#[derive(Clone, Debug)]
pub struct Case {
    /// The declared fields.
    pub fields: Vec<Field>,
    /// The condition.
    pub condition: String,
    /// The row, as JSON.
    pub row: String,
}

/// The time zone and country for which rows are read.
#[derive(Clone, Copy, Debug)]
pub struct Locale {
    /// The time zone, by its IANA name.
    pub zone: &'static str,
    /// The country of national phone numbers.
    pub country: Option<&'static str>,
}

/// Several conditions over the same fields, and rows to evaluate them on.
#[derive(Clone, Debug)]
pub struct Question {
    /// The declared fields.
    pub fields: Vec<Field>,
    /// The conditions.
    pub conditions: Vec<String>,
    /// The rows, as JSON.
    pub rows: Vec<String>,
    /// The time zone and country.
    pub locale: Locale,
}

const NAMES: [&str; 8] = ["category", "price", "type", "région", "sku-code", "in", "stock", "x_1"];

const TEXTS: [&str; 16] = [
    "149",
    "pickup",
    "",
    " 7 ",
    "a'b",
    "ß",
    "ﬁ",
    "e\u{301}",
    "İ",
    "12,50",
    "1e3",
    "true",
    "2026-01-01",
    "+33 1 42 68 53 00",
    "Ann@Example.org",
    "a text that is longer than a slot holds",
];

const NUMBERS: [&str; 16] = [
    "0",
    "1",
    "149",
    "149.0",
    "0.1",
    "0.3",
    "12.50",
    "1e3",
    "9007199254740993",
    "9007199254740992",
    "1e37",
    "1e-38",
    "17500000000000000000000000000000000000",
    "99999999999999999999999999999999999999",
    "0.55511151231257827021181583404541015625",
    "9900000000000000000000000000000000000.1",
];

const DATES: [&str; 8] = [
    "2026-01-01",
    "2026-01-01T00:00:00Z",
    "2026-01-01T01:00:00+01:00",
    "2025-12-31T23:59:59.999999999Z",
    "2026-03-29 02:30",
    "2026-10-25T02:30",
    "0001-01-01",
    "9999-12-31t23:59:59z",
];

/// Values of rows that few types accept.
const DIRT: [&str; 12] = [
    "null",
    "{}",
    "[]",
    "[1]",
    "1e400",
    "-0",
    "\"\\ud83c\"",
    "\"\\u0000\"",
    "\"2026-02-30\"",
    "\"24:00\"",
    "{\"v\":1}",
    "3.5",
];

/// A whole case.
///
/// # Errors
/// If `arbitrary` reports that the bytes are used up.
pub fn case(u: &mut Unstructured<'_>) -> Result<Case> {
    let fields = fields(u)?;
    let mut condition = String::new();
    write_condition(u, &fields, 4, &mut condition)?;
    let row = row(u, &fields)?;
    Ok(Case { fields, condition, row })
}

/// Up to four conditions and five rows.
///
/// # Errors
/// As [`case`].
pub fn question(u: &mut Unstructured<'_>) -> Result<Question> {
    let paris = Locale { zone: "Europe/Paris", country: Some("FR") };
    let nowhere = Locale { zone: "UTC", country: None };
    let locale = *u.choose(&[paris, nowhere])?;
    let fields = fields(u)?;
    let rows = (0..u.int_in_range(1..=5)?).map(|_| row(u, &fields)).collect::<Result<_>>()?;
    let mut conditions = Vec::new();
    for _ in 0..u.int_in_range(1..=4)? {
        let mut condition = String::new();
        write_condition(u, &fields, 3, &mut condition)?;
        conditions.push(condition);
    }
    Ok(Question { fields, conditions, rows, locale })
}

/// A station whose kinds are generated conditions, and the file of its rows.
///
/// # Errors
/// As [`case`].
pub fn station(u: &mut Unstructured<'_>) -> Result<(String, String)> {
    let Question { fields, conditions, rows, locale } = question(u)?;
    let mut text = format!(
        "global: {{currency: EUR, timezone: {}}}\napis: [{{name: shop, rows: {{getMenu: menu.json}}}}]\n\
         skills:\n- name: menu\n  cognitive: {{objective: Choose}}\n  invoke: {{method: getMenu}}\n  kinds:\n",
        locale.zone
    );
    for (number, condition) in conditions.iter().enumerate() {
        let condition = condition.replace('\'', "''");
        text.push_str(&format!("    kind_{number}: {{when: '{condition}'}}\n"));
    }
    let references = ["id", "sku-code", "shared"];
    text.push_str(&format!("  present:\n    ref: {}\n    fields:\n", u.choose(&references)?));
    for Field { name, ty, path } in &fields {
        text.push_str(&format!("      {name}: {{type: {}, from: {path}}}\n", ty.name()));
    }
    let rows = rows.iter().map(|row| row.replacen('{', "{\"id\":7,", 1).replace(",}", "}"));
    Ok((text, format!("[{}]", rows.collect::<Vec<_>>().join(","))))
}

/// One to six fields.
///
/// # Errors
/// As [`case`].
pub fn fields(u: &mut Unstructured<'_>) -> Result<Vec<Field>> {
    let count = u.int_in_range(1..=6)?;
    let first = u.int_in_range(0..=NAMES.len() - 1)?;
    let mut fields = Vec::new();
    for name in NAMES.into_iter().cycle().skip(first).take(count) {
        let ty = *u.choose(Type::ALL)?;
        let path = match u.int_in_range(0..=7)? {
            0 => format!("o_{name}.v"),
            1 => format!("o_{name}.0"),
            2 => "shared".to_owned(),
            _ => name.to_owned(),
        };
        fields.push(Field { name, ty, path });
    }
    Ok(fields)
}

/// A condition over the fields, with a depth of at most `depth`.
///
/// # Errors
/// As [`case`].
pub fn write_condition(
    u: &mut Unstructured<'_>,
    fields: &[Field],
    depth: u32,
    out: &mut String,
) -> Result<()> {
    let shape = if depth == 0 || u.is_empty() { 9 } else { u.int_in_range(0..=11)? };
    match shape {
        0..=3 => {
            let word = if shape < 2 { " and " } else { " or " };
            for at in 0..u.int_in_range(2..=4)? {
                out.push_str(if at == 0 { "" } else { word });
                out.push('(');
                write_condition(u, fields, depth - 1, out)?;
                out.push(')');
            }
        }
        4 => {
            out.push_str("not (");
            write_condition(u, fields, depth - 1, out)?;
            out.push(')');
        }
        5 => {
            out.push('(');
            write_condition(u, fields, depth - 1, out)?;
            out.push_str(if u.arbitrary()? { ") is known" } else { ") is not known" });
        }
        _ => leaf(u, fields, out)?,
    }
    Ok(())
}

fn leaf(u: &mut Unstructured<'_>, fields: &[Field], out: &mut String) -> Result<()> {
    let field = u.choose(fields)?;
    let reference = format!("$fields.{}", field.name);
    match u.int_in_range(0..=9)? {
        0 => out.push_str(&format!(
            "{reference} is {}",
            u.choose(&["null", "not null", "known", "not known"])?
        )),
        1 => out.push_str(&format!("{reference} {} null", u.choose(&["==", "!="])?)),
        2 | 3 => {
            let list: Vec<String> =
                (0..u.int_in_range(1..=5)?).map(|_| member(u, field.ty)).collect::<Result<_>>()?;
            let word = u.choose(&["in", "not in"])?;
            out.push_str(&format!("{reference} {word} [{}]", list.join(", ")));
        }
        _ => family_leaf(u, fields, field, out)?,
    }
    Ok(())
}

fn family_leaf(
    u: &mut Unstructured<'_>,
    fields: &[Field],
    field: &Field,
    out: &mut String,
) -> Result<()> {
    let family = field.ty.family();
    let left = value(u, fields, family, 2)?;
    match family {
        Family::Boolean if u.arbitrary()? => out.push_str(&format!("$fields.{}", field.name)),
        Family::Text if u.arbitrary()? => {
            let word = u.choose(&["contains", "starts with", "ends with", "matches"])?;
            let right = if *word == "matches" {
                quote(u.choose(&["1", "^a.b$", "é|ß", "[0-9]+"])?)
            } else {
                literal(u, Type::Text)?
            };
            out.push_str(&format!("{left} {word} {right}"));
        }
        Family::Text | Family::Boolean => {
            let right = operand(u, fields, field.ty)?;
            out.push_str(&format!("$fields.{} {} {right}", field.name, u.choose(&["==", "!="])?));
        }
        Family::Number | Family::Datetime => {
            let right =
                if u.arbitrary()? { value(u, fields, family, 2)? } else { literal(u, field.ty)? };
            out.push_str(&format!(
                "{left} {} {right}",
                u.choose(&["==", "!=", "<", "<=", ">", ">="])?
            ));
        }
    }
    Ok(())
}

fn operand(u: &mut Unstructured<'_>, fields: &[Field], ty: Type) -> Result<String> {
    let same: Vec<&Field> = fields.iter().filter(|f| f.ty.family() == ty.family()).collect();
    if u.ratio(1, 3)? { Ok(format!("$fields.{}", u.choose(&same)?.name)) } else { literal(u, ty) }
}

/// A value of the family. It contains at least one reference if the family has arithmetic or functions.
fn value(u: &mut Unstructured<'_>, fields: &[Field], family: Family, depth: u32) -> Result<String> {
    let same: Vec<&Field> = fields.iter().filter(|f| f.ty.family() == family).collect();
    if same.is_empty() {
        return literal(u, Type::Number);
    }
    let reference = format!("$fields.{}", u.choose(&same)?.name);
    if depth == 0 || u.is_empty() {
        return Ok(reference);
    }
    Ok(match (family, u.int_in_range(0..=5)?) {
        (Family::Number, 0) => format!("- {reference}"),
        (Family::Number, 1 | 2) => {
            let (sign, right) =
                (*u.choose(&["+", "-", "*"])?, value(u, fields, family, depth - 1)?);
            format!("({reference} {sign} {right})")
        }
        (Family::Number, 3) => {
            let (sign, right) = (*u.choose(&["+", "-", "*"])?, *u.choose(&NUMBERS)?);
            format!("{right} {sign} {reference}")
        }
        (Family::Text, 0) => format!("lower({reference})"),
        _ => reference,
    })
}

fn member(u: &mut Unstructured<'_>, ty: Type) -> Result<String> {
    if u.ratio(1, 8)? { Ok("null".to_owned()) } else { literal(u, ty) }
}

fn literal(u: &mut Unstructured<'_>, ty: Type) -> Result<String> {
    Ok(match ty.family() {
        Family::Number => u.choose(&NUMBERS)?.to_string(),
        Family::Boolean => u.choose(&["true", "false"])?.to_string(),
        Family::Datetime => quote(u.choose(&DATES)?),
        Family::Text => quote(match ty {
            Type::Email => "Ann@Example.org",
            Type::Phone => "+33142685300",
            _ => u.choose(&TEXTS)?,
        }),
    })
}

fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

/// A row of the fields, some of them missing, some twice, some of another type.
///
/// # Errors
/// As [`case`].
pub fn row(u: &mut Unstructured<'_>, fields: &[Field]) -> Result<String> {
    let mut pairs = Vec::new();
    for field in fields {
        if u.ratio(1, 8)? {
            continue;
        }
        let value = json(u, field.ty)?;
        pairs.push(match field.path.split_once('.') {
            Some((outer, "v")) => format!("\"{outer}\":{{\"v\":{value}}}"),
            Some((outer, _)) => format!("\"{outer}\":[{value},7]"),
            None => format!("\"{}\":{value}", field.path),
        });
        if u.ratio(1, 16)? {
            pairs.push(format!("\"{}\":{}", field.path, json(u, field.ty)?));
        }
    }
    Ok(format!("{{{}}}", pairs.join(",")))
}

fn json(u: &mut Unstructured<'_>, ty: Type) -> Result<String> {
    Ok(match u.int_in_range(0..=9)? {
        0 => u.choose(&DIRT)?.to_string(),
        1 => json_text(u.choose(&TEXTS)?),
        2 => u.choose(&NUMBERS)?.to_string(),
        3 => json_text(u.choose(&NUMBERS)?),
        _ => match ty.family() {
            Family::Number => u.choose(&NUMBERS)?.to_string(),
            Family::Boolean => u.choose(&["true", "false"])?.to_string(),
            Family::Datetime => json_text(u.choose(&DATES)?),
            Family::Text => json_text(u.choose(&TEXTS)?),
        },
    })
}

fn json_text(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
