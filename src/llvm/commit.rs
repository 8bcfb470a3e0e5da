//! Edit plan → LLVM: the one place that changes IR.
//!
//! A plan is checked whole before anything is touched, then carried out: create, set operands, replace,
//! erase, guard. Should LLVM refuse a step of a checked plan before the first replacement, what was created
//! is erased again; after that point nothing can fail but the invariants of this file, and a failure aborts.

mod fits;
mod guarded;
#[cfg(test)]
mod made_test;
mod parallel;

use super::extract::Extraction;
use super::ffi::Text;
use super::ffi::host as ffi;
use inkwell::llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};
use ir::{
    EditPlan, ExitValue, Lane, Model, NewConstant, NewInstruction, NewKind, NewType, Number, Opcode, Operand,
    TypeId, ValueId,
};
use rustc_hash::FxHashSet;
use thiserror::Error;

/// Why a plan was not carried out. The function is as it was.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommitError {
    /// A place in the plan that must be an instruction is none.
    #[error("{0:?} is no instruction")]
    NotAnInstruction(ValueId),
    /// A new instruction uses one that comes later.
    #[error("new instruction {0} uses a later one")]
    Order(usize),
    /// An operand is not available where the new instruction stands.
    #[error("{0:?} does not dominate the place of its new use")]
    NotDominating(ValueId),
    /// Operands or a replacement have another type than needed.
    #[error("types differ at new instruction {0}")]
    Types(usize),
    /// An erased instruction would still be used.
    #[error("{0:?} is erased and still used")]
    StillUsed(ValueId),
    /// LLVM has no such operation.
    #[error("LLVM cannot make new instruction {0}")]
    Refused(usize),
}

/// Checks a plan against the function it is for.
pub(super) fn check(plan: &EditPlan, model: &Model) -> Result<(), CommitError> {
    if !plan.types.iter().all(|new| fits::is_in_shape(new, model)) {
        return Err(CommitError::Types(0));
    }
    for (at, new) in plan.new.iter().enumerate() {
        check_new(at, new, plan, model)?;
    }
    for (user, n, new) in &plan.operands {
        check_set(*user, *n, *new, plan, model)?;
    }
    for (old, new) in &plan.replace {
        instruction(*old, model)?;
        if !same_type(plan, model, *new, Operand::Value(*old)) {
            return Err(CommitError::Types(plan.new.len()));
        }
        check_available(plan, model, *new, place_of(*old, model))?;
    }
    for exit in &plan.exit_values {
        check_exit_value(exit, plan, model)?;
    }
    plan.guarded.iter().try_for_each(|call| guarded::check(call, plan, model))?;
    plan.parallel.iter().try_for_each(|parallel| parallel::check(parallel, plan, model))?;
    check_erased(plan, model)
}

/// From where on a value is used: behind the phis of its block if it is one, since control has passed all of
/// it where another phi takes it.
fn place_of(value: ValueId, model: &Model) -> ValueId {
    let is_phi = |v: &ValueId| model.opcode(*v) == Some(Opcode::Phi);
    let block = Some(value).filter(is_phi).and_then(|phi| model.block_of(phi));
    block.and_then(|block| model.block_instructions(block).find(|v| !is_phi(v))).unwrap_or(value)
}

fn check_new(at: usize, new: &NewInstruction, plan: &EditPlan, model: &Model) -> Result<(), CommitError> {
    instruction(new.before, model)?;
    // Those stay first in their block.
    use Opcode::{CatchPad, CatchSwitch, CleanupPad, LandingPad, Phi};
    if matches!(model.opcode(new.before), Some(Phi | CatchPad | CatchSwitch | CleanupPad | LandingPad)) {
        return Err(CommitError::NotAnInstruction(new.before));
    }
    for source in &new.location_of {
        instruction(*source, model)?;
    }
    for operand in new.kind.operands() {
        match operand {
            Operand::New(k) if k as usize >= at => return Err(CommitError::Order(at)),
            operand => check_available(plan, model, operand, new.before)?,
        }
    }
    if fits::fits(new, plan, model) { Ok(()) } else { Err(CommitError::Types(at)) }
}

fn instruction(value: ValueId, model: &Model) -> Result<(), CommitError> {
    model.position(value).map(|_| ()).ok_or(CommitError::NotAnInstruction(value))
}

/// An operand must be computed before the instruction `user`; parameters, globals and constants always are.
fn check_available(
    plan: &EditPlan,
    model: &Model,
    operand: Operand,
    user: ValueId,
) -> Result<(), CommitError> {
    let (value, may_be_same) = match operand {
        Operand::Constant(k)
            if plan.constants.get(k as usize).is_some_and(|new| is_of_its_type(new, plan, model)) =>
        {
            return Ok(());
        }
        Operand::Constant(_) => return Err(CommitError::Types(plan.new.len())),
        Operand::BaseOf(value) if model.constant_address(value).is_some() => return Ok(()),
        Operand::BaseOf(value) => return Err(CommitError::NotDominating(value)),
        Operand::Value(value) => (value, false),
        // A new instruction stands right before another one.
        Operand::New(k) => (plan.new[k as usize].before, true),
    };
    let available =
        model.position(value).is_none() || (model.dominates(value, user) && (may_be_same || value != user));
    if available { Ok(()) } else { Err(CommitError::NotDominating(value)) }
}

/// Whether a constant has the width and format that its type says.
fn is_of_its_type(new: &NewConstant, plan: &EditPlan, model: &Model) -> bool {
    let Some(ty) = plan.ty(model, new.ty) else { return false };
    match &new.number {
        Number::Int { width, .. } => ty.integer_width() == Some(*width),
        Number::Float { kind, .. } => ty.float_kind() == Some(*kind),
    }
}

/// Whether two operands have one type. That of a new instruction is that of its first operand, or of the call
/// it copies.
fn same_type(plan: &EditPlan, model: &Model, left: Operand, right: Operand) -> bool {
    let left = plan.type_of(model, left);
    left.is_some() && left == plan.type_of(model, right)
}

/// Only where the numbers of the model are LLVM's, and another address or value is as good.
fn check_set(user: ValueId, n: u32, new: Operand, plan: &EditPlan, model: &Model) -> Result<(), CommitError> {
    instruction(user, model)?;
    let may = match model.opcode(user) {
        Some(Opcode::Load | Opcode::CmpXchg | Opcode::AtomicRmw) => n == 0,
        Some(Opcode::Store) => n <= 1,
        _ => false,
    };
    let old = model.operand(user, n).filter(|_| may).ok_or(CommitError::NotAnInstruction(user))?;
    if !same_type(plan, model, new, Operand::Value(old)) {
        return Err(CommitError::Types(plan.new.len()));
    }
    check_available(plan, model, new, user)
}

/// A value that stands for another behind its loop is computed before each block of that.
fn check_exit_value(exit: &ExitValue, plan: &EditPlan, model: &Model) -> Result<(), CommitError> {
    instruction(exit.value, model)?;
    if !same_type(plan, model, exit.by, Operand::Value(exit.value)) {
        return Err(CommitError::Types(plan.new.len()));
    }
    for first in &exit.blocks {
        instruction(*first, model)?;
        check_available(plan, model, exit.by, *first)?;
    }
    Ok(())
}

/// Every use of an erased instruction is gone by then: replaced, or by an instruction erased before it.
fn check_erased(plan: &EditPlan, model: &Model) -> Result<(), CommitError> {
    let replaced: FxHashSet<ValueId> = plan.replace.iter().map(|(old, _)| *old).collect();
    let new_uses: FxHashSet<Operand> = plan.new.iter().flat_map(|new| new.kind.operands()).collect();
    let set = plan.operands.iter().map(|(.., new)| *new);
    let replacements: FxHashSet<Operand> = plan.replace.iter().map(|(_, new)| *new).chain(set).collect();
    let mut erased_before: FxHashSet<ValueId> = FxHashSet::default();
    for erased in &plan.erase {
        instruction(*erased, model)?;
        // A new instruction may use what is replaced: its use becomes one of the replacement.
        let used = !replaced.contains(erased)
            && (new_uses.contains(&Operand::Value(*erased))
                || model.operand_uses(*erased).iter().any(|use_| !erased_before.contains(&use_.to)));
        let again = !erased_before.insert(*erased);
        if used || again || replacements.contains(&Operand::Value(*erased)) {
            return Err(CommitError::StillUsed(*erased));
        }
    }
    Ok(())
}

/// Aborts when dropped by a panic: half a commit is no function.
struct AbortOnPanic;

impl Drop for AbortOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            log::error!("a commit failed half way; the function cannot be saved");
            std::process::abort();
        }
    }
}

/// Carries out a checked plan; the instructions that it made.
pub(super) fn carry_out(plan: &EditPlan, extraction: &Extraction) -> Result<Vec<LLVMValueRef>, CommitError> {
    let _guard = AbortOnPanic;
    let types: Vec<LLVMTypeRef> = plan.types.iter().map(|new| number_type(new, extraction)).collect();
    let types = Types { extraction, new: &types };
    let constants: Vec<LLVMValueRef> = plan.constants.iter().map(|new| constant(new, &types)).collect();
    let mut made: Vec<LLVMValueRef> = Vec::with_capacity(plan.new.len());
    for (at, new) in plan.new.iter().enumerate() {
        let handle = create(new, &Handles { types: &types, constants: &constants, made: &made });
        if handle.is_null() {
            for created in made.into_iter().rev() {
                // SAFETY: just created; its users, created later, are gone.
                unsafe { ffi::idiom_erase(created) }
            }
            return Err(CommitError::Refused(at));
        }
        made.push(handle);
        let sources: Vec<LLVMValueRef> = new.location_of.iter().map(|v| extraction.handle(*v)).collect();
        // SAFETY: live instructions; the texts outlive the call.
        unsafe {
            ffi::idiom_finish_new(handle, new.flags.0, Text::lend(new.name), sources.as_ptr(), sources.len());
        }
    }
    let handles = Handles { types: &types, constants: &constants, made: &made };
    for (user, n, new) in &plan.operands {
        // SAFETY: a live instruction with that operand, and a live value of its type that dominates it
        // (checked).
        unsafe { ffi::idiom_set_operand(extraction.handle(*user), *n, handles.of(*new)) }
    }
    for (old, new) in &plan.replace {
        // SAFETY: live values of equal type, the new one dominating the old one's uses (checked).
        unsafe { ffi::idiom_replace(extraction.handle(*old), handles.of(*new)) }
    }
    for exit in &plan.exit_values {
        let blocks: Vec<LLVMValueRef> = exit.blocks.iter().map(|first| extraction.handle(*first)).collect();
        let (value, by) = (extraction.handle(exit.value), handles.of(exit.by));
        // SAFETY: live values of equal type, the new one dominating all blocks (checked); the array outlives
        // the call.
        unsafe { ffi::idiom_replace_behind(value, by, blocks.as_ptr(), blocks.len()) }
    }
    for erased in &plan.erase {
        let handle = extraction.handle(*erased);
        // What is left out of the model (debug intrinsics apart, those follow by metadata) may still use the
        // value: then it stays, and clean-up decides.
        // SAFETY: a live instruction of the function.
        unsafe {
            if !ffi::idiom_has_uses(handle) {
                ffi::idiom_erase(handle);
            }
        }
    }
    let calls: Vec<LLVMValueRef> =
        plan.guarded.iter().map(|call| guarded::carry_out(call, &handles)).collect();
    let threads = plan.parallel.iter().map(|parallel| parallel::carry_out(parallel, &handles));
    let threads: Vec<LLVMValueRef> = threads.filter(|call| !call.is_null()).collect();
    made.extend(calls.into_iter().chain(threads));
    Ok(made)
}

/// LLVM's types behind those of a plan.
struct Types<'a> {
    extraction: &'a Extraction,
    new: &'a [LLVMTypeRef],
}

impl Types<'_> {
    fn of(&self, ty: TypeId) -> LLVMTypeRef {
        let known = self.extraction.model.types().len();
        match ty.index().checked_sub(known) {
            Some(at) => self.new[at],
            None => self.extraction.type_handle(ty),
        }
    }
}

/// The LLVM values behind the operands of a plan.
struct Handles<'a> {
    types: &'a Types<'a>,
    constants: &'a [LLVMValueRef],
    made: &'a [LLVMValueRef],
}

impl Handles<'_> {
    fn of(&self, operand: Operand) -> LLVMValueRef {
        match operand {
            Operand::Value(value) => self.types.extraction.handle(value),
            Operand::New(k) => self.made[k as usize],
            Operand::Constant(k) => self.constants[k as usize],
            // SAFETY: a live constant expression, which is a getelementptr of a global (checked).
            Operand::BaseOf(value) => unsafe { ffi::idiom_base_of(self.types.extraction.handle(value)) },
        }
    }
}

fn number_type(new: &NewType, extraction: &Extraction) -> LLVMTypeRef {
    let (width, format) = match new.lane {
        Lane::Integer(width) => (width, ""),
        Lane::Float(kind) => (0, kind.name()),
    };
    // SAFETY: a live type (checked); the text outlives the call.
    unsafe {
        match new.shape {
            Some(shape) => ffi::idiom_number_type(extraction.type_handle(shape), width, Text::lend(format)),
            None => ffi::idiom_scalar_type(extraction.type_handle(TypeId::new(0)), width, Text::lend(format)),
        }
    }
}

fn constant(new: &NewConstant, types: &Types<'_>) -> LLVMValueRef {
    let words: &[u64] = match &new.number {
        Number::Int { words, .. } | Number::Float { words, .. } => words,
    };
    // SAFETY: a live type of such numbers (checked); the words outlive the call.
    unsafe { ffi::idiom_new_number(types.of(new.ty), words.as_ptr(), words.len()) }
}

/// Creates one instruction; null when LLVM has no such operation.
fn create(new: &NewInstruction, handles: &Handles<'_>) -> LLVMValueRef {
    let before = handles.types.extraction.handle(new.before);
    let resolved: Vec<LLVMValueRef> = new.kind.operands().into_iter().map(|o| handles.of(o)).collect();
    // SAFETY: live values of the function, checked for type and dominance; the texts and arrays outlive the
    // calls.
    unsafe {
        match &new.kind {
            NewKind::Binary(opcode, ..) => {
                ffi::idiom_new_binary(Text::lend(opcode.name()), resolved[0], resolved[1], before)
            }
            NewKind::Compare(predicate, ..) => {
                ffi::idiom_new_compare(Text::lend(predicate.name()), resolved[0], resolved[1], before)
            }
            NewKind::FloatCompare(predicate, ..) => {
                ffi::idiom_new_compare(Text::lend(predicate.name()), resolved[0], resolved[1], before)
            }
            NewKind::Freeze(_) => ffi::idiom_new_freeze(resolved[0], before),
            NewKind::Negate(_) => ffi::idiom_new_negate(resolved[0], before),
            NewKind::External { name, ty, .. } => {
                let (name, ty) = (Text::lend(name), handles.types.of(*ty));
                ffi::idiom_new_external(name, ty, resolved.as_ptr(), resolved.len(), before)
            }
            NewKind::Intrinsic(name, _) => {
                ffi::idiom_new_intrinsic(Text::lend(name), resolved.as_ptr(), resolved.len(), before)
            }
            NewKind::CallLike(call, _) => {
                let like = handles.types.extraction.handle(*call);
                ffi::idiom_new_call_like(like, resolved.as_ptr(), resolved.len(), before)
            }
            NewKind::Cast(opcode, _, to) => {
                let to = handles.types.of(*to);
                ffi::idiom_new_cast(Text::lend(opcode.name()), resolved[0], to, before)
            }
            NewKind::Gep { .. } => ffi::idiom_new_gep(resolved[0], resolved[1], before),
            NewKind::Select(..) => ffi::idiom_new_select(resolved[0], resolved[1], resolved[2], before),
            NewKind::Splat(_, to) => ffi::idiom_new_splat(resolved[0], handles.types.of(*to), before),
        }
    }
}
