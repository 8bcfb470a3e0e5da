//! Computes the constants of a match: expressions and preconditions as numbers, by the same terms as proofs.

use super::bindings::{Argument, Facts, Match};
use crate::rules::constants;
use crate::rules::form::{ConstantOperation, Guard, NodeId, NodeKind};
use crate::rules::vocabulary::Function;
use crate::semantics::{TermId, Terms};
use std::fmt::Debug;

impl<V: Copy + Debug> Match<'_, V> {
    /// The bits of a number of the rule, if it fits at these widths.
    pub(super) fn number(&self, negative: bool, magnitude: u128, width: u32) -> Option<u128> {
        super::pattern::Literal { negative, magnitude }.bits(width)
    }

    /// The result of an expression with known operands.
    pub(super) fn computed(
        &self,
        id: NodeId,
        operation: ConstantOperation,
        operands: &[NodeId],
        facts: &dyn Facts<V>,
    ) -> Option<u128> {
        let width = self.width(id);
        if operation == ConstantOperation::Function(Function::Width) {
            return Some(u128::from(self.width(operands[0])) & (u128::MAX >> (128 - width)));
        }
        if let ConstantOperation::Function(function) = operation
            && function.is_analysis()
        {
            return facts.bits(function, self.argument(operands[0]), width);
        }
        let numbers: Option<Vec<u128>> = operands.iter().map(|operand| self.bits(*operand)).collect();
        self.folded(&numbers?, operands, |terms, numbers| {
            constants::computed(terms, operation, numbers, width)
        })
    }

    fn folded(
        &self,
        numbers: &[u128],
        operands: &[NodeId],
        build: impl FnOnce(&mut Terms, &[TermId]) -> Option<TermId>,
    ) -> Option<u128> {
        let mut terms = Terms::new();
        let constants: Vec<TermId> = numbers
            .iter()
            .zip(operands)
            .map(|(bits, operand)| terms.constant(*bits, self.width(*operand)))
            .collect();
        let result = build(&mut terms, &constants)?;
        terms.value(result)
    }

    pub(super) fn guard(&self, guard: &Guard, facts: &dyn Facts<V>) -> bool {
        match guard {
            Guard::Is(holds) => *holds,
            Guard::Compare(predicate, a, b) => match (self.bits(*a), self.bits(*b)) {
                (Some(x), Some(y)) => {
                    let holds = self.folded(&[x, y], &[*a, *b], |terms, numbers| {
                        Some(terms.compare(*predicate, numbers[0], numbers[1]))
                    });
                    holds == Some(1)
                }
                _ => false,
            },
            Guard::Test(function, arguments) => self.test(*function, arguments, facts),
            Guard::Not(inner) => self.is_known(inner) && !self.guard(inner, facts),
            Guard::All(parts) => parts.iter().all(|part| self.guard(part, facts)),
            Guard::Any(parts) => parts.iter().any(|part| self.guard(part, facts)),
        }
    }

    fn test(&self, function: Function, arguments: &[NodeId], facts: &dyn Facts<V>) -> bool {
        let numbers: Option<Vec<u128>> = arguments.iter().map(|argument| self.bits(*argument)).collect();
        match numbers.filter(|_| function != Function::HasOneUse) {
            Some(numbers) => {
                self.folded(&numbers, arguments, |terms, numbers| constants::test(terms, function, numbers))
                    == Some(1)
            }
            None => {
                let arguments: Vec<Argument<V>> =
                    arguments.iter().map(|argument| self.argument(*argument)).collect();
                facts.test(function, &arguments)
            }
        }
    }

    /// Whether the numbers that a precondition compares are known.
    fn is_known(&self, guard: &Guard) -> bool {
        match guard {
            Guard::Is(_) | Guard::Test(..) => true,
            Guard::Compare(_, a, b) => self.bits(*a).is_some() && self.bits(*b).is_some(),
            Guard::Not(inner) => self.is_known(inner),
            Guard::All(parts) | Guard::Any(parts) => parts.iter().all(|part| self.is_known(part)),
        }
    }

    /// Evaluates the nodes in order, operands first.
    pub(super) fn evaluate(&mut self, facts: &dyn Facts<V>) {
        let rule = self.rule();
        for (id, node) in rule.ids() {
            if self.numbers[id.0 as usize].is_some() {
                continue;
            }
            let bits = match &node.kind {
                NodeKind::Number { negative, magnitude } => {
                    self.number(*negative, *magnitude, self.width(id))
                }
                NodeKind::Computed(operation, operands) => self.computed(id, *operation, operands, facts),
                _ => None,
            };
            self.numbers[id.0 as usize] = bits;
        }
    }
}
