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
    /// The candidates that the world makes of the hints, or else those of the source that has the fewest.
    pub(super) fn candidates(&mut self, sources: &[Source<R>], hints: &[Hint<R>], env: &Env) -> Vec<Value> {
        if !hints.is_empty()
            && let Some(narrow) = self.narrowed(hints, env)
        {
            return narrow;
        }
        if let [source] = sources {
            let args = known(source, env);
            return self.listed(source, &args, is_open(source, &args));
        }
        let mut best: Option<Vec<Value>> = None;
        for (most, source, args) in self.by_length(sources, env) {
            // A list is made only where it may be the shorter one: that of all uses of a constant can be as long as the function.
            if best.as_ref().is_some_and(|best| best.len() <= most.map_or(FEW, |most| most.max(FEW))) {
                continue;
            }
            let mut out = self.listed(source, &args, most != Some(0));
            let worse = match &mut best {
                None => {
                    best = Some(out);
                    continue;
                }
                Some(best) => {
                    if out.len() < best.len() {
                        std::mem::swap(best, &mut out);
                    }
                    out
                }
            };
            self.put_back(worse);
        }
        best.unwrap_or_default()
    }

    /// The candidates of a source, if there are any.
    fn listed(&mut self, source: &Source<R>, args: &[Option<Value>], are_any: bool) -> Vec<Value> {
        let mut out = self.spare.pop().unwrap_or_default();
        if are_any {
            self.world.candidates(&source.test.relation, source.target, args, &mut out);
        }
        out
    }

    /// The sources with what they are asked for and how many candidates they have at most, the shortest first and those last that
    /// cannot tell.
    fn by_length<'s>(&self, sources: &'s [Source<R>], env: &Env) -> SmallVec<[Asked<'s, R>; 2]> {
        let asked = |source: &'s Source<R>| {
            let args = known(source, env);
            let most = match is_open(source, &args) {
                true => self.world.at_most(&source.test.relation, source.target, &args),
                false => Some(0),
            };
            (most, source, args)
        };
        let mut asked: SmallVec<[Asked<'s, R>; 2]> = sources.iter().map(asked).collect();
        asked.sort_by_key(|(most, ..)| most.unwrap_or(usize::MAX));
        asked
    }

    /// The candidates that the world makes of the hints, if it makes something of them.
    fn narrowed(&mut self, hints: &[Hint<R>], env: &Env) -> Option<Vec<Value>> {
        let mut terms: SmallVec<[Term; 32]> = SmallVec::new();
        for hint in hints {
            for (k, arg) in hint.args.iter().enumerate() {
                terms.push(match *arg {
                    Known::Sought => Term::Sought,
                    Known::Open(slot) => Term::Open(slot.0),
                    Known::Bound(slot) if is_blocked(&hint.relation, k, env.value(&slot)) => {
                        return Some(Vec::new());
                    }
                    Known::Bound(slot) => Term::Known(env.value(&slot)),
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
        let mut out = self.spare.pop().unwrap_or_default();
        if self.world.narrowed(&clues, &mut out) {
            return Some(out);
        }
        self.put_back(out);
        None
    }
}

/// The arguments of a source that are known.
fn known<R>(source: &Source<R>, env: &Env) -> Args {
    let slots = source.test.args.iter().zip(&source.bound);
    let args = slots.map(|(slot, &bound)| bound.then(|| env.value(slot)));
    if source.bound.len() > 4 {
        return args.collect();
    }
    let mut few = [None; 4];
    few.iter_mut().zip(args).for_each(|(place, arg)| *place = arg);
    Args::from_buf_and_len(few, source.bound.len())
}

/// Whether a source can have candidates: no known argument makes its relation false alone.
fn is_open<R: Relation>(source: &Source<R>, args: &[Option<Value>]) -> bool {
    let relation = &source.test.relation;
    !args.iter().enumerate().any(|(k, arg)| arg.is_some_and(|value| is_blocked(relation, k, value)))
}
