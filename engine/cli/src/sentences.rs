//! `sentences`: prints the sentences of the product in a station's language and words.

use std::io::{self, Write};

use comfy_table::{ContentArrangement, Table, presets};
use engine::station::{Filler, Locale, Sentence, Sentences};
use lang::nearest;
use serde_json::json;
use vm::Decimal;

use crate::args::{Format, Language, Sentences as Arguments};
use crate::outcome::{Failure, Outcome};
use crate::station;

/// Prints every sentence as a pattern, or one sentence with its variables filled in.
///
/// # Errors
/// `Refused` if the station is refused, `Usage` if the sentence or variable does not exist, `Outside` if the station's
/// file cannot be read.
pub fn run(arguments: &Arguments) -> Outcome {
    let sentences = match &arguments.station {
        Some(file) => station::working(file)?.sentences().clone(),
        None => Sentences::built_in(match arguments.locale {
            Language::En => Locale::En,
            Language::Fr => Locale::Fr,
        }),
    };
    let mut out = io::stdout().lock();
    if let Some(name) = &arguments.say {
        let sentence = Sentence::named(name).ok_or_else(|| unknown(name))?;
        let with = arguments.with.iter().map(|with| filler(sentence, with));
        let with = with.collect::<Result<Vec<_>, _>>()?;
        return Ok(writeln!(out, "{}", sentences.say(sentence, &with))?);
    }
    match arguments.format {
        Format::Text => writeln!(out, "{}", table(&sentences))?,
        Format::Json => {
            let text = serde_json::to_string_pretty(&object(&sentences))
                .map_err(|fault| Failure::Outside(fault.to_string()))?;
            writeln!(out, "{text}")?;
        }
    }
    Ok(())
}

fn unknown(name: &str) -> Failure {
    let near = nearest(name, Sentence::NAMES.iter().copied()).map_or_else(
        || "`pointsman sentences` lists them".to_owned(),
        |near| format!("did you mean `{near}`?"),
    );
    Failure::Usage(format!("no sentence `{name}`; {near}"))
}

/// Parses `NAME=VALUE`, a variable and its value. A number is passed as a number.
fn filler(sentence: Sentence, with: &str) -> Result<(&str, Filler<'_>), Failure> {
    let variables = sentence.variables();
    let has = || match variables {
        [] => format!("`{}` has no variables", sentence.name()),
        some => format!("`{}` has {}", sentence.name(), some.join(", ")),
    };
    let Some((name, value)) = with.split_once('=') else {
        return Err(Failure::Usage(format!("`{with}` is not NAME=VALUE; {}", has())));
    };
    if !variables.contains(&name) {
        return Err(Failure::Usage(format!("no variable `{name}`; {}", has())));
    }
    Ok((name, Decimal::parse(value).map_or(Filler::Text(value), Filler::Number)))
}

fn table(sentences: &Sentences) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(["sentence", "variables", "text"]);
    table.add_rows(Sentence::ALL.iter().map(|sentence| {
        [
            sentence.name().to_owned(),
            sentence.variables().join(" "),
            sentences.pattern(*sentence).to_owned(),
        ]
    }));
    table
}

fn object(sentences: &Sentences) -> serde_json::Value {
    let all: Vec<_> = Sentence::ALL
        .iter()
        .map(|sentence| {
            json!({
                "name": sentence.name(),
                "variables": sentence.variables(),
                "text": sentences.pattern(*sentence),
                "replaced": sentences.own(*sentence).is_some(),
            })
        })
        .collect();
    json!({"locale": sentences.locale().word(), "sentences": all})
}
