//! The answer of a round: a plan, the rewrites that it consists of, and the matches that are left alone.

use crate::rules::form::NodeKind;
use crate::rules::matching::{Match, RuleId};
use ir::{EditPlan, ValueId};

/// A rewrite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The rule.
    pub rule: RuleId,
    /// The values of the names of its source, the root last.
    pub bindings: Vec<(String, ValueId)>,
}

/// A match that is left as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The rule.
    pub rule: RuleId,
    /// The values of the names of its source, the root last.
    pub bindings: Vec<(String, ValueId)>,
    /// In words.
    pub reason: String,
    /// Whether that is a matter of costs alone.
    pub is_of_cost: bool,
    /// Whether that is for want of a proof at the widths there.
    pub is_unproven: bool,
}

/// The answer of one round.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// The plan.
    pub plan: EditPlan,
    /// The rewrites, in the order of the roots.
    pub applied: Vec<Applied>,
    /// Matches that are left as they are, by rules that come before the one that is applied, if one is.
    pub refused: Vec<Refused>,
    /// Whether `most` rewrites were not enough.
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
