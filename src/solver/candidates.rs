//! Candidates: what a [`Op::Generate`](super::code::Op::Generate) runs through.
//!
//! A variable is looked for where the fewest values are: in what the world makes of all that is known of it,
//! or in the shortest list of one relation.

use super::code::{List, Program, SourceOp};
use super::plan::Known;
use super::problem::{Relation, Value};
use super::search::{Env, Search, is_blocked};
use super::world::{Clue, Term, World};
use smallvec::SmallVec;

/// A source, and the most candidates it can have if that is known.
type Asked<'c> = (Option<usize>, SourceOp<'c>);

/// With so few candidates no shorter list is looked for.
const FEW: usize = 4;

impl<R: Relation, W: World<R>, const EXPLAIN: bool> Search<'_, R, W, EXPLAIN> {
    /// Adds the candidates that the world makes of the hints, or else those of the source that has the
    /// fewest, to the alternatives.
    pub(super) fn candidates(&mut self, program: &Program, (sources, hints): (List, List), env: Env) {
        let floor = self.alternatives.len();
        if program.len(hints) > 0 && self.narrowed(program, hints, env) {
            // Where nothing is left, what is explained says what the others lack.
            if !EXPLAIN || self.alternatives.len() > floor {
                return;
            }
        }
        let mut sources = program.sources(sources);
        if sources.len() == 1
            && let Some(source) = sources.next()
        {
            return self.list(&source, env);
        }
        let mut best: Option<usize> = None;
        for (most, source) in self.by_length(sources, env) {
            // A list is made only where it may be the shorter one: that of all uses of a constant can be as
            // long as the function.
            if best.is_some_and(|best| best <= most.map_or(FEW, |most| most.max(FEW))) {
                continue;
            }
            let from = self.alternatives.len();
            if most != Some(0) {
                self.list(&source, env);
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
    /// the alternatives, where the world tells by a list.
    pub(super) fn only(&mut self, program: &Program, sources: List, env: Env) -> Option<Option<Value>> {
        let source = program.sources(sources).next()?;
        let relation = self.code.relation(source.relation);
        let mut few = [None; 4];
        if let Some(args) = few.get_mut(..source.arity()) {
            args.iter_mut().zip(self.args(&source, env)).for_each(|(place, arg)| *place = arg);
            if !is_open(relation, args) {
                return Some(None);
            }
            if let Some(only) = self.world.only(relation, source.target, args) {
                return Some(only);
            }
        }
        self.list(&source, env);
        None
    }

    /// Adds the candidates of a source, if there are any.
    fn list(&mut self, source: &SourceOp<'_>, env: Env) {
        let relation = self.code.relation(source.relation);
        let mut few = [None; 4];
        if source.arity() > few.len() {
            let args: Vec<Option<Value>> = self.args(source, env).collect();
            if is_open(relation, &args) {
                self.world.candidates(relation, source.target, &args, &mut self.alternatives);
            }
            return;
        }
        few.iter_mut().zip(self.args(source, env)).for_each(|(place, arg)| *place = arg);
        let args = &few[..source.arity()];
        if is_open(relation, args) {
            self.world.candidates(relation, source.target, args, &mut self.alternatives);
        }
    }

    /// The arguments of a source, as far as they are known.
    fn args(&self, source: &SourceOp<'_>, env: Env) -> impl Iterator<Item = Option<Value>> {
        source.args().map(move |slot| slot.map(|slot| self.value(slot, env)))
    }

    /// The sources with how many candidates they have at most, the shortest first and those last that cannot
    /// tell.
    fn by_length<'c>(
        &self,
        sources: impl Iterator<Item = SourceOp<'c>>,
        env: Env,
    ) -> SmallVec<[Asked<'c>; 2]> {
        let asked = |source: SourceOp<'c>| {
            let relation = self.code.relation(source.relation);
            let args: SmallVec<[Option<Value>; 4]> = self.args(&source, env).collect();
            let most = match is_open(relation, &args) {
                true => self.world.at_most(relation, source.target, &args),
                false => Some(0),
            };
            (most, source)
        };
        let mut asked: SmallVec<[Asked<'c>; 2]> = sources.map(asked).collect();
        asked.sort_by_key(|(most, ..)| most.unwrap_or(usize::MAX));
        asked
    }

    /// Adds the candidates that the world makes of the hints, if it makes something of them.
    fn narrowed(&mut self, program: &Program, hints: List, env: Env) -> bool {
        let (code, frame) = (self.code, self.frame(env));
        let mut terms: SmallVec<[Term; 32]> = SmallVec::new();
        for hint in program.hints(hints) {
            for (k, arg) in hint.args().enumerate() {
                terms.push(match arg {
                    Known::Sought => Term::Sought,
                    Known::Open(slot) => Term::Open(slot.0),
                    Known::Bound(slot) => {
                        let value = frame[slot.index()];
                        if is_blocked(code.relation(hint.relation), k, value) {
                            return true;
                        }
                        Term::Known(value)
                    }
                });
            }
        }
        let mut rest = terms.as_slice();
        let clues: SmallVec<[Clue<'_, R>; 16]> = program
            .hints(hints)
            .map(|hint| {
                let (terms, others) = rest.split_at(hint.arity());
                rest = others;
                Clue { relation: code.relation(hint.relation), terms }
            })
            .collect();
        self.world.narrowed(&clues, &mut self.alternatives)
    }
}

/// Whether a relation can have candidates: no known argument makes it false alone.
fn is_open<R: Relation>(relation: &R, args: &[Option<Value>]) -> bool {
    !args.iter().enumerate().any(|(k, arg)| arg.is_some_and(|value| is_blocked(relation, k, value)))
}
