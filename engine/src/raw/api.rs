//! An entry of `apis` as it was written.

use super::{Named, Spanned, given_word, named, required, word, words};
use crate::raw::keys::{Entry, Given, Section, open};
use crate::report::finding::Report;
use crate::text::file::{Place, View};

/// An entry of `apis`.
#[derive(Debug)]
pub(crate) struct RawApi<'a> {
    pub(crate) place: Place,
    pub(crate) name: Option<Spanned<'a>>,
    pub(crate) rows: Given<Vec<Named<'a>>>,
    pub(crate) openapi: Given<Spanned<'a>>,
    pub(crate) mcp: Given<RawMcp<'a>>,
    pub(crate) agent: Given<RawAgent<'a>>,
    /// The keys of its sources, in the order of the table of keys.
    pub(crate) sources: Vec<Place>,
    pub(crate) base_url: Given<Spanned<'a>>,
    pub(crate) base_url_key: Option<Place>,
    pub(crate) auth: Given<RawAuth<'a>>,
    pub(crate) auth_key: Option<Place>,
    pub(crate) operations: Vec<RawOperation<'a>>,
}

/// The section `mcp` of an entry.
#[derive(Debug)]
pub(crate) struct RawMcp<'a> {
    pub(crate) place: Place,
    pub(crate) command: Given<Vec<Spanned<'a>>>,
    pub(crate) command_key: Option<Place>,
    pub(crate) url: Given<Spanned<'a>>,
    pub(crate) url_key: Option<Place>,
    pub(crate) tools: Given<Spanned<'a>>,
}

/// The section `agent` of an entry.
#[derive(Debug)]
pub(crate) struct RawAgent<'a> {
    pub(crate) place: Place,
    pub(crate) url: Given<Spanned<'a>>,
    pub(crate) program: Given<Spanned<'a>>,
    pub(crate) program_key: Option<Place>,
    pub(crate) manifest: Given<Spanned<'a>>,
    pub(crate) manifest_key: Option<Place>,
}

/// The section `auth` of an entry.
#[derive(Debug)]
pub(crate) struct RawAuth<'a> {
    pub(crate) place: Place,
    pub(crate) bearer: Given<Spanned<'a>>,
    pub(crate) basic: Given<Spanned<'a>>,
    pub(crate) header: Vec<(Spanned<'a>, Spanned<'a>)>,
    pub(crate) query: Vec<(Spanned<'a>, Spanned<'a>)>,
    /// Whether it has a key at all that could be read or was refused.
    pub(crate) is_refused: bool,
}

/// What `operations` says of one.
#[derive(Debug)]
pub(crate) struct RawOperation<'a> {
    pub(crate) name: Spanned<'a>,
    pub(crate) access: Option<Spanned<'a>>,
    pub(crate) rows_at: Given<Spanned<'a>>,
    pub(crate) timeout: Option<Spanned<'a>>,
    pub(crate) idempotent: Option<Spanned<'a>>,
}

/// The form of a credential: the file names a variable and never contains the secret.
const CREDENTIAL: &str = "the name of an environment variable: `\"${NAME}\"`";

pub(super) fn api<'a>(view: View<'a>, report: &mut Report) -> Option<RawApi<'a>> {
    let keys = open(view, Section::Api, report)?;
    let rows = keys.get("rows").and_then(|entry| named(entry, report));
    let operations = keys.get("operations").and_then(|entry| named(entry, report));
    let operations = operations.value().into_iter().flatten();
    let key = |name: &str| keys.get(name).value().map(|entry| entry.key.place());
    let (base_url, auth) = (keys.get("base_url"), keys.get("auth"));
    Some(RawApi {
        place: keys.place(),
        name: required(&keys, "name", report),
        rows,
        openapi: given_word(keys.get("openapi"), report),
        mcp: keys.get("mcp").and_then(|entry| mcp(entry, report)),
        agent: keys.get("agent").and_then(|entry| agent(entry, report)),
        sources: ["rows", "openapi", "mcp", "agent"].into_iter().filter_map(key).collect(),
        base_url_key: base_url.value().map(|entry| entry.key.place()),
        base_url: given_word(base_url, report),
        auth_key: auth.value().map(|entry| entry.key.place()),
        auth: auth.and_then(|entry| credentials(entry, report)),
        operations: operations.filter_map(|named| operation(named, report)).collect(),
    })
}

fn mcp<'a>(entry: Entry<'a>, report: &mut Report) -> Option<RawMcp<'a>> {
    let keys = open(entry.value, Section::Mcp, report)?;
    let key = |name: &str| keys.get(name).value().map(|entry| entry.key.place());
    Some(RawMcp {
        place: entry.key.place(),
        command_key: key("command"),
        command: words(keys.get("command"), report),
        url_key: key("url"),
        url: given_word(keys.get("url"), report),
        tools: given_word(keys.get("tools"), report),
    })
}

fn agent<'a>(entry: Entry<'a>, report: &mut Report) -> Option<RawAgent<'a>> {
    let keys = open(entry.value, Section::Agent, report)?;
    let key = |name: &str| keys.get(name).value().map(|entry| entry.key.place());
    Some(RawAgent {
        place: entry.key.place(),
        url: given_word(keys.get("url"), report),
        program_key: key("program"),
        program: given_word(keys.get("program"), report),
        manifest_key: key("manifest"),
        manifest: given_word(keys.get("manifest"), report),
    })
}

fn credentials<'a>(entry: Entry<'a>, report: &mut Report) -> Option<RawAuth<'a>> {
    let keys = open(entry.value, Section::Credentials, report)?;
    let mut is_refused = false;
    let mut map = |name: &str, report: &mut Report| {
        let given = keys.get(name);
        let map = given.and_then(|e| named(e, report));
        is_refused |= matches!(map, Given::Refused);
        let mut read = Vec::new();
        for named in map.value().into_iter().flatten() {
            match super::scalar(named.value, CREDENTIAL, report) {
                Some(word) => read.push((named.name, word)),
                None => is_refused = true,
            }
        }
        read
    };
    let (header, query) = (map("header", report), map("query", report));
    let bearer = given_word(keys.get("bearer"), report);
    let basic = given_word(keys.get("basic"), report);
    let either = [&bearer, &basic].into_iter().any(|given| matches!(given, Given::Refused));
    let is_refused = is_refused || either;
    Some(RawAuth { place: entry.key.place(), bearer, basic, header, query, is_refused })
}

fn operation<'a>(named: &Named<'a>, report: &mut Report) -> Option<RawOperation<'a>> {
    let keys = open(named.value, Section::Operation, report)?;
    Some(RawOperation {
        name: named.name,
        access: word(keys.get("access"), report),
        rows_at: given_word(keys.get("rows_at"), report),
        timeout: word(keys.get("timeout"), report),
        idempotent: word(keys.get("idempotent"), report),
    })
}
