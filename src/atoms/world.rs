//! One function under scrutiny: what the atoms mean there.
//!
//! A thin dispatcher: the families decide, over the model and two things kept beside it, the buckets of
//! candidates and the reached sets of path constraints. It counts what is looked at: candidates listed, edges and nodes
//! that answers about paths and dependences go through.

use super::index::Index;
use super::{Atom, narrow};
use crate::model::{Model, Paths, ValueId};
use crate::solver::{Clue, Value, World};
use std::cell::Cell;

/// Answers atoms over a model. Values of the domain are the model's value ids.
#[derive(Debug)]
pub struct ModelWorld<'m> {
    pub(super) model: &'m Model,
    pub(super) index: Index,
    pub(super) paths: Paths<'m>,
    /// Nodes and edges looked at, beside those that `paths` counts.
    work: Cell<u64>,
}

impl<'m> ModelWorld<'m> {
    /// For that model; nothing is computed before it is asked for.
    pub fn new(model: &'m Model) -> Self {
        Self { model, index: Index::default(), paths: Paths::new(model), work: Cell::new(0) }
    }

    pub(super) fn count_work(&self, nodes: usize) {
        self.work.set(self.work.get() + nodes as u64);
    }

    /// The model.
    pub fn model(&self) -> &'m Model {
        self.model
    }
}

impl World<Atom> for ModelWorld<'_> {
    fn size(&self) -> u32 {
        self.model.len() as u32
    }

    fn holds(&self, atom: &Atom, args: &[Value]) -> bool {
        if let Atom::Path(atom) = atom {
            return atom.holds(self, args);
        }
        // Small enough for every atom but those about sets.
        let mut values = [ValueId(0); 3];
        for (value, arg) in values.iter_mut().zip(args) {
            if !arg.is_used() {
                return false;
            }
            *value = ValueId(arg.0);
        }
        match (atom, values) {
            (Atom::Kind(atom), [x, ..]) => atom.holds(self.model, x),
            (Atom::Named(atom), [x, ..]) => atom.holds(self.model, x),
            (Atom::DataFlow(atom), values) => atom.holds(self.model, values),
            (Atom::ControlFlow(atom), [a, b, _]) => atom.holds(self, a, b),
            (Atom::Path(_), _) => false,
        }
    }

    fn candidates(&self, atom: &Atom, target: usize, args: &[Option<Value>], out: &mut Vec<Value>) {
        let mut bound = [None; 3];
        for (k, (value, arg)) in bound.iter_mut().zip(args).enumerate() {
            *value = arg.filter(|_| k != target).map(|a| ValueId(a.0));
        }
        let before = out.len();
        match atom {
            Atom::Kind(atom) => atom.candidates(self, out),
            Atom::Named(atom) => atom.candidates(self, out),
            Atom::DataFlow(atom) => atom.candidates(self, target, bound, out),
            Atom::ControlFlow(atom) => atom.candidates(self, target, bound, out),
            Atom::Path(_) => {}
        }
        self.count_work(out.len() - before);
        sort_from(out, before);
    }

    fn take_work(&self) -> u64 {
        self.work.take() + self.paths.take_work()
    }

    fn at_most(&self, atom: &Atom, target: usize, args: &[Option<Value>]) -> Option<usize> {
        match atom {
            Atom::DataFlow(atom) => atom.at_most(self.model, target, args),
            _ => None,
        }
    }

    fn narrowed(&self, clues: &[Clue<'_, Atom>], out: &mut Vec<Value>) -> bool {
        let before = out.len();
        let is_narrow = narrow::narrowed(self, clues, out);
        sort_from(out, before);
        is_narrow
    }
}

/// Makes `out[from..]` ascending and without repeats; most lists are that from the start.
fn sort_from(out: &mut Vec<Value>, from: usize) {
    if out[from..].is_sorted_by(|a, b| a < b) {
        return;
    }
    out[from..].sort_unstable();
    let mut kept = from + 1;
    for k in from + 1..out.len() {
        if out[k] != out[kept - 1] {
            out[kept] = out[k];
            kept += 1;
        }
    }
    out.truncate(kept);
}

/// A value of the model as a value of the domain.
pub(super) fn value(v: ValueId) -> Value {
    Value(v.0)
}
