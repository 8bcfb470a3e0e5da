//! Candidates: what a [`Step::Generate`](super::plan::Step::Generate) runs through.
//!
//! A variable is looked for where the fewest values are: in what the world makes of all that is known of it, or in the shortest list of one relation.

use super::plan::{Hint, Known, Source};
use super::problem::{Clue, Relation, Term, Value, World};
use super::search::{Env, Search, is_blocked};
use smallvec::SmallVec;

/// A source, the most candidates it can have if that is known, and its bound arguments.
type Asked<'s, R> = (Option<usize>, &'s Source<R>, Args);

/// Arguments, as far as they are known.
type Args = SmallVec<[Option<Value>; 4]>;

/// With so few candidates no shorter list is looked for.
const FEW: usize = 4;

impl<R: Relation, W: World<R>, const EXPLAIN: bool> Search<'_, R, W, EXPLAIN> {
    /// Adds the candidates that the world makes of the hints, or else those of the source that has the fewest, to the alternatives.
    pub(super) fn candidates(&mut self, sources: &[Source<R>], hints: &[Hint<R>], env: Env) {
        if !hints.is_empty() && self.narrowed(hints, env) {
            return;
        }
        if let [source] = sources {
            let (args, is_open) = known(source, self.frame(env));
            return self.list(source, &args, is_open);
        }
        let floor = self.alternatives.len();
        let mut best: Option<usize> = None;
        for (most, source, args) in self.by_length(sources, env) {
            // A list is made only where it may be the shorter one: that of all uses of a constant can be as long as the function.
            if best.is_some_and(|best| best <= most.map_or(FEW, |most| most.max(FEW))) {
                continue;
            }
            let from = self.alternatives.len();
            self.list(source, &args, most != Some(0));
            let len = self.alternatives.len() - from;
            if best.is_none_or(|best| len < best) {
                self.alternatives.copy_within(from.., floor);
                best = Some(len);
            }
            self.alternatives.truncate(floor + best.unwrap_or(len));
        }
    }

    /// Adds the candidates of a source, if there are any.
    fn list(&mut self, source: &Source<R>, args: &[Option<Value>], are_any: bool) {
        if are_any {
            self.world.candidates(&source.test.relation, source.target, args, &mut self.alternatives);
        }
    }

    /// The sources with what they are asked for and how many candidates they have at most, the shortest first and those last that
    /// cannot tell.
    fn by_length<'s>(&self, sources: &'s [Source<R>], env: Env) -> SmallVec<[Asked<'s, R>; 2]> {
        let asked = |source: &'s Source<R>| {
            let (args, is_open) = known(source, self.frame(env));
            let most = match is_open {
                true => self.world.at_most(&source.test.relation, source.target, &args),
                false => Some(0),
            };
            (most, source, args)
        };
        let mut asked: SmallVec<[Asked<'s, R>; 2]> = sources.iter().map(asked).collect();
        asked.sort_by_key(|(most, ..)| most.unwrap_or(usize::MAX));
        asked
    }

    /// Adds the candidates that the world makes of the hints, if it makes something of them.
    fn narrowed(&mut self, hints: &[Hint<R>], env: Env) -> bool {
        let frame = self.frame(env);
        let mut terms: SmallVec<[Term; 32]> = SmallVec::new();
        for hint in hints {
            for (k, arg) in hint.args.iter().enumerate() {
                terms.push(match *arg {
                    Known::Sought => Term::Sought,
                    Known::Open(slot) => Term::Open(slot.0),
                    Known::Bound(slot) if is_blocked(&hint.relation, k, frame[slot.index()]) => return true,
                    Known::Bound(slot) => Term::Known(frame[slot.index()]),
                });
            }
        }
        let mut rest = terms.as_slice();
        let clues: SmallVec<[Clue<'_, R>; 16]> = hints
            .iter()
            .map(|hint| {
                let (terms, others) = rest.split_at(hint.args.len());
                rest = others;
                Clue { relation: &hint.relation, terms }
            })
            .collect();
        self.world.narrowed(&clues, &mut self.alternatives)
    }
}

/// The arguments of a source that are known, and whether it can have candidates: none of them makes its relation false alone.
fn known<R: Relation>(source: &Source<R>, frame: &[Value]) -> (Args, bool) {
    let Source { test, bound, .. } = source;
    let mut is_open = true;
    let args = test.args.iter().zip(bound).enumerate().map(|(k, (slot, &bound))| {
        let arg = bound.then(|| frame[slot.index()]);
        is_open &= !arg.is_some_and(|value| is_blocked(&test.relation, k, value));
        arg
    });
    if bound.len() > 4 {
        return (args.collect(), is_open);
    }
    let mut few = [None; 4];
    few.iter_mut().zip(args).for_each(|(place, arg)| *place = arg);
    (Args::from_buf_and_len(few, bound.len()), is_open)
}
