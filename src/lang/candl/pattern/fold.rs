//! Constant folding in patterns: `~7` is -8 and `3 + 4` is 7, as compilers leave them.
//!
//! Only whole numbers are folded, since the result of an operation on fractions depends on their format. A
//! quotient that is no whole number is left unchanged.

use super::tree::{BinaryOperator, Expression, ExpressionKind, Operation};

/// The expression, with an operation on numbers replaced by its result.
pub(super) fn folded(kind: ExpressionKind) -> ExpressionKind {
    let number = match &kind {
        ExpressionKind::Negative(of) => whole(of).and_then(i128::checked_neg).map(|number| (number, of)),
        ExpressionKind::Complement(of) => whole(of).map(|number| (!number, of)),
        ExpressionKind::Binary(operator, a, b) => {
            let sides = whole(a).zip(whole(b));
            sides.and_then(|(x, y)| computed(*operator, x, y)).map(|number| (number, a))
        }
        _ => None,
    };
    match number {
        // No constant has more than 128 bits, and no larger number can be written.
        Some((number, at)) => at.number(number).kind,
        None => kind,
    }
}

/// The value of an expression that is a whole number.
pub(in super::super) fn whole(expression: &Expression) -> Option<i128> {
    match &expression.kind {
        ExpressionKind::Number(number) => number.text.parse().ok(),
        _ => None,
    }
}

fn computed(operator: BinaryOperator, a: i128, b: i128) -> Option<i128> {
    use Operation::{Add, And, Divide, Multiply, Or, Remainder, ShiftLeft, ShiftRight, Subtract, Xor};
    let amount = || u32::try_from(b).ok().filter(|amount| *amount < 64);
    let is_natural = a >= 0 && b >= 0;
    match operator.operation {
        Add => a.checked_add(b),
        Subtract => a.checked_sub(b),
        Multiply => a.checked_mul(b),
        And => Some(a & b),
        Or => Some(a | b),
        Xor => Some(a ^ b),
        ShiftLeft => a.checked_mul(1i128 << amount()?),
        ShiftRight if is_natural => Some(a >> amount()?),
        Divide => a.checked_div(b).filter(|quotient| quotient * b == a),
        Remainder if is_natural => a.checked_rem(b),
        _ => None,
    }
}
