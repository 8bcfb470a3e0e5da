//! Regions and the loops around a block against their definitions, on random control flow graphs:
//! irreducible, with endless and unreachable blocks, rows and nests of loops.

use super::sketch::{draft, type_of};
use super::{BlockDraft, BlockId, Function, Model, ModelBuilder, Opcode};
use proptest::prelude::*;

/// A model with a terminator a block, and the given successors.
pub(crate) fn graph(successors: &[Vec<usize>]) -> Model {
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

/// Each block goes on to the next one, or a few blocks back or ahead, or out.
pub(crate) fn graphs() -> impl Strategy<Value = Vec<Vec<usize>>> {
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

fn check(model: &Model) {
    let regions = model.regions();
    let (dominance, post_dominance) = (model.dominance(), model.post_dominance());
    for (b, e) in model.blocks().flat_map(|b| model.blocks().map(move |e| (b, e))) {
        let is_between = |x: &BlockId| {
            let sound = dominance.is_reachable(b) && !post_dominance.is_endless(e);
            sound && dominance.block_dominates(b, *x) && post_dominance.block_post_dominates(e, *x)
        };
        let expect: Vec<BlockId> = model.blocks().filter(is_between).collect();
        assert_eq!(regions.between(model, b, e), expect, "{b:?} to {e:?}");
        assert_eq!(regions.count_between(model, b, e), expect.len());
    }
    for x in model.blocks().filter(|&x| dominance.is_reachable(x) && !post_dominance.is_endless(x)) {
        let mut expect: Vec<(BlockId, BlockId)> = Vec::new();
        for end in model.blocks() {
            let begins = model.block_successors(end).iter().map(|&begin| (end, begin));
            expect.extend(begins.filter(|&(end, begin)| {
                dominance.block_dominates(begin, end)
                    && dominance.block_dominates(begin, x)
                    && post_dominance.block_post_dominates(end, x)
            }));
        }
        expect.sort_unstable();
        expect.dedup();
        let mut found = regions.loops_around(model, x);
        found.sort_unstable();
        assert_eq!(found, expect, "around {x:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn regions_are_as_defined(successors in graphs()) {
        check(&graph(&successors));
    }
}

#[test]
fn rows_and_nests_of_loops() {
    for n in [0, 1, 2, 3, 7, 8, 9, 40] {
        let row: Vec<Vec<usize>> = (0..n).map(|k| if k + 1 < n { vec![k, k + 1] } else { vec![] }).collect();
        check(&graph(&row));
        let nest: Vec<Vec<usize>> = (0..n)
            .map(|k| match k {
                _ if k + 1 == n => vec![],
                _ if k < n / 2 => vec![k + 1],
                _ => vec![n - 2 - k.min(n - 2), k + 1],
            })
            .collect();
        check(&graph(&nest));
    }
}
