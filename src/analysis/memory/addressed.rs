//! Loads and stores by address, so that the accesses that must alias a given one can be listed.
//!
//! In: `store %v, ptr %p`, a load of `%p`, and a load 8 bytes after `%q`, which is 8 bytes before `%p`. Out:
//! a list with both loads, and possibly others.

use super::Memory;
use super::earlier::AddressKey;
use ir::{Opcode, OpcodeSet, ValueId};
use rustc_hash::FxHashMap;

/// The loads and stores of a function in groups, and the group of each.
#[derive(Debug, Default)]
pub(super) struct Addressed {
    groups: Vec<Vec<ValueId>>,
    group_of: FxHashMap<ValueId, usize>,
}

impl Memory<'_> {
    /// Loads and stores, ascending, that include all those that [must alias](Self::must_alias) a load or
    /// store, itself included. `None` for other instructions.
    pub fn at_address_of(&self, access: ValueId) -> Option<&[ValueId]> {
        let addressed = self.addressed.get_or_init(|| self.by_address_key());
        addressed.group_of.get(&access).map(|group| addressed.groups[*group].as_slice())
    }

    fn by_address_key(&self) -> Addressed {
        let mut numbers: FxHashMap<AddressKey, usize> = FxHashMap::default();
        let mut found = Addressed::default();
        self.count_work(self.model.instruction_count());
        for access in self.model.instructions_of(OpcodeSet::of(&[Opcode::Load, Opcode::Store])) {
            let count = numbers.len();
            let number = *numbers.entry(self.address_key(access).without_extensions()).or_insert(count);
            if number == count {
                found.groups.push(Vec::new());
            }
            found.groups[number].push(access);
            found.group_of.insert(access, number);
        }
        found
    }
}
