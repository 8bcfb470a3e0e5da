//! The interpretation of atoms over one function.
//!
//! A thin dispatcher: the families of atoms decide, over the model, the buckets of candidates and the reached
//! sets of path constraints. It counts the work: candidates listed, and the edges and nodes that queries
//! about paths, dependences, dataflow and memory visit.

use super::access::all_places;
use super::domain::{is_term, term_of, value};
use super::fact_answer::CalleeFacts;
use super::index::BucketIndex;
use super::own_solution::OwnSolutions;
use super::{Atom, narrow};
use analysis::accesses::{Accesses, TermId, WrittenTerm};
use analysis::dataflow::Dataflow;
use analysis::memory::Memory;
use ir::{Model, Paths, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Budget, Database, Exhausted, PushedPredicate, Shared, Value};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Answers atoms over a model. Values of the domain are the model's value ids.
#[derive(Debug)]
pub struct ModelWorld<'m> {
    pub(super) model: &'m Model,
    /// The model before normalisation.
    pub(super) plain: &'m Model,
    pub(super) index: BucketIndex,
    pub(super) paths: Paths<'m>,
    pub(super) dataflow: Dataflow<'m>,
    memory: Memory<'m>,
    /// The facts about called functions.
    pub(super) facts: Option<&'m dyn CalleeFacts>,
    /// The values at which a specification reached a limit of its depth.
    beyond: RefCell<BTreeSet<Value>>,
    /// The number of nodes and edges visited, beside those that `paths` counts.
    work: Cell<u64>,
    accesses: OnceCell<RefCell<Accesses<'m>>>,
    /// The accesses of each kind: reads, then writes.
    pub(super) kinds: [OnceCell<Rc<[Value]>>; 2],
    /// The rows (access, root, offset, size) of all accesses.
    pub(super) places: OnceCell<Rc<[[Value; 4]]>>,
    /// The rows of single accesses, by access.
    pub(super) rows: RefCell<FxHashMap<Value, Rc<[[Value; 4]]>>>,
    /// Indices for narrowing candidates.
    pub(super) narrowing: narrow::Narrowing,
    /// Results shared between searches.
    shared: Shared,
    /// The solutions of analyses of one's own.
    pub(super) own: OwnSolutions,
}

impl<'m> ModelWorld<'m> {
    /// A world over a model; everything else is computed on first use.
    pub fn new(model: &'m Model) -> Self {
        let (index, paths) = (BucketIndex::default(), Paths::new(model));
        let (accesses, kinds, places) = (OnceCell::new(), Default::default(), OnceCell::new());
        Self {
            model,
            plain: model,
            index,
            paths,
            dataflow: Dataflow::new(model),
            memory: Memory::new(model),
            facts: None,
            beyond: RefCell::default(),
            work: Cell::new(0),
            accesses,
            kinds,
            places,
            rows: RefCell::default(),
            narrowing: narrow::Narrowing::default(),
            shared: Shared::default(),
            own: OwnSolutions::default(),
        }
    }

    /// A world over a model, or over its normalised copy if it has one.
    pub fn of_either(plain: &'m Model, copy: Option<&'m Model>) -> Self {
        match copy {
            Some(copy) => Self { plain, memory: Memory::of_normalised(copy, plain), ..Self::new(copy) },
            None => Self::new(plain),
        }
    }

    /// This world with facts about called functions.
    pub fn with_facts(self, facts: Option<&'m dyn CalleeFacts>) -> Self {
        Self { facts, ..self }
    }

    /// This world for proofs: what an atom about all paths cannot decide does not hold.
    pub fn proving(self) -> Self {
        Self { memory: self.memory.proving(), ..self }
    }

    pub(super) fn count_work(&self, nodes: usize) {
        self.work.set(self.work.get() + nodes as u64);
    }

    /// The accesses of the function, which intern the terms of solutions; computed on first use.
    #[inline]
    pub fn accesses(&self) -> &RefCell<Accesses<'m>> {
        self.accesses.get_or_init(|| RefCell::new(Accesses::new(self.model)))
    }

    /// The memory analyses of the function.
    #[inline]
    pub fn memory(&self) -> &Memory<'m> {
        &self.memory
    }

    /// The id of the term that a value of a solution stands for; `None` for values of the model.
    pub fn term_id(value: ValueId) -> Option<TermId> {
        term_of(Value(value.0))
    }

    /// The term that a value of a solution stands for; `None` for values of the model.
    #[inline]
    pub fn term(&self, value: ValueId) -> Option<WrittenTerm> {
        let id = term_of(Value(value.0))?;
        self.accesses.get()?.borrow_mut().written(id)
    }

    /// The model.
    #[inline]
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// The instructions that addresses assume not to wrap, ascending. These are the addresses of the accesses
    /// among the values of a solution; if the solution contains terms, of all accesses whose root is among
    /// its values. Zero extensions of values that are always read as unsigned are left out.
    pub fn assumed(&self, solution: &[ValueId]) -> Vec<ValueId> {
        let Some(accesses) = self.accesses.get() else { return Vec::new() };
        let has_terms = solution.iter().any(|value| is_term(Value(value.0)));
        let values: FxHashSet<Value> = solution.iter().map(|value| Value(value.0)).collect();
        let places = all_places(self, &mut accesses.borrow_mut());
        let is_among = |[access, root, ..]: &&[Value; 4]| {
            values.contains(access) || (has_terms && values.contains(root))
        };
        let mut assumed: Vec<ValueId> = Vec::new();
        for [access, ..] in places.iter().filter(is_among) {
            let addresses = accesses.borrow_mut().addresses(ValueId(access.0));
            assumed.extend(addresses.iter().flat_map(|address| address.assumed.iter().copied()));
        }
        assumed.sort_unstable();
        assumed.dedup();
        assumed.retain(|instruction| !accesses.borrow_mut().widens_unsigned(*instruction));
        assumed
    }
}

impl Database<Atom> for ModelWorld<'_> {
    fn size(&self) -> u32 {
        self.model.len() as u32
    }

    fn holds(&self, atom: &Atom, args: &[Value]) -> bool {
        if let Atom::Access(atom) = atom {
            return atom.holds(self, args);
        }
        if args.iter().any(|arg| is_term(*arg)) {
            return false;
        }
        match atom {
            Atom::Path(atom) => return atom.holds(self, args),
            Atom::Fact(atom) => return atom.holds(&self.dataflow, args),
            Atom::MemoryFact(atom) => return atom.holds(self.model, &self.memory, args),
            Atom::OwnFact(atom) => return atom.holds(self, args),
            _ => {}
        }
        // Large enough for every atom except those about sets.
        let mut values = [ValueId(0); 3];
        for (slot, arg) in values.iter_mut().zip(args) {
            if !arg.is_used() {
                return false;
            }
            *slot = ValueId(arg.0);
        }
        match (atom, values) {
            (Atom::Kind(atom), [x, ..]) => atom.holds(self.model, x),
            (Atom::Named(atom), [x, ..]) => atom.holds(self.model, x),
            (Atom::CallFact(atom), [c, x, _]) => atom.holds(self, c, x),
            (Atom::DataFlow(atom), values) => atom.holds(self.model, values),
            (Atom::ControlFlow(atom), [a, b, _]) => atom.holds(self, a, b),
            (Atom::Pair(atom), [x, y, _]) => atom.holds(self.model, x, y),
            (Atom::Bits(atom), [x, y, _]) => atom.holds(self, x, y),
            (Atom::ConstantValue(atom), [x, ..]) => atom.holds(&self.dataflow, x),
            (Atom::BeyondLimit, [x, ..]) => {
                self.beyond.borrow_mut().insert(value(x));
                false
            }
            (Atom::Path(_) | Atom::Fact(_) | Atom::MemoryFact(_) | Atom::Access(_), _) => false,
            // Values are given only while a formula of an analysis is solved.
            (Atom::OwnFact(_) | Atom::Given(_), _) => false,
        }
    }

    fn candidates(&self, atom: &Atom, target: usize, args: &[Option<Value>], out: &mut Vec<Value>) {
        let before = out.len();
        if let Atom::Access(atom) = atom {
            atom.candidates(self, target, args, out);
            self.count_work(out.len() - before);
            return sort_from(out, before);
        }
        if args.iter().enumerate().any(|(k, arg)| k != target && arg.is_some_and(is_term)) {
            return;
        }
        let mut bound = [None; 3];
        for (k, (value, arg)) in bound.iter_mut().zip(args).enumerate() {
            *value = arg.filter(|_| k != target).map(|a| ValueId(a.0));
        }
        match atom {
            Atom::Kind(atom) => atom.candidates(self, out),
            Atom::Named(atom) => atom.candidates(self, out),
            Atom::CallFact(atom) => atom.candidates(self, target, bound, out),
            Atom::DataFlow(atom) => atom.candidates(self, target, bound, out),
            Atom::ControlFlow(atom) => atom.candidates(self, target, bound, out),
            Atom::MemoryFact(atom) => atom.candidates(&self.memory, target, bound, out),
            Atom::Pair(_) | Atom::Bits(_) | Atom::Path(_) | Atom::Fact(_) | Atom::Access(_) => {}
            Atom::ConstantValue(_) | Atom::BeyondLimit | Atom::OwnFact(_) | Atom::Given(_) => {}
        }
        self.count_work(out.len() - before);
        sort_from(out, before);
    }

    fn only(&self, atom: &Atom, target: usize, args: &[Option<Value>]) -> Option<Option<Value>> {
        match (atom, target, args) {
            (Atom::DataFlow(atom), 0, [_, Some(of)]) if !is_term(*of) => {
                Some(atom.only(self.model, ValueId(of.0))?.map(value))
            }
            (Atom::ControlFlow(atom), 0, [_, Some(of)]) if !is_term(*of) => {
                Some(atom.only(self.model, ValueId(of.0))?.map(value))
            }
            (Atom::Access(atom), 0, [_, others @ ..]) => atom.only(self, others),
            _ => None,
        }
    }

    fn take_work(&self) -> u64 {
        self.work.take() + self.paths.take_work() + self.dataflow.take_work() + self.memory.take_work()
    }

    fn shared(&self) -> Option<&Shared> {
        Some(&self.shared)
    }

    fn enter(&self, budget: Budget) {
        self.own.enter(budget);
    }

    fn take_exhausted(&self) -> Option<Exhausted> {
        self.own.take_exhausted()
    }

    fn take_limits(&self) -> Vec<Value> {
        self.beyond.take().into_iter().collect()
    }

    fn at_most(&self, atom: &Atom, target: usize, args: &[Option<Value>]) -> Option<usize> {
        match atom {
            _ if args.iter().any(|arg| arg.is_some_and(is_term)) => None,
            Atom::DataFlow(atom) => atom.at_most(self.model, target, args),
            _ => None,
        }
    }

    fn candidates_for_all(&self, clues: &[PushedPredicate<'_, Atom>], out: &mut Vec<Value>) -> bool {
        let before = out.len();
        let is_narrow = narrow::narrowed(self, clues, out);
        sort_from(out, before);
        is_narrow
    }
}

/// Sorts `out[from..]` and removes duplicates; most lists are sorted from the start.
fn sort_from(out: &mut Vec<Value>, from: usize) {
    if out[from..].is_sorted_by(|a, b| a < b) {
        return;
    }
    out[from..].sort_unstable();
    let mut end = from + 1;
    for k in from + 1..out.len() {
        if out[k] != out[end - 1] {
            out[end] = out[k];
            end += 1;
        }
    }
    out.truncate(end);
}
