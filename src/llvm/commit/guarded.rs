//! Guarded calls: checked against the function, and carried out by the shim.

use super::super::ffi::{Text, host as ffi};
use super::{CommitError, Handles, check_available, instruction};
use crate::extract::Extraction;
use inkwell::llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};
use ir::{
    EditPlan, GuardedCall, Model, Opcode, Operand, RestOfNest, RoundResult, SkippedRounds, TypeClass, ValueId,
};

/// Checks one call and its guard: the places are what they are said to be, and what is used is computed
/// before the nest.
pub(super) fn check(call: &GuardedCall, plan: &EditPlan, model: &Model) -> Result<(), CommitError> {
    check_places([call.entry, call.header, call.latch], &call.blocks, model)?;
    if let Some(rest) = &call.rest {
        check_rest(call, rest, model)?;
    }
    let with = call.result.iter().filter_map(|result| result.with.map(|(_, other, _)| other));
    let skipped = call.skipped.iter().flat_map(SkippedRounds::operands);
    let used =
        call.args.iter().map(|(argument, _)| *argument).chain([call.condition]).chain(with).chain(skipped);
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
    let fits = fits && call.skipped.as_ref().is_none_or(|skipped| skips(call, skipped, plan, model));
    match fits && is_truth.is_some_and(|ty| ty.name == "i1") {
        true => Ok(()),
        false => Err(CommitError::Types(plan.new.len())),
    }
}

/// Checks the terminator before a loop, its first instruction, the branch that leaves it, and its blocks.
pub(super) fn check_places(
    [entry, header, latch]: [ValueId; 3],
    blocks: &[ValueId],
    model: &Model,
) -> Result<(), CommitError> {
    for place in [entry, header, latch].iter().chain(blocks) {
        instruction(*place, model)?;
    }
    let leads = |branch, to| {
        let to = model.block_of(to);
        let successors = model.block_of(branch).map(|block| model.block_successors(block));
        successors.unwrap_or_default().iter().filter(|block| Some(**block) == to).count()
    };
    let is_branch = |value| model.opcode(value) == Some(Opcode::Br);
    let is_entered = is_branch(entry) && leads(entry, header) == 1;
    match is_entered && is_branch(latch) && leads(latch, header) == 1 {
        true => Ok(()),
        false => Err(CommitError::NotAnInstruction(header)),
    }
}

/// Checks the places of the loops that stay beside a call.
fn check_rest(call: &GuardedCall, rest: &RestOfNest, model: &Model) -> Result<(), CommitError> {
    let all = rest.replaced.iter().chain(&rest.before).chain(&rest.behind).chain([&rest.entry, &rest.exit]);
    all.clone().try_for_each(|place| instruction(*place, model).map(|_| ()))?;
    rest.later.iter().try_for_each(|place| instruction(*place, model).map(|_| ()))?;
    let block = |value: ValueId| model.block_of(value);
    let is_left = rest.left.is_none_or(|left| {
        let plus = left.plus.is_none_or(|plus| model.type_id(plus) == model.type_id(left.value));
        let stored = model.operand(left.store, 0).map(|stored| model.type_id(stored));
        rest.behind.contains(&left.store) && plus && stored == Some(model.type_id(left.value))
    });
    let is_inside = |value: ValueId| call.blocks.iter().any(|first| block(*first) == block(value));
    let is_replaced = |value: ValueId| rest.replaced.iter().any(|first| block(*first) == block(value));
    let leads = block(rest.entry).map(|from| model.block_successors(from)).unwrap_or_default();
    let count = |to: ValueId| leads.iter().filter(|next| Some(**next) == block(to)).count();
    let is_entered = rest.replaced.first().is_some_and(|header| count(*header) == 1);
    let mut stay = rest.before.iter().chain(&rest.behind).chain([&rest.entry, &rest.exit]);
    let fits = is_entered
        && is_left
        && all.copied().all(is_inside)
        && !stay.any(|place| is_replaced(*place))
        && call.result.is_none()
        && call.skipped.is_none();
    if fits { Ok(()) } else { Err(CommitError::NotAnInstruction(rest.entry)) }
}

/// Whether all phis of the header are given with their steps, and the round can be read off the result.
fn skips(call: &GuardedCall, skipped: &SkippedRounds, plan: &EditPlan, model: &Model) -> bool {
    let Some(header) = model.block_of(call.header) else { return false };
    let phis = model.block_instructions(header).filter(|value| model.opcode(*value) == Some(Opcode::Phi));
    let mut given: Vec<_> =
        skipped.steps.iter().map(|(phi, _)| *phi).chain(skipped.lagging.iter().copied()).collect();
    given.sort_unstable();
    let is_scalar =
        |value| model.has_class(value, TypeClass::Integer) || model.has_class(value, TypeClass::Pointer);
    let of = |operand: &Operand| plan.type_of(model, *operand).and_then(|ty| plan.ty(model, ty));
    let is_long = skipped.last.iter().all(|last| of(last).is_some_and(|ty| ty.name == "i64"));
    let result = call.ty.and_then(|ty| plan.ty(model, ty));
    let is_pointer = result.is_some_and(|ty| ty.name == "ptr");
    let is_integer = result.is_some_and(|ty| ty.integer_width().is_some());
    let is_read = match &skipped.from {
        RoundResult::Number => is_integer,
        RoundResult::Element { size, .. } => is_pointer && *size > 0,
        RoundResult::LastUnless => is_integer && skipped.last.is_some(),
    };
    phis.eq(given)
        && skipped.steps.iter().all(|(phi, _)| is_scalar(*phi))
        && is_long
        && is_read
        && call.result.is_none()
}

/// Makes the call, its guard and the blocks around them.
pub(super) fn carry_out(call: &GuardedCall, handles: &Handles<'_>) -> LLVMValueRef {
    let extraction: &Extraction = handles.types.extraction;
    let blocks: Vec<LLVMValueRef> = call.blocks.iter().map(|first| extraction.handle(*first)).collect();
    let args: Vec<LLVMValueRef> = call.args.iter().map(|(argument, _)| handles.of(*argument)).collect();
    let memory: Vec<u8> =
        call.args.iter().map(|(_, memory)| u8::from(memory.reads) | u8::from(memory.writes) << 1).collect();
    let null = std::ptr::null_mut();
    let ty = call.ty.map_or(std::ptr::null_mut(), |ty| handles.types.of(ty));
    if let Some(skipped) = &call.skipped {
        return skip(call, skipped, handles, (&blocks, &args, &memory, ty));
    }
    let result = call.result.map_or(null, |result| extraction.handle(result.value));
    let with = call.result.and_then(|result| result.with);
    let (opcode, other, flags) = match with {
        Some((opcode, other, flags)) => (opcode.name(), handles.of(other), flags.0),
        None => ("", null, 0),
    };
    // SAFETY: live instructions and values (checked); arrays and texts outlive the call.
    let made = unsafe {
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
    };
    if let Some(rest) = &call.rest {
        keep(call, rest, extraction, (&blocks, made));
    }
    made
}

/// Makes the copies of the nest's loops before and behind the call.
fn keep(
    call: &GuardedCall,
    rest: &RestOfNest,
    extraction: &Extraction,
    (blocks, made): (&[LLVMValueRef], LLVMValueRef),
) {
    let handles = |values: &[ValueId]| -> Vec<LLVMValueRef> {
        values.iter().map(|value| extraction.handle(*value)).collect()
    };
    let places = handles(&[call.entry, call.header, call.latch, rest.entry, rest.exit]);
    let replaced = handles(&rest.replaced);
    for (effects, is_behind) in [(&rest.before, false), (&rest.behind, true)] {
        let effects = handles(effects);
        if effects.is_empty() {
            continue;
        }
        let left = rest.left.filter(|_| is_behind);
        let (null, later) = (std::ptr::null_mut(), handles(&rest.later));
        let value = |value: Option<ValueId>| value.map_or(null, |value| extraction.handle(value));
        // SAFETY: live instructions (checked), and the call just made; arrays outlive the call.
        unsafe {
            ffi::idiom_keep_rest(
                made,
                places.as_ptr(),
                blocks.as_ptr(),
                blocks.len(),
                replaced.as_ptr(),
                replaced.len(),
                effects.as_ptr(),
                effects.len(),
                is_behind,
                ffi::LeftInMemory {
                    value: value(left.map(|left| left.value)),
                    plus: value(left.and_then(|left| left.plus)),
                    store: value(left.map(|left| left.store)),
                    flags: left.map_or(0, |left| left.flags.0),
                },
                later.as_ptr(),
                later.len(),
            );
        }
    }
}

/// Makes the call before a loop, and lets it run from the round that the result says.
fn skip(
    call: &GuardedCall,
    skipped: &SkippedRounds,
    handles: &Handles<'_>,
    (blocks, args, memory, ty): (&[LLVMValueRef], &[LLVMValueRef], &[u8], LLVMTypeRef),
) -> LLVMValueRef {
    let extraction: &Extraction = handles.types.extraction;
    let stepping = skipped.steps.iter().map(|(phi, _)| *phi);
    let phis = stepping.chain(skipped.lagging.iter().copied()).map(|phi| extraction.handle(phi));
    let phis: Vec<LLVMValueRef> = phis.collect();
    let steps: Vec<i64> = skipped.steps.iter().map(|(_, step)| *step).collect();
    let null = std::ptr::null_mut();
    let (from, first, size) = match skipped.from {
        RoundResult::Number => (0, null, 0),
        RoundResult::Element { first, size } => (1, handles.of(first), size),
        RoundResult::LastUnless => (2, null, 0),
    };
    let last = skipped.last.map_or(null, |last| handles.of(last));
    // SAFETY: live instructions and values (checked); arrays and texts outlive the call.
    unsafe {
        ffi::idiom_skip_rounds(
            [call.entry, call.header, call.latch].map(|place| extraction.handle(place)).as_ptr(),
            blocks.as_ptr(),
            blocks.len(),
            handles.of(call.condition),
            Text::lend(&call.name),
            ty,
            args.as_ptr(),
            memory.as_ptr(),
            args.len(),
            ffi::SkippedRounds { from, size, last, first },
            phis.as_ptr(),
            phis.len(),
            steps.as_ptr(),
            steps.len(),
        )
    }
}
