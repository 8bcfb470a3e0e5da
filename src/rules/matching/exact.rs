//! The figures of the thesis that the bottom-up tables come from: each combination of opcode, flags and predicate is a symbol
//! of its own, and sources are trees in the one order of operands that is written.

use super::pattern::{Literal, Pattern, PatternId, Patterns};
use super::subject::Symbol;
use super::tables::{Automaton, Heads};
use super::variants::symbol;
use crate::model::Flags;
use crate::rules::form::{Action, Comparison, NodeId, NodeKind, Rule};

/// The number of match sets of rules taken that way; `None` if there are too many.
pub fn match_sets<'a>(rules: impl IntoIterator<Item = &'a Rule>) -> Option<usize> {
    let mut patterns = Patterns::default();
    for rule in rules {
        tree(rule, rule.source, &mut patterns);
    }
    Some(Automaton::new(&patterns, Heads::Exact)?.states.len())
}

/// The tree of a node. As deep as the rule, whose length is bounded.
fn tree(rule: &Rule, id: NodeId, patterns: &mut Patterns) -> PatternId {
    let pattern = match &rule.node(id).kind {
        NodeKind::Input { .. } => Pattern::Any,
        NodeKind::Constant | NodeKind::Computed(..) => Pattern::Constant,
        NodeKind::Undef => Pattern::Undef,
        NodeKind::Number { negative, magnitude } => {
            Pattern::Literal(Literal { negative: *negative, magnitude: *magnitude })
        }
        NodeKind::Instruction(action, operands) => {
            let operands = operands.iter().map(|operand| tree(rule, *operand, patterns)).collect();
            let (flags, predicate) = match action {
                Action::Binary(_, flags) | Action::Cast(_, flags) => (*flags, None),
                Action::Compare(Comparison::Is(predicate), flags) => (*flags, Some(*predicate)),
                _ => (Flags::NONE, None),
            };
            let symbol = symbol(*action).unwrap_or(Symbol::Other);
            Pattern::Instruction { symbol, flags, predicate, operands }
        }
    };
    patterns.add(pattern)
}
