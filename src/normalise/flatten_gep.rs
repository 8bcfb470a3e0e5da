//! `idiom-flatten-gep`: every address → one `getelementptr i8, base, offset`.
//!
//! `opt -load-pass-plugin=libidiom.so -passes=idiom-flatten-gep x.ll -S`
//!
//! Arrays, structs and chains of `getelementptr` become plain integer arithmetic in the index width, with
//! common factors collected: `a[i][j]` with rows of `n` doubles is `a` plus `(i*n + j)*8`. Constant
//! expressions at the start of the address of a load, store or `getelementptr` are included. An address equal
//! to its base is replaced by the base. Addresses without a form in bytes stay: scalable types, index widths
//! over 64 bits, and vectors with partly scalar indices.

use super::dead::erase_unused;
use super::offset::{build_address, is_spelt_so};
use super::shared::Shared;
use super::{Refusal, reachable, reachable_of};
use analysis::values::address::{Address, Addresses};
use ir::{Edge, EditPlan, Model, Opcode, OpcodeSet, Operand, TypeClass, ValueId};

/// Addresses and the instructions that access memory.
const TAKES_ADDRESSES: OpcodeSet =
    OpcodeSet::of(&[Opcode::GetElementPtr, Opcode::Load, Opcode::Store, Opcode::CmpXchg, Opcode::AtomicRmw]);

/// Rewrites every address without the canonical spelling.
pub(super) fn plan(model: &Model) -> EditPlan {
    let mut addresses = Addresses::new(model);
    let mut plan = EditPlan::default();
    let fates = Fates::of(model, &mut addresses);
    let mut replaced: Vec<(ValueId, Operand)> = Vec::new();
    let mut shared = Shared::default();
    for value in reachable_of(model, TAKES_ADDRESSES) {
        shared.go_to(model, value);
        if fates.of_value(model, value) == Fate::Rewritten {
            let by = addresses
                .of(model, value)
                .and_then(|to| replacement(model, (&mut plan, &mut shared), value, to));
            replaced.extend(by.map(|by| (value, by)));
        } else if let Some(at) = address_operand(model, value) {
            set_address(model, &mut addresses, (&mut plan, &mut shared), value, at);
        }
    }
    for &(value, by) in &replaced {
        plan.replace.push((value, end(&replaced, by)));
        plan.erase.push(value);
    }
    let is_absorbed =
        |value: ValueId| matches!(fates.of_value(model, value), Fate::Folded | Fate::FoldedUnchanged);
    erase_unused(model, &mut plan, is_absorbed);
    plan
}

/// Addresses that have no form in bytes.
pub(super) fn refused(model: &Model) -> Vec<Refusal> {
    let mut addresses = Addresses::new(model);
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

/// The treatment of an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// Unchanged.
    Stays,
    /// Rewritten: a `getelementptr` without the canonical spelling.
    Rewritten,
    /// Erased: all users are addresses that include its offset.
    Folded,
    /// Erased likewise, although it has the canonical spelling.
    FoldedUnchanged,
}

/// The fate of each instruction, by its position in the model.
struct Fates(Vec<Fate>);

impl Fates {
    fn of(model: &Model, addresses: &mut Addresses) -> Fates {
        let mut fates = Fates(vec![Fate::Stays; model.instruction_count()]);
        let geps = reachable_of(model, OpcodeSet::of(&[Opcode::GetElementPtr]));
        let geps: Vec<ValueId> = geps.filter(|gep| model.gep_form(*gep).is_some()).collect();
        for &gep in &geps {
            let is_other = addresses.of(model, gep).is_some_and(|address| !is_spelt_so(model, gep, address));
            if is_other && let Some(at) = model.position(gep) {
                fates.0[at] = Fate::Rewritten;
            }
        }
        // A user that includes the offset of another address is itself rewritten, whether the other is erased
        // or not.
        for &gep in geps.iter().filter(|gep| fates.is_absorbed(model, addresses, **gep)).collect::<Vec<_>>() {
            if let Some(at) = model.position(gep) {
                fates.0[at] = match fates.0[at] {
                    Fate::Rewritten => Fate::Folded,
                    _ => Fate::FoldedUnchanged,
                };
            }
        }
        fates
    }

    fn of_value(&self, model: &Model, value: ValueId) -> Fate {
        model.position(value).map_or(Fate::Stays, |at| self.0[at])
    }

    /// Whether all users of an address include its offset.
    fn is_absorbed(&self, model: &Model, addresses: &Addresses, gep: ValueId) -> bool {
        let uses = model.operand_uses(gep);
        let takes_in = |user: ValueId| {
            self.of_value(model, user) == Fate::Rewritten
                && addresses.known(model, user).is_some_and(|address| address.takes_in == Some(gep))
        };
        !uses.is_empty()
            && uses.iter().all(|edge| edge.n == 0 && takes_in(edge.to))
            && !model.is_used_outside(gep)
    }
}

/// The plan, and the instructions shared in the current block.
type Making<'p> = (&'p mut EditPlan, &'p mut Shared);

/// The new `getelementptr`, or the base if the offset is zero.
fn replacement(
    model: &Model,
    (plan, shared): Making<'_>,
    gep: ValueId,
    address: &Address,
) -> Option<Operand> {
    let ty = model.type_id(gep);
    let is_base = address.sum.terms.is_empty() && address.sum.constant == 0;
    if is_base && plan.type_of(model, address.base) == Some(ty) {
        return Some(address.base);
    }
    build_address(address, plan, shared, gep, ty, "")
}

/// The final replacement of a value, since a replacement may itself be replaced. `replaced` is in ascending
/// order.
fn end(replaced: &[(ValueId, Operand)], mut by: Operand) -> Operand {
    for _ in 0..replaced.len() {
        let Operand::Value(value) = by else { break };
        match replaced.binary_search_by_key(&value, |(replaced, _)| *replaced) {
            Ok(at) => by = replaced[at].1,
            Err(_) => break,
        }
    }
    by
}

/// The number of the address operand of a memory access.
fn address_operand(model: &Model, value: ValueId) -> Option<u32> {
    match model.opcode(value)? {
        Opcode::Load | Opcode::CmpXchg | Opcode::AtomicRmw => Some(0),
        Opcode::Store => Some(1),
        _ => None,
    }
}

/// Replaces a constant expression that is an address operand by a new `getelementptr`.
fn set_address(model: &Model, addresses: &mut Addresses, (plan, shared): Making<'_>, user: ValueId, at: u32) {
    let Some(pointer) = model.operand(user, at).filter(|p| model.constant_address(*p).is_some()) else {
        return;
    };
    let Some(address) = addresses.of_pointer(model, pointer) else { return };
    let new = match address.sum.constant {
        0 => Some(address.base),
        _ => build_address(&address, plan, shared, user, model.type_id(pointer), "address"),
    };
    plan.operands.extend(new.map(|new| (user, at, new)));
}
