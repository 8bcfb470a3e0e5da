//! From a function to answers: the search for idioms in a model, normalised on a copy.
//!
//! In: a model and [`Settings`]. Out: an [`Answer`](wording::Answer) with every solution of every idiom, in
//! the order of the idioms, and near misses if they are requested. Nothing is changed.

mod attempts;
mod detect;
mod options;
mod pin;
pub mod prefilter;
mod project;
pub mod registry;
mod request;
pub mod restricted;
mod scop;
mod settings;
mod unchecked;

pub use attempts::AttemptList;
pub use detect::{any_may_occur, search};
pub use options::{MOST_FINDINGS, SearchOptions};
pub use pin::Pin;
pub use project::{PROJECT_FILE, ProjectFile, ProjectLimits, ScanScope};
pub use request::Request;
pub use settings::Settings;
