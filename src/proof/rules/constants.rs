//! Constant expressions and predicates as terms. Where LLVM has no result (division by zero, shifts by the
//! width and more), SMT-LIB's is used.
//!
//! Proofs build the terms over unknowns. Matching builds them over constants, where they fold to a constant.

use super::ast::{BinaryOperator, UnaryOperator};
use super::form::ConstantOperation;
use super::vocabulary::Function;
use crate::semantics::{Binary, Cast, TermId, Terms, Unary};

/// The result of an operation, of `width` bits; `None` for functions that an analysis answers.
pub(super) fn computed(
    terms: &mut Terms,
    operation: ConstantOperation,
    operands: &[TermId],
    width: u32,
) -> Option<TermId> {
    let a = *operands.first()?;
    Some(match operation {
        ConstantOperation::Unary(UnaryOperator::Not) => terms.unary(Unary::Not, a),
        ConstantOperation::Unary(UnaryOperator::Neg) => terms.unary(Unary::Neg, a),
        ConstantOperation::Binary(operator) => terms.binary(arithmetic(operator), a, *operands.get(1)?),
        ConstantOperation::Function(function) => return applied(terms, function, operands, width),
    })
}

fn applied(terms: &mut Terms, function: Function, operands: &[TermId], width: u32) -> Option<TermId> {
    let a = operands[0];
    Some(match (function, operands) {
        (Function::Abs, _) => terms.absolute(a),
        (Function::LeadingZeros, _) => terms.leading_zeros(a, width),
        (Function::TrailingZeros, _) => terms.trailing_zeros(a, width),
        (Function::Log2, _) => terms.log2(a, width),
        (Function::LShr, &[_, b]) => terms.binary(Binary::LShr, a, b),
        (Function::Max, &[_, b]) => terms.greatest(Binary::Slt, a, b),
        (Function::UMax, &[_, b]) => terms.greatest(Binary::Ult, a, b),
        (Function::SExt, _) => terms.cast(Cast::Sign, a, width),
        (Function::ZExt, _) => terms.cast(Cast::Zero, a, width),
        (Function::Trunc, _) => terms.cast(Cast::Low, a, width),
        (Function::Width, _) => {
            let number = u128::from(terms.width(a));
            terms.constant(number, width)
        }
        _ => return None,
    })
}

/// The fact that a predicate states, as a truth value; `None` for functions that are no predicates of
/// numbers.
pub(super) fn test(terms: &mut Terms, function: Function, operands: &[TermId]) -> Option<TermId> {
    let (a, b) = (*operands.first()?, operands.get(1).copied());
    let fits = |terms: &mut Terms, signed: bool, operation, b| {
        let over = match signed {
            true => terms.signed_overflow(operation, a, b),
            false => terms.unsigned_overflow(operation, a, b),
        };
        terms.not(over)
    };
    Some(match (function, b) {
        (Function::IsPowerOf2, _) => terms.is_power_of_two(a),
        (Function::IsPowerOf2OrZero, _) => terms.is_power_of_two_or_zero(a),
        (Function::IsShiftedMask, _) => terms.is_shifted_mask(a),
        (Function::IsSignBit, _) => {
            let sign = terms.sign_bit(terms.width(a));
            terms.equal(a, sign)
        }
        (Function::MaskedValueIsZero, Some(mask)) => {
            let common = terms.and(a, mask);
            terms.is_zero(common)
        }
        (Function::SignedAddFits, Some(b)) => fits(terms, true, Binary::Add, b),
        (Function::UnsignedAddFits, Some(b)) => fits(terms, false, Binary::Add, b),
        (Function::SignedSubFits, Some(b)) => fits(terms, true, Binary::Sub, b),
        (Function::UnsignedSubFits, Some(b)) => fits(terms, false, Binary::Sub, b),
        (Function::SignedMulFits, Some(b)) => fits(terms, true, Binary::Mul, b),
        (Function::UnsignedMulFits, Some(b)) => fits(terms, false, Binary::Mul, b),
        (Function::UnsignedShlFits, Some(b)) => {
            let loses = terms.shift_loses(a, b, Binary::LShr);
            terms.not(loses)
        }
        _ => return None,
    })
}

/// The operation on terms.
pub(super) fn arithmetic(operator: BinaryOperator) -> Binary {
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
