//! Counts the uses of inputs in the target with shared values copied, since an undef input may be another
//! number at each use.

use super::super::form::{Action, ConstantOperation, NodeId, NodeKind, Part, Rule};
use super::super::vocabulary::Function;
use super::may_be_poison;

/// The inputs that may be undef and that the target uses more than once. A `freeze` uses its operand once,
/// however often the `freeze` is used. An unused instruction of the target is executed once.
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
        // The width of an input and an analysis of it are no uses of its value.
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

/// Whether an input that may be undef is frozen in the source and used without a `freeze` in the target. Uses
/// of the source's result then share one number, whereas uses of the target's result may see several.
pub(super) fn is_thawed(rule: &Rule) -> bool {
    let freezes = |id: &NodeId| matches!(rule.node(*id).kind, NodeKind::Instruction(Action::Freeze, _));
    let frozen = reached(rule, rule.source, &|_| true).into_iter().filter(freezes);
    let frozen: Vec<NodeId> = frozen.flat_map(|id| reached(rule, id, &|_| true)).collect();
    let thawed = reached(rule, rule.target, &|id| !freezes(&id));
    thawed.iter().any(|id| may_be_poison(rule, *id) && frozen.contains(id))
}

/// The transitive operands of a node, itself included; nodes for which `passes` is false are not expanded.
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
