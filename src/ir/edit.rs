//! The edit plan: everything a transform wants done to a function, as plain data.
//!
//! A pass computes a complete plan from the model and hands it to `llvm/commit`, the one place that
//! changes IR. A plan that cannot be carried out whole is not carried out at all.
//!
//! Example: `sqrt(a*a)` becomes one new `llvm.fabs(a)` before the call, which replaces it.

use super::{Flags, FloatPredicate, IntPredicate, Lane, Model, Number, Opcode, Type, TypeId, ValueId};
use smallvec::{SmallVec, smallvec};

/// An operand of a new instruction: a value of the function, or an earlier new instruction of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A value of the model.
    Value(ValueId),
    /// The new instruction at this index of [`EditPlan::new`].
    New(u32),
    /// The new constant at this index of [`EditPlan::constants`].
    Constant(u32),
    /// The global that this constant of the model is an offset from: see
    /// [`ConstantAddress`](super::ConstantAddress).
    BaseOf(ValueId),
}

/// A type that the function does not have: of a number, or of a vector in the shape of one that it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewType {
    /// A vector type of the model with as many lanes; none of a scalar.
    pub shape: Option<TypeId>,
    /// The type of the number, or of the lanes.
    pub lane: Lane,
    /// The type itself.
    pub ty: Type,
}

/// An integer or float constant, or a vector of equal ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewConstant {
    /// Its type: an integer or float, or a vector of them.
    pub ty: TypeId,
    /// The number, as wide as the type says and in its format.
    pub number: Number,
}

/// The operation of a new instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewKind {
    /// A two-operand instruction; the type is that of the operands.
    Binary(Opcode, Operand, Operand),
    /// An `icmp`, whose type is `i1` in the shape of the operands: see [`EditPlan::truth`].
    Compare(IntPredicate, Operand, Operand, TypeId),
    /// An `fcmp`, likewise.
    FloatCompare(FloatPredicate, Operand, Operand, TypeId),
    /// A `freeze`.
    Freeze(Operand),
    /// An `fneg`.
    Negate(Operand),
    /// A call of a function of the program by its symbol, which has that type, takes scalars as they are and
    /// has no effects. It is declared where the module does not know it.
    External {
        /// The symbol.
        name: String,
        /// The arguments.
        args: Vec<Operand>,
        /// The type of the result.
        ty: TypeId,
    },
    /// A call of the LLVM intrinsic with this name without its type suffix (`llvm.fabs`), overloaded on
    /// the type of the first argument: see [`IntrinsicShape`](super::IntrinsicShape).
    Intrinsic(&'static str, Vec<Operand>),
    /// A copy of an existing call (callee, attributes, calling convention, bundles) with other arguments.
    CallLike(ValueId, Vec<Operand>),
    /// A conversion to that type, lane by lane: `sext`, `zext`, `trunc`, `ptrtoint` or `inttoptr`; or a
    /// `bitcast` of numbers.
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
    /// A `select`: condition, and the values it chooses from. A vector of conditions chooses lane by lane.
    Select(Operand, Operand, Operand),
    /// A vector of that type with a scalar in all lanes: `insertelement` and `shufflevector`.
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
    /// Its flags: must follow from those of the instructions it replaces. A flag that this LLVM does not have
    /// is left out.
    pub flags: Flags,
    /// The instruction right before which it is placed.
    pub before: ValueId,
    /// The instructions whose merged debug location it gets.
    pub location_of: SmallVec<[ValueId; 1]>,
    /// The name hint in textual IR.
    pub name: &'static str,
}

/// A call that takes the place of a nest of loops where a condition holds; the nest stays for all else.
///
/// The blocks of the nest are left as they are: a branch before them goes to the call or to them, and both go
/// on behind them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuardedCall {
    /// The terminator of the only block that leads to the nest from outside.
    pub entry: ValueId,
    /// The first instruction of the nest.
    pub header: ValueId,
    /// The only terminator that leaves the nest: a conditional branch.
    pub latch: ValueId,
    /// The first instruction of each of its blocks.
    pub blocks: Vec<ValueId>,
    /// Whether the call is made.
    pub condition: Operand,
    /// The symbol of the function.
    pub name: String,
    /// Its arguments; of a pointer, how the function accesses what it leads to.
    pub args: Vec<(Operand, ArgumentMemory)>,
    /// The type of its result; none of a function that gives nothing.
    pub ty: Option<TypeId>,
    /// The value of the nest that is used behind it, which the result stands for.
    pub result: Option<GuardedResult>,
    /// The nest is one loop, and runs from a later round behind the call; else it does not run.
    pub skipped: Option<SkippedRounds>,
}

/// The round that a loop runs from, behind a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedRounds {
    /// The encoding of the round in the call's result.
    pub from: RoundResult,
    /// The number of the last round, 64 bits wide: no later one is begun with.
    pub last: Option<Operand>,
    /// The phis of the loop's header with the constants by which they step; bytes, where they are pointers.
    pub steps: Vec<(ValueId, i64)>,
    /// All its other phis: each holds what was computed from those in the round before.
    pub lagging: Vec<ValueId>,
}

impl SkippedRounds {
    /// The operands that it uses, beside the phis.
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
    /// The address of the round's element, from the first one on; null for the last round.
    Element {
        /// The address of the first element.
        first: Operand,
        /// The bytes from the element of one round to that of the next.
        size: u32,
    },
    /// Zero for the last round, anything else for the first.
    LastUnless,
}

/// The accesses of a function to the memory behind an argument. It accesses no other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArgumentMemory {
    /// Whether it reads there.
    pub reads: bool,
    /// Whether it writes there.
    pub writes: bool,
}

/// The value of a nest that the result of a call stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuardedResult {
    /// The value, which the nest computes.
    pub value: ValueId,
    /// A binary operation of another value and the result, with its flags; else it is the result itself.
    pub with: Option<(Opcode, Operand, Flags)>,
}

/// A value of a loop that another one stands for, behind the loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExitValue {
    /// The value, which the loop computes.
    pub value: ValueId,
    /// The value that stands for it; computed before the loop.
    pub by: Operand,
    /// The first instructions of all blocks of the loop: uses in these stay.
    pub blocks: Vec<ValueId>,
}

/// A complete plan. Order of execution: create, set operands, replace, erase; last the calls that are
/// guarded.
///
/// A new instruction may use what is replaced: its use becomes one of the replacement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EditPlan {
    /// Types that the plan brings in; their ids follow those of the model.
    pub types: Vec<NewType>,
    /// Constants that the plan brings in.
    pub constants: Vec<NewConstant>,
    /// Instructions to create, in order; each uses only earlier ones.
    pub new: Vec<NewInstruction>,
    /// An operand of a load, store, `cmpxchg` or `atomicrmw` becomes another: the instruction, the operand's
    /// number.
    pub operands: Vec<(ValueId, u32, Operand)>,
    /// Every use of the first becomes a use of the second.
    pub replace: Vec<(ValueId, Operand)>,
    /// Instructions to erase, users before what they use; each must be without uses by then.
    pub erase: Vec<ValueId>,
    /// Uses of values behind the loops that compute them become uses of others.
    pub exit_values: Vec<ExitValue>,
    /// Calls in the places of nests, no two of which share a block.
    pub guarded: Vec<GuardedCall>,
}

/// So many of the constants added last are looked at, so that one is not added again at once.
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
    }

    /// The id of a type of numbers in the shape of another type, which the model has or the plan brings in.
    pub fn numeric(&mut self, model: &Model, shape: TypeId, lane: Lane) -> Option<TypeId> {
        let like = self.ty(model, shape)?;
        let (ty, is_vector) = (like.with_lane(lane), like.lanes().is_some());
        let known = shape.index().checked_sub(model.types().len()).and_then(|at| self.types.get(at));
        let shape = known.map_or(Some(shape), |new| new.shape).filter(|_| is_vector);
        Some(self.intern(model, NewType { shape, lane, ty }))
    }

    /// The id of the type of a number, which the model has or the plan brings in.
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

    /// The type of a comparison of values of a type: `i1` in its shape.
    pub fn truth(&mut self, model: &Model, compared: TypeId) -> Option<TypeId> {
        self.numeric(model, compared, Lane::Integer(1))
    }

    /// A type of the model or of the plan.
    pub fn ty<'a>(&'a self, model: &'a Model, id: TypeId) -> Option<&'a Type> {
        let types = model.types();
        types.get(id.index()).or_else(|| Some(&self.types.get(id.index() - types.len())?.ty))
    }

    /// Adds a constant, unless it was just added, and returns the operand that names it.
    pub fn constant(&mut self, ty: TypeId, number: Number) -> Operand {
        let constant = NewConstant { ty, number };
        let recent = self.recent(|known| *known == constant);
        recent.unwrap_or_else(|| self.add(constant))
    }

    /// [`EditPlan::constant`] of an integer of at most 64 bits, or of a vector of them: the value cut to that
    /// width.
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

    /// Adds a new instruction and returns the operand that names it.
    pub fn create(&mut self, instruction: NewInstruction) -> Operand {
        self.new.push(instruction);
        Operand::New(self.new.len() as u32 - 1)
    }
}
