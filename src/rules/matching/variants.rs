//! The orientations of a source: in which operations that commute the operands are exchanged.
//!
//! Optimised code has constants on the right, so that a constant is never looked for on the left of a value.

use super::subject::Symbol;
use crate::rules::form::{Action, NodeId, NodeKind, Part, Rule};

/// So many orientations of one source are looked for at most: six operations, or more whose orders are given.
pub(super) const MAX_ORIENTATIONS: usize = 64;

/// Of each node of a rule, whether its operands are exchanged.
pub(super) type Orientation = Vec<bool>;

/// The symbol that an action has in code; `None` of one that stands for several.
pub(in crate::rules) fn symbol(action: Action) -> Option<Symbol> {
    use crate::model::Opcode;
    use crate::rules::form::CastKind;
    Some(match action {
        Action::Binary(opcode, _) | Action::Cast(CastKind::Is(opcode), _) => Symbol::Instruction(opcode),
        Action::Compare(..) => Symbol::Instruction(Opcode::ICmp),
        Action::Select => Symbol::Instruction(Opcode::Select),
        Action::Freeze => Symbol::Instruction(Opcode::Freeze),
        Action::Intrinsic(intrinsic) => Symbol::Intrinsic(intrinsic),
        Action::Cast(CastKind::ZExtOrTrunc, _) => return None,
    })
}

/// The orders that the operands of a node may be looked for in: as written, exchanged.
fn orders(rule: &Rule, node: NodeId) -> (bool, bool) {
    let NodeKind::Instruction(action, operands) = &rule.node(node).kind else { return (true, false) };
    let (Some(symbol), &[left, right]) = (symbol(*action), operands.as_slice()) else { return (true, false) };
    if !symbol.commutes() || left == right {
        return (true, false);
    }
    let is_constant = |id: NodeId| {
        matches!(rule.node(id).kind, NodeKind::Constant | NodeKind::Number { .. } | NodeKind::Computed(..))
    };
    match (is_constant(left), is_constant(right)) {
        (_, true) => (true, false),
        (true, false) => (false, true),
        (false, false) => (true, true),
    }
}

/// All orientations of a rule's source, that nearest to the text first; whether there are more than are listed.
pub(super) fn orientations(rule: &Rule) -> (Vec<Orientation>, bool) {
    let mut all = vec![vec![false; rule.nodes.len()]];
    let mut is_cut = false;
    for (id, _) in rule.ids().filter(|(_, node)| node.part == Part::Source) {
        let at = id.0 as usize;
        match orders(rule, id) {
            (true, false) => {}
            (false, _) => all.iter_mut().for_each(|orientation| orientation[at] = true),
            (true, true) if all.len() * 2 > MAX_ORIENTATIONS => is_cut = true,
            (true, true) => {
                let exchanged: Vec<Orientation> = all
                    .iter()
                    .map(|orientation| {
                        let mut exchanged = orientation.clone();
                        exchanged[at] = true;
                        exchanged
                    })
                    .collect();
                all.extend(exchanged);
            }
        }
    }
    (all, is_cut)
}
