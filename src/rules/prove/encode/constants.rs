//! Expressions of constants, and what analyses answer: an unknown of which a bound is assumed, since known
//! bits are some of the bits, not all of them.

use super::super::super::constants;
use super::super::super::form::{ConstantOperation, NodeId};
use super::super::super::vocabulary::Function;
use super::Encoder;
use crate::model::IntPredicate;
use crate::semantics::{TermId, Value};

impl Encoder<'_> {
    pub(super) fn computed(
        &mut self,
        id: NodeId,
        operation: ConstantOperation,
        operands: &[NodeId],
    ) -> Option<Value> {
        let mut values = Vec::new();
        for operand in operands {
            values.push(self.value(*operand)?);
        }
        let width = self.width(id);
        let numbers: Vec<TermId> = values.iter().map(|value| value.bits).collect();
        let bits = match (constants::computed(&mut self.terms, operation, &numbers, width), operation) {
            (Some(bits), _) => bits,
            (None, ConstantOperation::Function(function)) => {
                self.known_bits(function, operands, values[0], width)
            }
            (None, _) => return None,
        };
        Some(self.defined(bits))
    }

    /// The answer of an analysis: some of what holds. Of poison anything may be answered.
    fn known_bits(&mut self, function: Function, operands: &[NodeId], value: Value, width: u32) -> TermId {
        let answer = self.fact(function, operands, width);
        let terms = &mut self.terms;
        let holds = match function {
            Function::KnownZeros => {
                let wrong = terms.and(answer, value.bits);
                terms.is_zero(wrong)
            }
            Function::KnownOnes => {
                let clear = terms.not(value.bits);
                let wrong = terms.and(answer, clear);
                terms.is_zero(wrong)
            }
            // At least one bit is the sign.
            _ => {
                let all = terms.sign_bits(value.bits, width);
                terms.compare(IntPredicate::Ule, answer, all)
            }
        };
        let assumed = terms.or(value.poison, holds);
        self.assumptions.push(assumed);
        answer
    }

    /// The unknown for the answer of an analysis, one for each question.
    pub(super) fn fact(&mut self, function: Function, operands: &[NodeId], width: u32) -> TermId {
        let key = (function, operands.to_vec());
        if let Some((_, answer)) = self.facts.iter().find(|(known, _)| *known == key) {
            return *answer;
        }
        let answer = self.terms.input(function.name(), width);
        self.facts.push((key, answer));
        answer
    }
}
