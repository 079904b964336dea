//! `explain-code`: describes a code, with its remedy and examples.

use std::io::{self, Write};

use engine::report::codes::{self, Example, Subject};
use lang::{Code, Severity, nearest};

use crate::args::ExplainCode;
use crate::outcome::{Failure, Outcome};

/// Prints the entry of a code, or of all codes, as Markdown.
///
/// # Errors
/// `Usage` if the code does not exist; with the nearest code.
pub fn run(explain: &ExplainCode) -> Outcome {
    let mut out = io::stdout().lock();
    if explain.all {
        out.write_all(page().as_bytes())?;
        return Ok(());
    }
    let name = explain.code.as_deref().unwrap_or_default();
    let code = codes::named(name).ok_or_else(|| {
        let near = nearest(name, codes::all().map(|code| code.as_str()));
        let near = near.map_or_else(
            || "`pointsman explain-code --all` lists them".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        Failure::Usage(format!("no code `{name}`; {near}"))
    })?;
    out.write_all(entry(code).as_bytes())?;
    Ok(())
}

/// The text of `docs/CODES.md`.
pub fn page() -> String {
    let head = "# Codes\n\nEvery refusal, warning and note of this version. Printed by `pointsman explain-code --all`.\n";
    let rows = codes::all().map(|code| format!("\n{}", entry(code)));
    std::iter::once(head.to_owned()).chain(rows).collect()
}

/// The entry of a code, as Markdown.
pub fn entry(code: Code) -> String {
    let severity = match code.severity() {
        Severity::Refused => "refused",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let (bad, good) = (example(code.bad()), example(code.good()));
    format!(
        "## {code}\n\n*{severity}*: {}.\n\nRemedy: {}.\n\nAn example with this code:\n\n{bad}\nA similar one without it:\n\n{good}",
        code.when(),
        code.remedy()
    )
}

fn example(example: Example) -> String {
    let text = example.shown();
    match example.subject {
        Subject::Station => format!("```yaml\n{}\n```\n", text.trim_end()),
        Subject::Instructions => format!("```json\n{text}\n```\n"),
        Subject::Condition(_) | Subject::Require(_) => {
            let read: Vec<_> =
                example.declared().map(|(name, ty)| format!("{name}: {ty}")).collect();
            let read = if read.is_empty() {
                String::new()
            } else {
                format!("    # {}\n", read.join(", "))
            };
            format!("{read}    {}\n", text.replace('\n', "\n    "))
        }
    }
}
