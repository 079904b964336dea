//! Findings about paths that the schema of a row or an answer does not have.

use crate::documents::schema::Kinds;
use crate::raw::Spanned;
use crate::report::codes;
use crate::report::finding::Remark;
use crate::resolve::operation::apis::Walked;
use crate::text::file::{Place, quote};
use crate::text::words::listed_to;

/// The maximum number of paths that a message names.
const NAMED: usize = 10;

/// A path as it is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written<'w> {
    pub(crate) place: Place,
    pub(crate) text: &'w str,
    pub(crate) by: By,
}

/// The way in which a path is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// It is written as a path.
    Path,
    /// It is written as a path of an output, after `$output`.
    Output,
    /// It is the name of a field without `from`.
    Name,
    /// As the name of an output that declares no path.
    OutputName,
}

impl<'w> Written<'w> {
    pub(crate) fn of(word: &Spanned<'w>, by: By) -> Written<'w> {
        Written { place: word.place, text: word.text, by }
    }

    /// The finding about the path, if there is one.
    pub(crate) fn remark(self, steps: &[Box<str>], walked: &Walked) -> Option<Remark> {
        match walked {
            Walked::Something => None,
            Walked::Nothing(number, keys) => {
                Some(self.nothing(steps, *number, keys.iter().map(String::as_str)))
            }
            Walked::List(number) => Some(self.list(steps, *number)),
            Walked::Compound(kinds, keys) => Some(self.compound(steps, *kinds, keys)),
        }
    }

    /// The finding that nothing is at a path after this many steps; `keys` are the keys that are there.
    pub(crate) fn nothing<'k>(
        self,
        steps: &[Box<str>],
        number: usize,
        keys: impl Iterator<Item = &'k str>,
    ) -> Remark {
        let (before, rest) = steps.split_at_checked(number).unwrap_or((steps, &[]));
        let rest = rest.split_first().map_or(&[][..], |(_, rest)| rest);
        let keys: Vec<_> = keys.collect();
        let whole = |key: &&str| {
            let steps = before.iter().map(|s| &**s).chain([*key]).chain(rest.iter().map(|s| &**s));
            self.spelled(steps.collect::<Vec<_>>().join("."))
        };
        let paths: Vec<_> = keys.iter().map(whole).collect();
        let names = || paths.iter().map(String::as_str);
        let message = match self.by {
            By::Path | By::Name => format!("no row has {}: it will be absent", quote(self.text)),
            By::Output | By::OutputName => {
                format!("the answer has nothing at {}: it will be absent", quote(self.text))
            }
        };
        let remark = Remark::new(codes::PRESENT_PATH_ABSENT, self.place, message);
        let otherwise = || {
            let step = |key: &&str| {
                let steps = before.iter().map(|step| &**step).chain([*key]);
                self.spelled(steps.collect::<Vec<_>>().join("."))
            };
            let there: Vec<_> = keys.iter().map(step).collect();
            match there.is_empty() {
                true => "nothing is read there".to_owned(),
                false => format!("there is {}", listed_to(NAMED, there.iter().map(String::as_str))),
            }
        };
        match self.by {
            By::Path | By::Output => remark.near(self.text, names(), otherwise),
            // Only a name is written: the path is added next to it.
            By::Name | By::OutputName => {
                let typed = self.spelled(self.text.to_owned());
                match lang::nearest(&typed, names()) {
                    Some(near) => remark.help(format!("did you mean `from: {near}`?")),
                    None => remark.help(format!("say `from`: {}", otherwise())),
                }
            }
        }
    }

    /// The finding that the path enters a list and names no element of the list.
    fn list(self, steps: &[Box<str>], number: usize) -> Remark {
        let (before, rest) = steps.split_at_checked(number).unwrap_or((steps, &[]));
        let (before, rest) = (before.join("."), rest.join("."));
        let near = match before.is_empty() {
            true => format!("0.{rest}"),
            false => format!("{before}.0.{rest}"),
        };
        let near = self.spelled(near);
        let what = match before.is_empty() {
            true => "the answer".to_owned(),
            false => quote(&before),
        };
        let message = format!("{} goes into {what}, which is a list", quote(self.text));
        let code = match self.by {
            By::Path | By::Name => codes::PRESENT_PATH,
            By::Output | By::OutputName => codes::PRESENT_PATH_ABSENT,
        };
        let remark = Remark::new(code, self.place, message);
        match self.by {
            By::Path | By::Output => {
                remark.help(format!("name an element: `{near}`")).fix(self.place, near)
            }
            By::Name | By::OutputName => remark.help(format!("name an element: `from: {near}`")),
        }
    }

    /// The finding that the path ends at a list or a map, which is not a value.
    fn compound(self, steps: &[Box<str>], kinds: Kinds, keys: &[String]) -> Remark {
        let message =
            format!("{} is {}, of which no value is read", quote(self.text), kinds.describe());
        let under = |key: &str| {
            let steps = steps.iter().map(|step| &**step).chain([key]);
            self.spelled(steps.collect::<Vec<_>>().join("."))
        };
        let help = match keys.is_empty() {
            true => format!("name what is in it, such as `{}`", under("0")),
            false => {
                let paths: Vec<_> = keys.iter().map(|key| under(key)).collect();
                format!("there is {}", listed_to(NAMED, paths.iter().map(String::as_str)))
            }
        };
        Remark::new(codes::PRESENT_PATH_ABSENT, self.place, message).help(help)
    }

    /// Spells a path in the way it was written.
    fn spelled(self, path: String) -> String {
        match self.by {
            By::Path | By::Name => path,
            By::Output | By::OutputName => format!("$output.{path}"),
        }
    }
}
