//! Conflicts in the order of rules: rules that match the same code.
//!
//! In: a rule set. Out: rules that never apply, since an earlier rule matches wherever they do, and pairs of
//! overlapping rules with equal priority and number of tests, whose order in the file decides.

use super::net::Net;
use super::pattern::Pattern;
use super::set::{RuleId, RuleSet, Variant, VariantId, always_pays};
use super::witness::witness;
use crate::rules::form::{Guard, NodeId, NodeKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Two rules that match the same code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Conflict {
    /// The rule that is tried first.
    pub first: RuleId,
    /// The other rule.
    pub second: RuleId,
}

/// Maximum number of pairs of rules for which common code is searched.
const MAX_PAIRS: usize = 20_000;

/// Maximum number of candidate codes for all pairs.
const MAX_TRIED: u64 = 2_000_000;

/// Precomputed data about the variants of a set.
struct Variants {
    /// The variants of each rule.
    of_rules: Vec<Vec<VariantId>>,
    /// The tests of each variant besides its structure, as a key.
    conditions: Vec<String>,
}

impl Variants {
    fn of(rules: &RuleSet) -> Variants {
        let mut of_rules = vec![Vec::new(); rules.rules().count()];
        rules.variants().for_each(|(id, variant)| of_rules[variant.rule.index()].push(id));
        let conditions = rules.variants().map(|(_, variant)| rules.conditions(variant)).collect();
        Variants { of_rules, conditions }
    }
}

impl RuleSet {
    /// Rules that never apply, each with a rule that takes all their code.
    pub fn never_apply(&self) -> Vec<Conflict> {
        let variants = Variants::of(self);
        let may_take_all = |id: &VariantId| always_pays(self.rule(self.variant(*id).rule));
        let ids = || self.variants().map(|(id, _)| id).filter(may_take_all);
        let certain = Net::new(self, ids().filter(|id| self.is_certain(self.variant(*id).rule)));
        let mut by_conditions: FxHashMap<&str, Vec<VariantId>> = FxHashMap::default();
        ids().for_each(|id| by_conditions.entry(&variants.conditions[id.index()]).or_default().push(id));
        let mut dead = Vec::new();
        for (second, _) in self.rules() {
            let Some(one) = variants.of_rules[second.index()].first() else { continue };
            // If the first rule takes all code of the second, one of its variants is above this one.
            let mut above = certain.more_general(self.patterns(), self.variant(*one).pattern);
            above.extend(by_conditions.get(variants.conditions[one.index()].as_str()).into_iter().flatten());
            let mut rules: Vec<RuleId> = above.iter().map(|id| self.variant(*id).rule).collect();
            rules.sort_unstable();
            rules.dedup();
            let mut others = rules.into_iter().filter(|first| self.is_before(*first, second));
            if let Some(first) = others.find(|first| self.takes_all(&variants, *first, second)) {
                dead.push(Conflict { first, second });
            }
        }
        dead
    }

    /// Overlapping pairs of rules with equal priority and number of tests, except those whose second rule
    /// never applies. The flag is false if a limit was reached.
    pub fn overlaps(&self, dead: &[Conflict]) -> (Vec<Conflict>, bool) {
        let dead: FxHashSet<RuleId> = dead.iter().map(|conflict| conflict.second).collect();
        let net = Net::of_all(self);
        let (mut found, mut tried, mut left) = (BTreeSet::new(), 0, MAX_TRIED);
        for (a, first) in self.variants() {
            let together = net.going_together(self.patterns(), first.pattern);
            let from = together.partition_point(|b| *b <= a);
            for b in &together[from..] {
                let second = self.variant(*b);
                if self.precedence(first.rule) != self.precedence(second.rule) {
                    break;
                }
                let conflict = Conflict { first: first.rule, second: second.rule };
                let is_news =
                    first.rule != second.rule && !dead.contains(&second.rule) && !found.contains(&conflict);
                if !is_news || !self.has_one_root(first, second) {
                    continue;
                }
                tried += 1;
                if tried > MAX_PAIRS || left == 0 {
                    return (found.into_iter().collect(), false);
                }
                if witness(self, &[a, *b], &mut left).is_some() {
                    found.insert(conflict);
                }
            }
        }
        (found.into_iter().collect(), true)
    }

    fn has_one_root(&self, a: &Variant, b: &Variant) -> bool {
        match (self.patterns().get(a.pattern), self.patterns().get(b.pattern)) {
            (Pattern::Instruction { symbol: a, .. }, Pattern::Instruction { symbol: b, .. }) => a == b,
            _ => false,
        }
    }

    fn is_before(&self, first: RuleId, second: RuleId) -> bool {
        let key = |rule| (self.precedence(rule), rule);
        key(first) < key(second)
    }

    /// Whether a rule applies wherever another one would.
    fn takes_all(&self, variants: &Variants, first: RuleId, second: RuleId) -> bool {
        let of = |rule: RuleId| variants.of_rules[rule.index()].as_slice();
        if of(first).is_empty() || of(second).is_empty() || !always_pays(self.rule(first)) {
            return false;
        }
        let is_certain = self.is_certain(first);
        let is_tested =
            |a: &VariantId, b: &VariantId| variants.conditions[a.index()] == variants.conditions[b.index()];
        of(second).iter().all(|b| {
            of(first)
                .iter()
                .any(|a| (is_certain || is_tested(a, b)) && self.covers(self.variant(*a), self.variant(*b)))
        })
    }

    /// Whether every test of variant `a` is also one of `b`.
    fn covers(&self, a: &Variant, b: &Variant) -> bool {
        let repeats = |pair| b.same.contains(pair);
        self.patterns().subsumes(a.pattern, b.pattern)
            && a.same.iter().all(repeats)
            && a.same_predicate.iter().all(|pair| b.same_predicate.contains(pair))
    }

    /// The tests of a variant besides its structure, with paths instead of names.
    fn conditions(&self, variant: &Variant) -> String {
        let rule = self.rule(variant.rule);
        let mut text = String::new();
        for (id, node) in rule.ids() {
            let known = rule.classes.known(node.class);
            if let Some((_, path)) = variant.places.iter().find(|(place, _)| *place == id) {
                let fixed = known.fixed.map(|(width, _)| width);
                let is_promise = node.kind == NodeKind::Input { noundef: true };
                let _ = write!(text, "{path:?} {fixed:?} {is_promise} {}", known.least.0);
                if let NodeKind::Computed(..) = node.kind {
                    self.expression(variant, id, &mut text);
                }
            }
        }
        self.guard(variant, &rule.guard, &mut text);
        text
    }

    fn guard(&self, variant: &Variant, guard: &Guard, text: &mut String) {
        match guard {
            Guard::Is(holds) => {
                let _ = write!(text, "{holds}");
            }
            Guard::Compare(predicate, a, b) => {
                let _ = write!(text, "{predicate:?}");
                [a, b].into_iter().for_each(|side| self.expression(variant, *side, text));
            }
            Guard::Test(function, arguments) => {
                text.push_str(function.name());
                arguments.iter().for_each(|argument| self.expression(variant, *argument, text));
            }
            Guard::Not(inner) => {
                text.push('!');
                self.guard(variant, inner, text);
            }
            Guard::All(parts) | Guard::Any(parts) => {
                text.push_str(if matches!(guard, Guard::All(_)) { "all(" } else { "any(" });
                parts.iter().for_each(|part| self.guard(variant, part, text));
                text.push(')');
            }
        }
    }

    fn expression(&self, variant: &Variant, id: NodeId, text: &mut String) {
        let is_leaf = |kind: &NodeKind| !matches!(kind, NodeKind::Computed(..));
        let kind = &self.rule(variant.rule).node(id).kind;
        match variant.places.iter().find(|(place, _)| *place == id && is_leaf(kind)) {
            Some((_, path)) => {
                let _ = write!(text, " {path:?}");
            }
            None => match kind {
                NodeKind::Computed(operation, operands) => {
                    let _ = write!(text, " {operation:?}(");
                    operands.iter().for_each(|operand| self.expression(variant, *operand, text));
                    text.push(')');
                }
                other => {
                    let _ = write!(text, " {other:?}");
                }
            },
        }
    }
}

impl RuleSet {
    /// The test of a rule on synthetic code that it matches; `None` if no such code is found.
    pub fn own_test(&self, id: RuleId) -> Option<OwnTest> {
        for (variant, _) in self.variants().filter(|(_, variant)| variant.rule == id) {
            let mut left = u64::MAX;
            let Some(code) = witness(self, &[variant], &mut left) else { continue };
            let earlier = self.variants().map(|(other, _)| other).take(variant.index());
            let taken = earlier
                .map(|other: VariantId| (other, self.variant(other).rule))
                .filter(|(_, rule)| *rule != id);
            let by = taken
                .filter(|(other, _)| super::witness::applies(self, *other, &code))
                .map(|(_, rule)| rule)
                .next();
            return Some(OwnTest { taken_by: by });
        }
        None
    }
}

/// The result of testing a rule on synthetic code of its own source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnTest {
    /// An earlier rule that matches the code as well.
    pub taken_by: Option<RuleId>,
}
