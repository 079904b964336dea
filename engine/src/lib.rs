//! The skill engine: loads a station and sorts rows into kinds.
//!
//! A *station* is a YAML file that declares skills for an AI agent. [`load()`] reads it from [`Sources`], so the engine
//! does no I/O. It returns a resolved [`Station`](station::Station), or the [`Finding`](report::Finding)s that refuse it:
//! all of them, each with its place, reason and remedy. A [`Classifier`](classify::Classifier) reads the rows of a skill
//! and sorts each into one kind, by the conditions of the kinds.
//!
//! ```
//! # use pointsman_engine as engine;
//! use engine::classify::Sorted;
//! use engine::sources::Files;
//! use engine::{Deployment, load};
//!
//! let bistro = r#"
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
//! "#;
//! let files = Files::new([("bistro.yaml", bistro), ("menu.json", "[]")]);
//! let station = load("bistro.yaml", &files, &Deployment::default()).station.unwrap();
//!
//! // The condition is compiled; run it on a row.
//! let classifier = station.classifier(station.skill("menu").unwrap()).unwrap();
//! let mut row = classifier.row();
//! let json = br#"{"id": 7, "name": "Baguette", "category": "bread", "price": 1.2}"#;
//! classifier.read(json, &mut row).unwrap();
//! let Sorted::Item(item) = classifier.classify(&row) else { panic!() };
//! assert_eq!((item.kind().name.as_str(), item.reference(), item.title()), ("bread", "7", "Baguette"));
//!
//! // A station that cannot work is refused.
//! let files = Files::new([("bistro.yaml", "skills: [{name: menu, invoke: {method: getMenu}}]")]);
//! let loaded = load("bistro.yaml", &files, &Deployment::default());
//! assert!(loaded.station.is_none());
//! assert_eq!(loaded.findings[1].message, "`apis` is missing");
//! ```
//!
//! The modules follow the flow of data: [`text`] and [`report`] are below everything, [`sources`] gives the files,
//! [`station`] is the resolved station, [`load`](mod@load) makes it, [`classify`] sorts rows, [`tool`] describes a skill
//! to a model, [`diff`](mod@diff) compares two stations, and [`syntax`] serves editors.

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
