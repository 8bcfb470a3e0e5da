//! Candidates of [`Op::Generate`](super::code::Op::Generate).
//!
//! A variable takes its candidates from the shortest available list: the one that the database computes from
//! all pushed-down predicates, or the shortest one of a single relation.
//!
//! Sources: worst-case optimal joins (Ngo, Ré and Rudra, "Skew Strikes Back", 2013) and relational e-matching,
//! which choose among the lists of a variable in the same way.

use super::code::{List, Program, SourceOp};
use super::database::{Database, PushedPredicate, Term};
use super::plan::PlannedTerm;
use super::problem::{Relation, Value};
use super::search::{FrameBase, Search, is_blocked};
use smallvec::SmallVec;

/// A source with an upper bound of its number of candidates, if known.
type SourceEstimate<'c> = (Option<usize>, SourceOp<'c>);

/// A list of at most this length is not compared with others.
const FEW: usize = 4;

impl<R: Relation, W: Database<R>, const EXPLAIN: bool> Search<'_, R, W, EXPLAIN> {
    /// Pushes candidates on the stack of alternatives: those that the database computes from all predicates,
    /// or else the list of the shortest source.
    pub(super) fn candidates(
        &mut self,
        program: &Program,
        (sources, predicates): (List, List),
        base: FrameBase,
    ) {
        let floor = self.alternatives.len();
        if program.len(predicates) > 0 && self.push_down(program, predicates, base) {
            // With an empty result, an explained search also runs the sources, to record which of them fails.
            if !EXPLAIN || self.alternatives.len() > floor {
                return;
            }
        }
        let mut sources = program.sources(sources);
        if sources.len() == 1
            && let Some(source) = sources.next()
        {
            return self.list(&source, base);
        }
        let mut best: Option<usize> = None;
        for (most, source) in self.by_length(sources, base) {
            // A list is generated only if it may be shorter: the uses of a constant can be as many as the
            // function has instructions.
            if best.is_some_and(|best| best <= most.map_or(FEW, |most| most.max(FEW))) {
                continue;
            }
            let from = self.alternatives.len();
            if most != Some(0) {
                self.list(&source, base);
            }
            let len = self.alternatives.len() - from;
            if best.is_none_or(|best| len < best) {
                self.alternatives.copy_within(from.., floor);
                best = Some(len);
            }
            self.alternatives.truncate(floor + best.unwrap_or(len));
        }
    }

    /// The single candidate of the listed source, or `Some(None)` without one. `None` if the database has to
    /// list the candidates, which are then pushed on the stack of alternatives.
    pub(super) fn only(
        &mut self,
        program: &Program,
        sources: List,
        base: FrameBase,
    ) -> Option<Option<Value>> {
        let source = program.sources(sources).next()?;
        let relation = self.code.relation(source.relation);
        let mut few = [None; 4];
        if let Some(args) = few.get_mut(..source.arity()) {
            args.iter_mut().zip(self.args(&source, base)).for_each(|(place, arg)| *place = arg);
            if !is_open(relation, args) {
                return Some(None);
            }
            if let Some(only) = self.database.only(relation, source.target, args) {
                return Some(only);
            }
        }
        self.list(&source, base);
        None
    }

    /// Pushes the candidates of a source on the stack of alternatives.
    fn list(&mut self, source: &SourceOp<'_>, base: FrameBase) {
        let relation = self.code.relation(source.relation);
        let mut few = [None; 4];
        if source.arity() > few.len() {
            let args: Vec<Option<Value>> = self.args(source, base).collect();
            if is_open(relation, &args) {
                self.database.candidates(relation, source.target, &args, &mut self.alternatives);
            }
            return;
        }
        few.iter_mut().zip(self.args(source, base)).for_each(|(place, arg)| *place = arg);
        let args = &few[..source.arity()];
        if is_open(relation, args) {
            self.database.candidates(relation, source.target, args, &mut self.alternatives);
        }
    }

    /// The values of the bound arguments of a source; `None` for unbound ones.
    fn args(&self, source: &SourceOp<'_>, base: FrameBase) -> impl Iterator<Item = Option<Value>> {
        source.args().map(move |slot| slot.map(|slot| self.value(slot, base)))
    }

    /// The sources by upper bound of their number of candidates, ascending; those without a bound come last.
    fn by_length<'c>(
        &self,
        sources: impl Iterator<Item = SourceOp<'c>>,
        base: FrameBase,
    ) -> SmallVec<[SourceEstimate<'c>; 2]> {
        let estimates = |source: SourceOp<'c>| {
            let relation = self.code.relation(source.relation);
            let args: SmallVec<[Option<Value>; 4]> = self.args(&source, base).collect();
            let most = match is_open(relation, &args) {
                true => self.database.at_most(relation, source.target, &args),
                false => Some(0),
            };
            (most, source)
        };
        let mut estimates: SmallVec<[SourceEstimate<'c>; 2]> = sources.map(estimates).collect();
        estimates.sort_by_key(|(most, ..)| most.unwrap_or(usize::MAX));
        estimates
    }

    /// Pushes the candidates that the database computes from all predicates. `false` if it does not support
    /// this combination.
    fn push_down(&mut self, program: &Program, predicates: List, base: FrameBase) -> bool {
        let (code, frame) = (self.code, self.frame(base));
        let mut terms: SmallVec<[Term; 32]> = SmallVec::new();
        for predicate in program.predicates(predicates) {
            for (k, arg) in predicate.args().enumerate() {
                terms.push(match arg {
                    PlannedTerm::Sought => Term::Sought,
                    PlannedTerm::Open(slot) => Term::Open(slot.0),
                    PlannedTerm::Bound(slot) => {
                        let value = frame[slot.index()];
                        if is_blocked(code.relation(predicate.relation), k, value) {
                            return true;
                        }
                        Term::Known(value)
                    }
                });
            }
        }
        let mut rest = terms.as_slice();
        let predicates: SmallVec<[PushedPredicate<'_, R>; 16]> = program
            .predicates(predicates)
            .map(|predicate| {
                let (terms, others) = rest.split_at(predicate.arity());
                rest = others;
                PushedPredicate { relation: code.relation(predicate.relation), terms }
            })
            .collect();
        self.database.candidates_for_all(&predicates, &mut self.alternatives)
    }
}

/// Whether a relation can have candidates, as far as single arguments decide it.
fn is_open<R: Relation>(relation: &R, args: &[Option<Value>]) -> bool {
    !args.iter().enumerate().any(|(k, arg)| arg.is_some_and(|value| is_blocked(relation, k, value)))
}
