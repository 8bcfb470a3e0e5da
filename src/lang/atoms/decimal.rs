//! Decimal numbers rounded to the formats of floating-point constants.
//!
//! In: 0.1 and `half 0xH2E66`. Out: that half is the one nearest to 0.1.

use ir::FloatKind;
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, Round};
use serde::{Deserialize, Serialize};

/// A natural number, least significant word first, without leading zero words.
pub(super) type Words = Vec<u64>;

/// `digits`·10^`scale`, a positive number.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub(super) struct Decimal {
    digits: String,
    scale: i32,
}

impl Decimal {
    /// The number from decimal digits without zeros at either end, at most a few thousand.
    pub(super) fn new(digits: &str, scale: i32) -> Self {
        Self { digits: digits.to_owned(), scale }
    }

    /// The number as an integer, if it is an integer of at most `limit` digits.
    pub(super) fn integer(&self, limit: usize) -> Option<Words> {
        let zeros = usize::try_from(self.scale).ok().filter(|zeros| self.digits.len() + zeros <= limit)?;
        let mut words = Vec::new();
        for digit in self.digits.bytes().chain(std::iter::repeat_n(b'0', zeros)) {
            times_ten_plus(&mut words, u64::from(digit - b'0'));
        }
        Some(words)
    }

    /// Whether rounding this number with the given sign to the format yields exactly these bits (ties to
    /// even). False for infinities and zeros. A `ppc_fp128` is treated as a double, and has no value if it
    /// needs its second half.
    pub(super) fn rounds_to(&self, negative: bool, kind: FloatKind, words: &[u64]) -> bool {
        let word = |k: usize| u128::from(words.get(k).copied().unwrap_or(0));
        let bits = word(0) | word(1) << 64;
        match kind {
            FloatKind::Half => self.is_bits::<Half>(negative, bits),
            FloatKind::BFloat => self.is_bits::<BFloat>(negative, bits),
            FloatKind::Float => self.is_bits::<Single>(negative, bits),
            FloatKind::Double => self.is_bits::<Double>(negative, bits),
            FloatKind::X86Fp80 => self.is_bits::<X87DoubleExtended>(negative, bits),
            FloatKind::Fp128 => self.is_bits::<Quad>(negative, bits),
            FloatKind::PpcFp128 => word(1) << 65 == 0 && self.is_bits::<Double>(negative, word(0)),
        }
    }

    fn is_bits<F: Float>(&self, negative: bool, bits: u128) -> bool {
        let sign = if negative { "-" } else { "" };
        let text = format!("{sign}{}e{}", self.digits, self.scale);
        F::from_str_r(&text, Round::NearestTiesToEven).is_ok_and(|rounded| {
            let number = rounded.value;
            number.is_finite_non_zero() && number.to_bits() == bits
        })
    }
}

fn times_ten_plus(words: &mut Words, digit: u64) {
    let mut carry = digit;
    for word in words.iter_mut() {
        let product = u128::from(*word) * 10 + u128::from(carry);
        (*word, carry) = (product as u64, (product >> 64) as u64);
    }
    if carry > 0 {
        words.push(carry);
    }
}
