//! Bit-vector arithmetic on `u128`, with the results that SMT-LIB 2 defines, division by zero included.
//!
//! Used by the interpreter and by constant folding. All values are below `2^width`.

use super::term::{Binary, Unary};

/// The mask of a width of 1 to 128 bits.
pub(super) fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

/// Reads the bits as a signed number.
pub(super) fn signed(bits: u128, width: u32) -> i128 {
    let spare = 128 - width;
    (bits << spare) as i128 >> spare
}

/// The result of an operation with one operand.
pub(super) fn unary(operation: Unary, a: u128, width: u32) -> u128 {
    let bits = match operation {
        Unary::Not => !a,
        Unary::Neg => a.wrapping_neg(),
    };
    bits & mask(width)
}

/// The result of an operation with two operands of one width. Comparisons and overflow tests give one bit.
pub(crate) fn binary(operation: Binary, a: u128, b: u128, width: u32) -> u128 {
    let (x, y) = (signed(a, width), signed(b, width));
    let bits = match operation {
        Binary::Add => a.wrapping_add(b),
        Binary::Sub => a.wrapping_sub(b),
        Binary::Mul => a.wrapping_mul(b),
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::UDiv => a.checked_div(b).unwrap_or(u128::MAX),
        Binary::URem => a.checked_rem(b).unwrap_or(a),
        Binary::SDiv if y == 0 => (if x < 0 { 1 } else { -1 }) as u128,
        Binary::SDiv => x.wrapping_div(y) as u128,
        Binary::SRem if y == 0 => a,
        Binary::SRem => x.wrapping_rem(y) as u128,
        Binary::Shl if b >= u128::from(width) => 0,
        Binary::Shl => a << b,
        Binary::LShr if b >= u128::from(width) => 0,
        Binary::LShr => a >> b,
        Binary::AShr => (x >> b.min(u128::from(width) - 1)) as u128,
        Binary::Eq => u128::from(a == b),
        Binary::Ult => u128::from(a < b),
        Binary::Ule => u128::from(a <= b),
        Binary::Slt => u128::from(x < y),
        Binary::Sle => u128::from(x <= y),
        Binary::UMulOverflow => u128::from(a.checked_mul(b).is_none_or(|product| product > mask(width))),
        Binary::SMulOverflow => {
            let fits = |product: i128| signed(product as u128 & mask(width), width) == product;
            u128::from(!x.checked_mul(y).is_some_and(fits))
        }
    };
    bits & mask(if operation.is_test() { 1 } else { width })
}
