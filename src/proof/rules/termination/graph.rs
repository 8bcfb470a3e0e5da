//! The graph of rules that may apply to the result of others.
//!
//! An edge leads from a rule to each rule whose source overlaps its target: the source unifies with a part of
//! the target, or a part of the source with the target. Unification depends only on shapes, and thousands of
//! rules share few shapes. Edges therefore lead from a rule to its shapes, from a shape to those it unifies
//! with, and from there to their rules.

use super::super::form::{NodeId, NodeKind, Part, Rule};
use super::super::matching::{Symbol, symbol};
use super::parts;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// The graph as adjacency lists: first the rules by index, then the shapes.
pub(super) struct ShapeGraph {
    pub(super) edges: Vec<Vec<usize>>,
}

/// The label of a node of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum ShapeLabel {
    /// Any value.
    Any,
    /// A constant or another value that is no instruction.
    Leaf,
    /// An unknown instruction with any operands.
    SomeInstruction,
    /// An instruction with the number of operands that follow; 0 for a commutative one, whose operands are
    /// omitted.
    Instruction(Symbol, usize),
}

/// A term as the labels of its nodes in preorder.
type LabelTree = Vec<ShapeLabel>;

impl ShapeGraph {
    /// The graph of the rules selected by `among`.
    pub(super) fn of(rules: &[Rule], among: &[bool]) -> ShapeGraph {
        let mut graph = ShapeGraph { edges: vec![Vec::new(); rules.len()] };
        let made = |rule: &Rule| parts(rule, rule.target, |part| part == Part::Target);
        let matched = |rule: &Rule| parts(rule, rule.source, |_| true);
        graph.add(rules, among, made, |rule| vec![rule.source]);
        graph.add(rules, among, |rule| vec![rule.target], matched);
        graph
    }

    /// Adds edges from rules with one of the nodes `from` to rules with one of the nodes `to`, if the shapes
    /// unify.
    fn add(
        &mut self,
        rules: &[Rule],
        among: &[bool],
        from: impl Fn(&Rule) -> Vec<NodeId>,
        to: impl Fn(&Rule) -> Vec<NodeId>,
    ) {
        let (mut makers, mut takers) = (Shapes::default(), Shapes::default());
        for (at, rule) in rules.iter().enumerate().filter(|(at, _)| among[*at]) {
            from(rule).into_iter().for_each(|node| makers.add(rule, node, at));
            to(rule).into_iter().for_each(|node| takers.add(rule, node, at));
        }
        let first_taker = self.edges.len();
        self.edges.extend(takers.rules);
        for (shape, rules) in makers.shapes.iter().zip(makers.rules) {
            let vertex = self.edges.len();
            let fits = takers.shapes.iter().enumerate().filter(|(_, taker)| unify(shape, taker));
            self.edges.push(fits.map(|(at, _)| first_taker + at).collect());
            rules.into_iter().for_each(|rule| self.edges[rule].push(vertex));
        }
    }
}

/// Shapes with their rules.
#[derive(Default)]
struct Shapes {
    shapes: IndexSet<LabelTree, FxBuildHasher>,
    rules: Vec<Vec<usize>>,
}

impl Shapes {
    fn add(&mut self, rule: &Rule, node: NodeId, at: usize) {
        let mut shape = LabelTree::new();
        labels(rule, node, &mut shape);
        let (number, is_new) = self.shapes.insert_full(shape);
        if is_new {
            self.rules.push(Vec::new());
        }
        if self.rules[number].last() != Some(&at) {
            self.rules[number].push(at);
        }
    }
}

/// Appends the shape of a node. The depth of recursion is bounded by the rule's length.
fn labels(rule: &Rule, node: NodeId, shape: &mut LabelTree) {
    let NodeKind::Instruction(action, operands) = &rule.node(node).kind else {
        let is_any = matches!(rule.node(node).kind, NodeKind::Input { .. });
        return shape.push(if is_any { ShapeLabel::Any } else { ShapeLabel::Leaf });
    };
    match symbol(*action) {
        None => shape.push(ShapeLabel::SomeInstruction),
        Some(symbol) if symbol.commutes() || shape.len() > MOST_LABELS => {
            shape.push(ShapeLabel::Instruction(symbol, 0));
        }
        Some(symbol) => {
            shape.push(ShapeLabel::Instruction(symbol, operands.len()));
            operands.iter().for_each(|operand| labels(rule, *operand, shape));
        }
    }
}

/// Maximum number of labels of a shape, since sharing makes the tree larger than the rule. Omitted nodes
/// unify with anything.
const MOST_LABELS: usize = 256;

/// Whether two shapes unify, ignoring repeated names.
fn unify(a: &[ShapeLabel], b: &[ShapeLabel]) -> bool {
    let (mut at, mut by) = (0, 0);
    while let (Some(x), Some(y)) = (a.get(at), b.get(by)) {
        match (x, y) {
            (ShapeLabel::Leaf, ShapeLabel::Leaf) => (at, by) = (at + 1, by + 1),
            (ShapeLabel::Instruction(x, below), ShapeLabel::Instruction(y, operands)) => {
                if x != y {
                    return false;
                }
                (at, by) = match below == operands {
                    true => (at + 1, by + 1),
                    // One of the instructions has its operands omitted.
                    false => (behind(a, at), behind(b, by)),
                };
            }
            (ShapeLabel::Leaf, ShapeLabel::Instruction(..) | ShapeLabel::SomeInstruction)
            | (ShapeLabel::Instruction(..) | ShapeLabel::SomeInstruction, ShapeLabel::Leaf) => return false,
            (ShapeLabel::Any | ShapeLabel::SomeInstruction, _)
            | (_, ShapeLabel::Any | ShapeLabel::SomeInstruction) => {
                (at, by) = (behind(a, at), behind(b, by));
            }
        }
    }
    true
}

/// The position behind the subtree at a position.
fn behind(shape: &[ShapeLabel], at: usize) -> usize {
    let (mut at, mut open) = (at, 1);
    while open > 0 {
        let below = if let Some(ShapeLabel::Instruction(_, below)) = shape.get(at) { *below } else { 0 };
        (at, open) = (at + 1, open - 1 + below);
    }
    at
}
