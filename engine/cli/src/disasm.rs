//! `disasm`: a condition after each stage of compilation.

use std::io::{self, Write};

use lang::{Position, Root, Scope};
use serde_json::Value;
use vm::{Reading, Type};

use crate::args::{Disasm, Format, Stage};
use crate::eval;
use crate::outcome::{Failure, Outcome};

/// Prints the stages of a condition.
///
/// # Errors
/// `Usage` if the fields are not a valid declaration, `Refused` if the condition is refused.
pub fn run(disasm: &Disasm) -> Outcome {
    let scope = scope(&disasm.fields)?;
    let source = disasm.condition.as_str();
    let mut out = io::stdout().lock();
    let wanted = |stage| disasm.stage.is_none_or(|one| one == stage);
    if wanted(Stage::Tokens) {
        stage(&mut out, disasm, "tokens", &lang::print_tokens(source))?;
    }
    let parsed = lang::parse(source);
    if wanted(Stage::Ast)
        && let Some(ast) = &parsed.ast
    {
        stage(&mut out, disasm, "ast", &lang::print_tree(ast))?;
    }
    let compiled = lang::compile(source, &scope, &Reading::default());
    let compiled = compiled.map_err(|refused| eval::report(source, &refused, Format::Text))?;
    if wanted(Stage::Hir) {
        stage(&mut out, disasm, "hir", &compiled.condition.to_string())?;
    }
    if wanted(Stage::Code) {
        stage(&mut out, disasm, "code", &compiled.program.program().to_string())?;
    }
    Ok(())
}

fn stage(out: &mut impl Write, disasm: &Disasm, name: &str, text: &str) -> Outcome {
    if disasm.stage.is_none() {
        writeln!(out, "; {name}")?;
    }
    writeln!(out, "{}", text.trim_end())?;
    Ok(())
}

/// The scope of a kind's `when` over fields that are declared as JSON: `{"name": "type"}` or `{"name": {"type": "…"}}`.
fn scope(fields: &str) -> Result<Scope, Failure> {
    let usage = |why: &str| Failure::Usage(format!("--fields: {why}"));
    let declared: Value =
        serde_json::from_str(fields).map_err(|fault| usage(&fault.to_string()))?;
    let declared =
        declared.as_object().ok_or_else(|| usage("write an object from names to types"))?;
    let mut scope = Scope::new(Position::Kind);
    for (name, ty) in declared {
        let ty = ty.as_str().or_else(|| ty.get("type").and_then(Value::as_str)).unwrap_or_default();
        let ty = Type::named(ty).ok_or_else(|| usage(&format!("`{name}` has an unknown type")))?;
        scope
            .declare(Root::Fields, None, None, name, ty)
            .ok_or_else(|| usage("too many fields"))?;
    }
    Ok(scope)
}
