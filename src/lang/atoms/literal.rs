//! Numbers of a specification, compared with constants by numeric value.
//!
//! `2`, `2.0` and `2e0` are the same number, and it is the value of `i32 2`, `double 2.0` and `<4 x i8> splat
//! (i8 2)` alike. An integer constant has its bits' value as signed and as unsigned number: `i8 255` is both
//! 255 and -1. A floating point constant has the value w when w, rounded to the nearest number of its format,
//! is that constant; a `ppc_fp128` that no double equals has none.

use super::decimal::{Decimal, Words};
use ir::Number;
use serde::{Deserialize, Serialize};

/// The most digits of a literal: more than any constant has, few enough to convert at once.
const LIMIT: usize = 4096;

/// A decimal number, stored in the forms in which constants are compared.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub struct Literal {
    negative: bool,
    /// The magnitude; `None` for zero.
    magnitude: Option<Decimal>,
    /// The magnitude as words; `None` for a fraction.
    integer: Option<Words>,
}

impl Literal {
    /// Parses `-12`, `1.5`, `.5` or `2e-3`; `None` for other texts, and for more than `LIMIT` digits.
    pub fn parse(text: &str) -> Option<Literal> {
        let (negative, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i16>().ok()?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = format!("{whole}{fraction}");
        if digits.is_empty() || digits.len() > LIMIT || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let significant = digits.trim_end_matches('0');
        let scale = i32::from(exponent) - fraction.len() as i32 + (digits.len() - significant.len()) as i32;
        let significant = significant.trim_start_matches('0');
        if significant.is_empty() {
            return Some(Literal { negative: false, magnitude: None, integer: Some(Vec::new()) });
        }
        let magnitude = Decimal::new(significant, scale);
        Some(Literal { negative, integer: magnitude.integer(LIMIT), magnitude: Some(magnitude) })
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        self.magnitude.is_none()
    }

    /// Whether this literal has the value of `number`.
    pub fn is(&self, number: &Number) -> bool {
        match number {
            Number::Int { width, words } => self.is_integer(*width, words),
            Number::Float { kind, words } => match &self.magnitude {
                None => number.is_float_zero(),
                Some(magnitude) => magnitude.rounds_to(self.negative, *kind, words),
            },
        }
    }

    fn is_integer(&self, width: u32, words: &[u64]) -> bool {
        let Some(magnitude) = &self.integer else { return false };
        let mut value = words.to_vec();
        if self.negative && !magnitude.is_empty() {
            let sign_is_set = width > 0
                && words.get((width as usize - 1) / 64).is_some_and(|w| w >> ((width - 1) % 64) & 1 == 1);
            if !sign_is_set {
                return false;
            }
            negate(&mut value, width);
        }
        while value.last() == Some(&0) {
            value.pop();
        }
        value == *magnitude
    }
}

/// Two's complement at `width` bits.
fn negate(words: &mut [u64], width: u32) {
    let mut carry = true;
    for word in words.iter_mut() {
        (*word, carry) = (!*word).overflowing_add(u64::from(carry));
    }
    let spare = words.len() * 64 - (width as usize).min(words.len() * 64);
    if let Some(last) = words.last_mut().filter(|_| (1..64).contains(&spare)) {
        *last &= u64::MAX >> spare;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::FloatKind;
    use proptest::prelude::*;

    fn check(text: &str, number: Number, expected: bool) {
        let literal = Literal::parse(text).unwrap();
        assert_eq!(literal.is(&number), expected, "{text} {number:?}");
    }

    fn int(width: u32, words: &[u64]) -> Number {
        Number::Int { width, words: words.into() }
    }

    fn float(kind: FloatKind, words: &[u64]) -> Number {
        Number::Float { kind, words: words.into() }
    }

    #[test]
    fn integers_of_any_width() {
        check("255", int(8, &[255]), true);
        check("-1", int(8, &[255]), true);
        check("256", int(8, &[0]), false);
        check("-128", int(8, &[128]), true);
        check("-129", int(8, &[127]), false);
        check("-127", int(8, &[128]), false);
        check("-0", int(8, &[0]), true);
        check("18446744073709551616", int(128, &[0, 1]), true);
        check("18446744073709551617", int(128, &[0, 1]), false);
        check("-1", int(70, &[u64::MAX, 0x3f]), true);
        check("-1", int(70, &[u64::MAX, 0x1f]), false);
        check("1e1", int(32, &[10]), true);
        check("0.5", int(32, &[0]), false);
    }

    #[test]
    fn floats_by_value() {
        let double = |v: f64| float(FloatKind::Double, &[v.to_bits()]);
        let single = |v: f32| float(FloatKind::Float, &[u64::from(v.to_bits())]);
        check("1.5", double(1.5), true);
        check("-1.5", double(1.5), false);
        check("2", double(2.0), true);
        check("0.1", double(0.1), true);
        check("0.1", double(f64::from(0.1f32)), false);
        check("0.1", single(0.1), true);
        check("0.10000001", single(0.1), false);
        check("0", double(-0.0), true);
        check("1e999", double(f64::INFINITY), false);
        check("1e-999", double(0.0), false);
    }

    #[test]
    fn halves_and_wide_formats() {
        check("1", float(FloatKind::Half, &[0x3c00]), true);
        check("0.1", float(FloatKind::Half, &[0x2e66]), true);
        check("0.1", float(FloatKind::Half, &[0x2e67]), false);
        // Halfway between two halves, and a little beside it: doubles cannot distinguish the two.
        check("1.00048828125", float(FloatKind::Half, &[0x3c00]), true);
        check("1.00048828125000000000000000001", float(FloatKind::Half, &[0x3c00]), false);
        check("1.00048828125000000000000000001", float(FloatKind::Half, &[0x3c01]), true);
        check("6e-8", float(FloatKind::Half, &[1]), true);
        check("1e-8", float(FloatKind::Half, &[1]), false);
        check("65504", float(FloatKind::Half, &[0x7bff]), true);
        check("65520", float(FloatKind::Half, &[0x7bff]), false);
        check("-1", float(FloatKind::BFloat, &[0xbf80]), true);
        check("1.5", float(FloatKind::X86Fp80, &[0xc000_0000_0000_0000, 0x3fff]), true);
        check("1.5", float(FloatKind::X86Fp80, &[0xc000_0000_0000_0001, 0x3fff]), false);
        check("0.1", float(FloatKind::X86Fp80, &[0xcccc_cccc_cccc_cccd, 0x3ffb]), true);
        check("0.1", float(FloatKind::X86Fp80, &[0xcccc_cccc_cccc_d000, 0x3ffb]), false);
        check("-1.5", float(FloatKind::X86Fp80, &[0xc000_0000_0000_0000, 0xbfff]), true);
        check("0.1", float(FloatKind::Fp128, &[0x9999_9999_9999_999a, 0x3ffb_9999_9999_9999]), true);
        check("-2", float(FloatKind::Fp128, &[0, 0xc000_0000_0000_0000]), true);
        check("2", float(FloatKind::Fp128, &[1, 0x4000_0000_0000_0000]), false);
        check("3", float(FloatKind::PpcFp128, &[3f64.to_bits(), 0]), true);
        check("3", float(FloatKind::PpcFp128, &[3f64.to_bits(), 1]), false);
    }

    #[test]
    fn what_is_no_number() {
        for text in ["", "-", ".", "x", "1x", "0x10", "1e", "inf", "nan", "1.2.3", "--1", "1e99999"] {
            assert_eq!(Literal::parse(text), None, "{text}");
        }
        assert_eq!(Literal::parse("02.50"), Literal::parse("2.5"));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_number_is_the_float_that_it_is_read_as(digits in "[0-9]{1,25}", point in 0..30u32, exponent in -340..310i32, ulps in -1..=1i64) {
            let text = format!("{digits}e{}", exponent - point as i32);
            let literal = Literal::parse(&text).unwrap();
            let (double, single) = (text.parse::<f64>().unwrap(), text.parse::<f32>().unwrap());
            let is_zero = digits.bytes().all(|b| b == b'0');
            let beside = double.to_bits() as i64 + ulps;
            if double.is_finite() && double > 0.0 && f64::from_bits(beside as u64).is_finite() {
                let number = float(FloatKind::Double, &[beside as u64]);
                prop_assert_eq!(literal.is(&number), ulps == 0 || (is_zero && beside == 0), "{} {:e}", text, double);
            }
            let beside = i64::from(single.to_bits()) + ulps;
            if single.is_finite() && single > 0.0 && f32::from_bits(beside as u32).is_finite() {
                let number = float(FloatKind::Float, &[beside as u64]);
                prop_assert_eq!(literal.is(&number), ulps == 0, "{} {:e}", text, single);
            }
        }
    }
}
