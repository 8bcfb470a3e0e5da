//! The number of uses of an input in the target once shared values are copied: one that is undef may be another
//! number at each.

use super::super::form::{Action, ConstantOperation, NodeId, NodeKind, Part, Rule};
use super::super::vocabulary::Function;
use super::may_be_poison;

/// The inputs that may be undef and that the target uses more than once. A `freeze` uses its operand once,
/// whoever uses the freeze, and an instruction of the target that nothing needs is executed once.
pub(super) fn repeated_inputs(rule: &Rule) -> Vec<NodeId> {
    let mut uses = vec![0_u32; rule.nodes.len()];
    uses[rule.target.0 as usize] = 1;
    for (at, node) in rule.nodes.iter().enumerate().rev() {
        let is_instruction = matches!(node.kind, NodeKind::Instruction(..));
        let own = match node.kind {
            NodeKind::Instruction(Action::Freeze, _) => uses[at].min(1),
            _ if node.part == Part::Target && is_instruction => uses[at].max(1),
            _ => uses[at],
        };
        // Neither how wide an input is nor what an analysis says of it is a use of it.
        let is_no_use = matches!(
            node.kind,
            NodeKind::Computed(ConstantOperation::Function(function), _)
                if function == Function::Width || function.is_analysis()
        );
        for operand in node.kind.operands().iter().filter(|_| !is_no_use) {
            let used = &mut uses[operand.0 as usize];
            *used = used.saturating_add(own);
        }
    }
    let is_repeated = |id: &NodeId| may_be_poison(rule, *id) && uses[id.0 as usize] > 1;
    rule.ids().map(|(id, _)| id).filter(is_repeated).collect()
}
