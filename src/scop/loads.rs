//! Invariant loads of a part, which are parameters: each reads the value that memory holds when the part is
//! entered.
//!
//! ```text
//! for (i = 0; i < *n; i++) a[i] = 0;      =>      one parameter, what is loaded from n, as long as a and n do not overlap
//! ```
//!
//! Loads of one type from one address are one parameter. A write that may alias the load must be to another
//! array, so that a run-time check can exclude the overlap. (Polly hoists such loads,
//! `ScopBuilder::hoistInvariantLoads`.)

use super::affine::Affine;
use ir::{Base, BlockId, Effects, Model, Opcode, TypeId, ValueId};
use rustc_hash::FxHashMap;

/// Whether an instruction (first) may write the memory that a load (second) reads.
pub type MayWrite<'m> = dyn Fn(ValueId, ValueId) -> bool + 'm;

/// Loads from one address that are one parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The loads; the first one represents the value.
    pub loads: Vec<ValueId>,
    /// The address that the offset starts from.
    pub base: Base,
    /// The offset in bytes, an expression in parameters alone.
    pub offset: Affine,
    ty: TypeId,
}

/// The loads of a part that are parameters.
#[derive(Clone)]
pub(super) struct Loads<'m> {
    model: &'m Model,
    /// The alias query; without it no further loads become parameters.
    may_write: Option<&'m MayWrite<'m>>,
    found: Vec<Loaded>,
    /// The group of each load; `None` for a load that is no parameter.
    of: FxHashMap<ValueId, Option<usize>>,
    /// The blocks of the part, and the writes in the first of them.
    blocks: Vec<BlockId>,
    writes: Vec<ValueId>,
    looked_at: usize,
}

impl<'m> Loads<'m> {
    pub(super) fn new(model: &'m Model, may_write: Option<&'m MayWrite<'m>>) -> Self {
        let (found, of, blocks, writes) = (Vec::new(), FxHashMap::default(), Vec::new(), Vec::new());
        Self { model, may_write, found, of, blocks, writes, looked_at: 0 }
    }

    /// The loads of a part already described, and no others.
    pub(super) fn of_part(model: &'m Model, loaded: &[Loaded]) -> Self {
        let numbered = loaded.iter().enumerate();
        let of = numbered.flat_map(|(k, loaded)| loaded.loads.iter().map(move |load| (*load, Some(k))));
        let of = of.collect();
        Self { found: loaded.to_vec(), of, ..Self::new(model, None) }
    }

    /// Adds blocks to the part.
    pub(super) fn extend(&mut self, blocks: &[BlockId]) {
        self.blocks.extend(blocks);
    }

    pub(super) fn len(&self) -> usize {
        self.found.len()
    }

    pub(super) fn found(&self) -> &[Loaded] {
        &self.found
    }

    pub(super) fn into_found(self) -> Vec<Loaded> {
        self.found
    }

    /// Restores an earlier state with that many loads; blocks added since are removed from the part.
    pub(super) fn truncate(&mut self, count: usize, blocks: usize) {
        self.forget(count);
        self.blocks.truncate(blocks);
        self.writes.clear();
        self.looked_at = 0;
    }

    /// Removes all loads but the first `count`.
    pub(super) fn forget(&mut self, count: usize) {
        self.found.truncate(count);
        self.of.retain(|_, number| number.is_some_and(|number| number < count));
        let of = &self.of;
        let is_known = |load: &ValueId| of.contains_key(load);
        self.found.iter_mut().for_each(|loaded| loaded.loads.retain(is_known));
    }

    pub(super) fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// The representative of a load's value, if it is known; `Some(None)` if the load is no parameter.
    pub(super) fn known(&self, load: ValueId) -> Option<Option<ValueId>> {
        let known = self.of.get(&load).map(|number| number.map(|number| self.found[number].loads[0]));
        known.or_else(|| self.may_write.is_none().then_some(None))
    }

    /// Adds a load from an invariant address; returns the representative of its value.
    pub(super) fn add(&mut self, load: ValueId, base: Base, offset: Affine) -> Option<ValueId> {
        let ty = self.model.type_id(load);
        let is_same = |loaded: &Loaded| loaded.base == base && loaded.ty == ty && loaded.offset == offset;
        let number = self.found.iter().position(is_same).unwrap_or(self.found.len());
        if number == self.found.len() {
            self.found.push(Loaded { loads: Vec::new(), base, offset, ty });
        }
        self.found[number].loads.push(load);
        self.of.insert(load, Some(number));
        Some(self.found[number].loads[0])
    }

    /// Records that a load is no parameter.
    pub(super) fn refuse(&mut self, load: ValueId) {
        self.of.insert(load, None);
    }

    /// Whether a write of the part that may alias the load has the same base, so that no run-time check can
    /// exclude it. True as well without an alias query.
    pub(super) fn is_written(&mut self, load: ValueId, base: Base) -> bool {
        let Some(may_write) = self.may_write else { return true };
        let model = self.model;
        for block in &self.blocks[self.looked_at..] {
            let writes = |v: &ValueId| model.effects(*v).contains(Effects::WRITES);
            self.writes.extend(model.block_instructions(*block).filter(writes));
        }
        self.looked_at = self.blocks.len();
        self.writes.iter().any(|write| may_write(*write, load) && self.root(*write) == Some(base))
    }

    /// Whether a write to the base of these loads may change what one of them reads.
    pub(super) fn may_be_written(&self, loaded: &Loaded, write: ValueId, base: Base) -> bool {
        let may_write = |load: &ValueId| self.may_write.is_none_or(|may_write| may_write(write, *load));
        loaded.base == base && loaded.loads.iter().any(may_write)
    }

    /// The base address of a write, without looking through phis.
    fn root(&self, write: ValueId) -> Option<Base> {
        let model = self.model;
        let mut at = model.operand(write, 1)?;
        loop {
            if let Some(constant) = model.constant_address(at) {
                return Some(constant.base);
            }
            match model.opcode(at) {
                Some(Opcode::GetElementPtr) => at = model.operand(at, 0)?,
                Some(Opcode::Load) => return Some(Base::Value(self.known(at).flatten().unwrap_or(at))),
                _ => return Some(Base::Value(at)),
            }
        }
    }
}
