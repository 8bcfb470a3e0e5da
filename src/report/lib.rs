//! Findings as data, and how they are written: JSON and text, a file each.
//!
//! A [`Finding`] says what was found where and what became of it. Legality and profit are told apart. The
//! JSON schema is versioned and described in `docs/src/report.md`.

mod attempts;
mod builder;
mod copies;
mod dependences;
pub mod digest;
mod failing;
mod finding;
mod jscop;
mod json;
mod near_miss;
mod openscop;
pub mod pictures;
mod relation;
mod scop;
mod scop_model;
mod symbols;
mod text;
mod trace;
mod whole;

pub use attempts::{Attempt, Attempts};
pub use builder::ReportBuilder;
pub use copies::{Copies, by_place, grouped};
pub use dependences::{AccessId, Carried, Dependence, Dependences, LoopFreedom};
pub use failing::{Attempted, Failing, Failure};
pub use finding::{Finding, Licence, Outcome, Place, Variable};
pub use jscop::{region_name, to_jscop};
pub use json::{Report, RuleCount, SCHEMA_VERSION, file_name, relative_to, without_temporaries};
pub use near_miss::NearMiss;
pub use openscop::to_openscop;
pub use relation::{Relation, Row, Tuple};
pub use scop::{
    Scop, ScopAccess, ScopArm, ScopAssumption, ScopCondition, ScopException, ScopLoad, ScopLoop, ScopName,
};
pub use scop::{negated, where_in};
pub use scop_model::{
    ScopArray, ScopEntryLoad, ScopIterator, ScopModel, ScopParameter, ScopRead, ScopStatement, ScopTouch,
};
pub use symbols::{shown_name, shown_value};
pub use text::{
    HINT_REMARK, NO_LINES, counted, describe_place, one_line, paragraph, shown_variables, summary, told,
};
pub use trace::{
    TRACE_VERSION, Trace, TraceBuilder, TraceChange, TraceEvent, TraceFound, TraceMiss, TracePass, TraceStep,
};
pub use whole::write_whole;
