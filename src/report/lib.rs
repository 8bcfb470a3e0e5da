//! Findings as data, and their output formats: JSON and text, one file each.
//!
//! A [`Finding`] states what was found where, and the outcome. Legality and profitability are separate
//! outcomes. The JSON schema is versioned and described in `docs/src/report.md`.

mod advice;
mod attempts;
mod builder;
mod copies;
mod dependences;
pub mod digest;
mod edit;
mod failing;
mod finding;
mod functions;
mod jscop;
mod json;
mod near_miss;
mod openscop;
pub mod pictures;
mod relation;
mod reported;
mod scop;
mod scop_model;
mod symbols;
mod text;
mod trace;
mod whole;

pub use advice::{Advice, Severities, Severity};
pub use attempts::{Attempt, Attempts};
pub use builder::ReportBuilder;
pub use copies::{Copies, by_place, grouped};
pub use dependences::{AccessId, Carried, Dependence, Dependences, LoopFreedom};
pub use edit::{Edit, Replacement};
pub use failing::{Attempted, Failing, Failure};
pub use finding::{Finding, Fix, Licence, Outcome, Place, Variable};
pub use functions::FunctionFact;
pub use jscop::{region_name, to_jscop};
pub use json::{Report, RuleCount, SCHEMA_VERSION, Unrolled, file_name, relative_to, without_temporaries};
pub use near_miss::NearMiss;
pub use openscop::to_openscop;
pub use relation::{Relation, Row, Tuple};
pub use reported::Reported;
pub use scop::{
    Scop, ScopAccess, ScopArm, ScopAssumption, ScopCondition, ScopException, ScopLoad, ScopLoop, ScopName,
};
pub use scop::{negated, where_in};
pub use scop_model::{
    ScopArray, ScopEntryLoad, ScopIterator, ScopModel, ScopParameter, ScopRead, ScopStatement, ScopTouch,
};
pub use symbols::{shown_name, shown_value};
pub use text::{
    HINT_REMARK, NO_LINES, counted, describe_place, details_text, one_line, paragraph, shown_variables,
    summary,
};
pub use trace::{
    TRACE_VERSION, Trace, TraceBuilder, TraceChange, TraceEvent, TraceFound, TraceMiss, TracePass, TraceStep,
};
pub use whole::write_whole;
