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

/// Whether an input that may be undef is frozen in the source and used without a `freeze` in the target. Uses of
/// the source's result then share the number of the freeze, those of the target's may see one each.
pub(super) fn is_thawed(rule: &Rule) -> bool {
    let freezes = |id: &NodeId| matches!(rule.node(*id).kind, NodeKind::Instruction(Action::Freeze, _));
    let frozen = reached(rule, rule.source, &|_| true).into_iter().filter(freezes);
    let frozen: Vec<NodeId> = frozen.flat_map(|id| reached(rule, id, &|_| true)).collect();
    let thawed = reached(rule, rule.target, &|id| !freezes(&id));
    thawed.iter().any(|id| may_be_poison(rule, *id) && frozen.contains(id))
}

/// The nodes that a node is computed from, itself included; behind those that `passes` does not hold of, none.
fn reached(rule: &Rule, from: NodeId, passes: &dyn Fn(NodeId) -> bool) -> Vec<NodeId> {
    let (mut known, mut open) = (Vec::new(), vec![from]);
    while let Some(id) = open.pop() {
        if !known.contains(&id) {
            known.push(id);
            open.extend(rule.node(id).kind.operands().iter().copied().filter(|_| passes(id)));
        }
    }
    known
}
