//! Dataflow analyses of one function: facts that hold at a point because of what happens before or after it.
//!
//! `framework.rs` states the equations, `sparse.rs` solves them where facts change; each analysis is a file
//! that says where its facts begin and end to hold. [`Dataflow`] answers single questions and keeps what was
//! computed for them, within a limit of memory.
//!
//! Sources: Kildall ("A Unified Approach to Global Program Optimization", 1973) for the framework; Knoop,
//! Rüthing and Steffen ("Lazy Code Motion", 1992) for availability and anticipation as the two halves of
//! placement.
//!
//! ```text
//! available: forward, on all paths;   holds behind an evaluation of e, ends behind a definition of an operand
//! live:      backward, on some path;  holds before a use of x,         ends before its definition
//! ```

mod answers;
mod congruence;
mod constants;
mod events;
mod expressions;
mod flow_graph;
mod framework;
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

pub use answers::Dataflow;
pub use way_past::WayPast;
