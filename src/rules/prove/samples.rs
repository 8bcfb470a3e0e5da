//! How often the target uses an input once its shared values are copied, which is how often undef may be another number.

use super::super::form::{Action, NodeId, NodeKind, Rule};
use super::may_be_poison;

/// Whether the target uses some input that may be undef more than once. A `freeze` uses its operand once, whoever uses the freeze.
pub(super) fn repeats_an_input(rule: &Rule) -> bool {
    let mut uses = vec![0_u32; rule.nodes.len()];
    uses[rule.target.0 as usize] = 1;
    for at in (0..rule.nodes.len()).rev().filter(|at| *at <= rule.target.0 as usize) {
        let node = &rule.nodes[at];
        let own = match node.kind {
            NodeKind::Instruction(Action::Freeze, _) => uses[at].min(1),
            _ => uses[at],
        };
        for operand in node.kind.operands() {
            let used = &mut uses[operand.0 as usize];
            *used = used.saturating_add(own);
        }
    }
    rule.ids().any(|(id, _): (NodeId, _)| may_be_poison(rule, id) && uses[id.0 as usize] > 1)
}
