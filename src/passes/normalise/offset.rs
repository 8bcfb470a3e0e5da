//! The one spelling of an offset: common factors outside, values in a fixed order.
//!
//! In: the sum 8 * `%i` + 256 * `%row` + 16. Out: `(%i + %row * 32 + 2) * 8`. Values come first, in the order of their
//! numbers, then those that are subtracted, then the constant. The instructions carry no flags: a sum in another order may wrap on the
//! way where the original did not.

use super::known_bits::integer;
use super::linear::{Atom, Form, Sum};
use crate::model::{
    EditPlan, Flags, Model, NewInstruction, NewKind, Number, Opcode, Operand, TypeId, ValueId,
};

/// More terms make no address that an idiom could ask for; and what is built nests as deep.
pub(super) const MOST_TERMS: usize = 16;

/// An offset to be.
#[derive(Clone, Debug)]
pub(super) enum Offset {
    /// A value, maybe through a cast.
    Value(Atom),
    /// A constant.
    Integer(i64),
    /// An operation on two of them.
    Operation(Opcode, Box<Offset>, Box<Offset>),
}

/// Where new instructions go.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Before this instruction, whose debug location they share.
    pub(super) before: ValueId,
    /// The type of the offset.
    pub(super) ty: TypeId,
    /// Its width.
    pub(super) width: u32,
}

impl Place {
    /// Adds an instruction here.
    pub(super) fn create(
        self,
        plan: &mut EditPlan,
        kind: NewKind,
        flags: Flags,
        name: &'static str,
    ) -> Operand {
        let (before, location_of) = (self.before, vec![self.before]);
        plan.create(NewInstruction { kind, flags, before, location_of, name })
    }

    /// An integer of the offset's type.
    pub(super) fn integer(self, plan: &mut EditPlan, value: i64) -> Operand {
        plan.constant(self.ty, Number::int(self.width, value))
    }
}

/// The greatest number that divides all factors and the constant of these sums, negative when no factor is positive; 1 for
/// sums of nothing.
pub(super) fn common_factor(sums: &[&Sum]) -> i64 {
    let factors = || sums.iter().flat_map(|sum| sum.terms.iter().map(|(_, factor)| *factor));
    let constants = sums.iter().map(|sum| sum.constant);
    let all = factors().chain(constants).fold(0u64, |all, factor| gcd(all, factor.unsigned_abs()));
    // 2^63 as a factor is its own negative; it divides nothing but itself and 0.
    let all = if all == 0 { 1 } else { all as i64 };
    match factors().all(|factor| factor < 0) && factors().next().is_some() {
        true => all.wrapping_neg(),
        false => all,
    }
}

pub(super) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Offset {
    /// The spelling of a sum; `None` when it has too many terms.
    pub(super) fn of(sum: &Sum) -> Option<Offset> {
        if sum.terms.is_empty() {
            return Some(Offset::Integer(sum.constant));
        }
        let factor = common_factor(&[sum]);
        let inner = Offset::divided(sum, factor)?;
        Some(if factor == 1 { inner } else { Offset::times(inner, factor) })
    }

    /// The sum over a factor that divides it, not negative but for single terms.
    pub(super) fn divided(sum: &Sum, factor: i64) -> Option<Offset> {
        if sum.terms.len() > MOST_TERMS {
            return None;
        }
        let terms: Vec<(Atom, i64)> =
            sum.terms.iter().map(|(atom, times)| (*atom, times.wrapping_div(factor))).collect();
        let constant = sum.constant.wrapping_div(factor);
        let (added, subtracted): (Vec<_>, Vec<_>) = terms.into_iter().partition(|(_, times)| *times > 0);
        let mut offset: Option<Offset> = None;
        for (atom, times) in added {
            let term = Offset::term(atom, times);
            offset = Some(match offset {
                Some(offset) => Offset::operation(Opcode::Add, offset, term),
                None => term,
            });
        }
        for (atom, times) in subtracted {
            offset = Some(match (offset, times.checked_neg()) {
                (Some(offset), Some(times)) => {
                    Offset::operation(Opcode::Sub, offset, Offset::term(atom, times))
                }
                (Some(offset), None) => Offset::operation(Opcode::Add, offset, Offset::term(atom, times)),
                (None, _) => Offset::term(atom, times),
            });
        }
        Some(match (offset, constant) {
            (None, constant) => Offset::Integer(constant),
            (Some(offset), 0) => offset,
            (Some(offset), constant) => Offset::operation(Opcode::Add, offset, Offset::Integer(constant)),
        })
    }

    fn operation(opcode: Opcode, left: Offset, right: Offset) -> Offset {
        Offset::Operation(opcode, Box::new(left), Box::new(right))
    }

    fn term(atom: Atom, times: i64) -> Offset {
        if times == 1 { Offset::Value(atom) } else { Offset::times(Offset::Value(atom), times) }
    }

    fn times(offset: Offset, times: i64) -> Offset {
        Offset::operation(Opcode::Mul, offset, Offset::Integer(times))
    }

    /// Whether a value of the model is spelt exactly so.
    pub(super) fn is(&self, model: &Model, value: ValueId, width: u32) -> bool {
        match self {
            Offset::Value(Atom { source, form, existing }) => match form {
                Form::Plain => value == *source,
                Form::Cast(_) | Form::Low(..) => *existing == Some(value),
                Form::Made(_) => false,
                Form::Choice(yes, no) => {
                    let arm = |n: u32, wanted: i64| {
                        let arm = model.operand(value, n).and_then(|arm| integer(model, arm));
                        arm.is_some() && arm == Number::int(width, wanted).bits()
                    };
                    model.opcode(value) == Some(Opcode::Select)
                        && model.operand(value, 0) == Some(*source)
                        && arm(1, *yes)
                        && arm(2, *no)
                }
            },
            Offset::Integer(wanted) => {
                let wanted = Number::int(width, *wanted).bits();
                wanted.is_some() && integer(model, value) == wanted
            }
            Offset::Operation(opcode, left, right) => {
                let operand = |n: u32, part: &Offset| {
                    model.operand(value, n).is_some_and(|operand| part.is(model, operand, width))
                };
                model.opcode(value) == Some(*opcode) && operand(0, left) && operand(1, right)
            }
        }
    }

    /// Adds the instructions to the plan.
    pub(super) fn build(&self, plan: &mut EditPlan, place: Place) -> Operand {
        match self {
            Offset::Value(atom) => atom.build(plan, place),
            Offset::Integer(value) => place.integer(plan, *value),
            Offset::Operation(opcode, left, right) => {
                let (left, right) = (left.build(plan, place), right.build(plan, place));
                place.create(plan, NewKind::Binary(*opcode, left, right), Flags::NONE, "offset")
            }
        }
    }
}

impl Atom {
    /// The value itself, an instruction that is there, or new ones.
    fn build(&self, plan: &mut EditPlan, place: Place) -> Operand {
        let source = Operand::Value(self.source);
        let mut cast =
            |opcode, from, ty| place.create(plan, NewKind::Cast(opcode, from, ty), Flags::NONE, "index");
        match (self.form, self.existing) {
            (Form::Plain, _) => source,
            (Form::Made(new), _) => Operand::New(new),
            (_, Some(existing)) => Operand::Value(existing),
            (Form::Cast(opcode), None) => cast(opcode, source, place.ty),
            (Form::Low(opcode, half), None) => {
                let low = cast(Opcode::Trunc, source, half);
                cast(opcode, low, place.ty)
            }
            (Form::Choice(yes, no), None) => {
                let (yes, no) = (place.integer(plan, yes), place.integer(plan, no));
                place.create(plan, NewKind::Select(source, yes, no), Flags::NONE, "choice")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(factors: &[i64], constant: i64) -> Sum {
        let atom = |k: usize| Atom::new(ValueId::new(k), Form::Plain);
        let terms = factors.iter().enumerate().map(|(k, factor)| (atom(k), *factor)).collect();
        Sum { width: 64, ty: TypeId(0), terms, constant }
    }

    fn text(offset: &Offset) -> String {
        match offset {
            Offset::Value(atom) => ["a", "b", "c"][atom.source.index()].to_string(),
            Offset::Integer(value) => value.to_string(),
            Offset::Operation(opcode, left, right) => {
                format!("({} {} {})", text(left), opcode.name(), text(right))
            }
        }
    }

    #[test]
    fn factors_are_collected() {
        for (factors, constant, expect) in [
            (&[8][..], 0, "(a mul 8)"),
            (&[256, 8], 16, "((((a mul 32) add b) add 2) mul 8)"),
            (&[8, -8], 0, "((a sub b) mul 8)"),
            (&[-8, 8], 0, "((b sub a) mul 8)"),
            (&[-8], -8, "((a add 1) mul -8)"),
            (&[-8], 8, "((a add -1) mul -8)"),
            (&[12], 4, "(((a mul 3) add 1) mul 4)"),
            (&[1], -1, "(a add -1)"),
            (&[-1], 0, "(a mul -1)"),
            (&[i64::MIN], 0, "(a mul -9223372036854775808)"),
            (&[i64::MIN, 8], 0, "((b sub (a mul 1152921504606846976)) mul 8)"),
            (&[], 24, "24"),
            (&[], 0, "0"),
        ] {
            let offset = Offset::of(&sum(factors, constant)).unwrap();
            assert_eq!(text(&offset), expect, "{factors:?} + {constant}");
        }
    }

    #[test]
    fn the_spelling_is_the_sum() {
        fn value(offset: &Offset, values: &[i64]) -> i64 {
            match offset {
                Offset::Value(atom) => values[atom.source.index()],
                Offset::Integer(value) => *value,
                Offset::Operation(opcode, left, right) => {
                    let (left, right) = (value(left, values), value(right, values));
                    match opcode {
                        Opcode::Add => left.wrapping_add(right),
                        Opcode::Sub => left.wrapping_sub(right),
                        _ => left.wrapping_mul(right),
                    }
                }
            }
        }
        let interesting = [i64::MIN, i64::MIN + 8, -24, -8, -1, 1, 3, 12, 1 << 62, i64::MAX];
        for a in interesting {
            for b in interesting {
                for constant in [0, 1, -1, 8, i64::MIN, i64::MAX] {
                    let offset = Offset::of(&sum(&[a, b], constant)).unwrap();
                    let (x, y) = (0x1234_5678_9abc_def1, -77);
                    let expect = a.wrapping_mul(x).wrapping_add(b.wrapping_mul(y)).wrapping_add(constant);
                    assert_eq!(value(&offset, &[x, y]), expect, "{a} {b} {constant}: {}", text(&offset));
                }
            }
        }
    }
}
