//! A match: the values that a rule's nodes stand for, and the test of its precondition.

use super::set::{RuleId, RuleSet, VariantId};
use super::subject::Subject;
use crate::rules::form::{ConstantOperation, NodeId, NodeKind, Part, Rule};
use crate::rules::vocabulary::Function;
use ir::IntPredicate;
use std::fmt::Debug;

/// An argument of an analysis query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument<V> {
    /// The value of a register or constant of the source.
    pub value: Option<V>,
    /// The bits, if they are known.
    pub bits: Option<u128>,
    /// The width.
    pub width: u32,
}

/// Answers of analyses. All answers are conservative: `true`, or a set bit, only if it certainly holds.
pub trait Facts<V> {
    /// Whether a predicate certainly holds. Called if an argument is no known number, and for predicates
    /// about uses.
    fn test(&self, function: Function, arguments: &[Argument<V>]) -> bool;

    /// Known bits, or a lower bound of the number of sign bits, truncated to `width`. `None` if the function
    /// is not supported.
    fn bits(&self, function: Function, argument: Argument<V>, width: u32) -> Option<u128>;

    /// Whether a value is certainly neither undef nor poison.
    fn is_defined(&self, value: V) -> bool;
}

/// Facts without any analysis.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFacts;

impl<V> Facts<V> for NoFacts {
    fn test(&self, _: Function, _: &[Argument<V>]) -> bool {
        false
    }

    fn bits(&self, function: Function, _: Argument<V>, _: u32) -> Option<u128> {
        // Every integer has one sign bit, and no bit is known.
        Some(u128::from(function == Function::SignBits))
    }

    fn is_defined(&self, _: V) -> bool {
        false
    }
}

/// A rule at a value with its structure and widths.
#[derive(Clone, Debug)]
pub struct Match<'a, V> {
    rules: &'a RuleSet,
    /// The rule.
    pub id: RuleId,
    /// The variant: the order of the rule's operands.
    pub variant: VariantId,
    values: Vec<Option<V>>,
    widths: Vec<u32>,
    pub(super) numbers: Vec<Option<u128>>,
    predicates: Vec<IntPredicate>,
}

impl<'a, V: Copy + Debug> Match<'a, V> {
    /// The rule.
    pub fn rule(&self) -> &'a Rule {
        self.rules.rule(self.id)
    }

    /// The value that a node of the source stands for.
    pub fn value(&self, node: NodeId) -> Option<V> {
        self.values[node.0 as usize]
    }

    /// The width of a node.
    pub fn width(&self, node: NodeId) -> u32 {
        self.widths[node.0 as usize]
    }

    /// The bits of a number, constant or expression, and of a register that stands for a known number.
    ///
    /// Expressions with analysis functions have bits only after a call of [`holds`](Match::holds).
    pub fn bits(&self, node: NodeId) -> Option<u128> {
        self.numbers[node.0 as usize]
    }

    /// The value of a predicate variable.
    pub fn predicate(&self, variable: usize) -> Option<IntPredicate> {
        self.predicates.get(variable).copied()
    }

    /// Whether the precondition and all promises about inputs hold, and the numbers of the target fit at
    /// these widths.
    pub fn holds(&mut self, facts: &dyn Facts<V>) -> bool {
        self.evaluate(facts);
        let rule = self.rule();
        let is_number = |kind: &NodeKind| matches!(kind, NodeKind::Number { .. } | NodeKind::Computed(..));
        rule.ids().all(|(id, node)| match &node.kind {
            NodeKind::Input { noundef: true } => self.value(id).is_some_and(|value| facts.is_defined(value)),
            kind => node.part != Part::Target || !is_number(kind) || self.bits(id).is_some(),
        }) && self.guard(&rule.guard, facts)
    }

    pub(super) fn argument(&self, node: NodeId) -> Argument<V> {
        Argument { value: self.value(node), bits: self.bits(node), width: self.width(node) }
    }
}

impl RuleSet {
    /// The match of a variant with the structure of `root`; `None` if widths or computed constants differ.
    pub fn bind<S: Subject>(
        &self,
        variant: VariantId,
        subject: &S,
        root: S::Value,
    ) -> Option<Match<'_, S::Value>> {
        let chosen = self.variant(variant);
        let rule = self.rule(chosen.rule);
        let mut values = vec![None; rule.nodes.len()];
        let mut numbers = vec![None; rule.nodes.len()];
        for (node, path) in &chosen.places {
            let value = self.paths().value(subject, root, *path)?;
            values[node.0 as usize] = Some(value);
            let is_computed = matches!(rule.node(*node).kind, NodeKind::Computed(..));
            numbers[node.0 as usize] = subject.bits(value).filter(|_| !is_computed);
        }
        let widths = self.widths(chosen.rule, |node| subject.width(values[node.0 as usize]?), &values)?;
        let mut predicates = Vec::new();
        for (path, swapped) in &chosen.predicates {
            let predicate = subject.shape(self.paths().value(subject, root, *path)?).predicate?;
            predicates.push(if *swapped { predicate.swapped() } else { predicate });
        }
        let mut found = Match { rules: self, id: chosen.rule, variant, values, widths, numbers, predicates };
        found.compute(subject).then_some(found)
    }
}

impl<V: Copy + Debug> Match<'_, V> {
    /// Computes expressions without analysis functions; false if a constant of the source differs from its
    /// computed value.
    fn compute<S: Subject<Value = V>>(&mut self, subject: &S) -> bool {
        let rule = self.rule();
        for (id, node) in rule.ids() {
            let at = id.0 as usize;
            match &node.kind {
                NodeKind::Number { negative, magnitude } if self.numbers[at].is_none() => {
                    self.numbers[at] = self.number(*negative, *magnitude, self.width(id));
                }
                NodeKind::Computed(operation, operands) if !needs_analysis(rule, id) => {
                    self.numbers[at] = self.computed(id, *operation, operands, &NoFacts);
                }
                _ => {}
            }
            let is_operand = matches!(node.kind, NodeKind::Computed(..)) && self.values[at].is_some();
            if is_operand && self.numbers[at] != self.values[at].and_then(|value| subject.bits(value)) {
                return false;
            }
        }
        true
    }
}

/// Whether an expression contains an analysis function.
fn needs_analysis(rule: &Rule, id: NodeId) -> bool {
    let mut open = vec![id];
    while let Some(id) = open.pop() {
        match &rule.node(id).kind {
            NodeKind::Computed(ConstantOperation::Function(function), _) if function.is_analysis() => {
                return true;
            }
            NodeKind::Computed(_, operands) => open.extend(operands),
            _ => {}
        }
    }
    false
}
