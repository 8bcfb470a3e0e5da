//! Encodes constant expressions and analysis functions. The answer of an analysis is an unknown with an
//! assumed bound, since known bits are only some of the bits.

use super::super::super::constants;
use super::super::super::form::{ConstantOperation, NodeId};
use super::super::super::vocabulary::Function;
use super::Encoder;
use crate::semantics::{TermId, Value};
use ir::IntPredicate;

impl Encoder<'_> {
    pub(super) fn computed(
        &mut self,
        id: NodeId,
        operation: ConstantOperation,
        operands: &[NodeId],
    ) -> Option<Value> {
        let width = self.width(id);
        let bits = match operation {
            ConstantOperation::Function(Function::Width) => {
                let number = u128::from(self.width(operands[0]));
                self.terms.constant(number, width)
            }
            ConstantOperation::Function(function) if function.is_analysis() => {
                self.known_bits(function, operands, width)
            }
            _ => {
                let mut numbers: Vec<TermId> = Vec::new();
                for operand in operands {
                    numbers.push(self.value(*operand)?.bits);
                }
                constants::computed(&mut self.terms, operation, &numbers, width)?
            }
        };
        Some(self.defined(bits))
    }

    /// The unknown for the answer of a bit analysis. Its assumption is added later
    /// ([`Encoder::assume_facts`]), since no side may have encoded the operand yet.
    fn known_bits(&mut self, function: Function, operands: &[NodeId], width: u32) -> TermId {
        let known = self.facts.len();
        let answer = self.fact(function, operands, width);
        if self.facts.len() > known {
            self.open_facts.push((function, operands[0], answer));
        }
        answer
    }

    /// Adds the missing assumptions about answers. An answer about poison is arbitrary.
    pub(super) fn assume_facts(&mut self) -> Option<()> {
        while let Some((function, operand, answer)) = self.open_facts.pop() {
            let value = self.value(operand)?;
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
                // The number of sign bits, of which the answer is a lower bound.
                _ => {
                    let width = terms.width(answer);
                    let all = terms.sign_bits(value.bits, width);
                    terms.compare(IntPredicate::Ule, answer, all)
                }
            };
            let assumed = terms.or(value.poison, holds);
            self.assumptions.push(assumed);
        }
        Some(())
    }

    /// The unknown for the answer of an analysis, one for each function and arguments.
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
