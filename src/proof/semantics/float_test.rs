//! Operations of floating point numbers against those of this machine, on random bits and the edges of each
//! format.

use super::*;
use ir::{Flags, FloatKind, FloatPredicate, Number};
use proptest::prelude::*;
use rustc_hash::FxHashMap;
use smallvec::smallvec;

/// The open parts of an operation, decided.
#[derive(Clone, Copy, Debug)]
struct Decided {
    chosen: u128,
    signals: bool,
    nsz: OpenSigns,
    gives_any_sign: bool,
}

impl Default for Decided {
    fn default() -> Decided {
        Decided { chosen: 0, signals: false, nsz: OpenSigns::OfAll, gives_any_sign: false }
    }
}

/// The bits of a result; `None` is poison.
fn run(
    operation: FloatOperation,
    (kind, flags): (FloatKind, Flags),
    decided: Decided,
    operands: &[u128],
) -> Option<u128> {
    let (mut terms, mut inputs) = (Terms::new(), FxHashMap::default());
    let mut input = |terms: &mut Terms, width: u32, bits: u128| {
        let term = terms.input("x", width);
        inputs.insert(term, bits);
        term
    };
    let is_choice = operation == FloatOperation::Select;
    let mut values = Vec::new();
    for (at, bits) in operands.iter().enumerate() {
        let width = if is_choice && at == 0 { 1 } else { kind.bits() };
        values.push(Value { bits: input(&mut terms, width, *bits), poison: input(&mut terms, 1, 0) });
    }
    let open = OpenChoices {
        chosen: input(&mut terms, kind.bits(), decided.chosen),
        signals: input(&mut terms, 1, u128::from(decided.signals)),
        nsz: decided.nsz,
        gives_any_sign: decided.gives_any_sign,
    };
    let execution = execute(&mut terms, Operation::Float(operation, kind, flags, open), &values).unwrap();
    let result = Evaluation::new(&terms, &inputs);
    assert!(!result.holds(execution.undefined));
    (!result.holds(execution.value.poison)).then(|| result.bits(execution.value.bits))
}

const KINDS: [FloatKind; 4] = [FloatKind::Half, FloatKind::BFloat, FloatKind::Float, FloatKind::Double];

/// The number of some bits; every format is a part of `double`.
fn number(kind: FloatKind, bits: u128) -> f64 {
    Number::Float { kind, words: smallvec![bits as u64] }.as_f64().unwrap()
}

/// Bits of a format: any, or near an edge of it.
fn bits() -> impl Strategy<Value = (FloatKind, [u128; 2])> {
    let edge = (0_u32..4, -2_i64..3, any::<bool>());
    let one = prop_oneof![any::<u64>().prop_map(Err), edge.prop_map(Ok)];
    let pair = (one.clone(), one, proptest::bool::weighted(0.2));
    (proptest::sample::select(&KINDS), pair).prop_map(|(kind, (a, b, is_same))| {
        let of = |one: Result<(u32, i64, bool), u64>| {
            let width = kind.bits();
            let mask = u64::MAX >> (64 - width);
            let significand = width - 1 - kind.exponent_bits().unwrap();
            let infinity = (mask >> 1) & !((1 << significand) - 1);
            let bits = match one {
                Err(bits) => bits & mask,
                Ok((edge, step, is_negative)) => {
                    // Zero, the least normal number, infinity, the least quiet NaN.
                    let base =
                        [0, 1 << significand, infinity, infinity | 1 << (significand - 1)][edge as usize];
                    let bits = (base.wrapping_add_signed(step)) & (mask >> 1);
                    bits | if is_negative { 1 << (width - 1) } else { 0 }
                }
            };
            u128::from(bits)
        };
        (kind, [of(a), of(if is_same { a } else { b })])
    })
}

fn holds(predicate: FloatPredicate, a: f64, b: f64) -> bool {
    use FloatPredicate::*;
    let unordered = a.is_nan() || b.is_nan();
    match predicate {
        False => false,
        Oeq => a == b,
        Ogt => a > b,
        Oge => a >= b,
        Olt => a < b,
        Ole => a <= b,
        One => !unordered && a != b,
        Ord => !unordered,
        Uno => unordered,
        Ueq => unordered || a == b,
        Ugt => unordered || a > b,
        Uge => unordered || a >= b,
        Ult => unordered || a < b,
        Ule => unordered || a <= b,
        Une => a != b,
        True => true,
    }
}

proptest! {
    #[test]
    fn comparisons_are_those_of_the_machine((kind, [a, b]) in bits()) {
        let (x, y) = (number(kind, a), number(kind, b));
        for predicate in FloatPredicate::ALL {
            let operation = FloatOperation::Compare(predicate);
            let plain = run(operation, (kind, Flags::NONE), Decided::default(), &[a, b]);
            prop_assert_eq!(plain, Some(u128::from(holds(predicate, x, y))), "{:?} {:?} {} {}", predicate, kind, x, y);
            let flagged = run(operation, (kind, Flags::NNAN), Decided::default(), &[a, b]);
            prop_assert_eq!(flagged.is_none(), x.is_nan() || y.is_nan());
            let flagged = run(operation, (kind, Flags::NINF), Decided::default(), &[a, b]);
            prop_assert_eq!(flagged.is_none(), x.is_infinite() || y.is_infinite());
        }
    }

    #[test]
    fn signs_are_changed_bit_by_bit((kind, [a, b]) in bits()) {
        let sign = 1 << (kind.bits() - 1);
        let plain = |operation, operands: &[u128]| run(operation, (kind, Flags::NONE), Decided::default(), operands);
        prop_assert_eq!(plain(FloatOperation::Negate, &[a]), Some(a ^ sign));
        prop_assert_eq!(plain(FloatOperation::Absolute, &[a]), Some(a & !sign));
        prop_assert_eq!(plain(FloatOperation::CopySign, &[a, b]), Some(a & !sign | b & sign));
        let x = number(kind, a);
        if !x.is_nan() {
            let same = |bits: Option<u128>, expected: f64| {
                bits.is_some_and(|bits| number(kind, bits).to_bits() == expected.to_bits())
            };
            prop_assert!(same(plain(FloatOperation::Negate, &[a]), -x));
            prop_assert!(same(plain(FloatOperation::Absolute, &[a]), x.abs()));
        }
        // With `nsz` a zero has the sign that is chosen, and nothing else has.
        for chosen in [0, sign] {
            let decided = Decided { chosen, ..Decided::default() };
            let result = run(FloatOperation::Absolute, (kind, Flags::NSZ), decided, &[a]);
            let expected = if x == 0.0 { chosen } else { a & !sign };
            prop_assert_eq!(result, Some(expected));
        }
    }

    /// Where the signs of operands alone are open, a result has what the operation does with either of them.
    #[test]
    fn an_open_sign_of_an_operand_is_one_of_the_result_unless_the_operation_has_its_own(
        (kind, [a, b]) in bits(), gives_any_sign in any::<bool>()
    ) {
        let sign = 1 << (kind.bits() - 1);
        let (x, y) = (number(kind, a), number(kind, b));
        for chosen in [0, sign] {
            let decided = Decided { chosen, nsz: OpenSigns::OfOperands, gives_any_sign, ..Decided::default() };
            let nsz = |operation, operands: &[u128]| run(operation, (kind, Flags::NSZ), decided, operands);
            prop_assert_eq!(nsz(FloatOperation::Absolute, &[a]), Some(a & !sign));
            let negated = if x == 0.0 { chosen } else { a ^ sign };
            prop_assert_eq!(nsz(FloatOperation::Negate, &[a]), Some(negated));
            let selected = if x == 0.0 { chosen } else { a };
            prop_assert_eq!(nsz(FloatOperation::Select, &[1, a, b]), Some(selected));
            // Whether a zero gives its own sign is the caller's to say.
            let given = if y == 0.0 && gives_any_sign { chosen } else { b & sign };
            prop_assert_eq!(nsz(FloatOperation::CopySign, &[a, b]), Some(a & !sign | given));
        }
    }

    #[test]
    fn extremes_are_those_of_the_machine((kind, [a, b]) in bits(), chosen in any::<u64>()) {
        let (x, y) = (number(kind, a), number(kind, b));
        let mask = u128::MAX >> (128 - kind.bits());
        let decided = Decided { chosen: u128::from(chosen) & mask, ..Decided::default() };
        for (operation, expected) in [(FloatOperation::Least, x.min(y)), (FloatOperation::Greatest, x.max(y))] {
            let result = run(operation, (kind, Flags::NONE), decided, &[a, b]).unwrap();
            let least = number(kind, result);
            prop_assert!(least == expected || least.is_nan() && expected.is_nan(), "{} {} {}", x, y, least);
            if x == 0.0 && y == 0.0 && a == b {
                prop_assert_eq!(u128::from(least.is_sign_negative()), a >> (kind.bits() - 1));
            } else if x == 0.0 && y == 0.0 {
                prop_assert_eq!(least.is_sign_negative(), decided.chosen >> (kind.bits() - 1) == 1);
            }
            let signaled = run(operation, (kind, Flags::NONE), Decided { signals: true, ..decided }, &[a, b]);
            let quiet = 1 << (kind.bits() - 2 - kind.exponent_bits().unwrap());
            let is_signaling = |number: f64, bits: u128| number.is_nan() && bits & quiet == 0;
            let is_nan = is_signaling(x, a) || is_signaling(y, b) || x.is_nan() && y.is_nan();
            prop_assert_eq!(signaled.is_some_and(|bits| number(kind, bits).is_nan()), is_nan);
        }
    }

    #[test]
    fn a_choice_leaves_the_bits((kind, [a, b]) in bits(), condition in 0_u128..2) {
        let chosen = if condition == 1 { a } else { b };
        let choose = |flags, operands: &[u128]| {
            run(FloatOperation::Select, (kind, flags), Decided::default(), operands)
        };
        prop_assert_eq!(choose(Flags::NONE, &[condition, a, b]), Some(chosen));
        // The other arm may be what the flags exclude.
        let flagged = choose(Flags::NNAN, &[condition, a, b]);
        prop_assert_eq!(flagged.is_none(), number(kind, chosen).is_nan());
    }
}
