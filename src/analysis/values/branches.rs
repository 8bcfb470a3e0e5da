//! Facts about integers from the branches that dominate a block.
//!
//! In: the block after the true edge of `br (icmp sgt i32 %n, 0)`. Out: there `%n` is at least 1.
//!
//! A branch on an undefined or poison condition is undefined behaviour, so its comparison holds.

use super::bounds::RangeQuery;
use super::interval::{Bounds, Interval};
use super::known_bits::integer;
use ir::{BlockId, IntPredicate, Model, Opcode, ValueId};

/// Limit on the number of dominators visited.
const MOST_BLOCKS: usize = 32;
/// Limit on the number of conjuncts of one condition.
const MOST_PARTS: usize = 8;

/// A control flow edge: a block and a successor number.
pub type Edge = (BlockId, u32);

/// The point at which a value is used.
#[derive(Clone, Copy, Debug)]
pub struct UsePoint {
    /// The block: in it, or at its end.
    pub block: BlockId,
    /// The edge by which control leaves the block, if given.
    pub by: Option<Edge>,
}

/// Refines the bounds of a value by the branches that control must have taken to reach the place.
pub fn refine_by_dominating_branches(
    query: &mut RangeQuery<'_>,
    value: ValueId,
    place: UsePoint,
    bounds: Bounds,
) -> Bounds {
    let model = query.model;
    let (mut at, mut bounds) = (Some(place.block), bounds);
    if let Some(edge) = place.by {
        bounds = taken(query, value, edge, bounds);
    }
    for _ in 0..MOST_BLOCKS {
        let Some(block) = at else { break };
        if let Some(edge) = entry(model, block) {
            bounds = taken(query, value, edge, bounds);
        }
        at = model.dominance().immediate_dominator(block);
    }
    bounds
}

/// The number that a dominating branch has found equal to the value before control leaves `block` (by `edge`,
/// if given). The value is then that number and not poison.
pub fn known_number(model: &Model, value: ValueId, block: BlockId, edge: Option<Edge>) -> Option<u128> {
    let mut edge = edge;
    let mut at = Some(block);
    for _ in 0..=MOST_BLOCKS {
        let compared = edge.map_or_else(Vec::new, |edge| comparisons(model, value, edge));
        let is_equal = |(predicate, _): &&(IntPredicate, ValueId)| *predicate == IntPredicate::Eq;
        let number = compared.iter().filter(is_equal).find_map(|(_, other)| integer(model, *other));
        if number.is_some() {
            return number;
        }
        let block = at?;
        edge = entry(model, block);
        at = model.dominance().immediate_dominator(block);
    }
    None
}

/// The only edge by which control enters a block for the first time, without back edges.
fn entry(model: &Model, block: BlockId) -> Option<Edge> {
    let comes_back = |from: BlockId| model.dominance().block_dominates(block, from);
    let mut edges = model.block_predecessors(block).iter().filter(|(_, from)| !comes_back(*from));
    let (n, from) = edges.next()?;
    edges.next().is_none().then_some((*from, *n))
}

/// Refines the bounds by the comparisons of one edge.
fn taken(query: &mut RangeQuery<'_>, value: ValueId, edge: Edge, bounds: Bounds) -> Bounds {
    let mut bounds = bounds;
    for (predicate, other) in comparisons(query.model, value, edge) {
        let other = query.of(other, None);
        bounds = refined_by(predicate, other, bounds);
    }
    bounds
}

/// The comparisons that hold when control leaves a block by its n-th successor, as `value predicate other`.
pub fn comparisons(model: &Model, value: ValueId, (block, n): Edge) -> Vec<(IntPredicate, ValueId)> {
    let branch = model.terminator(block);
    let mut found = Vec::new();
    let condition = if model.opcode(branch) == Some(Opcode::Br) { model.operand(branch, 0) } else { None };
    let mut open: Vec<ValueId> = condition.into_iter().collect();
    let holds = n == 0;
    for _ in 0..MOST_PARTS {
        let Some(condition) = open.pop() else { break };
        open.extend(parts(model, condition, holds).into_iter().flatten());
        let Some(predicate) = model.predicate(condition) else { continue };
        let (left, right) = (model.operand(condition, 0), model.operand(condition, 1));
        let (Some(left), Some(right)) = (left, right) else { continue };
        let predicate = if holds { predicate } else { predicate.opposite() };
        let is_part = predicate == IntPredicate::Ne && is_part_of(model, left, value);
        if left == value || (is_part && integer(model, right) == Some(0)) {
            found.push((predicate, right));
        } else if right == value {
            found.push((predicate.swapped(), left));
        }
    }
    found
}

/// Whether `part` consists of some bits of a value, so that it is 0 if the value is.
fn is_part_of(model: &Model, part: ValueId, value: ValueId) -> bool {
    // `zext (trunc value)` is `and value, mask` in two steps.
    let below = match model.opcode(part) {
        Some(Opcode::ZExt) => model.operand(part, 0),
        _ => Some(part),
    };
    below.is_some_and(|part| {
        let cuts = matches!(model.opcode(part), Some(Opcode::And | Opcode::Trunc));
        cuts && model.operand(part, 0) == Some(value)
    })
}

/// The conjuncts of a condition: `a && b` holds iff both do, and `a || b` fails iff both do. Both may be
/// spelt as a `select`.
fn parts(model: &Model, condition: ValueId, holds: bool) -> [Option<ValueId>; 2] {
    let operand = |n: u32| model.operand(condition, n);
    let is = |n: u32, wanted: u128| operand(n).and_then(|o| integer(model, o)) == Some(wanted);
    match model.opcode(condition) {
        Some(Opcode::And) if holds => [operand(0), operand(1)],
        Some(Opcode::Or) if !holds => [operand(0), operand(1)],
        Some(Opcode::Select) if holds && is(2, 0) => [operand(0), operand(1)],
        Some(Opcode::Select) if !holds && is(1, 1) => [operand(0), operand(2)],
        _ => [None, None],
    }
}

/// The bounds refined by a comparison with a value that has the bounds `other`.
fn refined_by(predicate: IntPredicate, other: Bounds, bounds: Bounds) -> Bounds {
    use IntPredicate::*;
    let below = |most: i128| Interval { least: i128::MIN, most };
    let above = |least: i128| Interval { least, most: i128::MAX };
    let signed = |with: Interval| Bounds { signed: bounds.signed.meet(with), ..bounds };
    let unsigned = |with: Interval| Bounds { unsigned: bounds.unsigned.meet(with), ..bounds };
    match predicate {
        Eq => bounds.meet(other),
        Ne => Bounds {
            signed: without(bounds.signed, other.signed),
            unsigned: without(bounds.unsigned, other.unsigned),
        },
        Ugt => unsigned(above(other.unsigned.least + 1)),
        Uge => unsigned(above(other.unsigned.least)),
        Ult => unsigned(below(other.unsigned.most - 1)),
        Ule => unsigned(below(other.unsigned.most)),
        Sgt => signed(above(other.signed.least + 1)),
        Sge => signed(above(other.signed.least)),
        Slt => signed(below(other.signed.most - 1)),
        Sle => signed(below(other.signed.most)),
    }
}

/// The interval without an end point that equals the single number `other`.
fn without(interval: Interval, other: Interval) -> Interval {
    let Interval { least, most } = interval;
    if other.least != other.most || least == most {
        interval
    } else if other.least == least {
        Interval { least: least + 1, most }
    } else if other.least == most {
        Interval { least, most: most - 1 }
    } else {
        interval
    }
}
