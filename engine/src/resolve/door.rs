//! The tools that doors make of a station: their names, and the size of their list.

use crate::instruction::{Instruction, Registry};
use crate::limits::MAX_TOOL_LIST;
use crate::raw::RawStation;
use crate::report::codes;
use crate::report::finding::{Remark, Report};
use crate::station::{ProfileId, Station};
use crate::text::file::Place;

/// Refuses a skill whose name is the name of another tool at a door.
///
/// The tool of a skill has the skill's name, which is unique and not a verb. The only other tool is the one that loads
/// instruction skills, if the station has any.
pub(crate) fn names(raw: &RawStation<'_>, instructions: &[Instruction], report: &mut Report) {
    let tool = Registry::default().load_tool;
    let folder = raw.instructions.first().filter(|_| !instructions.is_empty());
    let Some(folder) = folder else { return };
    let names = raw.skills.iter().filter_map(|skill| skill.name);
    for name in names.filter(|name| name.text == tool) {
        let message = format!("at a door `{tool}` is the tool that loads instruction skills");
        let remark = Remark::new(codes::DOOR_NAME_CLASH, name.place, message);
        report.add(remark.help("rename the skill").also(folder.place, "they are named here"));
    }
}

/// Warns of each profile with more tools than a door lists at once, at the profile; for an undeclared profile, at the
/// first skill.
pub(crate) fn list_sizes(
    station: &Station,
    places: &[Place],
    first: Option<Place>,
    report: &mut Report,
) {
    for (id, profile) in ProfileId::enumerate(station.profiles()) {
        let list = station.tools(id);
        let place = places.get(id.index()).copied().or(first);
        let Some(place) = place.filter(|_| list.bytes > MAX_TOOL_LIST) else { continue };
        let message = format!(
            "the tools of the profile `{}` are {} bytes, about {} tokens: a door lists `seek_guidance`, and pages",
            profile.name,
            list.bytes,
            list.tokens()
        );
        let remark = Remark::new(codes::DOOR_LIST_SIZE, place, message);
        report.add(remark.help("fewer grants, shorter objectives"));
    }
}
