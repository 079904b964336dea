//! The calls of a submit: the arguments that each sends, and the names that each may read.

mod address;
mod mode;

use std::collections::HashMap;

use crate::raw::keys::{Given, Section, open};
use crate::raw::submit::RawCall;
use crate::raw::{Spanned, absent, given_word, name, named, required};
use crate::report::codes;
use crate::report::finding::Remark;
use crate::resolve::arguments::{SUBMIT, Shaped, argument};
use crate::resolve::guard::{ask, output};
use crate::resolve::scope::context::Context;
use crate::resolve::scope::env::{At, Env};
use crate::resolve::submit::mode::{mode, unkeyed};
use crate::station::{
    Access, ArgumentValue, Ask, Call, Calls, Line, Mode, OperationId, Output, Read, Reconcile,
    Request, Run,
};
use crate::text::file::{Place, View, quote};

const ANSWER: output::At =
    output::At { reference: codes::SUBMIT_REFERENCE, ty: codes::SUBMIT_OUTPUT_TYPE };
const ARGS: At = At { code: codes::SUBMIT_REFERENCE, what: "the `args` of this call", except: &[] };
const SHAPE: At = At { code: codes::SUBMIT_LINE, what: "`line`, which reads `$line`", except: &[] };

/// The owner of a list of calls.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Owner<'o> {
    /// A skill or a kind, with the maximum number of lines in its share.
    Skill(Option<u64>),
    /// A playbook, with the names of the lines that a reference reads.
    Playbook(&'o dyn Lines),
}

/// The names of the lines that a reference of a playbook reads.
pub(crate) trait Lines: std::fmt::Debug {
    /// The names of the lines of a task; for `None`, of the lines of tasks without separate calls.
    fn names(&self, task: Option<usize>) -> Env;
}

/// The result of resolving a list.
#[derive(Debug, Default)]
pub(crate) struct Listed {
    pub(crate) calls: Calls,
    /// Whether a part of the list was refused.
    pub(crate) is_refused: bool,
    /// The lines that the calls take: each with the place that says so and the access of its operation.
    pub(crate) takes: Vec<(Read, Place, Access)>,
    /// Whether some call takes lines.
    pub(crate) takes_lines: bool,
}

/// Resolves the calls of a list in order; each may read the outputs of earlier calls.
pub(crate) fn list(
    raw: &[RawCall<'_>],
    names: &Env,
    owner: Owner<'_>,
    context: &mut Context<'_, '_>,
) -> Listed {
    let mut builder = Builder {
        names: names.clone(),
        owner,
        seen: HashMap::new(),
        each: None,
        listed: Listed::default(),
    };
    for keys in raw {
        match builder.call(keys, context) {
            Some(call) => builder.listed.calls.calls.push(call),
            None => builder.listed.is_refused = true,
        }
    }
    builder.mixed(context);
    let each = builder.each.is_some() && !builder.listed.takes_lines;
    builder.listed.calls.run = match owner {
        Owner::Skill(_) if each => Run::EachLine,
        Owner::Skill(_) | Owner::Playbook(_) => Run::Once,
    };
    builder.listed
}

struct Builder<'o> {
    names: Env,
    owner: Owner<'o>,
    seen: HashMap<String, Place>,
    /// The first place that reads a single line.
    each: Option<Place>,
    listed: Listed,
}

impl Builder<'_> {
    fn call(&mut self, keys: &RawCall<'_>, context: &mut Context<'_, '_>) -> Option<Call> {
        let name =
            required(keys, "name", context.usage.report).and_then(|word| self.name(&word, context));
        let Some(mode) = mode(keys, context) else {
            self.silence(name.as_deref());
            return None;
        };
        let tool = self.tool(keys, mode, context);
        let request = match (mode, &tool) {
            ("self", _) => None,
            (_, Given::Value(operation)) => {
                let request = self.request(keys, Some(*operation), name.as_deref(), context);
                if request.is_none() {
                    self.silence(name.as_deref());
                    return None;
                }
                request.map(Box::new)
            }
            (_, Given::Absent) => None,
            (_, Given::Refused) => {
                // References of a refused call still count as uses.
                self.request(keys, None, name.as_deref(), context);
                self.silence(name.as_deref());
                return None;
            }
        };
        let mode = match (mode, request) {
            ("self", _) => Mode::Own,
            ("handover", before) => {
                let address = address::resolve(keys, &self.names, context);
                for read in address.iter().flat_map(|address| &address.parts) {
                    if let crate::station::AddressPart::Read(read) = read {
                        self.note(read, keys.place());
                    }
                }
                Mode::Handover { before, address: address? }
            }
            (_, Some(request)) => Mode::Request(request),
            (_, None) => return None,
        };
        Some(Call { name: name?, mode })
    }

    /// Suppresses findings about outputs of a refused call.
    fn silence(&mut self, name: Option<&str>) {
        if let Some(name) = name {
            self.names.refuse_under(&format!("$submitted[{name}]"));
        }
    }

    fn name(&mut self, word: &Spanned<'_>, context: &mut Context<'_, '_>) -> Option<String> {
        let name = name::checked(word, "a call", context.usage.report)?;
        if let Some(&first) = self.seen.get(&name) {
            let message = format!("two calls of one list are called {}", quote(word.text));
            let remark = Remark::new(codes::SUBMIT_NAME_DUPLICATE, word.place, message);
            context.usage.add(remark.help("rename one").also(first, "the first stands here"));
            return None;
        }
        self.seen.insert(name.clone(), word.place);
        Some(name)
    }

    /// The operation of the call; absent if the call has none and needs none.
    fn tool<'w>(
        &mut self,
        keys: &RawCall<'w>,
        mode: &str,
        context: &mut Context<'_, '_>,
    ) -> Given<(OperationId, Spanned<'w>)> {
        let word = match given_word(keys.get("tool"), context.usage.report) {
            Given::Value(word) if mode != "self" => word,
            Given::Refused => return Given::Refused,
            Given::Absent if mode == "request" => {
                let message = "the call asks nothing: it has no `tool`";
                let remark = Remark::new(codes::SUBMIT_MODE, keys.place(), message);
                context.usage.add(
                    remark.help("write `tool:` and the name of an operation, or `mode: self`"),
                );
                return Given::Refused;
            }
            Given::Absent | Given::Value(_) => return Given::Absent,
        };
        let Some(number) = context.operations.find(word.text) else {
            context.operations.none(codes::SUBMIT_TOOL_UNKNOWN, &word, context.usage.report);
            return Given::Refused;
        };
        context.operations.used(number);
        Given::Value((number, word))
    }

    fn request(
        &mut self,
        keys: &RawCall<'_>,
        operation: Option<(OperationId, Spanned<'_>)>,
        name: Option<&str>,
        context: &mut Context<'_, '_>,
    ) -> Option<Request> {
        let args = self.args(keys, operation, context);
        let place = keys.get("args").value().map_or(keys.place(), |entry| entry.key.place());
        let access = operation.and_then(|(number, _)| context.operations.access(number));
        for read in args.iter().flatten().filter_map(|(_, given)| read(given)) {
            self.note(read, place);
            if let (Read::Lines | Read::TaskLines(_), Some(access)) = (read, access) {
                self.listed.takes.push((read.clone(), place, access));
            }
        }
        let line = self.line(keys, operation, args.as_deref(), place, context);
        let outputs = match keys.get("output") {
            Given::Absent => Some(Vec::new()),
            Given::Value(entry) => {
                let number = operation.map(|(number, _)| number);
                output::resolve(entry, number, ANSWER, context)
            }
            Given::Refused => None,
        };
        let ok = match (keys.get("ok"), &outputs) {
            (Given::Absent, _) => Some(None),
            (Given::Value(entry), Some(outputs)) => {
                output::names(outputs).answer(entry, &mut context.usage).map(Some)
            }
            (Given::Value(_), None) | (Given::Refused, _) => None,
        };
        let reconcile = match keys.get("reconcile") {
            Given::Absent => Some(None),
            Given::Value(entry) => self.reconcile(entry.value, context).map(Some),
            Given::Refused => None,
        };
        match (&outputs, name) {
            (Some(outputs), Some(name)) => self.declare(name, outputs),
            (None, name) => self.silence(name),
            (Some(_), None) => {}
        }
        let ((operation, _), args) = (operation?, args?);
        let has_key = argument::takes_key(operation, context) || has_key(&args);
        if access == Some(Access::Write) && !has_key {
            unkeyed(keys, context);
        }
        Some(Request {
            operation,
            args,
            line: line?,
            outputs: outputs?,
            ok: ok?,
            reconcile: reconcile?,
            has_key,
        })
    }

    /// Lets the following calls read the outputs of this call.
    fn declare(&mut self, name: &str, outputs: &[Output]) {
        for output in outputs {
            let read =
                Read::Submitted { task: None, call: name.to_owned(), output: output.name.clone() };
            self.names.add(&format!("$submitted[{name}].{}", output.name), output.ty, read);
        }
    }

    /// Records whether the list reads a single line or all lines.
    fn note(&mut self, read: &Read, place: Place) {
        match read {
            Read::Lines | Read::TaskLines(_) => self.listed.takes_lines = true,
            Read::Reference
            | Read::Field(_)
            | Read::Price
            | Read::LineField(_)
            | Read::Form(_)
            | Read::LineReference
            | Read::LineKind
            | Read::LineQuantity
            | Read::LineForm(_) => {
                self.each.get_or_insert(place);
            }
            Read::Now
            | Read::Param(_)
            | Read::Output(_)
            | Read::Submitted { .. }
            | Read::TaskParam { .. }
            | Read::TaskField { .. }
            | Read::Key
            | Read::Room => {}
        }
    }

    /// Resolves the shape of one line, which is valid only with `$lines`.
    fn line(
        &mut self,
        keys: &RawCall<'_>,
        operation: Option<(OperationId, Spanned<'_>)>,
        args: Option<&[(String, ArgumentValue)]>,
        place: Place,
        context: &mut Context<'_, '_>,
    ) -> Option<Option<Line>> {
        let args = args?;
        let lines = args.iter().filter_map(|(address, given)| Some((&**address, read(given)?)));
        let lines: Vec<_> =
            lines.filter(|(_, read)| matches!(read, Read::Lines | Read::TaskLines(_))).collect();
        let entry = match keys.get("line") {
            Given::Refused => return None,
            Given::Absent if lines.is_empty() => return Some(None),
            Given::Absent => {
                let message = "`args` takes lines, and nothing says what is sent of each";
                let remark = Remark::new(codes::SUBMIT_LINE, place, message);
                context.usage.add(remark.help("write `line:`, such as `line: \"$line.ref\"`"));
                return None;
            }
            Given::Value(entry) => entry,
        };
        let Some((_, first)) = lines.first() else {
            let message = "`line` is the shape of lines that `args` does not take";
            let remark = Remark::new(codes::SUBMIT_LINE, entry.key.place(), message);
            context.usage.add(remark.help("give an argument `\"$lines\"`, or delete `line`"));
            return None;
        };
        let names = match (self.owner, first) {
            (Owner::Skill(_), _) => of_line(&self.names),
            (Owner::Playbook(lines), Read::TaskLines(task)) => lines.names(Some(*task)),
            (Owner::Playbook(lines), _) => lines.names(None),
        };
        let shaped = shape(entry.value, &names, context)?;
        let (operations, report) = (&*context.operations, &mut *context.usage.report);
        let line = match operation {
            Some((number, _)) => {
                let addresses: Vec<_> = lines.iter().map(|(address, _)| *address).collect();
                shaped.checked(number, &addresses, SUBMIT, operations, report)
            }
            None => shaped.unchecked(report),
        };
        line.map(Some)
    }

    /// Resolves the arguments of the call; `None` if one of them is refused.
    fn args(
        &self,
        keys: &RawCall<'_>,
        operation: Option<(OperationId, Spanned<'_>)>,
        context: &mut Context<'_, '_>,
    ) -> Option<Vec<(String, ArgumentValue)>> {
        let args = match keys.get("args") {
            Given::Absent => Vec::new(),
            Given::Value(entry) => named(entry, context.usage.report)?,
            Given::Refused => return None,
        };
        argument::given(operation, &args, &self.names, ARGS, SUBMIT, context)
    }

    fn reconcile(&self, view: View<'_>, context: &mut Context<'_, '_>) -> Option<Reconcile> {
        let keys = open(view, Section::Reconcile, context.usage.report)?;
        let method = required(&keys, "method", context.usage.report);
        let operation =
            method.and_then(|word| Some((ask::operation(&word, "`reconcile`", context)?, word)));
        let args = self.args(&keys, operation, context);
        let outputs = match keys.get("output") {
            Given::Absent => Some(Vec::new()),
            Given::Value(entry) => {
                let number = operation.map(|(number, _)| number);
                output::resolve(entry, number, ANSWER, context)
            }
            Given::Refused => None,
        };
        let done = match keys.get("done") {
            Given::Value(entry) => {
                outputs.as_ref().and_then(|o| output::names(o).answer(entry, &mut context.usage))
            }
            Given::Absent => {
                absent(&keys, "done", context.usage.report);
                None
            }
            Given::Refused => None,
        };
        let ask = Ask { operation: operation?.0, args: args? };
        Some(Reconcile { ask, outputs: outputs?, done: done? })
    }

    /// Refuses a list that reads both a single line and all lines.
    fn mixed(&self, context: &mut Context<'_, '_>) {
        let (Owner::Skill(max), Some(place), true) =
            (self.owner, self.each, self.listed.takes_lines)
        else {
            return;
        };
        if max == Some(1) {
            return;
        }
        let message = "the list reads one line here, and takes all of them with `$lines`";
        context.usage.add(
            Remark::new(codes::SUBMIT_MIXED, place, message)
                .help("read in one way; `line` says what `$lines` sends of each"),
        );
    }
}

/// What a line of these names has.
pub(crate) fn of_line(names: &Env) -> Env {
    let mut found = Env::new(names.position());
    for (spelled, ty, read) in names.of_line() {
        found.add(spelled, ty, read.clone());
    }
    found.keep_apart(names);
    found
}

fn read(given: &ArgumentValue) -> Option<&Read> {
    match given {
        ArgumentValue::Read(read) => Some(read),
        ArgumentValue::Literal(_) => None,
    }
}

fn has_key(args: &[(String, ArgumentValue)]) -> bool {
    let is_key =
        |(_, given): &(String, ArgumentValue)| matches!(given, ArgumentValue::Read(Read::Key));
    args.iter().any(is_key)
}

/// The shape of a line: a value, or a map of shapes; `None` if the value is refused.
fn shape<'v>(view: View<'v>, names: &Env, context: &mut Context<'_, '_>) -> Option<Shaped<'v>> {
    if let Some(entries) = view.map() {
        let parts = entries.map(|(key, value)| (key, shape(value, names, context)));
        return Some(Shaped::Map(parts.collect(), view));
    }
    let text = view.text().filter(|_| !view.is_tagged());
    let Some(text) = text.filter(|text| text.starts_with('$') && !text.starts_with("$$")) else {
        return Some(Shaped::Literal(view));
    };
    let (ty, read) = names.reference(text, view.place(), SHAPE, &mut context.usage)?;
    Some(Shaped::Read(read, ty, view))
}
