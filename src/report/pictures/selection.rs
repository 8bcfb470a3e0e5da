//! Selection of the values to draw: all, or the marked ones with those on paths between them.
//!
//! In: marks on `%p` and `%sum`, where `%sum` is computed from `%p` through `%v`. Out: `%p`, `%v`, `%sum`,
//! and the terminators of their blocks, where control dependence edges start.

use super::Picture;
use fixedbitset::FixedBitSet;
use ir::{Model, ValueId};

/// The values to draw, as a set of value ids.
pub(super) fn select(model: &Model, picture: &Picture<'_>) -> FixedBitSet {
    let mut chosen = FixedBitSet::with_capacity(model.len());
    if !picture.only_matched {
        chosen.insert_range(..);
        return chosen;
    }
    let marked: Vec<ValueId> = picture.marks.iter().map(|(_, value)| *value).collect();
    let before = reached(model, &marked, |value| model.args(value));
    let behind = reached(model, &marked, |value| model.uses(value));
    chosen.extend(marked.iter().map(|value| value.index()));
    // Constants and globals do not connect instructions.
    let between = model.parameters().chain(model.instructions()).map(ValueId::index);
    chosen.extend(between.filter(|value| before.contains(*value) && behind.contains(*value)));
    let blocks =
        model.instructions().filter(|v| chosen.contains(v.index())).filter_map(|v| model.block_of(v));
    let ends: Vec<usize> = blocks.map(|block| model.terminator(block).index()).collect();
    chosen.extend(ends);
    chosen
}

/// The values on paths from the roots along edges, roots included.
fn reached<'m>(
    model: &'m Model,
    roots: &[ValueId],
    edges: impl Fn(ValueId) -> &'m [ir::Edge],
) -> FixedBitSet {
    let mut seen = FixedBitSet::with_capacity(model.len());
    let mut pending = roots.to_vec();
    while let Some(value) = pending.pop() {
        let is_way = model.global(value).is_none() && model.constant(value).is_none();
        if is_way && !seen.put(value.index()) {
            pending.extend(edges(value).iter().map(|edge| edge.to));
        }
    }
    seen
}
