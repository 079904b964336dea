//! Guards that call the tenant: `check` and `update`.

use lang::{Position, Root, Scope};
use vm::Type;

use crate::raw::guard::{RawAsk, ask};
use crate::raw::keys::{Entry, Given, Keys, Section};
use crate::raw::{Named, Spanned, given_word, name, named, required};
use crate::report::codes;
use crate::report::finding::Remark;
use crate::resolve::arguments::{GUARD, argument};
use crate::resolve::guard::output::{self, At as Answer};
use crate::resolve::guard::{ARGS, Billed, GuardScope};
use crate::resolve::operation::paths::{By, Written};
use crate::resolve::scope::context::Context;
use crate::resolve::scope::env::Env;
use crate::station::{
    Access, ArgumentValue, Ask, Check, Class, Condition, OperationId, Output, Presence, Read,
    Update,
};
use crate::text::file::{Place, quote};
use crate::text::words::listed;

const ANSWER: Answer = Answer { reference: codes::GUARD_REFERENCE, ty: codes::SUBMIT_OUTPUT_TYPE };

pub(crate) fn check(
    entry: Entry<'_>,
    scope: &GuardScope,
    context: &mut Context<'_, '_>,
) -> Option<Check> {
    match ask(entry.value, Section::Check, context.usage.report)? {
        RawAsk::Short(word) => {
            let ask = short(&word, &scope.names, context)?;
            let outputs = usual();
            let pass = pass(None, entry.key.place(), &outputs, context)?;
            Some(Check { ask, outputs, pass, reason: Some(1) })
        }
        RawAsk::Long(keys) => {
            let ask = long(&keys, scope, context);
            let asked = ask.as_ref().map(|ask| ask.operation);
            let outputs = match keys.get("output") {
                Given::Absent => Some(usual()),
                Given::Value(entry) => output::resolve(entry, asked, ANSWER, context),
                Given::Refused => None,
            };
            let outputs = outputs?;
            let pass = match keys.get("pass") {
                Given::Refused => None,
                given => pass(given.value().copied(), keys.place(), &outputs, context),
            };
            let reason = reason(&keys, &outputs, context);
            Some(Check { ask: ask?, pass: pass?, reason: reason?, outputs })
        }
    }
}

/// The default outputs of a check.
fn usual() -> Vec<Output> {
    let output = |name: &str, ty| Output {
        name: name.to_owned(),
        from: Some(name.to_owned()),
        ty,
        presence: Presence::Required,
        class: Class::Public,
    };
    vec![output("ok", Type::Boolean), output("reason", Type::Text)]
}

/// Resolves the pass condition of a check; by default the output `ok` must be true.
fn pass(
    entry: Option<Entry<'_>>,
    place: Place,
    outputs: &[Output],
    context: &mut Context<'_, '_>,
) -> Option<Condition> {
    let names = output::names(outputs);
    if let Some(entry) = entry {
        return names.answer(entry, &mut context.usage);
    }
    let is_ok = |output: &Output| output.name == "ok" && output.ty == Type::Boolean;
    let Some(slot) = outputs.iter().position(is_ok) else {
        let message = "the outputs have no boolean `ok`, and nothing says what passes";
        context.usage.add(
            Remark::new(codes::KEY_MISSING, place, message)
                .help("write `pass:` and a condition on `$output`"),
        );
        return None;
    };
    let mut scope = Scope::new(Position::Output);
    scope.declare(Root::Output, None, None, "ok", Type::Boolean);
    let compiled = lang::compile("$output.ok == true", &scope, context.usage.reading).ok()?;
    let fields = lang::analysis::fields(&scope).into();
    Some(Condition { compiled, slots: vec![Read::Output(slot)].into(), fields, reads: vec![0] })
}

/// The text output that says why a check did not pass; by default the output `reason`.
fn reason(
    keys: &Keys<'_>,
    outputs: &[Output],
    context: &mut Context<'_, '_>,
) -> Option<Option<usize>> {
    let texts = || outputs.iter().filter(|output| output.ty == Type::Text);
    let word = match given_word(keys.get("reason"), context.usage.report) {
        Given::Absent => {
            return Some(outputs.iter().position(|o| o.name == "reason" && o.ty == Type::Text));
        }
        Given::Refused => return None,
        Given::Value(word) => word,
    };
    let wanted = name::composed(word.text.strip_prefix("$output.").unwrap_or(word.text));
    let found = outputs.iter().position(|o| o.name == wanted && o.ty == Type::Text);
    if found.is_none() {
        let message = format!("{} is no text output of the check", quote(word.text));
        let names = || texts().map(|output| output.name.as_str());
        context.usage.add(Remark::new(codes::GUARD_REFERENCE, word.place, message).near(
            word.text,
            names(),
            || format!("its text outputs are {}", listed(names())),
        ));
        return None;
    }
    Some(found)
}

/// The operation of a guard, which must only read.
pub(crate) fn operation(
    word: &Spanned<'_>,
    what: &str,
    context: &mut Context<'_, '_>,
) -> Option<OperationId> {
    let Some(number) = context.operations.find(word.text) else {
        context.operations.none(codes::GUARD_OPERATION_UNKNOWN, word, context.usage.report);
        return None;
    };
    context.operations.used(number);
    if context.operations.access(number) == Some(Access::Write) {
        let message = format!("{} writes, and {what} only asks", quote(word.text));
        context.usage.add(
            Remark::new(codes::GUARD_CHECK_WRITES, word.place, message)
                .help("where it only reads, say `access: read` on the operation"),
        );
        return None;
    }
    Some(number)
}

/// The short form: the arguments are filled by name.
fn short(word: &Spanned<'_>, names: &Env, context: &mut Context<'_, '_>) -> Option<Ask> {
    let Some(operation) = operation(word, "a guard", context) else {
        // Any parameter may have filled an argument.
        let params = names.params().map(str::to_owned);
        context.usage.read.extend(params);
        return None;
    };
    let mut args = Vec::new();
    for taking in argument::takes(operation, context.operations, context.usage.report) {
        let argument = taking.address.clone();
        let last = argument.rsplit('.').next().unwrap_or(&argument);
        let form = format!("$form.{last}");
        let field = format!("$item.fields.{last}");
        let param = format!("$params.{last}");
        let reference = if last == "ref" { "$item.ref" } else { "" };
        let found = [form.as_str(), &field, &param, reference].into_iter().find_map(|name| {
            let (ty, read) = names.find(name)?;
            ty.is_some_and(|ty| taking.types.contains(&ty)).then(|| (name, read.clone()))
        });
        if let Some((name, read)) = found {
            context.usage.read.extend(name.strip_prefix("$params.").map(str::to_owned));
            context.param_uses.extend(taking.param_use(&read, word.place, GUARD));
            args.push((argument, ArgumentValue::Read(read)));
        }
    }
    if !argument::has_required((operation, word), &args, GUARD, context) {
        return None;
    }
    Some(Ask { operation, args })
}

/// The long form: the arguments are given.
fn long(keys: &Keys<'_>, scope: &GuardScope, context: &mut Context<'_, '_>) -> Option<Ask> {
    let method = required(keys, "method", context.usage.report);
    let operation = method.and_then(|word| Some((operation(&word, "a guard", context)?, word)));
    if let Given::Absent = keys.get("args") {
        let word = method?;
        return match operation {
            Some(_) => short(&word, &scope.names, context),
            None => None,
        };
    }
    let args = match keys.get("args") {
        Given::Value(entry) => named(entry, context.usage.report),
        Given::Absent | Given::Refused => None,
    };
    let names = &scope.names;
    let args = args.and_then(|args| argument::given(operation, &args, names, ARGS, GUARD, context));
    Some(Ask { operation: operation?.0, args: args? })
}

pub(crate) fn update(
    entry: Entry<'_>,
    scope: &mut GuardScope,
    context: &mut Context<'_, '_>,
) -> Option<Vec<Update>> {
    let entries = named(entry, context.usage.report)?;
    let (mut found, mut is_whole) = (Vec::new(), true);
    for named in &entries {
        match one(named, scope, context) {
            Some(update) => found.push(update),
            None => is_whole = false,
        }
    }
    // A price that no field presents is available to the guards that follow.
    for named in entries.iter().filter(|named| named.name.text == "price") {
        context.usage.price(Type::Price, named.name.place);
        scope.price();
    }
    for update in &found {
        scope.updated(update.field);
    }
    is_whole.then_some(found)
}

fn one(entry: &Named<'_>, scope: &GuardScope, context: &mut Context<'_, '_>) -> Option<Update> {
    let field = field(&entry.name, scope, context);
    let named = || Written::of(&entry.name, By::OutputName);
    let (ask, from, written) = match ask(entry.value, Section::Update, context.usage.report)? {
        RawAsk::Short(word) => {
            let from = Some(Some(entry.name.text.to_owned()));
            (short(&word, &scope.names, context), from, Some(named()))
        }
        RawAsk::Long(keys) => {
            let (from, written) = match given_word(keys.get("from"), context.usage.report) {
                Given::Absent => (Some(Some(entry.name.text.to_owned())), Some(named())),
                Given::Value(word) => {
                    let from = output::from(&word, codes::GUARD_REFERENCE, context);
                    (from, Some(Written::of(&word, By::Output)))
                }
                Given::Refused => (None, None),
            };
            (long(&keys, scope, context), from, written)
        }
    };
    if let (Some(_), Some(ask), Some(written)) = (field, &ask, written) {
        output::absent(&[written], ask.operation, context);
    }
    Some(Update { field: field?, ask: ask?, from: from? })
}

/// The field that is read again: the billed price for the name `price`, or a presented field.
fn field(
    name: &Spanned<'_>,
    scope: &GuardScope,
    context: &mut Context<'_, '_>,
) -> Option<Option<usize>> {
    if name.text == "price" {
        return match scope.billed {
            Billed::Field(number) => Some(Some(number)),
            Billed::None | Billed::Updated => Some(None),
            Billed::Unknown => None,
        };
    }
    let spelled = name::composed(&format!("$item.fields.{}", name.text));
    if let Some((_, Read::Field(number))) = scope.names.find(&spelled) {
        return Some(Some(*number));
    }
    if scope.names.is_silent(Root::Item, name.text) {
        return None;
    }
    let message = format!("{} is neither `price` nor a presented field", quote(name.text));
    let fields = scope.names.fields().filter(|field| *field != "price");
    let fields: Vec<_> = fields.chain(["price"]).collect();
    context.usage.add(Remark::new(codes::GUARD_UPDATE_FIELD, name.place, message).near(
        name.text,
        fields.iter().copied(),
        || format!("it is one of {}", listed(fields.iter().copied())),
    ));
    None
}
