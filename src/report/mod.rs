//! Findings as data, and how they are written: JSON and text, a file each.
//!
//! A [`Finding`] says what was found where and what became of it. Legality and profit are told apart. The
//! JSON schema is versioned and described in `docs/src/report.md`.

mod finding;
mod json;
mod near_miss;
mod scop;
mod text;

pub use finding::{Finding, Outcome, Place, Variable};
pub use json::{Report, SCHEMA_VERSION, file_name, relative_to};
pub use near_miss::{Attempted, Failing, NearMiss};
pub use scop::{Scop, ScopAccess, ScopCondition, ScopException, ScopLoop, ScopName};
pub use text::{NO_LINES, NO_LINES_REMARK, describe_place, one_line, paragraph, shown_variables, summary};
