//! Memory: which accesses may touch the same bytes, what instructions do to a location, and what lies on the
//! paths between two of them.
//!
//! May-facts hold whenever they might, must-facts only where they are certain; each answer says which it is.
//! `objects` and `targets` are the domain, `points_to` and `unification` the analyses of pointers, `alias`
//! compares two locations, also by what LLVM's `metadata` says of them, `effects` an instruction with a
//! location, `between` looks at paths, `derivation` at how long an address stays the same, `reaching` at the
//! stores that a load may read, `earlier` and `kept` at accesses of one address, `pinned` at those of one
//! address in loops, `facts` at what programs do with memory, `feasible` at where a pointer goes on the paths
//! that `known` facts allow; `reasons` says why. Everything is computed when it is first asked for.
//!
//! In: `store i32 1, ptr %p` and `%x = load i32, ptr %q`, two parameters. Out: the store may write what the
//! load reads.

mod addressed;
mod alias;
mod between;
mod derivation;
mod earlier;
mod effects;
mod elements;
mod facts;
mod feasible;
mod kept;
mod known;
mod leading;
mod metadata;
mod objects;
mod pinned;
mod points_to;
mod reaching;
mod reasons;
mod targets;
mod unification;

#[cfg(test)]
mod datalog_test;
#[cfg(test)]
mod examples_test;
#[cfg(test)]
mod feasible_test;

pub use alias::{Alias, Location};
pub use metadata::MetadataReason;
pub use reasons::{AliasReason, ApartReason, DeadReason, EffectReason};

use crate::accesses::LoopForest;
use crate::values::address::Addresses;
use crate::values::interval::Interval;
use crate::values::linear::Extension;
use between::Passages;
use derivation::Derivation;
use earlier::Earlier;
use ir::{BlockId, Effects, Model, ValueId};
use points_to::PointsTo;
use rustc_hash::FxHashMap;
use std::cell::{Cell, OnceCell, RefCell};
use std::ops::Range;
use std::rc::Rc;

/// Larger functions have their pointers analysed by unification.
const MOST_INSTRUCTIONS: usize = 1 << 15;

/// The targets of all pointers of a function, by inclusion if that is affordable.
fn points_to(model: &Model) -> PointsTo {
    let by_inclusion =
        (model.instruction_count() <= MOST_INSTRUCTIONS).then(|| PointsTo::by_inclusion(model)).flatten();
    by_inclusion.unwrap_or_else(|| unification::unify(model))
}

/// The memory of one function.
pub struct Memory<'m> {
    model: &'m Model,
    /// The function before it was normalised; the model itself where it was not.
    plain: &'m Model,
    addresses: RefCell<Addresses>,
    /// Pointers of the function before it was normalised, as exact sums.
    elements: RefCell<FxHashMap<ValueId, Rc<elements::Element>>>,
    /// The ranges of terms of addresses, in a block.
    ranges: RefCell<FxHashMap<(ValueId, Extension, BlockId), Option<Interval>>>,
    points_to: OnceCell<PointsTo>,
    loops: OnceCell<LoopForest>,
    /// The instructions that access memory or may leave the function, ascending.
    effective: OnceCell<Vec<ValueId>>,
    /// The accesses on every way to loads of the same address.
    earlier: OnceCell<Earlier>,
    /// Loads and stores by their address.
    addressed: OnceCell<addressed::Addressed>,
    between: RefCell<Passages>,
    /// The derivations of addresses.
    derivations: RefCell<FxHashMap<ValueId, Rc<Derivation>>>,
    /// The loads that an access leaves what they read, where it has many behind it.
    kept: RefCell<FxHashMap<kept::Group, Rc<[ValueId]>>>,
    /// The stores that loads may read.
    reaching: RefCell<FxHashMap<ValueId, Rc<[ValueId]>>>,
    /// The writes that may touch locations which loops load from.
    pinned: RefCell<pinned::Pinned>,
    /// Locations, instructions and blocks looked at.
    work: Cell<u64>,
}

impl<'m> Memory<'m> {
    /// For that model; nothing is computed before it is asked for.
    pub fn new(model: &'m Model) -> Memory<'m> {
        Memory {
            model,
            plain: model,
            addresses: RefCell::new(Addresses::new(model)),
            elements: RefCell::default(),
            ranges: RefCell::default(),
            points_to: OnceCell::new(),
            loops: OnceCell::new(),
            effective: OnceCell::new(),
            earlier: OnceCell::new(),
            addressed: OnceCell::new(),
            between: RefCell::default(),
            derivations: RefCell::default(),
            kept: RefCell::default(),
            reaching: RefCell::default(),
            pinned: RefCell::default(),
            work: Cell::new(0),
        }
    }

    /// For a model that normalisation made of another.
    pub fn of_normalised(model: &'m Model, plain: &'m Model) -> Memory<'m> {
        Memory { plain, ..Memory::new(model) }
    }

    /// Likewise, with the pointers of the function analysed as those of a large one are, by unification.
    pub fn of_large(model: &'m Model) -> Memory<'m> {
        let memory = Memory::new(model);
        memory.points_to.get_or_init(|| unification::unify(model));
        memory
    }

    fn points_to(&self) -> &PointsTo {
        self.points_to.get_or_init(|| {
            self.count_work(self.model.instruction_count());
            points_to(self.model)
        })
    }

    fn loops(&self) -> &LoopForest {
        self.loops.get_or_init(|| LoopForest::of(self.model))
    }

    /// The instructions of a range that access memory or may leave the function.
    fn effective(&self, part: Range<u32>) -> &[ValueId] {
        let model = self.model;
        let all = self.effective.get_or_init(|| {
            self.count_work(model.instruction_count());
            let is_effective =
                |at: &ValueId| model.effects(*at) != Effects::NONE || facts::ends_function(model, *at);
            model.instructions().filter(is_effective).collect()
        });
        let begin = all.partition_point(|at| at.0 < part.start);
        let end = all.partition_point(|at| at.0 < part.end);
        all.get(begin..end).unwrap_or(&[])
    }

    /// The values that an address is computed from.
    fn derivation(&self, pointer: ValueId) -> Rc<Derivation> {
        if let Some(known) = self.derivations.borrow().get(&pointer) {
            return Rc::clone(known);
        }
        let found = Rc::new(Derivation::of(self.model, pointer));
        self.count_work(found.size());
        self.derivations.borrow_mut().insert(pointer, Rc::clone(&found));
        found
    }

    fn count_work(&self, nodes: usize) {
        self.work.set(self.work.get() + nodes as u64);
    }

    /// The locations, instructions and blocks looked at since the last call.
    pub fn take_work(&self) -> u64 {
        self.work.take()
    }
}

impl std::fmt::Debug for Memory<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Memory").finish_non_exhaustive()
    }
}
