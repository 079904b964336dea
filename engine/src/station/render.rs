//! How an answer is drawn.

words! {
    /// What draws an answer.
    Component:
    /// A row to scroll.
    Carousel "carousel",
    /// Cards to choose from.
    Cards "cards",
    /// A list to tick.
    Checklist "checklist",
    /// A figure that answers a question.
    Report "report",
}

/// How the answer of a skill is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Render {
    /// A row to scroll, for items with images.
    Carousel,
    /// Cards to choose from, each with the form of its guards where it has one.
    Cards,
    /// A list to tick, in the answer's order.
    Checklist,
    /// A figure.
    Report(Report),
    /// Rows as a table of the presented fields, an object as a list of them, anything else as its text.
    #[default]
    Plain,
}

/// A figure that answers a question, and maybe the series behind it. Paths are dotted paths of the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The path of the figure.
    pub headline: String,
    /// What the figure is.
    pub label: Option<String>,
    /// What it is counted in.
    pub unit: Option<String>,
    /// The points behind it.
    pub series: Option<Series>,
}

/// The points of a report, in the answer's order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// The path of the list of points.
    pub from: String,
    /// The path of a point's label, within the point.
    pub label: String,
    /// The path of a point's value, within the point.
    pub value: String,
    /// The path of the label whose point is marked.
    pub highlight: Option<String>,
}
