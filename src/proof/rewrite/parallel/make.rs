//! Makes the guard of a parallel loop, and the numbers that its threads begin with.

use super::super::matched::Unfit;
use super::super::nest::{GuardMaker, GuardPlace};
use super::copied::PrivatePlace;
use super::places::{BoundedOther, RangedOther};
use super::ranged::RangedIndex;
use super::{ParallelInstance, fixed_count};
use analysis::accesses::{Accesses, LoopId};
use ir::{
    BlockId, EditPlan, IndexRange, IntPredicate, Model, NewKind, Opcode, Operand, ParallelLoop, PrivateArray,
    RangeLimit, ValueId,
};

/// The rounds that a loop inside is taken to have if their number is not known before.
const USUAL_ROUNDS: i64 = 8;

/// The most instructions that a round of one loop counts for, so that products fit in 64 bits.
const MOST_WORK: i64 = 1 << 24;

/// The instructions that a call, or a division of floating-point numbers, counts for.
const COSTLY: i64 = 20;

/// The most elements of a copy whose number is asked for before the rounds run.
const MOST_ASKED: i64 = 1 << 20;

/// The least number of rounds for each element of a private copy, so that combining the copies is cheap.
const ROUNDS_PER_ELEMENT: i64 = 4;

/// Adds the loop to a plan, with its guard. Returns the number of the guard's tests.
///
/// # Errors
///
/// The number that cannot be computed before the loop.
pub fn add_parallel_to_plan(
    model: &Model,
    accesses: &mut Accesses<'_>,
    instance: &ParallelInstance<'_>,
    plan: &mut EditPlan,
) -> Result<usize, Unfit> {
    let shape = &instance.shape;
    let place = GuardPlace {
        shape,
        rounds: &instance.rounds,
        arrays: &instance.arrays,
        variables: &instance.variables,
    };
    let mut maker = GuardMaker::new(model, accesses, place, plan);
    let rounds = maker.term(&instance.rounds.count(shape.outermost()))?;
    if !instance.when.is_empty() {
        let of_round = round_work(&mut maker, shape.outermost());
        maker.work = Some(maker.binary(Opcode::Mul, rounds, of_round));
    }
    for condition in instance.when {
        maker.comparison(condition)?;
    }
    for condition in &instance.conditions.all {
        maker.condition(condition)?;
    }
    let mut steps = Vec::new();
    for (phi, step) in &instance.steps {
        steps.push((*phi, maker.term(step)?));
    }
    let mut private = Vec::new();
    for (at, other) in &instance.bounded_apart {
        let one = instance.bounded[*at].memory(&mut maker)?;
        let other = match other {
            BoundedOther::Array(at) => {
                let array = &instance.arrays[*at];
                (maker.address(array)?, maker.bytes(array)?)
            }
            BoundedOther::Bounded(at) => instance.bounded[*at].memory(&mut maker)?,
        };
        test_apart(&mut maker, one, other);
    }
    for place in &instance.private {
        let first = match &place.bounded {
            None => first_of(&mut maker, place),
            Some(bounded) => {
                let (offset, _) = bounded.range(&mut maker)?;
                let (base, ty) = (Operand::Value(bounded.root), maker.model.type_id(bounded.root));
                maker.create(NewKind::Gep { base, offset, ty })
            }
        };
        let elements = match (&place.bounded, place.ranged.is_empty()) {
            (Some(bounded), _) => {
                let (first, behind) = bounded.range(&mut maker)?;
                let bytes = maker.binary(Opcode::Sub, behind, first);
                let size = maker.number(bounded.size.into());
                let number = maker.binary(Opcode::UDiv, bytes, size);
                let most = most_elements(&mut maker, rounds);
                let test = maker.compare(IntPredicate::Ule, number, most);
                maker.tests.push(test);
                number
            }
            (None, true) => {
                let number = 1 + place.array.further;
                // A copy that is not combined costs less than a round, which fills it.
                if !place.is_scratch() {
                    let enough = maker.number(number * ROUNDS_PER_ELEMENT);
                    let test = maker.compare(IntPredicate::Sge, rounds, enough);
                    maker.tests.push(test);
                }
                maker.number(number)
            }
            (None, false) => most_elements(&mut maker, rounds),
        };
        let is_of = |one: &RangedIndex| place.ranged.iter().any(|own| own.access == one.access);
        private.push(PrivateArray {
            first,
            elements,
            ranges: (0..instance.ranged.len()).filter(|at| is_of(&instance.ranged[*at])).collect(),
            accesses: place.accesses.clone(),
            updates: place.updates.clone(),
            like: place.like,
            copies: place.copies,
        });
    }
    let (ranges, apart) = ranges_of(&mut maker, instance)?;
    let tests = maker.tests.len() + apart.len();
    let condition = maker.all_tests();
    let first = |block: &BlockId| model.block_first(*block);
    plan.parallel.push(ParallelLoop {
        entry: shape.entry,
        header: shape.header,
        latch: shape.latch,
        blocks: shape.blocks.iter().map(first).collect(),
        condition,
        schedule: instance.schedule,
        rounds,
        steps,
        reductions: instance.reductions.clone(),
        lagging: instance.lagging.clone(),
        choices: instance.choices.clone(),
        last: instance.last.clone(),
        private,
        ranges,
        apart,
    });
    Ok(tests)
}

/// Tests that two places, by their first addresses and numbers of bytes, do not overlap: each begins at least
/// the length of the other one behind it, modulo 2^64.
fn test_apart(maker: &mut GuardMaker<'_, '_>, one: (Operand, Operand), other: (Operand, Operand)) {
    for ((first, bytes), behind) in [(one, other.0), (other, one.0)] {
        let distance = maker.binary(Opcode::Sub, behind, first);
        let test = maker.compare(IntPredicate::Uge, distance, bytes);
        maker.tests.push(test);
    }
}

/// Pairs of a range and memory that it must be apart from.
type Limits = Vec<(usize, RangeLimit)>;

/// The ranges that are asked for, and what they must be apart from.
fn ranges_of(
    maker: &mut GuardMaker<'_, '_>,
    instance: &ParallelInstance<'_>,
) -> Result<(Vec<IndexRange>, Limits), Unfit> {
    let mut ranges = Vec::new();
    for one in &instance.ranged {
        let base = offset_from(maker, one.root, one.offset);
        let (index, is_signed) = (one.index, one.is_signed);
        ranges.push(IndexRange { index, is_signed, base, factor: one.factor, size: one.size });
    }
    let mut apart = Vec::new();
    for (range, other) in &instance.ranged_apart {
        let limit = match other {
            RangedOther::Array(at) => {
                let array = &instance.arrays[*at];
                RangeLimit::Memory(maker.address(array)?, maker.bytes(array)?)
            }
            RangedOther::Range(at) => RangeLimit::Range(*at),
        };
        apart.push((*range, limit));
    }
    Ok((ranges, apart))
}

/// The most elements that a copy may have: a part of the rounds, up to a limit.
fn most_elements(maker: &mut GuardMaker<'_, '_>, rounds: Operand) -> Operand {
    let (part, limit) = (maker.number(ROUNDS_PER_ELEMENT), maker.number(MOST_ASKED));
    let enough = maker.binary(Opcode::UDiv, rounds, part);
    let is_less = maker.compare(IntPredicate::Ult, enough, limit);
    maker.create(NewKind::Select(is_less, enough, limit))
}

/// The address of the lowest element of an array that has a copy. It is not frozen, so that the distance of
/// an access from it is that of their indices.
fn first_of(maker: &mut GuardMaker<'_, '_>, place: &PrivatePlace) -> Operand {
    let lowest = place.array.lowest.as_constant().unwrap_or(0);
    offset_from(maker, place.array.root, lowest * i64::from(place.array.size))
}

/// The address so many bytes behind a pointer.
fn offset_from(maker: &mut GuardMaker<'_, '_>, base: ValueId, bytes: i64) -> Operand {
    if bytes == 0 {
        return Operand::Value(base);
    }
    let offset = maker.number(bytes);
    maker.create(NewKind::Gep { base: Operand::Value(base), offset, ty: maker.model.type_id(base) })
}

/// An estimate of the instructions that a round of a loop executes.
fn round_work(maker: &mut GuardMaker<'_, '_>, of: LoopId) -> Operand {
    let model = maker.model;
    let (mut own, mut inner) = (0i64, Vec::new());
    {
        let forest = maker.accesses.loops();
        for block in model.blocks().filter(|block| forest.has_block(of, *block)) {
            match forest.around(block) {
                Some(around) if around == of => {
                    own += model.block_instructions(block).map(|value| cost(model, value)).sum::<i64>();
                }
                Some(around) => {
                    let child = forest.ancestors(around).find(|this| forest.get(*this).parent == Some(of));
                    inner.extend(child.filter(|child| !inner.contains(child)));
                }
                None => {}
            }
        }
    }
    let mut sum = maker.number(own);
    for child in inner {
        let of_round = round_work(maker, child);
        let count = known_count(maker, child).unwrap_or_else(|| maker.number(USUAL_ROUNDS));
        let product = maker.binary(Opcode::Mul, count, of_round);
        let bounded = clamped(maker, product);
        sum = maker.binary(Opcode::Add, sum, bounded);
    }
    clamped(maker, sum)
}

/// The number of rounds of an inner loop, from 0 to a limit, if it is known before the loops.
fn known_count(maker: &mut GuardMaker<'_, '_>, of: LoopId) -> Option<Operand> {
    let count = fixed_count(maker.model, maker.accesses, maker.place.shape, of)?;
    let count = maker.term(&count).ok()?;
    let zero = maker.number(0);
    let runs = maker.compare(IntPredicate::Sgt, count, zero);
    let count = maker.create(NewKind::Select(runs, count, zero));
    Some(clamped(maker, count))
}

/// A number between 0 and the limit.
fn clamped(maker: &mut GuardMaker<'_, '_>, number: Operand) -> Operand {
    let most = maker.number(MOST_WORK);
    let is_less = maker.compare(IntPredicate::Ult, number, most);
    maker.create(NewKind::Select(is_less, number, most))
}

fn cost(model: &Model, value: ValueId) -> i64 {
    match model.opcode(value) {
        Some(Opcode::Phi | Opcode::Br | Opcode::SExt | Opcode::ZExt | Opcode::Trunc) => 0,
        Some(Opcode::Call) if is_cheap(model, value) => 1,
        Some(Opcode::Call | Opcode::FDiv | Opcode::FRem) => COSTLY,
        _ => 1,
    }
}

/// The libm functions that are one or few instructions.
const CHEAP: &[&str] =
    &["ceil", "copysign", "fabs", "floor", "fma", "fmax", "fmin", "nearbyint", "rint", "round", "trunc"];

/// Whether a call is one of few instructions.
fn is_cheap(model: &Model, call: ValueId) -> bool {
    let callee = model.operand(call, 0).and_then(|callee| model.global(callee));
    callee.is_some_and(|callee| {
        CHEAP.contains(&callee.canonical.as_str())
            || super::calls::COMPUTING.contains(&callee.canonical.as_str())
    })
}
