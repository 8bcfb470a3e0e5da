//! Natural loops around a known point, and the blocks of a known loop.
//!
//! An instruction is in the loop from `begin` to `latch` if `begin` dominates it and some path leads from it
//! to `latch` around `begin`. In a sequence of loops each begin dominates all code behind it, so that only
//! both conditions together identify the loop.

use super::super::domain::value;
use super::super::{Atom, ControlFlow, ModelWorld, Path};
use super::predicates::{dominance, has};
use analysis::accesses::LoopId;
use ir::{BlockId, Flow, Model, ValueId};
use rustc_hash::FxHashMap;
use solver::{PushedPredicate, Term, Value};

/// The blocks of the loops, each listed with its innermost loop.
#[derive(Debug)]
pub(in crate::atoms) struct LoopBlocks {
    own: Vec<Vec<BlockId>>,
    inner: Vec<Vec<LoopId>>,
}

impl LoopBlocks {
    fn of(world: &ModelWorld<'_>) -> LoopBlocks {
        let accesses = world.accesses().borrow();
        let loops = accesses.loops();
        let count = loops.ids().count();
        let mut blocks = LoopBlocks { own: vec![Vec::new(); count], inner: vec![Vec::new(); count] };
        for block in world.model.blocks() {
            loops.around(block).into_iter().for_each(|of| blocks.own[of.index()].push(block));
        }
        for of in loops.ids() {
            loops.get(of).parent.into_iter().for_each(|around| blocks.inner[around.index()].push(of));
        }
        blocks
    }

    /// The blocks of a loop and of the loops nested in it; `None` if there are more than `most`.
    fn all(&self, of: LoopId, most: usize) -> Option<Vec<BlockId>> {
        let (mut found, mut open) = (Vec::new(), vec![of]);
        while let Some(of) = open.pop() {
            found.extend(&self.own[of.index()]);
            open.extend(&self.inner[of.index()]);
            if found.len() > most {
                return None;
            }
        }
        Some(found)
    }
}

/// The blocks of each strongly connected component.
#[derive(Debug)]
pub(in crate::atoms) struct Components {
    blocks: FxHashMap<u32, Vec<BlockId>>,
}

impl Components {
    fn of(world: &ModelWorld<'_>) -> Components {
        let mut blocks: FxHashMap<u32, Vec<BlockId>> = FxHashMap::default();
        for block in world.model.blocks() {
            blocks.entry(world.model.components().of(block)).or_default().push(block);
        }
        Components { blocks }
    }

    /// The blocks of the component of a block; `None` if there are more than `most`.
    fn of_block(&self, world: &ModelWorld<'_>, block: BlockId, most: usize) -> Option<Vec<BlockId>> {
        let all = self.blocks.get(&world.model.components().of(block))?;
        (all.len() <= most).then(|| all.clone())
    }
}

/// The known instruction that dominates the sought one and that control returns to from there.
fn returns_to(predicates: &[PushedPredicate<'_, Atom>]) -> Option<ValueId> {
    predicates.iter().find_map(|predicate| match (predicate.relation, predicate.terms) {
        (Atom::Path(Path::Flows { flow: Flow::Control, .. }), &[Term::Sought, point @ Term::Known(x)])
            if has(predicates, false, point, Term::Sought) =>
        {
            Some(ValueId(x.0))
        }
        _ => None,
    })
}

/// The three terms of a predicate that demands a path from the first to the second around the third.
fn around(predicate: &PushedPredicate<'_, Atom>) -> Option<[Term; 3]> {
    match (predicate.relation, predicate.terms) {
        (Atom::Path(Path::Around(Flow::Control)), &[from, to, around]) => Some([from, to, around]),
        _ => None,
    }
}

/// Whether the predicates state that `point`, dominated by `begin`, lies in the loop: control reaches the
/// latch from there without passing `begin` again, or `point` dominates the latch.
fn lies_in_loop(predicates: &[PushedPredicate<'_, Atom>], point: Term, begin: Term, latch: Term) -> bool {
    predicates.iter().any(|predicate| around(predicate) == Some([point, latch, begin]))
        || has(predicates, false, point, latch)
}

/// Whether the predicates state that control reaches the latch from `point` before it reaches an exit: the
/// latch does not dominate `point`, but post-dominates `begin`. The point may lie in an outer loop of this
/// one.
fn comes_to_latch(predicates: &[PushedPredicate<'_, Atom>], point: Term, begin: Term, latch: Term) -> bool {
    let is_not_behind = |predicate: &PushedPredicate<'_, Atom>| match (predicate.relation, predicate.terms) {
        (Atom::ControlFlow(ControlFlow::Dominates(kind)), &[a, b]) => {
            kind.negated && kind.strict && !kind.post && (a, b) == (latch, point)
        }
        _ => false,
    };
    has(predicates, true, latch, begin) && predicates.iter().any(is_not_behind)
}

fn is_back_edge(predicates: &[PushedPredicate<'_, Atom>], begin: Term, latch: Term) -> bool {
    let is_edge = predicates.iter().any(|predicate| {
        let edge = (predicate.relation, predicate.terms);
        matches!(edge, (Atom::ControlFlow(ControlFlow::InSuccessors | ControlFlow::Successor(_)), &[b, l]) if (b, l) == (begin, latch))
    });
    is_edge && has(predicates, false, begin, latch)
}

/// Appends the begins, or else the latches, of the natural loops around a known instruction, if the
/// predicates seek one; `false` if they do not.
pub(super) fn loops_of(
    world: &ModelWorld<'_>,
    predicates: &[PushedPredicate<'_, Atom>],
    out: &mut Vec<Value>,
) -> bool {
    let edges = predicates.iter().filter_map(|predicate| match (predicate.relation, predicate.terms) {
        (Atom::ControlFlow(ControlFlow::InSuccessors | ControlFlow::Successor(_)), &[begin, latch]) => {
            Some((begin, latch))
        }
        _ => None,
    });
    let sought = edges.filter(|(begin, latch)| (*latch == Term::Sought) != (*begin == Term::Sought));
    let found =
        sought.filter(|(begin, latch)| has(predicates, false, *begin, *latch)).find_map(|(begin, latch)| {
            let points = predicates.iter().filter_map(|predicate| match dominance(predicate)? {
                (kind, above, point @ Term::Known(_)) if !kind.post && above == begin => Some(point),
                _ => None,
            });
            let way = |point: Term| {
                let is_inside = lies_in_loop(predicates, point, begin, latch);
                (is_inside || comes_to_latch(predicates, point, begin, latch)).then_some((point, is_inside))
            };
            let (point, is_inside) = points.filter_map(way).max_by_key(|(_, is_inside)| *is_inside)?;
            Some((point, is_inside, latch == Term::Sought))
        });
    let Some((Term::Known(point), is_inside, seeks_latch)) = found else { return false };
    let point = ValueId(point.0);
    let (model, accesses) = (world.model, world.accesses().borrow());
    let loops = accesses.loops();
    let Some(block) = model.block_of(point) else { return true };
    if !model.dominance().is_reachable(block) {
        // In unreachable code an instruction is dominated by itself alone.
        out.push(value(point));
        return true;
    }
    let around: Vec<LoopId> = match is_inside {
        true => loops.around(block).into_iter().flat_map(|inner| loops.ancestors(inner)).collect(),
        false => dominating(model, block).filter_map(|block| loops.with_header(block)).collect(),
    };
    for of in around {
        let of = loops.get(of);
        match seeks_latch {
            true => out.extend(of.latches.iter().map(|latch| value(model.terminator(*latch)))),
            false => out.push(value(model.block_first(of.header))),
        }
    }
    true
}

/// The dominators of a block that control returns to from there; all dominators if the block may never reach
/// an exit.
fn dominating(model: &Model, block: BlockId) -> impl Iterator<Item = BlockId> {
    let (components, is_endless) = (model.components(), model.post_dominance().is_endless(block));
    let own = components.of(block);
    let all = std::iter::successors(Some(block), |block| model.dominance().immediate_dominator(*block));
    all.take_while(move |block| is_endless || components.of(*block) == own)
}

/// The blocks of the loop in which the predicates place the sought instruction; `None` if they do not, or if
/// the loop has more than `most` blocks.
pub(super) fn blocks_of_loop(
    world: &ModelWorld<'_>,
    predicates: &[PushedPredicate<'_, Atom>],
    most: usize,
) -> Option<Vec<BlockId>> {
    if let Some(point) = returns_to(predicates) {
        let block = world.model.block_of(point)?;
        return world.narrowing.components.get_or_init(|| Components::of(world)).of_block(world, block, most);
    }
    let (begin, latch) = predicates.iter().find_map(|predicate| match around(predicate)? {
        [Term::Sought, latch, begin @ Term::Known(b)]
            if has(predicates, false, begin, Term::Sought)
                && (matches!(latch, Term::Known(_)) || is_back_edge(predicates, begin, latch)) =>
        {
            Some((ValueId(b.0), latch))
        }
        _ => None,
    })?;
    let (model, accesses) = (world.model, world.accesses().borrow());
    let loops = accesses.loops();
    let header = model.block_of(begin).filter(|block| model.block_first(*block) == begin)?;
    let of = loops.with_header(header)?;
    if let Term::Known(latch) = latch {
        let block = model.block_of(ValueId(latch.0))?;
        (model.terminator(block).0 == latch.0 && loops.get(of).latches.contains(&block)).then_some(())?;
    }
    drop(accesses);
    world.narrowing.loop_blocks.get_or_init(|| LoopBlocks::of(world)).all(of, most)
}
