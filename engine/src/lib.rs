//! Stations: loaded, refused, and rows sorted into kinds.
//!
//! A station is loaded from texts by name, so nothing here touches a file. It is resolved, or everything that refuses
//! it is told together, each finding at its place.
//!
//! ```
//! # use pointsman_engine as engine;
//! use engine::{Deployment, SourceFault, Sorted, Sources, load};
//!
//! struct One(&'static str);
//!
//! impl Sources for One {
//!     fn read(&self, name: &str) -> Result<Vec<u8>, SourceFault> {
//!         match name {
//!             "bistro.yaml" => Ok(self.0.into()),
//!             "menu.json" => Ok(b"[]".into()),
//!             _ => Err(SourceFault::Missing),
//!         }
//!     }
//!
//!     fn names(&self) -> Vec<String> {
//!         Vec::new()
//!     }
//! }
//!
//! let file = One(
//!     r#"
//! global: {currency: EUR}
//! apis: [{name: shop, rows: {getMenu: menu.json}}]
//! skills:
//!   - name: menu
//!     cognitive: {objective: Choose what to eat}
//!     invoke: {method: getMenu}
//!     kinds:
//!       bread: {when: "$fields.category == 'bread' and $fields.price > 0"}
//!     present:
//!       fields:
//!         name: {type: text, role: title}
//!         price: {type: price, role: billed}
//!         category: {type: text}
//! "#,
//! );
//! let station = load("bistro.yaml", &file, &Deployment::default()).station.unwrap();
//! let skill = station.skill("menu").unwrap();
//! let classifier = station.classifier(skill).unwrap();
//! let mut row = classifier.row();
//! classifier.read(br#"{"id": 7, "name": "Baguette", "category": "bread", "price": 1.2}"#, &mut row).unwrap();
//! let Sorted::Item(item) = classifier.classify(&row) else { panic!() };
//! assert_eq!((item.kind().name.as_str(), item.reference(), item.title()), ("bread", "7", "Baguette"));
//!
//! // What is wrong is told with its place.
//! let wrong = One("skills: [{name: menu, invoke: {method: getMenu}}]");
//! let loaded = load("bistro.yaml", &wrong, &Deployment::default());
//! assert!(loaded.station.is_none());
//! assert_eq!(loaded.findings[1].message, "`apis` is missing");
//! ```

#![forbid(unsafe_code)]

mod classify;
mod diff;
mod documents;
mod instruction;
pub mod limits;
mod load;
mod raw;
pub mod report;
mod resolve;
mod sources;
mod station;
pub mod syntax;
mod text;
mod tool;

#[cfg(feature = "arrow")]
pub use classify::SortedBatch;
pub use classify::call::{Call, CallFault};
pub use classify::{Cadenced, Classifier, Drop, Item, Price, Shown, Sorted};
pub use diff::{Change, GuardChange, GuardStand, KindChange, Witness, diff, diff_guards};
pub use instruction::{
    Guides, Instruction, InstructionFault, LoadTool, LoadedSkill, Mode, Prepared, Registry, Slot,
    guides,
};
pub use load::{Loaded, load};
pub use report::finding::{Edit, Finding, More, Spot};
pub use resolve::{Offered, Taken};
pub use sources::{Deployment, LinkedAgent, SourceFault, Sources};
pub use station::constraints::{End, Limit, Limits, Outside};
pub use station::literal::Literal;
pub use station::profile::{Auth, Grants, Jwt, Profile, Token};
pub use station::sentence::{Filler, Sentence, Sentences};
pub use station::template::{Base, Template, TemplateFault};
pub use station::{
    Access, Answerer, Api, ApiSource, Argument, Ask, Budget, Cadence, Callers, Catalog,
    CatalogSource, Check, Choice, Choices, Class, Component, Condition, Counted, Credential, Due,
    Effect, Effective, Field, Filters, Fixed, FormField, Format, Given, Global, Guard, Invoke,
    Judge, Kind, KindSelect, Locale, Many, Method, Native, NativeKind, OnLoss, Operation,
    OperationSource, Output, Own, Param, Passage, PolicyRule, Presence, Present, Quantity, Read,
    Reducer, Render, Repeat, Report, Role, Rows, RowsAt, Rule, Secret, Select, Series, Setter,
    Shape, Share, Shows, Sink, Skill, Span, Station, Subject, Target, Unique, UniqueAfter,
    UniqueScope, Update, Whose,
};
pub use syntax::outline::station_schema;
pub use text::source::{Position, Source};
pub use tool::{Input, Takes, Tool, ToolList};
