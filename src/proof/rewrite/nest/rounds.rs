//! The number of rounds of each loop of a nest, and the least value of its counter.
//!
//! The analysis expresses terms by counters. Here they are expressed by the rounds from the least value on,
//! so that a loop that counts down reads as one that counts up. `order.rs` checks that this order is allowed.
//!
//! In: `for (i = n; i >= 1; i--) … A[i - 1]`. Out: `n` rounds from `1` on, and `A[(r + 1) - 1]` in round `r`.
//!
//! The bounds of a loop may depend on the counter of one around it, if the rewrite says so. The rounds are
//! then those of all its runs together: `for (i < n) for (j < i)` has `n - 1` rounds of `j` from 0 on.

use super::super::matched::Unfit;
use super::conditions::{Conditions, LIMIT, split};
use super::shape::{NestShape, SkippedLoop};
use super::twin::TwinLoop;
use analysis::accesses::{Accesses, LoopId, RoundCount, Steps, Symbol, Term};
use ir::{IntPredicate, Model, ValueId};
use lang::candl::ast::{Nest, Variable};

use super::variables::Variables;

/// The counting of one loop: its number of rounds, and the least value and direction of its counter.
#[derive(Clone, Debug)]
struct LoopRounds {
    of: LoopId,
    count: Term,
    least: Term,
    is_downward: bool,
    /// The distance between two values of its counter.
    step: i64,
    /// The bounds in one round of the loops around it, if they depend on that.
    bounds: Option<Bounds>,
}

/// The rounds of a loop in one round of the loops around it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Bounds {
    count: Term,
    least: Term,
}

/// The loops that may count in steps other than 1 and -1, or have a number of rounds that is a quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rewrite) enum Counting {
    /// None: the terms of a solution go by counters.
    ByOne,
    /// All.
    ByAny,
}

/// The rounds of all loops of a nest, from the outermost in.
#[derive(Clone, Debug, Default)]
pub struct Rounds {
    all: Vec<LoopRounds>,
}

impl Rounds {
    /// Reads the rounds of all loops, with the conditions under which they are exact, and the instructions
    /// that must not wrap. `bounded` are loops with the loop around each that its bounds depend on.
    ///
    /// # Errors
    ///
    /// The loop whose number of rounds is not known before the nest.
    pub(in crate::rewrite) fn of(
        model: &Model,
        accesses: &mut Accesses<'_>,
        (shape, bounded, counting): (&NestShape, &[(LoopId, LoopId)], Counting),
        conditions: &mut Conditions,
    ) -> Result<(Rounds, Vec<ValueId>), Unfit> {
        let mut rounds = Rounds::default();
        let mut assumed = Vec::new();
        for of in shape.all_loops() {
            let first = accesses.first_instruction(of);
            let count = match counting {
                Counting::ByOne => accesses.assumed_count(of),
                Counting::ByAny => accesses.count_or_quotient(of),
            };
            let count =
                count.ok_or_else(|| Unfit::of(first, "begins a loop whose number of rounds is not known"))?;
            let quotient = accesses.quotient(of).filter(|_| count.term.mentions(Symbol::Rounds(of))).cloned();
            // The rest of a nest may have the bounds of the loops that the rewrite names.
            let is_other = shape.others.contains(&of) && !is_fixed(model, shape, &count.term);
            let mut bounding = bounded.iter().filter(|(this, _)| *this == of || is_other);
            if let Some((_, by)) = bounding.next() {
                let bounding = BoundedLoop { model, shape, of, by: *by };
                let (round, its) = bounding.rounds(accesses, &rounds, count, conditions)?;
                assumed.extend(its);
                rounds.all.push(round);
                continue;
            }
            if quotient.as_ref().is_some_and(|quotient| !is_fixed(model, shape, &quotient.dividend))
                || !is_fixed(model, shape, &count.term)
            {
                return Err(Unfit::of(first, "begins a loop whose number of rounds changes within the nest"));
            }
            if let Some(quotient) = quotient.filter(|quotient| quotient.is_exact) {
                conditions.multiple(&quotient.dividend, quotient.divisor);
            }
            if !conditions.range(&count.term, 1, LIMIT) {
                return Err(Unfit::of(first, "begins a loop of no round, or of 2^31 and more"));
            }
            check_round_count((model, shape), &count, first, conditions)?;
            assumed.extend(count.assumed);
            let round = LoopRounds { of, count: count.term, ..LoopRounds::from_zero(of) };
            let round = match accesses.counts_rounds(of, 32) {
                true => round,
                false => from_elsewhere(model, accesses, (shape, counting, conditions), round, &mut assumed)?,
            };
            rounds.all.push(round);
        }
        if let Some(skip) = shape.skips.iter().find(|skip| !rounds.is_bounded(skip.of)) {
            return Err(Unfit::of(skip.condition, "changes within the nest, and a branch depends on it"));
        }
        Ok((rounds, assumed))
    }

    /// The rounds of one loop whose counter starts at 0; `count` is their number, if known.
    pub(in crate::rewrite) fn from_zero(of: LoopId, count: Option<Term>) -> Rounds {
        Rounds { all: vec![LoopRounds { count: count.unwrap_or_default(), ..LoopRounds::from_zero(of) }] }
    }

    /// Whether two loops have the same rounds in each round of the loops around both.
    pub(in crate::rewrite) fn are_same(&self, one: LoopId, other: LoopId) -> bool {
        let bounds = |of| self.all.iter().find(|round| round.of == of).map(|round| &round.bounds);
        self.count(one) == self.count(other) && bounds(one) == bounds(other)
    }

    /// Whether a term is 0 in no round; adds the conditions for that.
    pub(in crate::rewrite) fn is_never_zero(
        &self,
        model: &Model,
        shape: &NestShape,
        term: &Term,
        conditions: &mut Conditions,
    ) -> bool {
        let mentioned =
            |round: &&LoopRounds| round.bounds.is_some() && term.mentions(Symbol::Counter(round.of));
        let mut bounded = self.all.iter().filter(mentioned);
        let (Some(round), None) = (bounded.next(), bounded.next()) else { return false };
        let symbol = Symbol::Counter(round.of);
        let ends = round.bounds.as_ref().and_then(|bounds| {
            let last = last_of(&bounds.least, &bounds.count)?;
            let (slope, _) = term.split(symbol)?;
            let back = slope.times(&Term::constant(-1))?;
            Some([(term.substitute(symbol, &bounds.least)?, slope), (term.substitute(symbol, &last)?, back)])
        });
        // A line that leads away from 0 at one end has no zero.
        let leads_away = |(end, slope): (Term, Term)| {
            [1, -1].into_iter().find_map(|sign| {
                let signed = [end.times(&Term::constant(sign))?, slope.times(&Term::constant(sign))?];
                let is_positive = |term: &Term| {
                    is_fixed(model, shape, term) && term.monomials().iter().all(|(_, factor)| *factor > 0)
                };
                signed.iter().all(is_positive).then_some(signed)
            })
        };
        let found = ends.and_then(|ends| ends.into_iter().find_map(leads_away));
        found.is_some_and(|[end, slope]| {
            conditions.range(&end, 1, LIMIT) && conditions.range(&slope, 0, LIMIT)
        })
    }

    /// Whether the bounds of a loop depend on a loop around it.
    pub(in crate::rewrite) fn is_bounded(&self, of: LoopId) -> bool {
        self.all.iter().any(|round| round.of == of && round.bounds.is_some())
    }

    /// The least and greatest value of a term in all rounds; `None` if it is no sum of counters times
    /// numbers and of what does not change in the nest.
    fn range(&self, model: &Model, shape: &NestShape, term: &Term) -> Option<[Term; 2]> {
        let (mut low, mut high) = (term.clone(), term.clone());
        for round in &self.all {
            let symbol = Symbol::Counter(round.of);
            if !term.mentions(symbol) {
                continue;
            }
            let (factor, _) = term.split(symbol)?;
            let last = last_of(&round.least, &round.count)?;
            let (least, most) = match factor.as_constant()? {
                1.. => (&round.least, &last),
                _ => (&last, &round.least),
            };
            (low, high) = (low.substitute(symbol, least)?, high.substitute(symbol, most)?);
        }
        (is_fixed(model, shape, &low) && is_fixed(model, shape, &high)).then_some([low, high])
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
        let (mut strides, mut start) = split(term, &loops)?;
        for round in &self.all {
            let stride = strides.iter_mut().find(|(of, _)| *of == round.of);
            let Some((_, stride)) = stride else { continue };
            start = start.plus(&stride.times(&round.least)?, 1)?;
            *stride = stride.times(&Term::constant(round.step))?;
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

impl LoopRounds {
    fn from_zero(of: LoopId) -> LoopRounds {
        let (count, least) = (Term::default(), Term::default());
        LoopRounds { of, count, least, is_downward: false, step: 1, bounds: None }
    }
}

/// A loop whose bounds depend on a loop around it.
struct BoundedLoop<'a> {
    model: &'a Model,
    shape: &'a NestShape,
    of: LoopId,
    /// The loop around it.
    by: LoopId,
}

impl BoundedLoop<'_> {
    /// The rounds of all runs together, with the instructions that must not wrap; adds the conditions under
    /// which each run has its number of rounds, and no run is left out that has one.
    fn rounds(
        &self,
        accesses: &mut Accesses<'_>,
        known: &Rounds,
        count: RoundCount,
        conditions: &mut Conditions,
    ) -> Result<(LoopRounds, Vec<ValueId>), Unfit> {
        let (model, shape, of) = (self.model, self.shape, self.of);
        let begin = accesses.first_instruction(of);
        let unfit = |why: &str| Unfit::of(begin, why);
        let is_around = accesses.loops().ancestors(of).any(|around| around == self.by && around != of);
        if !is_around {
            return Err(unfit("begins a loop that does not lie in the one that its bounds depend on"));
        }
        let mut assumed = count.assumed.to_vec();
        let (first, is_downward, from) = match accesses.counts_rounds(of, 32) {
            true => (Term::default(), false, 0),
            false => {
                let (steps, step) = number_steps(accesses, of, Counting::ByOne)?;
                assumed.extend(steps.first.assumed);
                let from = i64::from(step < 0 && steps.is_tested_unsigned);
                (steps.first.term, step < 0, from)
            }
        };
        let no_line = || unfit("begins a loop whose bounds are no line in the counters around it");
        let less = |term: &Term| term.plus(&Term::constant(1), -1);
        let span = less(&count.term).ok_or_else(no_line)?;
        let ends = match is_downward {
            false => [Some(first.clone()), first.plus(&span, 1)],
            true => [first.plus(&span, -1), Some(first.clone())],
        };
        let [Some(least), Some(last)] = ends else { return Err(no_line()) };
        let by = Symbol::Counter(self.by);
        if !count.term.mentions(by) && !first.mentions(by) {
            return Err(unfit(
                "begins a loop whose bounds do not depend on the counter that the rewrite names",
            ));
        }
        let range = |term: &Term| known.range(model, shape, term).ok_or_else(no_line);
        let ([fewest, _], [lowest, _], [_, highest]) = (range(&count.term)?, range(&least)?, range(&last)?);
        let all = highest.plus(&lowest, -1).and_then(|span| span.plus(&Term::constant(1), 1));
        let all = all.ok_or_else(no_line)?;
        let skips = || shape.skips.iter().filter(|skip| skip.of == of);
        let [lowest_first, highest_first] = range(&first)?;
        let is_counting = conditions.range(&fewest, i64::from(skips().next().is_none()), LIMIT)
            && conditions.range(&all, 1, LIMIT)
            && conditions.range(&lowest, from, LIMIT)
            && conditions.range(&lowest_first, 0, LIMIT)
            && conditions.range(&highest_first, 0, LIMIT);
        if !is_counting {
            return Err(unfit("begins a loop whose counter is below 0 or above 2^31"));
        }
        let wraps = || unfit("begins a loop whose counter may wrap before it meets its bound");
        for (term, least, most) in count.conditions.as_ref().ok_or_else(wraps)? {
            for end in range(term)? {
                if !conditions.range(&end, *least, *most) {
                    return Err(wraps());
                }
            }
        }
        for skip in skips() {
            assumed.extend(self.skips_no_round(accesses, skip, &count.term, (known, conditions))?);
        }
        let bounds = Some(Bounds { count: count.term, least });
        Ok((LoopRounds { of, count: all, least: lowest, is_downward, step: 1, bounds }, assumed))
    }

    /// Checks that a branch leaves out exactly the runs without a round; returns the instructions that must
    /// not wrap.
    fn skips_no_round(
        &self,
        accesses: &mut Accesses<'_>,
        skip: &SkippedLoop,
        count: &Term,
        (known, conditions): (&Rounds, &mut Conditions),
    ) -> Result<Vec<ValueId>, Unfit> {
        use IntPredicate::{Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
        let model = self.model;
        let unfit =
            || Unfit::of(skip.condition, "decides whether a loop runs, and not by its number of rounds");
        let predicate = model.predicate(skip.condition).ok_or_else(unfit)?;
        let predicate = if skip.runs { predicate } else { predicate.opposite() };
        let [Some(left), Some(right)] = [0, 1].map(|n| model.operand(skip.condition, n)) else {
            return Err(unfit());
        };
        let [left, right] = [left, right].map(|value| accesses.value(value).clone());
        let distance = |from: &Term, to: &Term, more: i64| {
            to.plus(from, -1).and_then(|distance| distance.plus(&Term::constant(more), 1))
        };
        let ahead = |more| distance(&left.term, &right.term, more);
        let behind = |more| distance(&right.term, &left.term, more);
        let is_count = |number: Option<Term>| number.as_ref() == Some(count);
        let is_it = match predicate {
            Ne => is_count(ahead(0)) || is_count(behind(0)),
            Slt | Ult => is_count(ahead(0)),
            Sle | Ule => is_count(ahead(1)),
            Sgt | Ugt => is_count(behind(0)),
            Sge | Uge => is_count(behind(1)),
            _ => false,
        };
        if !is_it {
            return Err(unfit());
        }
        for side in [&left.term, &right.term].into_iter().filter(|_| predicate.is_unsigned()) {
            let [low, high] = known.range(model, self.shape, side).ok_or_else(unfit)?;
            if !conditions.range(&low, 0, LIMIT) || !conditions.range(&high, 0, LIMIT) {
                return Err(unfit());
            }
        }
        let mut assumed: Vec<ValueId> = left.assumed.iter().chain(&right.assumed).copied().collect();
        if let Some(twin) = skip.twin
            && !count_the_same(accesses, twin)
        {
            return Err(Unfit::of(accesses.first_instruction(twin.of), "begins a loop of other rounds"));
        }
        for (past, like) in &skip.same {
            let differs =
                || Unfit::of(*past, "is an access where a loop has no round, and not one of the loop");
            assumed
                .extend(self.same_element(accesses, skip.twin, [*past, *like], count).ok_or_else(differs)?);
        }
        Ok(assumed)
    }

    /// The instructions that must not wrap so that two accesses touch the same element where the loop has
    /// no round; `None` if they do not.
    fn same_element(
        &self,
        accesses: &mut Accesses<'_>,
        twin: Option<TwinLoop>,
        [past, like]: [ValueId; 2],
        count: &Term,
    ) -> Option<Vec<ValueId>> {
        let [past, like] = [past, like].map(|access| {
            let [address] = &*accesses.addresses(access) else { return None };
            let term = accesses.term(address.offset).cloned()?;
            Some((address.root, address.size, term, address.assumed.to_vec()))
        });
        let (past, like) = (past?, like?);
        let (by, (factor, rest)) = (Symbol::Counter(self.by), count.split(Symbol::Counter(self.by))?);
        let of_no_round = match factor.as_constant()? {
            1 => rest.times(&Term::constant(-1))?,
            -1 => rest,
            _ => return None,
        };
        let is_of_twin = |term: &Term| twin.is_some_and(|twin| term.mentions(Symbol::Counter(twin.of)));
        // Only instructions outside the other loop have a range here.
        if past.3.iter().any(|assumed| is_of_twin(&accesses.value(*assumed).term)) {
            return None;
        }
        let its = match twin {
            Some(twin) => {
                let counter = Term::symbol(Symbol::Counter(twin.like));
                past.2.substitute(Symbol::Counter(twin.of), &counter)?
            }
            None => past.2,
        };
        let distance = its.plus(&like.2, -1)?.substitute(by, &of_no_round)?;
        ((past.0, past.1) == (like.0, like.1) && distance == Term::default()).then_some(past.3)
    }
}

/// Whether two loops count the same rounds.
fn count_the_same(accesses: &mut Accesses<'_>, twin: TwinLoop) -> bool {
    let mut counting = |of: LoopId| {
        let count = accesses.assumed_count(of);
        let is_exact = count.as_ref().is_some_and(|count| count.assumed.is_empty());
        let count = count.map(|count| (count.term, count.conditions, of == twin.like || is_exact));
        let step = accesses.steps(of).map(|steps| (steps.step, steps.width, steps.is_tested_unsigned));
        (count, accesses.start(of), step, accesses.counts_rounds(of, 32))
    };
    // Assumptions of the other loop alone are tested nowhere.
    let of = counting(twin.of);
    of.0.is_some() && of.1.is_some() && of == counting(twin.like)
}

/// The steps of a counter that counts by a number, and that number: 1 or -1, unless any may be.
fn number_steps(accesses: &mut Accesses<'_>, of: LoopId, counting: Counting) -> Result<(Steps, i64), Unfit> {
    let counter = accesses.integer_counter(of).unwrap_or_else(|| accesses.first_instruction(of));
    let why = match counting {
        Counting::ByOne => "does not count in steps of 1 or -1, in at least 32 bits",
        Counting::ByAny => "does not count in steps of a number, in at least 32 bits",
    };
    let unfit = || Unfit::of(counter, why);
    let steps = accesses.steps(of).filter(|steps| steps.width >= 32).ok_or_else(unfit)?;
    let step = steps.step.as_constant().ok_or_else(unfit)?;
    let is_short = (1..=LIMIT).contains(&step.saturating_abs());
    match is_short && (step.abs() == 1 || counting == Counting::ByAny) {
        true => Ok((steps, step)),
        false => Err(unfit()),
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

/// The last of as many numbers from the least one on.
fn last_of(least: &Term, count: &Term) -> Option<Term> {
    least.plus(count, 1)?.plus(&Term::constant(1), -1)
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
        // Made of what is fixed, or else refused.
        Symbol::Rounds(_) => true,
    })
}

/// The rounds of a loop that does not begin at 0 or counts down. The counter must stay between 0 and
/// [`LIMIT`], where signed and unsigned comparisons agree. If an unsigned comparison ends a downward loop,
/// the counter must stay above 0, since the comparison also reads the value below the last one.
fn from_elsewhere(
    model: &Model,
    accesses: &mut Accesses<'_>,
    (shape, counting, conditions): (&NestShape, Counting, &mut Conditions),
    mut round: LoopRounds,
    assumed: &mut Vec<ValueId>,
) -> Result<LoopRounds, Unfit> {
    let counter = accesses.integer_counter(round.of).unwrap_or_else(|| accesses.first_instruction(round.of));
    let (steps, step) = number_steps(accesses, round.of, counting)?;
    if !is_fixed(model, shape, &steps.first.term) {
        return Err(Unfit::of(counter, "starts elsewhere in each round of another loop of the nest"));
    }
    assumed.extend(steps.first.assumed);
    let first = steps.first.term;
    round.is_downward = step < 0;
    round.step = step.abs();
    round.least = match round.is_downward {
        false => first.clone(),
        true => {
            let last = first.plus(&round.count, step).and_then(|last| last.plus(&Term::constant(-step), 1));
            last.ok_or_else(|| Unfit::of(counter, "counts through too many numbers"))?
        }
    };
    // Of other steps the conditions of the count say that what is compared stays above 0.
    let from = i64::from(round.is_downward && round.step == 1 && steps.is_tested_unsigned);
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
) -> Result<NamedLoops, Unfit> {
    let mut named = NamedLoops::default();
    let mut counted = |counter: &Variable| {
        let value = variables.named(counter)?;
        accesses.counted(value).ok_or_else(|| Unfit::of(value, "is the counter of no loop"))
    };
    for this in &nest.loops {
        let of = counted(&this.counter)?;
        named.all.push(of);
        if this.is_downward {
            named.downward.push(of);
        }
        if let Some(around) = &this.bounded_by {
            named.bounded.push((of, counted(around)?));
        }
    }
    Ok(named)
}

/// The loops that a rewrite names.
#[derive(Clone, Debug, Default)]
pub(in crate::rewrite) struct NamedLoops {
    /// All of them.
    pub(in crate::rewrite) all: Vec<LoopId>,
    /// The loops that count down in a nest that updates an array.
    pub(in crate::rewrite) downward: Vec<LoopId>,
    /// The loops whose bounds depend on a loop around them, with that loop.
    pub(in crate::rewrite) bounded: Vec<(LoopId, LoopId)>,
}
