//! The codes of components and output filters.

use lang::codes::{Example, codes};

use super::stations::{api, skill};

codes! {
    /// The codes of components and output filters.
    RENDER:
    RENDER_COMPONENT "render/component" Refused
        when "`component` is none of the four"
        remedy "the nearest"
        bad skill!("invoke: {method: getMenu}" "kinds: {dish: {}}" "render: {component: carrousel}"),
        good skill!("invoke: {method: getMenu}" "kinds: {dish: {}}" "render: {component: carousel}");
    RENDER_COMPONENT_WITHOUT_REPORT "render/component-without-report" Refused
        when "`component: report` without `report`"
        remedy "`report`, with `headline`"
        bad skill!("invoke: {method: getMenu}" "render: {component: report}"),
        good skill!("invoke: {method: getMenu}" "render: {component: report, report: {headline: price}}");
    RENDER_REPORT_WITHOUT_COMPONENT "render/report-without-component" Refused
        when "`report` under another component"
        remedy "`component: report`"
        bad skill!("invoke: {method: getMenu}" "render: {report: {headline: price}}"),
        good skill!("invoke: {method: getMenu}" "render: {component: report, report: {headline: price}}");
    RENDER_REPORT_FIELD "render/report-field" Refused
        when "a path of `report` is not in the operation's schema, or `headline` and the field of role `headline` are two paths"
        remedy "the nearest path"
        bad skill!("invoke: {method: getMenu}" "render: {component: report, report: {headline: prise}}"),
        good skill!("invoke: {method: getMenu}" "render: {component: report, report: {headline: price}}");
    FILTER_PATH "filter/path" Refused
        when "an entry of `drop` or `reduce` is neither a key nor a dotted path"
        remedy "the form"
        bad skill!("invoke: {method: getMenu}" "output_filters: {drop: [maker..name]}"),
        good skill!("invoke: {method: getMenu}" "output_filters: {drop: [name]}");
    FILTER_KEY_ABSENT "filter/key-absent" Warning
        when "an entry names a key that the operation's schema lacks"
        remedy "the nearest key"
        bad skill!("invoke: {method: getMenu}" "output_filters: {drop: [nmae]}"),
        good skill!("invoke: {method: getMenu}" "output_filters: {drop: [name]}");
    FILTER_REDUCE_UNKNOWN "filter/reduce-unknown" Refused
        when "a reducer is none of the seven"
        remedy "the nearest"
        bad skill!("invoke: {method: getMenu}" "output_filters: {reduce: {name: intial}}"),
        good skill!("invoke: {method: getMenu}" "output_filters: {reduce: {name: initial}}");
    FILTER_REDUCE_SHAPE "filter/reduce-shape" Warning
        when "by the schema, the value has not the shape of the reducer, so that it will be dropped"
        remedy "the reducers for that shape; `drop`"
        bad skill!("invoke: {method: getMenu}" "output_filters: {reduce: {name: city}}"),
        good skill!("invoke: {method: getMenu}" "output_filters: {reduce: {name: initial}}");
}
