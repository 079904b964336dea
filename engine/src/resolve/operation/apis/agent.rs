//! The source of an entry that is an agent: at an address, by its saved manifest, or linked into the program.

use crate::documents::agent;
use crate::documents::document::Tree;
use crate::raw::keys::Given;
use crate::raw::{ListState, RawAgent, RawApi, Spanned};
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::resolve::operation::apis::read::{no_document, tree, understood};
use crate::resolve::operation::apis::{From, Operations};
use crate::station::template::is_absolute;
use crate::station::{ApiSource, OperationSource};
use crate::text::file::quote;
use crate::text::words::listed_to;

/// The remedy for an invalid manifest.
const HELP: &str = "save the agent's manifest as it is: `{\"name\": …, \"version\": …, \"agent_type\": …, \"skills\": […]}`";

impl<'a> Operations<'a> {
    pub(crate) fn agent(
        &mut self,
        agent: &RawAgent<'a>,
        api: &RawApi<'a>,
        number: usize,
        from: From<'_>,
        report: &mut Report,
    ) -> ApiSource {
        let both = agent.program_key.filter(|_| !agent.url.is_absent());
        if let Some(program) = both {
            let message = "`agent` has `url` and `program`";
            report.add(Remark::new(codes::API_SOURCE, program, message).help("delete one"));
        }
        let document = match (&agent.url, &agent.program) {
            (Given::Absent, Given::Absent) => {
                let message = "`agent` has neither `url` nor `program`";
                let remark = Remark::new(codes::API_SOURCE, agent.place, message);
                report.add(remark.help(
                    "write `url:` and the agent's address, or `program:` and the name of a linked one",
                ));
                None
            }
            (Given::Absent, Given::Value(program)) => linked(agent, program, from, report),
            (Given::Absent, Given::Refused) => None,
            (Given::Value(_) | Given::Refused, _) => saved(agent, from, report),
        };
        let none = ("no manifest of an agent", HELP);
        let read = document.and_then(|(file, tree)| {
            understood(&file, tree, agent::read, none, report).map(|read| (file, read))
        });
        match read {
            Some((file, read)) => {
                self.listed(&file, read, api, (number, OperationSource::Skill), report);
            }
            None => self.state = ListState::Refused,
        }
        source(agent, report)
    }
}

/// Reads the manifest of an agent from its file.
fn saved<'a>(
    agent: &RawAgent<'a>,
    from: From<'_>,
    report: &mut Report,
) -> Option<(Spanned<'a>, Tree)> {
    if agent.manifest.is_absent() {
        let message =
            "there is no saved manifest of the agent, and this version asks no agent at load";
        let remark = Remark::new(codes::API_SOURCE, agent.place, message);
        report.add(
            remark.help("save the agent's manifest in a file, and name it: `manifest: <file>`"),
        );
    }
    let file = *agent.manifest.value()?;
    tree(&file, from.sources, report).map(|tree| (file, tree))
}

/// Reads the manifest of an agent that is linked into the program.
fn linked<'a>(
    agent: &RawAgent<'a>,
    program: &Spanned<'a>,
    from: From<'_>,
    report: &mut Report,
) -> Option<(Spanned<'a>, Tree)> {
    if let Some(manifest) = agent.manifest_key {
        let message = "`manifest` says nothing here; it belongs beside `url`";
        let remark = Remark::new(codes::KEY_UNKNOWN, manifest, message);
        report.add(remark.help("delete it: a linked agent brings its own"));
    }
    let names = || from.agents.iter().map(|agent| agent.program.as_str());
    let Some(found) = from.agents.iter().find(|agent| agent.program == program.text) else {
        let message =
            format!("no agent {} is linked into the program that loads this", quote(program.text));
        let remark = Remark::new(codes::API_SOURCE, program.place, message);
        report.add(remark.near(program.text, names(), || match from.agents {
            [] => "it links none: name one at an address, `url:` with its `manifest:`".to_owned(),
            _ => format!("it links {}", listed_to(10, names())),
        }));
        return None;
    };
    match Tree::read(found.manifest.as_bytes()) {
        Ok(tree) => Some((*program, tree)),
        Err(why) => {
            report.add(no_document(program, "an agent whose manifest is no JSON", &why, HELP));
            None
        }
    }
}

/// Resolves the location of the agent.
fn source(agent: &RawAgent<'_>, report: &mut Report) -> ApiSource {
    if let Some(url) = agent.url.value() {
        if !is_absolute(url.text) {
            let message = format!("{} is no http(s) address", quote(url.text));
            let remark = Remark::new(codes::VALUE_TYPE, url.place, message);
            report.add(remark.help("write `https://` and where the agent answers"));
        }
        return ApiSource::AgentUrl(url.text.to_owned());
    }
    ApiSource::AgentProgram(agent.program.value().map_or("", |word| word.text).to_owned())
}
