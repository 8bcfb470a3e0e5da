//! The number of uses of an input in the target once shared values are copied: undef may be another number at
//! each.

use super::super::form::{Action, ConstantOperation, NodeKind, Part, Rule};
use super::super::vocabulary::Function;
use super::may_be_poison;

/// Whether the target uses some input that may be undef more than once. A `freeze` uses its operand once,
/// whoever uses the freeze, and an instruction of the target that nothing needs is executed once.
pub(super) fn repeats_an_input(rule: &Rule) -> bool {
    let mut uses = vec![0_u32; rule.nodes.len()];
    uses[rule.target.0 as usize] = 1;
    for (at, node) in rule.nodes.iter().enumerate().rev() {
        let is_instruction = matches!(node.kind, NodeKind::Instruction(..));
        let own = match node.kind {
            NodeKind::Instruction(Action::Freeze, _) => uses[at].min(1),
            _ if node.part == Part::Target && is_instruction => uses[at].max(1),
            _ => uses[at],
        };
        // How wide an input is says nothing about its value.
        let is_width =
            matches!(node.kind, NodeKind::Computed(ConstantOperation::Function(Function::Width), _));
        for operand in node.kind.operands().iter().filter(|_| !is_width) {
            let used = &mut uses[operand.0 as usize];
            *used = used.saturating_add(own);
        }
    }
    rule.ids().any(|(id, _)| may_be_poison(rule, id) && uses[id.0 as usize] > 1)
}
