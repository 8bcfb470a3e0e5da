//! Candidates: what a [`Op::Generate`](super::code::Op::Generate) runs through.
//!
//! A variable is looked for where the fewest values are: in what the world makes of all that is known of it, or in the shortest list of one relation.

use super::code::{List, Program, SourceOp};
use super::plan::Known;
use super::problem::{Clue, Relation, Term, Value, World};
use super::search::{Env, Search, is_blocked};
use smallvec::SmallVec;

/// A source, the most candidates it can have if that is known, and its bound arguments.
type Asked<'c> = (Option<usize>, SourceOp<'c>, Args);

/// Arguments, as far as they are known.
type Args = SmallVec<[Option<Value>; 4]>;

/// With so few candidates no shorter list is looked for.
const FEW: usize = 4;

impl<R: Relation, W: World<R>, const EXPLAIN: bool> Search<'_, R, W, EXPLAIN> {
    /// Adds the candidates that the world makes of the hints, or else those of the source that has the fewest, to the alternatives.
    pub(super) fn candidates(&mut self, program: &Program, (sources, hints): (List, List), env: Env) {
        if program.len(hints) > 0 && self.narrowed(program, hints, env) {
            return;
        }
        let mut sources = program.sources(sources);
        if sources.len() == 1
            && let Some(source) = sources.next()
        {
            let (args, is_open) = self.known(&source, env);
            return self.list(&source, &args, is_open);
        }
        let floor = self.alternatives.len();
        let mut best: Option<usize> = None;
        for (most, source, args) in self.by_length(sources, env) {
            // A list is made only where it may be the shorter one: that of all uses of a constant can be as long as the function.
            if best.is_some_and(|best| best <= most.map_or(FEW, |most| most.max(FEW))) {
                continue;
            }
            let from = self.alternatives.len();
            self.list(&source, &args, most != Some(0));
            let len = self.alternatives.len() - from;
            if best.is_none_or(|best| len < best) {
                self.alternatives.copy_within(from.., floor);
                best = Some(len);
            }
            self.alternatives.truncate(floor + best.unwrap_or(len));
        }
    }

    /// Adds the candidates of a source, if there are any.
    fn list(&mut self, source: &SourceOp<'_>, args: &[Option<Value>], are_any: bool) {
        if are_any {
            self.world.candidates(
                self.compiled.code.relation(source.relation),
                source.target,
                args,
                &mut self.alternatives,
            );
        }
    }

    /// The sources with what they are asked for and how many candidates they have at most, the shortest first and those last that
    /// cannot tell.
    fn by_length<'c>(
        &self,
        sources: impl Iterator<Item = SourceOp<'c>>,
        env: Env,
    ) -> SmallVec<[Asked<'c>; 2]> {
        let asked = |source: SourceOp<'c>| {
            let (args, is_open) = self.known(&source, env);
            let relation = self.compiled.code.relation(source.relation);
            let most = match is_open {
                true => self.world.at_most(relation, source.target, &args),
                false => Some(0),
            };
            (most, source, args)
        };
        let mut asked: SmallVec<[Asked<'c>; 2]> = sources.map(asked).collect();
        asked.sort_by_key(|(most, ..)| most.unwrap_or(usize::MAX));
        asked
    }

    /// The arguments of a source that are known, and whether it can have candidates: none of them makes its relation false alone.
    fn known(&self, source: &SourceOp<'_>, env: Env) -> (Args, bool) {
        let (relation, frame) = (self.compiled.code.relation(source.relation), self.frame(env));
        let mut is_open = true;
        let args = source.args().enumerate().map(|(k, slot)| {
            let arg = slot.map(|slot| frame[slot.index()]);
            is_open &= !arg.is_some_and(|value| is_blocked(relation, k, value));
            arg
        });
        if source.arity() > 4 {
            return (args.collect(), is_open);
        }
        let mut few = [None; 4];
        few.iter_mut().zip(args).for_each(|(place, arg)| *place = arg);
        (Args::from_buf_and_len(few, source.arity()), is_open)
    }

    /// Adds the candidates that the world makes of the hints, if it makes something of them.
    fn narrowed(&mut self, program: &Program, hints: List, env: Env) -> bool {
        let (code, frame) = (&self.compiled.code, self.frame(env));
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
