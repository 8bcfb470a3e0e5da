//! Comparisons as C writes them.
//!
//! In: `fcmp ule`; `icmp ult` of `x - 11` and -21. Out: the opposite of `>`; `x < -10 || x > 10`.

use ir::{Flags, FloatPredicate, IntPredicate, Model, Opcode, ValueId};

/// The text of a floating-point comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OfFloats {
    /// An operator between the operands.
    Sign(&'static str),
    /// The negation of an operator: true for NaN.
    Opposite(&'static str),
    /// A call.
    Call(&'static str),
    /// The negation of a call.
    NoCall(&'static str),
}

impl OfFloats {
    /// The text of an `fcmp`.
    pub(crate) fn at(model: &Model, value: ValueId) -> Option<OfFloats> {
        OfFloats::of(model.float_predicate(value)?, model.flags(value).contains(Flags::NNAN))
    }

    /// The text of a predicate; just the operator if no operand is NaN. `None` for predicates that compare
    /// nothing.
    pub(crate) fn of(predicate: FloatPredicate, is_without_nan: bool) -> Option<OfFloats> {
        use FloatPredicate::*;
        use OfFloats::*;
        let text = match predicate {
            Oeq => Sign("=="),
            Une => Sign("!="),
            Ogt => Sign(">"),
            Oge => Sign(">="),
            Olt => Sign("<"),
            Ole => Sign("<="),
            Ule => Opposite(">"),
            Ult => Opposite(">="),
            Uge => Opposite("<"),
            Ugt => Opposite("<="),
            One => Call("islessgreater"),
            Ueq => NoCall("islessgreater"),
            Uno => Call("isunordered"),
            Ord => NoCall("isunordered"),
            False | True => return None,
        };
        Some(match (text, predicate) {
            (Opposite(sign), _) if is_without_nan => Sign(opposite(sign)),
            (_, One) if is_without_nan => Sign("!="),
            (_, Ueq) if is_without_nan => Sign("=="),
            (text, _) => text,
        })
    }
}

fn opposite(sign: &'static str) -> &'static str {
    match sign {
        ">" => "<=",
        ">=" => "<",
        "<" => ">=",
        _ => ">",
    }
}

/// Whether the signed and unsigned readings of a number agree, whatever its C type.
pub(crate) fn is_without_sign(model: &Model, value: ValueId) -> bool {
    let is_extended = model.opcode(value) == Some(Opcode::ZExt);
    is_extended || model.constant(value).is_some_and(|constant| constant.signed().is_some_and(|n| n >= 0))
}

/// The width of an integer in bits; `None` for other types and for more than 64 bits.
pub(crate) fn bits_of(model: &Model, value: ValueId) -> Option<u32> {
    let bits = model.type_of(value).name.strip_prefix('i')?.parse().ok()?;
    (1..=64).contains(&bits).then_some(bits)
}

/// A number of `bits` bits, read as signed or unsigned.
pub(crate) fn read(number: i128, bits: u32, is_unsigned: bool) -> i128 {
    let spare = 128 - bits;
    if is_unsigned { ((number << spare) as u128 >> spare) as i128 } else { (number << spare) >> spare }
}

/// The first and last number whose sum with `shift` satisfies an unsigned comparison with `bound`. The range
/// wraps around the greatest number if the first is greater than the last. `None` if all numbers or none
/// satisfy it.
pub(crate) fn range(predicate: IntPredicate, bits: u32, shift: i128, bound: i128) -> Option<(i128, i128)> {
    let (most, bound) = (read(-1, bits, true), read(bound, bits, true));
    let (first, last) = match predicate {
        IntPredicate::Ult => (0, bound - 1),
        IntPredicate::Ule => (0, bound),
        IntPredicate::Ugt => (bound + 1, most),
        IntPredicate::Uge => (bound, most),
        _ => return None,
    };
    let is_some = first <= last && last - first < most;
    is_some.then(|| (read(first - shift, bits, false), read(last - shift, bits, false)))
}

/// `3 <= x && x <= 8`, or `x < -10 || x > 10`, for numbers of `bits` bits, and whether the text is a single
/// comparison.
pub(crate) fn range_text(
    x: &str,
    (first, last): (i128, i128),
    (bits, is_unsigned): (u32, bool),
) -> (String, bool) {
    let number = |number| read(number, bits, is_unsigned);
    let (least, most) = if is_unsigned {
        (0, number(-1))
    } else {
        let least = number(1 << (bits - 1));
        (least, -(least + 1))
    };
    let (first, last) = (number(first), number(last));
    match last - first {
        0 => (format!("{x} == {first}"), true),
        -2 => (format!("{x} != {}", last + 1), true),
        ..0 => (format!("{x} < {} || {x} > {}", last + 1, first - 1), false),
        _ if first == least => (format!("{x} <= {last}"), true),
        _ if last == most => (format!("{x} >= {first}"), true),
        _ => (format!("{first} <= {x} && {x} <= {last}"), false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ranges_are_told_by_their_ends() {
        use IntPredicate::*;
        for (predicate, shift, bound, is_unsigned, expect) in [
            (Ult, -11, -21, false, "x < -10 || x > 10"),
            (Ult, -48, 10, false, "48 <= x && x <= 57"),
            (Ugt, -5, 5, false, "x < 5 || x > 10"),
            (Ult, -128, 73, true, "128 <= x && x <= 200"),
            (Ult, -1, 127, false, "x >= 1"),
            (Ule, -128, 5, false, "x <= -123"),
            (Ult, -7, 1, false, "x == 7"),
            (Ult, -8, -1, false, "x != 7"),
        ] {
            let of = range(predicate, 8, shift, bound).unwrap();
            assert_eq!(range_text("x", of, (8, is_unsigned)).0, expect);
        }
        assert_eq!(range(Ult, 8, 3, 0), None);
        assert_eq!(range(Uge, 8, 3, 0), None);
    }

    proptest! {
        #[test]
        fn ranges_hold_what_the_comparison_does(at in 0..4usize, shift: i8, bound: i8) {
            use IntPredicate::*;
            let predicate = [Ult, Ule, Ugt, Uge][at];
            let wide = |n: i8| i64::from(n as u8);
            let holds = |x: i8| predicate.holds(wide(x.wrapping_add(shift)), wide(bound));
            let of = range(predicate, 8, shift.into(), bound.into());
            match of {
                None => prop_assert!((i8::MIN..=i8::MAX).all(holds) || !(i8::MIN..=i8::MAX).any(holds)),
                Some((first, last)) => for x in i8::MIN..=i8::MAX {
                    let n = i128::from(x);
                    let is_in = if first <= last { first <= n && n <= last } else { n >= first || n <= last };
                    prop_assert_eq!(is_in, holds(x));
                }
            }
        }
    }
}
