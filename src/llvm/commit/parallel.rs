//! Parallel loops: checked against the function, and carried out by the shim.

use super::super::ffi::host as ffi;
use super::{CommitError, Handles, check_available, guarded, instruction};
use crate::extract::Extraction;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use ir::{Combining, Copies, EditPlan, Limit, Model, Opcode, Operand, ParallelLoop, RangeLimit, ValueId};

/// Checks one loop: the places are what they are said to be, all phis of the header are given, and what is
/// used is computed before the loop.
pub(super) fn check(parallel: &ParallelLoop, plan: &EditPlan, model: &Model) -> Result<(), CommitError> {
    guarded::check_places([parallel.entry, parallel.header, parallel.latch], &parallel.blocks, model)?;
    let steps = parallel.steps.iter().map(|(_, step)| *step);
    let arrays = parallel.private.iter().flat_map(|array| [array.first, array.elements]);
    let bases = parallel.ranges.iter().map(|range| range.base);
    let limits = parallel.apart.iter().flat_map(|(_, limit)| match limit {
        RangeLimit::Memory(first, bytes) => vec![*first, *bytes],
        RangeLimit::Range(_) => Vec::new(),
    });
    let limits_of_arrays = parallel.private.iter().filter_map(limit).map(|limit| Operand::Value(limit.of));
    for operand in steps
        .chain(limits_of_arrays)
        .chain(arrays)
        .chain(bases)
        .chain(limits)
        .chain([parallel.condition, parallel.rounds])
    {
        if let Operand::New(k) = operand
            && k as usize >= plan.new.len()
        {
            return Err(CommitError::Order(k as usize));
        }
        check_available(plan, model, operand, parallel.entry)?;
    }
    let members =
        parallel.reductions.iter().flat_map(|reduction| reduction.members.iter().chain([&reduction.next]));
    let choices = || parallel.choices.iter().flat_map(|choice| &choice.values);
    let chosen = parallel.choices.iter().flat_map(|choice| &choice.members);
    let chosen = chosen.chain(choices().map(|chosen| &chosen.next));
    let of_arrays = parallel.private.iter().flat_map(|array| array.accesses.iter().chain(&array.updates));
    let indices = parallel.ranges.iter().map(|range| &range.index);
    let values = members
        .chain(chosen)
        .chain(of_arrays)
        .chain(indices)
        .chain(parallel.last.iter().map(|last| &last.value));
    values.copied().try_for_each(|value| instruction(value, model).map(|_| ()))?;
    let is = |operand: Operand, name: &str| {
        plan.type_of(model, operand).and_then(|ty| plan.ty(model, ty)).is_some_and(|ty| ty.name == name)
    };
    let given = parallel.steps.iter().map(|(phi, _)| *phi);
    let combined = parallel.reductions.iter().map(|reduction| reduction.phi);
    let chosen = choices().filter_map(|chosen| chosen.phi);
    let mut given: Vec<ValueId> =
        given.chain(combined).chain(chosen).chain(parallel.lagging.iter().copied()).collect();
    given.sort_unstable();
    let header = model.block_of(parallel.header);
    let phis: Vec<ValueId> = header.into_iter().flat_map(|block| model.phis(block)).collect();
    let is_pair = |array: &ir::PrivateArray, access: &ValueId| match model.opcode(*access) {
        Some(Opcode::Load | Opcode::Store) => true,
        Some(Opcode::Call) => array.copies.combining().is_none(),
        _ => false,
    };
    let is_range = |at: usize| at < parallel.ranges.len();
    let is_limit = |limit: &RangeLimit| match limit {
        RangeLimit::Memory(first, bytes) => is(*first, "i64") && is(*bytes, "i64"),
        RangeLimit::Range(at) => is_range(*at),
    };
    let are_ranges = parallel.apart.iter().all(|(range, limit)| is_range(*range) && is_limit(limit))
        && parallel
            .ranges
            .iter()
            .all(|range| is(range.base, "ptr") && model.type_of(range.index).integer_width().is_some())
        && parallel.private.iter().flat_map(|array| &array.ranges).all(|at| is_range(*at));
    let fits = are_ranges
        && phis == given
        && is(parallel.condition, "i1")
        && is(parallel.rounds, "i64")
        && parallel.steps.iter().all(|(_, step)| is(*step, "i64"))
        && parallel.choices.iter().all(|choice| choice.flagged < choice.values.len())
        && parallel.last.iter().all(|last| last.step < parallel.steps.len())
        && parallel.private.iter().all(|array| {
            is(array.first, "ptr")
                && is(array.elements, "i64")
                && array.accesses.iter().all(|access| is_pair(array, access))
                && limit(array).is_none_or(|limit| model.opcode(limit.comparison) == Some(Opcode::ICmp))
        });
    if fits { Ok(()) } else { Err(CommitError::Types(plan.new.len())) }
}

/// The limit of an array whose copies count.
fn limit(array: &ir::PrivateArray) -> Option<Limit> {
    match array.copies {
        Copies::Counted(limit) => Some(limit),
        _ => None,
    }
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
    let null = std::ptr::null_mut();
    let of_choices: Vec<[Vec<LLVMValueRef>; 3]> = parallel
        .choices
        .iter()
        .map(|choice| {
            let phi = |chosen: &ir::ChosenValue| chosen.phi.map_or(null, |phi| extraction.handle(phi));
            let next = |chosen: &ir::ChosenValue| extraction.handle(chosen.next);
            let phis = choice.values.iter().map(phi).collect();
            [phis, choice.values.iter().map(next).collect(), all(&choice.members)]
        })
        .collect();
    let choices: Vec<ffi::ThreadChoice> = parallel
        .choices
        .iter()
        .zip(&of_choices)
        .map(|(choice, [phis, nexts, members])| ffi::ThreadChoice {
            phis: phis.as_ptr(),
            nexts: nexts.as_ptr(),
            value_count: phis.len(),
            members: members.as_ptr(),
            member_count: members.len(),
            flagged: choice.flagged as u32,
            better: choice.better.map_or(0, |better| better as u32),
        })
        .collect();
    let inner: Vec<[Vec<LLVMValueRef>; 2]> =
        parallel.private.iter().map(|array| [all(&array.accesses), all(&array.updates)]).collect();
    let of_array = |array: &ir::PrivateArray| array.ranges.iter().map(|at| *at as u32).collect::<Vec<u32>>();
    let of_arrays: Vec<Vec<u32>> = parallel.private.iter().map(of_array).collect();
    let privates: Vec<ffi::PrivateArray> = parallel
        .private
        .iter()
        .zip(&inner)
        .zip(&of_arrays)
        .map(|((array, [accesses, updates]), of_array)| ffi::PrivateArray {
            first: handles.of(array.first),
            elements: handles.of(array.elements),
            accesses: accesses.as_ptr(),
            access_count: accesses.len(),
            updates: updates.as_ptr(),
            update_count: updates.len(),
            like: extraction.handle(array.like),
            by: array.copies.combining().unwrap_or(Combining::Add),
            copies: match array.copies {
                Copies::Combined(_) => 0,
                Copies::Counted(_) => 1,
                Copies::Last => 2,
                Copies::Dropped => 3,
            },
            comparison: limit(array).map_or(null, |limit| extraction.handle(limit.comparison)),
            limit: limit(array).map_or(null, |limit| extraction.handle(limit.of)),
            below: limit(array).map_or(0, |limit| limit.below as u32),
            holds: limit(array).is_some_and(|limit| limit.holds),
            is_next: limit(array).is_some_and(|limit| limit.is_next),
            ranges: of_array.as_ptr(),
            range_count: of_array.len(),
        })
        .collect();
    let ranges: Vec<ffi::IndexRange> = parallel
        .ranges
        .iter()
        .map(|range| ffi::IndexRange {
            index: extraction.handle(range.index),
            base: handles.of(range.base),
            factor: range.factor,
            size: range.size,
            is_signed: range.is_signed,
        })
        .collect();
    let apart = parallel.apart.iter().map(|(range, limit)| {
        let (other, first, bytes) = match limit {
            RangeLimit::Memory(first, bytes) => (u32::MAX, handles.of(*first), handles.of(*bytes)),
            RangeLimit::Range(at) => (*at as u32, null, null),
        };
        ffi::RangeApart { range: *range as u32, other, first, bytes }
    });
    let aparts: Vec<ffi::RangeApart> = apart.collect();
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
        choices: choices.as_ptr(),
        choice_count: choices.len(),
        lasts: lasts.as_ptr(),
        last_count: lasts.len(),
        schedule: parallel.schedule as u32,
        privates: privates.as_ptr(),
        private_count: privates.len(),
        ranges: ranges.as_ptr(),
        range_count: ranges.len(),
        aparts: aparts.as_ptr(),
        apart_count: aparts.len(),
    };
    // SAFETY: live instructions and values (checked); all arrays outlive the call.
    unsafe { ffi::idiom_run_in_parallel(&raw const what) }
}
