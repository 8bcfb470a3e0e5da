//! Instructions of a source that stay: whether flags and choices of theirs are in the way of a rewrite.
//!
//! A proof knows of the flags that the rule has. A flag that the code has beside makes an instruction poison
//! more often; where the target uses that instruction, the source has to be poison then, too. A `freeze`
//! chooses once, and the target of a rule chooses again: it must not be used beside the source.

use crate::model::{Flags, Model, ValueId};
use crate::rules::form::{Action, NodeId, NodeKind, Part, Rule};
use crate::rules::matching::Match;
use rustc_hash::FxHashSet;

/// The flags that make a result poison.
const OF_POISON: Flags = Flags(
    Flags::NUW.0
        | Flags::NSW.0
        | Flags::EXACT.0
        | Flags::DISJOINT.0
        | Flags::NNEG.0
        | Flags::SAMESIGN.0
        | Flags::INBOUNDS.0
        | Flags::NUSW.0,
);

/// A reason why a match must not be rewritten; `matched` are the instructions of its source.
pub(super) fn obstacle(model: &Model, found: &Match<'_, ValueId>, matched: &[ValueId]) -> Option<String> {
    let rule = found.rule();
    let name = |id: NodeId| rule.node(id).name.clone().unwrap_or_default();
    let is_of_source = |id: &NodeId| {
        let node = rule.node(*id);
        node.part == Part::Source && matches!(node.kind, NodeKind::Instruction(..))
    };
    let needed = closure(rule, rule.target, &|kind| kind.operands().to_vec());
    let poison = closure(rule, rule.source, &|kind| match kind {
        NodeKind::Instruction(Action::Freeze, _) => Vec::new(),
        NodeKind::Instruction(Action::Select, operands) => operands[..1].to_vec(),
        kind => kind.operands().to_vec(),
    });
    for id in needed.iter().filter(|id| is_of_source(id) && !poison.contains(id)) {
        let NodeKind::Instruction(action, _) = rule.node(*id).kind else { continue };
        let named = match action {
            Action::Binary(_, flags) | Action::Cast(_, flags) | Action::Compare(_, flags) => flags,
            _ => Flags::NONE,
        };
        let flags = found.value(*id).map_or(Flags::NONE, |value| model.flags(value));
        let more = (flags & OF_POISON).lacking_in(named);
        if !more.is_empty() {
            return Some(format!("`{}` stays, and is `{more}`, of which the rule says nothing", name(*id)));
        }
    }
    let freezes = rule.ids().filter(|(id, node)| {
        is_of_source(id)
            && *id != rule.source
            && matches!(node.kind, NodeKind::Instruction(Action::Freeze, _))
    });
    for (id, _) in freezes {
        let uses = found.value(id).map(|value| model.operand_uses(value)).unwrap_or_default();
        if uses.iter().any(|edge| !matched.contains(&edge.to)) {
            return Some(format!("`{}` chooses, and is used elsewhere", name(id)));
        }
    }
    None
}

/// The instructions that one is computed from, by the operands that `next` says, itself included.
fn closure(rule: &Rule, root: NodeId, next: &dyn Fn(&NodeKind) -> Vec<NodeId>) -> FxHashSet<NodeId> {
    let (mut open, mut all) = (vec![root], FxHashSet::default());
    while let Some(id) = open.pop() {
        let kind = &rule.node(id).kind;
        if matches!(kind, NodeKind::Instruction(..)) && all.insert(id) {
            open.extend(next(kind));
        }
    }
    all
}
