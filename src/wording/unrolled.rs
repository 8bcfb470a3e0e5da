//! Loops that LLVM has unrolled completely before a search.
//!
//! Unrolling leaves copies of one expression behind each other, all with the place of the original. In: the loads
//! of `s += a[i]` for four `i`, one after the other. Out: their place, and the number 4.

use crate::Spelling;
use ir::{Model, Opcode};
use report::Unrolled;
use rustc_hash::FxHashMap;

/// The least number of copies in a block that count as an unrolled loop.
const LEAST: usize = 4;

/// The line of a function with the most copies in one block, if it has enough of them. Copies that were inlined
/// from different calls are none.
pub fn unrolled(model: &Model, spelling: &Spelling<'_>) -> Option<Unrolled> {
    let mut most: Option<(usize, ir::ValueId)> = None;
    for block in model.blocks() {
        let mut copies = FxHashMap::default();
        for value in model.block_instructions(block) {
            let counts = matches!(
                model.opcode(value),
                Some(Opcode::Load | Opcode::Store | Opcode::FMul | Opcode::FAdd | Opcode::Mul)
            );
            let Some(location) = model.location(value).filter(|_| counts) else { continue };
            let of = (model.opcode(value), location);
            let (number, _) =
                copies.entry(of).and_modify(|(number, _)| *number += 1).or_insert((1usize, value));
            if *number >= LEAST && most.is_none_or(|(known, _)| *number > known) {
                most = Some((*number, copies[&of].1));
            }
        }
    }
    let (_, first) = most?;
    let block = model.block_of(first)?;
    let callers = (spelling.callers)(first);
    let is_copy = |value: &ir::ValueId| {
        model.opcode(*value) == model.opcode(first)
            && model.location(*value) == model.location(first)
            && (spelling.callers)(*value) == callers
    };
    let copies = model.block_instructions(block).filter(is_copy).count();
    let place = spelling.place(model.location(first)?);
    let function = model.function().name.clone();
    (copies >= LEAST).then_some(Unrolled { function, place, copies })
}
