//! The generic backtracking engine: constraint problems over a finite, densely numbered domain.
//!
//! It knows no IR. It sees variables, relations and a world that answers questions about them; it is
//! tested on toy problems with no LLVM in the process.

mod problem;

pub use problem::{
    ArgSet, Collect, Column, DefId, Definition, Formula, Origin, Problem, Relation, Supply, Value, VarId,
    World,
};
