//! The search for the weakest precondition: conjuncts that exclude every bad point and few others.

use super::condition::Conjunct;
use fixedbitset::FixedBitSet;

/// A conjunct with the points at which it holds.
pub(super) struct Candidate {
    pub(super) conjunct: Conjunct,
    pub(super) holds: FixedBitSet,
    pub(super) size: u32,
}

/// The number of conjunctions of one base that are extended.
const MOST_EXTENDED: usize = 150;

/// The price of a size: one more part of an expression costs as much as excluding 30 % of the points.
const PRICE_OF_HALF: f64 = 2.0;

/// The cost of a rule that holds at so many of all points.
pub(super) fn rarity(holds: usize, of: usize) -> f64 {
    let share = (holds as f64).max(0.25) / (of as f64).max(1.0);
    -share.log2() * PRICE_OF_HALF
}

/// A conjunction, by indices of candidates, with its cost.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Conjunction {
    pub(super) conjuncts: Vec<usize>,
    pub(super) cost: f64,
}

/// A conjunction with the points at which it holds.
#[derive(Clone)]
struct Partial {
    conjuncts: Vec<usize>,
    holds: FixedBitSet,
    size: u32,
}

impl Partial {
    fn and(&self, at: usize, candidate: &Candidate) -> Partial {
        let mut holds = self.holds.clone();
        holds.intersect_with(&candidate.holds);
        let conjuncts = [self.conjuncts.as_slice(), &[at]].concat();
        Partial { conjuncts, holds, size: self.size + candidate.size }
    }
}

/// The best conjunctions that hold at no bad point, cheapest first; `most` of them. `counted` are the points
/// that count for the cost.
pub(super) fn weakest(
    candidates: &[Candidate],
    bad: &FixedBitSet,
    counted: &FixedBitSet,
    most: usize,
) -> Vec<Conjunction> {
    let mut search = PreconditionSearch {
        candidates,
        bad,
        counted,
        most,
        total: counted.count_ones(..),
        found: Vec::new(),
    };
    for base in search.bases() {
        search.extend(&base);
    }
    search.found
}

struct PreconditionSearch<'a> {
    candidates: &'a [Candidate],
    bad: &'a FixedBitSet,
    counted: &'a FixedBitSet,
    most: usize,
    total: usize,
    /// The best conjunctions so far, cheapest first.
    found: Vec<Conjunction>,
}

impl PreconditionSearch<'_> {
    fn cost(&self, partial: &Partial) -> f64 {
        f64::from(partial.size) + rarity(partial.holds.intersection_count(self.counted), self.total)
    }

    /// The cost from which on conjunctions are no more wanted.
    fn limit(&self) -> f64 {
        self.found.get(self.most - 1).map_or(f64::INFINITY, |last| last.cost)
    }

    fn add(&mut self, partial: &Partial) {
        let mut conjuncts = partial.conjuncts.clone();
        conjuncts.sort_unstable();
        let found = Conjunction { conjuncts, cost: self.cost(partial) };
        let at = self.found.partition_point(|known| known.cost <= found.cost);
        self.found.insert(at, found);
        self.found.truncate(self.most);
    }

    /// The conjunctions of substitutions, at most one for each symbol, the empty one first.
    fn bases(&self) -> Vec<Partial> {
        let mut all = FixedBitSet::with_capacity(self.bad.len());
        all.insert_range(..);
        let mut bases = vec![Partial { conjuncts: Vec::new(), holds: all, size: 0 }];
        let substituted = |at: usize| self.candidates[at].conjunct.substituted();
        for (at, candidate) in self.candidates.iter().enumerate() {
            let Some(symbol) = substituted(at) else { continue };
            let is_free =
                |base: &&Partial| base.conjuncts.iter().all(|known| substituted(*known) != Some(symbol));
            let more: Vec<Partial> =
                bases.iter().filter(is_free).map(|base| base.and(at, candidate)).collect();
            bases.extend(more);
        }
        bases.sort_by_cached_key(|base| (base.conjuncts.len(), (self.cost(base) * 1000.0) as u64));
        bases
    }

    /// Finds the conditions to add to a conjunction of substitutions.
    fn extend(&mut self, base: &Partial) {
        if self.cost(base) >= self.limit() {
            return;
        }
        if base.holds.is_disjoint(self.bad) {
            return self.add(base);
        }
        let mut open = self.longer(std::slice::from_ref(base), false);
        for length in 2..=3 {
            // A third condition is a last resort.
            if length == 3 && !(self.found.is_empty() && base.conjuncts.is_empty()) {
                break;
            }
            open.sort_by_cached_key(|partial| {
                let left = partial.holds.intersection_count(self.bad) as f64 + 1.0;
                ((self.cost(partial) + 2.0 * left.log2()) * 1000.0) as u64
            });
            open.truncate(MOST_EXTENDED);
            open = self.longer(&open, true);
        }
    }

    /// Adds one condition to each conjunction; those at which bad points are left. The order of two conditions
    /// does not matter.
    fn longer(&mut self, all: &[Partial], is_longer: bool) -> Vec<Partial> {
        let mut open = Vec::new();
        for partial in all {
            if self.cost(partial) >= self.limit() {
                continue;
            }
            let before = partial.holds.intersection_count(self.bad);
            let candidates = self.candidates;
            for (at, candidate) in candidates.iter().enumerate() {
                if candidate.conjunct.substituted().is_some() || partial.conjuncts.contains(&at) {
                    continue;
                }
                let longer = partial.and(at, candidate);
                let left = longer.holds.intersection_count(self.bad);
                let is_seen =
                    is_longer && self.found.iter().any(|found| same(&found.conjuncts, &longer.conjuncts));
                if left == 0 && !is_seen && self.cost(&longer) < self.limit() {
                    self.add(&longer);
                } else if 0 < left && left < before {
                    open.push(longer);
                }
            }
        }
        open
    }
}

/// Whether two conjunctions have the same conjuncts.
fn same(a: &[usize], b: &[usize]) -> bool {
    a.len() == b.len() && a.iter().all(|at| b.contains(at))
}
