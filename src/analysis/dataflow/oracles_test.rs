//! The sparse worklist against two other solution methods, on random models: naive iteration over all blocks,
//! and composition of the transfer functions of ever larger regions, which needs no iteration. Also checks
//! the assumed properties of transfer functions.
//!
//! Regions are composed by three operations on transfer functions: sequence, meet, and repetition.
//! Eliminating one block after another with them is the algorithm of Floyd, Warshall and Kleene, which does
//! not require a reducible graph.

use super::expressions::{Anticipation, Availability, Classes, PartialAvailability};
use super::flow_graph::FlowGraph;
use super::framework::{Analysis, Change, Direction, FACTS, Meet, Solution};
use super::liveness::Liveness;
use super::sparse::Transfer;
use ir::testing::random;
use ir::{BlockId, Model};
use proptest::prelude::*;
use std::rc::Rc;

const IDENTITY: Transfer = Transfer::IDENTITY;

impl Transfer {
    /// This transfer function applied after `first`.
    fn behind(self, first: Transfer) -> Transfer {
        Transfer {
            generates: self.generates | (first.generates & self.keeps),
            keeps: first.keeps & self.keeps,
        }
    }

    fn meet(self, other: Transfer, meet: Meet) -> Transfer {
        let (none, all) = (self.apply(0), self.apply(u64::MAX));
        let (other_none, other_all) = (other.apply(0), other.apply(u64::MAX));
        let (generates, keeps) = match meet {
            Meet::Union => (none | other_none, all | other_all),
            Meet::Intersection => (none & other_none, all & other_all),
        };
        Transfer { generates, keeps }
    }

    /// Any number of repetitions, including none: one is enough, since transfer functions are idempotent.
    fn closure(self, meet: Meet) -> Transfer {
        IDENTITY.meet(self, meet)
    }
}

fn edges(model: &Model, direction: Direction) -> Vec<(BlockId, BlockId)> {
    let forward =
        model.blocks().flat_map(|from| model.block_successors(from).iter().map(move |to| (from, *to)));
    match direction {
        Direction::Forward => forward.collect(),
        Direction::Backward => forward.map(|(from, to)| (to, from)).collect(),
    }
}

fn is_boundary(model: &Model, direction: Direction, block: BlockId) -> bool {
    match direction {
        Direction::Forward => block.index() == 0,
        Direction::Backward => model.block_successors(block).is_empty(),
    }
}

/// The facts on entry to the blocks, by iteration until nothing changes.
fn naive(model: &Model, transfers: &[Transfer], direction: Direction, meet: Meet) -> Vec<u64> {
    let top = if meet == Meet::Union { 0 } else { u64::MAX };
    let mut entered = vec![top; transfers.len()];
    loop {
        let mut next: Vec<u64> =
            model.blocks().map(|b| if is_boundary(model, direction, b) { 0 } else { top }).collect();
        for (from, to) in edges(model, direction) {
            let left = transfers[from.index()].apply(entered[from.index()]);
            match meet {
                Meet::Union => next[to.index()] |= left,
                Meet::Intersection => next[to.index()] &= left,
            }
        }
        if next == entered {
            return entered;
        }
        entered = next;
    }
}

/// The facts on entry to the blocks, by transfer functions between all pairs of blocks.
fn by_regions(model: &Model, transfers: &[Transfer], direction: Direction, meet: Meet) -> Vec<u64> {
    let count = transfers.len();
    let join = |a: Option<Transfer>, b: Option<Transfer>| match (a, b) {
        (Some(a), Some(b)) => Some(a.meet(b, meet)),
        (a, b) => a.or(b),
    };
    let mut paths: Vec<Vec<Option<Transfer>>> = vec![vec![None; count]; count];
    for (from, to) in edges(model, direction) {
        let known = paths[from.index()][to.index()];
        paths[from.index()][to.index()] = join(known, Some(transfers[from.index()]));
    }
    for k in 0..count {
        let around = paths[k][k].map_or(IDENTITY, |around| around.closure(meet));
        let row = paths[k].clone();
        for from in &mut paths {
            let Some(to) = from[k] else { continue };
            for (known, next) in from.iter_mut().zip(&row) {
                let through = next.map(|next| next.behind(around).behind(to));
                *known = join(*known, through);
            }
        }
    }
    let top = if meet == Meet::Union { 0 } else { u64::MAX };
    let start = |block: BlockId| if is_boundary(model, direction, block) { 0 } else { top };
    let facts = |to: BlockId| {
        let ways =
            model.blocks().filter_map(|from| Some(paths[from.index()][to.index()]?.apply(start(from))));
        ways.chain([start(to)]).fold(top, |all, facts| match meet {
            Meet::Union => all | facts,
            Meet::Intersection => all & facts,
        })
    };
    model.blocks().map(facts).collect()
}

/// The transfer functions of all blocks, computed instruction by instruction.
fn of_blocks(model: &Model, direction: Direction, changes: &[Vec<Change>]) -> Vec<Transfer> {
    let of_block = |block| {
        let mut instructions: Vec<_> = model.block_instructions(block).collect();
        if direction == Direction::Backward {
            instructions.reverse();
        }
        let mut transfer = IDENTITY;
        for at in instructions {
            for (fact, changes) in changes.iter().enumerate() {
                let here = || changes.iter().filter(|change| change.at == at);
                if here().next().is_some() {
                    transfer.set(fact, here().any(|change| change.holds));
                }
            }
        }
        transfer
    };
    model.blocks().map(of_block).collect()
}

fn check<A: Analysis>(model: &Model, analysis: &A, facts: u32) -> Result<(), TestCaseError> {
    // With frontiers, and without, so that all blocks have equations.
    let graphs =
        [FlowGraph::of(model, A::DIRECTION), FlowGraph::with_limit(model, A::DIRECTION, 0)].map(Rc::new);
    for (group, graph) in
        (0..facts).step_by(FACTS as usize).flat_map(|group| graphs.each_ref().map(|graph| (group, graph)))
    {
        let group = group..facts.min(group + FACTS);
        let changes: Vec<_> = group.clone().map(|fact| analysis.changes(model, fact)).collect();
        let transfers = of_blocks(model, A::DIRECTION, &changes);
        let solution = Solution::of(model, graph, analysis, group);
        let solved: Vec<u64> = model.blocks().map(|block| solution.entered(block)).collect();
        prop_assert_eq!(&solved, &naive(model, &transfers, A::DIRECTION, A::MEET));
        prop_assert_eq!(&solved, &by_regions(model, &transfers, A::DIRECTION, A::MEET));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn worklist_iteration_and_regions_agree(model in random::model()) {
        let classes = Rc::new(Classes::of(&model));
        let expressions = classes.len();
        check(&model, &Liveness, model.len() as u32)?;
        check(&model, &Availability(Rc::clone(&classes)), expressions)?;
        check(&model, &PartialAvailability(Rc::clone(&classes)), expressions)?;
        check(&model, &Anticipation(classes), expressions)?;
    }

    /// Monotone: more facts before imply more facts after. Distributive: the transfer of a meet is the meet
    /// of the transfers. Idempotent: twice is the same as once.
    #[test]
    fn transfer_functions_are_monotone_distributive_and_idempotent(
        generates in any::<u64>(), keeps in any::<u64>(), other in any::<(u64, u64)>(), x in any::<u64>(), y in any::<u64>(),
    ) {
        let f = Transfer { generates, keeps };
        let g = Transfer { generates: other.0, keeps: other.1 };
        prop_assert_eq!(f.apply(x & y) & !f.apply(x), 0);
        prop_assert_eq!(f.apply(x & y), f.apply(x) & f.apply(y));
        prop_assert_eq!(f.apply(x | y), f.apply(x) | f.apply(y));
        prop_assert_eq!(f.apply(f.apply(x)), f.apply(x));
        prop_assert_eq!(f.behind(g).apply(x), f.apply(g.apply(x)));
        prop_assert_eq!(f.meet(g, Meet::Union).apply(x), f.apply(x) | g.apply(x));
        prop_assert_eq!(f.meet(g, Meet::Intersection).apply(x), f.apply(x) & g.apply(x));
        prop_assert_eq!(f.closure(Meet::Intersection).apply(x), x & f.apply(x) & f.apply(f.apply(x)));
    }
}
