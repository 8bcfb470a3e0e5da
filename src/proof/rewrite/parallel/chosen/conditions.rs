//! The conditions of one replacement, from the truth value of a choice or branch.
//!
//! In: `select (c & x[i] < least), x[i], least`. Out: the comparison of `x[i]` with `least`, and `c`, which
//! must hold.

use super::super::super::matched::Unfit;
use super::{Group, ReplacedWhen, Replacing};
use ir::{Better, Constant, Flags, FloatPredicate, IntPredicate, Opcode, TypeClass, ValueId};

impl Group<'_> {
    /// The conditions that all hold where a truth value is this one.
    pub(super) fn conditions(
        &self,
        condition: ValueId,
        holds: bool,
        (new, old): (ValueId, ValueId),
    ) -> Result<ReplacedWhen, Unfit> {
        let (model, mut open) = (self.model, vec![(condition, holds)]);
        let mut conditions = ReplacedWhen::default();
        let is_constant = |value: ValueId, number: i128| {
            model.constant(value).and_then(Constant::signed).is_some_and(|is| is & 1 == number)
        };
        while let Some((value, holds)) = open.pop() {
            if !self.depending.contains(&value) {
                conditions.others.push((value, holds));
                continue;
            }
            let unfit = || self.unfit(value);
            let operand = |n: u32| model.operand(value, n).ok_or_else(unfit);
            match model.opcode(value) {
                Some(Opcode::And) if holds => open.extend([(operand(0)?, true), (operand(1)?, true)]),
                Some(Opcode::Or) if !holds => open.extend([(operand(0)?, false), (operand(1)?, false)]),
                Some(Opcode::Xor) if is_constant(operand(1)?, 1) => open.push((operand(0)?, !holds)),
                Some(Opcode::Select) if holds && is_constant(operand(2)?, 0) => {
                    open.extend([(operand(0)?, true), (operand(1)?, true)]);
                }
                Some(Opcode::Select) if !holds && is_constant(operand(1)?, 1) => {
                    open.extend([(operand(0)?, false), (operand(2)?, false)]);
                }
                Some(Opcode::ICmp | Opcode::FCmp) => {
                    let better = self.better(value, holds, (new, old)).ok_or_else(unfit)?;
                    let one = Replacing { new, old, better };
                    if conditions.comparison.replace(one).is_some_and(|other| other != one) {
                        return Err(unfit());
                    }
                }
                _ => return Err(unfit()),
            }
        }
        conditions.others.sort_unstable();
        conditions.others.dedup();
        Ok(conditions)
    }

    /// How a new value compares with an old one where a comparison has this outcome.
    fn better(&self, comparison: ValueId, holds: bool, (new, old): (ValueId, ValueId)) -> Option<Better> {
        let model = self.model;
        let operands = (model.operand(comparison, 0)?, model.operand(comparison, 1)?);
        let is_swapped = match operands {
            operands if operands == (new, old) => false,
            operands if operands == (old, new) => true,
            _ => return None,
        };
        if let Some(predicate) = model.predicate(comparison) {
            use IntPredicate::{Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
            // Addresses are not compared as numbers here.
            model.has_class(new, TypeClass::Integer).then_some(())?;
            let predicate = if holds { predicate } else { predicate.opposite() };
            let predicate = if is_swapped { predicate.swapped() } else { predicate };
            return Some(match predicate {
                Slt => Better::SLess,
                Sle => Better::SLessEqual,
                Sgt => Better::SGreater,
                Sge => Better::SGreaterEqual,
                Ult => Better::ULess,
                Ule => Better::ULessEqual,
                Ugt => Better::UGreater,
                Uge => Better::UGreaterEqual,
                _ => return None,
            });
        }
        use FloatPredicate::{Oge, Ogt, Ole, Olt, Uge, Ugt, Ule, Ult};
        let predicate = model.float_predicate(comparison)?;
        let predicate = if holds { predicate } else { predicate.opposite() };
        let is_number = model.flags(comparison).contains(Flags::NNAN);
        let better = match predicate {
            Olt => Better::FLess,
            Ole => Better::FLessEqual,
            Ogt => Better::FGreater,
            Oge => Better::FGreaterEqual,
            Ult if is_number => Better::FLess,
            Ule if is_number => Better::FLessEqual,
            Ugt if is_number => Better::FGreater,
            Uge if is_number => Better::FGreaterEqual,
            _ => return None,
        };
        Some(if is_swapped { better.swapped() } else { better })
    }

    /// The kind of a call that is a minimum or maximum of integers: how a new value must compare at least.
    pub(super) fn extremum(&self, call: ValueId) -> Option<Better> {
        let model = self.model;
        let callee = model.global(model.operand(call, 0)?).filter(|callee| callee.is_intrinsic)?;
        let named = [
            ("llvm.smin.", Better::SLessEqual),
            ("llvm.smax.", Better::SGreaterEqual),
            ("llvm.umin.", Better::ULessEqual),
            ("llvm.umax.", Better::UGreaterEqual),
        ];
        named.into_iter().find(|(base, _)| callee.name.starts_with(base)).map(|(_, kind)| kind)
    }

    /// The old and the new value of a minimum or maximum of the first flow.
    pub(super) fn old_and_new(&self, call: ValueId) -> Option<(ValueId, ValueId)> {
        let (one, other) = (self.model.operand(call, 1)?, self.model.operand(call, 2)?);
        match (self.is_member(0, one), self.is_member(0, other)) {
            (true, false) => Some((one, other)),
            (false, true) => Some((other, one)),
            _ => None,
        }
        .filter(|(_, new)| !self.depending.contains(new))
    }
}
