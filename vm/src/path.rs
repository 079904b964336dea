//! Where in a row a value is.

use std::fmt;

use crate::limits::MAX_STEPS;

/// A dotted path: `prix.ttc`, `images.0.url`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Path(Box<[Box<str>]>);

/// Why a text is not a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathFault {
    /// A step is empty: the text is empty, has a dot at an end, or two dots together.
    EmptyStep,
    /// It leads deeper than a row nests: it has more than 128 steps.
    TooDeep,
}

impl Path {
    /// The path that a text spells, step by step between dots.
    pub fn parse(text: &str) -> Result<Path, PathFault> {
        let steps: Box<[Box<str>]> = text.split('.').take(MAX_STEPS + 1).map(Box::from).collect();
        if steps.iter().any(|step| step.is_empty()) {
            return Err(PathFault::EmptyStep);
        }
        if steps.len() > MAX_STEPS {
            return Err(PathFault::TooDeep);
        }
        Ok(Path(steps))
    }

    /// The path of one key, whatever it is made of.
    pub fn key(name: &str) -> Path {
        Path(Box::new([Box::from(name)]))
    }

    /// Its steps, 1 to 128.
    pub fn steps(&self) -> &[Box<str>] {
        &self.0
    }
}

/// The element of an array that a step reads: a whole number without leading zeros. One too large to count is past
/// the end of every array.
pub(crate) fn index(step: &str) -> Option<usize> {
    let digits = !step.is_empty() && step.bytes().all(|b| b.is_ascii_digit());
    let plain = digits && (step == "0" || !step.starts_with('0'));
    plain.then(|| step.parse().unwrap_or(usize::MAX))
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("."))
    }
}

impl fmt::Display for PathFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PathFault::EmptyStep => f.write_str("a step of the path is empty"),
            PathFault::TooDeep => write!(f, "the path has more than {MAX_STEPS} steps"),
        }
    }
}

impl std::error::Error for PathFault {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_steps_between_dots() {
        let path = Path::parse("images.0.url").unwrap();
        assert_eq!(
            path.steps().iter().map(AsRef::as_ref).collect::<Vec<_>>(),
            ["images", "0", "url"]
        );
        assert_eq!(path.to_string(), "images.0.url");
        for text in ["", ".", "a.", ".a", "a..b"] {
            assert_eq!(Path::parse(text), Err(PathFault::EmptyStep), "{text}");
        }
    }

    #[test]
    fn a_path_leads_no_deeper_than_a_row_nests() {
        let steps = |count: usize| Path::parse(&vec!["a"; count].join("."));
        assert_eq!(steps(128).unwrap().steps().len(), 128);
        assert_eq!(steps(129), Err(PathFault::TooDeep));
        assert_eq!(steps(1 << 20), Err(PathFault::TooDeep));
        assert_eq!(PathFault::TooDeep.to_string(), "the path has more than 128 steps");
    }

    #[test]
    fn only_a_plain_whole_number_is_an_index() {
        let indices =
            ["0", "10", "01", "-1", "+1", "1e0", "", "99999999999999999999999", "١"].map(index);
        let past = Some(usize::MAX);
        assert_eq!(indices, [Some(0), Some(10), None, None, None, None, None, past, None]);
    }
}
