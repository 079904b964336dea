//! Examples in the table of codes: short when shown, complete when run as tests.

use crate::suggest::nearest;

/// The kind of input that an example is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A kind's `when`, over these presented fields: name and type.
    Condition(&'static [(&'static str, &'static str)]),
    /// A guard's `require`, over these answers to a form: name and type.
    Require(&'static [(&'static str, &'static str)]),
    /// A station file.
    Station,
    /// A call of the registry of instruction skills, as JSON: `{"resolve": {"bundle": […], "call": […]}}` or
    /// `{"make_load_skill_tool": […]}`, with the limits that differ from the defaults.
    Instructions,
}

/// An input that gets a code, or a similar input that does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The kind of input.
    pub subject: Subject,
    before: &'static str,
    unit: &'static str,
    times: usize,
    after: &'static str,
}

impl Example {
    /// A `when` condition over these presented fields.
    pub const fn condition(
        fields: &'static [(&'static str, &'static str)],
        text: &'static str,
    ) -> Example {
        Example { subject: Subject::Condition(fields), before: text, unit: "", times: 0, after: "" }
    }

    /// A `require` condition over these form answers.
    pub const fn require(
        answers: &'static [(&'static str, &'static str)],
        text: &'static str,
    ) -> Example {
        Example { subject: Subject::Require(answers), before: text, unit: "", times: 0, after: "" }
    }

    /// A station file.
    pub const fn station(text: &'static str) -> Example {
        Example { subject: Subject::Station, before: text, unit: "", times: 0, after: "" }
    }

    /// A call of the registry of instruction skills.
    pub const fn instructions(text: &'static str) -> Example {
        Example { subject: Subject::Instructions, before: text, unit: "", times: 0, after: "" }
    }

    /// Repeats a part many times between two others.
    pub const fn repeated(self, times: usize, unit: &'static str, after: &'static str) -> Example {
        Example { subject: self.subject, before: self.before, unit, times, after }
    }

    /// The complete text, which the tests run.
    pub fn text(&self) -> String {
        [self.before, &self.unit.repeat(self.times), self.after].concat()
    }

    /// The declared names and types that the example uses or misspells.
    pub fn declared(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let declared = match self.subject {
            Subject::Station | Subject::Instructions => &[][..],
            Subject::Condition(declared) | Subject::Require(declared) => declared,
        };
        let text = self.shown();
        declared.iter().copied().filter(move |(name, _)| {
            let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            words.any(|word| word == *name || nearest(word, [*name]).is_some())
        })
    }

    /// The text to show: a repeated part is shown once, with the number of repetitions.
    pub fn shown(&self) -> String {
        if self.times == 0 {
            return self.before.to_owned();
        }
        let (before, unit, after) = (self.before, self.unit.trim_end(), self.after);
        format!("{before}{unit} … ({} times) {after}", self.times).trim_end().to_owned()
    }
}
