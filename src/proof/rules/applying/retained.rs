//! Checks that flags and nondeterministic results of retained source instructions do not invalidate a
//! rewrite.
//!
//! A proof assumes exactly the flags of the rule. Additional flags in code make an instruction poison more
//! often; if the target uses that instruction, its poison must also make the source poison. A `freeze` in the
//! target chooses independently of one in the source. Neither a matched `freeze` nor a value computed from it
//! may therefore be used outside the source. Two `freeze` of the source choose independently, which a single
//! one in code does not.

use crate::rules::form::{Action, NodeId, NodeKind, Part, Rule};
use crate::rules::matching::Match;
use crate::semantics::{Computed, Retained, is_used_beside};
use ir::{Flags, Model, Opcode, ValueId};

/// The reason why a match must not be rewritten, if any; `matched` are the instructions of its source, the
/// result first.
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
