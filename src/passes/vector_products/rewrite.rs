//! The edit plan for products with the same scalars: the scalars are multiplied and widened once, the vectors
//! as before.
//!
//! In: `a*splat(s)*splat(t)` and `b*splat(t)*splat(s)` in one block. Out: `u = splat(s*t)`, `a*u` and `b*u`.
//!
//! Place: at the first product. If all scalars were widened outside a loop that contains the products, the
//! new splat also goes outside, before the last old one. The rewrite is profitable if fewer vector
//! multiplications and no more instructions remain, both in the loop and outside. Removed instructions count;
//! a splat with other uses stays.

use super::product::VectorProduct;
use super::splat::{Scalar, Splat};
use crate::regroup::{Regrouping, common_flags, with_dead};
use crate::target;
use ir::host::{Host, Instruction};
use ir::{Constant, EditPlan, Flags, Model, NewInstruction, NewKind, Opcode, Operand, TypeId, ValueId};
use rustc_hash::FxHashSet;
use smallvec::smallvec;

/// Products in one block with the same scalars.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) scalars: Vec<Scalar>,
    /// In the order of the block.
    pub(super) products: Vec<VectorProduct>,
}

/// The reason why a group is not rewritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stays {
    /// Fewer than two scalars, or only numbers.
    NothingToMultiply,
    /// The splats have other uses.
    NoFewerInstructions,
    /// More would be computed before a loop than saved in it, and the loop may not be entered.
    MoreOutside,
    /// The target has no lower cost for the new instructions.
    NoGain,
}

impl Group {
    /// The instruction before which the scalars are multiplied and widened, if the rewrite is profitable on
    /// the target.
    pub(super) fn place(&self, regrouping: &Regrouping<'_>, host: &dyn Host) -> Result<ValueId, Stays> {
        let place = self.cheaper(regrouping)?;
        let (model, top) = (regrouping.model, self.products[0].top);
        let gone = self.gone(model);
        let scalar = self.scalars.iter().find_map(|scalar| match scalar {
            Scalar::Value(value) => Some(*value),
            Scalar::Lanes(_) => None,
        });
        let scalar = scalar.ok_or(Stays::NothingToMultiply)?;
        let mut new = vec![Instruction::Binary(Opcode::FMul, scalar); self.scalars.len() - 1];
        let own: usize = self.products.iter().map(VectorProduct::remaining).sum();
        new.extend(std::iter::repeat_n(Instruction::Binary(Opcode::FMul, top), own));
        // The new splat costs as much as a removed one.
        let of_splat = |opcode| gone.iter().find(|value| model.opcode(**value) == Some(opcode));
        let splat = [Opcode::InsertElement, Opcode::ShuffleVector].into_iter().filter_map(of_splat);
        new.extend(splat.map(|value| Instruction::Like(*value)));
        let pays = target::pays(model, host, &new, gone.iter().copied());
        let is_better = pays && !target::may_spill(model, host, top);
        if is_better { Ok(place) } else { Err(Stays::NoGain) }
    }

    /// The insertion point of the shared code, if fewer vector multiplications and no more instructions
    /// remain.
    fn cheaper(&self, regrouping: &Regrouping<'_>) -> Result<ValueId, Stays> {
        let is_value = |scalar: &Scalar| matches!(scalar, Scalar::Value(_));
        if self.scalars.len() < 2 || !self.scalars.iter().any(is_value) {
            return Err(Stays::NothingToMultiply);
        }
        let model = regrouping.model;
        let gone = self.gone(model);
        let top = self.products[0].top;
        let inside = gone.iter().filter(|value| !regrouping.repeats(top, **value)).count();
        // The product of the scalars, and two instructions for its splat.
        let shared = self.scalars.len() - 1 + 2;
        let own: usize = self.products.iter().map(VectorProduct::remaining).sum();
        let made =
            || self.products.iter().flat_map(|product| &product.splats).filter(|s| !s.made_by.is_empty());
        if !made().all(|splat| regrouping.repeats(top, splat.vector)) {
            return if own + shared <= inside { Ok(top) } else { Err(Stays::NoFewerInstructions) };
        }
        // All splats dominate the products, so one of any two dominates the other.
        let later = |a: ValueId, b: ValueId| if model.dominates(a, b) { b } else { a };
        let last = made().map(|splat| splat.vector).reduce(later).ok_or(Stays::NothingToMultiply)?;
        let outside = gone.iter().filter(|value| model.block_of(**value) == model.block_of(last)).count();
        let always_entered = model.post_dominates(top, last);
        match shared <= outside || (always_entered && own + shared <= inside + outside) {
            true => Ok(last),
            false => Err(Stays::MoreOutside),
        }
    }

    /// The instructions that become dead.
    fn gone(&self, model: &Model) -> Vec<ValueId> {
        erased(model, std::slice::from_ref(&self))
    }

    fn inside(&self) -> impl Iterator<Item = ValueId> {
        self.products.iter().flat_map(|product| product.inside.iter().copied())
    }

    fn splats(&self) -> impl Iterator<Item = &Splat> {
        self.products.iter().flat_map(|product| &product.splats)
    }

    /// The operands of the new code.
    fn retained(&self) -> impl Iterator<Item = ValueId> {
        let scalars = self.scalars.iter().filter_map(|scalar| match scalar {
            Scalar::Value(value) => Some(*value),
            Scalar::Lanes(_) => None,
        });
        scalars.chain(self.products.iter().flat_map(|product| product.plain.iter().copied()))
    }

    /// Adds the new code to a plan, the shared part before `place`.
    pub(super) fn write(&self, model: &Model, place: ValueId, plan: &mut EditPlan) {
        let Some(scalar_type) = self.scalar_type(model) else { return };
        let tops: Vec<ValueId> = self.products.iter().map(|product| product.top).collect();
        let touched: Vec<ValueId> =
            self.inside().chain(self.splats().flat_map(|splat| splat.products.clone())).collect();
        let flags = common_flags(model, &touched);
        let add = |plan: &mut EditPlan, kind, flags, before, location_of, name| {
            plan.create(NewInstruction { kind, flags, before, location_of, name })
        };
        let factors: Vec<Operand> =
            self.scalars.iter().filter_map(|scalar| operand(model, plan, scalar_type, *scalar)).collect();
        let scalar = factors.into_iter().reduce(|product, factor| {
            let kind = NewKind::Binary(Opcode::FMul, product, factor);
            add(plan, kind, flags, place, tops.clone().into(), "scalar")
        });
        let Some(scalar) = scalar else { return };
        let splat = NewKind::Splat(scalar, model.type_id(tops[0]));
        let splat = add(plan, splat, Flags::NONE, place, tops.clone().into(), "splat");
        for product in &self.products {
            let flags = common_flags(model, &product.inside) & flags;
            let vectors = product.plain.iter().map(|value| Operand::Value(*value)).chain([splat]);
            let whole = vectors.reduce(|whole, factor| {
                let kind = NewKind::Binary(Opcode::FMul, whole, factor);
                add(plan, kind, flags, product.top, smallvec![product.top], "product")
            });
            plan.replace.push((product.top, whole.unwrap_or(splat)));
        }
    }

    fn scalar_type(&self, model: &Model) -> Option<TypeId> {
        self.scalars.iter().find_map(|scalar| match scalar {
            Scalar::Value(value) => Some(model.type_id(*value)),
            Scalar::Lanes(_) => None,
        })
    }
}

fn operand(model: &Model, plan: &mut EditPlan, ty: TypeId, scalar: Scalar) -> Option<Operand> {
    match (
        scalar,
        model.constant(match scalar {
            Scalar::Value(value) | Scalar::Lanes(value) => value,
        }),
    ) {
        (Scalar::Value(value), _) => Some(Operand::Value(value)),
        (Scalar::Lanes(_), Some(Constant::Splat(number))) => Some(plan.constant(ty, number.clone())),
        (Scalar::Lanes(_), _) => None,
    }
}

/// The instructions removed when all these groups are rewritten, users before their operands.
pub(super) fn erased(model: &Model, groups: &[impl std::borrow::Borrow<Group>]) -> Vec<ValueId> {
    let groups = || groups.iter().map(std::borrow::Borrow::borrow);
    let inside = groups().flat_map(Group::inside).collect();
    let parts = groups().flat_map(Group::splats).flat_map(|splat| splat.made_by.iter().copied()).collect();
    let retained: FxHashSet<ValueId> = groups().flat_map(Group::retained).collect();
    with_dead(model, inside, parts, &retained)
}
