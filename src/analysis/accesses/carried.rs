//! Carried elements: phis that hold a memory element from an earlier round, as load-PRE creates them for the
//! taps of a stencil.
//!
//! ```text
//! %t = phi [ %a0, %entry ], [ %n, %loop ]     %a0 = load %a       %n = load %a + 8*%i + 8     =>     %t is
//! %a + 8*%i
//! ```
//!
//! The value before the first round must be that of the element one round earlier: a load of that element, or
//! the value stored there. No store of the loop may change the element in between. Stores at a fixed distance
//! from the element are checked; stores to other arrays are assumed not to overlap, as the compiler assumed.

use super::linear::{Linear, Linearisation, pointer};
use super::loops::LoopId;
use super::term::{Symbol, Term};
use ir::{Flags, Model, Opcode, ValueId};
use smallvec::SmallVec;

/// Limits on the number of rounds that a value is carried, and on the uses of a value that are searched.
const MOST_ROUNDS: usize = 8;
const MOST_USES: usize = 32;

/// A phi that holds the element of an access from an earlier round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carried {
    /// The load or store.
    pub access: ValueId,
    /// The number of rounds, at least 1.
    pub distance: u32,
    /// The address of the element that the phi holds in the current round.
    pub address: Linear,
}

/// The accesses whose elements a phi holds.
pub(super) fn carried(linear: &mut Linearisation<'_>, phi: ValueId) -> SmallVec<[Carried; 1]> {
    let mut found = SmallVec::new();
    let Some((this, inits, value)) = source(linear, phi) else { return found };
    let distance = inits.len() as u32;
    for access in accesses_of(linear.model, value) {
        let inside = linear.model.block_of(access).is_some_and(|block| linear.loops.has_block(this, block));
        if !inside {
            continue;
        }
        if let Some(address) = earlier(linear, this, access, distance, &inits) {
            found.push(Carried { access, distance, address });
        }
    }
    found
}

/// The value that the phi receives from the previous round, through further phis: the loop, the values before
/// the first round, and that value.
fn source(linear: &Linearisation<'_>, phi: ValueId) -> Option<(LoopId, SmallVec<[ValueId; 2]>, ValueId)> {
    let (model, loops) = (linear.model, &linear.loops);
    let block = model.block_of(phi).filter(|_| model.opcode(phi) == Some(Opcode::Phi))?;
    let this = loops.with_header(block)?;
    let (mut at, mut inits) = (phi, SmallVec::new());
    while model.opcode(at) == Some(Opcode::Phi) && model.block_of(at) == Some(block) {
        let [left, right] = model.operands(at) else { return None };
        let from = |n: u32| model.phi_sources(at).get(n as usize).and_then(|end| model.block_of(*end));
        let (init, next) = match (loops.has_block(this, from(left.n)?), loops.has_block(this, from(right.n)?))
        {
            (false, true) => (left.to, right.to),
            (true, false) => (right.to, left.to),
            _ => return None,
        };
        inits.push(init);
        if inits.len() > MOST_ROUNDS {
            return None;
        }
        at = next;
    }
    Some((this, inits, at))
}

/// The load that a value is, and the stores of it, without volatile and atomic ones.
fn accesses_of(model: &Model, value: ValueId) -> impl Iterator<Item = ValueId> + '_ {
    let load = Some(value).filter(|value| model.opcode(*value) == Some(Opcode::Load));
    let uses = model.operand_uses(value).iter().take(MOST_USES);
    let stores = uses.filter(|edge| edge.n == 0 && model.opcode(edge.to) == Some(Opcode::Store));
    let accesses = load.into_iter().chain(stores.map(|edge| edge.to));
    accesses.filter(|access| is_plain(model, *access))
}

/// Whether an access is neither volatile nor atomic.
pub(super) fn is_plain(model: &Model, access: ValueId) -> bool {
    model.flags(access) & (Flags::VOLATILE | Flags::ATOMIC) == Flags::NONE
}

/// The address of an access in the block of the access.
pub(super) fn address(linear: &mut Linearisation<'_>, access: ValueId) -> Option<Linear> {
    let (pointer, block) = (pointer(linear.model, access)?, linear.model.block_of(access)?);
    Some((*linear.linear_at(pointer, block)).clone())
}

/// The address of an access `distance` rounds earlier, if the phi still holds its element then. `inits` are
/// the values of the phis before the first round.
fn earlier(
    linear: &mut Linearisation<'_>,
    this: LoopId,
    access: ValueId,
    distance: u32,
    inits: &[ValueId],
) -> Option<Linear> {
    let now = address(linear, access)?;
    let symbol = Symbol::Counter(this);
    let counter = linear.counter(this);
    let (first, stride) = match (&counter.stepping, counter.is_symbol) {
        (Some(stepping), true) => linear.progression(stepping)?,
        _ => (Linear::default(), Linear { term: Term::constant(1), ..Linear::default() }),
    };
    let rounds_before = |term: &Term, rounds: i64| {
        let by = Term::symbol(symbol).plus(&stride.term, -rounds)?;
        term.substitute(symbol, &by)
    };
    if !now.term.mentions(symbol) || is_overwritten(linear, this, access, &now.term, distance) {
        return None;
    }
    // The k-th of them, from the end, is the element k + 1 rounds before the first round.
    for (init, rounds) in inits.iter().rev().zip(1..) {
        let before = rounds_before(&now.term, rounds)?.substitute(symbol, &first.term)?;
        let mut sources = accesses_of(linear.model, *init).collect::<SmallVec<[_; 2]>>().into_iter();
        if !sources.any(|source| address(linear, source).is_some_and(|address| address.term == before)) {
            return None;
        }
    }
    let mut earlier = Linear { term: rounds_before(&now.term, distance.into())?, ..now };
    earlier.assumed.extend(stride.assumed.iter().copied());
    earlier.assumed.sort_unstable();
    earlier.assumed.dedup();
    Some(earlier)
}

/// Whether the loop may store another value to the element of an access within `distance` rounds.
fn is_overwritten(
    linear: &mut Linearisation<'_>,
    this: LoopId,
    access: ValueId,
    element: &Term,
    distance: u32,
) -> bool {
    let model = linear.model;
    let symbol = Symbol::Counter(this);
    let carried = match model.opcode(access) {
        Some(Opcode::Store) => model.operand(access, 0),
        _ => Some(access),
    };
    let stores = model.instructions().filter(|value| model.opcode(*value) == Some(Opcode::Store));
    let inside = stores
        .filter(|store| model.block_of(*store).is_some_and(|block| linear.loops.has_block(this, block)));
    let others: Vec<ValueId> = inside.filter(|store| model.operand(*store, 0) != carried).collect();
    let Some((per_round, _)) = element.split(symbol) else { return true };
    let sizes = |store| Some((model.access_size(access)?, model.access_size(store)?));
    others.into_iter().any(|store| {
        let Some(other) = address(linear, store) else { return true };
        let Some(apart) = other.term.plus(element, -1) else { return true };
        // Another array, or no fixed distance: assumed to be another element, as the compiler assumed.
        let Some(apart) = apart.as_constant() else { return false };
        let (Some(stride), Some((size, stored))) = (per_round.as_constant(), sizes(store)) else {
            return true;
        };
        may_meet(apart.into(), stride.into(), (size.into(), stored.into()), distance.into())
    })
}

/// Whether a store `apart` bytes from the element may overlap it, from the round of the access until the phi
/// is read. Both move by `stride` bytes per round.
fn may_meet(apart: i128, stride: i128, (size, stored): (i128, i128), distance: i128) -> bool {
    // After k rounds the distance is apart + k * stride.
    (0..distance).any(|k| {
        let at = apart + k * stride;
        -stored < at && at < size
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stores_meet_an_element_while_it_is_carried() {
        for (apart, stride, distance, expect) in [
            // The element itself; the previous one, which the next round overwrites; the next ones.
            (0, 8, 1, true),
            (-8, 8, 1, false),
            (-8, 8, 2, true),
            (8, 8, 1, false),
            (8, -8, 2, true),
            // An adjacent field, and an overlapping one.
            (8, 16, 4, false),
            (4, 16, 1, true),
            (-20, 16, 2, true),
            (-24, 16, 2, false),
        ] {
            let meets = may_meet(apart, stride, (8, 8), distance);
            assert_eq!(meets, expect, "{apart} {stride} {distance}");
        }
    }
}
