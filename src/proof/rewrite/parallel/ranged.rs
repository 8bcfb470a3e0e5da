//! Indices that the loop computes: their least and greatest values are asked for before the rounds run, by a
//! copy of the loop without its stores.
//!
//! The copy takes the same branches, and computes the same indices, only if these depend on nothing that the
//! loop writes. In: `h[key[i]]++`. Out: the range of `key[i]`, for which `key` must be apart from `h`.

use super::super::matched::Unfit;
use super::super::nest::NestShape;
use ir::{Model, Opcode, ValueId};
use rustc_hash::FxHashSet;

/// Limit on the values that branches and indices are computed from.
const MOST_VALUES: usize = 4096;

/// Bytes from index to index are less than this: the guard asks for indices below 2^40, so that addresses
/// do not wrap.
const MOST_FACTOR: u64 = 1 << 22;

/// The bytes of a constant offset are less than this.
const FARTHEST: u64 = 1 << 60;

/// Limit on the ranges of one loop.
pub(super) const MOST_RANGES: usize = 8;

/// An access by an index that the loop computes: at `root + offset + factor * index`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RangedIndex {
    /// The load or store.
    pub access: ValueId,
    pub(super) root: ValueId,
    pub(super) index: ValueId,
    pub(super) is_signed: bool,
    pub(super) offset: i64,
    pub(super) factor: i64,
    pub(super) size: u32,
}

impl RangedIndex {
    /// Reads the address of an access; `None` unless one integer in it changes.
    pub(super) fn of(
        model: &Model,
        shape: &NestShape,
        access: ValueId,
        root: ValueId,
    ) -> Option<RangedIndex> {
        let at = if model.opcode(access) == Some(Opcode::Store) { 1 } else { 0 };
        let (mut pointer, mut offset, mut terms) = (model.operand(access, at)?, 0i64, Vec::new());
        while pointer != root {
            let form =
                model.gep_form(pointer).filter(|_| model.opcode(pointer) == Some(Opcode::GetElementPtr))?;
            offset = offset.checked_add(form.offset)?;
            for (n, factor) in &form.terms {
                terms.push((model.operand(pointer, *n)?, *factor));
            }
            pointer = model.operand(pointer, 0)?;
        }
        let [(index, factor)] = terms.as_slice() else { return None };
        let (mut index, mut is_signed) = (*index, true);
        if let Some(cast @ (Opcode::SExt | Opcode::ZExt)) = model.opcode(index) {
            (index, is_signed) = (model.operand(index, 0)?, cast == Opcode::SExt);
        }
        let width = model.type_of(index).integer_width()?;
        let is_near = (1..MOST_FACTOR).contains(&factor.unsigned_abs()) && offset.unsigned_abs() < FARTHEST;
        let is_changing = is_near && !shape.is_fixed(model, index) && matches!(width, 8 | 16 | 32 | 64);
        let size = model.access_size(access)?;
        is_changing.then_some(RangedIndex { access, root, index, is_signed, offset, factor: *factor, size })
    }
}

/// Checks that the branches of a loop, and these indices, depend only on loads that `is_settled` accepts, and
/// on no value that rounds combine. An index that is loaded by another such index (`x[col[k]]`) would need
/// two runs, which cost as much as two threads gain. Branches by `limits` decide about no index.
///
/// # Errors
///
/// The load, of those that branches and indices depend on, which the loop may write.
pub(super) fn check_ranges(
    model: &Model,
    shape: &NestShape,
    ranged: &[RangedIndex],
    (combined, limits): (&[ValueId], &[ValueId]),
    is_settled: &dyn Fn(ValueId) -> bool,
) -> Result<(), Unfit> {
    let branches = shape.blocks.iter().map(|block| model.terminator(*block));
    let is_limit = |branch: &ValueId| model.operand(*branch, 0).is_some_and(|by| limits.contains(&by));
    let branches = branches.filter(|branch| !is_limit(branch));
    let deciding = branches.chain(ranged.iter().map(|ranged| ranged.index)).collect();
    match first_unsettled(model, shape, deciding, combined, is_settled) {
        Some(value) => Err(Unfit::of(value, DECIDES)),
        None => Ok(()),
    }
}

const DECIDES: &str = "decides which elements the loop accesses, and may be written by it: nothing says that the arrays are apart (`restrict` would)";

/// The first load, or value that rounds combine, that values depend on and that is not known to be the same
/// before the rounds run.
fn first_unsettled(
    model: &Model,
    shape: &NestShape,
    mut open: Vec<ValueId>,
    combined: &[ValueId],
    is_known: &dyn Fn(ValueId) -> bool,
) -> Option<ValueId> {
    let mut seen: FxHashSet<ValueId> = FxHashSet::default();
    while let Some(value) = open.pop() {
        if shape.is_fixed(model, value) || !seen.insert(value) {
            continue;
        }
        let is_load = model.opcode(value) == Some(Opcode::Load);
        if combined.contains(&value) || (is_load && !is_known(value)) || seen.len() > MOST_VALUES {
            return Some(value);
        }
        open.extend(model.operands(value).iter().map(|edge| edge.to));
    }
    None
}
