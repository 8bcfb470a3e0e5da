//! Applies rules to a function: one round over the function's model gives a plan.
//!
//! In: `%t = add i32 %a, %a` in a model, and the rule `add %x, %x => shl %x, 1`, proven at 32 bits. Out: a
//! plan that makes `shl i32 %a, 1`, replaces `%t` by it and erases `%t`; and the applied rule. The rewrites
//! of one round are independent: a match that contains an instruction that an earlier rewrite removes waits
//! for the next round, which reads the function again.
//!
//! [`ActiveRules`] are rules with their verdicts; [`round()`] applies them.

mod facts;
mod host;
mod outcome;
mod profit;
mod retained;
mod round;
mod target;
mod wide;

#[cfg(test)]
mod tests;

pub use host::Host;
pub use outcome::{Applied, Refused, Round};
pub use round::round;

use super::form::{NodeId, Rule};
use super::matching::{Match, RuleId, RuleSet};
use super::verdicts::{State, Verdicts};
use super::widths::classes_of_values;
use crate::semantics::{SUPPORTED, Versions};
use ir::ValueId;
use std::sync::OnceLock;

/// Rules that may be applied, and where.
#[derive(Debug)]
pub struct ActiveRules {
    set: RuleSet,
    /// The state of each rule.
    of_rules: Vec<OfRule>,
    /// The version of LLVM in which rules are applied.
    llvm: u32,
    /// Whether rules may be applied without any verdict.
    allows_unproven: bool,
}

#[derive(Debug)]
struct OfRule {
    verdicts: Verdicts,
    /// A node of each class whose width verdicts list, computed at the rule's first match.
    representatives: OnceLock<Vec<NodeId>>,
}

impl ActiveRules {
    /// Creates a set from rules and their verdicts, in the same order, for the newest supported LLVM.
    pub fn new(rules: Vec<Rule>, verdicts: Vec<Verdicts>, allows_unproven: bool) -> ActiveRules {
        ActiveRules::of_set(RuleSet::new(rules), verdicts, *SUPPORTED.end(), allows_unproven)
    }

    /// Combines a set with the verdicts on its rules, in the same order, for one version of LLVM.
    pub fn of_set(set: RuleSet, verdicts: Vec<Verdicts>, llvm: u32, allows_unproven: bool) -> ActiveRules {
        let of_rules = verdicts.into_iter();
        let of_rules = of_rules.map(|verdicts| OfRule { verdicts, representatives: OnceLock::new() });
        ActiveRules { of_rules: of_rules.collect(), set, llvm, allows_unproven }
    }

    /// The rules.
    pub fn set(&self) -> &RuleSet {
        &self.set
    }

    /// The rules that are refuted at some widths.
    pub fn refuted(&self) -> impl Iterator<Item = (RuleId, &Rule)> {
        self.set.rules().filter(|(id, _)| self.of_rules[id.index()].verdicts.has(State::Refuted, self.llvm))
    }

    /// The rules that are proven at no widths, and so are never applied.
    pub fn unproven(&self) -> impl Iterator<Item = (RuleId, &Rule)> {
        self.set.rules().filter(|(id, _)| !self.of_rules[id.index()].verdicts.has(State::Proven, self.llvm))
    }

    /// The LLVM versions for which a rule is proven at some widths, if there are any.
    pub fn proven_versions(&self, id: RuleId) -> Option<Versions> {
        let versions = self.of_rules[id.index()].verdicts.proven_versions();
        (!versions.is_empty()).then_some(versions)
    }

    /// Whether a rule may be applied at the widths of a match. A rule that is refuted at any widths needs a
    /// proof.
    fn is_allowed(&self, found: &Match<'_, ValueId>) -> bool {
        let verdicts = &self.of_rules[found.id.index()].verdicts;
        match verdicts.at(&self.widths(found), self.llvm) {
            State::Proven => true,
            State::Refuted => false,
            State::Unknown => self.allows_unproven && !verdicts.has(State::Refuted, self.llvm),
        }
    }

    /// The LLVM versions for which a rule is proven at the widths of a match, if the present one is not among
    /// them; and the present one.
    fn proven_elsewhere(&self, found: &Match<'_, ValueId>) -> Option<(Versions, u32)> {
        let versions = self.of_rules[found.id.index()].verdicts.proven_for(&self.widths(found));
        (!versions.is_empty() && !versions.contains(self.llvm)).then_some((versions, self.llvm))
    }

    /// The widths of a match's classes, in the order of the verdicts.
    fn widths(&self, found: &Match<'_, ValueId>) -> Vec<u32> {
        let rule = &self.of_rules[found.id.index()];
        let representatives = rule.representatives.get_or_init(|| classes_of_values(found.rule()));
        representatives.iter().map(|node| found.width(*node)).collect()
    }
}
