//! Candidates from several atoms at once, where one alone would list half the function.
//!
//! Two questions are answered, since descriptions of loops are full of them. Which instructions of some
//! opcode lie *in a region*: dominated by a known instruction, post-dominated by another. And which loops lie
//! *around a point*: edges from `end` back to `begin`, of which `begin` dominates a known instruction and
//! `end` post-dominates it. In a row of loops each begin dominates all that is behind it, so that going by
//! one atom alone for every loop is quadratic.
//!
//! Example: of `opcode{x} = load`, `domination({b}, {x})` and `strict_post_domination({e}, {x})` with `b` and
//! `e` known, the loads of the blocks between `b` and `e`, from the [regions](crate::model::Regions) of the
//! model.

use super::domain::value;
use super::{Atom, ControlFlow, Dominates, Kind, ModelWorld};
use crate::model::{BlockId, Model, Opcode, OpcodeClass, ValueId};
use crate::solver::{Clue, Term, Value};
use smallvec::SmallVec;

/// The constraints of the clues on the sought instruction.
#[derive(Default)]
struct Wanted<'w> {
    /// The only candidates, if any are listed.
    buckets: Option<[&'w [Value]; 2]>,
    /// Instructions that dominate it; `true` if strictly.
    from: SmallVec<[(ValueId, bool); 4]>,
    /// Instructions that post-dominate it; `true` if strictly.
    to: SmallVec<[(ValueId, bool); 4]>,
}

/// Appends the instructions for which the clues can hold; `false` when they say nothing of a region or of a
/// loop.
pub(super) fn narrowed(world: &ModelWorld<'_>, clues: &[Clue<'_, Atom>], out: &mut Vec<Value>) -> bool {
    let wanted = wanted(world, clues);
    if let Some((point, ends)) = point_within(clues) {
        let all = out.len();
        loops_around(world.model, point, ends, out);
        world.count_work(out.len() - all);
        retain_from(out, all, |v| wanted.admits(world.model, v));
        return true;
    }
    if wanted.from.is_empty() && wanted.to.is_empty() {
        return false;
    }
    wanted.list(world, out);
    true
}

/// The dominance atom of a clue, and its terms.
fn dominance(clue: &Clue<'_, Atom>) -> Option<(Dominates, Term, Term)> {
    match (clue.relation, clue.terms) {
        (Atom::ControlFlow(ControlFlow::Dominates(kind)), &[a, b]) if !kind.negated => Some((*kind, a, b)),
        _ => None,
    }
}

fn wanted<'w>(world: &'w ModelWorld<'_>, clues: &[Clue<'_, Atom>]) -> Wanted<'w> {
    let mut wanted = Wanted::default();
    for clue in clues {
        if let (Atom::Kind(Kind::Opcode(class)), [Term::Sought]) = (clue.relation, clue.terms) {
            let buckets = buckets(world, *class);
            let len = |buckets: [&[Value]; 2]| buckets[0].len() + buckets[1].len();
            if wanted.buckets.is_none_or(|known| len(buckets) < len(known)) {
                wanted.buckets = Some(buckets);
            }
        }
        let Some((kind, above, Term::Sought)) = dominance(clue) else { continue };
        let ends = if kind.post { &mut wanted.to } else { &mut wanted.from };
        match above {
            Term::Known(v) => ends.push((ValueId(v.0), kind.strict)),
            // Dominance is transitive.
            Term::Open(_) => ends.extend(clues.iter().filter_map(|other| match dominance(other)? {
                (Dominates { post, .. }, Term::Known(v), middle) if post == kind.post && middle == above => {
                    Some((ValueId(v.0), false))
                }
                _ => None,
            })),
            Term::Sought => {}
        }
    }
    wanted
}

/// The instructions of a class of opcodes, as two ascending lists.
fn buckets<'w>(world: &'w ModelWorld<'_>, class: OpcodeClass) -> [&'w [Value]; 2] {
    let (model, index) = (world.model, &world.index);
    match class {
        OpcodeClass::Exactly(opcode) => [index.opcode(model, opcode), &[]],
        OpcodeClass::Branch => [index.branches(model), &[]],
        OpcodeClass::Call => [index.opcode(model, Opcode::Call), index.opcode(model, Opcode::Invoke)],
    }
}

impl Wanted<'_> {
    /// Whether the region has it. The buckets are not looked at.
    fn admits(&self, model: &Model, x: ValueId) -> bool {
        let dominated = |&(a, strict): &(ValueId, bool)| model.dominates(a, x) && !(strict && a == x);
        let post = |&(a, strict): &(ValueId, bool)| model.post_dominates(a, x) && !(strict && a == x);
        self.from.iter().all(dominated) && self.to.iter().all(post)
    }

    fn list(&self, world: &ModelWorld<'_>, out: &mut Vec<Value>) {
        let (model, all) = (world.model, out.len());
        let len = self.buckets.map(|[a, b]| a.len() + b.len());
        match (self.blocks(model, len.unwrap_or(usize::MAX)), self.buckets) {
            (None, None) => {}
            (None, Some(buckets)) => buckets.into_iter().for_each(|bucket| out.extend(bucket)),
            (Some(blocks), None) => {
                blocks.into_iter().for_each(|b| out.extend(model.block_instructions(b).map(value)));
            }
            (Some(blocks), Some(buckets)) => {
                world.count_work(blocks.len());
                for block in blocks {
                    let (first, last) = (value(model.block_first(block)), value(model.terminator(block)));
                    for bucket in buckets {
                        let from = bucket.partition_point(|v| *v < first);
                        out.extend(bucket[from..].iter().take_while(|v| **v <= last));
                    }
                }
            }
        }
        world.count_work(out.len() - all);
        retain_from(out, all, |v| self.admits(model, v));
    }

    /// The blocks to look through; `None` when they are no less than a bucket of that length.
    fn blocks(&self, model: &Model, len: usize) -> Option<Vec<BlockId>> {
        let (dominance, post_dominance) = (model.dominance(), model.post_dominance());
        let mut from: SmallVec<[BlockId; 4]> =
            self.from.iter().filter_map(|(v, _)| model.block_of(*v)).collect();
        let mut to: SmallVec<[BlockId; 4]> = self.to.iter().filter_map(|(v, _)| model.block_of(*v)).collect();
        // Values that are no instructions dominate nothing.
        if from.len() < self.from.len() || to.len() < self.to.len() {
            return Some(Vec::new());
        }
        // In unreachable and endless code an instruction has only itself.
        let alone = from.iter().find(|b| !dominance.is_reachable(**b));
        if let Some(&block) = alone.or(to.iter().find(|b| post_dominance.is_endless(**b))) {
            return Some(vec![block]);
        }
        // Of several the innermost: they dominate each other, or else nothing in common.
        from.sort_by_key(|&b| dominance.dominated_blocks(b).len());
        to.sort_by_key(|&b| post_dominance.post_dominated_blocks(b).len());
        let regions = model.regions();
        match (from.first(), to.first()) {
            (Some(&b), Some(&e)) => {
                (regions.count_between(model, b, e) < len).then(|| regions.between(model, b, e))
            }
            (Some(&b), None) => {
                Some(dominance.dominated_blocks(b)).filter(|b| b.len() < len).map(Iterator::collect)
            }
            (None, Some(&e)) => {
                Some(post_dominance.post_dominated_blocks(e)).filter(|b| b.len() < len).map(Iterator::collect)
            }
            (None, None) => None,
        }
    }
}

/// Around which known instruction the clues look for a loop, and whether its end is sought and its begin
/// open, or the other way round.
fn point_within(clues: &[Clue<'_, Atom>]) -> Option<(ValueId, bool)> {
    for clue in clues {
        let (Atom::ControlFlow(ControlFlow::InSuccessors | ControlFlow::Successor(_)), &[begin, end]) =
            (clue.relation, clue.terms)
        else {
            continue;
        };
        let seeks_end = end == Term::Sought;
        let open = if seeks_end { begin } else { end };
        if (begin == Term::Sought) == seeks_end
            || !matches!(open, Term::Open(_))
            || !has(clues, false, begin, end)
        {
            continue;
        }
        let point = clues.iter().find_map(|clue| match dominance(clue)? {
            (kind, above, point @ Term::Known(x)) if !kind.post && above == begin => {
                has(clues, true, end, point).then_some(ValueId(x.0))
            }
            _ => None,
        });
        if let Some(point) = point {
            return Some((point, seeks_end));
        }
    }
    None
}

fn has(clues: &[Clue<'_, Atom>], post: bool, above: Term, below: Term) -> bool {
    clues.iter().filter_map(dominance).any(|(kind, a, b)| (kind.post, a, b) == (post, above, below))
}

/// The ends, or else the begins, of the loops around an instruction.
fn loops_around(model: &Model, point: ValueId, ends: bool, out: &mut Vec<Value>) {
    let Some(block) = model.block_of(point) else { return };
    let reachable = model.dominance().is_reachable(block);
    // In unreachable code it is its own and only begin and end, in endless code its own end.
    match reachable && !model.post_dominance().is_endless(block) {
        false if ends || !reachable => out.push(value(point)),
        false => out.extend(model.successors(point).iter().map(|edge| value(edge.to))),
        true => {
            out.extend(model.regions().loops_around(model, block).into_iter().map(|(end, begin)| {
                value(if ends { model.terminator(end) } else { model.block_first(begin) })
            }))
        }
    }
}

/// Drops from `out[from..]` what does not hold.
fn retain_from(out: &mut Vec<Value>, from: usize, holds: impl Fn(ValueId) -> bool) {
    let mut kept = from;
    for k in from..out.len() {
        if holds(ValueId(out[k].0)) {
            out[kept] = out[k];
            kept += 1;
        }
    }
    out.truncate(kept);
}
