//! Stations: loaded, refused, and rows sorted into kinds.
//!
//! A station is loaded from texts by name, so nothing here touches a file. It is resolved, or everything that refuses
//! it is told together, each finding at its place.
//!
//! ```
//! # use pointsman_engine as engine;
//! use engine::{Deployment, Sources, load};
//! use engine::sources::SourceFault;
//! use engine::classify::Sorted;
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

pub mod limits;

pub mod text;

pub mod report;

pub mod sources;

pub mod instruction;

pub mod station;

mod documents;
mod raw;
mod resolve;

pub mod load;

pub mod classify;

pub mod tool;

pub mod diff;

pub mod syntax;

pub use load::{Loaded, load};
pub use sources::{Deployment, Sources};
