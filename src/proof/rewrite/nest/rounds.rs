//! The number of rounds of each loop of a nest, and the least value of its counter.
//!
//! The analysis expresses terms by counters. Here they are expressed by the rounds from the least value on,
//! so that a loop that counts down reads as one that counts up. `order.rs` checks that this order is allowed.
//!
//! In: `for (i = n; i >= 1; i--) … A[i - 1]`. Out: `n` rounds from `1` on, and `A[(r + 1) - 1]` in round `r`.

use super::super::matched::Unfit;
use super::conditions::{Conditions, LIMIT, split};
use super::shape::NestShape;
use analysis::accesses::{Accesses, LoopId, RoundCount, Symbol, Term};
use ir::{Model, ValueId};
use lang::candl::ast::Nest;

use super::variables::Variables;

/// The counting of one loop: its number of rounds, and the least value and direction of its counter.
#[derive(Clone, Debug)]
struct LoopRounds {
    of: LoopId,
    count: Term,
    least: Term,
    is_downward: bool,
}

/// The rounds of all loops of a nest, from the outermost in.
#[derive(Clone, Debug, Default)]
pub struct Rounds {
    all: Vec<LoopRounds>,
}

impl Rounds {
    /// Reads the rounds of all loops, with the conditions under which they are exact, and the instructions
    /// that must not wrap.
    ///
    /// # Errors
    ///
    /// The loop whose number of rounds is not known before the nest.
    pub(in crate::rewrite) fn of(
        model: &Model,
        accesses: &mut Accesses<'_>,
        shape: &NestShape,
        conditions: &mut Conditions,
    ) -> Result<(Rounds, Vec<ValueId>), Unfit> {
        let mut rounds = Rounds::default();
        let mut assumed = Vec::new();
        for of in shape.all_loops() {
            let first = accesses.first_instruction(of);
            let count = accesses.assumed_count(of);
            let count =
                count.ok_or_else(|| Unfit::of(first, "begins a loop whose number of rounds is not known"))?;
            if !is_fixed(model, shape, &count.term) {
                return Err(Unfit::of(first, "begins a loop whose number of rounds changes within the nest"));
            }
            if !conditions.range(&count.term, 1, LIMIT) {
                return Err(Unfit::of(first, "begins a loop of no round, or of 2^31 and more"));
            }
            check_round_count((model, shape), &count, first, conditions)?;
            assumed.extend(count.assumed);
            let round = LoopRounds { of, count: count.term, least: Term::default(), is_downward: false };
            let round = match accesses.counts_rounds(of, 32) {
                true => round,
                false => from_elsewhere(model, accesses, (shape, conditions), round, &mut assumed)?,
            };
            rounds.all.push(round);
        }
        Ok((rounds, assumed))
    }

    /// The rounds of one loop whose counter starts at 0; `count` is their number, if known.
    pub(in crate::rewrite) fn from_zero(of: LoopId, count: Option<Term>) -> Rounds {
        let round =
            LoopRounds { of, count: count.unwrap_or_default(), least: Term::default(), is_downward: false };
        Rounds { all: vec![round] }
    }

    /// The number of rounds of a loop.
    pub fn count(&self, of: LoopId) -> Term {
        self.all.iter().find(|round| round.of == of).map(|round| round.count.clone()).unwrap_or_default()
    }

    /// The loops that count down.
    pub(in crate::rewrite) fn downward(&self) -> impl Iterator<Item = LoopId> + '_ {
        self.all.iter().filter(|round| round.is_downward).map(|round| round.of)
    }

    /// Rewrites a term of counters by rounds: the factor of each loop, and the remaining term. `None` if the
    /// term is not linear in the counters.
    pub(in crate::rewrite) fn split(&self, term: &Term) -> Option<(Vec<(LoopId, Term)>, Term)> {
        let loops: Vec<LoopId> = self.all.iter().map(|round| round.of).collect();
        let (strides, mut start) = split(term, &loops)?;
        for round in &self.all {
            let stride = strides.iter().find(|(of, _)| *of == round.of);
            let Some((_, stride)) = stride else { continue };
            start = start.plus(&stride.times(&round.least)?, 1)?;
        }
        Some((strides, start))
    }

    /// The least value of a linear expression of rounds, in which only constant strides may be negative.
    pub(in crate::rewrite) fn lowest(&self, strides: &[(LoopId, Term)], start: &Term) -> Option<Term> {
        let mut lowest = start.clone();
        for (of, stride) in strides.iter().filter(|(_, stride)| is_negative(stride)) {
            let last = self.count(*of).plus(&Term::constant(1), -1)?;
            lowest = lowest.plus(&stride.times(&last)?, 1)?;
        }
        Some(lowest)
    }
}

/// Adds the conditions under which a loop's number of rounds is exact.
pub(in crate::rewrite) fn check_round_count(
    (model, shape): (&Model, &NestShape),
    count: &RoundCount,
    first: ValueId,
    conditions: &mut Conditions,
) -> Result<(), Unfit> {
    let unfit = || Unfit::of(first, "begins a loop whose counter may wrap before it meets its bound");
    for (term, least, most) in count.conditions.as_ref().ok_or_else(unfit)? {
        if !is_fixed(model, shape, term) || !conditions.range(term, *least, *most) {
            return Err(unfit());
        }
    }
    Ok(())
}

/// Whether a stride is a negative constant.
fn is_negative(stride: &Term) -> bool {
    stride.as_constant().is_some_and(|number| number < 0)
}

/// The absolute value of a stride; only constants may be negative.
pub(in crate::rewrite) fn distance(stride: &Term) -> Term {
    match stride.as_constant() {
        Some(number) => number.checked_abs().map_or_else(|| stride.clone(), Term::constant),
        None => stride.clone(),
    }
}

fn is_fixed(model: &Model, shape: &NestShape, term: &Term) -> bool {
    term.symbols().all(|symbol| match symbol {
        Symbol::Value(value) | Symbol::Product(value) => shape.is_fixed(model, value),
        Symbol::Counter(of) => !shape.all_loops().any(|this| this == of),
    })
}

/// The rounds of a loop that does not begin at 0 or counts down. The counter must stay between 0 and
/// [`LIMIT`], where signed and unsigned comparisons agree. If an unsigned comparison ends a downward loop,
/// the counter must stay above 0, since the comparison also reads the value below the last one.
fn from_elsewhere(
    model: &Model,
    accesses: &mut Accesses<'_>,
    (shape, conditions): (&NestShape, &mut Conditions),
    mut round: LoopRounds,
    assumed: &mut Vec<ValueId>,
) -> Result<LoopRounds, Unfit> {
    let counter = accesses.integer_counter(round.of).unwrap_or_else(|| accesses.first_instruction(round.of));
    let unfit = || Unfit::of(counter, "does not count in steps of 1 or -1, in at least 32 bits");
    let steps = accesses.steps(round.of).filter(|steps| steps.width >= 32).ok_or_else(unfit)?;
    let Some(step @ (1 | -1)) = steps.step.as_constant() else { return Err(unfit()) };
    if !is_fixed(model, shape, &steps.first.term) {
        return Err(Unfit::of(counter, "starts elsewhere in each round of another loop of the nest"));
    }
    assumed.extend(steps.first.assumed);
    let first = steps.first.term;
    round.is_downward = step < 0;
    round.least = match round.is_downward {
        false => first.clone(),
        true => {
            let last = first.plus(&round.count, -1).and_then(|last| last.plus(&Term::constant(1), 1));
            last.ok_or_else(unfit)?
        }
    };
    let from = i64::from(round.is_downward && steps.is_tested_unsigned);
    if !conditions.range(&first, 0, LIMIT) || !conditions.range(&round.least, from, LIMIT) {
        return Err(Unfit::of(counter, "counts through numbers below 0, or above 2^31"));
    }
    Ok(round)
}

/// The loops that a rewrite names by their counters.
pub(in crate::rewrite) fn named_loops(
    accesses: &mut Accesses<'_>,
    nest: &Nest,
    variables: &Variables,
) -> Result<Vec<LoopId>, Unfit> {
    let mut loops = Vec::new();
    for counter in &nest.counters {
        let value = variables.named(counter)?;
        let this = accesses.counted(value);
        loops.push(this.ok_or_else(|| Unfit::of(value, "is the counter of no loop"))?);
    }
    Ok(loops)
}
