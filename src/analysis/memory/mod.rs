//! Memory analyses of one function: aliasing of accesses, effects of instructions on locations, and facts
//! about the paths between instructions.
//!
//! May-facts hold whenever they are possible, must-facts only if they are certain; each query states its
//! kind. `objects` and `targets` are the domain; `points_to` and `unification` the pointer analyses. `alias`
//! compares two locations, `metadata` by LLVM's alias metadata; `effects` compares an instruction with a
//! location. `between` describes paths, `derivation` how long an address stays the same. `reaching` finds the
//! stores that a load may read, `earlier` and `unmodified` compare accesses of one address, `pinned` those of one
//! address in a loop. `facts` states facts about loads and stores, `feasible` follows a pointer along the
//! paths that `known` facts allow, and `reasons` explains answers. Everything is computed on first use.
//!
//! In: `store i32 1, ptr %p` and `%x = load i32, ptr %q`, with two parameters. Out: the store may write the
//! bytes that the load reads.

mod addressed;
mod alias;
mod between;
mod derivation;
mod earlier;
mod effects;
mod elements;
mod facts;
mod feasible;
mod known;
mod leading;
mod metadata;
mod objects;
mod pinned;
mod points_to;
mod preloaded;
mod reaching;
mod reasons;
mod targets;
mod twins;
mod unification;
mod unmodified;

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

/// In functions with more instructions, pointers are analysed by unification.
const MOST_INSTRUCTIONS: usize = 1 << 15;

/// The targets of all pointers of a function, by inclusion if that is affordable.
fn points_to(model: &Model) -> PointsTo {
    let by_inclusion =
        (model.instruction_count() <= MOST_INSTRUCTIONS).then(|| PointsTo::by_inclusion(model)).flatten();
    by_inclusion.unwrap_or_else(|| unification::unify(model))
}

/// The memory analyses of one function.
pub struct Memory<'m> {
    model: &'m Model,
    /// The function before normalisation; the model itself if it was not normalised.
    plain: &'m Model,
    addresses: RefCell<Addresses>,
    /// Pointers of the function before normalisation, as exact sums.
    elements: RefCell<FxHashMap<ValueId, Rc<elements::Element>>>,
    /// The ranges of address terms in a block.
    ranges: RefCell<FxHashMap<(ValueId, Extension, BlockId), Option<Interval>>>,
    points_to: OnceCell<PointsTo>,
    loops: OnceCell<LoopForest>,
    /// The instructions that access memory or may leave the function, ascending.
    effective: OnceCell<Vec<ValueId>>,
    /// The nearest dominating accesses of loads with the same address.
    earlier: OnceCell<Earlier>,
    /// Loads and stores by their address.
    addressed: OnceCell<addressed::Addressed>,
    between: RefCell<Passages>,
    /// The derivations of addresses.
    derivations: RefCell<FxHashMap<ValueId, Rc<Derivation>>>,
    /// Per access with many loads after it, those whose value it leaves unchanged.
    unmodified: RefCell<FxHashMap<unmodified::Group, Rc<[ValueId]>>>,
    /// The stores that loads may read.
    reaching: RefCell<FxHashMap<ValueId, Rc<[ValueId]>>>,
    /// The writes that may touch the locations of loads in loops.
    pinned: RefCell<pinned::Pinned>,
    /// By load, whether the function itself may write anywhere what it reads.
    is_written: RefCell<FxHashMap<ValueId, bool>>,
    /// By phi, the places of which it holds the contents.
    preloaded: RefCell<FxHashMap<ValueId, Rc<[preloaded::Displaced]>>>,
    /// The number of locations, instructions and blocks visited.
    work: Cell<u64>,
    /// Whether an answer about all paths is a proof: a path that cannot be decided counts as one.
    proves: bool,
}

impl<'m> Memory<'m> {
    /// Whether answers about all paths are proofs.
    pub fn proves(&self) -> bool {
        self.proves
    }

    /// These analyses for proofs: that all paths pass events holds only where it is certain.
    pub fn proving(self) -> Memory<'m> {
        Memory { proves: true, ..self }
    }

    /// The analyses of this model; everything is computed on first use.
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
            unmodified: RefCell::default(),
            reaching: RefCell::default(),
            pinned: RefCell::default(),
            is_written: RefCell::default(),
            preloaded: RefCell::default(),
            work: Cell::new(0),
            proves: false,
        }
    }

    /// The analyses of a normalised model, with the original model.
    pub fn of_normalised(model: &'m Model, plain: &'m Model) -> Memory<'m> {
        Memory { plain, ..Memory::new(model) }
    }

    /// The analyses with pointers analysed by unification, as for large functions.
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

    /// The derivation of an address.
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

    /// The number of locations, instructions and blocks visited since the last call.
    pub fn take_work(&self) -> u64 {
        self.work.take()
    }
}

impl std::fmt::Debug for Memory<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Memory").finish_non_exhaustive()
    }
}
