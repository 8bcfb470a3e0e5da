//! The branch arms that contain a block, a loop or a condition of a static control part.
//!
//! Only the innermost dependences are listed, among the conditions of the same loop. Conditions around a loop
//! are listed for that loop, and conditions around a condition for that condition.

use ir::{BlockId, Model, Opcode, ValueId};
use report::ScopArm;
use scop::Description;

/// The arms that control passes through immediately before a block of the loop `of_loop`, or before the
/// beginning of a loop in it.
pub(super) fn arms(
    model: &Model,
    part: &Description,
    block: Option<BlockId>,
    of_loop: Option<u32>,
) -> Vec<ScopArm> {
    let Some(block) = block else { return Vec::new() };
    let behind = model.post_dominance();
    let arm = |(number, branch): (usize, ValueId)| {
        let from = model.block_of(branch).filter(|from| !behind.block_post_dominates(block, *from))?;
        let ways = (0..).zip(model.block_successors(from));
        let taken = ways.filter(|(_, to)| behind.block_post_dominates(block, **to));
        let when: Vec<String> = taken.filter_map(|(n, _)| way(model, from, branch, n)).collect();
        (!when.is_empty()).then_some(ScopArm { condition: number, when })
    };
    let conditions = part.conditions.iter().enumerate().filter(|(_, c)| c.enclosing == of_loop);
    conditions.filter_map(|(number, c)| arm((number, c.branch))).collect()
}

/// The name of the n-th successor of a branch: `true`, `false`, the number of a case, or `default`.
fn way(model: &Model, from: BlockId, branch: ValueId, n: u32) -> Option<String> {
    if model.opcode(branch) != Some(Opcode::Switch) {
        return Some(((n == 0) != leads_past(model, branch)).to_string());
    }
    let Some(at) = n.checked_sub(1) else { return Some("default".to_owned()) };
    Some(model.switch_cases(from)?.get(at as usize)?.to_string())
}

/// Whether the first successor of a branch bypasses code that only the second one leads to. The condition is
/// then reported negated, for the second successor.
pub(super) fn leads_past(model: &Model, branch: ValueId) -> bool {
    let block = model.block_of(branch);
    let Some((block, [first, second])) = block.map(|block| (block, model.block_successors(block))) else {
        return false;
    };
    let is_behind = |way: &BlockId| model.post_dominance().block_post_dominates(*way, block);
    model.opcode(branch) != Some(Opcode::Switch) && is_behind(first) && !is_behind(second)
}
