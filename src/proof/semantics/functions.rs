//! Bit functions that solvers lack: logarithm, leading and trailing zeros, population count, sign bits,
//! overflow.

use super::term::{Binary, Cast, TermId, Terms, Unary};

impl Terms {
    /// A number selected by the first set bit of `a`, in the given order of tests.
    fn by_first_bit(
        &mut self,
        a: TermId,
        bits: impl DoubleEndedIterator<Item = u32>,
        width: u32,
        none: u128,
        number: impl Fn(u32) -> u128,
    ) -> TermId {
        let mut chosen = self.constant(none, width);
        for bit in bits.rev() {
            let set = self.bit(a, bit);
            let here = self.constant(number(bit), width);
            chosen = self.if_else(set, here, chosen);
        }
        chosen
    }

    /// Bit `at` as a truth value.
    pub fn bit(&mut self, a: TermId, at: u32) -> TermId {
        let amount = self.constant(u128::from(at), self.width(a));
        let shifted = self.binary(Binary::LShr, a, amount);
        self.cast(Cast::Low, shifted, 1)
    }

    /// The position of the highest set bit, truncated to `width`; 0 for 0.
    pub fn log2(&mut self, a: TermId, width: u32) -> TermId {
        self.by_first_bit(a, (0..self.width(a)).rev(), width, 0, u128::from)
    }

    /// The number of zeros above the highest set bit, truncated to `width`.
    pub fn leading_zeros(&mut self, a: TermId, width: u32) -> TermId {
        let all = self.width(a);
        self.by_first_bit(a, (0..all).rev(), width, u128::from(all), |bit| u128::from(all - 1 - bit))
    }

    /// The number of zeros below the lowest set bit, truncated to `width`.
    pub fn trailing_zeros(&mut self, a: TermId, width: u32) -> TermId {
        let all = self.width(a);
        self.by_first_bit(a, 0..all, width, u128::from(all), u128::from)
    }

    /// The number of set bits, truncated to `width`.
    pub fn population(&mut self, a: TermId, width: u32) -> TermId {
        let zero = self.constant(0, width);
        (0..self.width(a)).fold(zero, |sum, at| {
            let bit = self.bit(a, at);
            let bit = self.cast(Cast::Zero, bit, width);
            self.binary(Binary::Add, sum, bit)
        })
    }

    /// The bits in reverse order.
    pub fn reversed(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        let zero = self.constant(0, width);
        (0..width).fold(zero, |all, at| {
            let bit = self.bit(a, at);
            let bit = self.cast(Cast::Zero, bit, width);
            let amount = self.constant(u128::from(width - 1 - at), width);
            let placed = self.binary(Binary::Shl, bit, amount);
            self.or(all, placed)
        })
    }

    /// The bytes in reverse order; the width must be a multiple of 8.
    pub fn bytes_reversed(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        let zero = self.constant(0, width);
        (0..width / 8).fold(zero, |all, at| {
            let [down, up] = [8 * at, width - 8 - 8 * at].map(|bits| self.constant(bits.into(), width));
            let low = self.constant(0xff, width);
            let shifted = self.binary(Binary::LShr, a, down);
            let byte = self.and(shifted, low);
            let placed = self.binary(Binary::Shl, byte, up);
            self.or(all, placed)
        })
    }

    /// The number of high bits equal to the sign bit, itself included, truncated to `width`.
    pub fn sign_bits(&mut self, a: TermId, width: u32) -> TermId {
        let (negative, flipped) = (self.is_negative(a), self.not(a));
        let folded = self.if_else(negative, flipped, a);
        self.leading_zeros(folded, width)
    }

    /// The absolute value; the least number is unchanged.
    pub fn absolute(&mut self, a: TermId) -> TermId {
        let (negative, opposite) = (self.is_negative(a), self.unary(Unary::Neg, a));
        self.if_else(negative, opposite, a)
    }

    /// Whether exactly one bit is set.
    pub fn is_power_of_two(&mut self, a: TermId) -> TermId {
        let (zero, power) = (self.is_zero(a), self.is_power_of_two_or_zero(a));
        let some = self.not(zero);
        self.and(some, power)
    }

    /// Whether at most one bit is set.
    pub fn is_power_of_two_or_zero(&mut self, a: TermId) -> TermId {
        let ones = self.constant(u128::MAX, self.width(a));
        let below = self.binary(Binary::Add, a, ones);
        let common = self.and(a, below);
        self.is_zero(common)
    }

    /// Whether the set bits are one contiguous, non-empty block.
    pub fn is_shifted_mask(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        let (ones, one) = (self.constant(u128::MAX, width), self.constant(1, width));
        let below = self.binary(Binary::Add, a, ones);
        let filled = self.or(below, a);
        let above = self.binary(Binary::Add, filled, one);
        let common = self.and(above, filled);
        let (empty, block) = (self.is_zero(a), self.is_zero(common));
        let some = self.not(empty);
        self.and(some, block)
    }

    /// Whether a signed sum, difference or product overflows.
    pub fn signed_overflow(&mut self, operation: Binary, a: TermId, b: TermId) -> TermId {
        if operation == Binary::Mul {
            return self.binary(Binary::SMulOverflow, a, b);
        }
        let result = self.binary(operation, a, b);
        // The sign of the result differs from those of both operands (of `!b` for a difference).
        let b = if operation == Binary::Sub { self.not(b) } else { b };
        let (from_a, from_b) = (self.binary(Binary::Xor, a, result), self.binary(Binary::Xor, b, result));
        let both = self.and(from_a, from_b);
        self.is_negative(both)
    }

    /// Whether an unsigned sum, difference or product overflows.
    pub fn unsigned_overflow(&mut self, operation: Binary, a: TermId, b: TermId) -> TermId {
        match operation {
            Binary::Mul => self.binary(Binary::UMulOverflow, a, b),
            Binary::Sub => self.binary(Binary::Ult, a, b),
            _ => {
                let sum = self.binary(operation, a, b);
                self.binary(Binary::Ult, sum, a)
            }
        }
    }

    /// Whether a left shift loses bits, tested by shifting back with `back`.
    pub fn shift_loses(&mut self, a: TermId, amount: TermId, back: Binary) -> TermId {
        let there = self.binary(Binary::Shl, a, amount);
        let again = self.binary(back, there, amount);
        let same = self.equal(again, a);
        self.not(same)
    }
}
