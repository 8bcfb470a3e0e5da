//! Solutions as trees, and their order.
//!
//! A [`Row`] holds the values of a definition's own variables, per call the row of the callee, per
//! collect the rows of the body. Flattened, it is an assignment to the variables of the expanded
//! formula in order of first appearance: the order by which solutions, and the rows of a collect, are
//! sorted. A collect shows its outer variables and then each local with all its copies.

use super::frame::Frame;
use super::later::Later;
use super::problem::{Collect, DefId, Value, VarId};
use super::shape::Mention;
use std::sync::Arc;

/// A solution of one definition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// By variable.
    pub values: Box<[Value]>,
    /// By call outside disjunctions, in the order written: the callee's row.
    pub calls: Box<[Arc<Row>]>,
    /// By collect outside disjunctions, in the order written: the rows of the body, in the defined
    /// order, at most as many as the limit.
    pub collects: Box<[Arc<[Arc<Row>]>]>,
}

impl Row {
    /// The value of a variable.
    pub fn value(&self, variable: VarId) -> Value {
        self.values[variable.index()]
    }
}

/// A mention of a variable in a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The definition that mentions it.
    pub def: DefId,
    /// What it is there.
    pub variable: VarId,
    /// Its number among the variables of the expanded formula: the same for every name of one variable.
    /// The variables of the definition walked have their own numbers.
    pub id: usize,
    /// Its value.
    pub value: Value,
}

/// Receives a walk over a solution, in the order of the expanded formula. Variables are shown at every mention.
pub trait Visitor {
    /// A mention of a variable.
    fn variable(&mut self, shown: Shown);
    /// The walk enters the `site`-th kept call of the definition around.
    fn enter_call(&mut self, _callee: DefId, _site: Option<usize>) {}
    /// The walk enters the `copy`-th copy of a collect's body; the copies beyond the rows have no values.
    fn enter_copy(&mut self, _body: DefId, _site: Option<usize>, _copy: usize) {}
    /// The walk leaves what it entered last.
    fn leave(&mut self) {}
}

/// Walks over rows of a problem.
pub(super) struct Walk<'a> {
    frames: &'a [Later<Frame>],
    /// By variable of the expanded formula, numbered as met: its value.
    met: Vec<Value>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(frames: &'a [Later<Frame>]) -> Self {
        Self { frames, met: Vec::new() }
    }

    /// Shows a row of `def`.
    pub(super) fn row(mut self, def: DefId, row: &Row, visitor: &mut dyn Visitor) {
        let mut ids = Vec::new();
        for &value in &row.values {
            ids.push(self.met.len());
            self.met.push(value);
        }
        self.definition(def, Some(row), &ids, visitor);
    }

    fn definition(&mut self, def: DefId, row: Option<&Row>, ids: &[usize], visitor: &mut dyn Visitor) {
        let frames = self.frames;
        for mention in &frames[def.index()].get().mentions {
            match mention {
                Mention::Variable(variable) => {
                    let id = ids[variable.index()];
                    visitor.variable(Shown { def, variable: *variable, id, value: self.met[id] });
                }
                Mention::Call(callee, args, _) if frames[callee.index()].get().is_projected => {
                    for arg in args {
                        let id = ids[arg.index()];
                        visitor.variable(Shown { def, variable: *arg, id, value: self.met[id] });
                    }
                }
                Mention::Call(callee, args, site) => {
                    let below = site.and_then(|site| row.map(|row| &*row.calls[site]));
                    let args: Vec<usize> = args.iter().map(|arg| ids[arg.index()]).collect();
                    visitor.enter_call(*callee, *site);
                    self.below(*callee, below, &args, visitor);
                    visitor.leave();
                }
                Mention::Collect(collect, site) => {
                    let rows = site.and_then(|site| row.map(|row| &*row.collects[site]));
                    self.collect(collect, *site, rows.unwrap_or_default(), ids, visitor);
                }
            }
        }
    }

    fn collect(
        &mut self,
        collect: &Collect,
        site: Option<usize>,
        rows: &[Arc<Row>],
        ids: &[usize],
        visitor: &mut dyn Visitor,
    ) {
        for copy in 0..collect.limit {
            let outer = collect.outer.iter().map(|outer| ids[outer.index()]);
            let slots = collect.columns.iter().map(|column| ids[column.slots[copy as usize].index()]);
            let args: Vec<usize> = outer.chain(slots).collect();
            visitor.enter_copy(collect.body, site, copy as usize);
            self.below(collect.body, rows.get(copy as usize).map(|row| &**row), &args, visitor);
            visitor.leave();
        }
    }

    /// Walks a definition whose interface variables are known as `args`; without a row its other variables are unused.
    fn below(&mut self, def: DefId, row: Option<&Row>, args: &[usize], visitor: &mut dyn Visitor) {
        let frame = self.frames[def.index()].get();
        let mut ids = vec![usize::MAX; frame.variables];
        for (variable, &id) in frame.interface.iter().zip(args) {
            ids[variable.index()] = id;
        }
        for (variable, id) in ids.iter_mut().enumerate().filter(|(_, id)| **id == usize::MAX) {
            *id = self.met.len();
            self.met.push(row.map_or(Value::UNUSED, |row| row.values[variable]));
        }
        self.definition(def, row, &ids, visitor);
    }
}

/// The expanded formula's variables in order of first appearance with their values. The variables of the
/// definition have their own numbers, the others larger ones.
pub(super) fn flatten(frames: &[Later<Frame>], def: DefId, row: Option<&Row>) -> Vec<(usize, Value)> {
    let mut flat = Flat { frames, met: Vec::new(), out: Vec::new(), is_hidden: false };
    let own = frames[def.index()].get().variables;
    flat.met = (0..own).map(|k| (row.map_or(Value::UNUSED, |row| row.values[k]), false)).collect();
    let ids: Vec<usize> = (0..own).collect();
    flat.definition(def, row, &ids);
    flat.out
}

/// The state of flattening a row.
struct Flat<'a> {
    frames: &'a [Later<Frame>],
    /// By number: the value, and whether it is out.
    met: Vec<(Value, bool)>,
    out: Vec<(usize, Value)>,
    /// Whether the walk is in a projected definition: what is met for the first time is not shown.
    is_hidden: bool,
}

impl Flat<'_> {
    fn show(&mut self, id: usize) {
        let (value, shown) = &mut self.met[id];
        if !std::mem::replace(shown, true) {
            self.out.push((id, *value));
        }
    }

    fn show_new(&mut self, value: Value) {
        self.met.push((value, self.is_hidden));
        self.show(self.met.len() - 1);
    }

    fn definition(&mut self, def: DefId, row: Option<&Row>, ids: &[usize]) {
        let frames = self.frames;
        for mention in &frames[def.index()].get().mentions {
            match mention {
                Mention::Variable(variable) => self.show(ids[variable.index()]),
                Mention::Call(callee, args, site) => {
                    let row = site.and_then(|site| row.map(|row| &*row.calls[site]));
                    self.call(*callee, args, row, ids);
                }
                Mention::Collect(collect, site) => {
                    let rows = site.and_then(|site| row.map(|row| &*row.collects[site]));
                    self.collect(collect, rows.unwrap_or_default(), ids);
                }
            }
        }
    }

    fn call(&mut self, callee: DefId, args: &[VarId], row: Option<&Row>, ids: &[usize]) {
        let frame = self.frames[callee.index()].get();
        let mut inner = vec![usize::MAX; frame.variables];
        for (variable, arg) in frame.interface.iter().zip(args) {
            inner[variable.index()] = ids[arg.index()];
        }
        let outside = self.is_hidden;
        self.is_hidden |= frame.is_projected;
        for (variable, id) in inner.iter_mut().enumerate().filter(|(_, id)| **id == usize::MAX) {
            *id = self.met.len();
            self.met.push((row.map_or(Value::UNUSED, |row| row.values[variable]), self.is_hidden));
        }
        self.definition(callee, row, &inner);
        self.is_hidden = outside;
    }

    /// The outer variables, then each local with its copies.
    fn collect(&mut self, collect: &Collect, rows: &[Arc<Row>], ids: &[usize]) {
        let is_shown = |outer: &VarId| self.met[ids[outer.index()]].1;
        if collect.limit == 0 && collect.outer.iter().all(is_shown) {
            return;
        }
        let interface = &self.frames[collect.body.index()].get().interface;
        let place = |id: usize| interface.iter().position(|variable| variable.index() == id);
        let copies: Vec<_> = (0..collect.limit as usize)
            .map(|copy| flatten(self.frames, collect.body, rows.get(copy).map(|row| &**row)))
            .collect();
        let order = flatten(self.frames, collect.body, None);
        for outer in order.iter().filter_map(|&(id, _)| collect.outer.get(place(id)?)) {
            self.show(ids[outer.index()]);
        }
        for (position, &(id, _)) in order.iter().enumerate() {
            match place(id) {
                Some(k) if k < collect.outer.len() => {}
                Some(k) => {
                    let slots = &collect.columns[k - collect.outer.len()].slots;
                    slots.iter().for_each(|slot| self.show(ids[slot.index()]));
                }
                None => copies.iter().for_each(|copy| self.show_new(copy[position].1)),
            }
        }
    }
}
