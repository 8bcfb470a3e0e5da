//! The order of accesses to one element in a round of a nest.
//!
//! In: `C[i][j] = 0; for k { C[i][j] = s }`. Out: the first store need not be made if the nest reads the
//! element nowhere, or only before this store.

use super::super::matched::Unfit;
use super::shape::NestShape;
use analysis::accesses::{Accesses, LoopId, Term};
use ir::{Model, Opcode, ValueId};

/// How many operations between a load and the loop whose sum starts with its multiple are followed.
const DEEPEST: usize = 2;

/// The order of one function's accesses.
pub(super) struct RoundOrder<'a, 'm> {
    pub(super) model: &'m Model,
    pub(super) accesses: &'a Accesses<'m>,
}

impl RoundOrder<'_, '_> {
    fn around(&self, value: ValueId) -> Option<LoopId> {
        self.model.block_of(value).and_then(|block| self.accesses.loops().around(block))
    }

    /// Whether another one of these stores overwrites what this one stores in each round, and no load of the
    /// nest comes between them. Accesses to the same elements are those with the index `at`.
    pub(super) fn is_overwritten(
        &self,
        store: ValueId,
        all: &[(ValueId, usize)],
        at: usize,
        stores: &[ValueId],
    ) -> bool {
        let (model, Some(this)) = (self.model, self.around(store)) else { return false };
        let same = || all.iter().filter(|(other, of)| *of == at && *other != store).map(|(other, _)| *other);
        let is_store = |access: &ValueId| model.opcode(*access) == Some(Opcode::Store);
        let comes_later = |other: ValueId| {
            let mut around =
                self.around(other).into_iter().flat_map(|inner| self.accesses.loops().ancestors(inner));
            model.dominates(store, other) && around.any(|around| around == this)
        };
        let is_before = |load: ValueId| self.around(load) == Some(this) && model.dominates(load, store);
        same().any(|other| is_store(&other) && stores.contains(&other) && comes_later(other))
            && same().all(|other| is_store(&other) || is_before(other))
    }

    /// Whether one of these stores, behind a loop, overwrites what this one stores in each round of the
    /// loop, and no load of the nest comes between them. Accesses to the same elements are those with the
    /// index `at`.
    pub(super) fn is_overwritten_behind(
        &self,
        shape: &NestShape,
        (store, strides): (ValueId, &[(LoopId, Term)]),
        all: &[(ValueId, usize)],
        at: usize,
        stores: &[ValueId],
    ) -> bool {
        let (model, Some(this)) = (self.model, self.around(store)) else { return false };
        let position = |value: ValueId| {
            let block = model.block_of(value)?;
            Some((shape.walk.iter().position(|known| *known == block)?, value))
        };
        let same = || all.iter().filter(|(other, of)| *of == at && *other != store).map(|(other, _)| *other);
        let loops = self.accesses.loops();
        let overwrites = |other: ValueId| {
            let Some(outer) = self.around(other) else { return false };
            let between: Vec<LoopId> = loops.ancestors(this).take_while(|around| *around != outer).collect();
            let repeats = |of: &LoopId| !strides.iter().any(|(by, _)| by == of);
            let Some(last) = between.last().filter(|_| between.len() < loops.ancestors(this).count()) else {
                return false;
            };
            let begin = position(model.block_first(loops.get(*last).header));
            between.iter().all(repeats)
                && position(store) < position(other)
                && same().all(|access| access == other || position(access) < begin)
        };
        same().any(|other| stores.contains(&other) && overwrites(other))
    }

    /// Checks that a load of an element that the nest also stores to belongs to the round of the store: it is
    /// in the loop of the store, or only phis of loop headers use it or its multiple. Stores that are
    /// `overwritten` use nothing.
    pub(super) fn check_one_round(
        &self,
        store: ValueId,
        load: ValueId,
        overwritten: &[ValueId],
    ) -> Result<(), Unfit> {
        match self.around(store) == self.around(load) || self.is_taken_up(load, overwritten, DEEPEST) {
            true => Ok(()),
            false => Err(Unfit::of(load, "loads an element once that the nest stores to in several rounds")),
        }
    }

    /// Whether only phis of loop headers use a value, or a product with it in the same loop.
    fn is_taken_up(&self, value: ValueId, overwritten: &[ValueId], depth: usize) -> bool {
        let model = self.model;
        let begins = |user: ValueId| {
            let block = model.block_of(user);
            model.opcode(user) == Some(Opcode::Phi)
                && block.is_some_and(|block| self.accesses.loops().with_header(block).is_some())
        };
        let is_multiple = |user: ValueId| {
            matches!(model.opcode(user), Some(Opcode::FMul | Opcode::FNeg))
                && self.around(user) == self.around(value)
        };
        depth > 0
            && model.operand_uses(value).iter().map(|edge| edge.to).all(|user| {
                begins(user)
                    || overwritten.contains(&user)
                    || (is_multiple(user) && self.is_taken_up(user, overwritten, depth - 1))
            })
    }
}
