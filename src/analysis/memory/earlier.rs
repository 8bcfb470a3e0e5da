//! Earlier accesses: for each load the nearest load, and the nearest store, of its address that dominates it.
//!
//! If a load reads a value again, the nearest dominating load has read it too: a write since any earlier load
//! is also a write since the nearest one, or precedes that. So each load has one partner, and a function that
//! loads one address a thousand times has a thousand pairs. They are found in one walk in the order of the
//! dominator tree, with a stack of dominating accesses for each address.
//!
//! In: `%a = load i32, ptr %p`, and after it `%b`, `%c`, likewise. Out: `%a` for `%b`, `%b` for `%c`.

use super::{Location, Memory};
use crate::values::linear::Extension;
use ir::{Base, BlockId, Flags, Model, Opcode, OpcodeSet, Operand, ValueId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A key that equal addresses share: base, terms and constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct AddressKey {
    base: Base,
    terms: SmallVec<[(ValueId, Extension, i64); 2]>,
    constant: i64,
}

impl AddressKey {
    /// The key without extensions and with sorted terms, which addresses with equal terms in another order
    /// share.
    pub(super) fn without_extensions(mut self) -> AddressKey {
        self.terms.iter_mut().for_each(|(_, extension, _)| *extension = Extension::Plain);
        self.terms.sort_unstable_by_key(|(source, _, factor)| (*source, *factor));
        self
    }
}

/// The nearest earlier accesses of all loads that are neither volatile nor atomic.
#[derive(Debug, Default)]
pub(super) struct Earlier {
    loads: Pairs,
    stores: Pairs,
    /// By store, the number of stores to its address, itself included.
    of_address: FxHashMap<ValueId, usize>,
}

/// Loads and their partners.
#[derive(Debug, Default)]
struct Pairs {
    earlier: FxHashMap<ValueId, ValueId>,
    later: FxHashMap<ValueId, Vec<ValueId>>,
}

impl Pairs {
    fn add(&mut self, earlier: ValueId, load: ValueId) {
        self.earlier.insert(load, earlier);
        self.later.entry(earlier).or_default().push(load);
    }

    fn later(&self, access: ValueId) -> &[ValueId] {
        self.later.get(&access).map_or(&[], Vec::as_slice)
    }
}

impl Memory<'_> {
    /// The nearest dominating load with the address and type of a load.
    pub fn nearest_load(&self, load: ValueId) -> Option<ValueId> {
        self.earlier().loads.earlier.get(&load).copied()
    }

    /// The nearest dominating store to the address of a load.
    pub fn nearest_store(&self, load: ValueId) -> Option<ValueId> {
        self.earlier().stores.earlier.get(&load).copied()
    }

    /// The loads whose nearest access this is.
    pub fn loads_behind(&self, access: ValueId) -> &[ValueId] {
        let earlier = self.earlier();
        match self.model.opcode(access) {
            Some(Opcode::Store) => earlier.stores.later(access),
            _ => earlier.loads.later(access),
        }
    }

    /// The number of stores to the address of a store, itself included.
    pub(super) fn stores_to_its_address(&self, store: ValueId) -> usize {
        self.earlier().of_address.get(&store).copied().unwrap_or(0)
    }

    fn earlier(&self) -> &Earlier {
        self.earlier.get_or_init(|| {
            self.count_work(self.model.instruction_count());
            self.nearest()
        })
    }

    fn nearest(&self) -> Earlier {
        let model = self.model;
        let mut ranks = vec![None; model.block_count()];
        let by_dominance = model.dominance().dominated_blocks(BlockId(0));
        by_dominance.enumerate().for_each(|(rank, block)| ranks[block.index()] = Some(rank));
        let mut numbers: FxHashMap<AddressKey, usize> = FxHashMap::default();
        // Per access: its key, its position in the order, and whether it is a store.
        let (mut of_stores, mut of_loads) = (Vec::new(), Vec::new());
        for access in model.instructions_of(OpcodeSet::of(&[Opcode::Load, Opcode::Store])) {
            let rank = model.block_of(access).and_then(|block| ranks[block.index()]);
            let (Some(rank), true) = (rank, is_plain(model, access)) else { continue };
            let count = numbers.len();
            let number = *numbers.entry(self.address_key(access)).or_insert(count);
            let is_store = model.opcode(access) == Some(Opcode::Store);
            of_stores.push(((number, None), rank, access, is_store));
            if !is_store {
                of_loads.push(((number, Some(model.type_id(access))), rank, access, true));
            }
        }
        let mut earlier = Earlier::default();
        for (accesses, pairs) in [(&mut of_stores, &mut earlier.stores), (&mut of_loads, &mut earlier.loads)]
        {
            accesses.sort_unstable();
            for group in accesses.chunk_by(|a, b| a.0 == b.0) {
                pair(model, group.iter().map(|(_, _, access, is_partner)| (*access, *is_partner)), pairs);
            }
        }
        for group in of_stores.chunk_by(|a, b| a.0 == b.0) {
            let stores = group.iter().filter(|(.., is_store)| *is_store);
            let count = stores.clone().count();
            earlier.of_address.extend(stores.map(|(_, _, store, _)| (*store, count)));
        }
        earlier
    }

    pub(super) fn address_key(&self, access: ValueId) -> AddressKey {
        let (base, sum) = self.parts_of(Location::of(self.model, access).pointer);
        let base = match base {
            Operand::Value(value) => Base::Value(value),
            Operand::BaseOf(constant) => {
                self.model.constant_address(constant).map_or(Base::Value(constant), |address| address.base)
            }
            Operand::New(k) | Operand::Constant(k) => Base::Hidden(k),
        };
        let terms = sum.iter().flat_map(|sum| sum.terms.iter());
        let terms = terms.map(|(term, factor)| (term.source, term.extension, *factor)).collect();
        AddressKey { base, terms, constant: sum.map_or(0, |sum| sum.constant) }
    }
}

/// Pairs the loads among accesses of one address with partners. The accesses are in the order of the
/// dominator tree.
fn pair(model: &Model, accesses: impl Iterator<Item = (ValueId, bool)>, pairs: &mut Pairs) {
    let mut above: Vec<ValueId> = Vec::new();
    for (access, is_partner) in accesses {
        while above.pop_if(|last| !model.dominates(*last, access)).is_some() {}
        if let (Some(last), Some(Opcode::Load)) = (above.last(), model.opcode(access)) {
            pairs.add(*last, access);
        }
        above.extend(is_partner.then_some(access));
    }
}

fn is_plain(model: &Model, access: ValueId) -> bool {
    model.flags(access) & (Flags::VOLATILE | Flags::ATOMIC) == Flags::NONE
}
