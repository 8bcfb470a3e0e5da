//! Instructions by cases, on poison and the edges of each width. That text and interpreter agree is
//! `tests/semantics.rs`.

use super::*;
use ir::{Flags, IntPredicate, Opcode};
use rustc_hash::FxHashMap;

/// `None` is poison.
type Number = Option<i128>;

#[derive(Debug, PartialEq)]
enum Outcome {
    Undefined,
    Poison,
    Is(i128),
}

use Outcome::{Is, Poison, Undefined};

fn run(operation: Operation, width: u32, operands: &[Number]) -> Outcome {
    let widths: Vec<u32> = operands.iter().map(|_| width).collect();
    run_at(operation, &widths, operands)
}

fn run_at(operation: Operation, widths: &[u32], operands: &[Number]) -> Outcome {
    let mut terms = Terms::new();
    let mut inputs = FxHashMap::default();
    let values: Vec<Value> = operands
        .iter()
        .zip(widths)
        .map(|(operand, width)| {
            // Inputs, so that nothing is folded.
            let value = Value { bits: terms.input("x", *width), poison: terms.input("p", 1) };
            inputs.insert(value.bits, operand.unwrap_or(5) as u128);
            inputs.insert(value.poison, u128::from(operand.is_none()));
            value
        })
        .collect();
    let execution = execute(&mut terms, operation, &values).unwrap();
    let result = Evaluation::new(&terms, &inputs);
    if result.holds(execution.undefined) {
        return Undefined;
    }
    if result.holds(execution.value.poison) {
        return Poison;
    }
    let width = terms.width(execution.value.bits);
    let bits = result.bits(execution.value.bits);
    Is(if width == 1 { bits as i128 } else { (bits << (128 - width)) as i128 >> (128 - width) })
}

fn op(opcode: Opcode) -> Operation {
    Operation::Binary(opcode, Flags::NONE)
}

#[test]
fn arithmetic_with_flags() {
    let nsw = Operation::Binary(Opcode::Add, Flags::NSW);
    assert_eq!(run(nsw, 8, &[Some(127), Some(1)]), Poison);
    assert_eq!(run(nsw, 8, &[Some(-1), Some(1)]), Is(0));
    assert_eq!(run(op(Opcode::Add), 8, &[Some(127), Some(1)]), Is(-128));
    let nuw = Operation::Binary(Opcode::Add, Flags::NUW);
    assert_eq!(run(nuw, 8, &[Some(-1), Some(1)]), Poison);
    assert_eq!(run(nuw, 8, &[Some(127), Some(1)]), Is(-128));
    let sub = Operation::Binary(Opcode::Sub, Flags::NSW);
    assert_eq!(run(sub, 8, &[Some(-128), Some(1)]), Poison);
    assert_eq!(run(sub, 8, &[Some(0), Some(-128)]), Poison);
    assert_eq!(run(sub, 8, &[Some(-1), Some(-128)]), Is(127));
    let sub = Operation::Binary(Opcode::Sub, Flags::NUW);
    assert_eq!(run(sub, 8, &[Some(1), Some(2)]), Poison);
    assert_eq!(run(sub, 8, &[Some(2), Some(1)]), Is(1));
    let mul = Operation::Binary(Opcode::Mul, Flags::NSW);
    assert_eq!(run(mul, 8, &[Some(-128), Some(-1)]), Poison);
    assert_eq!(run(mul, 8, &[Some(-64), Some(2)]), Is(-128));
    assert_eq!(run(mul, 128, &[Some(i128::MIN), Some(-1)]), Poison);
    let mul = Operation::Binary(Opcode::Mul, Flags::NUW);
    assert_eq!(run(mul, 8, &[Some(16), Some(16)]), Poison);
    assert_eq!(run(mul, 8, &[Some(15), Some(17)]), Is(-1));
    let or = Operation::Binary(Opcode::Or, Flags::DISJOINT);
    assert_eq!(run(or, 8, &[Some(3), Some(2)]), Poison);
    assert_eq!(run(or, 8, &[Some(1), Some(2)]), Is(3));
}

#[test]
fn shifts() {
    assert_eq!(run(op(Opcode::Shl), 8, &[Some(1), Some(8)]), Poison);
    assert_eq!(run(op(Opcode::Shl), 8, &[Some(1), Some(7)]), Is(-128));
    // At one bit, by 1 is by the whole width.
    assert_eq!(run(op(Opcode::Shl), 1, &[Some(1), Some(1)]), Poison);
    assert_eq!(run(op(Opcode::Shl), 1, &[Some(1), Some(0)]), Is(1));
    assert_eq!(run(op(Opcode::AShr), 8, &[Some(-128), Some(7)]), Is(-1));
    assert_eq!(run(op(Opcode::LShr), 8, &[Some(-128), Some(7)]), Is(1));
    let nsw = Operation::Binary(Opcode::Shl, Flags::NSW);
    // A bit that leaves differs from the sign that stays.
    assert_eq!(run(nsw, 8, &[Some(1), Some(7)]), Poison);
    assert_eq!(run(nsw, 8, &[Some(-1), Some(7)]), Is(-128));
    let nuw = Operation::Binary(Opcode::Shl, Flags::NUW);
    assert_eq!(run(nuw, 8, &[Some(1), Some(7)]), Is(-128));
    assert_eq!(run(nuw, 8, &[Some(-1), Some(1)]), Poison);
    let exact = Operation::Binary(Opcode::LShr, Flags::EXACT);
    assert_eq!(run(exact, 8, &[Some(6), Some(1)]), Is(3));
    assert_eq!(run(exact, 8, &[Some(7), Some(1)]), Poison);
}

#[test]
fn division_is_undefined_for_zero_poison_and_overflow() {
    for opcode in [Opcode::UDiv, Opcode::SDiv, Opcode::URem, Opcode::SRem] {
        assert_eq!(run(op(opcode), 8, &[Some(1), Some(0)]), Undefined, "{opcode:?}");
        assert_eq!(run(op(opcode), 8, &[Some(1), None]), Undefined, "{opcode:?}");
        assert_eq!(run(op(opcode), 8, &[None, Some(3)]), Poison, "{opcode:?}");
    }
    for opcode in [Opcode::SDiv, Opcode::SRem] {
        assert_eq!(run(op(opcode), 8, &[Some(-128), Some(-1)]), Undefined);
        // Poison may be the least number.
        assert_eq!(run(op(opcode), 8, &[None, Some(-1)]), Undefined);
    }
    assert_eq!(run(op(Opcode::SDiv), 8, &[Some(-7), Some(2)]), Is(-3));
    assert_eq!(run(op(Opcode::SRem), 8, &[Some(-7), Some(2)]), Is(-1));
    assert_eq!(run(op(Opcode::UDiv), 8, &[Some(-128), Some(-1)]), Is(0));
    let exact = Operation::Binary(Opcode::SDiv, Flags::EXACT);
    assert_eq!(run(exact, 8, &[Some(-7), Some(2)]), Poison);
    assert_eq!(run(exact, 8, &[Some(-8), Some(2)]), Is(-4));
}

#[test]
fn a_select_looks_at_the_chosen_arm_alone() {
    let widths = [1, 8, 8];
    assert_eq!(run_at(Operation::Select, &widths, &[Some(1), Some(4), None]), Is(4));
    assert_eq!(run_at(Operation::Select, &widths, &[Some(0), Some(4), None]), Poison);
    assert_eq!(run_at(Operation::Select, &widths, &[None, Some(4), Some(4)]), Poison);
    assert_eq!(run(op(Opcode::And), 8, &[Some(0), None]), Poison);
}

#[test]
fn freeze_ends_poison() {
    let mut terms = Terms::new();
    let (bits, chosen) = (terms.constant(3, 8), terms.constant(9, 8));
    for (poison, expected) in [(false, 3), (true, 9)] {
        let operand = Value { bits, poison: terms.truth(poison) };
        let frozen = execute(&mut terms, Operation::Freeze(chosen), &[operand]).unwrap().value;
        assert_eq!((terms.value(frozen.bits), terms.value(frozen.poison)), (Some(expected), Some(0)));
    }
}

#[test]
fn comparisons() {
    let is = |predicate, a, b| run(Operation::Compare(predicate, Flags::NONE), 8, &[Some(a), Some(b)]);
    assert_eq!(is(IntPredicate::Ugt, -1, 1), Is(1));
    assert_eq!(is(IntPredicate::Sgt, -1, 1), Is(0));
    assert_eq!(is(IntPredicate::Sge, 1, 1), Is(1));
    assert_eq!(is(IntPredicate::Ne, 1, 1), Is(0));
    let same = Operation::Compare(IntPredicate::Ult, Flags::SAMESIGN);
    assert_eq!(run(same, 8, &[Some(-1), Some(1)]), Poison);
    assert_eq!(run(same, 8, &[Some(-2), Some(-1)]), Is(1));
}

#[test]
fn casts() {
    let cast = |opcode, flags, from, to, a| run(Operation::Cast(opcode, flags, to), from, &[Some(a)]);
    assert_eq!(cast(Opcode::Trunc, Flags::NUW, 8, 4, 17), Poison);
    assert_eq!(cast(Opcode::Trunc, Flags::NUW, 8, 4, 15), Is(-1));
    assert_eq!(cast(Opcode::Trunc, Flags::NSW, 8, 4, 15), Poison);
    assert_eq!(cast(Opcode::Trunc, Flags::NSW, 8, 4, -1), Is(-1));
    assert_eq!(cast(Opcode::Trunc, Flags::NONE, 8, 4, 23), Is(7));
    assert_eq!(cast(Opcode::ZExt, Flags::NNEG, 4, 8, -1), Poison);
    assert_eq!(cast(Opcode::ZExt, Flags::NONE, 4, 8, -1), Is(15));
    assert_eq!(cast(Opcode::SExt, Flags::NONE, 4, 8, -1), Is(-1));
    let mut terms = Terms::new();
    let x = Value { bits: terms.input("x", 8), poison: terms.truth(false) };
    assert!(execute(&mut terms, Operation::Cast(Opcode::ZExt, Flags::NONE, 8), &[x]).is_none());
}

#[test]
fn intrinsics() {
    let call = |intrinsic, operands: &[Number]| run(Operation::Intrinsic(intrinsic), 8, operands);
    assert_eq!(call(Intrinsic::UMin, &[Some(-1), Some(1)]), Is(1));
    assert_eq!(call(Intrinsic::UMax, &[Some(-1), Some(1)]), Is(-1));
    assert_eq!(call(Intrinsic::SMin, &[Some(-1), Some(1)]), Is(-1));
    assert_eq!(call(Intrinsic::SMax, &[Some(-1), Some(1)]), Is(1));
    assert_eq!(call(Intrinsic::SMax, &[Some(-1), None]), Poison);
    assert_eq!(call(Intrinsic::UAddSat, &[Some(-2), Some(3)]), Is(-1));
    assert_eq!(call(Intrinsic::USubSat, &[Some(2), Some(3)]), Is(0));
    assert_eq!(call(Intrinsic::SAddSat, &[Some(-100), Some(-100)]), Is(-128));
    assert_eq!(call(Intrinsic::SSubSat, &[Some(100), Some(-100)]), Is(127));
    assert_eq!(call(Intrinsic::SSubSat, &[Some(100), Some(100)]), Is(0));
    assert_eq!(call(Intrinsic::CtPop, &[Some(7)]), Is(3));
    assert_eq!(call(Intrinsic::BitReverse, &[Some(0b0010_0011)]), Is(0b1100_0100 - 256));
    assert_eq!(call(Intrinsic::BitReverse, &[None]), Poison);
    let swapped = |width, number| run(Operation::Intrinsic(Intrinsic::BSwap), width, &[number]);
    assert_eq!(swapped(16, Some(0x1234)), Is(0x3412));
    assert_eq!(swapped(32, Some(0x1234_5678)), Is(0x7856_3412));
    assert_eq!(swapped(48, Some(0x1234_5678_9abc)), Is(0xbc9a_7856_3412 - (1 << 48)));
    assert_eq!(swapped(16, None), Poison);
    let mut terms = Terms::new();
    let x = Value { bits: terms.input("x", 8), poison: terms.truth(false) };
    assert!(execute(&mut terms, Operation::Intrinsic(Intrinsic::BSwap), &[x]).is_none());
    assert_eq!(call(Intrinsic::FShl, &[Some(1), Some(-128), Some(9)]), Is(3));
    assert_eq!(call(Intrinsic::FShl, &[Some(1), Some(-128), Some(8)]), Is(1));
    assert_eq!(call(Intrinsic::FShr, &[Some(1), Some(2), Some(1)]), Is(-127));
    assert_eq!(call(Intrinsic::FShr, &[Some(1), Some(2), Some(0)]), Is(2));
    let flagged =
        |intrinsic, a, flag| run_at(Operation::Intrinsic(intrinsic), &[8, 1], &[Some(a), Some(flag)]);
    assert_eq!(flagged(Intrinsic::Abs, -128, 0), Is(-128));
    assert_eq!(flagged(Intrinsic::Abs, -128, 1), Poison);
    assert_eq!(flagged(Intrinsic::Abs, -5, 1), Is(5));
    assert_eq!(flagged(Intrinsic::CtLz, 0, 0), Is(8));
    assert_eq!(flagged(Intrinsic::CtLz, 1, 1), Is(7));
    assert_eq!(flagged(Intrinsic::CtTz, 0, 1), Poison);
    assert_eq!(flagged(Intrinsic::CtTz, 8, 1), Is(3));
}

#[test]
fn a_query_names_what_it_depends_on_alone() {
    let mut terms = Terms::new();
    let (x, y, z) = (terms.input("x", 8), terms.input("y", 8), terms.input("z", 8));
    let _unused = terms.binary(Binary::Add, x, z);
    let goal = terms.binary(Binary::Ult, x, y);
    let query = Query::new(&terms, goal, &[]);
    assert_eq!((query.logic, query.free.as_slice()), ("QF_BV", [x, y].as_slice()));
    let query = Query::new(&terms, goal, &[y, z]);
    assert_eq!((query.logic, query.free.as_slice()), ("BV", [x].as_slice()));
    assert!(query.text.contains("(forall ((t1 (_ BitVec 8)))"), "{}", query.text);
}
