//! Compiles a condition in a station, and reports what YAML made of its text.

use std::collections::HashSet;
use std::ops::Range;

use lang::{Compiled, Diagnostic, Scope};
use vm::{Decimal, NumberFault, Reading};

use crate::limits::MAX_PATTERN_BYTES;
use crate::raw::keys::Entry;
use crate::raw::name;
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::text::file::{Place, View, quote};
use crate::text::yaml::{self, Places, Style};

/// The words that other YAML readers read as booleans.
const SWITCHES: &[&str] = &["yes", "no", "on", "off", "y", "n"];

/// The program of a condition; `None` if it is refused.
///
/// A reference to a refused field is not reported.
pub(crate) fn compile(
    entry: Entry<'_>,
    scope: &Scope,
    reading: &Reading,
    refused: &Refused,
    report: &mut Report,
) -> Option<Compiled> {
    compile_with(entry, scope, reading, &|d, text| follows(d, text, refused), report)
}

/// The same; findings that only follow from another refusal are dropped by `follows`.
pub(crate) fn compile_with(
    entry: Entry<'_>,
    scope: &Scope,
    reading: &Reading,
    follows: &dyn Fn(&Diagnostic, &str) -> bool,
    report: &mut Report,
) -> Option<Compiled> {
    let compiled = run(entry, &|text| lang::compile(text, scope, reading), follows, report)?;
    within(compiled, entry.value.place(), report)
}

/// Reports faults of syntax in a condition that no place names yet.
pub(crate) fn words(entry: Entry<'_>, report: &mut Report) {
    let parse = |text: &str| match lang::parse(text).diagnostics {
        none if none.is_empty() => Ok(()),
        diagnostics => Err(diagnostics),
    };
    run(entry, &parse, &|_, _| false, report);
}

fn run<T>(
    entry: Entry<'_>,
    read: &dyn Fn(&str) -> Result<T, Vec<Diagnostic>>,
    follows: &dyn Fn(&Diagnostic, &str) -> bool,
    report: &mut Report,
) -> Option<T> {
    let view = entry.value;
    let place = view.place();
    let span = u32::try_from(place.start).ok()?..u32::try_from(place.end).ok()?;
    if view.file.document.is_mended(&span) {
        return None;
    }
    let (text, style) = match plain(entry) {
        Ok(scalar) => scalar,
        Err(remark) => {
            report.add(*remark);
            return None;
        }
    };
    report.condition(place, text, style);
    let spent = report.pattern_bytes > MAX_PATTERN_BYTES && text.contains("matches");
    if spent || report.is_full() {
        return None;
    }
    let diagnostics = match read(text) {
        Ok(found) => return Some(found),
        Err(diagnostics) => diagnostics,
    };
    if style == Style::Plain
        && let Some(comment) = comment(view)
        && diagnostics.iter().any(|diagnostic| is_cut(diagnostic, text))
    {
        report.add(cut_short(comment));
        return None;
    }
    let raw = view.file.source.slice(place.start..place.end);
    let places = places(view);
    let mut is_reported = false;
    for diagnostic in diagnostics {
        if !follows(&diagnostic, text) {
            report.add(remark(diagnostic, view, text, &places));
            is_reported = true;
        }
    }
    if is_reported && style == Style::DoubleQuoted && raw.contains('\\') {
        report.add(undone(place));
    }
    None
}

/// Reports the findings about a condition that compiles; for a condition of a policy, at the place that names the
/// policy.
pub(crate) fn tell(
    entry: Entry<'_>,
    named: Option<Place>,
    diagnostics: Vec<Diagnostic>,
    report: &mut Report,
) {
    let view = entry.value;
    let Some((text, _)) = view.scalar() else { return };
    let places = places(view);
    for diagnostic in diagnostics {
        let remark = remark(diagnostic, view, text, &places);
        report.add(match named {
            Some(place) => remark.also(place, "it is read so where it is named here"),
            None => remark,
        });
    }
}

/// The place of a part of a condition in its file.
pub(crate) fn place(entry: Entry<'_>, span: &Range<usize>) -> Place {
    entry.value.file.place(places(entry.value).range(span))
}

fn places(view: View<'_>) -> Places {
    let place = view.place();
    let (text, style) = view.scalar().unwrap_or(("", Style::Plain));
    Places::new(text, style, view.file.source.text(), place.start..place.end)
}

/// Returns the condition if the patterns of all conditions so far are within the limit.
fn within(compiled: Compiled, place: Place, report: &mut Report) -> Option<Compiled> {
    report.pattern_bytes += compiled.program.pattern_bytes();
    if report.pattern_bytes <= MAX_PATTERN_BYTES {
        return Some(compiled);
    }
    let mebibytes = MAX_PATTERN_BYTES >> 20;
    let message = format!("the patterns up to this one are over {mebibytes} MiB together");
    report
        .add(Remark::new(codes::CONDITION_REGEX_SIZE, place, message).help("smaller repetitions"));
    None
}

/// Returns the text of a condition, or the finding about another YAML value.
fn plain(entry: Entry<'_>) -> Result<(&str, Style), Box<Remark>> {
    let view = entry.value;
    let typed = |what: String| {
        let place = if view.is_nothing() { entry.key.place() } else { view.place() };
        let message = format!("{what} stands where a condition does");
        let remark = Remark::new(codes::CONDITION_YAML_TYPE, place, message);
        Box::new(remark.help("write a condition, in quotes"))
    };
    if let Some(tag) = view.tag() {
        return Err(Box::new(tagged(view, tag)));
    }
    let Some((text, style)) = view.scalar() else { return Err(typed(view.quote())) };
    if style != Style::Plain {
        return Ok((text, style));
    }
    let lower = text.to_ascii_lowercase();
    let is_number = !matches!(Decimal::parse(text), Err(NumberFault::Form));
    match text {
        "" => Err(typed("nothing".to_owned())),
        "~" => Err(typed("`~`, nothing,".to_owned())),
        _ if SWITCHES.contains(&lower.as_str()) => Err(typed(quote(text))),
        _ if is_number => Err(typed(format!("the number {}", quote(text)))),
        _ => Ok((text, style)),
    }
}

/// The finding about a condition with a tag: the author's `not`, or a tag of YAML that is useless here.
fn tagged(view: View<'_>, tag: Place) -> Remark {
    let source = &view.file.source;
    let word = source.slice(tag.start..tag.end).trim_start_matches('!');
    let is_text = view.scalar().is_some_and(|(_, style)| style != Style::Plain);
    let is_name = word.starts_with(|c: char| c.is_alphabetic() || c == '<');
    let is_own =
        source.slice(tag.start..tag.end).starts_with("!!") || is_text || word.starts_with('<');
    if is_name && is_own {
        let rest = source.slice(tag.end..view.place().start.max(tag.end));
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let gap = Place { end: tag.end + blanks, ..tag };
        let message = format!(
            "the tag {} stands before a condition",
            quote(source.slice(tag.start..tag.end))
        );
        return Remark::new(codes::CONDITION_YAML_TAG, tag, message)
            .help("delete the tag")
            .fix(gap, "");
    }
    let message = "YAML took the leading `!` for a tag of its own";
    Remark::new(codes::CONDITION_YAML_TAG, view.place_with_tag(), message)
        .help("write `not` in place of `!`, and quotes round the whole")
}

/// The comment that follows a value on its line.
fn comment(view: View<'_>) -> Option<Place> {
    let place = view.place();
    let source = &view.file.source;
    let line = source.line_range(source.position(place.end).line);
    let rest = source.slice(place.end..line.end);
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let is_comment = blanks > 0 && rest.trim_start_matches([' ', '\t']).starts_with('#');
    is_comment.then(|| view.file.place(place.end + blanks..line.end))
}

/// Whether the fault of a text is that it ends too early.
fn is_cut(diagnostic: &Diagnostic, text: &str) -> bool {
    let at_end = diagnostic.span.end >= text.len();
    let cut =
        [codes::CONDITION_SYNTAX, codes::CONDITION_UNCLOSED_TEXT, codes::CONDITION_NOT_A_CONDITION];
    at_end && cut.contains(&diagnostic.code)
}

fn cut_short(comment: Place) -> Remark {
    let message = "` #` begins a comment in YAML: the condition ends before it, and is none";
    Remark::new(codes::CONDITION_YAML_COMMENT, comment, message)
        .help("write quotes round the whole")
}

fn undone(place: Place) -> Remark {
    let message = "in double quotes YAML has already undone a backslash";
    Remark::new(codes::CONDITION_YAML_ESCAPE, place, message)
        .help("write single quotes round the whole, or the backslash twice")
}

/// Returns whether a finding only follows from a refused field.
fn follows(diagnostic: &Diagnostic, text: &str, refused: &Refused) -> bool {
    let name = text.get(diagnostic.span.clone()).unwrap_or_default();
    diagnostic.code == codes::CONDITION_FIELD_UNKNOWN
        && refused.has(name.trim_start_matches("$fields."))
}

fn remark(diagnostic: Diagnostic, view: View<'_>, text: &str, places: &Places) -> Remark {
    let place = |span: &Range<usize>| view.file.place(places.range(span));
    let mut remark = Remark::new(diagnostic.code, place(&diagnostic.span), diagnostic.message)
        .maybe_help(diagnostic.help)
        .maybe_witness(diagnostic.witness);
    if let Some(fix) = diagnostic.fix
        && let Some((_, style)) = view.scalar()
        && let Some(spelled) = yaml::within(text, fix.span.clone(), &fix.text, style)
    {
        remark = remark.fix(place(&fix.span), spelled);
    }
    for (span, what) in diagnostic.also {
        remark = remark.also(place(&span), what);
    }
    remark
}

/// The `when` of a kind, if it has one; `None` if it is refused.
pub(crate) type When = Option<Option<Compiled>>;

/// The set of refused fields.
#[derive(Debug, Default)]
pub(crate) enum Refused {
    /// All fields, because their section could not be read.
    All,
    /// No field.
    #[default]
    None,
    /// The fields of these names.
    Names(HashSet<String>),
}

impl Refused {
    /// Returns whether the field of this name is refused.
    pub(crate) fn has(&self, name: &str) -> bool {
        match self {
            Refused::All => true,
            Refused::None => false,
            Refused::Names(names) => names.contains(&name::composed(name)),
        }
    }

    /// Returns whether some field is refused.
    pub(crate) fn is_any(&self) -> bool {
        !matches!(self, Refused::None)
    }

    /// Returns whether all fields are refused.
    pub(crate) fn is_all(&self) -> bool {
        matches!(self, Refused::All)
    }

    /// Lists the names of the refused fields, unless all are refused.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let names = match self {
            Refused::Names(names) => Some(names),
            Refused::All | Refused::None => None,
        };
        names.into_iter().flatten().map(String::as_str)
    }

    pub(crate) fn add(&mut self, name: &str) {
        let name = name::composed(name);
        match self {
            Refused::All => {}
            Refused::None => *self = Refused::Names(HashSet::from([name])),
            Refused::Names(names) => {
                names.insert(name);
            }
        }
    }
}
