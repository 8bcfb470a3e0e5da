//! Candidates: what a [`Op::Generate`](super::code::Op::Generate) runs through.
//!
//! A variable is looked for where the fewest values are: in what the database makes of all that is known of it,
//! or in the shortest list of one relation.

use super::code::{List, Program, SourceOp};
use super::database::{Database, PushedPredicate, Term};
use super::plan::PlannedTerm;
use super::problem::{Relation, Value};
use super::search::{FrameBase, Search, is_blocked};
use smallvec::SmallVec;

/// A source, and the most candidates it can have if that is known.
type SourceEstimate<'c> = (Option<usize>, SourceOp<'c>);

/// With so few candidates no shorter list is looked for.
const FEW: usize = 4;

impl<R: Relation, W: Database<R>, const EXPLAIN: bool> Search<'_, R, W, EXPLAIN> {
    /// Adds the candidates that the database makes of the predicates, or else those of the source that has the
    /// fewest, to the alternatives.
    pub(super) fn candidates(
        &mut self,
        program: &Program,
        (sources, predicates): (List, List),
        base: FrameBase,
    ) {
        let floor = self.alternatives.len();
        if program.len(predicates) > 0 && self.push_down(program, predicates, base) {
            // Where nothing is left, what is explained says what the others lack.
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
            // A list is made only where it may be the shorter one: that of all uses of a constant can be as
            // long as the function.
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

    /// The only candidate of the source listed, or that there is none; `None` with its candidates added to
    /// the alternatives, where the database tells by a list.
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

    /// Adds the candidates of a source, if there are any.
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

    /// The arguments of a source, as far as they are known.
    fn args(&self, source: &SourceOp<'_>, base: FrameBase) -> impl Iterator<Item = Option<Value>> {
        source.args().map(move |slot| slot.map(|slot| self.value(slot, base)))
    }

    /// The sources with how many candidates they have at most, the shortest first and those last that cannot
    /// tell.
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

    /// Adds the candidates that the database makes of the predicates, if it makes something of them.
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

/// Whether a relation can have candidates: no known argument makes it false alone.
fn is_open<R: Relation>(relation: &R, args: &[Option<Value>]) -> bool {
    !args.iter().enumerate().any(|(k, arg)| arg.is_some_and(|value| is_blocked(relation, k, value)))
}
