//! Numbers as a specification writes them, compared with constants by numeric value.
//!
//! `2`, `2.0` and `2e0` are the same number, and it is the value of `i32 2`, `double 2.0` and `<4 x i8>
//! splat (i8 2)` alike. An integer constant has its bits' value as signed and as unsigned number: `i8 255`
//! is both 255 and -1. A floating point constant has the value w when w, rounded to the nearest number of
//! its format, is that constant; for `x86_fp80`, `fp128` and `ppc_fp128` w is rounded to double.

use crate::model::{FloatKind, Number};

/// More digits than any constant that occurs, few enough to convert at once.
const LIMIT: usize = 4096;

/// A decimal number, kept in the forms that constants are compared with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Literal {
    negative: bool,
    /// The magnitude, least significant word first and without leading zero words; `None` for a fraction.
    integer: Option<Vec<u64>>,
    /// The bits of the nearest double.
    double: u64,
    /// The bits of the nearest float.
    single: u32,
}

impl Literal {
    /// The number written as `-12`, `1.5`, `.5` or `2e-3`; `None` for anything else, or with more than some
    /// thousand digits.
    pub fn parse(text: &str) -> Option<Literal> {
        let (negative, magnitude) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (mantissa, exponent) = match magnitude.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i16>().ok()?),
            None => (magnitude, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = format!("{whole}{fraction}");
        if digits.is_empty() || digits.len() > LIMIT || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let scale = i64::from(exponent) - fraction.len() as i64;
        let decimal = format!("{digits}e{scale}");
        Some(Literal {
            negative,
            integer: integer(&digits, scale),
            double: decimal.parse::<f64>().ok()?.to_bits(),
            single: decimal.parse::<f32>().ok()?.to_bits(),
        })
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        self.integer.as_ref().is_some_and(Vec::is_empty)
    }

    /// Whether this is the value of `number`.
    pub fn is(&self, number: &Number) -> bool {
        match number {
            Number::Int { width, words } => self.is_integer(*width, words),
            Number::Float { kind, words } => self.is_float(number, *kind, words),
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

    fn is_float(&self, number: &Number, kind: FloatKind, words: &[u64]) -> bool {
        if self.is_zero() || number.is_float_zero() {
            return self.is_zero() && number.is_float_zero();
        }
        let sign = if self.negative { -1.0 } else { 1.0 };
        let wanted = f64::from_bits(self.double);
        let value = match kind {
            FloatKind::Half | FloatKind::BFloat => return is_nearest(sign * wanted, kind, words),
            FloatKind::Float => {
                return number.as_f64() == finite(sign * f64::from(f32::from_bits(self.single)));
            }
            FloatKind::Double => number.as_f64(),
            FloatKind::X86Fp80 => extended_as_f64(words),
            FloatKind::Fp128 => quad_as_f64(words),
            FloatKind::PpcFp128 => match words {
                [high, low] if low << 1 == 0 => Some(f64::from_bits(*high)),
                _ => None,
            },
        };
        value.is_some() && value == finite(sign * wanted)
    }
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

/// `digits`·10^`scale` as words, when that is an integer of no more than `LIMIT` digits.
fn integer(digits: &str, scale: i64) -> Option<Vec<u64>> {
    let significant = digits.trim_matches('0');
    if significant.is_empty() {
        return Some(Vec::new());
    }
    let trailing = digits.len() - digits.trim_end_matches('0').len();
    let zeros = usize::try_from(scale + trailing as i64).ok()?;
    if significant.len() + zeros > LIMIT {
        return None;
    }
    let mut words: Vec<u64> = Vec::new();
    for digit in significant.bytes().map(|b| b - b'0').chain(std::iter::repeat_n(0, zeros)) {
        let mut carry = u128::from(digit);
        for word in &mut words {
            let product = u128::from(*word) * 10 + carry;
            (*word, carry) = (product as u64, product >> 64);
        }
        if carry > 0 {
            words.push(carry as u64);
        }
    }
    Some(words)
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

/// Whether the 16-bit float is the one nearest to `wanted`, ties going to the even one.
fn is_nearest(wanted: f64, kind: FloatKind, words: &[u64]) -> bool {
    let bits = words.first().map_or(0, |w| *w as u16);
    let decode = |bits: u16| Number::Float { kind, words: vec![u64::from(bits)] }.as_f64().and_then(finite);
    let Some(value) = decode(bits) else { return false };
    let distance = (wanted - value).abs();
    // Beside the largest number lies infinity: the gap there is as wide as on the other side.
    let beside = |other: Option<f64>| other.unwrap_or(value + value - decode(bits - 1).unwrap_or(value));
    [beside(decode(bits + 1)), beside(decode(bits.wrapping_sub(1)))].into_iter().all(|other| {
        let to_other = (wanted - other).abs();
        distance < to_other || (distance == to_other && bits.is_multiple_of(2))
    })
}

/// An `x86_fp80` as a double, if it is exactly one.
fn extended_as_f64(words: &[u64]) -> Option<f64> {
    let &[mantissa, head] = words else { return None };
    exact(head >> 15 & 1 == 1, u128::from(mantissa), (head & 0x7fff) as i32, 16383 + 63)
}

/// An `fp128` as a double, if it is exactly one.
fn quad_as_f64(words: &[u64]) -> Option<f64> {
    let &[low, high] = words else { return None };
    let fraction = u128::from(high & 0xffff_ffff_ffff) << 64 | u128::from(low);
    exact(high >> 63 == 1, fraction | 1 << 112, (high >> 48 & 0x7fff) as i32, 16383 + 112)
}

/// ±`mantissa`·2^(`exponent` - `bias`) as a normal double without rounding.
fn exact(negative: bool, mantissa: u128, exponent: i32, bias: i32) -> Option<f64> {
    if exponent == 0 || exponent == 0x7fff || mantissa == 0 {
        return None;
    }
    let odd = mantissa >> mantissa.trailing_zeros();
    let power = exponent - bias + mantissa.trailing_zeros() as i32;
    let top = power + odd.ilog2() as i32;
    if odd >> 53 != 0 || !(-1022..=1023).contains(&top) {
        return None;
    }
    let value = odd as f64 * 2f64.powi(power / 2) * 2f64.powi(power - power / 2);
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, number: Number, expected: bool) {
        let literal = Literal::parse(text).unwrap();
        assert_eq!(literal.is(&number), expected, "{text} {number:?}");
    }

    fn int(width: u32, words: &[u64]) -> Number {
        Number::Int { width, words: words.to_vec() }
    }

    fn float(kind: FloatKind, words: &[u64]) -> Number {
        Number::Float { kind, words: words.to_vec() }
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
        check("65504", float(FloatKind::Half, &[0x7bff]), true);
        check("65520", float(FloatKind::Half, &[0x7bff]), false);
        check("-1", float(FloatKind::BFloat, &[0xbf80]), true);
        check("1.5", float(FloatKind::X86Fp80, &[0xc000_0000_0000_0000, 0x3fff]), true);
        check("1.5", float(FloatKind::X86Fp80, &[0xc000_0000_0000_0001, 0x3fff]), false);
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
}
