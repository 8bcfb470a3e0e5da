//! Answers preconditions from the model: uses, known bits, overflow, powers of two, definedness.

use super::host::Host;
use crate::rules::matching::{Argument, Facts};
use crate::rules::vocabulary::Function;
use analysis::values::facts::{Arithmetic, QueryOperand, fits, is_defined, is_power_of_two, sign_bits};
use analysis::values::interval::Domain;
use analysis::values::known_bits::{known_bits, mask};
use ir::{BlockId, Model, ValueId};

/// Facts about the values of a model that hold where a block uses them.
#[derive(Clone, Copy)]
pub(super) struct ModelFacts<'m> {
    pub(super) model: &'m Model,
    pub(super) host: &'m dyn Host,
    pub(super) block: BlockId,
}

impl ModelFacts<'_> {
    fn fits(&self, operation: Arithmetic, domain: Domain, arguments: &[Argument<ValueId>]) -> bool {
        let operand_of = |argument: &Argument<ValueId>| match (argument.bits, argument.value) {
            (Some(bits), _) => Some(QueryOperand::Number(bits)),
            (None, value) => value.map(QueryOperand::Value),
        };
        let [left, right] = arguments else { return false };
        let operands = operand_of(left).zip(operand_of(right));
        operands
            .is_some_and(|operands| fits(self.model, self.block, (operation, domain), operands, left.width))
    }

    /// The bits that may be set in an argument.
    fn possible(&self, argument: &Argument<ValueId>) -> u128 {
        let all = mask(argument.width);
        match (argument.bits, argument.value) {
            (Some(bits), _) => bits & all,
            (None, Some(value)) => all & !known_bits(self.model, value).0,
            (None, None) => all,
        }
    }

    fn is_power(&self, argument: &Argument<ValueId>, or_zero: bool) -> bool {
        match (argument.bits, argument.value) {
            (Some(bits), _) => bits.is_power_of_two() || (or_zero && bits == 0),
            (None, Some(value)) => is_power_of_two(self.model, value, or_zero),
            (None, None) => false,
        }
    }

    fn has_one_use(&self, value: ValueId) -> bool {
        self.model.operand_uses(value).len() == 1 && !self.model.is_used_outside(value)
    }
}

impl Facts<ValueId> for ModelFacts<'_> {
    fn test(&self, function: Function, arguments: &[Argument<ValueId>]) -> bool {
        use Domain::{Signed, Unsigned};
        match (function, arguments) {
            (Function::HasOneUse, [of]) => of.value.is_some_and(|value| self.has_one_use(value)),
            (Function::IsPowerOf2, [of]) => self.is_power(of, false),
            (Function::IsPowerOf2OrZero, [of]) => self.is_power(of, true),
            (Function::MaskedValueIsZero, [of, mask]) => self.possible(of) & self.possible(mask) == 0,
            (Function::SignedAddFits, _) => self.fits(Arithmetic::Add, Signed, arguments),
            (Function::UnsignedAddFits, _) => self.fits(Arithmetic::Add, Unsigned, arguments),
            (Function::SignedSubFits, _) => self.fits(Arithmetic::Sub, Signed, arguments),
            (Function::UnsignedSubFits, _) => self.fits(Arithmetic::Sub, Unsigned, arguments),
            (Function::SignedMulFits, _) => self.fits(Arithmetic::Mul, Signed, arguments),
            (Function::UnsignedMulFits, _) => self.fits(Arithmetic::Mul, Unsigned, arguments),
            _ => false,
        }
    }

    fn bits(&self, function: Function, argument: Argument<ValueId>, width: u32) -> Option<u128> {
        let all = mask(argument.width);
        let (zeros, ones) = match (argument.bits, argument.value) {
            (Some(bits), _) => (!bits & all, bits & all),
            (None, Some(value)) => known_bits(self.model, value),
            (None, None) => return None,
        };
        let answer = match (function, argument.bits, argument.value) {
            (Function::KnownZeros, ..) => zeros & all,
            (Function::KnownOnes, ..) => ones & all,
            (Function::SignBits, None, Some(value)) => u128::from(sign_bits(self.model, value)),
            (Function::SignBits, ..) => {
                let leading = |bits: u128| (bits << (128 - argument.width)).leading_ones();
                u128::from(leading(zeros).max(leading(ones)).clamp(1, argument.width))
            }
            _ => return None,
        };
        Some(answer & mask(width))
    }

    fn is_defined(&self, value: ValueId) -> bool {
        is_defined(self.model, value) || self.host.is_defined(value)
    }
}
