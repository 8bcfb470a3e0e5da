//! Parallel loops: checked against the function, and carried out by the shim.

use super::super::ffi::host as ffi;
use super::{CommitError, Handles, check_available, guarded, instruction};
use crate::extract::Extraction;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use ir::{EditPlan, Model, Opcode, Operand, ParallelLoop, ValueId};

/// Checks one loop: the places are what they are said to be, all phis of the header are given, and what is
/// used is computed before the loop.
pub(super) fn check(parallel: &ParallelLoop, plan: &EditPlan, model: &Model) -> Result<(), CommitError> {
    guarded::check_places([parallel.entry, parallel.header, parallel.latch], &parallel.blocks, model)?;
    let steps = parallel.steps.iter().map(|(_, step)| *step);
    let arrays = parallel.private.iter().flat_map(|array| [array.first, array.elements]);
    for operand in steps.chain(arrays).chain([parallel.condition, parallel.rounds]) {
        if let Operand::New(k) = operand
            && k as usize >= plan.new.len()
        {
            return Err(CommitError::Order(k as usize));
        }
        check_available(plan, model, operand, parallel.entry)?;
    }
    let members =
        parallel.reductions.iter().flat_map(|reduction| reduction.members.iter().chain([&reduction.next]));
    let of_arrays = parallel.private.iter().flat_map(|array| array.accesses.iter().chain(&array.updates));
    let values = members.chain(of_arrays).chain(parallel.last.iter().map(|last| &last.value));
    values.copied().try_for_each(|value| instruction(value, model).map(|_| ()))?;
    let is = |operand: Operand, name: &str| {
        plan.type_of(model, operand).and_then(|ty| plan.ty(model, ty)).is_some_and(|ty| ty.name == name)
    };
    let given = parallel.steps.iter().map(|(phi, _)| *phi);
    let combined = parallel.reductions.iter().map(|reduction| reduction.phi);
    let mut given: Vec<ValueId> = given.chain(combined).chain(parallel.lagging.iter().copied()).collect();
    given.sort_unstable();
    let header = model.block_of(parallel.header);
    let phis: Vec<ValueId> = header.into_iter().flat_map(|block| model.phis(block)).collect();
    let is_pair = |access: &ValueId| matches!(model.opcode(*access), Some(Opcode::Load | Opcode::Store));
    let fits = phis == given
        && is(parallel.condition, "i1")
        && is(parallel.rounds, "i64")
        && parallel.steps.iter().all(|(_, step)| is(*step, "i64"))
        && parallel.last.iter().all(|last| last.step < parallel.steps.len())
        && parallel.private.iter().all(|array| {
            is(array.first, "ptr") && is(array.elements, "i64") && array.accesses.iter().all(is_pair)
        });
    if fits { Ok(()) } else { Err(CommitError::Types(plan.new.len())) }
}

/// Makes the threads, and the guard before them.
pub(super) fn carry_out(parallel: &ParallelLoop, handles: &Handles<'_>) -> LLVMValueRef {
    let extraction: &Extraction = handles.types.extraction;
    let all = |values: &[ValueId]| -> Vec<LLVMValueRef> {
        values.iter().map(|value| extraction.handle(*value)).collect()
    };
    let blocks = all(&parallel.blocks);
    let steps: Vec<ffi::ThreadStep> = parallel
        .steps
        .iter()
        .map(|(phi, step)| ffi::ThreadStep { phi: extraction.handle(*phi), step: handles.of(*step) })
        .collect();
    let members: Vec<Vec<LLVMValueRef>> =
        parallel.reductions.iter().map(|reduction| all(&reduction.members)).collect();
    let reductions: Vec<ffi::ThreadReduction> = parallel
        .reductions
        .iter()
        .zip(&members)
        .map(|(reduction, members)| ffi::ThreadReduction {
            phi: extraction.handle(reduction.phi),
            next: extraction.handle(reduction.next),
            members: members.as_ptr(),
            member_count: members.len(),
            by: reduction.by,
        })
        .collect();
    let lagging = all(&parallel.lagging);
    let lasts: Vec<ffi::LastStep> = parallel
        .last
        .iter()
        .map(|last| ffi::LastStep {
            value: extraction.handle(last.value),
            step: last.step as u32,
            is_next: last.is_next,
        })
        .collect();
    let inner: Vec<[Vec<LLVMValueRef>; 2]> =
        parallel.private.iter().map(|array| [all(&array.accesses), all(&array.updates)]).collect();
    let privates: Vec<ffi::PrivateArray> = parallel
        .private
        .iter()
        .zip(&inner)
        .map(|(array, [accesses, updates])| ffi::PrivateArray {
            first: handles.of(array.first),
            elements: handles.of(array.elements),
            accesses: accesses.as_ptr(),
            access_count: accesses.len(),
            updates: updates.as_ptr(),
            update_count: updates.len(),
            like: extraction.handle(array.like),
            by: array.by,
        })
        .collect();
    let what = ffi::ParallelLoop {
        places: [parallel.entry, parallel.header, parallel.latch].map(|place| extraction.handle(place)),
        blocks: blocks.as_ptr(),
        block_count: blocks.len(),
        condition: handles.of(parallel.condition),
        rounds: handles.of(parallel.rounds),
        steps: steps.as_ptr(),
        step_count: steps.len(),
        reductions: reductions.as_ptr(),
        reduction_count: reductions.len(),
        lagging: lagging.as_ptr(),
        lagging_count: lagging.len(),
        lasts: lasts.as_ptr(),
        last_count: lasts.len(),
        privates: privates.as_ptr(),
        private_count: privates.len(),
    };
    // SAFETY: live instructions and values (checked); all arrays outlive the call.
    unsafe { ffi::idiom_run_in_parallel(&raw const what) }
}
