//! Splits a query into cases: the powers of two that a constant may be, or the amounts of a shift.
//!
//! In: a rule with `shl %x, C` at 4 bits. Out: `C` is 0, 1, 2 or 3, or at least 4. In: a precondition
//! `isPowerOf2(C)`. Out: `C` is 1, 2, 4 or 8. The same for a sum or difference of the constant and a number.

use super::super::ast::{BinaryOperator, UnaryOperator};
use super::super::form::{Action, ConstantOperation, Guard, NodeId, NodeKind, Rule};
use super::super::vocabulary::Function;
use super::super::widths::Typing;
use super::encode::Case;
use crate::semantics::Intrinsic;
use ir::Opcode;

/// Cases that cover all numbers for which the precondition holds. Empty if no split is known.
pub(super) fn cases(rule: &Rule, typing: &Typing) -> Vec<Case> {
    let powers = powers_of_two(rule, typing);
    if powers.is_empty() { amounts(rule, typing) } else { powers }
}

/// One case for each power of two, for the first constant that must be one.
fn powers_of_two(rule: &Rule, typing: &Typing) -> Vec<Case> {
    let parts = match &rule.guard {
        Guard::All(parts) => parts.as_slice(),
        one => std::slice::from_ref(one),
    };
    let tested = parts.iter().find_map(|part| match part {
        Guard::Test(function @ (Function::IsPowerOf2 | Function::IsPowerOf2OrZero), of) => {
            Some((Linear::of(rule, of[0])?, *function == Function::IsPowerOf2OrZero))
        }
        _ => None,
    });
    let Some((linear, may_be_zero)) = tested else { return Vec::new() };
    let width = typing.width(rule, linear.constant);
    let powers = (0..width).map(|at| 1 << at).chain(may_be_zero.then_some(0));
    powers
        .map(|power| Case::Is(linear.constant, linear.solved(power) & (u128::MAX >> (128 - width))))
        .collect()
}

/// A constant with a sign, and a number that is added: `C + 1`, `-C`, `~C`.
struct Linear {
    constant: NodeId,
    is_negated: bool,
    added: u128,
}

impl Linear {
    fn of(rule: &Rule, id: NodeId) -> Option<Linear> {
        let number = |id: NodeId| match rule.node(id).kind {
            NodeKind::Number { negative: false, magnitude } => Some(magnitude),
            NodeKind::Number { negative: true, magnitude } => Some(magnitude.wrapping_neg()),
            _ => None,
        };
        match &rule.node(id).kind {
            NodeKind::Constant => Some(Linear { constant: id, is_negated: false, added: 0 }),
            NodeKind::Computed(ConstantOperation::Unary(operator), operands) => {
                let Linear { constant, is_negated, added } = Linear::of(rule, operands[0])?;
                let one = u128::from(*operator == UnaryOperator::Not);
                Some(Linear {
                    constant,
                    is_negated: !is_negated,
                    added: added.wrapping_neg().wrapping_sub(one),
                })
            }
            NodeKind::Computed(ConstantOperation::Binary(operator), operands) => {
                let inner = Linear::of(rule, operands[0])?;
                let number = number(operands[1])?;
                let added = match operator {
                    BinaryOperator::Add => inner.added.wrapping_add(number),
                    BinaryOperator::Sub => inner.added.wrapping_sub(number),
                    _ => return None,
                };
                Some(Linear { added, ..inner })
            }
            _ => None,
        }
    }

    /// The constant for which the whole is a number; bits above the width are open.
    fn solved(&self, number: u128) -> u128 {
        let rest = number.wrapping_sub(self.added);
        if self.is_negated { rest.wrapping_neg() } else { rest }
    }
}

fn is_constant(rule: &Rule, id: &NodeId) -> bool {
    rule.node(*id).kind == NodeKind::Constant
}

/// Cases for the first constant that is a shift amount: each one below the width, and all others together.
fn amounts(rule: &Rule, typing: &Typing) -> Vec<Case> {
    let Some((shifted, amount)) = shifts(rule).find(|(_, amount)| is_constant(rule, amount)) else {
        return Vec::new();
    };
    let (most, width) = (typing.width(rule, shifted), typing.width(rule, amount));
    let fits = |number: u128| width >= 128 || number >> width == 0;
    let below = (0..u128::from(most)).filter(|number| fits(*number)).map(|number| Case::Is(amount, number));
    let others = fits(u128::from(most)).then_some(Case::AtLeast(amount, u128::from(most)));
    below.chain(others).collect()
}

/// The shift operations: the shifted value and the amount.
fn shifts(rule: &Rule) -> impl Iterator<Item = (NodeId, NodeId)> + '_ {
    rule.nodes.iter().filter_map(|node| match &node.kind {
        NodeKind::Instruction(Action::Binary(Opcode::Shl | Opcode::LShr | Opcode::AShr, _), operands)
        | NodeKind::Computed(ConstantOperation::Function(Function::LShr), operands) => {
            Some((operands[0], operands[1]))
        }
        NodeKind::Instruction(Action::Intrinsic(Intrinsic::FShl | Intrinsic::FShr), operands) => {
            Some((operands[0], operands[2]))
        }
        NodeKind::Computed(ConstantOperation::Binary(operator), operands) => {
            let is_shift =
                matches!(operator, BinaryOperator::Shl | BinaryOperator::AShr | BinaryOperator::LShr);
            is_shift.then_some((operands[0], operands[1]))
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Verdict, prove};
    use super::*;
    use crate::rules::sound;
    use crate::rules::widths::typings;
    use crate::semantics::{Answer, Query, Solver, SolverError};

    /// A solver without an answer to some of its questions, and to which no counterexample is known of the
    /// others.
    struct Hesitant {
        queries: usize,
        unknown: &'static [usize],
    }

    impl Solver for Hesitant {
        fn identity(&self) -> String {
            "hesitant".to_owned()
        }

        fn solve(&mut self, _: &Query) -> Result<Answer, SolverError> {
            self.queries += 1;
            Ok(match self.unknown.contains(&self.queries) {
                true => Answer::Unknown("none".to_owned()),
                false => Answer::Unsatisfiable,
            })
        }
    }

    #[test]
    fn what_is_not_decided_is_asked_case_by_case() {
        let power = "Pre: isPowerOf2(C) && C != 1\n%r = urem %x, C\n=>\n%r = and %x, C - 1\n";
        let shift = "%r = shl %x, C\n=>\n%r = mul %x, 1 << C\n";
        for (text, unknown, queries, is_proven) in [
            (shift, &[][..], 1, true),
            (shift, &[1], 6, true),
            (shift, &[1, 4], 4, false),
            (power, &[1], 5, true),
            ("%r = mul %x, C\n=>\n%r = mul %x, C\n", &[1], 1, false),
        ] {
            let rule = &sound(text)[0];
            let mut solver = Hesitant { queries: 0, unknown };
            let verdicts = prove(rule, &typings(rule, &[4], &[4])[0], &mut solver).unwrap();
            let [(_, verdict)] = verdicts.as_slice() else { panic!("{verdicts:?}") };
            let expected = if is_proven { Verdict::Proven } else { Verdict::Undecided("none".to_owned()) };
            assert_eq!((solver.queries, verdict), (queries, &expected), "{text} {unknown:?}");
        }
    }

    fn of(text: &str, width: u32) -> Vec<Case> {
        let rule = &sound(text)[0];
        cases(rule, &typings(rule, &[width], &[width])[0])
    }

    #[test]
    fn powers_of_two_are_cases_where_nothing_else_is_allowed() {
        let of = |precondition: &str| {
            let cases = of(&format!("Pre: {precondition}\n%r = urem %x, C\n=>\n%r = and %x, C - 1\n"), 4);
            cases.iter().map(|case| if let Case::Is(_, bits) = case { *bits } else { 99 }).collect::<Vec<_>>()
        };
        assert_eq!(of("isPowerOf2(C)"), [1, 2, 4, 8]);
        assert_eq!(of("C != 1 && isPowerOf2OrZero(C)"), [1, 2, 4, 8, 0]);
        assert_eq!(of("isPowerOf2(C + 1)"), [0, 1, 3, 7]);
        assert_eq!(of("isPowerOf2OrZero(3 - C)"), [], "a constant on the right");
        assert_eq!(of("isPowerOf2OrZero(-(C - 3))"), [2, 1, 15, 11, 3]);
        assert_eq!(of("isPowerOf2(~C)"), [14, 13, 11, 7]);
        for other in ["isPowerOf2(C) || C == 3", "!isPowerOf2(C)", "isPowerOf2(%x)", "isPowerOf2(C * 3)"] {
            assert_eq!(of(other), [], "{other}");
        }
    }

    /// Each number of the constant is in one case.
    #[test]
    fn cases_leave_out_no_number() {
        for (text, width, count) in [
            ("%r = shl %x, C\n=>\n%r = mul %x, 1 << C\n", 4, 5),
            ("%r = shl %x, C\n=>\n%r = mul %x, 1 << C\n", 1, 2),
            ("%r = fshl %x, %x, C\n=>\n%r = fshr %x, %x, -C\n", 8, 9),
            ("%r = mul %x, C\n=>\n%r = add %x, 1 << C\n", 3, 4),
            ("%r = mul %x, C\n=>\n%r = add %x, C << 2\n", 4, 0),
            ("%r = shl %x, 2\n=>\n%r = mul %x, 4\n", 4, 0),
        ] {
            let cases = of(text, width);
            assert_eq!(cases.len(), count, "{text}");
            for number in (0..1 << width).filter(|_| count > 0) {
                let has = |case: &&Case| match case {
                    Case::Is(_, own) => *own == number,
                    Case::AtLeast(_, least) => *least <= number,
                    Case::All => false,
                };
                assert_eq!(cases.iter().filter(has).count(), 1, "{number} of {text}");
            }
        }
    }
}
