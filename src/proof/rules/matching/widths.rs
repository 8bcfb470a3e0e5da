//! Checks the widths of a match against the constraints of the rule's width classes.

use super::set::{RuleId, RuleSet};
use crate::rules::form::NodeId;
use crate::rules::widths::COUNT;

impl RuleSet {
    /// The width of each node; `None` if a constraint does not hold.
    pub(super) fn widths<V: Copy>(
        &self,
        id: RuleId,
        width: impl Fn(NodeId) -> Option<u32>,
        values: &[Option<V>],
    ) -> Option<Vec<u32>> {
        let (rule, roots) = (self.rule(id), &self.ranked(id).roots);
        let mut by_class = vec![0; rule.classes.len()];
        for (node, _) in rule.ids().filter(|(node, _)| values[node.0 as usize].is_some()) {
            let (own, known) = (width(node)?, &mut by_class[roots[node.0 as usize].0 as usize]);
            if *known != 0 && *known != own {
                return None;
            }
            *known = own;
        }
        for root in roots {
            let (known, own) = (rule.classes.known(*root), &mut by_class[root.0 as usize]);
            let fixed = known.fixed.map(|(width, _)| width);
            if *own == 0 {
                *own = fixed.unwrap_or(COUNT.max(known.least.0));
            }
            if fixed.is_some_and(|fixed| fixed != *own) || *own < known.least.0 {
                return None;
            }
        }
        let of = |class| by_class[rule.classes.root(class).0 as usize];
        let is_ordered = rule.classes.narrower.iter().all(|edge| of(edge.narrow) < of(edge.wide));
        is_ordered.then(|| roots.iter().map(|root| by_class[root.0 as usize]).collect())
    }
}
