//! Reductions: values that each iteration combines with another value by an associative and commutative
//! operation.
//!
//! ```text
//! s = phi [ 0, before ], [ s', loop ]    s' = fadd reassoc s, x      =>      the accesses to s in the loop are a reduction by +
//! c[i] = c[i] + x                                                    =>      so are the load and the store
//! ```
//!
//! Nothing else in the loop may use an intermediate value. In memory, load and store must belong to one
//! statement without further accesses to the array. (Polly marks the same in memory alone,
//! `ScopInfo::checkForReductions`.)

use super::description::{AccessKind, Description};
use super::scop::{Array, Statement, Storage, Touch};
use ir::{BlockId, Edge, Flags, Model, Opcode, ValueId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Marks the accesses that are part of reductions.
pub(super) fn mark_reductions(
    model: &Model,
    part: &Description,
    arrays: &[Array],
    statements: &mut [Statement],
) {
    statements.iter_mut().for_each(|statement| mark_in_memory(model, statement));
    let innermost: FxHashMap<BlockId, Option<u32>> =
        part.members.iter().map(|member| (member.block, member.enclosing)).collect();
    for (number, l) in (0..).zip(&part.loops) {
        let cycles = Cycles { model, part, number, innermost: &innermost };
        let Some(block) = model.block_of(l.begin) else { continue };
        for phi in model.block_instructions(block).take_while(|v| model.opcode(*v) == Some(Opcode::Phi)) {
            if let Some((name, values)) = cycles.of(phi, l.end) {
                let inside = statements.iter_mut().filter(|statement| statement.loops.contains(&number));
                for touch in inside.flat_map(|statement| &mut statement.accesses) {
                    if is_one_of(arrays[touch.array as usize].storage, &values) {
                        touch.reduction = Some(name);
                    }
                }
            }
        }
    }
}

fn is_one_of(storage: Storage, values: &BTreeSet<ValueId>) -> bool {
    matches!(storage, Storage::Value(value) | Storage::Phi(value) if values.contains(&value))
}

/// Marks each load of a statement whose value is combined with another one and stored to the same place.
fn mark_in_memory(model: &Model, statement: &mut Statement) {
    let of_memory = |touch: &Touch| touch.access.is_some();
    for at in 0..statement.accesses.len() {
        let load = &statement.accesses[at];
        if !of_memory(load) || model.opcode(load.instruction) != Some(Opcode::Load) {
            continue;
        }
        let mut others = statement
            .accesses
            .iter()
            .enumerate()
            .filter(|(k, touch)| *k != at && of_memory(touch) && touch.array == load.array);
        let (Some((store, other)), None) = (others.next(), others.next()) else { continue };
        if other.kind != AccessKind::Write || other.pieces != load.pieces {
            continue;
        }
        if let Some(name) = combined(model, load.instruction, other.instruction) {
            statement.accesses[at].reduction = Some(name);
            statement.accesses[store].reduction = Some(name);
        }
    }
}

/// The operation that combines a loaded value, if it has no other use before it is stored in the same block.
fn combined(model: &Model, load: ValueId, store: ValueId) -> Option<&'static str> {
    let mut name = None;
    let mut at = load;
    // Each step goes to a later instruction of the block.
    loop {
        let [Edge { n, to }] = *model.operand_uses(at) else { return None };
        if to == store {
            return name.filter(|_| n == 0);
        }
        let by = operation(model, to, n)?;
        if *name.get_or_insert(by) != by || model.block_of(to) != model.block_of(load) || to <= at {
            return None;
        }
        at = to;
    }
}

/// The associative and commutative operation by which an instruction combines its n-th operand with others.
fn operation(model: &Model, user: ValueId, n: u32) -> Option<&'static str> {
    let is_free = || model.flags(user).contains(Flags::REASSOC);
    match (model.opcode(user)?, n) {
        (Opcode::Add, _) | (Opcode::Sub, 0) => Some("+"),
        (Opcode::Mul, _) => Some("*"),
        (Opcode::And, _) => Some("and"),
        (Opcode::Or, _) => Some("or"),
        (Opcode::Xor, _) => Some("xor"),
        (Opcode::FAdd, _) | (Opcode::FSub, 0) if is_free() => Some("+"),
        (Opcode::FMul, _) if is_free() => Some("*"),
        (Opcode::Call, 1..) => match model.global(model.operand(user, 0)?)?.canonical.as_str() {
            "llvm.smax" => Some("max"),
            "llvm.smin" => Some("min"),
            "llvm.umax" => Some("unsigned max"),
            "llvm.umin" => Some("unsigned min"),
            "llvm.fmuladd" if n == 3 && is_free() => Some("+"),
            _ => None,
        },
        _ => None,
    }
}

/// A search for values that a loop combines in each iteration.
struct Cycles<'a> {
    model: &'a Model,
    part: &'a Description,
    /// The loop's number.
    number: u32,
    /// The innermost loop of each block.
    innermost: &'a FxHashMap<BlockId, Option<u32>>,
}

impl Cycles<'_> {
    fn is_inside(&self, value: ValueId) -> bool {
        let mut at =
            self.model.block_of(value).and_then(|block| self.innermost.get(&block).copied()).flatten();
        while let Some(number) = at.filter(|number| *number != self.number) {
            at = self.part.loops[number as usize].enclosing;
        }
        at.is_some()
    }

    /// The operation that combines a phi at the loop's begin with other values on the way to its next value,
    /// and all values on that way. `None` if one of them has another use in the loop.
    fn of(&self, phi: ValueId, end: ValueId) -> Option<(&'static str, BTreeSet<ValueId>)> {
        let model = self.model;
        let mut name = None;
        let (mut values, mut open) = (BTreeSet::from([phi]), vec![phi]);
        while let Some(value) = open.pop() {
            for Edge { n, to } in
                model.operand_uses(value).iter().copied().filter(|edge| self.is_inside(edge.to))
            {
                if model.opcode(to) != Some(Opcode::Phi) {
                    let by = operation(model, to, n)?;
                    if *name.get_or_insert(by) != by {
                        return None;
                    }
                }
                if values.insert(to) {
                    open.push(to);
                }
            }
        }
        let is_one = |edge: &&Edge| values.contains(&edge.to);
        let is_sound = |value: ValueId| {
            let operands = model.operands(value);
            match model.opcode(value) {
                Some(Opcode::Phi) if value == phi => {
                    let sources = model.phi_sources(phi);
                    let next = sources.iter().position(|source| *source == end);
                    next.and_then(|n| operands.get(n)).is_some_and(|edge| is_one(&edge))
                }
                Some(Opcode::Phi) => operands.iter().all(|edge| is_one(&edge)),
                _ => operands.iter().filter(is_one).count() == 1,
            }
        };
        name.filter(|_| values.iter().all(|value| is_sound(*value))).map(|name| (name, values))
    }
}
