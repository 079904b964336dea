//! The address that a handover sends the person to.

use crate::raw::keys::Given;
use crate::raw::submit::RawCall;
use crate::raw::{Spanned, given_word};
use crate::report::codes;
use crate::report::finding::Remark;
use crate::resolve::scope::context::Context;
use crate::resolve::scope::env::{At, Env};
use crate::resolve::scope::reference::within;
use crate::station::template::is_absolute;
use crate::station::{Address, AddressPart};
use crate::text::file::quote;

const QUERY: At =
    At { code: codes::SUBMIT_REFERENCE, what: "the query of this address", except: &["$lines"] };

/// Resolves the address. Values of its query may be whole references.
pub(crate) fn resolve(
    keys: &RawCall<'_>,
    names: &Env,
    context: &mut Context<'_, '_>,
) -> Option<Address> {
    let word = match given_word(keys.get("url"), context.usage.report) {
        Given::Value(word) => word,
        Given::Refused => return None,
        Given::Absent => {
            let message = "a handover has no `url`: nobody knows where to go";
            let remark = Remark::new(codes::SUBMIT_HANDOVER_URL, keys.place(), message);
            context.usage.add(remark.help("write `url:` and an http(s) address"));
            return None;
        }
    };
    if !is_absolute(word.text) {
        let message = format!("{} is no http(s) address", quote(word.text));
        let remark = Remark::new(codes::SUBMIT_HANDOVER_URL, word.place, message);
        context.usage.add(remark.help("write `https://` and the host"));
        return None;
    }
    parts(&word, names, context)
}

fn parts(word: &Spanned<'_>, names: &Env, context: &mut Context<'_, '_>) -> Option<Address> {
    let text = word.text;
    let query = text.find('?').map_or(text.len(), |at| at + 1);
    let (mut parts, mut from, mut is_whole) = (Vec::new(), 0, true);
    for (at, _) in text.match_indices('$') {
        if at < from {
            continue;
        }
        let before = text.get(..at).unwrap_or_default();
        let is_value = at >= query && before.ends_with('=');
        let rest = text.get(at..).unwrap_or_default();
        let length = rest.find(['&', '#']).unwrap_or(rest.len());
        let reference = rest.get(..length).unwrap_or_default();
        if !is_value {
            let message = "a reference stands outside the query's values";
            let remark = Remark::new(
                codes::SUBMIT_HANDOVER_URL,
                within(word.view, &(at..at + length)),
                message,
            );
            context
                .usage
                .add(remark.help("write it as a whole value of the query: `?id=$item.ref`"));
            return None;
        }
        parts.push(AddressPart::Text(text.get(from..at).unwrap_or_default().to_owned()));
        let place = within(word.view, &(at..at + length));
        match names.reference(reference, place, QUERY, &mut context.usage) {
            Some((_, read)) => parts.push(AddressPart::Read(read)),
            None => is_whole = false,
        }
        from = at + length;
    }
    parts.push(AddressPart::Text(text.get(from..).unwrap_or_default().to_owned()));
    is_whole.then_some(Address { parts })
}
