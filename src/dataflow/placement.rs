//! Lazy code motion: the points where an expression is computed such that no path computes it more often than before, as few as
//! possible do twice, and each as late as that allows. After Knoop, Rüthing and Steffen ("Lazy Code Motion", 1992).
//!
//! ```text
//! anticipated.before = EUse ∪ (anticipated.behind − EKill)                          backward, ∩
//! available.behind   = (anticipated.before ∪ available.before) − EKill              forward, ∩: if it were computed where anticipated
//! earliest           = anticipated.before − available.before
//! postponable.behind = (earliest ∪ postponable.before) − EUse                       forward, ∩
//! latest             = (earliest ∪ postponable.before) ∩ (EUse ∪ ¬ ∩ over successors (earliest ∪ postponable.before))
//! used.before        = (EUse ∪ used.behind) − latest                                backward, ∪
//! placed             = latest ∩ used.behind
//! ```
//!
//! All instructions of an expression lie in the region that the last definition of an operand dominates, so that the equations are solved there alone,
//! over the few points where something changes. No edge is split: where only a critical edge would do, nothing is placed on it.
//!
//! In: `a + b` in one arm of a branch and behind both. Out: the computation in that arm, and the end of the other.

use crate::model::{BlockId, Model, Opcode, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The instructions before which the expression of `members` is computed by lazy code motion, ascending. An instruction among them
/// that computes it stays where it is, and its result is used again.
///
/// Also the number of points that were looked at.
pub(super) fn places(model: &Model, members: &[ValueId]) -> (Vec<ValueId>, usize) {
    let points = Points::of(model, members);
    let solved = Solved::of(&points);
    let placed = |k: &usize| solved.latest[*k] && solved.used_behind[*k];
    let count = points.at.len();
    ((0..count).filter(placed).map(|k| points.at[k]).collect(), count)
}

/// The instructions where something may change, block by block, and the paths between them.
struct Points {
    at: Vec<ValueId>,
    uses: Vec<bool>,
    kills: Vec<bool>,
    /// By point: those behind it. A way out of the region is `OUTSIDE`.
    next: Vec<Vec<usize>>,
    before: Vec<Vec<usize>>,
    /// Whether the region or the function is entered there.
    is_entry: Vec<bool>,
}

const OUTSIDE: usize = usize::MAX;

impl Points {
    fn of(model: &Model, members: &[ValueId]) -> Points {
        let killing: FxHashSet<ValueId> = members.iter().flat_map(|at| operands(model, *at)).collect();
        let using: FxHashSet<ValueId> = members.iter().copied().collect();
        let mut events: Vec<ValueId> = members.iter().chain(&killing).copied().collect();
        events.sort_unstable();
        let begin = begin(model, members);
        let blocks = region(model, members, begin);
        let mut points = Points {
            at: Vec::new(),
            uses: Vec::new(),
            kills: Vec::new(),
            next: Vec::new(),
            before: Vec::new(),
            is_entry: Vec::new(),
        };
        let mut firsts: FxHashMap<BlockId, usize> = FxHashMap::default();
        let mut lasts: Vec<(BlockId, usize)> = Vec::new();
        for block in &blocks {
            firsts.insert(*block, points.at.len());
            let first = points.at.len();
            for at in chosen(model, *block, &events, &killing) {
                points.at.push(at);
                points.uses.push(using.contains(&at));
                points.kills.push(killing.contains(&at));
                points.is_entry.push(false);
            }
            points.is_entry[first] = *block == begin || block.index() == 0;
            lasts.push((*block, points.at.len() - 1));
        }
        points.next = (0..points.at.len()).map(|k| vec![k + 1]).collect();
        for (block, last) in lasts {
            let to = |next: &BlockId| match *next == begin && begin.index() != 0 {
                // Before the last definition of an operand there is nothing to place.
                true => OUTSIDE,
                false => firsts.get(next).copied().unwrap_or(OUTSIDE),
            };
            points.next[last] = model.block_successors(block).iter().map(to).collect();
        }
        points.before = vec![Vec::new(); points.at.len()];
        for (from, next) in points.next.iter().enumerate() {
            next.iter().filter(|to| **to != OUTSIDE).for_each(|to| points.before[*to].push(from));
        }
        points
    }
}

fn operands(model: &Model, value: ValueId) -> impl Iterator<Item = ValueId> + '_ {
    model.operands(value).iter().map(|edge| edge.to).filter(|at| model.position(*at).is_some())
}

/// The block of the operand that is defined last, else the entry.
fn begin(model: &Model, members: &[ValueId]) -> BlockId {
    let blocks = members.first().into_iter().flat_map(|first| operands(model, *first));
    let blocks = blocks.filter_map(|at| model.block_of(at));
    blocks.fold(BlockId(0), |last, block| match model.dominance().block_dominates(last, block) {
        true => block,
        false => last,
    })
}

/// The blocks from which a member is reached without coming through `begin` again, ascending.
fn region(model: &Model, members: &[ValueId], begin: BlockId) -> Vec<BlockId> {
    let mut seen: FxHashSet<BlockId> = FxHashSet::default();
    let mut open: Vec<BlockId> = members.iter().filter_map(|at| model.block_of(*at)).collect();
    while let Some(block) = open.pop() {
        if model.dominance().is_reachable(block) && seen.insert(block) && block != begin {
            open.extend(model.block_predecessors(block).iter().map(|(_, from)| *from));
        }
    }
    let mut blocks: Vec<BlockId> = seen.into_iter().collect();
    blocks.sort_unstable();
    blocks
}

/// The points of a block: its first instruction behind the phis, members and definitions of operands, what comes next, its end.
fn chosen(model: &Model, block: BlockId, events: &[ValueId], killing: &FxHashSet<ValueId>) -> Vec<ValueId> {
    let end = model.terminator(block);
    let is_phi = |at: &ValueId| model.opcode(*at) == Some(Opcode::Phi);
    let begin = model.block_instructions(block).find(|at| !is_phi(at)).unwrap_or(end);
    let from = events.partition_point(|at| *at < model.block_first(block));
    let mut points = vec![begin, end];
    for at in events[from..].iter().copied().take_while(|at| *at <= end) {
        points.push(at);
        if killing.contains(&at) && at != end {
            points.push(if is_phi(&at) { begin } else { ValueId(at.0 + 1) });
        }
    }
    points.sort_unstable();
    points.dedup();
    points
}

struct Solved {
    latest: Vec<bool>,
    used_behind: Vec<bool>,
}

impl Solved {
    fn of(points: &Points) -> Solved {
        let count = points.at.len();
        let (uses, kills) = (&points.uses, &points.kills);
        let anticipated = greatest(count, |k, before| {
            let behind = !points.next[k].is_empty() && all(&points.next[k], before);
            uses[k] || (behind && !kills[k])
        });
        let available = greatest(count, |k, behind| {
            let before = !points.is_entry[k] && all(&points.before[k], behind);
            (anticipated[k] || before) && !kills[k]
        });
        let enters = |k: usize, behind: &[bool]| !points.is_entry[k] && all(&points.before[k], behind);
        let earliest: Vec<bool> = (0..count).map(|k| anticipated[k] && !enters(k, &available)).collect();
        let postponable = greatest(count, |k, behind| (earliest[k] || enters(k, behind)) && !uses[k]);
        let may_be: Vec<bool> = (0..count).map(|k| earliest[k] || enters(k, &postponable)).collect();
        let latest: Vec<bool> =
            (0..count).map(|k| may_be[k] && (uses[k] || !all(&points.next[k], &may_be))).collect();
        let any = |list: &[usize], of: &[bool]| list.iter().any(|k| *k != OUTSIDE && of[*k]);
        let used = least(count, |k, before| (uses[k] || any(&points.next[k], before)) && !latest[k]);
        let used_behind: Vec<bool> = (0..count).map(|k| any(&points.next[k], &used)).collect();
        // A computation that stays needs no place unless it is used again; any other place is there for what comes.
        Solved { latest, used_behind }
    }
}

/// Whether a fact holds of all points listed; never outside the region.
fn all(list: &[usize], of: &[bool]) -> bool {
    list.iter().all(|k| *k != OUTSIDE && of[*k])
}

/// The greatest solution of monotone equations: what remains when nothing more ceases to hold.
fn greatest(count: usize, holds: impl Fn(usize, &[bool]) -> bool) -> Vec<bool> {
    fixed_point(vec![true; count], holds)
}

/// The least solution.
fn least(count: usize, holds: impl Fn(usize, &[bool]) -> bool) -> Vec<bool> {
    fixed_point(vec![false; count], holds)
}

/// Forward and backward in turn, so that either direction needs few rounds.
fn fixed_point(mut facts: Vec<bool>, holds: impl Fn(usize, &[bool]) -> bool) -> Vec<bool> {
    loop {
        let mut has_changed = false;
        for k in (0..facts.len()).chain((0..facts.len()).rev()) {
            let fact = holds(k, &facts);
            has_changed |= std::mem::replace(&mut facts[k], fact) != fact;
        }
        if !has_changed {
            return facts;
        }
    }
}
