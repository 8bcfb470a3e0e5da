//! The edit plan: everything a transform wants done to a function, as plain data.
//!
//! A pass computes a complete plan from the model and hands it to `llvm/commit`, the one place that
//! changes IR. A plan that cannot be carried out whole is not carried out at all.
//!
//! Example: `sqrt(a*a)` becomes one new `llvm.fabs(a)` before the call, which replaces it.

use super::{Flags, Model, Number, Opcode, TypeId, ValueId};
use smallvec::{SmallVec, smallvec};

/// What a new instruction takes: a value of the function or an earlier new instruction of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A value of the model.
    Value(ValueId),
    /// The new instruction at this index of [`EditPlan::new`].
    New(u32),
    /// The new constant at this index of [`EditPlan::constants`].
    Constant(u32),
    /// The global that this constant of the model is an offset from: see [`ConstantAddress`](super::ConstantAddress).
    BaseOf(ValueId),
}

/// An integer or float constant, or a vector of equal ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewConstant {
    /// Its type: an integer or float, or a vector of them.
    pub ty: TypeId,
    /// The number, as wide as the type says and in its format.
    pub number: Number,
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
    /// A conversion of an integer, or of a vector of them, to that type: `sext`, `zext` or `trunc`.
    Cast(Opcode, Operand, TypeId),
    /// `getelementptr i8, base, offset`, which has that type.
    Gep {
        /// The base.
        base: Operand,
        /// The offset in bytes, of the index width.
        offset: Operand,
        /// A pointer or a vector of pointers.
        ty: TypeId,
    },
    /// A `select`: condition, and the values it chooses from.
    Select(Operand, Operand, Operand),
    /// A vector of that type with a scalar in all lanes: `insertelement` and `shufflevector`.
    Splat(Operand, TypeId),
}

impl NewKind {
    /// What it takes, in the order of the arguments.
    pub fn operands(&self) -> SmallVec<[Operand; 3]> {
        match self {
            NewKind::Binary(_, left, right) => smallvec![*left, *right],
            NewKind::Intrinsic(_, args) | NewKind::CallLike(_, args) => SmallVec::from_slice(args),
            NewKind::Cast(_, from, _) | NewKind::Splat(from, _) => smallvec![*from],
            NewKind::Gep { base, offset, .. } => smallvec![*base, *offset],
            NewKind::Select(condition, yes, no) => smallvec![*condition, *yes, *no],
        }
    }
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
    pub location_of: SmallVec<[ValueId; 1]>,
    /// The name hint in textual IR.
    pub name: &'static str,
}

/// A complete plan. Order of execution: create, set operands, replace, erase.
///
/// A new instruction may use what is replaced: its use becomes one of the replacement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EditPlan {
    /// Constants that the plan brings in.
    pub constants: Vec<NewConstant>,
    /// Instructions to create, in order; each uses only earlier ones.
    pub new: Vec<NewInstruction>,
    /// An operand of a load, store, `cmpxchg` or `atomicrmw` becomes another: the instruction, the operand's number.
    pub operands: Vec<(ValueId, u32, Operand)>,
    /// Every use of the first becomes a use of the second.
    pub replace: Vec<(ValueId, Operand)>,
    /// Instructions to erase, users before what they use; each must be without uses by then.
    pub erase: Vec<ValueId>,
}

/// So many of the constants added last are looked at, so that one is not added again at once.
const RECENT: usize = 8;

impl EditPlan {
    /// Whether the plan changes nothing.
    pub fn is_empty(&self) -> bool {
        self.new.is_empty() && self.operands.is_empty() && self.replace.is_empty() && self.erase.is_empty()
    }

    /// Adds a constant, unless it was just added, and returns the operand that names it.
    pub fn constant(&mut self, ty: TypeId, number: Number) -> Operand {
        let constant = NewConstant { ty, number };
        let recent = self.recent(|known| *known == constant);
        recent.unwrap_or_else(|| self.add(constant))
    }

    /// [`EditPlan::constant`] of an integer of at most 64 bits, or of a vector of them: the value cut to that width.
    pub fn integer(&mut self, ty: TypeId, width: u32, value: i64) -> Operand {
        let bits = value as u64 & (u64::MAX >> (64 - width.clamp(1, 64)));
        let is_it = |known: &NewConstant| match &known.number {
            Number::Int { width: w, words } => known.ty == ty && *w == width && **words == [bits],
            Number::Float { .. } => false,
        };
        let recent = self.recent(is_it);
        recent.unwrap_or_else(|| self.add(NewConstant { ty, number: Number::int(width, value) }))
    }

    /// A constant that was just added. A look at the last few keeps plans short, and is no search.
    fn recent(&self, is_it: impl Fn(&NewConstant) -> bool) -> Option<Operand> {
        let mut last = self.constants.iter().enumerate().rev().take(RECENT);
        last.find(|(_, known)| is_it(known)).map(|(at, _)| Operand::Constant(at as u32))
    }

    fn add(&mut self, constant: NewConstant) -> Operand {
        self.constants.push(constant);
        Operand::Constant(self.constants.len() as u32 - 1)
    }

    /// The type of an operand of this plan; `None` for one that does not exist.
    pub fn type_of(&self, model: &Model, operand: Operand) -> Option<TypeId> {
        let mut operand = operand;
        // Each step goes to an earlier new instruction, so this ends.
        for _ in 0..=self.new.len() {
            match operand {
                Operand::Value(value) | Operand::BaseOf(value) => return Some(model.type_id(value)),
                Operand::Constant(k) => return Some(self.constants.get(k as usize)?.ty),
                Operand::New(k) => match &self.new.get(k as usize)?.kind {
                    NewKind::Binary(_, left, _) => operand = *left,
                    NewKind::Select(_, yes, _) => operand = *yes,
                    NewKind::Intrinsic(_, args) => operand = *args.first()?,
                    NewKind::CallLike(call, _) => return Some(model.type_id(*call)),
                    NewKind::Cast(.., ty) | NewKind::Gep { ty, .. } | NewKind::Splat(_, ty) => {
                        return Some(*ty);
                    }
                },
            }
        }
        None
    }

    /// Adds a new instruction and returns the operand that names it.
    pub fn create(&mut self, instruction: NewInstruction) -> Operand {
        self.new.push(instruction);
        Operand::New(self.new.len() as u32 - 1)
    }
}
