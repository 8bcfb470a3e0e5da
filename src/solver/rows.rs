//! Solutions as trees, and their order.
//!
//! A [`Row`] holds the values of a definition's own variables, the row of the callee for each call, and the
//! rows of the body for each collect. Flattened, it is an assignment to the variables of the expanded formula
//! in order of first appearance. Solutions, and the rows of a collect, are sorted by this assignment. A
//! collect contributes its outer variables, and then each local with all its copies.

use super::budget::{Held, Ledger};
use super::flat_definition::Mention;
use super::lazy::Lazy;
use super::problem::{Collect, DefId, Value, VarId};
use super::row_layout::RowLayout;
use std::rc::Rc;

/// A solution of one definition.
#[derive(Debug, Default)]
pub(super) struct Row {
    /// The value of each variable.
    pub(super) values: Box<[Value]>,
    /// The callees' rows, for calls outside disjunctions in the order written.
    pub(super) calls: Box<[RowRef]>,
    /// The rows of collects outside disjunctions, in the order written. The rows of one body are in the
    /// defined order, at most as many as its limit.
    pub(super) collects: Box<[Rows]>,
}

impl Row {
    /// The value of a variable.
    pub(super) fn value(&self, variable: VarId) -> Value {
        self.values[variable.index()]
    }
}

/// A row that other rows can refer to.
pub(super) type RowRef = Rc<Held<Row>>;

/// Rows with references to the rows of callees and collects.
pub(super) type Rows = Rc<Held<Box<[RowRef]>>>;

impl Row {
    /// Charges the row. The rows it refers to have charges of their own.
    pub(super) fn held(self, ledger: &Ledger) -> RowRef {
        let behind = size_of_val(&*self.values) + size_of_val(&*self.calls) + size_of_val(&*self.collects);
        Rc::new(ledger.hold(self, behind))
    }
}

/// Charges the list, but not the rows in it.
pub(super) fn held_rows(rows: Box<[RowRef]>, ledger: &Ledger) -> Rows {
    let behind = size_of_val(&*rows);
    Rc::new(ledger.hold(rows, behind))
}

/// The variables of the expanded formula in order of first appearance, with their values. The definition's
/// own variables come with their own numbers, others with larger ones.
pub(super) fn flatten(layouts: &[Lazy<RowLayout>], def: DefId, row: Option<&Row>) -> Vec<(usize, Value)> {
    let mut flat = RowFlattener { layouts, met: Vec::new(), out: Vec::new() };
    let own = layouts[def.index()].get().variables;
    flat.met = (0..own).map(|k| (row.map_or(Value::UNUSED, |row| row.values[k]), false)).collect();
    let ids: Vec<usize> = (0..own).collect();
    flat.definition(def, row, &ids);
    flat.out
}

/// The state of flattening a row.
struct RowFlattener<'a> {
    layouts: &'a [Lazy<RowLayout>],
    /// The value of each variable, and whether it was output already.
    met: Vec<(Value, bool)>,
    out: Vec<(usize, Value)>,
}

impl RowFlattener<'_> {
    fn show(&mut self, id: usize) {
        let (value, shown) = &mut self.met[id];
        if !std::mem::replace(shown, true) {
            self.out.push((id, *value));
        }
    }

    fn show_new(&mut self, value: Value) {
        self.met.push((value, false));
        self.show(self.met.len() - 1);
    }

    fn definition(&mut self, def: DefId, row: Option<&Row>, ids: &[usize]) {
        let layouts = self.layouts;
        for mention in &layouts[def.index()].get().mentions {
            match mention {
                Mention::Variable(variable) => self.show(ids[variable.index()]),
                Mention::Call(callee, args, site) => {
                    let row = site.and_then(|site| row.map(|row| &**row.calls[site]));
                    self.call(*callee, args, row, ids);
                }
                Mention::Collect(collect, site) => {
                    let rows = site.and_then(|site| row.map(|row| &***row.collects[site]));
                    self.collect(collect, rows.unwrap_or_default(), ids);
                }
            }
        }
    }

    fn call(&mut self, callee: DefId, args: &[VarId], row: Option<&Row>, ids: &[usize]) {
        let layout = self.layouts[callee.index()].get();
        if layout.shows_interface_alone() {
            return layout.shown.iter().for_each(|place| self.show(ids[args[*place as usize].index()]));
        }
        let mut inner = vec![usize::MAX; layout.variables];
        for (variable, arg) in layout.interface.iter().zip(args) {
            inner[variable.index()] = ids[arg.index()];
        }
        for (variable, id) in inner.iter_mut().enumerate().filter(|(_, id)| **id == usize::MAX) {
            *id = self.met.len();
            self.met.push((row.map_or(Value::UNUSED, |row| row.values[variable]), false));
        }
        self.definition(callee, row, &inner);
    }

    /// Outputs the outer variables, then each local with its copies.
    fn collect(&mut self, collect: &Collect, rows: &[RowRef], ids: &[usize]) {
        let interface = &self.layouts[collect.body.index()].get().interface;
        let place = |id: usize| interface.iter().position(|variable| variable.index() == id);
        let copies: Vec<_> = (0..collect.limit as usize)
            .map(|copy| flatten(self.layouts, collect.body, rows.get(copy).map(|row| &***row)))
            .collect();
        let order = flatten(self.layouts, collect.body, None);
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
