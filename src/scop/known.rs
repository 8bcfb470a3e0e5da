//! Facts about parameters at the entry of a part, from the branches that dominate it.
//!
//! ```text
//! if (n > 0) { f(); for (i = 0; i < n; i++) a[i] = 0; }      =>      n >= 1, though the guard lies before the part
//! ```
//!
//! A loop is entered before it is tested. A guard outside of the part often implies that the first iteration
//! passes the test. (Polly uses the same facts, `ScalarEvolution::isLoopEntryGuardedByCond`.)

use super::affine::{Affine, Factor, Factors};
use super::cases::Space;
use super::description::Description;
use super::linear::{Conjunction, Constraint, Dimension, Linear};
use super::loads::Loads;
use super::prover::Prover;
use super::reader::{Reader, View};
use ir::{BlockId, Model, Opcode};

/// The most blocks before a part that are visited.
const MOST_BLOCKS: usize = 64;

/// The most facts used for a part.
const MOST_FACTS: usize = 16;

/// The conditions that hold whenever the part is entered and that mention only its parameters.
pub(super) fn at_entry(prover: &Prover<'_>, part: &Description, space: &mut Space) -> Conjunction {
    let model = prover.model;
    let Some(entry) = part.members.first().map(|member| member.block) else { return Conjunction::default() };
    let mut reader = Reader::new(model, model.block_first(entry), Loads::of_part(model, &part.loads));
    let (mut known, mut facts) = (Conjunction::default(), 0);
    for block in blocks_above(model, entry) {
        let fact = fact(prover, &mut reader, space, block, entry);
        let Some(both) = fact.and_then(|fact| known.and(&fact)) else { continue };
        known = both;
        facts += 1;
        if facts == MOST_FACTS {
            break;
        }
    }
    known
}

/// The strict dominators of a block, the closest first.
pub(super) fn blocks_above(model: &Model, block: BlockId) -> impl Iterator<Item = BlockId> {
    let above = |block: &BlockId| model.dominance().immediate_dominator(*block);
    std::iter::successors(above(&block), above).take(MOST_BLOCKS)
}

/// The condition stated by the branch at the end of a block, if one of its edges dominates `entry`.
fn fact(
    prover: &Prover<'_>,
    reader: &mut Reader<'_>,
    space: &mut Space,
    block: BlockId,
    entry: BlockId,
) -> Option<Conjunction> {
    let model = prover.model;
    let end = model.terminator(block);
    let ways = model.block_successors(block);
    if model.opcode(end) != Some(Opcode::Br) || ways.len() != 2 || ways[0] == ways[1] {
        return None;
    }
    let leads =
        |to: BlockId| model.block_predecessors(to).len() == 1 && model.dominance().block_dominates(to, entry);
    let way = ways.iter().position(|to| leads(*to))?;
    let condition = reader.read_for_certain(model.operand(end, 0)?, View::Unsigned, end)?;
    if !space.has_exact_parameters(&condition) {
        return None;
    }
    if space.knows(&condition) {
        return case(space, &condition, way);
    }
    let mut own = Space::default();
    let case = case(&mut own, &condition, way)?;
    take_for_unsigned(prover, space, &mut own, &case);
    let mut parameters = own.parameters.iter();
    let are_known = parameters.all(|factors| space.knows(&Affine::of(factors.clone(), 1)));
    are_known.then(|| space.adopted(&own, &case))?
}

/// The constraints for a branch on a condition to go in one direction, if they are a single case.
fn case(space: &mut Space, condition: &Affine, way: usize) -> Option<Conjunction> {
    let (holds, fails) = space.truth(condition)?;
    let cases = if way == 0 { holds } else { fails };
    <[Conjunction; 1]>::try_from(cases).ok().map(|[case]| case)
}

/// Replaces signed numbers in a fact by the part's unsigned parameters, if the fact implies that they are
/// non-negative: after `n > 0` the bound `zext n` is positive.
fn take_for_unsigned(prover: &Prover<'_>, space: &Space, own: &mut Space, case: &Conjunction) {
    let is_known = |factors: &Factors| space.knows(&Affine::of(factors.clone(), 1));
    for (number, factors) in (0..).zip(&mut own.parameters) {
        let [Factor::Parameter(value)] = **factors else { continue };
        let unsigned = Factors::one(Factor::Unsigned(value));
        if is_known(factors) || !is_known(&unsigned) {
            continue;
        }
        let form = Linear { terms: vec![(Dimension::Parameter(number), -1)], constant: -1 };
        let negative = case.with(Constraint::at_least_zero(form));
        if negative.is_none_or(|set| prover.is_empty(&set)) {
            *factors = unsigned;
        }
    }
}
