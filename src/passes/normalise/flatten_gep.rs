//! `idiom-flatten-gep`: every address → one `getelementptr i8, base, offset`.
//!
//! `opt -load-pass-plugin=libidiom.so -passes=idiom-flatten-gep x.ll -S`
//!
//! Arrays, structs and chains become plain integer arithmetic in the index width, with common factors collected: `a[i][j]` of rows of
//! `n` doubles is `a` plus `(i*n + j)*8`. Constant expressions that a load, a store or a getelementptr starts from are taken in; an
//! address that is its base, is its base. What cannot be said in bytes stays: scalable types, index widths over 64 bits, and
//! vectors whose indices are partly scalars.

use super::address::{Address, Addresses, is_spelt_so, make_gep};
use super::dead::erase_unused;
use super::offset::Place;
use super::{Refusal, reachable};
use crate::model::{Edge, EditPlan, Model, Opcode, Operand, TypeClass, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Every address rewritten that is not spelt so already.
pub(super) fn plan(model: &Model) -> EditPlan {
    let mut addresses = Addresses::default();
    let mut plan = EditPlan::default();
    let rewritten = rewritten(model, &mut addresses);
    let absorbed = absorbed(model, &mut addresses, &rewritten);
    let mut replaced: FxHashMap<ValueId, Operand> = FxHashMap::default();
    for value in reachable(model) {
        if rewritten.contains(&value) && !absorbed.contains(&value) {
            let address = addresses.of(model, value).cloned();
            replaced.extend(address.map(|address| (value, replacement(model, &mut plan, value, &address))));
        } else if let Some(at) = address_operand(model, value) {
            set_address(model, &mut addresses, &mut plan, value, at);
        }
    }
    for value in model.instructions().filter(|value| replaced.contains_key(value)) {
        plan.replace.push((value, end(&replaced, value)));
        plan.erase.push(value);
    }
    erase_unused(model, &mut plan, &absorbed);
    plan
}

/// Addresses that cannot be said in bytes.
pub(super) fn refused(model: &Model) -> Vec<Refusal> {
    let mut addresses = Addresses::default();
    let mut reason = |gep: ValueId| {
        let is_lanes = |edge: &Edge| model.has_class(edge.to, TypeClass::Vector);
        let has_lanes = model.operands(gep).iter().any(is_lanes);
        match model.gep_form(gep) {
            None if model.type_of(gep).name.contains("vscale") => {
                Some("how many lanes there are is not known")
            }
            None => Some("the size of a type is not known, or an index is wider than 64 bits"),
            Some(_) if addresses.of(model, gep).is_some() => None,
            Some(_) if has_lanes => Some("some indices are scalars and some are vectors"),
            Some(_) => Some("the offset is a sum of too many terms"),
        }
    };
    let geps = reachable(model).filter(|v| model.opcode(*v) == Some(Opcode::GetElementPtr));
    geps.filter_map(|at| reason(at).map(|reason| Refusal { at, reason })).collect()
}

/// Each getelementptr that is spelt otherwise.
fn rewritten(model: &Model, addresses: &mut Addresses) -> FxHashSet<ValueId> {
    let mut is_other = |gep: &ValueId| {
        model.gep_form(*gep).is_some()
            && addresses.of(model, *gep).is_some_and(|address| !is_spelt_so(model, *gep, address))
    };
    reachable(model).filter(|value| is_other(value)).collect()
}

/// Those that nothing needs any more but addresses which take them in.
fn absorbed(model: &Model, addresses: &mut Addresses, rewritten: &FxHashSet<ValueId>) -> FxHashSet<ValueId> {
    let mut takes_in = |user: ValueId, gep: ValueId| {
        rewritten.contains(&user)
            && addresses.of(model, user).is_some_and(|address| address.takes_in == Some(gep))
    };
    let mut is_absorbed = |gep: &ValueId| {
        let uses = model.operand_uses(*gep);
        !uses.is_empty()
            && !model.is_used_outside(*gep)
            && uses.iter().all(|edge| edge.n == 0 && takes_in(edge.to, *gep))
    };
    reachable(model).filter(|v| model.gep_form(*v).is_some()).filter(|gep| is_absorbed(gep)).collect()
}

/// The new getelementptr, or the base when there is nothing to add.
fn replacement(model: &Model, plan: &mut EditPlan, gep: ValueId, address: &Address) -> Operand {
    let ty = model.type_id(gep);
    let is_base = address.sum.terms.is_empty() && address.sum.constant == 0;
    if is_base && plan.type_of(model, address.base) == Some(ty) {
        return address.base;
    }
    let place = Place { before: gep, ty: address.sum.ty, width: address.sum.width };
    let offset = address.offset.build(plan, place);
    make_gep(plan, place, (address.base, offset, ty), address.flags, "")
}

/// What a value is replaced by in the end: a base may be replaced as well.
fn end(replaced: &FxHashMap<ValueId, Operand>, value: ValueId) -> Operand {
    let mut by = Operand::Value(value);
    for _ in 0..=replaced.len() {
        let Operand::Value(value) = by else { break };
        match replaced.get(&value) {
            Some(next) => by = *next,
            None => break,
        }
    }
    by
}

/// The number of the operand that is an address, for what accesses memory there.
fn address_operand(model: &Model, value: ValueId) -> Option<u32> {
    match model.opcode(value)? {
        Opcode::Load | Opcode::CmpXchg | Opcode::AtomicRmw => Some(0),
        Opcode::Store => Some(1),
        _ => None,
    }
}

/// A constant expression as an address becomes a getelementptr of its own.
fn set_address(model: &Model, addresses: &mut Addresses, plan: &mut EditPlan, user: ValueId, at: u32) {
    let Some(pointer) = model.operand(user, at).filter(|p| model.constant_address(*p).is_some()) else {
        return;
    };
    let Some(address) = addresses.of_pointer(model, pointer) else { return };
    let new = match address.sum.constant {
        0 => address.base,
        _ => {
            let place = Place { before: user, ty: address.sum.ty, width: address.sum.width };
            let offset = address.offset.build(plan, place);
            make_gep(plan, place, (address.base, offset, model.type_id(pointer)), address.flags, "address")
        }
    };
    plan.operands.push((user, at, new));
}
