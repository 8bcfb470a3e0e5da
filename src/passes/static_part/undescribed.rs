//! Why a loop that somebody's own specification finds has no polyhedral description.
//!
//! A copy of `SCoP` with a constraint less finds loops with a call of `g` in them, say. That they are found
//! and not described is told, with the instruction that stands in the way where there is one.

use crate::model::{BlockId, Effects, Model, Opcode, ValueId};
use crate::polyhedral::{CountedLoop, Refusal};

/// What is said of a loop without description.
pub(super) fn reason(model: &Model, l: &CountedLoop, refusal: Refusal) -> String {
    match obstacle(model, l) {
        Some(what) => format!("no description: {what}"),
        None => format!("no description: {refusal}"),
    }
}

/// The first instruction of the loop that does something beside loading, storing and computing.
fn obstacle(model: &Model, l: &CountedLoop) -> Option<String> {
    let (begin, end) = (model.block_of(l.begin)?, model.block_of(l.end)?);
    let is_inside = |block: &BlockId| {
        let is_behind = model.dominance().block_dominates(begin, *block);
        is_behind && model.post_dominance().block_post_dominates(end, *block)
    };
    let inside = model.blocks().filter(is_inside);
    inside.flat_map(|block| model.block_instructions(block)).find_map(|value| what_it_does(model, value))
}

fn what_it_does(model: &Model, value: ValueId) -> Option<String> {
    let (opcode, effects) = (model.opcode(value)?, model.effects(value));
    let beyond = [Effects::READS, Effects::WRITES, Effects::UNWINDS, Effects::MAY_NOT_RETURN];
    if matches!(opcode, Opcode::Load | Opcode::Store)
        || !beyond.iter().any(|effect| effects.contains(*effect))
    {
        return None;
    }
    let callee = model.operand(value, 0).filter(|_| opcode == Opcode::Call);
    Some(match callee.and_then(|callee| model.global(callee)) {
        Some(callee) => format!("call of {}", callee.canonical),
        None => format!("{} beside loads and stores", opcode.name()),
    })
}
