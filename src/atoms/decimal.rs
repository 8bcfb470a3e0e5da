//! Exact comparison of decimal numbers with binary ones: is this constant what that number rounds to?
//!
//! Rounding a decimal through another format first can be off by one, and no format of the host holds an
//! `fp128`. So nothing is rounded here: d·10^s is compared, as a big integer, with the two points halfway to the
//! constant's neighbours.
//!
//! In: 0.1 and `half 0xH2E66`. Halfway points: 0.09994… and 0.10000…; 0.1 lies between them, so it is the one.

use crate::model::FloatKind;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// A natural number, least significant word first, without leading zero words.
pub(super) type Words = Vec<u64>;

/// `digits`·10^`scale`, a positive number.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub(super) struct Decimal {
    digits: Words,
    scale: i32,
    /// Decimal digits in `digits`.
    length: i32,
}

impl Decimal {
    /// From decimal digits without zeros at either end; some thousand of them at most.
    pub(super) fn new(digits: &str, scale: i32) -> Self {
        let mut words = Vec::new();
        for digit in digits.bytes() {
            multiply(&mut words, 10, u64::from(digit - b'0'));
        }
        Self { digits: words, scale, length: digits.len() as i32 }
    }

    /// The number as an integer, if it is one of at most `limit` digits.
    pub(super) fn integer(&self, limit: usize) -> Option<Words> {
        let zeros = usize::try_from(self.scale).ok().filter(|zeros| self.length as usize + zeros <= limit)?;
        let mut words = self.digits.clone();
        (0..zeros).for_each(|_| multiply(&mut words, 10, 0));
        Some(words)
    }

    /// Whether the nearest number of the format is this one, ties going to the even one.
    pub(super) fn rounds_to(&self, binary: &Binary) -> bool {
        if !self.is_near(binary) {
            return false;
        }
        let (mantissa, exponent) = (binary.mantissa, binary.exponent);
        let above = self.compare(2 * mantissa + 1, exponent - 1);
        let below = match binary.narrow_below {
            true => self.compare(4 * mantissa - 1, exponent - 2),
            false => self.compare(2 * mantissa - 1, exponent - 1),
        };
        let even = mantissa.is_multiple_of(2);
        (above == Ordering::Less || even && above == Ordering::Equal)
            && (below == Ordering::Greater || even && below == Ordering::Equal)
    }

    /// Whether the orders of magnitude agree: keeps the exact comparison to numbers of a sane size.
    fn is_near(&self, binary: &Binary) -> bool {
        let decimal = f64::from(self.scale.saturating_add(self.length)) * std::f64::consts::LOG2_10;
        let top = f64::from(binary.exponent) + f64::from(128 - binary.mantissa.leading_zeros());
        (decimal - top).abs() < 8.0
    }

    /// Compares with `factor`·2^`power`.
    fn compare(&self, factor: u128, power: i32) -> Ordering {
        let (mut left, mut right) = (self.digits.clone(), vec![factor as u64, (factor >> 64) as u64]);
        let scaled = if self.scale >= 0 { &mut left } else { &mut right };
        (0..self.scale.unsigned_abs()).for_each(|_| multiply(scaled, 10, 0));
        let shifted = if power >= 0 { &mut right } else { &mut left };
        shift(shifted, power.unsigned_abs());
        trim(&mut left);
        trim(&mut right);
        left.len().cmp(&right.len()).then_with(|| left.iter().rev().cmp(right.iter().rev()))
    }
}

/// A positive binary floating point number, `mantissa`·2^`exponent`, as its format holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Binary {
    mantissa: u128,
    exponent: i32,
    /// Whether the gap to the next smaller number is half of that to the next greater one.
    narrow_below: bool,
}

impl Binary {
    /// Sign and magnitude of a constant; `None` for zeros, infinities, and what is no number. A `ppc_fp128` is taken
    /// for a double, and none when it needs its second half.
    pub(super) fn decode(kind: FloatKind, words: &[u64]) -> Option<(bool, Binary)> {
        let word = |k: usize| u128::from(words.get(k).copied().unwrap_or(0));
        let bits = word(0) | word(1) << 64;
        let (fraction_bits, exponent_bits) = match kind {
            FloatKind::Half => (10, 5),
            FloatKind::BFloat => (7, 8),
            FloatKind::Float => (23, 8),
            FloatKind::Double => (52, 11),
            FloatKind::Fp128 => (112, 15),
            FloatKind::PpcFp128 if word(1) << 65 == 0 => {
                return words.get(..1).and_then(|high| Binary::decode(FloatKind::Double, high));
            }
            FloatKind::PpcFp128 => return None,
            // The only format that stores the leading bit.
            FloatKind::X86Fp80 => (63, 15),
        };
        let stored = if kind == FloatKind::X86Fp80 { fraction_bits + 1 } else { fraction_bits };
        let leading = 1u128 << fraction_bits;
        let field = (bits >> stored & ((1 << exponent_bits) - 1)) as i32;
        let significand = bits & ((1 << stored) - 1);
        let mantissa = if field > 0 && stored == fraction_bits { significand | leading } else { significand };
        let is_number = field < (1 << exponent_bits) - 1 && (field == 0 || mantissa & leading != 0);
        let exponent = field.max(1) - ((1 << (exponent_bits - 1)) - 1) - fraction_bits;
        let negative = bits >> (stored + exponent_bits) & 1 == 1;
        let narrow_below = mantissa == leading && field > 1;
        (is_number && mantissa != 0).then_some((negative, Binary { mantissa, exponent, narrow_below }))
    }
}

fn multiply(words: &mut Words, factor: u64, mut carry: u64) {
    for word in words.iter_mut() {
        let product = u128::from(*word) * u128::from(factor) + u128::from(carry);
        (*word, carry) = (product as u64, (product >> 64) as u64);
    }
    if carry > 0 {
        words.push(carry);
    }
}

fn shift(words: &mut Words, bits: u32) {
    multiply(words, 1 << (bits % 64), 0);
    words.splice(0..0, std::iter::repeat_n(0, bits as usize / 64));
}

fn trim(words: &mut Words) {
    while words.last() == Some(&0) {
        words.pop();
    }
}
