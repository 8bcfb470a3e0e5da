//! The edit plan: everything a transform wants done to a function, as plain data.
//!
//! A pass computes a complete plan from the model and hands it to `llvm/commit`, the one place that
//! changes IR. A plan that cannot be carried out whole is not carried out at all.
//!
//! Example: `sqrt(a*a)` becomes one new `llvm.fabs(a)` before the call, which replaces it.

use super::{Flags, Opcode, ValueId};

/// What a new instruction takes: a value of the function or an earlier new instruction of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A value of the model.
    Value(ValueId),
    /// The new instruction at this index of [`EditPlan::new`].
    New(u32),
    /// A number of the type of a value: an integer, cut or sign-extended to its width; a float; a vector of either with
    /// that number in all lanes.
    Number(ValueId, i128),
}

/// What a new instruction computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewKind {
    /// A two-operand instruction; the type is that of the operands.
    Binary(Opcode, Operand, Operand),
    /// A call of the LLVM intrinsic with this name without its type suffix (`llvm.fabs`), overloaded on
    /// the type of the first argument.
    Intrinsic(&'static str, Vec<Operand>),
    /// A copy of an existing call (callee, attributes, calling convention, bundles) with other arguments.
    CallLike(ValueId, Vec<Operand>),
}

/// A new instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewInstruction {
    /// What it computes.
    pub kind: NewKind,
    /// Its flags: must follow from those of the instructions it replaces.
    pub flags: Flags,
    /// It is placed right before this instruction.
    pub before: ValueId,
    /// Its debug location is the merge of the locations of these instructions.
    pub location_of: Vec<ValueId>,
    /// The name hint in textual IR.
    pub name: &'static str,
}

/// A complete plan. Order of execution: create, replace, erase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EditPlan {
    /// Instructions to create, in order; each uses only earlier ones.
    pub new: Vec<NewInstruction>,
    /// Every use of the first becomes a use of the second.
    pub replace: Vec<(ValueId, Operand)>,
    /// Instructions to erase, users before what they use; each must be without uses by then.
    pub erase: Vec<ValueId>,
}

impl EditPlan {
    /// Whether the plan changes nothing.
    pub fn is_empty(&self) -> bool {
        self.new.is_empty() && self.replace.is_empty() && self.erase.is_empty()
    }

    /// Adds a new instruction and returns the operand that names it.
    pub fn create(&mut self, instruction: NewInstruction) -> Operand {
        self.new.push(instruction);
        Operand::New(self.new.len() as u32 - 1)
    }
}
