//! Sums of multiples of rounds, with the conditions under which they and the instructions that compute them
//! are exact.
//!
//! Terms are exact integers. The values of the function are those integers if none of the instructions that a
//! term takes not to wrap does so in any round. In: such an instruction, whose exact result is `n*i + j`, at
//! 32 bits. Out: `0 ≤ n < 2^31` and `n*(rounds of i - 1) + rounds of j - 1 < 2^31`, the largest result in all
//! rounds.

use super::super::matched::Unfit;
use super::conditions::{Conditions, Extent, LIMIT};
use super::rounds::{Rounds, distance};
use analysis::accesses::{Accesses, LoopId, Term};
use ir::{Model, Opcode, ValueId};

const FAR: &str = "counts in steps of more than 31 bits, or beyond 31 bits";

/// Adds what makes the instructions that a term takes not to wrap do so in no round.
pub(super) fn no_wrap(
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

/// A term as an extent, with the conditions that it is one.
pub(super) fn extent(
    term: &Term,
    rounds: &Rounds,
    conditions: &mut Conditions,
) -> Result<Extent, &'static str> {
    let no_sum = "is no sum of multiples of counters";
    let (strides, start) = rounds.split(term).ok_or(no_sum)?;
    let start = rounds.lowest(&strides, &start).ok_or(no_sum)?;
    let strides = distances(&strides, conditions)?;
    // A constant start may be negative: what is added to it is not.
    let is_start = match start.as_constant() {
        Some(number) => (-LIMIT..=LIMIT).contains(&number),
        None => conditions.range(&start, 0, LIMIT),
    };
    if !is_start {
        return Err(FAR);
    }
    Ok(Extent { start, strides })
}

/// Strides without their signs, with the conditions that they are short; only numbers may be negative.
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

/// The results with which an instruction is exact, read as signed numbers; it does not tell of those beyond
/// 64 bits.
fn exact_range(model: &Model, value: ValueId) -> Option<(i64, Option<i64>)> {
    let width = model.type_of(value).integer_width()?;
    match model.opcode(value)? {
        // The operand is exact, and a negative one alone is changed.
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
