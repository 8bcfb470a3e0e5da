//! Random control flow graphs: irreducible, with endless and unreachable blocks, rows and nests of loops.

use super::sketch::{draft, type_of};
use crate::{BlockDraft, BlockId, Function, Model, ModelBuilder, Opcode};
use proptest::prelude::*;

/// A model with one terminator per block and the given successors.
pub fn graph(successors: &[Vec<usize>]) -> Model {
    let mut builder = ModelBuilder::new(Function::default());
    let void = builder.ty(type_of("void"));
    for row in successors {
        let mut block = BlockDraft::default();
        block.instructions.push(draft(
            if row.is_empty() { Opcode::Ret } else { Opcode::Br },
            void,
            Vec::new(),
        ));
        block.successors = row.iter().map(|&to| BlockId::new(to)).collect();
        builder.block(block);
    }
    builder.finish()
}

/// Successor lists: each block leads to the next one, or a few blocks back or ahead, or to an exit.
pub fn graphs() -> impl Strategy<Value = Vec<Vec<usize>>> {
    let targets = prop::collection::vec((0u8..4, 0usize..8), 0..3);
    prop::collection::vec(targets, 1..60).prop_map(|plan| {
        let target = |at: usize, (way, by): (u8, usize)| match way {
            0 | 1 => at + 1,
            2 => at.saturating_sub(by),
            _ => at + by,
        };
        let row = |(at, targets): (usize, &Vec<_>)| {
            targets.iter().map(|&t| target(at, t)).filter(|to| *to < plan.len()).collect()
        };
        plan.iter().enumerate().map(row).collect()
    })
}
