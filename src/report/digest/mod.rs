//! Digests: many reports merged into one with each finding once, by source place, and their output formats,
//! one file each.
//!
//! In: the [`Report`](crate::Report)s of a project, one for each translation unit. Out: a [`Digest`], as
//! text, HTML, SARIF, Markdown or JSON Lines; with a baseline, also the state of each finding.

mod baseline;
mod excerpt;
mod gather;
mod headline;
mod html;
mod ignored;
mod lines;
mod markdown;
mod samples;
mod sarif;
mod state;
mod summary;
mod text;

pub use excerpt::Sources;
pub use gather::{Digest, Entry, Gathering, HotLine, Missed, Unsearched};
pub use html::to_html;
pub use ignored::{IgnoreFault, IgnoreFaults};
pub use lines::to_lines;
pub use markdown::to_markdown;
pub use samples::Samples;
pub use sarif::{RuleHelp, to_sarif};
pub use state::State;
pub use text::to_text;
