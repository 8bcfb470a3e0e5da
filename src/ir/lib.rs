//! The SSA model of one function, on which CAnDL formulas are evaluated.
//!
//! Values have one dense index: parameters, then instructions in layout order, then globals used as operands,
//! then constants used as operands. Data flow and control flow are stored as compressed sparse rows in both
//! directions. Dominance and the facts related to it are derived on first use and cached.
//!
//! The model is independent of LLVM. `llvm/extract` builds it from a function, and tests build small ones by
//! hand, both with [`ModelBuilder`]. `docs/src/model.md` describes it for users.

mod address;
mod alias_metadata;
mod apply;
mod around;
mod builder;
mod carries;
mod casts;
mod components;
mod constant;
mod control_dependence;
mod csr;
mod cuts;
mod dependence;
mod dominance;
mod dominator_tree;
mod dump;
mod edit;
mod facts;
mod flags;
mod function;
mod halves;
pub mod host;
mod ids;
mod intrinsic;
mod left_out;
mod level;
mod memory;
mod names;
mod opcode;
pub mod pipeline;
mod post_dominance;
mod predicate;
mod reach;
mod reached;
mod regions;
mod relaid;
mod source_types;
mod string_pool;
mod types;

#[cfg(any(test, feature = "testing"))]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
pub mod testing;

#[cfg(test)]
mod facts_test;
#[cfg(test)]
mod figures_test;
#[cfg(test)]
mod regions_test;

pub use address::{Base, ConstantAddress, GepForm};
pub use alias_metadata::{AliasMetadata, AliasScope, AliasTag, AliasType, Statement, StatementId};
pub use apply::apply;
pub use builder::{BlockDraft, InstructionDraft, InstructionHead, ModelBuilder, OperandDraft};
pub use components::{Components, components_of};
pub use constant::{Constant, FloatKind, Number, Words};
pub use control_dependence::ControlDependence;
pub use csr::Csr;
pub use dominance::Dominance;
pub use dominator_tree::DominatorTree;
pub use dump::Dump;
pub use edit::{
    ArgumentMemory, Below, Better, ChosenValue, Combining, Copies, EditPlan, ExitValue, GuardedCall,
    GuardedResult, IndexRange, LastStep, LeftInMemory, Limit, NewConstant, NewInstruction, NewKind, NewType,
    Operand, ParallelLoop, PrivateArray, RangeLimit, RestOfNest, RoundResult, Schedule, SkippedRounds,
    ThreadChoice, ThreadReduction,
};
pub use flags::{Effects, Flags};
pub use function::{
    BlockProfile, Edge, Function, Global, Model, SourceLocation, SourceVariable, Temperature, ValueKind,
};
pub use ids::{BlockId, TypeId, ValueId};
pub use intrinsic::IntrinsicShape;
pub use left_out::LeftOut;
pub use level::OptimisationLevel;
pub use memory::{CallMemory, MemoryFacts, ParameterMemory, Storage};
pub use names::{canonical_name, known_functions, known_operand_count};
pub use opcode::{Opcode, OpcodeClass, OpcodeSet};
pub use post_dominance::PostDominance;
pub use predicate::{FloatPredicate, IntPredicate};
pub use reach::Paths;
pub use reached::Flow;
pub use regions::Regions;
pub use relaid::{LaidBlock, LaidInstruction, LaidKind, LaidOperand, Relaid};
pub use source_types::{Pointee, SourceMember, SourceType, SourceTypes};
pub use types::{Lane, Type, TypeClass};
