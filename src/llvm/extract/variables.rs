//! The source variable of each value.
//!
//! In: the binding of `i` to `%9`, a phi, then to `%16`, which goes back into that phi, and those of the
//! parameters. Out: `%9` is `i`, `%0` is `n`.
//!
//! Bindings come from debug information, and only those count that are exact: the whole variable, no
//! expression. A name is given when it cannot mislead: to a parameter that of the function's parameter, to a
//! phi that of a variable which one of its incoming values is as well, so that the variable goes through it;
//! to another value that of a variable which is bound to nothing else, since it could have become something
//! else by the time the value is used. Of several the function's own come before those of what was inlined,
//! then the first in layout order.

use super::Extraction;
use crate::ffi::extract::{BindingRecord, Bindings, MemberRecord, SourceTypeRecord};
use inkwell::llvm_sys::prelude::LLVMValueRef;
use ir::{Model, Opcode, Pointee, SourceMember, SourceType, SourceTypes, SourceVariable, ValueId, ValueKind};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::Arc;

/// A variable and a value it is bound to; `None` when that is no value of the model, or not exactly.
struct Binding<'b> {
    variable: u32,
    value: Option<ValueId>,
    /// Where its strides are.
    strides: Range<usize>,
    record: &'b BindingRecord,
}

/// The variables that values are.
///
/// # Safety
/// `function` must be that of the extraction, in a live module that nothing changes meanwhile.
pub(super) unsafe fn of(
    extraction: &Extraction,
    function: LLVMValueRef,
) -> FxHashMap<ValueId, SourceVariable> {
    let model = &extraction.model;
    let mut variables = FxHashMap::default();
    let globals: Vec<LLVMValueRef> = model.globals().map(|global| extraction.handle(global)).collect();
    // SAFETY: the caller's promise.
    let Some(bindings) = (unsafe { Bindings::new(function, &globals) }) else { return variables };
    let mut first = 0;
    let mut binding = |record| {
        let &BindingRecord { value, variable, strides_end, .. } = record;
        let strides = first..strides_end as usize;
        first = strides.end;
        Binding { variable, value: extraction.value_of(value), strides, record }
    };
    let all: Vec<Binding<'_>> = bindings.records().iter().map(&mut binding).collect();
    let bound_to = values_of_variables(&all);
    let ranked = |(at, binding): (usize, &Binding<'_>)| {
        let value = binding.value?;
        Some((value, rank(model, binding, value, &bound_to)?, at))
    };
    let mut ranked: Vec<(ValueId, Rank, usize)> = all.iter().enumerate().filter_map(ranked).collect();
    ranked.sort_unstable();
    let types = Arc::new(types(&bindings));
    for (value, _, at) in ranked {
        let strides = &bindings.strides()[all[at].strides.clone()];
        let open_dimensions = strides.iter().take_while(|stride| **stride == 0).count();
        let strides = strides[open_dimensions..].to_vec();
        let record = all[at].record;
        let name = bindings.name(record.name).into_owned();
        let is_unsigned = match record.sign {
            0 => None,
            sign => Some(sign == 2),
        };
        let pointee = known_type(record.pointee, &types.types);
        let pointee = pointee.map(|ty| Pointee { types: types.clone(), ty, is_place: record.is_place != 0 });
        let variable = SourceVariable { name, strides, open_dimensions, is_unsigned, pointee };
        variables.entry(value).or_insert(variable);
    }
    variables.retain(|_, variable| !variable.name.is_empty());
    variables
}

/// The types that variables lead to.
fn types(bindings: &Bindings) -> SourceTypes {
    let records = bindings.types();
    let target = |number| known_type(number, records);
    let member = |member: &MemberRecord| SourceMember {
        name: bindings.name(member.name).into_owned(),
        offset: member.offset,
        ty: target(member.ty),
    };
    let ty = |record: &SourceTypeRecord| match record.kind {
        1 | 4 => SourceType::Pointer {
            bytes: record.bytes,
            to: target(record.target),
            is_reference: record.kind == 4,
        },
        2 => SourceType::Array { bytes: record.bytes, element: target(record.target), stride: record.stride },
        3 => SourceType::Structure {
            bytes: record.bytes,
            members: record.members as usize..record.members_end as usize,
        },
        _ => SourceType::Scalar { bytes: record.bytes },
    };
    SourceTypes {
        types: records.iter().map(ty).collect(),
        members: bindings.members().iter().map(member).collect(),
    }
}

/// The number of a type that has a place in a list.
fn known_type<T>(number: u32, types: &[T]) -> Option<u32> {
    ((number as usize) < types.len()).then_some(number)
}

/// The values that each variable is bound to, each once.
fn values_of_variables(bindings: &[Binding<'_>]) -> Vec<Vec<Option<ValueId>>> {
    let count = bindings.iter().map(|binding| binding.variable as usize + 1).max().unwrap_or(0);
    let mut values = vec![Vec::new(); count];
    for binding in bindings {
        values[binding.variable as usize].push(binding.value);
    }
    for of_one in &mut values {
        of_one.sort_unstable();
        of_one.dedup();
    }
    values
}

/// How good a name is, the best first: whether it may have become something else, whether it was inlined.
type Rank = (bool, bool);

/// `None` when the name might mislead.
fn rank(
    model: &Model,
    binding: &Binding<'_>,
    value: ValueId,
    bound_to: &[Vec<Option<ValueId>>],
) -> Option<Rank> {
    let values = &bound_to[binding.variable as usize];
    let is_bound = |to: ValueId| to != value && values.binary_search(&Some(to)).is_ok();
    let is_its_own = match (model.kind(value), model.opcode(value)) {
        (ValueKind::Parameter, _) => binding.record.parameter != 0,
        (_, Some(Opcode::Phi)) => model.operands(value).iter().any(|edge| is_bound(edge.to)),
        _ => false,
    };
    let is_inlined = binding.record.is_inlined != 0;
    (is_its_own || values.len() == 1).then_some((!is_its_own, is_inlined))
}
