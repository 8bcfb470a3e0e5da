//! The graph of which rules may apply to what others make.
//!
//! An edge leads from a rule to each one whose source overlaps what it makes: the source unifies with a part of
//! the target, or a part of the source with the target. Whether it does depends on the shapes of both alone, of
//! which thousands of rules have few; so an edge leads from a rule to its shapes, from a shape to those that it
//! unifies with, and from there to the rules that have them.

use super::super::form::{NodeId, NodeKind, Part, Rule};
use super::super::matching::{Symbol, symbol};
use super::parts;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// The graph: rules by their places, then shapes.
pub(super) struct ShapeGraph {
    pub(super) edges: Vec<Vec<usize>>,
}

/// A node of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum ShapeLabel {
    /// Any value.
    Any,
    /// A value that is neither any one nor an instruction.
    Leaf,
    /// One of several instructions, with any operands.
    SomeInstruction,
    /// An instruction with so many operands below it; those of one that commutes are left out of account.
    Instruction(Symbol, usize),
}

/// A node and what is below it, in preorder.
type LabelTree = Vec<ShapeLabel>;

impl ShapeGraph {
    /// The graph of these rules among all.
    pub(super) fn of(rules: &[Rule], among: &[bool]) -> ShapeGraph {
        let mut graph = ShapeGraph { edges: vec![Vec::new(); rules.len()] };
        let made = |rule: &Rule| parts(rule, rule.target, |part| part == Part::Target);
        let matched = |rule: &Rule| parts(rule, rule.source, |_| true);
        graph.add(rules, among, made, |rule| vec![rule.source]);
        graph.add(rules, among, |rule| vec![rule.target], matched);
        graph
    }

    /// Edges from rules that have one of the nodes `from` to those with one of the nodes `to`, where both unify.
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

/// Shapes with the rules that have them.
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

/// Appends the shape of a node. As deep as a rule, whose length is bounded.
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

/// Nodes of a shape: a rule that uses its values many times is larger written out, and what is left out
/// unifies with anything.
const MOST_LABELS: usize = 256;

/// Whether some instance of one shape is an instance of the other, repeated names left out of account.
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
                    // The operands of one are left out.
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

/// The place behind a node and what is below it.
fn behind(shape: &[ShapeLabel], at: usize) -> usize {
    let (mut at, mut open) = (at, 1);
    while open > 0 {
        let below = if let Some(ShapeLabel::Instruction(_, below)) = shape.get(at) { *below } else { 0 };
        (at, open) = (at + 1, open - 1 + below);
    }
    at
}
