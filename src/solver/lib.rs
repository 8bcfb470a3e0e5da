//! The generic backtracking engine: constraint problems over a finite, densely numbered domain.
//!
//! The engine knows no IR. Its input are variables, relations and a database that interprets them, and its
//! tests are toy problems that need no LLVM. The stages:
//!
//! 1. [`Problem`]: definitions that call each other, as the author wrote them (`problem.rs`);
//! 2. flat lists of literals (`flat_definition.rs`), and which variables each binds (`modes.rs`);
//! 3. [`Compiled`]: plans, which are steps in a fixed order per definition and binding pattern
//!    (`planner.rs` makes `plan.rs`), and their flat form (`assemble.rs` makes `code.rs`, `packed.rs`
//!    serialises it); all of this once per problem;
//! 4. per database: backtracking over the plans (`search.rs`, `candidates.rs`, `alternatives.rs`) and into
//!    calls and collects (`calls.rs`, `collect.rs`), whose answers are tabled (`table.rs`), within a counted
//!    [`Budget`]; searches in one database share answers (`digest.rs`, `shared.rs`); the caller's filter can
//!    select solutions (`filtered.rs`); without solutions, the best attempts are reported (`explained.rs`,
//!    and by the value of a variable `attempts.rs`);
//! 5. [`Solutions`]: assignments made of trees of rows, each once, in the defined order (`rows.rs`).

mod alternatives;
mod assemble;
mod attempts;
mod branching;
mod budget;
mod calls;
mod candidates;
mod code;
mod collect;
mod compiled;
mod database;
mod digest;
mod explain;
mod explained;
mod filtered;
mod flat_definition;
mod index;
mod lazy;
mod modes;
mod narrowed;
mod necessary;
mod packed;
mod plan;
mod planner;
mod problem;
mod relations;
mod row_layout;
mod rows;
mod search;
mod shared;
mod table;
mod tuples;
mod witness;

pub use attempts::{Attempts, PerValue};
pub use budget::{Budget, Exhausted, WORK_IN_A_STEP};
pub use compiled::{Compiled, Completeness, LimitReached, Rejected, Solutions};
pub use database::{Database, PushedPredicate, Term};
pub use explain::{ExcessRow, Explanation, LiteralCounts, Mismatch, NearMiss};
pub use filtered::SearchFilter;
pub use modes::{Cause, Unbound};
pub use problem::{
    AccessPath, ArgSet, Collect, Column, DefId, Definition, Formula, Origin, Problem, Quantified, Relation,
    TestCost, Value, VarId, VariantGroup,
};
pub use shared::Shared;

#[cfg(any(test, feature = "testing"))]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
pub mod testing;
#[cfg(test)]
mod tests;
