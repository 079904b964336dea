//! The codes of components and output filters.

use lang::codes::{Example, codes};

use super::stations::{api, skill};

codes! {
    /// The codes of components and output filters.
    RENDER:
    RENDER_COMPONENT "render/component" Refused
        when "`component` is not one of the four components"
        remedy "use the nearest component"
        bad skill!("invoke: {method: getMenu}" "kinds: {dish: {}}" "render: {component: carrousel}"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}" "render: {component: carousel}");
    RENDER_COMPONENT_WITHOUT_REPORT "render/component-without-report" Refused
        when "`component: report` appears without `report`"
        remedy "add `report`, with `headline`"
        bad skill!("invoke: {method: getMenu}" "render: {component: report}"),
        good skill!("invoke: {method: getMenu}" "render: {component: report, report: {headline: price}}");
    RENDER_REPORT_WITHOUT_COMPONENT "render/report-without-component" Refused
        when "`report` appears under another component"
        remedy "write `component: report`"
        bad skill!("invoke: {method: getMenu}" "render: {report: {headline: price}}"),
        good skill!("invoke: {method: getMenu}" "render: {component: report, report: {headline: price}}");
    RENDER_REPORT_FIELD "render/report-field" Refused
        when "a path of `report` is not in the operation's schema, or `headline` and the field of role `headline` are two different paths"
        remedy "use the nearest path"
        bad skill!("invoke: {method: getMenu}" "render: {component: report, report: {headline: prise}}"),
        good skill!("invoke: {method: getMenu}" "render: {component: report, report: {headline: price}}");
    FILTER_PATH "filter/path" Refused
        when "an entry of `drop` or `reduce` is neither a key nor a dotted path"
        remedy "write a key or a dotted path"
        bad skill!("invoke: {method: getMenu}" "output_filters: {drop: [maker..name]}"),
        good skill!("invoke: {method: getMenu}" "output_filters: {drop: [name]}");
    FILTER_KEY_ABSENT "filter/key-absent" Warning
        when "an entry names a key that the operation's schema lacks"
        remedy "use the nearest key"
        bad skill!("invoke: {method: getMenu}" "output_filters: {drop: [nmae]}"),
        good skill!("invoke: {method: getMenu}" "output_filters: {drop: [name]}");
    FILTER_REDUCE_UNKNOWN "filter/reduce-unknown" Refused
        when "a reducer is not one of the seven reducers"
        remedy "use the nearest reducer"
        bad skill!("invoke: {method: getMenu}" "output_filters: {reduce: {name: intial}}"),
        good skill!("invoke: {method: getMenu}" "output_filters: {reduce: {name: initial}}");
    FILTER_REDUCE_SHAPE "filter/reduce-shape" Warning
        when "by the schema, the value does not have the shape that the reducer works on, so the value will be dropped"
        remedy "use one of the reducers for the value's shape, or `drop`"
        bad skill!("invoke: {method: getMenu}" "output_filters: {reduce: {name: city}}"),
        good skill!("invoke: {method: getMenu}" "output_filters: {reduce: {name: initial}}");
}
