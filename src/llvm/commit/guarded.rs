//! Guarded calls: checked against the function, and carried out by the shim.

use super::super::ffi::{Text, host as ffi};
use super::{CommitError, Handles, check_available, instruction};
use crate::llvm::extract::Extraction;
use crate::model::{EditPlan, GuardedCall, Model, Opcode, Operand};
use inkwell::llvm_sys::prelude::LLVMValueRef;

/// Checks one call and its guard: the places are what they are said to be, and what is used is computed
/// before the nest.
pub(super) fn check(call: &GuardedCall, plan: &EditPlan, model: &Model) -> Result<(), CommitError> {
    for place in [call.entry, call.header, call.latch].iter().chain(&call.blocks) {
        instruction(*place, model)?;
    }
    let leads = |branch, to| {
        let to = model.block_of(to);
        let successors = model.block_of(branch).map(|block| model.block_successors(block));
        successors.unwrap_or_default().iter().filter(|block| Some(**block) == to).count()
    };
    let is_branch = |value| model.opcode(value) == Some(Opcode::Br);
    let is_entered = is_branch(call.entry) && leads(call.entry, call.header) == 1;
    if !is_entered || !is_branch(call.latch) || leads(call.latch, call.header) != 1 {
        return Err(CommitError::NotAnInstruction(call.header));
    }
    let with = call.result.iter().filter_map(|result| result.with.map(|(_, other, _)| other));
    let used = call.args.iter().map(|(argument, _)| *argument).chain([call.condition]).chain(with.clone());
    for operand in used {
        if let Operand::New(k) = operand
            && k as usize >= plan.new.len()
        {
            return Err(CommitError::Order(k as usize));
        }
        check_available(plan, model, operand, call.entry)?;
    }
    let is_truth = plan.type_of(model, call.condition).and_then(|ty| plan.ty(model, ty));
    let fits = call.result.is_none_or(|result| {
        let ty = Some(model.type_id(result.value));
        call.ty == ty && result.with.is_none_or(|(_, other, _)| plan.type_of(model, other) == ty)
    });
    match fits && is_truth.is_some_and(|ty| ty.name == "i1") {
        true => Ok(()),
        false => Err(CommitError::Types(plan.new.len())),
    }
}

/// Makes the call, its guard and the blocks around them.
pub(super) fn carry_out(call: &GuardedCall, handles: &Handles<'_>) -> LLVMValueRef {
    let extraction: &Extraction = handles.types.extraction;
    let blocks: Vec<LLVMValueRef> = call.blocks.iter().map(|first| extraction.handle(*first)).collect();
    let args: Vec<LLVMValueRef> = call.args.iter().map(|(argument, _)| handles.of(*argument)).collect();
    let memory: Vec<u8> =
        call.args.iter().map(|(_, memory)| u8::from(memory.reads) | u8::from(memory.writes) << 1).collect();
    let null = std::ptr::null_mut();
    let result = call.result.map_or(null, |result| extraction.handle(result.value));
    let with = call.result.and_then(|result| result.with);
    let (opcode, other, flags) = match with {
        Some((opcode, other, flags)) => (opcode.name(), handles.of(other), flags.0),
        None => ("", null, 0),
    };
    let ty = call.ty.map_or(std::ptr::null_mut(), |ty| handles.types.of(ty));
    // SAFETY: live instructions and values (checked); arrays and texts outlive the call.
    unsafe {
        ffi::idiom_guard_nest(
            [call.entry, call.header, call.latch].map(|place| extraction.handle(place)).as_ptr(),
            blocks.as_ptr(),
            blocks.len(),
            handles.of(call.condition),
            Text::lend(&call.name),
            ty,
            args.as_ptr(),
            memory.as_ptr(),
            args.len(),
            result,
            Text::lend(opcode),
            other,
            flags,
        )
    }
}
