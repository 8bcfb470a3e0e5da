//! Encodes the precondition as a truth value.
//!
//! A predicate of constants is its exact meaning. A predicate of registers is answered by a conservative
//! analysis: the answer is an unknown that implies the fact. `hasOneUse` is an unknown without a fact about
//! values.

use super::super::super::constants;
use super::super::super::form::{Guard, NodeId, NodeKind, Part};
use super::super::super::vocabulary::Function;
use super::Encoder;
use crate::semantics::TermId;

impl Encoder<'_> {
    pub(super) fn precondition(&mut self) -> Option<TermId> {
        self.begin(Part::Precondition);
        let rule = self.rule;
        let holds = self.guard(&rule.guard)?;
        self.assume_facts()?;
        Some(holds)
    }

    fn guard(&mut self, guard: &Guard) -> Option<TermId> {
        Some(match guard {
            Guard::Is(holds) => self.terms.truth(*holds),
            Guard::Compare(predicate, a, b) => {
                let (a, b) = (self.value(*a)?.bits, self.value(*b)?.bits);
                self.terms.compare(*predicate, a, b)
            }
            Guard::Test(function, arguments) => self.test(*function, arguments)?,
            Guard::Not(inner) => {
                let inner = self.guard(inner)?;
                self.terms.not(inner)
            }
            Guard::All(parts) => {
                let mut all = self.terms.truth(true);
                for part in parts {
                    let part = self.guard(part)?;
                    all = self.terms.and(all, part);
                }
                all
            }
            Guard::Any(parts) => {
                let mut any = self.terms.truth(false);
                for part in parts {
                    let part = self.guard(part)?;
                    any = self.terms.or(any, part);
                }
                any
            }
        })
    }

    fn test(&mut self, function: Function, arguments: &[NodeId]) -> Option<TermId> {
        if function == Function::HasOneUse {
            return Some(self.fact(function, arguments, 1));
        }
        let mut values = Vec::new();
        for argument in arguments {
            values.push(self.value(*argument)?);
        }
        let numbers: Vec<TermId> = values.iter().map(|value| value.bits).collect();
        let holds = constants::test(&mut self.terms, function, &numbers)?;
        if arguments.iter().all(|argument| self.is_constant(*argument)) {
            return Some(holds);
        }
        let answer = self.fact(function, arguments, 1);
        // An answer about poison is arbitrary.
        let poisons: Vec<TermId> = values.iter().map(|value| value.poison).collect();
        let poison = self.terms.any(&poisons);
        let allowed = self.terms.or(poison, holds);
        let assumed = self.terms.implies(answer, allowed);
        self.assumptions.push(assumed);
        Some(answer)
    }

    fn is_constant(&self, id: NodeId) -> bool {
        matches!(
            self.rule.node(id).kind,
            NodeKind::Constant | NodeKind::Number { .. } | NodeKind::Computed(..)
        )
    }
}
