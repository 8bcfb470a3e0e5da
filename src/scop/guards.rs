//! Guards of loops with their test at the end.
//!
//! ```text
//! if (n > 3) do { … } while (++i < n >> 2);      =>      guarded: both are about n
//! do { … } while (++i < n);                      =>      not guarded
//! ```
//!
//! Compilers test the first iteration before the loop, often in another form: `n > 3` for `0 < n >> 2`. The
//! implication is not proved here; a common operand is taken as evidence.

use super::description::Loop;
use super::known::blocks_above;
use ir::{Model, Opcode, ValueId};
use std::collections::BTreeSet;

/// The most values visited per test.
const MOST_VALUES: usize = 32;

/// Whether the closest branch that decides, in the enclosing loop, whether the loop runs has an operand in
/// common with the loop's test.
pub(super) fn is_guarded(model: &Model, l: &Loop, around: Option<&Loop>) -> bool {
    let Some(begin) = model.block_of(l.begin) else { return false };
    let decides = |block: &_| !model.post_dominance().block_post_dominates(begin, *block);
    let Some(branch) = blocks_above(model, begin).find(decides).map(|block| model.terminator(block)) else {
        return false;
    };
    if around.is_some_and(|around| !model.dominates(around.begin, branch)) {
        return false;
    }
    let firsts = model.operands(l.iterator).iter().map(|edge| edge.to);
    let tested = sources(model, firsts.chain(model.operand(l.end, 0)), l.iterator);
    let guarding = sources(model, model.operand(branch, 0).into_iter(), l.iterator);
    tested.intersection(&guarding).next().is_some()
}

/// The values that the given ones are computed from, including themselves, without constants and without
/// looking through phis.
fn sources(model: &Model, of: impl Iterator<Item = ValueId>, iterator: ValueId) -> BTreeSet<ValueId> {
    let mut found = BTreeSet::new();
    let mut open: Vec<ValueId> = of.collect();
    while let Some(value) = open.pop().filter(|_| found.len() < MOST_VALUES) {
        if value == iterator || model.constant(value).is_some() || !found.insert(value) {
            continue;
        }
        if model.opcode(value) != Some(Opcode::Phi) {
            open.extend(model.operands(value).iter().map(|edge| edge.to));
        }
    }
    found
}
