//! Upper bounds of linear expressions of rounds, with the conditions under which the computing instructions
//! do not wrap.
//!
//! Terms are integers without overflow. They equal the values of the function if no instruction that the
//! analysis assumes not to wrap does so in any round. In: such an instruction with the exact result `n*i +
//! j`, at 32 bits. Out: `0 ≤ n < 2^31` and `n*(rounds of i - 1) + rounds of j - 1 < 2^31`, the largest
//! result in all rounds.

use super::super::matched::Unfit;
use super::conditions::{Conditions, Extent, LIMIT};
use super::rounds::{Rounds, distance};
use analysis::accesses::{Accesses, LoopId, Term};
use ir::{Model, Opcode, ValueId};

const FAR: &str = "counts in steps of more than 31 bits, or beyond 31 bits";

/// Adds conditions under which none of the `assumed` instructions wraps in any round.
pub(in crate::rewrite) fn no_wrap(
    model: &Model,
    accesses: &mut Accesses<'_>,
    rounds: &Rounds,
    assumed: &[ValueId],
    conditions: &mut Conditions,
) -> Result<(), Unfit> {
    for &instruction in assumed {
        let (least, most) = exact_range(model, instruction)
            .ok_or_else(|| Unfit::of(instruction, "may wrap, and nothing can be tested that excludes it"))?;
        let term = accesses.value(instruction).term.clone();
        let extent = extent(&term, rounds, conditions).map_err(|why| Unfit::of(instruction, why))?;
        let start = extent.start.as_constant().unwrap_or(0);
        if start < least {
            return Err(Unfit::of(instruction, "wraps"));
        }
        if let Some(most) = most {
            conditions.at_most(extent, most);
        }
    }
    Ok(())
}

/// A term as an extent; adds the conditions under which it is one.
pub(super) fn extent(
    term: &Term,
    rounds: &Rounds,
    conditions: &mut Conditions,
) -> Result<Extent, &'static str> {
    let no_sum = "is no sum of multiples of counters";
    let (strides, start) = rounds.split(term).ok_or(no_sum)?;
    let start = rounds.lowest(&strides, &start).ok_or(no_sum)?;
    let strides = distances(&strides, conditions)?;
    // A constant start may be negative, unlike the parts added to it.
    let is_start = match start.as_constant() {
        Some(number) => (-LIMIT..=LIMIT).contains(&number),
        None => conditions.range(&start, 0, LIMIT),
    };
    if !is_start {
        return Err(FAR);
    }
    Ok(Extent { start, strides })
}

/// The absolute values of strides, with the conditions that they are small. Only constant strides may be
/// negative.
pub(super) fn distances(
    strides: &[(LoopId, Term)],
    conditions: &mut Conditions,
) -> Result<Vec<(LoopId, Term)>, &'static str> {
    if strides.len() > 2 {
        return Err("counts with more than two loops");
    }
    let strides: Vec<(LoopId, Term)> = strides.iter().map(|(of, stride)| (*of, distance(stride))).collect();
    match strides.iter().all(|(_, stride)| conditions.range(stride, 0, LIMIT)) {
        true => Ok(strides),
        false => Err(FAR),
    }
}

/// The range of results, as signed numbers, for which an instruction does not wrap; bounds beyond 64 bits are
/// open.
fn exact_range(model: &Model, value: ValueId) -> Option<(i64, Option<i64>)> {
    let width = model.type_of(value).integer_width()?;
    match model.opcode(value)? {
        // A `zext` changes only negative operands.
        Opcode::ZExt => Some((0, None)),
        Opcode::And => {
            let mask = model.constant(model.operand(value, 1)?)?.signed()?;
            Some((0, Some(i64::try_from(mask).ok()?)))
        }
        Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Shl | Opcode::Trunc if (2..64).contains(&width) => {
            let most = (1i64 << (width - 1)) - 1;
            Some((-most - 1, Some(most)))
        }
        _ => None,
    }
}
