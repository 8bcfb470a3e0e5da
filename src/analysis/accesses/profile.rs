//! The average number of rounds of a loop, by the profile that the function was compiled with.
//!
//! In: a loop with a single exit, a branch that continues 950 times out of 1000. Out: 20 rounds. Each round
//! leaves the loop by one of its exit branches; those that every round passes are assumed to be independent
//! of each other.

use super::loops::{LoopForest, LoopId};
use ir::Model;

/// The average number of rounds, rounded. `None` if an exit branch has no weights, or not every round passes
/// it.
pub fn profiled_rounds(model: &Model, forest: &LoopForest, of: LoopId) -> Option<u64> {
    let latches = &forest.get(of).latches;
    let (mut goes_on, mut has_exit) = (1.0, false);
    for block in model.blocks().filter(|block| forest.has_block(of, *block)) {
        let stays = |at: usize| forest.has_block(of, model.block_successors(block)[at]);
        if (0..model.block_successors(block).len()).all(stays) {
            continue;
        }
        let end = model.terminator(block);
        let weights = model.branch_weights(block)?;
        let is_passed = latches.iter().all(|latch| model.dominates(end, model.terminator(*latch)));
        let total = weights[0].checked_add(weights[1])?;
        if !is_passed || total == 0 {
            return None;
        }
        let staying: u64 = (0..2).filter(|at| stays(*at)).map(|at| weights[at]).sum();
        goes_on *= staying as f64 / total as f64;
        has_exit = true;
    }
    // A loop that was never left has no average.
    (has_exit && goes_on < 1.0).then(|| (1.0 / (1.0 - goes_on)).round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::testing::sketch::{sketch, with_weights};

    const LOOP: &str = "
        param n:i64
        entry:
          br -> h
        h:
          i:i64 = phi i64:0@entry next@h
          next:i64 = add i i64:1
          c:i1 = icmp next n !ult
          br c -> h out
        out:
          ret i";

    #[test]
    fn the_average_of_a_loop_is_that_of_its_branches() {
        let model = sketch(LOOP);
        let forest = LoopForest::of(&model);
        let of = forest.ids().next().unwrap();
        assert_eq!(profiled_rounds(&model, &forest, of), None);
        let block = forest.get(of).header;
        for (weights, rounds) in
            [([950, 50], Some(20)), ([0, 7], Some(1)), ([1, 1], Some(2)), ([5, 0], None), ([0, 0], None)]
        {
            let model = with_weights(&model, block, weights);
            assert_eq!(profiled_rounds(&model, &forest, of), rounds, "{weights:?}");
        }
    }
}
