//! Many reports as one: each finding once by its source place, and how that is written, a file each.
//!
//! In: the [`Report`](crate::Report)s of a project, one for each translation unit. Out: a [`Digest`],
//! as text, HTML, SARIF, Markdown or JSON Lines; with a baseline, what is new, gone and unchanged.

mod baseline;
mod excerpt;
mod gather;
mod html;
mod lines;
mod markdown;
mod sarif;
mod state;
mod text;

pub use excerpt::Sources;
pub use gather::{Digest, Entry, Gathering, Missed};
pub use html::to_html;
pub use lines::to_lines;
pub use markdown::to_markdown;
pub use sarif::{RuleHelp, to_sarif};
pub use state::State;
pub use text::to_text;
