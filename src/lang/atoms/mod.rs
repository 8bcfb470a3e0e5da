//! CAnDL's atomic constraints as relations over the SSA model, a file per family.
//!
//! An [`Atom`] is a relation symbol, and [`ModelWorld`] interprets it over one function: whether it holds of
//! given values, and which values can make it hold. `docs/src/language.md` has the table of atoms; each row
//! is one variant here, except `=`, `!=`, `is unused` and `is the same set as`, which are built into the
//! solver.
//!
//! Example: `opcode{x} = phi` is `Atom::Kind(Kind::Opcode(…))` over one variable; its candidates are the
//! bucket of phis.

mod access;
mod atom;
mod because;
mod bits;
mod callee;
mod control_flow;
mod data_flow;
mod decimal;
mod domain;
mod estimates;
mod fact;
mod fact_answer;
mod index;
mod kind;
mod literal;
mod memory;
mod names;
mod narrow;
mod own_analysis;
mod own_solution;
mod pair;
mod paths;
mod type_name;
pub mod vocabulary;
mod world;

#[cfg(test)]
mod cases_test;
#[cfg(test)]
mod definition_test;
#[cfg(test)]
mod narrow_test;

pub use access::Access;
pub use atom::Atom;
pub use because::{Because, OwnReason, WayPast};
pub use bits::Bits;
pub use callee::{CallFact, callee_of, distance, origins, place_of};
pub use control_flow::{ControlFlow, Dominates};
pub use data_flow::DataFlow;
pub use domain::{TERMS, is_term};
pub use fact::{ConstantValue, Fact};
pub use fact_answer::{BodyPlace, CalleeFacts, CalleeReason, FactAnswer, FactReason, Place};
pub use kind::{IrKind, Kind};
pub use literal::Literal;
pub use memory::MemoryFact;
pub use names::{Attribute, Named};
pub use own_analysis::{OwnAnalysis, OwnBoundary, OwnFact};
pub use pair::Pair;
pub use paths::{Path, SetSizes};
pub use type_name::TypeName;
pub use world::ModelWorld;
