//! Constants: every kind LLVM has, with exact bits where there is a numeric value.

use super::Opcode;
use smallvec::{SmallVec, smallvec};

/// A floating-point format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatKind {
    /// IEEE binary16, `half`.
    Half,
    /// `bfloat`.
    BFloat,
    /// IEEE binary32, `float`.
    Float,
    /// IEEE binary64, `double`.
    Double,
    /// x87 extended, `x86_fp80`.
    X86Fp80,
    /// IEEE binary128, `fp128`.
    Fp128,
    /// A pair of doubles, `ppc_fp128`.
    PpcFp128,
}

impl FloatKind {
    /// The format with that name in textual IR.
    pub fn from_name(name: &str) -> Option<FloatKind> {
        Some(match name {
            "half" => FloatKind::Half,
            "bfloat" => FloatKind::BFloat,
            "float" => FloatKind::Float,
            "double" => FloatKind::Double,
            "x86_fp80" => FloatKind::X86Fp80,
            "fp128" => FloatKind::Fp128,
            "ppc_fp128" => FloatKind::PpcFp128,
            _ => return None,
        })
    }

    /// The name in textual IR.
    pub fn name(self) -> &'static str {
        match self {
            FloatKind::Half => "half",
            FloatKind::BFloat => "bfloat",
            FloatKind::Float => "float",
            FloatKind::Double => "double",
            FloatKind::X86Fp80 => "x86_fp80",
            FloatKind::Fp128 => "fp128",
            FloatKind::PpcFp128 => "ppc_fp128",
        }
    }

    /// The size of its encoding in bits.
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Float => 32,
            FloatKind::Double => 64,
            FloatKind::X86Fp80 => 80,
            FloatKind::Fp128 | FloatKind::PpcFp128 => 128,
        }
    }

    /// The number of exponent bits, for IEEE 754 formats of at most 64 bits with a hidden bit.
    pub fn exponent_bits(self) -> Option<u32> {
        Some(match self {
            FloatKind::Half => 5,
            FloatKind::BFloat | FloatKind::Float => 8,
            FloatKind::Double => 11,
            FloatKind::X86Fp80 | FloatKind::Fp128 | FloatKind::PpcFp128 => return None,
        })
    }
}

/// The bits of a number, least significant word first; most numbers fit in one word.
pub type Words = SmallVec<[u64; 1]>;

/// The numeric value of a scalar constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// An integer.
    Int {
        /// Width in bits.
        width: u32,
        /// `width` bits, least significant word first, unused high bits zero.
        words: Words,
    },
    /// A floating-point number.
    Float {
        /// The format.
        kind: FloatKind,
        /// The encoding, least significant word first.
        words: Words,
    },
}

/// A constant used as an operand. Globals are not constants here.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    /// A scalar integer or float.
    Scalar(Number),
    /// A vector whose lanes all hold this number.
    Splat(Number),
    /// The null pointer.
    Null,
    /// `zeroinitializer` of an aggregate.
    Zero,
    /// `undef`.
    Undef,
    /// `poison`.
    Poison,
    /// A vector that is no splat, an array or a struct.
    Aggregate,
    /// A constant expression, which is one constant without arguments.
    Expression(Opcode),
    /// Any other constant: block address, `none` token, inline assembly, `dso_local_equivalent`, …
    Other,
}

impl Constant {
    /// The value of a scalar integer of at most 128 bits, as a signed number.
    #[inline]
    pub fn signed(&self) -> Option<i128> {
        let Constant::Scalar(number @ Number::Int { width: width @ 1..=128, .. }) = self else { return None };
        let spare = 128 - width;
        number.bits().map(|bits| (bits << spare) as i128 >> spare)
    }

    /// The integers of less than 64 bits that a number, or all lanes of a splat, can be read as: signed, and
    /// unsigned if that differs.
    pub fn readings(&self) -> Vec<i64> {
        let (Constant::Scalar(number) | Constant::Splat(number)) = self else { return Vec::new() };
        if let Some(whole) = number.whole() {
            return vec![whole];
        }
        let Some(unsigned) = number.bits().map(|bits| bits as i128) else { return Vec::new() };
        let signed = Constant::Scalar(number.clone()).signed();
        let other = signed.is_none_or(|signed| signed != unsigned).then_some(unsigned);
        signed.into_iter().chain(other).filter_map(|number| i64::try_from(number).ok()).collect()
    }
}

impl Number {
    /// The value of a `float` or `double`, if it is an integer of less than 54 bits.
    fn whole(&self) -> Option<i64> {
        let Number::Float { kind, words } = self else { return None };
        let value = match kind {
            FloatKind::Float => f64::from(f32::from_bits(*words.first()? as u32)),
            FloatKind::Double => f64::from_bits(*words.first()?),
            _ => return None,
        };
        (value.fract() == 0.0 && value.abs() < (1i64 << 53) as f64).then_some(value as i64)
    }

    /// The integer `value` truncated to a width of at least one bit, in two's complement.
    pub fn int(width: u32, value: impl Into<i128>) -> Number {
        let value = value.into();
        let extension = if value < 0 { u64::MAX } else { 0 };
        let given = |k| match k {
            0 => value as u64,
            1 => (value >> 64) as u64,
            _ => extension,
        };
        let word = |k: usize| given(k) & Self::word_mask(width, k);
        Number::Int { width, words: (0..width.div_ceil(64) as usize).map(word).collect() }
    }

    /// The float `value`, an integer of less than 8 bits, which every format can represent.
    pub fn float(kind: FloatKind, value: i8) -> Number {
        let size = u64::from(value.unsigned_abs());
        let sign = u64::from(value < 0);
        if size == 0 {
            let words = if kind.bits() > 64 { 2 } else { 1 };
            return Number::Float { kind, words: smallvec![0; words] };
        }
        let exponent = u64::from(size.ilog2());
        let fraction = size ^ 1 << exponent;
        // Composes sign, exponent and fraction, for a format with these numbers of bits.
        let encode = |exponent_bits: u64, fraction_bits: u64| {
            let biased = exponent + (1 << (exponent_bits - 1)) - 1;
            sign << (exponent_bits + fraction_bits)
                | biased << fraction_bits
                | fraction << (fraction_bits - exponent)
        };
        let words = match kind {
            FloatKind::Half => smallvec![encode(5, 10)],
            FloatKind::BFloat => smallvec![encode(8, 7)],
            FloatKind::Float => smallvec![encode(8, 23)],
            FloatKind::Double => smallvec![encode(11, 52)],
            FloatKind::X86Fp80 => smallvec![size << (63 - exponent), encode(15, 48) >> 48],
            FloatKind::Fp128 => smallvec![0, encode(15, 48)],
            FloatKind::PpcFp128 => smallvec![encode(11, 52), 0],
        };
        Number::Float { kind, words }
    }

    /// 2^`exponent`, for an exponent less than the width.
    pub fn power_of_two(width: u32, exponent: u32) -> Number {
        let word = |k: u32| if exponent / 64 == k { 1 << (exponent % 64) } else { 0 };
        Number::Int { width, words: (0..width.div_ceil(64)).map(word).collect() }
    }

    /// The low 128 bits of an integer of more than 128 bits, if sign extension restores it.
    pub fn cut_bits(&self) -> Option<u128> {
        let Number::Int { width: width @ 129.., words } = self else { return None };
        let word = |k: usize| words.get(k).copied().unwrap_or(0);
        let extension = if word(1) >> 63 == 1 { u64::MAX } else { 0 };
        let fits = (2..words.len()).all(|k| word(k) == extension & Self::word_mask(*width, k));
        fits.then(|| u128::from(word(0)) | u128::from(word(1)) << 64)
    }

    /// The bits of an integer of at most 128 bits, zero-extended.
    pub fn bits(&self) -> Option<u128> {
        match self {
            Number::Int { width: ..=128, words } => {
                let word = |k: usize| u128::from(words.get(k).copied().unwrap_or(0));
                Some(word(0) | word(1) << 64)
            }
            _ => None,
        }
    }

    /// Whether this is the integer `value` at its width (two's complement for negative values).
    pub fn is_int(&self, value: i128) -> bool {
        let Number::Int { width, words } = self else { return false };
        let fits = match width {
            128.. => true,
            w => value >= -(1i128 << (w - 1)) && value < (1i128 << w),
        };
        let extension = if value < 0 { u64::MAX } else { 0 };
        fits && words.iter().enumerate().all(|(k, &word)| {
            let bits = match k {
                0 => value as u64,
                1 => (value >> 64) as u64,
                _ => extension,
            };
            word == bits & Self::word_mask(*width, k)
        })
    }

    fn word_mask(width: u32, word: usize) -> u64 {
        match (width as usize).saturating_sub(word * 64) {
            0 => 0,
            bits if bits >= 64 => u64::MAX,
            bits => (1 << bits) - 1,
        }
    }

    /// The value as a double, for the formats that convert exactly; `None` for the wide formats.
    pub fn as_f64(&self) -> Option<f64> {
        let Number::Float { kind, words } = self else { return None };
        let word = words.first().copied().unwrap_or(0);
        match kind {
            FloatKind::Float => Some(f64::from(f32::from_bits(word as u32))),
            FloatKind::Double => Some(f64::from_bits(word)),
            FloatKind::BFloat => Some(f64::from(f32::from_bits((word as u32) << 16))),
            FloatKind::Half => Some(half_to_f64(word as u16)),
            FloatKind::X86Fp80 | FloatKind::Fp128 | FloatKind::PpcFp128 => None,
        }
    }

    /// Whether this is +0.0 or -0.0.
    #[inline]
    pub fn is_float_zero(&self) -> bool {
        let Number::Float { kind, words } = self else { return false };
        let sign = Self::sign(*kind);
        words.iter().enumerate().all(|(k, &w)| if k == sign.0 { w & !sign.1 == 0 } else { w == 0 })
    }

    /// The word and bit of the sign; for a pair of doubles, that of the first.
    fn sign(kind: FloatKind) -> (usize, u64) {
        match kind {
            FloatKind::Half | FloatKind::BFloat => (0, 1 << 15),
            FloatKind::Float => (0, 1 << 31),
            FloatKind::Double | FloatKind::PpcFp128 => (0, 1 << 63),
            FloatKind::X86Fp80 => (1, 1 << 15),
            FloatKind::Fp128 => (1, 1 << 63),
        }
    }

    /// Whether the sign bit of a float is set, as for -0.0 and negative NaNs; `None` for an integer.
    #[inline]
    pub fn is_sign_negative(&self) -> Option<bool> {
        let Number::Float { kind, words } = self else { return None };
        let (word, bit) = Self::sign(*kind);
        words.get(word).map(|word| word & bit != 0)
    }

    /// The absolute value of a negative float; `None` for other numbers, and for pairs of doubles.
    pub fn without_sign(&self) -> Option<Number> {
        let Number::Float { kind, words } = self else { return None };
        let (word, bit) = Self::sign(*kind);
        let mut words = words.clone();
        let sign = words.get_mut(word).filter(|sign| **sign & bit != 0 && *kind != FloatKind::PpcFp128)?;
        *sign &= !bit;
        Some(Number::Float { kind: *kind, words })
    }

    /// Whether this is the integer 0.
    #[inline]
    pub fn is_int_zero(&self) -> bool {
        matches!(self, Number::Int { words, .. } if words.iter().all(|w| *w == 0))
    }
}

fn half_to_f64(bits: u16) -> f64 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1f), f64::from(bits & 0x3ff));
    match exponent {
        0 => sign * fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => sign * f64::INFINITY,
        31 => f64::NAN,
        e => sign * (1.0 + fraction / 1024.0) * 2f64.powi(e - 15),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(width: u32, words: &[u64]) -> Number {
        Number::Int { width, words: words.into() }
    }

    #[test]
    fn integers_compare_at_their_width() {
        assert!(int(8, &[0xff]).is_int(255) && int(8, &[0xff]).is_int(-1));
        assert!(!int(8, &[0xff]).is_int(256) && !int(8, &[0]).is_int(256));
        assert!(int(1, &[1]).is_int(1) && int(1, &[1]).is_int(-1));
        assert!(int(128, &[u64::MAX, u64::MAX]).is_int(-1));
        assert!(int(200, &[u64::MAX, u64::MAX, u64::MAX, 0xff]).is_int(-1));
        assert!(!int(200, &[u64::MAX, u64::MAX, u64::MAX, 0xfe]).is_int(-1));
    }

    #[test]
    fn integers_are_read_with_and_without_sign() {
        let readings = |number| Constant::Scalar(number).readings();
        assert_eq!(readings(int(8, &[0xff])), [-1, 255]);
        assert_eq!(readings(int(8, &[0x7f])), [127]);
        assert_eq!(readings(int(64, &[u64::MAX])), [-1]);
        assert!(readings(int(128, &[0, 1])).is_empty());
        assert_eq!(readings(Number::float(FloatKind::Double, 1)), [1]);
        assert_eq!(readings(Number::float(FloatKind::Float, -3)), [-3]);
        assert!(readings(Number::float(FloatKind::Half, 1)).is_empty());
        let double =
            |value: f64| Number::Float { kind: FloatKind::Double, words: smallvec![value.to_bits()] };
        assert!(
            [0.5, 9.1e15, f64::NAN, f64::INFINITY]
                .into_iter()
                .all(|value| readings(double(value)).is_empty())
        );
        assert_eq!(Constant::Splat(int(8, &[3])).readings(), [3]);
        assert!(Constant::Null.readings().is_empty());
    }

    #[test]
    fn integers_are_made_at_their_width() {
        for (width, value) in [(1, -1), (8, -3), (64, i64::MIN), (65, -1), (128, 7), (200, -2)] {
            assert!(Number::int(width, value).is_int(i128::from(value)), "{value} at {width}");
        }
        assert_eq!(Number::power_of_two(200, 130), int(200, &[0, 0, 4, 0]));
        assert_eq!((int(128, &[1, 2]).bits(), int(129, &[1, 2, 0]).bits()), (Some((2 << 64) + 1), None));
    }

    #[test]
    fn floats_are_made_in_every_format() {
        for kind in [FloatKind::Half, FloatKind::BFloat, FloatKind::Float, FloatKind::Double] {
            for value in [0, 1, -1, 2, 3, -5, 100, 127, -128] {
                assert_eq!(Number::float(kind, value).as_f64(), Some(f64::from(value)), "{kind:?}");
            }
        }
        let words = |kind| match Number::float(kind, -3) {
            Number::Float { words, .. } => words,
            Number::Int { .. } => Words::new(),
        };
        assert_eq!(words(FloatKind::X86Fp80)[..], [3 << 62, 0xc000]);
        assert_eq!(words(FloatKind::Fp128)[..], [0, 0xc000_8000_0000_0000]);
        assert_eq!(words(FloatKind::PpcFp128)[..], [(-3f64).to_bits(), 0]);
    }

    #[test]
    fn zeros_of_every_format() {
        let zero = |kind, words: &[u64]| Number::Float { kind, words: words.into() }.is_float_zero();
        assert!(zero(FloatKind::Double, &[1 << 63]) && zero(FloatKind::X86Fp80, &[0, 0x8000]));
        assert!(!zero(FloatKind::X86Fp80, &[1 << 63, 0x3fff]) && !zero(FloatKind::Half, &[1]));
    }

    #[test]
    fn signs_come_off_every_format() {
        for kind in
            [FloatKind::Half, FloatKind::Float, FloatKind::Double, FloatKind::X86Fp80, FloatKind::Fp128]
        {
            assert_eq!(Number::float(kind, -5).without_sign(), Some(Number::float(kind, 5)), "{kind:?}");
            assert_eq!(Number::float(kind, 5).without_sign(), None, "{kind:?}");
        }
        assert_eq!(Number::float(FloatKind::PpcFp128, -5).without_sign(), None);
        assert_eq!(Number::int(8, -5).without_sign(), None);
    }

    #[test]
    fn signs_are_read_in_every_format() {
        for kind in [
            FloatKind::Half,
            FloatKind::BFloat,
            FloatKind::Float,
            FloatKind::Double,
            FloatKind::X86Fp80,
            FloatKind::Fp128,
            FloatKind::PpcFp128,
        ] {
            let sign = |value| Number::float(kind, value).is_sign_negative();
            assert_eq!((sign(-5), sign(5), sign(0)), (Some(true), Some(false), Some(false)), "{kind:?}");
        }
        let minus_zero = Number::Float { kind: FloatKind::Double, words: smallvec![1 << 63] };
        assert_eq!((minus_zero.is_sign_negative(), int(8, &[0xff]).is_sign_negative()), (Some(true), None));
    }

    #[test]
    fn halves_convert() {
        assert_eq!(half_to_f64(0x3c00), 1.0);
        assert_eq!(half_to_f64(0xc000), -2.0);
        assert_eq!(half_to_f64(0x0001), 2f64.powi(-24));
        assert!(half_to_f64(0x7e00).is_nan() && half_to_f64(0x7c00) == f64::INFINITY);
    }
}
