//! Reachability in the control flow graph: the blocks from which some blocks, or a use of a value, can be
//! reached.

use super::Memory;
use ir::{BlockId, Opcode, ValueId};
use rustc_hash::FxHashSet;

/// The blocks from which a use of a value, or of a value computed from it, can be reached.
pub(super) fn leading_to_uses(memory: &Memory<'_>, value: ValueId) -> Vec<bool> {
    let model = memory.model;
    let mut using = vec![value];
    using.extend(memory.later_twins(value));
    let mut seen: FxHashSet<ValueId> = FxHashSet::default();
    let mut open: Vec<BlockId> = Vec::new();
    while let Some(value) = using.pop() {
        for edge in model.operand_uses(value) {
            let Some(block) = model.block_of(edge.to).filter(|_| seen.insert(edge.to)) else { continue };
            match model.opcode(edge.to) {
                Some(Opcode::Phi) => {
                    open.extend(model.phi_sources(edge.to).iter().filter_map(|end| model.block_of(*end)));
                }
                Some(opcode) => {
                    open.push(block);
                    let is_seen_through = matches!(
                        opcode,
                        Opcode::GetElementPtr
                            | Opcode::BitCast
                            | Opcode::AddrSpaceCast
                            | Opcode::Freeze
                            | Opcode::ZExt
                            | Opcode::SExt
                            | Opcode::Trunc
                            | Opcode::ICmp
                            | Opcode::And
                            | Opcode::Or
                            | Opcode::Xor
                            | Opcode::Select
                    );
                    using.extend(is_seen_through.then_some(edge.to));
                }
                None => {}
            }
        }
    }
    leading_to(memory, open)
}

/// The blocks from which one of these can be reached, themselves included.
pub(super) fn leading_to(memory: &Memory<'_>, mut open: Vec<BlockId>) -> Vec<bool> {
    let model = memory.model;
    let mut leading = vec![false; model.block_count()];
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut leading[block.index()], true) {
            open.extend(model.block_predecessors(block).iter().map(|(_, from)| *from));
        }
    }
    memory.count_work(model.block_count());
    leading
}
