//! Dataflow analyses of one function: facts that hold at a point because of instructions before or after it.
//!
//! `framework.rs` states the equations, and `sparse.rs` solves them at the blocks where facts change. Each
//! analysis is a file that defines where its facts begin and cease to hold; `gen_kill.rs` gets that as data. [`Dataflow`] answers single
//! queries and caches solutions, within a limit of memory.
//!
//! Sources: Kildall ("A Unified Approach to Global Program Optimization", 1973) for the framework; Knoop,
//! Rüthing and Steffen ("Lazy Code Motion", 1992) for availability and anticipation as the two parts of
//! placement.
//!
//! ```text
//! available: forward, on all paths;    begins after an evaluation of e, ends after a redefined operand
//! live:      backward, on some path;  begins before a use of x,       ends before its definition
//! ```

mod answers;
mod congruence;
mod constants;
mod events;
mod expressions;
mod flow_graph;
mod framework;
mod gen_kill;
mod liveness;
mod placement;
mod shortest;
mod sparse;
mod way_past;

#[cfg(test)]
mod datalog_test;
#[cfg(test)]
mod definition_test;
#[cfg(test)]
mod examples_test;
#[cfg(test)]
mod oracles_test;
#[cfg(test)]
mod placement_test;

pub use answers::Dataflow;
pub(crate) use expressions::is_expression;
pub use flow_graph::Direction;
pub use gen_kill::{Decider, GenKill, GenKillSolution};
pub use sparse::Meet;
pub use way_past::WayPast;
