//! The derivation of an address: the values that it is computed from, and the instructions that can change
//! it.
//!
//! An address is a function of its sources: phis, loads, calls, stack slots. It stays the same until one of
//! them is executed again, and so do the values computed between the sources and it. The same SSA value
//! denotes the same address only between such moments: `%p = getelementptr i32, ptr %a, i64 %i` is another
//! address in the next round of the loop that counts `%i`.
//!
//! In: `%q = getelementptr i32, ptr %a, i64 %j` with `%j = add i64 %i, 1` and a phi `%i`. Out: `%q` and `%j`,
//! and the sources `%a` and `%i`.

use ir::{BlockId, Model, Opcode, ValueId};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// The instructions that an address is computed from.
#[derive(Clone, Debug)]
pub(crate) struct Derivation {
    /// All values, the address and its sources included; ascending.
    values: Vec<ValueId>,
    /// The values among them that may yield another result when executed again with the same operands;
    /// ascending.
    sources: Vec<ValueId>,
}

impl Derivation {
    pub(super) fn of(model: &Model, pointer: ValueId) -> Derivation {
        let mut seen: FxHashSet<ValueId> = FxHashSet::default();
        let (mut sources, mut open) = (Vec::new(), vec![pointer]);
        while let Some(value) = open.pop() {
            if model.position(value).is_none() || !seen.insert(value) {
                continue;
            }
            match is_function_of_operands(model, value) {
                true => open.extend(model.operands(value).iter().map(|edge| edge.to)),
                false => sources.push(value),
            }
        }
        let mut values: Vec<ValueId> = seen.into_iter().collect();
        values.sort_unstable();
        sources.sort_unstable();
        Derivation { values, sources }
    }

    /// The number of values.
    pub(super) fn size(&self) -> usize {
        self.values.len()
    }

    /// Whether a value is the address or one that it is computed from.
    pub(super) fn has(&self, value: ValueId) -> bool {
        self.values.binary_search(&value).is_ok()
    }

    /// Whether a source is executed in a block.
    pub(super) fn begins_anew_in(&self, model: &Model, block: BlockId) -> bool {
        self.last_source(model.block_first(block).0..model.terminator(block).0 + 1).is_some()
    }

    /// The last source in a range of instructions.
    pub(super) fn last_source(&self, part: Range<u32>) -> Option<ValueId> {
        let behind = self.sources.partition_point(|source| source.0 < part.end);
        self.sources[..behind].last().copied().filter(|source| source.0 >= part.start)
    }
}

/// Whether an instruction yields the same result for the same operands.
fn is_function_of_operands(model: &Model, value: ValueId) -> bool {
    use Opcode::*;
    model.opcode(value).is_some_and(|opcode| {
        opcode.is_integer_operation()
            || matches!(
                opcode,
                GetElementPtr | BitCast | AddrSpaceCast | PtrToInt | PtrToAddr | IntToPtr | Select
            )
    })
}
