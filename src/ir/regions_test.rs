//! Regions and the loops around a block against their definitions, on random control flow graphs:
//! irreducible, with endless and unreachable blocks, rows and nests of loops.

use super::testing::graphs::{graph, graphs};
use super::{BlockId, Model};
use proptest::prelude::*;

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
