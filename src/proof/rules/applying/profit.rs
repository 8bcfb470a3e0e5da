//! Profitability of a rewrite: it makes at most as many instructions as it removes, or the target's costs
//! decrease.
//!
//! An instruction of the source dies with the root if all its users do. Many preconditions test this with
//! `hasOneUse`.

use super::host::Host;
use crate::rules::form::{Action, CastKind, NodeId, NodeKind, Part, Rule};
use crate::rules::matching::Match;
use ir::{Model, Opcode, ValueId};
use rustc_hash::FxHashSet;

/// The instructions that the source of a match stands for, each once, in the order of the traversal from the
/// root.
pub(super) fn matched(found: &Match<'_, ValueId>) -> Vec<ValueId> {
    let rule = found.rule();
    let (mut all, mut seen, mut open) = (Vec::new(), FxHashSet::default(), vec![rule.source]);
    while let Some(id) = open.pop() {
        if let NodeKind::Instruction(_, operands) = &rule.node(id).kind
            && seen.insert(id)
        {
            all.extend(found.value(id).filter(|value| !all.contains(value)));
            open.extend(operands);
        }
    }
    all
}

/// The instructions of the target to make, operands first.
pub(super) fn made(found: &Match<'_, ValueId>) -> Vec<NodeId> {
    let rule = found.rule();
    let mut needed = vec![false; rule.nodes.len()];
    needed[rule.target.0 as usize] = true;
    let mut all = Vec::new();
    // Nodes precede their users.
    for (id, node) in rule.ids().collect::<Vec<_>>().into_iter().rev() {
        let is_made = node.part == Part::Target && needed[id.0 as usize];
        let NodeKind::Instruction(action, operands) = &node.kind else { continue };
        if is_made {
            operands.iter().for_each(|operand| needed[operand.0 as usize] = true);
            if !is_nothing(found, *action, id, operands) {
                all.push(id);
            }
        }
    }
    all.reverse();
    all
}

/// Whether an instruction of the target is a cast between equal widths, and hence its operand.
pub(super) fn is_nothing(
    found: &Match<'_, ValueId>,
    action: Action,
    id: NodeId,
    operands: &[NodeId],
) -> bool {
    let fits = |operand: &NodeId| found.width(*operand) == found.width(id);
    matches!(action, Action::Cast(CastKind::ZExtOrTrunc, _)) && operands.first().is_some_and(fits)
}

/// The instructions that die with the root, users before operands. Those in `retained` are used by the
/// target.
pub(super) fn dying(model: &Model, matched: &[ValueId], retained: &FxHashSet<ValueId>) -> Vec<ValueId> {
    let mut dying: Vec<ValueId> = matched.first().copied().into_iter().collect();
    loop {
        let is_dead = |value: &&ValueId| {
            !dying.contains(value)
                && !retained.contains(value)
                && !model.is_used_outside(**value)
                && model.operand_uses(**value).iter().all(|use_| dying.contains(&use_.to))
        };
        match matched.iter().find(is_dead) {
            Some(value) => dying.push(*value),
            None => return dying,
        }
    }
}

/// Whether the new instructions cost less than the dying ones. False if one of the new ones is not
/// arithmetic.
pub(super) fn is_cheaper(
    model: &Model,
    found: &Match<'_, ValueId>,
    made: &[NodeId],
    dying: &[ValueId],
    host: &dyn Host,
) -> bool {
    let rule = found.rule();
    let of_made: Option<u64> =
        made.iter().map(|id| host.cost(opcode(rule, *id)?, like(found, found.width(*id))?)).sum();
    let of_dying: Option<u64> = dying.iter().map(|value| host.cost(model.opcode(*value)?, *value)).sum();
    of_made.zip(of_dying).is_some_and(|(made, dying)| made < dying)
}

fn opcode(rule: &Rule, id: NodeId) -> Option<Opcode> {
    match &rule.node(id).kind {
        NodeKind::Instruction(Action::Binary(opcode, _), _) => Some(*opcode),
        _ => None,
    }
}

/// A value of the match with that width, whose type a new instruction gets.
fn like(found: &Match<'_, ValueId>, width: u32) -> Option<ValueId> {
    let rule = found.rule();
    rule.ids().find_map(|(id, _)| found.value(id).filter(|_| found.width(id) == width))
}
