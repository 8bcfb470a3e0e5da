//! Expressions of constants as terms, with SMT-LIB's results where LLVM has none: division by zero, shifts by the width and more.
//!
//! What an analysis answers is an unknown of which a bound is assumed: known bits are some of the bits, not all of them.

use super::super::super::ast::{BinaryOperator, UnaryOperator};
use super::super::super::form::{ConstantOperation, NodeId};
use super::super::super::vocabulary::Function;
use super::Encoder;
use crate::model::IntPredicate;
use crate::semantics::{Binary, Cast, TermId, Unary, Value};

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
        let a = values[0].bits;
        let bits = match operation {
            ConstantOperation::Unary(UnaryOperator::Not) => self.terms.unary(Unary::Not, a),
            ConstantOperation::Unary(UnaryOperator::Neg) => self.terms.unary(Unary::Neg, a),
            ConstantOperation::Binary(operator) => self.terms.binary(arithmetic(operator), a, values[1].bits),
            ConstantOperation::Function(function) => self.function(id, function, operands, &values),
        };
        Some(self.defined(bits))
    }

    fn function(&mut self, id: NodeId, function: Function, operands: &[NodeId], values: &[Value]) -> TermId {
        let width = self.width(id);
        let a = values[0].bits;
        let terms = &mut self.terms;
        match (function, values) {
            (Function::Abs, _) => terms.absolute(a),
            (Function::LeadingZeros, _) => terms.leading_zeros(a, width),
            (Function::TrailingZeros, _) => terms.trailing_zeros(a, width),
            (Function::Log2, _) => terms.log2(a, width),
            (Function::LShr, [_, b]) => terms.binary(Binary::LShr, a, b.bits),
            (Function::Max, [_, b]) => terms.greatest(Binary::Slt, a, b.bits),
            (Function::UMax, [_, b]) => terms.greatest(Binary::Ult, a, b.bits),
            (Function::SExt, _) => terms.cast(Cast::Sign, a, width),
            (Function::ZExt, _) => terms.cast(Cast::Zero, a, width),
            (Function::Trunc, _) => terms.cast(Cast::Low, a, width),
            (Function::Width, _) => {
                let number = u128::from(terms.width(a));
                terms.constant(number, width)
            }
            _ => self.known_bits(function, operands, values[0], width),
        }
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

fn arithmetic(operator: BinaryOperator) -> Binary {
    match operator {
        BinaryOperator::Mul => Binary::Mul,
        BinaryOperator::SDiv => Binary::SDiv,
        BinaryOperator::UDiv => Binary::UDiv,
        BinaryOperator::SRem => Binary::SRem,
        BinaryOperator::URem => Binary::URem,
        BinaryOperator::Add => Binary::Add,
        BinaryOperator::Sub => Binary::Sub,
        BinaryOperator::Shl => Binary::Shl,
        BinaryOperator::AShr => Binary::AShr,
        BinaryOperator::LShr => Binary::LShr,
        BinaryOperator::And => Binary::And,
        BinaryOperator::Xor => Binary::Xor,
        BinaryOperator::Or => Binary::Or,
    }
}
