//! `eval`: evaluates one condition over rows, and prints one answer per line.

use std::io::{self, BufWriter, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use engine::text::Source;
use lang::{Compiled, Diagnostic, Position, Root, Scope};
use vm::{BadRow, Constant, Instant, Layout, Path, Reading, Row, Type};

use crate::args::{Eval, Format};
use crate::outcome::{Failure, Outcome};
use crate::report::Colour;
use crate::{findings, input, tree};

/// The declarations for a condition: its scope, and the source of each slot's value.
struct Declared {
    scope: Scope,
    reading: Reading,
    /// The slots of the row's fields, in the order of the layout.
    fields: Vec<usize>,
    layout: Layout,
    /// The slots with the same value for every row.
    constants: Vec<(usize, Constant)>,
}

/// Evaluates a condition over one row, or over a file of rows.
///
/// # Errors
/// `Usage` if a declaration is invalid, `Refused` if the condition is refused, `Outside` if rows cannot be read.
pub fn run(eval: &Eval) -> Outcome {
    let declared = Declared::new(eval)?;
    let compiled = lang::compile(&eval.condition, &declared.scope, &declared.reading);
    let compiled = compiled.map_err(|refused| report(&eval.condition, &refused, eval.format))?;
    let mut out = BufWriter::new(io::stdout().lock());
    let mut evaluation = Evaluation {
        eval,
        declared: &declared,
        compiled: &compiled,
        row: Row::new(declared.scope.types().len()),
    };
    match (&eval.row, &eval.rows) {
        (Some(row), _) => evaluation.answer(row.as_bytes(), &mut out).map_err(|why| match why {
            NoAnswer::BadRow(words) => Failure::Usage(format!("--row: {words}")),
            NoAnswer::Output(failure) => failure,
        })?,
        (None, Some(path)) => evaluation.stream(path, &mut out)?,
        (None, None) => evaluation.answer(b"{}", &mut out).or_else(|bad| match bad {
            NoAnswer::BadRow(_) => Ok(()),
            NoAnswer::Output(failure) => Err(failure),
        })?,
    }
    out.flush()?;
    Ok(())
}

/// Prints the refusals of a condition.
pub fn report(condition: &str, refused: &[Diagnostic], format: Format) -> Failure {
    let source = Source::new("condition", condition.to_owned());
    let printed = match format {
        Format::Json => findings::of_condition(
            &mut io::stdout().lock(),
            &source,
            refused,
            format,
            Colour::Plain,
        ),
        Format::Text => findings::of_condition(
            &mut io::stderr().lock(),
            &source,
            refused,
            format,
            Colour::of_stderr(),
        ),
    };
    match printed {
        Ok(()) => Failure::Refused,
        Err(failure) => failure,
    }
}

/// Why a row has no answer.
enum NoAnswer {
    BadRow(BadRow),
    Output(Failure),
}

/// The evaluation of one condition, row by row.
struct Evaluation<'a> {
    eval: &'a Eval,
    declared: &'a Declared,
    compiled: &'a Compiled,
    row: Row,
}

impl Evaluation<'_> {
    /// Evaluates every row of a file and prints one line each. A bad row is reported with its place, and the next row
    /// follows.
    fn stream(&mut self, path: &std::path::Path, out: &mut impl Write) -> Outcome {
        let mut feed = input::rows(path)?;
        let (mut read, mut bad) = (0u64, 0u64);
        while let Some(next) = feed.next() {
            let result = match next {
                Ok(raw) => match self.answer(raw.bytes, out) {
                    Ok(()) => {
                        read += 1;
                        Ok(())
                    }
                    Err(NoAnswer::Output(failure)) => return Err(failure),
                    Err(NoAnswer::BadRow(fault)) => Err(raw.fault(fault).to_string()),
                },
                Err(fault) if fault.ends() => return Err(Failure::file(path, fault)),
                Err(fault) => Err(fault.to_string()),
            };
            if let Err(message) = result {
                bad += 1;
                // One line per row, so that answers and rows can be compared side by side.
                writeln!(out, "bad row")?;
                anstream::eprintln!("{}: {message}", input::name(path));
            }
        }
        let all_bad = read == 0 && bad > 0;
        if all_bad { Err(Failure::file(path, "no row could be read")) } else { Ok(()) }
    }

    /// Evaluates one row and prints the answer.
    fn answer(&mut self, bytes: &[u8], out: &mut impl Write) -> Result<(), NoAnswer> {
        let mut read = self.declared.layout.row();
        self.declared.layout.read(bytes, &mut read).map_err(NoAnswer::BadRow)?;
        self.row.clear();
        for (from, &to) in self.declared.fields.iter().enumerate() {
            self.row.set(to, read.get(from));
        }
        for (slot, constant) in &self.declared.constants {
            self.row.set(*slot, constant.value());
        }
        let printed = if self.eval.explain {
            write!(out, "{}", tree::draw(self.compiled, &self.row))
        } else {
            writeln!(out, "{}", self.compiled.program.weigh(&self.row).truth().word())
        };
        printed.map_err(|fault| NoAnswer::Output(Failure::from(fault)))
    }
}

impl Declared {
    fn new(eval: &Eval) -> Result<Declared, Failure> {
        let reading = Reading::new(&eval.timezone, eval.country.as_deref()).map_err(|fault| {
            Failure::Usage(format!(
                "{fault}: --timezone {} --country {}",
                eval.timezone,
                eval.country.as_deref().unwrap_or("none")
            ))
        })?;
        let (position, fields_root) = position(&eval.position)?;
        let mut scope = Scope::new(position);
        let (mut fields, mut paths) = (Vec::new(), Vec::new());
        for field in &eval.fields {
            let (name, ty, path) = declaration("--field", field)?;
            let path = Path::parse(path.unwrap_or(name))
                .map_err(|fault| Failure::Usage(format!("--field {field}: {fault}")))?;
            let slot = declare(&mut scope, fields_root, None, name, ty)?;
            fields.push(slot);
            paths.push((path, ty));
        }
        let mut constants: Vec<_> = now(eval, &scope, &reading)?.into_iter().collect();
        for param in &eval.params {
            let (name, ty, value) = declaration("--param", param)?;
            let slot = match name.split_once('.') {
                Some((task, name)) if position == Position::Playbook => {
                    declare(&mut scope, Root::Params, Some(task), name, ty)?
                }
                _ => declare(&mut scope, Root::Params, None, name, ty)?,
            };
            if let Some(value) = value {
                let constant = reading
                    .typed(ty, value)
                    .map_err(|fault| Failure::Usage(format!("--param {param}: {fault}")))?;
                constants.push((slot, constant));
            }
        }
        let layout = Layout::new(&paths, reading.clone());
        Ok(Declared { scope, reading, fields, layout, constants })
    }
}

/// The slot and value of `$now`; `None` if the position may not read it. A scope of that position declares it first.
fn now(
    eval: &Eval,
    scope: &Scope,
    reading: &Reading,
) -> Result<Option<(usize, Constant)>, Failure> {
    if Scope::new(scope.position()).types().is_empty() {
        return Ok(None);
    }
    let now = match &eval.now {
        Some(text) => reading
            .typed(Type::Datetime, text)
            .map_err(|fault| Failure::Usage(format!("--now {text}: {fault}")))?,
        None => {
            let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            let seconds = i64::try_from(since.as_secs()).unwrap_or_default();
            Constant::Datetime(Instant { seconds, nanoseconds: since.subsec_nanos() })
        }
    };
    Ok(Some((0, now)))
}

/// Declares a name and returns its slot. The name must be valid in a reference and not declared yet.
fn declare(
    scope: &mut Scope,
    root: Root,
    task: Option<&str>,
    name: &str,
    ty: Type,
) -> Result<usize, Failure> {
    let names = task.into_iter().chain([name]);
    if let Some(name) = { names }.find(|name| lang::name(name).is_none()) {
        return Err(Failure::Usage(format!("`{name}` is not a valid name")));
    }
    let slot = scope.types().len();
    match scope.declare(root, task, None, name, ty) {
        Some(declared) if declared.index() == slot => Ok(slot),
        Some(_) => Err(Failure::Usage(format!("`{name}` is declared twice"))),
        None => Err(Failure::Usage("more than 65,536 names are declared".to_owned())),
    }
}

/// The position of this name, and the root that `--field` declares there.
fn position(name: &str) -> Result<(Position, Root), Failure> {
    Ok(match name {
        "kind" => (Position::Kind, Root::Fields),
        "select" => (Position::Select, Root::Item),
        "invoke" => (Position::Invoke, Root::Params),
        "submit" => (Position::Playbook, Root::Form),
        "output" => (Position::Output, Root::Output),
        _ => {
            return Err(Failure::Usage(format!(
                "--position {name}: one of kind, select, invoke, submit, output"
            )));
        }
    })
}

/// `NAME=TYPE` or `NAME=TYPE:REST`.
fn declaration<'a>(flag: &str, text: &'a str) -> Result<(&'a str, Type, Option<&'a str>), Failure> {
    let usage = |why: String| Failure::Usage(format!("{flag} {text}: {why}"));
    let (name, ty) = text.split_once('=').ok_or_else(|| usage("write NAME=TYPE".to_owned()))?;
    let (ty, rest) = ty.split_once(':').map_or((ty, None), |(ty, rest)| (ty, Some(rest)));
    let ty = Type::named(ty).ok_or_else(|| {
        let known: Vec<_> = Type::ALL.iter().map(|t| t.name()).collect();
        usage(format!("no type `{ty}`; one of {}", known.join(", ")))
    })?;
    Ok((name, ty, rest))
}
