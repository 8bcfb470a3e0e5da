//! Edit plans: all changes that a transform makes to a function, as plain data.
//!
//! A pass computes a complete plan from the model and hands it to `llvm/commit`, the only code that changes
//! IR. A plan that cannot be carried out completely is not carried out at all.
//!
//! Example: for `sqrt(a*a)` a plan creates `llvm.fabs(a)` before the call, and replaces the call by it.

mod threads;

pub use threads::{
    Below, Better, ChosenValue, Combining, Copies, IndexRange, LastStep, Limit, ParallelLoop, PrivateArray,
    RangeLimit, Schedule, ThreadChoice, ThreadReduction,
};

use super::{Flags, FloatPredicate, IntPredicate, Lane, Model, Number, Opcode, Type, TypeId, ValueId};
use smallvec::{SmallVec, smallvec};

/// An operand of a new instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A value of the model.
    Value(ValueId),
    /// The new instruction at this index of [`EditPlan::new`].
    New(u32),
    /// The new constant at this index of [`EditPlan::constants`].
    Constant(u32),
    /// The base global of the address that this constant of the model denotes: see
    /// [`ConstantAddress`](super::ConstantAddress).
    BaseOf(ValueId),
}

/// A type that the function does not have: a number, or a vector of numbers in the shape of an existing one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewType {
    /// A vector type of the model with the same number of lanes; `None` for a scalar.
    pub shape: Option<TypeId>,
    /// The type of the number, or of the lanes.
    pub lane: Lane,
    /// The type itself.
    pub ty: Type,
}

/// A new integer or float constant, or a splat of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewConstant {
    /// Its type: an integer or float, or a vector of them.
    pub ty: TypeId,
    /// The number, with the width or format of the type.
    pub number: Number,
}

/// The operation of a new instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewKind {
    /// A two-operand instruction; the type is that of the operands.
    Binary(Opcode, Operand, Operand),
    /// An `icmp`. Its type is `i1` in the shape of the operands: see [`EditPlan::truth`].
    Compare(IntPredicate, Operand, Operand, TypeId),
    /// An `fcmp`, with a type like that of `icmp`.
    FloatCompare(FloatPredicate, Operand, Operand, TypeId),
    /// A `freeze`.
    Freeze(Operand),
    /// An `fneg`.
    Negate(Operand),
    /// A call of a function by its symbol, with scalar arguments and without effects. Declared if the module
    /// does not know it.
    External {
        /// The symbol.
        name: String,
        /// The arguments.
        args: Vec<Operand>,
        /// The type of the result.
        ty: TypeId,
    },
    /// A call of the LLVM intrinsic with this name without type suffix (`llvm.fabs`), overloaded on the type
    /// of the first argument: see [`IntrinsicShape`](super::IntrinsicShape).
    Intrinsic(&'static str, Vec<Operand>),
    /// A copy of an existing call (callee, attributes, calling convention, bundles) with other arguments.
    CallLike(ValueId, Vec<Operand>),
    /// A lane-wise conversion to the type: `sext`, `zext`, `trunc`, `ptrtoint` or `inttoptr`; or a `bitcast`
    /// of numbers.
    Cast(Opcode, Operand, TypeId),
    /// `getelementptr i8, base, offset`, with the type `ty`.
    Gep {
        /// The base.
        base: Operand,
        /// The offset in bytes, of the index width.
        offset: Operand,
        /// A pointer or a vector of pointers.
        ty: TypeId,
    },
    /// A `select`: condition, true value, false value. A vector of conditions selects lane by lane.
    Select(Operand, Operand, Operand),
    /// A splat of a scalar to the vector type: `insertelement` and `shufflevector`.
    Splat(Operand, TypeId),
}

impl NewKind {
    /// Its operands, in order.
    pub fn operands(&self) -> SmallVec<[Operand; 3]> {
        match self {
            NewKind::Binary(_, left, right)
            | NewKind::Compare(_, left, right, _)
            | NewKind::FloatCompare(_, left, right, _) => smallvec![*left, *right],
            NewKind::Intrinsic(_, args) | NewKind::CallLike(_, args) | NewKind::External { args, .. } => {
                SmallVec::from_slice(args)
            }
            NewKind::Cast(_, from, _)
            | NewKind::Splat(from, _)
            | NewKind::Freeze(from)
            | NewKind::Negate(from) => smallvec![*from],
            NewKind::Gep { base, offset, .. } => smallvec![*base, *offset],
            NewKind::Select(condition, yes, no) => smallvec![*condition, *yes, *no],
        }
    }
}

/// A new instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewInstruction {
    /// The operation.
    pub kind: NewKind,
    /// Its flags, which must follow from those of the replaced instructions. Flags that the LLVM version does
    /// not have are left out.
    pub flags: Flags,
    /// The instruction right before which it is placed.
    pub before: ValueId,
    /// The instructions whose merged debug location it gets.
    pub location_of: SmallVec<[ValueId; 1]>,
    /// The name hint in textual IR.
    pub name: &'static str,
}

/// A call that replaces a loop nest if a condition holds.
///
/// The blocks of the nest stay: a new branch before them leads to the call or to the nest, and both continue
/// after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuardedCall {
    /// The terminator of the only block outside the nest that leads to it.
    pub entry: ValueId,
    /// The first instruction of the nest.
    pub header: ValueId,
    /// The only terminator with an edge out of the nest: a conditional branch.
    pub latch: ValueId,
    /// The first instruction of each of its blocks.
    pub blocks: Vec<ValueId>,
    /// The condition under which the call is made.
    pub condition: Operand,
    /// The symbol of the function.
    pub name: String,
    /// Its arguments; for a pointer, with the accesses of the callee to the memory it points to.
    pub args: Vec<(Operand, ArgumentMemory)>,
    /// The type of its result; `None` for `void`.
    pub ty: Option<TypeId>,
    /// The value of the nest that is used after it, which the result replaces.
    pub result: Option<GuardedResult>,
    /// `Some` if the nest is one loop that resumes at a later round after the call; otherwise the call
    /// replaces all rounds.
    pub skipped: Option<SkippedRounds>,
    /// The effects of the nest beside the call, in loops of their own.
    pub rest: Option<RestOfNest>,
}

/// The part of a nest that runs in copies of its loops, before and behind the call that replaces the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestOfNest {
    /// The first instruction of each block of the inner loop that no copy has, that of its header first.
    pub replaced: Vec<ValueId>,
    /// The only terminator outside it that leads to it.
    pub entry: ValueId,
    /// The first instruction of the block behind it.
    pub exit: ValueId,
    /// The only effects of the copy before the call; none if there is no copy.
    pub before: Vec<ValueId>,
    /// The only effects of the copy behind the call.
    pub behind: Vec<ValueId>,
    /// The first instruction of each block that a round of the copies comes to behind the inner loop.
    pub later: Vec<ValueId>,
    /// The value of the inner loop that the copy behind the call needs.
    pub left: Option<LeftInMemory>,
}

/// A value that a call leaves in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftInMemory {
    /// The value.
    pub value: ValueId,
    /// The value that is added to the one in memory, if any.
    pub plus: Option<ValueId>,
    /// The store whose address it is at.
    pub store: ValueId,
    /// The flags of that addition.
    pub flags: Flags,
}

/// The round at which a loop resumes after a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedRounds {
    /// The encoding of that round in the call's result.
    pub from: RoundResult,
    /// The number of the last round, 64 bits wide, which is an upper bound of the round.
    pub last: Option<Operand>,
    /// The phis of the loop's header with the constants by which they step, in bytes for pointers.
    pub steps: Vec<(ValueId, i64)>,
    /// The phis of the header of which each holds a value computed from the stepping phis in the previous
    /// round.
    pub lagging: Vec<ValueId>,
}

impl SkippedRounds {
    /// The operands that it uses, besides the phis.
    pub fn operands(&self) -> impl Iterator<Item = Operand> {
        let first = match self.from {
            RoundResult::Element { first, .. } => Some(first),
            RoundResult::Number | RoundResult::LastUnless => None,
        };
        first.into_iter().chain(self.last)
    }
}

/// The encoding of a round in the result of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundResult {
    /// The number of the round.
    Number,
    /// The address of the element that the round accesses; null for the last round.
    Element {
        /// The address of the first element.
        first: Operand,
        /// The distance between the elements of consecutive rounds in bytes.
        size: u32,
    },
    /// Zero for the last round, any other value for the first.
    LastUnless,
}

/// The accesses of a function to the memory of an argument. The function accesses no other memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArgumentMemory {
    /// Whether it reads the memory.
    pub reads: bool,
    /// Whether it writes the memory.
    pub writes: bool,
}

/// The value of a nest that the result of a call replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuardedResult {
    /// The value, which the nest computes.
    pub value: ValueId,
    /// A binary operation on another value and the result, with its flags; `None` if the value is the result
    /// itself.
    pub with: Option<(Opcode, Operand, Flags)>,
}

/// The value that replaces the uses of a loop's value after the loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExitValue {
    /// The value, which the loop computes.
    pub value: ValueId,
    /// Its replacement, which is computed before the loop.
    pub by: Operand,
    /// The first instructions of all blocks of the loop; uses in these blocks stay.
    pub blocks: Vec<ValueId>,
}

/// A complete plan. It is carried out in this order: create, set operands, replace, erase, guarded calls.
///
/// A new instruction may use a value that the plan replaces: the use becomes one of the replacement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EditPlan {
    /// New types; their ids follow those of the model.
    pub types: Vec<NewType>,
    /// New constants.
    pub constants: Vec<NewConstant>,
    /// Instructions to create, in order; each uses only earlier ones.
    pub new: Vec<NewInstruction>,
    /// Changed operands of loads, stores, `cmpxchg` and `atomicrmw`: instruction, operand number, new
    /// operand.
    pub operands: Vec<(ValueId, u32, Operand)>,
    /// Replacements of all uses: the value, and its replacement.
    pub replace: Vec<(ValueId, Operand)>,
    /// Instructions to erase, users before their operands. Each must be unused by then.
    pub erase: Vec<ValueId>,
    /// Replacements of uses after loops.
    pub exit_values: Vec<ExitValue>,
    /// Guarded calls, no two of which share a block.
    pub guarded: Vec<GuardedCall>,
    /// Loops whose rounds are divided among threads: at most one, and no other change of control flow then.
    pub parallel: Vec<ParallelLoop>,
}

/// The number of most recent constants that are compared with a new one.
const RECENT: usize = 8;

impl EditPlan {
    /// Whether the plan changes nothing.
    pub fn is_empty(&self) -> bool {
        self.new.is_empty()
            && self.operands.is_empty()
            && self.replace.is_empty()
            && self.erase.is_empty()
            && self.exit_values.is_empty()
            && self.guarded.is_empty()
            && self.parallel.is_empty()
    }

    /// The id of a number type in the shape of another type, found in the model or added to the plan.
    pub fn numeric(&mut self, model: &Model, shape: TypeId, lane: Lane) -> Option<TypeId> {
        let like = self.ty(model, shape)?;
        let (ty, is_vector) = (like.with_lane(lane), like.lanes().is_some());
        let known = shape.index().checked_sub(model.types().len()).and_then(|at| self.types.get(at));
        let shape = known.map_or(Some(shape), |new| new.shape).filter(|_| is_vector);
        Some(self.intern(model, NewType { shape, lane, ty }))
    }

    /// The id of a scalar number type, found in the model or added to the plan.
    pub fn scalar(&mut self, model: &Model, lane: Lane) -> TypeId {
        self.intern(model, NewType { shape: None, lane, ty: lane.scalar() })
    }

    fn intern(&mut self, model: &Model, new: NewType) -> TypeId {
        let all = model.types().iter().chain(self.types.iter().map(|new| &new.ty));
        let at = all.into_iter().position(|known| *known == new.ty).unwrap_or_else(|| {
            self.types.push(new);
            model.types().len() + self.types.len() - 1
        });
        TypeId::new(at)
    }

    /// The type of a comparison of values of the type `compared`: `i1` in its shape.
    pub fn truth(&mut self, model: &Model, compared: TypeId) -> Option<TypeId> {
        self.numeric(model, compared, Lane::Integer(1))
    }

    /// A type of the model or of the plan.
    pub fn ty<'a>(&'a self, model: &'a Model, id: TypeId) -> Option<&'a Type> {
        let types = model.types();
        types.get(id.index()).or_else(|| Some(&self.types.get(id.index() - types.len())?.ty))
    }

    /// Adds a constant, unless it is among the most recent ones, and returns it as an operand.
    pub fn constant(&mut self, ty: TypeId, number: Number) -> Operand {
        let constant = NewConstant { ty, number };
        let recent = self.recent(|known| *known == constant);
        recent.unwrap_or_else(|| self.add(constant))
    }

    /// [`EditPlan::constant`] for an integer of at most 64 bits, or a splat of one: the value truncated to
    /// that width.
    pub fn integer(&mut self, ty: TypeId, width: u32, value: i64) -> Operand {
        let bits = value as u64 & (u64::MAX >> (64 - width.clamp(1, 64)));
        let is_it = |known: &NewConstant| match &known.number {
            Number::Int { width: w, words } => known.ty == ty && *w == width && **words == [bits],
            Number::Float { .. } => false,
        };
        let recent = self.recent(is_it);
        recent.unwrap_or_else(|| self.add(NewConstant { ty, number: Number::int(width, value) }))
    }

    /// The constant, if it is among the most recent ones. This bounded search avoids most duplicates.
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
        // Each step leads to an earlier new instruction, so the loop ends.
        for _ in 0..=self.new.len() {
            match operand {
                Operand::Value(value) | Operand::BaseOf(value) => return Some(model.type_id(value)),
                Operand::Constant(k) => return Some(self.constants.get(k as usize)?.ty),
                Operand::New(k) => match &self.new.get(k as usize)?.kind {
                    NewKind::Binary(_, left, _) | NewKind::Freeze(left) | NewKind::Negate(left) => {
                        operand = *left;
                    }
                    NewKind::Select(_, yes, _) => operand = *yes,
                    NewKind::Intrinsic(_, args) => operand = *args.first()?,
                    NewKind::CallLike(call, _) => return Some(model.type_id(*call)),
                    NewKind::Compare(.., ty)
                    | NewKind::FloatCompare(.., ty)
                    | NewKind::Cast(.., ty)
                    | NewKind::Gep { ty, .. }
                    | NewKind::External { ty, .. }
                    | NewKind::Splat(_, ty) => return Some(*ty),
                },
            }
        }
        None
    }

    /// Adds a new instruction and returns it as an operand.
    pub fn create(&mut self, instruction: NewInstruction) -> Operand {
        self.new.push(instruction);
        Operand::New(self.new.len() as u32 - 1)
    }
}
