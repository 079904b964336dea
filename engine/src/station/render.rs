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
    /// Cards to choose from, each with the form of its guards if there is one.
    Cards,
    /// A list to tick, in the answer's order.
    Checklist,
    /// A figure.
    Report(Report),
    /// Rows as a table of the presented fields, an object as a list of them, anything else as its text.
    #[default]
    Plain,
}

/// A figure that answers a question, with an optional series. Paths are dotted paths in the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The path of the figure.
    pub headline: String,
    /// What the figure is.
    pub label: Option<String>,
    /// What it is counted in.
    pub unit: Option<String>,
    /// The points of the series that the figure sums up.
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
