//! Width constraints that valid code implies, so that no comparison is needed.

use crate::rules::form::{Action, CastKind, NodeId, NodeKind, Part, Rule};
use ir::Opcode;

/// Whether all width constraints of a rule hold in any valid code with the source's structure.
pub(super) fn widths_follow(rule: &Rule) -> bool {
    let implied = Implied::new(rule);
    let is_equal = rule.ids().filter(|(_, node)| node.part == Part::Source).all(|(id, node)| {
        let root = rule.classes.root(node.class);
        let others = rule.ids().filter(|(_, other)| other.part == Part::Source);
        let same: Vec<NodeId> =
            others.filter(|(_, other)| rule.classes.root(other.class) == root).map(|(id, _)| id).collect();
        same.iter().all(|other| implied.root(*other) == implied.root(id))
    });
    let of_source = |class| {
        let root = rule.classes.root(class);
        rule.ids().find(|(_, node)| node.part == Part::Source && rule.classes.root(node.class) == root)
    };
    let fits = rule.nodes.iter().all(|node| {
        let known = rule.classes.known(node.class);
        let Some((id, _)) = of_source(node.class) else { return true };
        let bit = implied.is_bit(id);
        let least = implied.least(rule, id);
        let number = match node.kind {
            NodeKind::Number { negative, magnitude } => crate::rules::resolve::bits(negative, magnitude),
            _ => 1,
        };
        (known.fixed.is_none() || bit) && known.least.0.max(number) <= least
    });
    // A cast of the source implies its order of widths.
    let is_cast = |narrow, wide| {
        rule.ids().filter(|(_, node)| node.part == Part::Source).any(|(_, node)| match &node.kind {
            NodeKind::Instruction(Action::Cast(CastKind::Is(opcode), _), operands) => {
                let (own, operand) =
                    (rule.classes.root(node.class), rule.classes.root(rule.node(operands[0]).class));
                (narrow, wide) == if *opcode == Opcode::Trunc { (own, operand) } else { (operand, own) }
            }
            _ => false,
        })
    };
    let is_ordered = rule
        .classes
        .narrower
        .iter()
        .all(|edge| is_cast(rule.classes.root(edge.narrow), rule.classes.root(edge.wide)));
    is_equal && fits && is_ordered
}

/// Union-find of source nodes that have equal widths in any valid code.
struct Implied {
    parents: Vec<u32>,
    bits: Vec<NodeId>,
}

impl Implied {
    fn new(rule: &Rule) -> Implied {
        let mut implied = Implied { parents: (0..rule.nodes.len() as u32).collect(), bits: Vec::new() };
        for (id, node) in rule.ids().filter(|(_, node)| node.part == Part::Source) {
            let NodeKind::Instruction(action, operands) = &node.kind else { continue };
            match action {
                Action::Compare(..) => {
                    implied.equate(operands[0], operands[1]);
                    implied.bits.push(id);
                }
                Action::Select => {
                    implied.bits.push(operands[0]);
                    implied.equate(id, operands[1]);
                    implied.equate(id, operands[2]);
                }
                Action::Cast(..) => {}
                Action::Intrinsic(intrinsic) if intrinsic.has_flag_operand() => {
                    implied.bits.push(operands[1]);
                    implied.equate(id, operands[0]);
                }
                _ => operands.iter().for_each(|operand| implied.equate(id, *operand)),
            }
        }
        implied
    }

    fn root(&self, node: NodeId) -> NodeId {
        let mut at = node.0;
        while self.parents[at as usize] != at {
            at = self.parents[at as usize];
        }
        NodeId(at)
    }

    fn equate(&mut self, a: NodeId, b: NodeId) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.0 as usize] = b.0;
    }

    fn is_bit(&self, node: NodeId) -> bool {
        self.bits.iter().any(|bit| self.root(*bit) == self.root(node))
    }

    /// The minimum width for numbers of the source that share the width of this node.
    fn least(&self, rule: &Rule, node: NodeId) -> u32 {
        let numbers =
            rule.ids().filter(|(id, _)| self.root(*id) == self.root(node)).filter_map(|(_, other)| {
                match (&other.kind, other.part) {
                    (NodeKind::Number { negative, magnitude }, Part::Source) => {
                        Some(crate::rules::resolve::bits(*negative, *magnitude))
                    }
                    _ => None,
                }
            });
        numbers.max().unwrap_or(1)
    }
}
