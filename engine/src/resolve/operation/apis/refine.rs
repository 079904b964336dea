//! The settings of single operations under `operations`.

use std::time::Duration;

use vm::Path;

use crate::raw::keys::Given;
use crate::raw::{RawOperation, Spanned, switch};
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::resolve::field::path;
use crate::resolve::operation::apis::Operations;
use crate::station::{Access, Repeat, RowsAt};
use crate::text::file::quote;

impl<'a> Operations<'a> {
    /// Applies the settings that `operations` has for one operation.
    pub(crate) fn refine(&mut self, said: &RawOperation<'a>, number: usize, report: &mut Report) {
        let access = said.access.and_then(|word| access(&word, report));
        let rows_at = match &said.rows_at {
            Given::Value(word) if word.text == "." => Some(RowsAt::Whole),
            Given::Value(word) => path(word, codes::VALUE_TYPE, report)
                .and_then(|path| Path::parse(&path).ok())
                .map(RowsAt::Path),
            Given::Absent | Given::Refused => None,
        };
        let timeout = said.timeout.and_then(|word| timeout(&word, report));
        let repeat = said.idempotent.and_then(|word| repeat(&word, report));
        let found = self.find(said.name.text).and_then(|at| self.entries.get_mut(at.index()));
        let Some(entry) = found.filter(|entry| entry.api == number) else {
            self.missing(&said.name, report);
            return;
        };
        let operation = &mut entry.operation;
        operation.access = access.unwrap_or(operation.access);
        operation.timeout = timeout.unwrap_or(operation.timeout);
        operation.repeat = repeat.unwrap_or(operation.repeat);
        if let Some(rows_at) = rows_at {
            operation.rows_at = rows_at;
        }
    }
}

fn access(word: &Spanned<'_>, report: &mut Report) -> Option<Access> {
    match word.text {
        "read" => Some(Access::Read),
        "write" => Some(Access::Write),
        other => {
            let message = format!("{} is no access", quote(other));
            let remark = Remark::new(codes::API_ACCESS, word.place, message);
            report.add(
                remark.near(other, ["read", "write"], || "write `read` or `write`".to_owned()),
            );
            None
        }
    }
}

/// Parses a positive whole number of seconds, minutes or hours.
fn timeout(word: &Spanned<'_>, report: &mut Report) -> Option<Duration> {
    let units = [("s", 1u64), ("m", 60), ("h", 3_600)];
    let found = units.into_iter().find_map(|(unit, seconds)| {
        let digits = word.text.strip_suffix(unit)?;
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && digits.len() <= 6;
        digits.parse::<u64>().ok().filter(|number| plain && *number > 0)?.checked_mul(seconds)
    });
    if found.is_none() {
        let message = format!("{} is no time that a call may take", quote(word.text));
        let remark = Remark::new(codes::VALUE_TYPE, word.place, message);
        report.add(remark.help("write a whole number with `s`, `m` or `h`, such as `10s`"));
    }
    found.map(Duration::from_secs)
}

fn repeat(word: &Spanned<'_>, report: &mut Report) -> Option<Repeat> {
    let is_idempotent = switch(word, report)?;
    Some(if is_idempotent { Repeat::Idempotent } else { Repeat::Again })
}
