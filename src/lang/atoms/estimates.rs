//! Estimates of how many candidates atoms list and how often they hold, by which the planner compares plans.
//!
//! The figures are rounded means over the functions of numerical programs. A bad estimate makes a plan
//! slower, never wrong. An atom without figures of its own has those of its [`AccessPath`].

use super::{Access, Atom, ControlFlow, DataFlow, Kind, Named};
use ir::{Opcode, OpcodeClass};
use solver::{AccessPath, ArgSet};

impl Atom {
    /// The estimated number of candidates for the target, given the access path and the bound arguments.
    pub(super) fn expected_of(&self, access_path: AccessPath, target: usize, bound: ArgSet) -> f64 {
        let is_bound = |k: usize| k != target && bound.contains(k);
        match (self, access_path) {
            (Atom::Kind(Kind::Opcode(class)), _) => instructions(*class),
            (Atom::Access(Access::Write), _) => instructions(OpcodeClass::Exactly(Opcode::Store)),
            (Atom::Access(Access::Read), _) => 1.2 * instructions(OpcodeClass::Exactly(Opcode::Load)),
            (Atom::Access(Access::Place), _) if is_bound(0) => 1.0,
            (Atom::Access(Access::Place), AccessPath::Few) if target == 0 => 20.0,
            (Atom::Access(Access::Place), AccessPath::Bucket) => 60.0,
            (Atom::DataFlow(DataFlow::Phi | DataFlow::PhiOperand), AccessPath::Bucket) => {
                2.0 * instructions(OpcodeClass::Exactly(Opcode::Phi))
            }
            (Atom::DataFlow(DataFlow::Arg(_) | DataFlow::Operand(_)), AccessPath::Few) => 0.8,
            (Atom::DataFlow(_), AccessPath::Few) if target == 1 => 1.5,
            _ => access_path.expected(),
        }
    }

    /// The usual probability that the atom holds of known values.
    pub(super) fn usual_odds(&self) -> f64 {
        match self {
            Atom::Kind(Kind::Opcode(_)) => 0.15,
            Atom::Named(Named::Function(_)) => 0.05,
            Atom::Kind(Kind::NotNumericConstant) => 0.9,
            Atom::DataFlow(_) => 0.2,
            Atom::ControlFlow(ControlFlow::Successor(_) | ControlFlow::InSuccessors) => 0.2,
            Atom::Access(Access::Place | Access::Stride | Access::Rest { .. } | Access::Counter) => 0.2,
            Atom::Kind(Kind::DataType(_)) => 0.3,
            _ => 0.5,
        }
    }
}

/// The usual number of instructions of an opcode class in a function with loops.
fn instructions(class: OpcodeClass) -> f64 {
    match class {
        OpcodeClass::Branch => 12.0,
        OpcodeClass::Call => 6.0,
        OpcodeClass::Exactly(opcode) => match opcode {
            Opcode::Load | Opcode::GetElementPtr => 14.0,
            Opcode::Phi | Opcode::Add => 10.0,
            Opcode::Store | Opcode::FAdd | Opcode::FMul | Opcode::Mul => 5.0,
            Opcode::ICmp => 8.0,
            Opcode::Call | Opcode::Br => 6.0,
            _ => 2.0,
        },
    }
}
