//! The rest of a nest: what it does beside the loops that a call replaces, in rounds of their own before and
//! behind the call.
//!
//! ```text
//! for i { for j: C[i][j] = 0          for i { for j: C[i][j] = 0 }
//!         for k, j: C[i][j] += … }  =>  call
//! ```
//!
//! In: the stores of a nest that the rewrite does not name. Out: the innermost named loops that have none of
//! them, which the call replaces, and the stores before and behind these; or the reason why they cannot be
//! told apart. What runs in other rounds than before must not notice:
//!
//! - The rest stores only to the elements that the call writes, in their round, or to a whole row of them. Each
//!   loop that stays steps through these elements, so that no two rounds share one.
//! - It is computed from what is outside the replaced loops. Before the call it needs nothing from behind
//!   them, and behind the call no element of the written array as it was before.
//!
//! The call computes for all rounds what the loops did; that accesses of other arrays do not overlap with the
//! written one is a condition of the guard.

use super::super::matched::Unfit;
use super::arrays::{Accessed, Analyses, Array};
use super::conditions::{Conditions, split};
use super::extents::no_wrap;
use super::rounds::Rounds;
use super::shape::{NestShape, entry};
use analysis::accesses::{LoopForest, LoopId, Term};
use ir::{BlockId, Effects, Model, Opcode, OpcodeSet, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The operations of an address that may be computed again.
const ADDRESS: OpcodeSet = OpcodeSet::of(&[
    Opcode::Add,
    Opcode::Sub,
    Opcode::Mul,
    Opcode::Shl,
    Opcode::Or,
    Opcode::SExt,
    Opcode::ZExt,
    Opcode::Trunc,
    Opcode::GetElementPtr,
]);

/// The rest of a nest beside a call.
#[derive(Clone, Debug)]
pub struct Rest {
    /// The blocks of the loop that the call replaces, its header first.
    pub replaced: Vec<BlockId>,
    /// The terminator of the only block that leads to it.
    pub entry: ValueId,
    /// The block behind it.
    pub exit: BlockId,
    /// The effects that come before the call.
    pub before: Vec<ValueId>,
    /// The effects that come behind it.
    pub behind: Vec<ValueId>,
    /// The value that the copies behind the call read from the elements that it has written.
    pub left: Option<LeftValue>,
    /// The blocks that stay and lie behind the replaced loop in a round.
    pub later: Vec<BlockId>,
    /// The values that the rest is computed from.
    pub computed: FxHashSet<ValueId>,
}

/// A value that a call leaves in the elements of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftValue {
    /// The value.
    pub value: ValueId,
    /// The value that is added to the element, if any.
    pub plus: Option<ValueId>,
    /// The store of the nest to the element.
    pub store: ValueId,
}

impl Rest {
    /// All effects that stay.
    pub fn effects(&self) -> impl Iterator<Item = ValueId> + '_ {
        self.before.iter().chain(&self.behind).copied()
    }
}

/// Whether an instruction is a call with effects.
pub(super) fn is_call_with_effects(model: &Model, value: ValueId) -> bool {
    model.opcode(value) == Some(Opcode::Call) && model.effects(value) != Effects::NONE
}

/// Whether an instruction fills memory with a byte.
pub(super) fn is_fill(model: &Model, call: ValueId) -> bool {
    let callee = model.operand(call, 0).and_then(|callee| model.global(callee));
    let is_volatile = || model.operand(call, 4).and_then(|flag| model.constant(flag)?.signed()) != Some(0);
    model.opcode(call) == Some(Opcode::Call)
        && callee.is_some_and(|callee| callee.name.starts_with("llvm.memset.p"))
        && !is_volatile()
}

/// The rest of a nest; `None` if there is none.
///
/// # Errors
///
/// The reason why it cannot be told apart from what the call does.
pub(super) fn rest_of(
    analyses: &mut Analyses<'_, '_>,
    (shape, rounds): (&NestShape, &Rounds),
    accessed: &Accessed,
    left: Option<(ValueId, Option<ValueId>)>,
    conditions: &mut Conditions,
) -> Result<Option<Rest>, Unfit> {
    let model = analyses.model;
    let fills: Vec<ValueId> =
        shape.instructions(model).filter(|value| is_call_with_effects(model, *value)).collect();
    if fills.is_empty() && accessed.foreign.is_empty() && shape.others.is_empty() && left.is_none() {
        return Ok(None);
    }
    let first_unfit = || match (accessed.foreign.first(), fills.first(), shape.others.first()) {
        (Some((.., unfit)), ..) => unfit.clone(),
        (_, Some(call), _) => Unfit::of(*call, "is a call with effects within the nest"),
        _ => Unfit::of(shape.header, "begins a nest with a loop that the rewrite does not name"),
    };
    let forest = analyses.accesses.loops();
    let Some(written) = accessed.written(model) else { return Err(first_unfit()) };
    let left = left.map(|left| left_value(model, left, accessed)).transpose()?;
    let own = left.map(|left| left.store);
    let inside: Vec<ValueId> = fills.iter().copied().chain(own).collect();
    let Some(replaced) = replaced_loop(model, forest, shape, accessed, &inside) else {
        return Err(first_unfit());
    };
    let around = Surroundings::of(model, forest, shape, replaced)?;
    for this in shape.loops.iter().take_while(|this| **this != replaced) {
        if !accessed.arrays[written].strides.iter().any(|(of, _)| of == this) {
            let first = model.block_first(forest.get(*this).header);
            let why = "begins a loop whose rounds store to the same elements, and something of it would stay";
            return Err(Unfit::of(first, why));
        }
    }
    let rows = Rows { model, shape, rounds, array: &accessed.arrays[written] };
    for (access, at, unfit) in &accessed.foreign {
        let array = &accessed.arrays[*at];
        let is_store = model.opcode(*access) == Some(Opcode::Store);
        let is_other = array.root != rows.array.root;
        if (is_other && is_store) || (!is_other && *at != written && !rows.has(forest, *access, array)) {
            return Err(unfit.clone());
        }
    }
    for &call in &fills {
        if !is_fill(model, call) || !rows.fills(analyses, call, conditions)? {
            return Err(Unfit::of(call, "is a call with effects within the nest"));
        }
    }
    let stores = accessed.foreign.iter().map(|(access, ..)| *access);
    let effects =
        stores.filter(|access| model.opcode(*access) == Some(Opcode::Store)).chain(fills).chain(own);
    let (before, behind): (Vec<ValueId>, Vec<ValueId>) =
        effects.partition(|effect| around.is_before(model, *effect));
    check_own(model, &around, accessed, (written, own), (&before, &behind))?;
    if let Some(left) = left {
        around.check_left(model, left)?;
    }
    let is_written = |load: ValueId| {
        accessed
            .all
            .iter()
            .any(|(access, at)| *access == load && accessed.arrays[*at].root == rows.array.root)
    };
    let mut computed = FxHashSet::default();
    for (effects, is_behind) in [(&before, false), (&behind, true)] {
        if !effects.is_empty() {
            let left = left.filter(|_| is_behind);
            computed.extend(around.computed(model, effects, (is_behind, left), &is_written)?);
        }
    }
    let later =
        around.stay.iter().filter(|block| around.positions.get(block).is_some_and(|at| *at >= around.behind));
    let later = later.copied().collect();
    let Surroundings { blocks, entry, exit, .. } = around;
    Ok(Some(Rest { replaced: blocks, entry, exit, before, behind, left, later, computed }))
}

/// The value that the call leaves, with the only store to the array that it writes.
fn left_value(
    model: &Model,
    (value, plus): (ValueId, Option<ValueId>),
    accessed: &Accessed,
) -> Result<LeftValue, Unfit> {
    let stores = accessed.places.iter().map(|(access, _)| *access);
    let mut stores = stores.filter(|access| model.opcode(*access) == Some(Opcode::Store));
    let unfit =
        || Unfit::of(value, "is not stored to the array that the call writes, as another value or itself");
    let store = stores.next().filter(|_| stores.next().is_none()).ok_or_else(unfit)?;
    let is_same_type =
        model.operand(store, 0).is_some_and(|stored| model.type_id(stored) == model.type_id(value));
    is_same_type.then_some(LeftValue { value, plus, store }).ok_or_else(unfit)
}

/// The outermost of the named loops that has nothing of the rest in it.
fn replaced_loop(
    model: &Model,
    forest: &LoopForest,
    shape: &NestShape,
    accessed: &Accessed,
    fills: &[ValueId],
) -> Option<LoopId> {
    let named = |inner: LoopId| forest.ancestors(inner).find(|around| shape.loops.contains(around));
    let of_value = |value: ValueId| forest.around(model.block_of(value)?).and_then(named);
    let accesses = accessed.foreign.iter().map(|(access, ..)| *access);
    let around = accesses.chain(fills.iter().copied()).map(of_value);
    let others = shape.others.iter().map(|this| named(*this));
    let depth = |this: LoopId| shape.loops.iter().position(|known| *known == this);
    let deepest = around.chain(others).map(|this| this.and_then(depth));
    let deepest = deepest.collect::<Option<Vec<usize>>>()?.into_iter().max()?;
    shape.loops.get(deepest + 1).copied()
}

/// The replaced loop, and the blocks around it in the order of a round.
struct Surroundings {
    /// The blocks of the loop, its header first.
    blocks: Vec<BlockId>,
    entry: ValueId,
    exit: BlockId,
    /// The position of each block of the nest in a round.
    positions: FxHashMap<BlockId, usize>,
    /// The positions of the loop's header, and of the block behind it.
    first: usize,
    behind: usize,
    /// The blocks that stay.
    stay: Vec<BlockId>,
}

impl Surroundings {
    fn of(
        model: &Model,
        forest: &LoopForest,
        shape: &NestShape,
        replaced: LoopId,
    ) -> Result<Surroundings, Unfit> {
        let header = forest.get(replaced).header;
        let entry = entry(model, forest, replaced)?;
        let unfit = || Unfit::of(entry, "enters the loops to be replaced in two ways");
        let before = model.block_of(entry).ok_or_else(unfit)?;
        let latch = forest.get(replaced).latches[0];
        let exit = model.block_successors(latch).iter().find(|to| !forest.has_block(replaced, **to));
        let exit = *exit.ok_or_else(unfit)?;
        let leads = |to: BlockId| model.block_successors(before).iter().filter(|next| **next == to).count();
        if leads(header) != 1 {
            return Err(unfit());
        }
        let positions: FxHashMap<BlockId, usize> = shape.walk.iter().copied().zip(0..).collect();
        let (Some(first), Some(behind)) = (positions.get(&header), positions.get(&exit)) else {
            return Err(unfit());
        };
        let (first, behind) = (*first, *behind);
        let (mut blocks, stay): (Vec<BlockId>, Vec<BlockId>) =
            shape.blocks.iter().partition(|block| forest.has_block(replaced, **block));
        blocks.sort_by_key(|block| *block != header);
        Ok(Surroundings { blocks, entry, exit, positions, first, behind, stay })
    }

    fn is_replaced(&self, model: &Model, value: ValueId) -> bool {
        model.block_of(value).is_some_and(|block| self.blocks.contains(&block))
    }

    fn position(&self, model: &Model, value: ValueId) -> Option<(usize, ValueId)> {
        let block = model.block_of(value)?;
        Some((*self.positions.get(&block)?, value))
    }

    fn is_before(&self, model: &Model, value: ValueId) -> bool {
        self.position(model, value).is_some_and(|(at, _)| at < self.first)
    }

    fn is_behind(&self, model: &Model, value: ValueId) -> bool {
        self.position(model, value).is_some_and(|(at, _)| at >= self.behind)
    }

    /// Checks that the copies behind the call can read the value as soon as they come to it: nothing needs it
    /// earlier, and its address is computed from what is known by then.
    fn check_left(&self, model: &Model, left: LeftValue) -> Result<(), Unfit> {
        let (value, store) = (left.value, left.store);
        if !self.is_replaced(model, value) && !self.is_behind(model, value) {
            return Err(Unfit::of(value, "is not computed by the loops that the call replaces"));
        }
        if let Some(plus) =
            left.plus.filter(|plus| self.is_replaced(model, *plus) || self.is_behind(model, *plus))
        {
            return Err(Unfit::of(plus, "is computed by the loops that the call replaces, or behind them"));
        }
        let (mut open, mut seen) = (vec![model.operand(store, 1)], FxHashSet::default());
        while let Some(value) = open.pop() {
            let Some(value) = value else { continue };
            if !self.is_replaced(model, value) && !self.is_behind(model, value) || !seen.insert(value) {
                continue;
            }
            if self.is_replaced(model, value)
                || !ADDRESS.meets(OpcodeSet::of(&[model.opcode(value).unwrap_or(Opcode::Other)]))
            {
                return Err(Unfit::of(
                    value,
                    "is no part of an address that is known behind the replaced loops",
                ));
            }
            open.extend(model.operands(value).iter().map(|edge| Some(edge.to)));
        }
        Ok(())
    }

    /// The values that effects and the control flow of the rest are computed from. Where a value is `left` by
    /// the call, nothing that it is computed from is needed, and no element of the written array may be.
    fn computed(
        &self,
        model: &Model,
        effects: &[ValueId],
        (is_behind, left): (bool, Option<LeftValue>),
        is_written: &dyn Fn(ValueId) -> bool,
    ) -> Result<FxHashSet<ValueId>, Unfit> {
        let ends = self.stay.iter().map(|block| model.terminator(*block));
        let plus = left.and_then(|left| left.plus);
        let mut open: Vec<ValueId> = effects.iter().copied().chain(ends).chain(plus).collect();
        let mut seen: FxHashSet<ValueId> = FxHashSet::default();
        while let Some(value) = open.pop() {
            let in_nest = model
                .block_of(value)
                .is_some_and(|block| self.stay.contains(&block) || self.blocks.contains(&block));
            if !in_nest || left.is_some_and(|left| left.value == value) || !seen.insert(value) {
                continue;
            }
            if self.is_replaced(model, value) {
                let why =
                    "is computed in the loops that the call replaces, and the rest of the nest needs it";
                return Err(Unfit::of(value, why));
            }
            let is_load = model.opcode(value) == Some(Opcode::Load) && is_written(value);
            let is_early = is_behind && is_load && (left.is_some() || !self.is_behind(model, value));
            let is_late =
                !is_behind && model.opcode(value) == Some(Opcode::Load) && self.is_behind(model, value);
            if is_early || is_late {
                let why = "is computed on the other side of the loops that the call replaces";
                return Err(Unfit::of(value, why));
            }
            open.extend(model.operands(value).iter().map(|edge| edge.to));
        }
        Ok(seen)
    }
}

/// Checks the accesses of the call that stay outside the replaced loops: loads of the written array come
/// behind all effects before the call, and its store before all effects behind the call.
fn check_own(
    model: &Model,
    around: &Surroundings,
    accessed: &Accessed,
    (written, left): (usize, Option<ValueId>),
    (before, behind): (&[ValueId], &[ValueId]),
) -> Result<(), Unfit> {
    let outside = |access: &&(ValueId, usize)| access.1 == written && !around.is_replaced(model, access.0);
    for (access, _) in accessed.places.iter().filter(outside).filter(|(access, _)| Some(*access) != left) {
        let at = around.position(model, *access);
        let is_store = model.opcode(*access) == Some(Opcode::Store);
        let is_wrong = |effect: &&ValueId| match is_store {
            true => around.position(model, **effect) < at,
            false => around.position(model, **effect) > at,
        };
        let others = if is_store { behind } else { before };
        if let Some(effect) = others.iter().find(is_wrong) {
            return Err(Unfit::of(*effect, "is an effect between the accesses that the call replaces"));
        }
        if is_store && around.is_before(model, *access) {
            return Err(Unfit::of(*access, "is a store before the loops that the call replaces"));
        }
    }
    let loads = accessed.foreign.iter().filter(|(load, at, _)| {
        model.opcode(*load) == Some(Opcode::Load)
            && accessed.arrays[*at].root == accessed.arrays[written].root
    });
    let own = accessed.places.iter().filter(outside).map(|(access, _)| *access);
    let own: Vec<ValueId> = own.filter(|access| model.opcode(*access) == Some(Opcode::Store)).collect();
    for (load, ..) in loads.filter(|(load, ..)| around.is_behind(model, *load)) {
        if own.iter().any(|store| around.position(model, *load) < around.position(model, *store)) {
            return Err(Unfit::of(*load, "is a load between the accesses that the call replaces"));
        }
    }
    Ok(())
}

/// The rows of the array that the call writes.
struct Rows<'a> {
    model: &'a Model,
    shape: &'a NestShape,
    rounds: &'a Rounds,
    array: &'a Array,
}

impl Rows<'_> {
    /// The loop of the written array that a row goes along: the only one without a stride in `known`, if all
    /// others have the same stride there.
    fn along(&self, known: &[(LoopId, Term)]) -> Option<(LoopId, &Term)> {
        let mut left = self.array.strides.iter().filter(|stride| !known.contains(stride));
        let (of, stride) = left.next().filter(|_| left.next().is_none())?;
        (known.len() + 1 == self.array.strides.len()).then_some((*of, stride))
    }

    fn is_in(&self, forest: &LoopForest, value: ValueId, this: LoopId) -> bool {
        self.model.block_of(value).is_some_and(|block| forest.has_block(this, block))
    }

    /// Whether a loop that the rewrite does not name goes along a row, and the access touches the row's
    /// elements in turn.
    fn has(&self, forest: &LoopForest, access: ValueId, array: &Array) -> bool {
        let is_other = |(of, _): &&(LoopId, Term)| self.shape.others.contains(of);
        let mut own = array.strides.iter().filter(is_other);
        let Some((of, step)) = own.next().filter(|_| own.next().is_none()) else { return false };
        let known: Vec<(LoopId, Term)> =
            array.strides.iter().filter(|stride| !is_other(stride)).cloned().collect();
        self.along(&known).is_some_and(|(along, stride)| {
            stride == step
                && self.rounds.are_same(along, *of)
                && array.start == self.array.start
                && array.size == self.array.size
                && !self.is_in(forest, access, along)
        })
    }

    /// Whether a `memset` fills a row.
    fn fills(
        &self,
        analyses: &mut Analyses<'_, '_>,
        call: ValueId,
        conditions: &mut Conditions,
    ) -> Result<bool, Unfit> {
        let (model, accesses) = (self.model, &mut *analyses.accesses);
        let [Some(place), Some(length)] = [1, 3].map(|n| model.operand(call, n)) else { return Ok(false) };
        let Some((root, offset)) = accesses.place(place) else { return Ok(false) };
        if root != self.array.root {
            return Ok(false);
        }
        let [of_place, of_length] = [place, length].map(|value| accesses.value(value));
        let all: Vec<LoopId> = self.shape.all_loops().collect();
        let size = Term::constant(self.array.size.into());
        let Some(first) = accesses.term(offset).and_then(|bytes| bytes.divided_by(&size)) else {
            return Ok(false);
        };
        let (Some((strides, _)), Some((_, start))) = (split(&first, &all), self.rounds.split(&first)) else {
            return Ok(false);
        };
        let Some((along, stride)) = self.along(&strides) else { return Ok(false) };
        let bytes = self.rounds.count(along).times(&size);
        let is_row = stride.as_constant() == Some(1)
            && !self.rounds.is_bounded(along)
            && start == self.array.start
            && bytes.as_ref() == Some(&of_length.term)
            && !self.is_in(accesses.loops(), call, along);
        if is_row {
            no_wrap(model, accesses, self.rounds, &of_place.assumed, conditions)?;
            no_wrap(model, accesses, self.rounds, &of_length.assumed, conditions)?;
        }
        Ok(is_row)
    }
}
