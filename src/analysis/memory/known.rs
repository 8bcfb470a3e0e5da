//! Facts that hold on one path: the values of phis, and comparisons.
//!
//! A branch taken by a path implies a fact about the compared values, until they are computed again. A path
//! with contradictory facts is infeasible.
//!
//! In: `i` is 0 on this path, and it takes the branch `i < n`. Out: a later branch on `0 < n` has one
//! direction.

use super::Memory;
use ir::{Constant, IntPredicate, Model, Opcode, TypeClass, ValueId};

/// The value of a variable, as far as it is known on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Leaf {
    /// The tracked pointer, as it was at the start.
    Tracked,
    /// An address computed from the tracked pointer.
    Inside,
    /// An integer, read as signed, or the null pointer.
    Number(i64),
    /// The result of the last execution of this instruction, or this parameter, global or constant.
    Value(ValueId),
}

/// The possible values of an integer of at most 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Range {
    signed: (i128, i128),
    unsigned: (i128, i128),
    /// A signed number that the value is known to differ from.
    not: Option<i64>,
}

/// The facts known on a path.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct PathFacts {
    /// Values that are equal to others, sorted.
    bindings: Vec<(ValueId, Leaf)>,
    /// Ranges of values that were compared with numbers, sorted.
    ranges: Vec<(ValueId, Range)>,
    /// Pairs of compared values, the lesser first, with their possible order; sorted.
    relations: Vec<((Leaf, Leaf), Order)>,
}

/// Limit on the number of facts per path.
const MOST_FACTS: usize = 32;

/// Limit on the depth of operands that one query follows.
const MOST_DEPTH: usize = 16;

/// The function that paths lead through, and the tracked pointer.
#[derive(Clone, Copy)]
pub(super) struct Scene<'s> {
    pub(super) memory: &'s Memory<'s>,
    pub(super) model: &'s Model,
    pub(super) tracked: Option<ValueId>,
}

impl Scene<'_> {
    /// Whether a pointer certainly points to other memory than the tracked one.
    fn is_elsewhere(self, pointer: ValueId) -> bool {
        let is_own =
            self.model.opcode(pointer) == Some(Opcode::Alloca) || self.model.global(pointer).is_some();
        let is_object = |tracked: &ValueId| self.memory.points_to().objects.at(*tracked).is_some();
        is_own
            || self
                .tracked
                .filter(is_object)
                .is_some_and(|tracked| !self.memory.may_point_to(pointer, tracked))
    }
}

impl PathFacts {
    /// Sets the value of a variable.
    pub(super) fn bind(&mut self, value: ValueId, leaf: Leaf) {
        match self.bindings.binary_search_by_key(&value, |(bound, _)| *bound) {
            Ok(at) => self.bindings[at].1 = leaf,
            Err(at) => self.bindings.insert(at, (value, leaf)),
        }
    }

    /// The value that a variable is bound to, if any.
    pub(super) fn bound(&self, value: ValueId) -> Option<Leaf> {
        let at = self.bindings.binary_search_by_key(&value, |(bound, _)| *bound).ok()?;
        Some(self.bindings[at].1)
    }

    /// Whether a fact about a value is known, other than its own binding.
    pub(super) fn mentions(&self, value: ValueId) -> bool {
        let leaf = Leaf::Value(value);
        self.ranges.iter().any(|(of, _)| *of == value)
            || self.relations.iter().any(|((a, b), _)| *a == leaf || *b == leaf)
    }

    /// Removes the facts about an instruction that is executed again.
    pub(super) fn forget(&mut self, value: ValueId) {
        let leaf = Leaf::Value(value);
        self.bindings.retain(|(bound, to)| *bound != value && *to != leaf);
        self.ranges.retain(|(of, _)| *of != value);
        self.relations.retain(|((a, b), _)| *a != leaf && *b != leaf);
    }

    /// Retains only the facts about values for which `matters` holds.
    pub(super) fn retain(&mut self, mut matters: impl FnMut(ValueId) -> bool) {
        self.bindings.retain(|(bound, _)| matters(*bound));
        let bound: Vec<Leaf> = self.bindings.iter().map(|(_, leaf)| *leaf).collect();
        let mut is_retained = |leaf: Leaf| match leaf {
            Leaf::Value(value) => bound.contains(&leaf) || matters(value),
            _ => true,
        };
        self.ranges.retain(|(of, _)| is_retained(Leaf::Value(*of)));
        self.relations.retain(|((a, b), _)| is_retained(*a) && is_retained(*b));
    }

    /// The known value of a variable, with copies looked through.
    pub(super) fn leaf(&self, scene: Scene<'_>, value: ValueId) -> Leaf {
        self.leaf_at_depth(scene, value, 0)
    }

    fn leaf_at_depth(&self, scene: Scene<'_>, value: ValueId, depth: usize) -> Leaf {
        let mut value = value;
        for _ in 0..MOST_DEPTH {
            if let Some(leaf) = self.bound(value) {
                return leaf;
            }
            let next = match scene.model.opcode(value) {
                Some(Opcode::Freeze | Opcode::BitCast | Opcode::AddrSpaceCast) => {
                    scene.model.operand(value, 0)
                }
                // Where a pointer is tracked, what is loaded may be it.
                Some(Opcode::Load)
                    if scene.tracked.is_none() || !scene.model.has_class(value, TypeClass::Pointer) =>
                {
                    scene.memory.first_twin(value)
                }
                Some(Opcode::Select) => {
                    let condition = scene.model.operand(value, 0);
                    let chosen = condition.and_then(|c| self.evaluate(scene, c, depth + 1));
                    chosen.and_then(|chosen| scene.model.operand(value, if chosen { 1 } else { 2 }))
                }
                _ => None,
            };
            match next {
                Some(next) => value = next,
                None => break,
            }
        }
        if let Some(number) = self.resized(scene, value, depth) {
            return Leaf::Number(number);
        }
        match scene.model.constant(value) {
            Some(Constant::Null) => Leaf::Number(0),
            Some(constant) => match constant.signed().and_then(|n| i64::try_from(n).ok()) {
                Some(number) => Leaf::Number(number),
                None => Leaf::Value(value),
            },
            None => Leaf::Value(value),
        }
    }

    /// The number that results from resizing a known integer or condition.
    fn resized(&self, scene: Scene<'_>, value: ValueId, depth: usize) -> Option<i64> {
        let opcode = scene.model.opcode(value)?;
        if !matches!(opcode, Opcode::ZExt | Opcode::SExt | Opcode::Trunc) || depth > MOST_DEPTH {
            return None;
        }
        let of = scene.model.operand(value, 0)?;
        let (from, to) = (width(scene.model, of)?, width(scene.model, value)?);
        let number = match from {
            1 => -i64::from(self.evaluate(scene, of, depth + 1)?),
            _ => match self.leaf_at_depth(scene, of, depth + 1) {
                Leaf::Number(number) => number,
                _ => return None,
            },
        };
        let number = if opcode == Opcode::ZExt { unsigned(number, from) } else { number.into() };
        i64::try_from(signed(number, to)).ok()
    }

    /// Whether a condition holds, if that is known.
    pub(super) fn evaluate(&self, scene: Scene<'_>, condition: ValueId, depth: usize) -> Option<bool> {
        if depth > MOST_DEPTH {
            return None;
        }
        if let Some(leaf) = self.bound(condition) {
            return self.compare(scene, IntPredicate::Ne, leaf, Leaf::Number(0), 1);
        }
        let inner = |value: ValueId| self.evaluate(scene, value, depth + 1);
        match Condition::of(scene.model, condition) {
            Condition::Compares(predicate, a, b, width) => {
                let leaf = |value: ValueId| self.leaf_at_depth(scene, value, depth + 1);
                self.compare(scene, predicate, leaf(a), leaf(b), width)
            }
            Condition::Not(other) => inner(other).map(|holds| !holds),
            Condition::Same(other) => inner(other),
            Condition::And(a, b) => match (inner(a), inner(b)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Condition::Or(a, b) => match (inner(a), inner(b)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
            Condition::Other => {
                let leaf = self.leaf_at_depth(scene, condition, depth + 1);
                self.compare(scene, IntPredicate::Ne, leaf, Leaf::Number(0), 1)
            }
        }
    }

    /// Adds that a condition holds or, if `holds` is false, that it does not. Returns whether this is
    /// consistent.
    pub(super) fn assume(&mut self, scene: Scene<'_>, condition: ValueId, holds: bool, depth: usize) -> bool {
        if let Some(known) = self.evaluate(scene, condition, depth) {
            return known == holds;
        }
        if depth > MOST_DEPTH {
            return true;
        }
        let deeper = depth + 1;
        match Condition::of(scene.model, condition) {
            Condition::Compares(predicate, a, b, width) => {
                let predicate = if holds { predicate } else { predicate.opposite() };
                let (a, b) = (self.leaf(scene, a), self.leaf(scene, b));
                self.add(predicate, a, b, width);
                true
            }
            Condition::Not(other) => self.assume(scene, other, !holds, deeper),
            Condition::Same(other) => self.assume(scene, other, holds, deeper),
            Condition::And(a, b) if holds => {
                self.assume(scene, a, true, deeper) && self.assume(scene, b, true, deeper)
            }
            Condition::Or(a, b) if !holds => {
                self.assume(scene, a, false, deeper) && self.assume(scene, b, false, deeper)
            }
            // One of two conditions fails, or one of two holds: decided if the other one is known.
            Condition::And(a, b) | Condition::Or(a, b) => match self.evaluate(scene, a, depth) {
                Some(_) => self.assume(scene, b, holds, deeper),
                None if self.evaluate(scene, b, depth).is_some() => self.assume(scene, a, holds, deeper),
                None => {
                    self.add_choice(condition, holds);
                    true
                }
            },
            Condition::Other => {
                let leaf = self.leaf(scene, condition);
                let predicate = if holds { IntPredicate::Ne } else { IntPredicate::Eq };
                self.add(predicate, leaf, Leaf::Number(0), 1);
                true
            }
        }
    }

    /// Records the value of a compound condition that implies nothing about its parts.
    fn add_choice(&mut self, condition: ValueId, holds: bool) {
        if self.bindings.len() < MOST_FACTS {
            self.bind(condition, Leaf::Number(-i64::from(holds)));
        }
    }

    /// Adds that `value` is, or is not, the number. Returns whether this is consistent.
    pub(super) fn assume_number(
        &mut self,
        scene: Scene<'_>,
        value: ValueId,
        number: i64,
        is_it: bool,
    ) -> bool {
        let Some(width) = width(scene.model, value) else { return true };
        let (leaf, number) = (self.leaf(scene, value), Leaf::Number(number));
        if let Some(known) = self.compare(scene, IntPredicate::Eq, leaf, number, width) {
            return known == is_it;
        }
        self.add(if is_it { IntPredicate::Eq } else { IntPredicate::Ne }, leaf, number, width);
        true
    }

    fn compare(
        &self,
        scene: Scene<'_>,
        predicate: IntPredicate,
        a: Leaf,
        b: Leaf,
        width: u32,
    ) -> Option<bool> {
        let (predicate, a, b) = if a <= b { (predicate, a, b) } else { (predicate.swapped(), b, a) };
        match (a, b) {
            (Leaf::Inside, Leaf::Inside) => None,
            _ if a == b => Some(Order::EQUAL.may_be(predicate)),
            // The tracked pointer is not null.
            (Leaf::Tracked | Leaf::Inside, Leaf::Number(0)) => decided_by_difference(predicate),
            (Leaf::Tracked | Leaf::Inside, Leaf::Value(other)) if scene.is_elsewhere(other) => {
                decided_by_difference(predicate)
            }
            (Leaf::Number(x), Leaf::Number(y)) => {
                Some(Range::one(x, width).with(predicate, y, width).is_some())
            }
            (Leaf::Number(number), Leaf::Value(value)) => {
                let range = self.range(value, width);
                decided(|p| range.with(p, number, width).is_some(), predicate.swapped())
            }
            (Leaf::Inside, _) => None,
            _ => {
                let order = self.order(a, b);
                decided(|p| order.with(p).is_possible(), predicate)
            }
        }
    }

    fn add(&mut self, predicate: IntPredicate, a: Leaf, b: Leaf, width: u32) {
        let (predicate, a, b) = if a <= b { (predicate, a, b) } else { (predicate.swapped(), b, a) };
        if a == Leaf::Inside || self.ranges.len() + self.relations.len() >= MOST_FACTS {
            return;
        }
        if let (Leaf::Number(number), Leaf::Value(value)) = (a, b) {
            if let Some(range) = self.range(value, width).with(predicate.swapped(), number, width) {
                match self.ranges.binary_search_by_key(&value, |(of, _)| *of) {
                    Ok(at) => self.ranges[at].1 = range,
                    Err(at) => self.ranges.insert(at, (value, range)),
                }
            }
            return;
        }
        let order = self.order(a, b).with(predicate);
        match self.relations.binary_search_by_key(&(a, b), |(pair, _)| *pair) {
            Ok(at) => self.relations[at].1 = order,
            Err(at) => self.relations.insert(at, ((a, b), order)),
        }
    }

    fn range(&self, value: ValueId, width: u32) -> Range {
        let known = self.ranges.binary_search_by_key(&value, |(of, _)| *of);
        known.map_or_else(|_| Range::all(width), |at| self.ranges[at].1)
    }

    fn order(&self, a: Leaf, b: Leaf) -> Order {
        let known = self.relations.binary_search_by_key(&(a, b), |(pair, _)| *pair);
        known.map_or(Order::ANY, |at| self.relations[at].1)
    }
}

/// The answer if only one of a predicate and its opposite is possible.
fn decided(may_be: impl Fn(IntPredicate) -> bool, predicate: IntPredicate) -> Option<bool> {
    match (may_be(predicate), may_be(predicate.opposite())) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

/// The result of comparing two different addresses.
fn decided_by_difference(predicate: IntPredicate) -> Option<bool> {
    match predicate {
        IntPredicate::Eq => Some(false),
        IntPredicate::Ne => Some(true),
        _ => None,
    }
}

/// A condition by its structure.
enum Condition {
    Compares(IntPredicate, ValueId, ValueId, u32),
    Not(ValueId),
    Same(ValueId),
    And(ValueId, ValueId),
    Or(ValueId, ValueId),
    Other,
}

impl Condition {
    fn of(model: &Model, value: ValueId) -> Condition {
        let operand = |n| model.operand(value, n);
        let is_bit = |value: Option<ValueId>, bit: bool| {
            value.and_then(|v| model.constant(v)).and_then(Constant::signed) == Some(-i128::from(bit))
        };
        if model.type_of(value).integer_width() != Some(1) {
            return Condition::Other;
        }
        let (Some(a), b, c) = (operand(0), operand(1), operand(2)) else { return Condition::Other };
        match (model.opcode(value), b) {
            (Some(Opcode::ICmp), Some(b)) => match (model.predicate(value), width(model, a)) {
                (Some(predicate), Some(width)) => Condition::Compares(predicate, a, b, width),
                _ => Condition::Other,
            },
            (Some(Opcode::Freeze), _) => Condition::Same(a),
            (Some(Opcode::Xor), b) if is_bit(b, true) => Condition::Not(a),
            (Some(Opcode::And), Some(b)) => Condition::And(a, b),
            (Some(Opcode::Or), Some(b)) => Condition::Or(a, b),
            (Some(Opcode::Select), Some(b)) if is_bit(c, false) => Condition::And(a, b),
            (Some(Opcode::Select), b) if is_bit(b, true) => {
                c.map_or(Condition::Other, |c| Condition::Or(a, c))
            }
            _ => Condition::Other,
        }
    }
}

/// The width of a compared value, at most 64 bits.
fn width(model: &Model, value: ValueId) -> Option<u32> {
    match model.has_class(value, TypeClass::Pointer) {
        true => Some(64),
        false => model.type_of(value).integer_width().filter(|width| (1..=64).contains(width)),
    }
}

impl Range {
    fn all(width: u32) -> Range {
        let half = 1i128 << (width - 1);
        Range { signed: (-half, half - 1), unsigned: (0, 2 * half - 1), not: None }
    }

    fn one(number: i64, width: u32) -> Range {
        let (signed, unsigned) = (i128::from(number), unsigned(number, width));
        Range { signed: (signed, signed), unsigned: (unsigned, unsigned), not: None }
    }

    /// The range restricted to numbers that satisfy a comparison with a number; `None` if it is empty.
    fn with(mut self, predicate: IntPredicate, number: i64, width: u32) -> Option<Range> {
        use IntPredicate::*;
        let (n, u) = (i128::from(number), unsigned(number, width));
        match predicate {
            Eq => {
                self.signed = (self.signed.0.max(n), self.signed.1.min(n));
                self.unsigned = (self.unsigned.0.max(u), self.unsigned.1.min(u));
            }
            Ne => {
                self.signed = without(self.signed, n);
                self.unsigned = without(self.unsigned, u);
                self.not = Some(number);
            }
            Slt => self.signed.1 = self.signed.1.min(n - 1),
            Sle => self.signed.1 = self.signed.1.min(n),
            Sgt => self.signed.0 = self.signed.0.max(n + 1),
            Sge => self.signed.0 = self.signed.0.max(n),
            Ult => self.unsigned.1 = self.unsigned.1.min(u - 1),
            Ule => self.unsigned.1 = self.unsigned.1.min(u),
            Ugt => self.unsigned.0 = self.unsigned.0.max(u + 1),
            Uge => self.unsigned.0 = self.unsigned.0.max(u),
        }
        if self.signed.0 >= 0 {
            self.unsigned = (self.unsigned.0.max(self.signed.0), self.unsigned.1.min(self.signed.1));
        }
        if self.unsigned.1 < 1i128 << (width - 1) {
            self.signed = (self.signed.0.max(self.unsigned.0), self.signed.1.min(self.unsigned.1));
        }
        let is_excluded = |not: i64| self.signed == (not.into(), not.into());
        let is_empty = self.signed.0 > self.signed.1 || self.unsigned.0 > self.unsigned.1;
        (!is_empty && !self.not.is_some_and(is_excluded)).then_some(self)
    }
}

fn without((least, most): (i128, i128), number: i128) -> (i128, i128) {
    (if least == number { least + 1 } else { least }, if most == number { most - 1 } else { most })
}

fn unsigned(number: i64, width: u32) -> i128 {
    i128::from(number).rem_euclid(1 << width)
}

/// The congruent signed number of `width` bits.
fn signed(number: i128, width: u32) -> i128 {
    let half = 1i128 << (width - 1);
    (number + half).rem_euclid(2 * half) - half
}

/// The possible orders of two values, both signed and unsigned: one bit for each combination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Order(u8);

impl Order {
    const EQUAL: Order = Order(1);
    const ANY: Order = Order(31);
    const SIGNED_LESS: u8 = 2;
    const SIGNED_MORE: u8 = 4;
    const UNSIGNED_LESS: u8 = 8;
    const UNSIGNED_MORE: u8 = 16;

    fn with(self, predicate: IntPredicate) -> Order {
        use IntPredicate::*;
        let excluded = match predicate {
            Eq => 30,
            Ne => 1,
            Slt => 1 | Order::SIGNED_MORE,
            Sle => Order::SIGNED_MORE,
            Sgt => 1 | Order::SIGNED_LESS,
            Sge => Order::SIGNED_LESS,
            Ult => 1 | Order::UNSIGNED_MORE,
            Ule => Order::UNSIGNED_MORE,
            Ugt => 1 | Order::UNSIGNED_LESS,
            Uge => Order::UNSIGNED_LESS,
        };
        Order(self.0 & !excluded)
    }

    fn is_possible(self) -> bool {
        let has = |bits: u8| self.0 & bits != 0;
        let signed = Order::SIGNED_LESS | Order::SIGNED_MORE;
        has(1) || (has(signed) && has(Order::UNSIGNED_LESS | Order::UNSIGNED_MORE))
    }

    fn may_be(self, predicate: IntPredicate) -> bool {
        self.with(predicate).is_possible()
    }
}
