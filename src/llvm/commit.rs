//! Edit plan → LLVM: the one place that changes IR.
//!
//! A plan is checked whole before anything is touched, then carried out: create, replace, erase. Should LLVM
//! refuse a step of a checked plan before the first replacement, what was created is erased again; after
//! that point nothing can fail but the invariants of this file, and a failure aborts.

use super::extract::Extraction;
use super::ffi::Text;
use super::ffi::host as ffi;
use crate::model::{EditPlan, Model, NewInstruction, NewKind, Opcode, Operand, TypeClass, ValueId};
use inkwell::llvm_sys::prelude::LLVMValueRef;
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
    for (at, new) in plan.new.iter().enumerate() {
        check_new(at, new, plan, model)?;
    }
    for (old, new) in &plan.replace {
        instruction(*old, model)?;
        let is_no_number = matches!(new, Operand::Number(like, n) if !has_number(model, *like, *n));
        if is_no_number || !same_type(plan, model, *new, Operand::Value(*old)) {
            return Err(CommitError::Types(plan.new.len()));
        }
        check_available(plan, model, *new, *old)?;
    }
    check_erased(plan, model)
}

fn check_new(at: usize, new: &NewInstruction, plan: &EditPlan, model: &Model) -> Result<(), CommitError> {
    instruction(new.before, model)?;
    if model.opcode(new.before) == Some(Opcode::Phi) {
        return Err(CommitError::NotAnInstruction(new.before));
    }
    for source in &new.location_of {
        instruction(*source, model)?;
    }
    for operand in operands(new) {
        match operand {
            Operand::New(k) if k as usize >= at => return Err(CommitError::Order(at)),
            Operand::Number(like, n) if !has_number(model, like, n) => return Err(CommitError::Types(at)),
            operand => check_available(plan, model, operand, new.before)?,
        }
    }
    let fits = match &new.kind {
        NewKind::Binary(_, left, right) => same_type(plan, model, *left, *right),
        NewKind::Intrinsic(_, args) => !args.is_empty(),
        NewKind::CallLike(call, args) => {
            let old = (1..).map_while(|n| model.operand(*call, n));
            let old: Vec<ValueId> = old.collect();
            old.len() == args.len()
                && old.iter().zip(args).all(|(o, n)| same_type(plan, model, *n, Operand::Value(*o)))
        }
    };
    if fits { Ok(()) } else { Err(CommitError::Types(at)) }
}

/// Whether there is such a number in the type of that value. Floats take those that a `double` holds.
fn has_number(model: &Model, like: ValueId, number: i128) -> bool {
    let ty = model.type_of(like);
    match if ty.class == Some(TypeClass::Vector) { ty.element } else { ty.class } {
        Some(TypeClass::Integer) => true,
        Some(TypeClass::Float) => number.unsigned_abs() < 1 << 53,
        _ => false,
    }
}

fn operands(new: &NewInstruction) -> Vec<Operand> {
    match &new.kind {
        NewKind::Binary(_, left, right) => vec![*left, *right],
        NewKind::Intrinsic(_, args) | NewKind::CallLike(_, args) => args.clone(),
    }
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
        Operand::Value(value) => (value, false),
        // A new instruction stands right before another one.
        Operand::New(k) => (plan.new[k as usize].before, true),
        Operand::Number(..) => return Ok(()),
    };
    let available =
        model.position(value).is_none() || (model.dominates(value, user) && (may_be_same || value != user));
    if available { Ok(()) } else { Err(CommitError::NotDominating(value)) }
}

/// Whether two operands have one type. That of a new instruction is that of its first operand, or of the call
/// it copies.
fn same_type(plan: &EditPlan, model: &Model, left: Operand, right: Operand) -> bool {
    type_of(plan, model, left) == type_of(plan, model, right)
}

fn type_of(plan: &EditPlan, model: &Model, operand: Operand) -> Option<crate::model::TypeId> {
    let mut operand = operand;
    // Each step goes to an earlier new instruction, so this ends.
    for _ in 0..=plan.new.len() {
        match operand {
            Operand::Value(value) | Operand::Number(value, _) => return Some(model.type_id(value)),
            Operand::New(k) => match &plan.new.get(k as usize)?.kind {
                NewKind::Binary(_, left, _) => operand = *left,
                NewKind::Intrinsic(_, args) => operand = *args.first()?,
                NewKind::CallLike(call, _) => return Some(model.type_id(*call)),
            },
        }
    }
    None
}

/// Every use of an erased instruction is gone by then: replaced, or by an instruction erased before it.
fn check_erased(plan: &EditPlan, model: &Model) -> Result<(), CommitError> {
    let replaced: FxHashSet<ValueId> = plan.replace.iter().map(|(old, _)| *old).collect();
    let new_uses: FxHashSet<Operand> = plan.new.iter().flat_map(operands).collect();
    let replacements: FxHashSet<Operand> = plan.replace.iter().map(|(_, new)| *new).collect();
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

/// Carries out a checked plan.
pub(super) fn carry_out(plan: &EditPlan, extraction: &Extraction) -> Result<(), CommitError> {
    let _guard = AbortOnPanic;
    let mut made: Vec<LLVMValueRef> = Vec::with_capacity(plan.new.len());
    for (at, new) in plan.new.iter().enumerate() {
        let handle = create(new, extraction, &made);
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
    for (old, new) in &plan.replace {
        // SAFETY: live values of equal type, the new one dominating the old one's uses (checked).
        unsafe { ffi::idiom_replace(extraction.handle(*old), resolve(*new, extraction, &made)) }
    }
    for erased in &plan.erase {
        let handle = extraction.handle(*erased);
        // What is left out of the model (debug intrinsics apart, those follow by metadata) may still use the value:
        // then it stays, and clean-up decides.
        // SAFETY: a live instruction of the function.
        unsafe {
            if !ffi::idiom_has_uses(handle) {
                ffi::idiom_erase(handle);
            }
        }
    }
    Ok(())
}

fn resolve(operand: Operand, extraction: &Extraction, made: &[LLVMValueRef]) -> LLVMValueRef {
    match operand {
        Operand::Value(value) => extraction.handle(value),
        Operand::New(k) => made[k as usize],
        // SAFETY: a live value whose type has numbers (checked).
        Operand::Number(like, number) => unsafe {
            ffi::idiom_number(extraction.handle(like), number as u64, (number >> 64) as u64)
        },
    }
}

/// Creates one instruction; null when LLVM has no such operation.
fn create(new: &NewInstruction, extraction: &Extraction, made: &[LLVMValueRef]) -> LLVMValueRef {
    let before = extraction.handle(new.before);
    let resolved: Vec<LLVMValueRef> =
        operands(new).into_iter().map(|o| resolve(o, extraction, made)).collect();
    // SAFETY: live values of the function, checked for type and dominance; the texts and arrays outlive the calls.
    unsafe {
        match &new.kind {
            NewKind::Binary(opcode, ..) => {
                ffi::idiom_new_binary(Text::lend(opcode.name()), resolved[0], resolved[1], before)
            }
            NewKind::Intrinsic(name, _) => {
                ffi::idiom_new_intrinsic(Text::lend(name), resolved.as_ptr(), resolved.len(), before)
            }
            NewKind::CallLike(call, _) => {
                let like = extraction.handle(*call);
                ffi::idiom_new_call_like(like, resolved.as_ptr(), resolved.len(), before)
            }
        }
    }
}
