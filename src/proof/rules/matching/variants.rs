//! The orientations of a source: the choices of exchanged operands of its commutative operations.
//!
//! Constant operands are not exchanged.

use super::subject::Symbol;
use crate::rules::form::{Action, NodeId, NodeKind, Part, Rule};

/// Maximum number of orientations of one source, reached with six operations.
pub(super) const MAX_ORIENTATIONS: usize = 64;

/// For each node of a rule, whether its operands are exchanged.
pub(super) type Orientation = Vec<bool>;

/// The symbol of an action in code; `None` if it stands for several instructions.
pub(in crate::rules) fn symbol(action: Action) -> Option<Symbol> {
    use crate::rules::form::CastKind;
    use ir::Opcode;
    Some(match action {
        Action::Binary(opcode, _) | Action::Cast(CastKind::Is(opcode), _) => Symbol::Instruction(opcode),
        Action::Compare(..) => Symbol::Instruction(Opcode::ICmp),
        Action::Select => Symbol::Instruction(Opcode::Select),
        Action::Freeze => Symbol::Instruction(Opcode::Freeze),
        Action::Intrinsic(intrinsic) => Symbol::Intrinsic(intrinsic),
        Action::PtrAdd => Symbol::Instruction(Opcode::GetElementPtr),
        Action::Cast(CastKind::ZExtOrTrunc, _) | Action::Float(..) => return None,
    })
}

/// Whether the operands of a node are tried in both orders.
fn may_be_exchanged(rule: &Rule, node: NodeId) -> bool {
    let NodeKind::Instruction(action, operands) = &rule.node(node).kind else { return false };
    let (Some(symbol), &[left, right]) = (symbol(*action), operands.as_slice()) else { return false };
    let is_constant = |id: NodeId| {
        matches!(rule.node(id).kind, NodeKind::Constant | NodeKind::Number { .. } | NodeKind::Computed(..))
    };
    // Optimised code has constants on the right; a rule with one on the left serves to move it.
    symbol.commutes() && left != right && !is_constant(left) && !is_constant(right)
}

/// The orientations of a rule's source, starting with the written order, and whether some were omitted.
pub(super) fn orientations(rule: &Rule) -> (Vec<Orientation>, bool) {
    let mut all = vec![vec![false; rule.nodes.len()]];
    let mut is_cut = false;
    let source = rule.ids().filter(|(_, node)| node.part == Part::Source);
    for (id, _) in source.filter(|(id, _)| may_be_exchanged(rule, *id)) {
        let at = id.0 as usize;
        match all.len() * 2 > MAX_ORIENTATIONS {
            true => is_cut = true,
            false => {
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
