//! Stations: loaded, refused, and rows sorted into kinds.

mod file;
mod finding;
mod keys;
pub mod limits;
mod load;
mod name;
mod raw;
mod resolve;
mod source;
mod station;
mod template;
mod yaml;

pub use finding::{Edit, Finding, Spot};
pub use load::{Deployment, Loaded, SourceFault, Sources, load};
pub use source::{Position, Source};
pub use station::{
    Access, Argument, Cadence, Class, Field, Global, Invoke, Kind, Locale, Operation, Param,
    Presence, Present, Role, RowsAt, Setter, Skill, Station,
};
pub use template::{Base, Template, TemplateFault};
