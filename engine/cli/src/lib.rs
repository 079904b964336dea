//! The program `pointsman`, and the library for users: it loads stations, compiles conditions and runs them.
//!
//! ```
//! use pointsman::lang::{Position, Root, Scope, compile};
//! use pointsman::vm::{Decimal, Reading, Row, Type, Value};
//!
//! let mut scope = Scope::new(Position::Kind);
//! scope.declare(Root::Fields, None, None, "price", Type::Price);
//! let condition = compile("$fields.price > 10", &scope, &Reading::default()).unwrap();
//!
//! let mut row = Row::new(1);
//! assert!(!condition.program.decide(&row), "an absent price is not known to be above 10");
//! row.set(0, Value::Number(Decimal::parse("12.50").unwrap()));
//! assert!(condition.program.decide(&row));
//! ```

#![forbid(unsafe_code)]

pub mod args;
pub mod check;
mod classify;
mod conformance;
mod diff;
mod disasm;
mod eval;
mod explain;
pub mod explain_code;
mod findings;
mod fmt;
mod guards;
mod input;
mod instructions;
mod items;
pub mod lsp;
mod new;
pub mod outcome;
pub mod report;
mod sarif;
mod sentences;
mod skills;
mod station;
mod summary;
mod tree;

/// The page for users of columns; its Rust code runs as doctests.
#[cfg(all(doctest, feature = "columnar"))]
#[doc = include_str!("../../../docs/COLUMNS.md")]
struct Columns;

use std::io::Write as _;

use args::{Arguments, Command};
use clap::CommandFactory as _;
pub use engine;
pub use lang;
use outcome::Outcome;
pub use vm;

/// Runs the command of a command line.
///
/// # Errors
/// The failure of the command.
pub fn run(arguments: &Arguments) -> Outcome {
    match &arguments.command {
        Command::Check(check) => check::run(check),
        Command::Skills(skills) => skills::run(skills),
        Command::Instructions(instructions) => instructions::run(instructions),
        Command::Sentences(sentences) => sentences::run(sentences),
        Command::Classify(classify) => classify::run(classify),
        Command::Explain(explain) => explain::run(explain),
        Command::Fmt(fmt) => fmt::run(fmt),
        Command::Diff(diff) => diff::run(diff),
        Command::Eval(eval) => eval::run(eval),
        Command::Conformance(conformance) => conformance::run(conformance),
        Command::Disasm(disasm) => disasm::run(disasm),
        Command::ExplainCode(explain) => explain_code::run(explain),
        Command::New(new) => new::run(new),
        Command::Schema(printed) => schema(printed),
        Command::Lsp => lsp::run(),
        Command::Completions(completions) => {
            clap_complete::generate(
                completions.shell,
                &mut Arguments::command(),
                "pointsman",
                &mut std::io::stdout(),
            );
            Ok(())
        }
        Command::Man => {
            Ok(clap_mangen::Man::new(Arguments::command()).render(&mut std::io::stdout())?)
        }
    }
}

/// Prints the JSON Schema of a station file, or the page of its keys.
fn schema(schema: &args::Schema) -> Outcome {
    let mut out = std::io::stdout();
    if schema.markdown {
        return Ok(out.write_all(engine::syntax::keys_page().as_bytes())?);
    }
    let text = serde_json::to_string_pretty(&engine::syntax::station_schema())
        .map_err(|fault| outcome::Failure::Outside(fault.to_string()))?;
    Ok(writeln!(out, "{text}")?)
}
