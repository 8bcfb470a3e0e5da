//! Ranges of phis: the union of the incoming ranges, and the range of an induction variable.
//!
//! In: `%k = phi [ %n, %entry ], [ %next, %loop ]`, `%next = add %k, -1`, and a loop that repeats while `%k`
//! is more than 1. Out: `%k` is at most `%n`, and at least 1.
//!
//! By induction over the rounds: the value of a repeated round lies between the start and the bound of the
//! latch condition, if no step up to there wraps. Counting down is counting up with all signs reversed.

use super::bounds::RangeQuery;
use super::branches::{Edge, UsePoint, comparisons, refine_by_dominating_branches};
use super::interval::{Bounds, Domain, Interval};
use ir::{BlockId, Constant, Flags, IntPredicate, Model, Opcode, ValueId};

/// The range of a phi.
pub(super) fn phi(query: &mut RangeQuery<'_>, phi: ValueId, width: u32) -> Bounds {
    let model = query.model;
    let all = Bounds::all(width);
    let (Some(block), [first, second]) = (model.block_of(phi), model.operands(phi)) else {
        return incoming_all(query, phi).unwrap_or(all);
    };
    let came = |n: u32| model.phi_sources(phi).get(n as usize).and_then(|from| model.block_of(*from));
    let (Some(from_first), Some(from_second)) = (came(0), came(1)) else { return all };
    let [first, second] = [(first.to, from_first), (second.to, from_second)];
    for (start, next) in [(first, second), (second, first)] {
        if let Some(step) = step(model, phi, next.0) {
            let counter = InductionVariable { phi, block, start, next, step, width };
            return counter.bounds(query);
        }
    }
    incoming_all(query, phi).unwrap_or(all)
}

/// The constant in `next = phi + constant`.
fn step(model: &Model, phi: ValueId, next: ValueId) -> Option<i128> {
    let is_step = model.opcode(next) == Some(Opcode::Add) && model.operand(next, 0) == Some(phi);
    let step = is_step.then(|| model.constant(model.operand(next, 1)?).and_then(Constant::signed)).flatten();
    step.filter(|step| *step != 0)
}

/// The union of the incoming ranges.
fn incoming_all(query: &mut RangeQuery<'_>, phi: ValueId) -> Option<Bounds> {
    let model = query.model;
    let block = model.block_of(phi)?;
    let mut all: Option<Bounds> = None;
    for edge in model.operands(phi).iter().filter(|edge| edge.to != phi) {
        let from = model.phi_sources(phi).get(edge.n as usize).and_then(|from| model.block_of(*from))?;
        let incoming = incoming(query, edge.to, from, block);
        all = Some(all.map_or(incoming, |all| all.join(incoming)));
    }
    all
}

/// The range of a value on the edge from one block to the other.
fn incoming(query: &mut RangeQuery<'_>, value: ValueId, from: BlockId, to: BlockId) -> Bounds {
    let by = edge(query.model, from, to);
    query.of(value, Some(UsePoint { block: from, by }))
}

/// The edge between two blocks, if there is exactly one.
fn edge(model: &Model, from: BlockId, to: BlockId) -> Option<Edge> {
    let mut edges = model.block_predecessors(to).iter().filter(|(_, block)| *block == from);
    let (n, _) = edges.next()?;
    edges.next().is_none().then_some((from, *n))
}

/// An induction variable with a constant step.
struct InductionVariable {
    phi: ValueId,
    block: BlockId,
    start: (ValueId, BlockId),
    next: (ValueId, BlockId),
    step: i128,
    width: u32,
}

impl InductionVariable {
    fn bounds(&self, query: &mut RangeQuery<'_>) -> Bounds {
        let (start, from) = self.start;
        let started = incoming(query, start, from, self.block).tightened(self.width);
        let (next, latch) = self.next;
        let again = [self.phi, next].map(|value| {
            let by = edge(query.model, latch, self.block);
            refine_by_dominating_branches(
                query,
                value,
                UsePoint { block: latch, by },
                Bounds::all(self.width),
            )
            .tightened(self.width)
        });
        let [phi_stop, next_stop] = [self.phi, next].map(|value| self.stop(query, value));
        let flags = query.model.flags(next);
        let in_domain = |domain: Domain, is_exact: bool| {
            let of = |bounds: Bounds| bounds.of(domain);
            let count = DomainCount {
                all: domain.all(self.width),
                from: of(started),
                phi_again: of(again[0]),
                next_again: of(again[1]),
                phi_stop: phi_stop.map(of),
                next_stop: next_stop.map(of),
                step: self.step,
                is_exact,
            };
            count.range().unwrap_or(domain.all(self.width))
        };
        // `add nuw %x, -1` adds a large number.
        let (signed, unsigned) = (flags.contains(Flags::NSW), self.step > 0 && flags.contains(Flags::NUW));
        Bounds { signed: in_domain(Domain::Signed, signed), unsigned: in_domain(Domain::Unsigned, unsigned) }
    }

    /// The loop-invariant value that the latch compares the value with by `!=`.
    fn stop(&self, query: &mut RangeQuery<'_>, value: ValueId) -> Option<Bounds> {
        let model = query.model;
        let edge = edge(model, self.next.1, self.block)?;
        let (_, from) = self.start;
        let is_fixed = |other: ValueId| {
            model.position(other).is_none() || model.dominates(other, model.terminator(from))
        };
        let differs = comparisons(model, value, edge);
        let (_, other) = differs.into_iter().find(|(p, other)| *p == IntPredicate::Ne && is_fixed(*other))?;
        Some(incoming(query, other, from, self.block).tightened(self.width))
    }
}

/// The counting problem in one domain.
#[derive(Clone, Copy, Debug)]
struct DomainCount {
    /// All numbers of the width.
    all: Interval,
    /// The range of the start.
    from: Interval,
    /// The ranges of the phi and of the next value if the loop repeats.
    phi_again: Interval,
    next_again: Interval,
    /// The ranges of the numbers that they differ from if the loop repeats.
    phi_stop: Option<Interval>,
    next_stop: Option<Interval>,
    step: i128,
    /// Whether no step wraps.
    is_exact: bool,
}

impl DomainCount {
    fn range(self) -> Option<Interval> {
        match self.step > 0 {
            true => self.up(),
            false => self.reversed().up().map(Interval::negated),
        }
    }

    fn reversed(self) -> DomainCount {
        DomainCount {
            all: self.all.negated(),
            from: self.from.negated(),
            phi_again: self.phi_again.negated(),
            next_again: self.next_again.negated(),
            phi_stop: self.phi_stop.map(Interval::negated),
            next_stop: self.next_stop.map(Interval::negated),
            step: -self.step,
            is_exact: self.is_exact,
        }
    }

    fn up(self) -> Option<Interval> {
        let DomainCount { from, step, all, .. } = self;
        let highest = |most: i128| most.max(from.most);
        // A step from a value within this bound does not wrap.
        let by_phi = Some(self.phi_again.most + step).filter(|most| *most <= all.most);
        // If the next value stays below this bound, no step from below it wraps.
        let by_next =
            Some(highest(self.next_again.most)).filter(|most| self.is_exact || most + step <= all.most);
        let by_stop = if step == 1 { self.before_stop() } else { None };
        let most = [by_phi.map(highest), by_next, by_stop].into_iter().flatten().min()?;
        Some(Interval { least: from.least, most: most.min(all.most) })
    }

    /// The last value before the stop, which steps of one cannot skip.
    fn before_stop(self) -> Option<i128> {
        let by_next = self.next_stop.filter(|stop| self.from.most < stop.least).map(|stop| stop.most - 1);
        let by_phi = self.phi_stop.filter(|stop| self.from.most <= stop.least).map(|stop| stop.most);
        by_next.into_iter().chain(by_phi).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(least: i128, most: i128) -> Interval {
        Interval { least, most }
    }

    /// Counts in four-bit arithmetic, from every start and to every stop that the count allows.
    #[test]
    fn no_count_leaves_its_range() {
        let all = interval(-8, 7);
        let wrap = |x: i128| (x + 8).rem_euclid(16) - 8;
        let mut ranges = 0;
        for (least, most) in (-8..8).flat_map(|a| (a..8).map(move |b| (a, b))) {
            for step in [-3, -1, 1, 2] {
                for bound in -8..8 {
                    for kind in 0..6 {
                        let free = DomainCount {
                            all,
                            from: interval(least, most),
                            phi_again: all,
                            next_again: all,
                            phi_stop: None,
                            next_stop: None,
                            step,
                            is_exact: false,
                        };
                        let stop = Some(interval(bound, bound));
                        let count = match kind {
                            0 => DomainCount { phi_again: interval(-8, bound), ..free },
                            1 => DomainCount { phi_again: interval(bound, 7), ..free },
                            2 => DomainCount { next_again: interval(-8, bound), ..free },
                            3 => DomainCount { next_again: interval(bound, 7), ..free },
                            4 => DomainCount { phi_stop: stop, ..free },
                            _ => DomainCount { next_stop: stop, ..free },
                        };
                        let Some(range) = count.range() else { continue };
                        ranges += 1;
                        for start in least..=most {
                            let mut phi = start;
                            for _ in 0..40 {
                                assert!(range.least <= phi && phi <= range.most, "{count:?}: {phi}");
                                let next = wrap(phi + step);
                                let is_inside =
                                    |value: i128, of: Interval| of.least <= value && value <= of.most;
                                let differs =
                                    |value: i128, of: Option<Interval>| of.is_none_or(|of| value != of.least);
                                let again = is_inside(phi, count.phi_again)
                                    && is_inside(next, count.next_again)
                                    && differs(phi, count.phi_stop)
                                    && differs(next, count.next_stop);
                                if !again {
                                    break;
                                }
                                phi = next;
                            }
                        }
                    }
                }
            }
        }
        assert!(ranges > 3000, "{ranges} counts have a range");
    }
}
