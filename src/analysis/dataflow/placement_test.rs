//! Lazy code motion against all admissible placements, on all short paths of random graphs: no path computes
//! more than before, and no other placement computes less on any path.

use super::Dataflow;
use ir::testing::sketch::sketch;
use ir::{Model, Opcode, ValueId};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::cell::Cell;

/// A block: whether it computes the expression, and its successors as numbers to be taken modulo.
type BlockPlan = (bool, Vec<u8>);

/// The most blocks on a path.
const LONGEST: usize = 9;

/// The least numbers of placements on edges and before instructions over all graphs; a third of typical ones.
const LEAST: (usize, usize) = (25, 200);

/// A node: a block, entered before its computation, or a critical edge.
#[derive(Clone, Debug, Default)]
struct Node {
    uses: bool,
    /// Whether an operand is defined at its beginning.
    kills: bool,
    next: Vec<usize>,
    is_block: bool,
    /// Whether lazy code motion computes the expression there.
    is_chosen: bool,
}

/// A graph whose second block defines an operand, and that computes the expression in some of the others.
fn text(plan: &[BlockPlan]) -> String {
    let mut text = "param c:i1\nparam p:ptr\nparam n:i32\nb0:\n  e0:void = br -> b1\n".to_owned();
    for (at, (uses, to)) in plan.iter().enumerate() {
        let at = at + 1;
        text += &format!("b{at}:\n");
        if at == 1 {
            text += "  v:i32 = load p\n";
        }
        if *uses {
            text += &format!("  u{at}:i32 = add v n\n");
        }
        let mut to: Vec<usize> = to.iter().map(|to| 1 + usize::from(*to) % plan.len()).collect();
        to.dedup();
        let names: Vec<String> = to.iter().map(|to| format!("b{to}")).collect();
        text += &match names.as_slice() {
            [] => format!("  e{at}:void = ret\n"),
            [one] => format!("  e{at}:void = br -> {one}\n"),
            [one, two, ..] => format!("  e{at}:void = br c -> {one} {two}\n"),
        };
    }
    text
}

/// The nodes, as far as control reaches them.
fn nodes(model: &Model) -> Vec<Node> {
    let flow = Dataflow::new(model);
    let uses = |at: &ValueId| model.opcode(*at) == Some(Opcode::Add);
    let Some(sum) = model.instructions().find(uses) else { return Vec::new() };
    let operand = model.instructions().find(|at| model.opcode(*at) == Some(Opcode::Load));
    assert!(operand.is_none_or(|at| !flow.can_be_placed(sum, at)), "before an operand is defined");
    let mut reached = vec![0_usize];
    let mut at = 0;
    while let Some(block) = reached.get(at).copied() {
        at += 1;
        let next = model.block_successors(ir::BlockId::new(block)).iter().map(|next| next.index());
        for next in next.collect::<Vec<_>>() {
            if !reached.contains(&next) {
                reached.push(next);
            }
        }
    }
    let is_distinct = |of: &[usize]| of.iter().any(|other| *other != of[0]);
    let successors = |block: usize| -> Vec<usize> {
        model.block_successors(ir::BlockId::new(block)).iter().map(|next| next.index()).collect()
    };
    let predecessors = |block: usize| -> Vec<usize> {
        reached.iter().copied().filter(|from| successors(*from).contains(&block)).collect()
    };
    let mut nodes: Vec<Node> = vec![Node::default(); model.block_count()];
    for block in model.blocks() {
        let is_placed = |at: ValueId| flow.can_be_placed(sum, at);
        nodes[block.index()] = Node {
            uses: model.block_instructions(block).any(|at| uses(&at)),
            kills: model.block_instructions(block).any(|at| model.opcode(at) == Some(Opcode::Load)),
            next: Vec::new(),
            is_block: true,
            is_chosen: model.block_instructions(block).any(is_placed),
        };
    }
    for from in &reached {
        for to in successors(*from) {
            let next = if is_distinct(&successors(*from)) && is_distinct(&predecessors(to)) {
                let ends =
                    [model.terminator(ir::BlockId::new(*from)), model.block_first(ir::BlockId::new(to))];
                let is_chosen = flow.can_be_placed_on(sum, ends[0], ends[1]);
                nodes.push(Node { next: vec![to], is_chosen, ..Node::default() });
                nodes.len() - 1
            } else {
                to
            };
            nodes[*from].next.push(next);
        }
    }
    nodes
}

/// Whether a walk from before the computation of a node ends, or defines an operand, before it computes the
/// expression.
fn misses(nodes: &[Node], from: usize) -> bool {
    let ends = |at: usize| nodes[at].next.is_empty() || !leads(nodes, at);
    let mut seen = vec![false; nodes.len()];
    if nodes[from].uses {
        return false;
    }
    if ends(from) {
        return true;
    }
    let mut open: Vec<usize> = nodes[from].next.clone();
    while let Some(at) = open.pop() {
        if nodes[at].kills || (!nodes[at].uses && ends(at)) {
            return true;
        }
        if !nodes[at].uses && !std::mem::replace(&mut seen[at], true) {
            open.extend(&nodes[at].next);
        }
    }
    false
}

/// Whether some walk from a node computes the expression.
fn leads(nodes: &[Node], from: usize) -> bool {
    let mut seen = vec![false; nodes.len()];
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        if nodes[at].uses {
            return true;
        }
        if !std::mem::replace(&mut seen[at], true) {
            open.extend(&nodes[at].next);
        }
    }
    false
}

/// Per node, whether every walk there has computed the expression, before what is placed there.
fn available(nodes: &[Node], placed: &[bool]) -> Vec<bool> {
    let mut stale = vec![false; nodes.len()];
    stale[0] = true;
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for at in 0..nodes.len() {
            let computes = nodes[at].uses || placed[at];
            let leaves_stale = (stale[at] || nodes[at].kills) && !computes;
            for next in nodes[at].next.iter().filter(|_| leaves_stale) {
                has_changed |= !std::mem::replace(&mut stale[*next], true);
            }
        }
    }
    (0..nodes.len()).map(|at| !stale[at] && !nodes[at].kills).collect()
}

/// The computations on a path under a placement.
fn cost(nodes: &[Node], path: &[usize], placed: &[bool], available: &[bool]) -> usize {
    let computes = |at: &&usize| placed[**at] || (nodes[**at].uses && !available[**at]);
    path.iter().filter(computes).count()
}

/// The paths from the entry to where nothing more is computed, up to a length.
fn paths(nodes: &[Node]) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    let mut open = vec![vec![0]];
    while let Some(path) = open.pop() {
        let last = path[path.len() - 1];
        if nodes[last].next.is_empty() || !leads(nodes, last) {
            found.push(path);
        } else if path.iter().filter(|at| nodes[**at].is_block).count() < LONGEST {
            open.extend(nodes[last].next.iter().map(|next| [path.as_slice(), &[*next]].concat()));
        }
    }
    found
}

#[test]
fn no_admissible_placement_computes_less() {
    let counts = (Cell::new(0), Cell::new(0));
    let block = (any::<bool>(), proptest::collection::vec(any::<u8>(), 0..3));
    let mut runner = TestRunner::new(Config { cases: 3000, failure_persistence: None, ..Config::default() });
    let compared = runner.run(&proptest::collection::vec(block, 2..6), |plan| {
        let nodes = nodes(&sketch(&text(&plan)));
        if nodes.is_empty() {
            return Ok(());
        }
        let candidates: Vec<usize> = (0..nodes.len()).filter(|at| !misses(&nodes, *at)).collect();
        let chosen: Vec<bool> = nodes.iter().map(|node| node.is_chosen).collect();
        for at in (0..nodes.len()).filter(|at| chosen[*at]) {
            prop_assert!(candidates.contains(&at), "{at} of {nodes:?}");
            let count = if nodes[at].is_block { &counts.1 } else { &counts.0 };
            count.set(count.get() + 1);
        }
        let own = available(&nodes, &chosen);
        let paths = paths(&nodes);
        for choice in 0..1_u32 << candidates.len().min(10) {
            let mut placed = vec![false; nodes.len()];
            let picked = candidates.iter().enumerate().filter(|(n, _)| choice >> n & 1 == 1);
            picked.for_each(|(_, at)| placed[*at] = true);
            let others = available(&nodes, &placed);
            for path in &paths {
                let (found, other) =
                    (cost(&nodes, path, &chosen, &own), cost(&nodes, path, &placed, &others));
                prop_assert!(found <= other, "{found} > {other} on {path:?}, {placed:?}: {nodes:?}");
            }
        }
        Ok(())
    });
    compared.unwrap();
    let counts = (counts.0.get(), counts.1.get());
    assert!(counts.0 >= LEAST.0 && counts.1 >= LEAST.1, "{counts:?}");
}
