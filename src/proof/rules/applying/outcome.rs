//! The result of a round: a plan, its rewrites, and the refused matches.

use crate::rules::form::NodeKind;
use crate::rules::matching::{Match, RuleId};
use ir::{EditPlan, ValueId};

/// An applied rewrite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The rule.
    pub rule: RuleId,
    /// The values of the source's names, the root last.
    pub bindings: Vec<(String, ValueId)>,
}

/// A refused match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The rule.
    pub rule: RuleId,
    /// The values of the source's names, the root last.
    pub bindings: Vec<(String, ValueId)>,
    /// The reason, for messages.
    pub reason: String,
    /// Whether costs are the only reason.
    pub is_of_cost: bool,
    /// Whether a proof at the widths of the match is missing.
    pub is_unproven: bool,
}

/// The result of one round.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// The plan.
    pub plan: EditPlan,
    /// The rewrites, in the order of the roots.
    pub applied: Vec<Applied>,
    /// Refused matches of rules that precede the applied one, if any was applied.
    pub refused: Vec<Refused>,
    /// Whether the limit `most` stopped further rewrites.
    pub is_cut: bool,
}

/// The named values of the source, the root last.
pub(super) fn bindings(found: &Match<'_, ValueId>) -> Vec<(String, ValueId)> {
    let rule = found.rule();
    let mut all: Vec<(String, ValueId)> = Vec::new();
    for (id, node) in rule.ids().filter(|(id, _)| *id != rule.source) {
        let is_value = matches!(node.kind, NodeKind::Input { .. } | NodeKind::Constant);
        if let (true, Some(name), Some(value)) = (is_value, &node.name, found.value(id)) {
            all.push((name.trim_start_matches('%').to_owned(), value));
        }
    }
    let root = rule.node(rule.source).name.as_deref().unwrap_or("root").trim_start_matches('%');
    all.extend(found.value(rule.source).map(|value| (root.to_owned(), value)));
    all
}
