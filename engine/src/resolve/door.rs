//! What doors make of a station: what listing their tools costs.

use lang::Code;

use crate::file::Place;
use crate::finding::{Remark, Report};
use crate::limits::MAX_TOOL_LIST;
use crate::station::Station;

/// Warns of each profile whose tools are more than a door lists at once, where it stands; of one that is not declared
/// at the first skill.
pub(super) fn list_sizes(
    station: &Station,
    places: &[Place],
    first: Option<Place>,
    report: &mut Report,
) {
    for (number, profile) in (0..).zip(station.profiles()) {
        let list = station.tools(number);
        let place = places.get(number).copied().or(first);
        let Some(place) = place.filter(|_| list.bytes > MAX_TOOL_LIST) else { continue };
        let message = format!(
            "the tools of the profile `{}` are {} bytes, about {} tokens: a door lists `seek_guidance`, and pages",
            profile.name,
            list.bytes,
            list.tokens()
        );
        let remark = Remark::new(Code::DoorListSize, place, message);
        report.add(remark.help("fewer grants, shorter objectives"));
    }
}
