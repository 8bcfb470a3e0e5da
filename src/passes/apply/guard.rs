//! Guards that never hold: the guarded call would never run, so it is not made.
//!
//! In: `%n` is from 0 to 10 where the nest begins, and the guard requires `%n > 16`. Out: that sentence.
//! Ranges are valid on the edge into the nest, those of the model and those of LLVM, which knows assumptions and
//! attributes as well; values computed there have ranges derived from them. Refusing a rewrite is always sound,
//! so poison values need no special treatment.

use analysis::values::bounds::{bounds, bounds_on_edge};
use analysis::values::branches::Edge;
use analysis::values::interval::{Bounds, Domain, Interval};
use analysis::values::known_bits::integer;
use ir::host::{Host, KnownRange};
use ir::{BlockId, EditPlan, GuardedCall, IntPredicate, Model, NewKind, Number, Opcode, Operand, ValueId};

/// The maximum number of uses of a value examined for sums.
const MOST_USES: usize = 16;

/// The known range of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// An integer of that width in bits, read as signed.
    Number(Interval, u32),
    /// A truth value.
    Truth(bool),
    /// A distance in bytes from another operand.
    Address(Operand, Interval),
    Nothing,
}

/// The place and the condition of a guard.
#[derive(Clone, Copy, Debug)]
pub(super) struct GuardedPlace {
    /// The terminator before the guarded loop.
    pub(super) entry: ValueId,
    /// The first instruction of the loop.
    pub(super) header: ValueId,
    /// The condition.
    pub(super) condition: Operand,
}

impl GuardedPlace {
    pub(super) fn of(call: &GuardedCall) -> GuardedPlace {
        GuardedPlace { entry: call.entry, header: call.header, condition: call.condition }
    }
}

/// The first test of a guard that never holds, as text. The guard's instructions are those of the plan from
/// index `from` on.
pub(super) fn never_holds(
    (model, host): (&Model, &dyn Host),
    (plan, from): (&EditPlan, usize),
    place: GuardedPlace,
) -> Option<String> {
    let block = model.block_of(place.entry)?;
    let header = model.block_of(place.header);
    let mut into = (0u32..).zip(model.block_successors(block)).filter(|(_, to)| Some(**to) == header);
    let by = match (into.next(), into.next()) {
        (Some((n, _)), None) => Some((block, n)),
        _ => None,
    };
    let mut guard = Guard { model, host, plan, block, by, place, from, known: Vec::new() };
    for at in from..plan.new.len() {
        let known = guard.computed(Operand::New(at as u32));
        guard.known.push(known);
    }
    let mut open = vec![place.condition];
    let mut first = None;
    // Tests that are visited last come first in the guard.
    while let Some(test) = open.pop() {
        match guard.kind(test) {
            Some(NewKind::Binary(Opcode::And, a, b)) => open.extend([*a, *b]),
            _ if guard.of(test) == Known::Truth(false) => first = Some(test),
            _ => {}
        }
    }
    Some(format!("the guard never holds: {}", guard.in_words(first?, &|value| host.describe(value))))
}

struct Guard<'a> {
    model: &'a Model,
    host: &'a dyn Host,
    plan: &'a EditPlan,
    /// The block before the nest, and the edge into the nest if it is unique.
    block: BlockId,
    by: Option<Edge>,
    place: GuardedPlace,
    from: usize,
    /// The knowledge about each instruction of the guard.
    known: Vec<Known>,
}

impl<'a> Guard<'a> {
    fn kind(&self, operand: Operand) -> Option<&'a NewKind> {
        match operand {
            Operand::New(at) => self.plan.new.get(at as usize).map(|new| &new.kind),
            _ => None,
        }
    }

    /// The knowledge about an operand; an instruction must have been visited before.
    fn of(&self, operand: Operand) -> Known {
        match operand {
            Operand::Value(value) => self.of_value(value),
            Operand::Constant(at) => {
                let constant = self.plan.constants.get(at as usize).and_then(|known| signed(&known.number));
                constant.map_or(Known::Nothing, |(number, width)| of_number(number, width))
            }
            Operand::New(at) => {
                let known = (at as usize).checked_sub(self.from).and_then(|at| self.known.get(at));
                known.copied().unwrap_or(Known::Nothing)
            }
            Operand::BaseOf(_) => Known::Nothing,
        }
    }

    /// The range of a value on the edge into the nest.
    fn bounds(&self, value: ValueId) -> Option<Bounds> {
        let of_model = match self.by {
            Some(edge) => bounds_on_edge(self.model, value, edge),
            None => bounds(self.model, value, self.block),
        }?;
        let of_llvm = self.host.range(value, self.place.entry, self.place.header).map(as_bounds);
        Some(of_llvm.map_or(of_model, |known| of_model.meet(known)))
    }

    fn of_value(&self, value: ValueId) -> Known {
        let Some(width) = self.model.type_of(value).integer_width() else { return Known::Nothing };
        match self.bounds(value) {
            Some(known) if width > 1 => {
                let sums = self.model.operand_uses(value).iter().take(MOST_USES);
                let of_sums = sums.filter_map(|edge| self.by_sum(edge.to, value, width));
                Known::Number(of_sums.fold(known.signed, Interval::meet), width)
            }
            Some(known) if known.unsigned.least == known.unsigned.most => {
                Known::Truth(known.unsigned.least == 1)
            }
            _ => Known::Nothing,
        }
    }

    /// The range of a value, derived from the range of its sum with a constant. LLVM merges `%n == 0` and `%n
    /// > 10` into a comparison of such a sum.
    fn by_sum(&self, sum: ValueId, of: ValueId, width: u32) -> Option<Interval> {
        let model = self.model;
        let is_before = model.opcode(sum) == Some(Opcode::Add) && model.dominates(sum, self.place.entry);
        let number = model.operand(sum, 1).filter(|_| is_before && model.operand(sum, 0) == Some(of))?;
        let number = extended(integer(model, number)?, width);
        let range = self.bounds(sum)?.signed.moved(-number);
        range.is_subset_of(Domain::Signed.all(width)).then_some(range)
    }

    fn computed(&self, operand: Operand) -> Known {
        let width = self.plan.type_of(self.model, operand).and_then(|ty| self.plan.ty(self.model, ty));
        let width = width.and_then(|ty| ty.integer_width()).filter(|width| (1..=64).contains(width));
        match self.kind(operand) {
            Some(NewKind::Freeze(of)) => self.of(*of),
            Some(NewKind::Gep { base, offset, .. }) => self.address(*base, *offset),
            Some(NewKind::Cast(Opcode::PtrToInt, of, _)) => match self.of(*of) {
                known @ Known::Address(..) => known,
                _ => Known::Address(*of, Interval::single(0)),
            },
            Some(NewKind::Cast(opcode, of, _)) => match (self.of(*of), width) {
                (Known::Number(range, from), Some(to)) => cast(*opcode, range, from, to),
                _ => Known::Nothing,
            },
            Some(NewKind::Binary(opcode, a, b)) => self.binary(*opcode, *a, *b),
            Some(NewKind::Compare(predicate, a, b, _)) => self.compared(*predicate, *a, *b),
            _ => Known::Nothing,
        }
    }

    fn address(&self, base: Operand, offset: Operand) -> Known {
        match (self.of(base), self.of(offset)) {
            (Known::Address(root, before), Known::Number(by, _)) => Known::Address(root, before.plus(by)),
            (_, Known::Number(by, _)) => Known::Address(base, by),
            _ => Known::Nothing,
        }
    }

    fn binary(&self, opcode: Opcode, a: Operand, b: Operand) -> Known {
        let (left, right) = (self.of(a), self.of(b));
        match (opcode, left, right) {
            (Opcode::And, Known::Truth(a), Known::Truth(b)) => Known::Truth(a && b),
            (Opcode::Sub, Known::Address(a, x), Known::Address(b, y)) if a == b => {
                fitting(Some(x.plus(y.negated())), 64)
            }
            (_, Known::Number(x, width), Known::Number(y, _)) => match opcode {
                Opcode::Add => fitting(Some(x.plus(y)), width),
                Opcode::Sub => fitting(Some(x.plus(y.negated())), width),
                Opcode::Mul => fitting(x.times(y), width),
                _ => Known::Nothing,
            },
            _ => Known::Nothing,
        }
    }

    fn compared(&self, predicate: IntPredicate, a: Operand, b: Operand) -> Known {
        let holds = match (self.of(a), self.of(b)) {
            (Known::Number(x, width), Known::Number(y, _)) => always(predicate, x, y, width),
            (Known::Truth(x), Known::Truth(y)) => match predicate {
                IntPredicate::Eq => Some(x == y),
                IntPredicate::Ne => Some(x != y),
                _ => None,
            },
            _ => None,
        };
        holds.map_or(Known::Nothing, Known::Truth)
    }

    /// The condition of a test that never holds, as text.
    fn in_words(&self, test: Operand, describe: &dyn Fn(ValueId) -> String) -> String {
        let Some(NewKind::Compare(predicate, a, b, _)) = self.kind(test) else {
            return "a branch before the nest goes the other way".to_owned();
        };
        let (predicate, a, b) = (*predicate, *a, *b);
        // A single comparison tests for a number between two others.
        if let (IntPredicate::Ule, Some(NewKind::Binary(Opcode::Add, of, by))) = (predicate, self.kind(a))
            && let (Known::Number(by, _), Known::Number(room, _)) = (self.of(*by), self.of(b))
        {
            let (least, most) = (-by.least, room.most - by.least);
            return format!("{} would have to be from {least} to {most}", self.side(*of, describe));
        }
        let (left, right) = (self.side(a, describe), self.side(b, describe));
        format!("{left} would have to be {} {right}", word(predicate))
    }

    /// `8`, `%n, which is from 0 to 10,`, or `a number from 0 to 10`.
    fn side(&self, operand: Operand, describe: &dyn Fn(ValueId) -> String) -> String {
        let name = self.source(operand).map(describe);
        match (self.of(operand), name) {
            (Known::Number(range, _), _) if range.least == range.most => range.least.to_string(),
            (Known::Number(Interval { least, most }, _), Some(name)) => {
                format!("{name}, which is from {least} to {most},")
            }
            (Known::Number(Interval { least, most }, _), None) => format!("a number from {least} to {most}"),
            (_, Some(name)) => name,
            (_, None) => "what is computed there".to_owned(),
        }
    }

    /// The function's value behind an operand, without conversions.
    fn source(&self, mut operand: Operand) -> Option<ValueId> {
        loop {
            operand = match (operand, self.kind(operand)) {
                (Operand::Value(value), _) => return Some(value),
                (_, Some(NewKind::Freeze(of) | NewKind::Cast(_, of, _))) => *of,
                _ => return None,
            };
        }
    }
}

fn as_bounds(known: KnownRange) -> Bounds {
    let interval = |least: i128, most: i128| Interval { least, most };
    Bounds {
        signed: interval(known.signed.0.into(), known.signed.1.into()),
        unsigned: interval(known.unsigned.0.into(), known.unsigned.1.into()),
    }
}

fn of_number(number: i128, width: u32) -> Known {
    match width {
        1 => Known::Truth(number != 0),
        _ => Known::Number(Interval::single(number), width),
    }
}

/// An integer of at most 64 bits as a signed number, and its width.
fn signed(number: &Number) -> Option<(i128, u32)> {
    let Number::Int { width: width @ 1..=64, .. } = number else { return None };
    Some((extended(number.bits()?, *width), *width))
}

/// The signed value of the lowest `width` bits.
fn extended(bits: u128, width: u32) -> i128 {
    ((bits << (128 - width)) as i128) >> (128 - width)
}

/// The range if it fits the width, otherwise all numbers of the width.
fn fitting(range: Option<Interval>, width: u32) -> Known {
    let all = Domain::Signed.all(width);
    Known::Number(range.filter(|range| range.is_subset_of(all)).unwrap_or(all), width)
}

fn cast(opcode: Opcode, range: Interval, from: u32, to: u32) -> Known {
    match opcode {
        Opcode::SExt => Known::Number(range, to),
        Opcode::ZExt if range.least >= 0 => Known::Number(range, to),
        Opcode::ZExt => Known::Number(Domain::Unsigned.all(from), to),
        Opcode::Trunc => fitting(Some(range), to),
        _ => Known::Nothing,
    }
}

/// The unsigned reading of a range of signed numbers.
fn unsigned(range: Interval, width: u32) -> Interval {
    let whole = 1i128 << width;
    match range {
        Interval { least: 0.., .. } => range,
        Interval { most: ..0, .. } => range.moved(whole),
        _ => Domain::Unsigned.all(width),
    }
}

/// The constant result of a comparison of two ranges; `None` if it varies.
fn always(predicate: IntPredicate, x: Interval, y: Interval, width: u32) -> Option<bool> {
    use IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    let [ux, uy] = [unsigned(x, width), unsigned(y, width)];
    let less = |x: Interval, y: Interval| {
        if x.most < y.least { Some(true) } else { (x.least >= y.most).then_some(false) }
    };
    let equal = || match x.least == x.most && x == y {
        true => Some(true),
        false => (x.most < y.least || y.most < x.least).then_some(false),
    };
    match predicate {
        Eq => equal(),
        Ne => equal().map(|holds| !holds),
        Slt => less(x, y),
        Sgt => less(y, x),
        Sle => less(y, x).map(|holds| !holds),
        Sge => less(x, y).map(|holds| !holds),
        Ult => less(ux, uy),
        Ugt => less(uy, ux),
        Ule => less(uy, ux).map(|holds| !holds),
        Uge => less(ux, uy).map(|holds| !holds),
    }
}

fn word(predicate: IntPredicate) -> &'static str {
    use IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    match predicate {
        Eq => "equal to",
        Ne => "other than",
        Slt | Ult => "less than",
        Sgt | Ugt => "greater than",
        Sle | Ule => "at most",
        Sge | Uge => "at least",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with all pairs of numbers in the ranges, at 3 bits.
    #[test]
    fn comparisons_of_ranges_are_those_of_their_numbers() {
        let ranges = (-4..4i128).flat_map(|least| (least..4).map(move |most| Interval { least, most }));
        let ranges: Vec<Interval> = ranges.collect();
        let predicates = [
            IntPredicate::Eq,
            IntPredicate::Ne,
            IntPredicate::Slt,
            IntPredicate::Sge,
            IntPredicate::Ult,
            IntPredicate::Ule,
            IntPredicate::Ugt,
            IntPredicate::Uge,
            IntPredicate::Sgt,
            IntPredicate::Sle,
        ];
        let natural = |n: i128| n.rem_euclid(8);
        let holds = |predicate: IntPredicate, a: i128, b: i128| match predicate {
            IntPredicate::Eq => a == b,
            IntPredicate::Ne => a != b,
            IntPredicate::Slt => a < b,
            IntPredicate::Sle => a <= b,
            IntPredicate::Sgt => a > b,
            IntPredicate::Sge => a >= b,
            IntPredicate::Ult => natural(a) < natural(b),
            IntPredicate::Ule => natural(a) <= natural(b),
            IntPredicate::Ugt => natural(a) > natural(b),
            IntPredicate::Uge => natural(a) >= natural(b),
        };
        let mut decided = 0;
        for predicate in predicates {
            for (x, y) in ranges.iter().flat_map(|x| ranges.iter().map(move |y| (*x, *y))) {
                let Some(answer) = always(predicate, x, y, 3) else { continue };
                decided += 1;
                for (a, b) in (x.least..=x.most).flat_map(|a| (y.least..=y.most).map(move |b| (a, b))) {
                    assert_eq!(holds(predicate, a, b), answer, "{predicate:?} {a} {b} in {x:?}, {y:?}");
                }
            }
        }
        assert!(decided > 1000, "{decided}");
    }
}
