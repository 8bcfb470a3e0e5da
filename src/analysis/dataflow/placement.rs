//! Lazy code motion: points for computing an expression such that no path computes it more often than before,
//! as few paths as possible compute it twice, and each computation is as late as possible. After Knoop,
//! Rüthing and Steffen ("Lazy Code Motion", 1992).
//!
//! ```text
//! anticipated.before = EUse ∪ (anticipated.after − EKill)                          backward, ∩
//! available.after    = (anticipated.before ∪ available.before) − EKill              forward, ∩: if it were computed where anticipated
//! earliest           = anticipated.before − available.before
//! postponable.after  = (earliest ∪ postponable.before) − EUse                       forward, ∩
//! latest             = (earliest ∪ postponable.before) ∩ (EUse ∪ ¬ ∩ over successors (earliest ∪ postponable.before))
//! used.before        = (EUse ∪ used.after) − latest                                backward, ∪
//! placed             = latest ∩ used.after
//! ```
//!
//! All instructions of an expression are in the region dominated by the last definition of an operand.
//! Nothing is placed where the expression is not anticipated, and a result is reused only where it is
//! available. So the equations are solved only for blocks that lead to an instruction of the expression, and
//! at whose end it is anticipated or available. Each critical edge is a point as well; an edge that LLVM
//! cannot split, out of an indirect branch or into a pad of an exception, anticipates nothing.
//!
//! In: `a + b` in one arm of a branch and after both. Out: the computation in that arm, and the end of the
//! other arm; without that arm, the edge past the first one.

use ir::{BlockId, Model, Opcode, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Facts at block ends that bound the region in which an expression is placed.
pub(super) struct AtEnds<'f> {
    /// Whether every path from there computes the expression; may be true for more blocks.
    pub(super) is_anticipated: &'f dyn Fn(BlockId) -> bool,
    /// Whether every path to there has computed it.
    pub(super) is_available: &'f dyn Fn(BlockId) -> bool,
}

/// A point in a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PlacementPoint {
    /// The point right before an instruction.
    Before(ValueId),
    /// The critical edge from a terminator to the first instruction of a block.
    Edge(ValueId, ValueId),
}

/// The points at which lazy code motion computes the expression of `members`, ascending. A member before
/// which it is computed stays, and its result is reused.
///
/// Also returns the number of points visited.
pub(super) fn places(
    model: &Model,
    members: &[ValueId],
    at_ends: &AtEnds<'_>,
) -> (Vec<PlacementPoint>, usize) {
    let points = Points::of(model, members, at_ends);
    let solved = Solved::of(&points);
    let placed = |k: &usize| solved.latest[*k] && solved.used_behind[*k];
    let count = points.at.len();
    let mut found: Vec<PlacementPoint> = (0..count).filter(placed).map(|k| points.at[k]).collect();
    found.sort_unstable();
    (found, count)
}

/// The points at which something may change, block by block and then the critical edges, and the steps
/// between them.
struct Points {
    at: Vec<PlacementPoint>,
    uses: Vec<bool>,
    kills: Vec<bool>,
    /// Per point, its successors; an edge out of the region leads to `OUTSIDE`.
    next: Vec<Vec<usize>>,
    before: Vec<Vec<usize>>,
    /// Per point, whether the region or the function is entered there.
    is_entry: Vec<bool>,
    /// Per point, whether it is an edge on which nothing can be computed.
    is_closed: Vec<bool>,
}

const OUTSIDE: usize = usize::MAX;

impl Points {
    fn of(model: &Model, members: &[ValueId], at_ends: &AtEnds<'_>) -> Points {
        let killing: FxHashSet<ValueId> = members.iter().flat_map(|at| operands(model, *at)).collect();
        let using: FxHashSet<ValueId> = members.iter().copied().collect();
        let mut events: Vec<ValueId> = members.iter().chain(&killing).copied().collect();
        events.sort_unstable();
        let begin = begin(model, members);
        let blocks = region(model, members, begin, at_ends);
        let mut points = Points {
            at: Vec::new(),
            uses: Vec::new(),
            kills: Vec::new(),
            next: Vec::new(),
            before: Vec::new(),
            is_entry: Vec::new(),
            is_closed: Vec::new(),
        };
        let mut firsts: FxHashMap<BlockId, usize> = FxHashMap::default();
        let mut lasts: Vec<(BlockId, usize)> = Vec::new();
        for block in &blocks {
            firsts.insert(*block, points.at.len());
            let first = points.at.len();
            for at in chosen(model, *block, &events, &killing) {
                points.add(PlacementPoint::Before(at), using.contains(&at), killing.contains(&at));
            }
            let is_begin = *block == begin || block.index() == 0;
            points.is_entry[first] = is_begin || is_entered(model, *block, &blocks);
            lasts.push((*block, points.at.len() - 1));
        }
        points.next = (0..points.at.len()).map(|k| vec![k + 1]).collect();
        let mut edges: FxHashMap<(BlockId, BlockId), usize> = FxHashMap::default();
        for to in &blocks {
            // Before the last definition of an operand nothing can be placed.
            if *to == begin && begin.index() != 0 {
                continue;
            }
            for (_, from) in model.block_predecessors(*to) {
                if !is_critical(model, *from, *to) || edges.contains_key(&(*from, *to)) {
                    continue;
                }
                let edge = points.add(
                    PlacementPoint::Edge(model.terminator(*from), model.block_first(*to)),
                    false,
                    false,
                );
                edges.insert((*from, *to), edge);
                points.is_entry[edge] = blocks.binary_search(from).is_err();
                points.is_closed[edge] = !is_splittable(model, *from, *to);
                points.next.push(vec![firsts[to]]);
            }
        }
        for (block, last) in lasts {
            let to = |next: &BlockId| match *next == begin && begin.index() != 0 {
                true => OUTSIDE,
                false => edges.get(&(block, *next)).or(firsts.get(next)).copied().unwrap_or(OUTSIDE),
            };
            points.next[last] = model.block_successors(block).iter().map(to).collect();
        }
        points.before = vec![Vec::new(); points.at.len()];
        for (from, next) in points.next.iter().enumerate() {
            next.iter().filter(|to| **to != OUTSIDE).for_each(|to| points.before[*to].push(from));
        }
        points
    }

    fn add(&mut self, place: PlacementPoint, uses: bool, kills: bool) -> usize {
        self.at.push(place);
        self.uses.push(uses);
        self.kills.push(kills);
        self.is_entry.push(false);
        self.is_closed.push(false);
        self.at.len() - 1
    }
}

/// Whether an edge leads from a block with other successors to a block with other reachable predecessors.
fn is_critical(model: &Model, from: BlockId, to: BlockId) -> bool {
    let is_reached = |block: BlockId| model.dominance().is_reachable(block);
    let mut before = model.block_predecessors(to).iter().map(|(_, other)| *other);
    is_reached(from)
        && model.block_successors(from).iter().any(|other| *other != to)
        && before.any(|other| other != from && is_reached(other))
}

/// Whether LLVM can put a block on an edge.
fn is_splittable(model: &Model, from: BlockId, to: BlockId) -> bool {
    let is_phi = |at: &ValueId| model.opcode(*at) == Some(Opcode::Phi);
    let begin = model.block_instructions(to).find(|at| !is_phi(at)).and_then(|at| model.opcode(at));
    let is_pad = matches!(
        begin,
        Some(Opcode::LandingPad | Opcode::CatchSwitch | Opcode::CatchPad | Opcode::CleanupPad)
    );
    let end = model.opcode(model.terminator(from));
    !is_pad && !matches!(end, Some(Opcode::IndirectBr | Opcode::CallBr))
}

fn operands(model: &Model, value: ValueId) -> impl Iterator<Item = ValueId> + '_ {
    model.operands(value).iter().map(|edge| edge.to).filter(|at| model.position(*at).is_some())
}

/// The block of the operand that is defined last, or else the entry.
fn begin(model: &Model, members: &[ValueId]) -> BlockId {
    let blocks = members.first().into_iter().flat_map(|first| operands(model, *first));
    let blocks = blocks.filter_map(|at| model.block_of(at));
    blocks.fold(BlockId(0), |last, block| match model.dominance().block_dominates(last, block) {
        true => block,
        false => last,
    })
}

/// The blocks from which a member can be reached without passing `begin` again or a block end where the
/// expression is neither anticipated nor available; ascending.
fn region(model: &Model, members: &[ValueId], begin: BlockId, at_ends: &AtEnds<'_>) -> Vec<BlockId> {
    let mut seen: FxHashSet<BlockId> = FxHashSet::default();
    let mut open: Vec<BlockId> = members.iter().filter_map(|at| model.block_of(*at)).collect();
    while let Some(block) = open.pop() {
        if model.dominance().is_reachable(block) && seen.insert(block) && block != begin {
            let before = model.block_predecessors(block).iter().map(|(_, from)| *from);
            let is_inside = |from: &BlockId| (at_ends.is_anticipated)(*from) || (at_ends.is_available)(*from);
            open.extend(before.filter(is_inside));
        }
    }
    let mut blocks: Vec<BlockId> = seen.into_iter().collect();
    blocks.sort_unstable();
    blocks
}

/// Whether an edge that is not critical leads to a block of the region from a reachable one outside of it.
fn is_entered(model: &Model, block: BlockId, region: &[BlockId]) -> bool {
    let mut before = model.block_predecessors(block).iter().map(|(_, from)| *from);
    before.any(|from| {
        let is_outside = model.dominance().is_reachable(from) && region.binary_search(&from).is_err();
        is_outside && !is_critical(model, from, block)
    })
}

/// The points of a block: its first instruction after the phis, members and definitions of operands, the
/// instructions after these, and its terminator.
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
            uses[k] || (behind && !kills[k] && !points.is_closed[k])
        });
        let available = greatest(count, |k, behind| {
            let before = !points.is_entry[k] && all(&points.before[k], behind);
            (anticipated[k] || before) && !kills[k]
        });
        let is_at_hand = |k: usize| !points.is_entry[k] && all(&points.before[k], &available);
        let earliest: Vec<bool> = (0..count).map(|k| anticipated[k] && !is_at_hand(k)).collect();
        let enters = |k: usize, behind: &[bool]| !points.is_entry[k] && all(&points.before[k], behind);
        let postponable = greatest(count, |k, behind| (earliest[k] || enters(k, behind)) && !uses[k]);
        let may_be: Vec<bool> = (0..count).map(|k| earliest[k] || enters(k, &postponable)).collect();
        let latest: Vec<bool> =
            (0..count).map(|k| may_be[k] && (uses[k] || !all(&points.next[k], &may_be))).collect();
        let any = |list: &[usize], of: &[bool]| list.iter().any(|k| *k != OUTSIDE && of[*k]);
        let used = least(count, |k, before| (uses[k] || any(&points.next[k], before)) && !latest[k]);
        let used_behind: Vec<bool> = (0..count).map(|k| any(&points.next[k], &used)).collect();
        // A computation that stays needs no place unless it is reused; any other place is for later uses.
        Solved { latest, used_behind }
    }
}

/// Whether a fact holds at all listed points; false outside the region.
fn all(list: &[usize], of: &[bool]) -> bool {
    list.iter().all(|k| *k != OUTSIDE && of[*k])
}

/// The greatest solution of monotone equations.
fn greatest(count: usize, holds: impl Fn(usize, &[bool]) -> bool) -> Vec<bool> {
    fixed_point(vec![true; count], holds)
}

/// The least solution of monotone equations.
fn least(count: usize, holds: impl Fn(usize, &[bool]) -> bool) -> Vec<bool> {
    fixed_point(vec![false; count], holds)
}

/// Iterates forward and backward in turn, so that few rounds are needed in either direction.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataflow::Dataflow;
    use ir::testing::random;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

        /// The region bounded by anticipation, compared with all blocks that lead to the expression.
        #[test]
        fn a_smaller_region_has_the_same_places(model in random::model()) {
            let flow = Dataflow::new(&model);
            let everywhere = AtEnds { is_anticipated: &|_| true, is_available: &|_| false };
            for value in model.instructions() {
                let Some((class, classes)) = flow.expression(value) else { continue };
                // Otherwise the function is invalid.
                let members = classes.members(class);
                let is_defined = |at| members.iter().all(|member| at != *member && model.dominates(at, *member));
                if !operands(&model, value).all(is_defined) {
                    continue;
                }
                let (all, _) = places(&model, classes.members(class), &everywhere);
                for at in model.instructions() {
                    let expected = all.contains(&PlacementPoint::Before(at));
                    prop_assert_eq!(flow.can_be_placed(value, at), expected, "{:?} at {:?}", value, at);
                    for to in model.instructions() {
                        let expected = all.contains(&PlacementPoint::Edge(at, to));
                        prop_assert_eq!(flow.can_be_placed_on(value, at, to), expected, "{:?} on {:?} -> {:?}", value, at, to);
                    }
                }
            }
        }
    }
}
