//! The SSA model of one function: what CAnDL formulas talk about.
//!
//! Values have one dense index: parameters, then instructions in layout order, then globals used as
//! operands, then constants used as operands. Data flow and control flow are kept in compressed
//! rows, both ways; dominance and its relatives are derived on first use and kept.
//!
//! The model knows no LLVM. `llvm/extract` builds one from a function, tests build small ones by
//! hand, both through [`ModelBuilder`]. `docs/src/model.md` is the user's view of it.

mod builder;
mod constant;
mod dump;
mod edit;
mod flags;
mod function;
mod ids;
mod names;
mod opcode;
mod rows;
mod types;

pub use builder::{BlockDraft, InstructionDraft, ModelBuilder};
pub use constant::{Constant, FloatKind, Number};
pub use dump::Dump;
pub use edit::{EditPlan, NewInstruction, NewKind, Operand};
pub use flags::{Effects, Flags};
pub use function::{Edge, Function, Global, Model, SourceLocation, ValueKind};
pub use ids::{BlockId, TypeId, ValueId};
pub use names::canonical_name;
pub use opcode::{Opcode, OpcodeClass};
pub use rows::Rows;
pub use types::{Type, TypeClass};
