//! Instructions of a source that stay: whether flags and choices of theirs are in the way of a rewrite.
//!
//! A proof knows of the flags that the rule has. A flag that the code has beside makes an instruction poison
//! more often; where the target uses that instruction, the source has to be poison then, too. A `freeze`
//! chooses once, and the target of a rule chooses again: neither it nor what is computed from it must be used
//! beside the source. Two of a
//! source choose apart, which one of the code does not.

use crate::rules::form::{Action, NodeId, NodeKind, Part, Rule};
use crate::rules::matching::Match;
use crate::semantics::{Computed, Retained, is_used_beside};
use ir::{Flags, Model, Opcode, ValueId};

/// A reason why a match must not be rewritten; `matched` are the instructions of its source,
/// the result first.
pub(super) fn obstacle(model: &Model, found: &Match<'_, ValueId>, matched: &[ValueId]) -> Option<String> {
    let rule = found.rule();
    let name = |id: NodeId| rule.node(id).name.clone().unwrap_or_default();
    let is_of_source = |id: &NodeId| {
        let node = rule.node(*id);
        node.part == Part::Source && matches!(node.kind, NodeKind::Instruction(..))
    };
    let retained = Retained::new(rule.source, vec![rule.target], &|id| computed(rule, *id));
    for id in rule.ids().map(|(id, _)| id).filter(is_of_source) {
        let NodeKind::Instruction(action, _) = rule.node(id).kind else { continue };
        let named = match action {
            Action::Binary(_, flags) | Action::Cast(_, flags) | Action::Compare(_, flags) => flags,
            _ => Flags::NONE,
        };
        let flags = found.value(id).map_or(Flags::NONE, |value| model.flags(value));
        let more = retained.in_the_way(&id, flags.without(named));
        if more != Flags::NONE {
            let more = more.lacking_in(Flags::NONE);
            return Some(format!("`{}` stays, and is `{more}`, of which the rule says nothing", name(id)));
        }
    }
    let freezes = rule.ids().filter(|(id, node)| {
        is_of_source(id)
            && *id != rule.source
            && matches!(node.kind, NodeKind::Instruction(Action::Freeze, _))
    });
    let mut values = Vec::new();
    for (id, _) in freezes {
        let value = found.value(id);
        if values.contains(&value) {
            return Some(format!("`{}` is the `freeze` that another one of the rule is, too", name(id)));
        }
        values.push(value);
        if value.is_some_and(|value| is_used_beside(model, value, matched, &matched[..1.min(matched.len())]))
        {
            return Some(format!("`{}` chooses, and is used elsewhere", name(id)));
        }
    }
    None
}

/// The operation and operands of an instruction.
fn computed(rule: &Rule, id: NodeId) -> Option<Computed<NodeId>> {
    let NodeKind::Instruction(action, operands) = &rule.node(id).kind else { return None };
    let opcode = match action {
        Action::Binary(opcode, _) => Some(*opcode),
        Action::Select => Some(Opcode::Select),
        Action::Freeze => Some(Opcode::Freeze),
        _ => None,
    };
    Some((opcode, operands.clone()))
}
