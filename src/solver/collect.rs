//! Evaluation of collects: all rows of a body for given outer values, in the defined order.
//!
//! Shared columns come first in the order, then all other local variables of the expanded body by first
//! appearance. A row whose locals are all `unused` is not a member.

use super::budget::{Exhausted, Held};
use super::code::{CollectCode, CollectOp, Program};
use super::compiled::LimitReached;
use super::database::Database;
use super::explain::{ExcessRow, Mismatch};
use super::problem::{Relation, Value, VarId};
use super::rows::{RowRef, Rows, flatten, held_rows};
use super::search::{FrameBase, Search};
use super::table::TableKey;

impl<'a, R: Relation, W: Database<R>, const EXPLAIN: bool> Search<'a, R, W, EXPLAIN> {
    /// Whether the copies can hold the rows. Binds the copies that are unbound.
    pub(super) fn collect(
        &mut self,
        program: &Program,
        step: &CollectOp,
        base: FrameBase,
    ) -> Result<bool, Exhausted> {
        let key = self.push(program.slots(step.inputs), base);
        let rows = self.collect_result(step, key)?;
        if EXPLAIN && rows.is_none() {
            self.trace.too_many(step.id, self.values[key..].into());
        }
        self.values.truncate(key);
        let Some(rows) = rows else { return Ok(false) };
        for copy in program.copies(step) {
            let value = rows.get(copy.row).map_or(Value::UNUSED, |row| row.value(copy.variable));
            if copy.compare && self.value(copy.slot, base) != value {
                if EXPLAIN {
                    self.trace.mismatch(Mismatch::Differs, Some(copy.slot));
                }
                return Ok(false);
            }
            self.bind(copy.slot, value, base);
        }
        if let Some(site) = step.site.filter(|_| self.materialise_rows) {
            let row_base = self.row_bases.last().copied().unwrap_or_default();
            self.collects[row_base.collects + site as usize] = Some(rows);
        }
        Ok(true)
    }

    /// The rows, from the table or by a search; `None` if they exceed the limit. `key` is the position of the
    /// outer values on the stack of values.
    fn collect_result(&mut self, step: &CollectOp, key: usize) -> Result<Option<Rows>, Exhausted> {
        let table_key = TableKey::new(step.id.0, &self.values[key..]);
        if let Some(result) = self.collect_results.get(table_key, &self.values[key..]) {
            return Ok(result.clone());
        }
        let before = self.counter.taken();
        let result = self.evaluate_collect(step, key)?;
        self.collect_results.insert(
            table_key,
            &self.values[key..],
            result.clone(),
            self.counter.taken() - before,
        );
        Ok(result)
    }

    fn evaluate_collect(&mut self, step: &CollectOp, key: usize) -> Result<Option<Rows>, Exhausted> {
        let code = self.code.collect_code(step.id);
        let mut members = Vec::new();
        let materialise_rows = std::mem::replace(&mut self.materialise_rows, true);
        self.run(code.plan, key, &mut |search, base| {
            let row = search.row_of(search.program(code.plan), base);
            let order = search.order_of(code, &row);
            if order.iter().any(|value| value.is_used()) {
                members.push((order, row));
            }
            members.len() <= code.limit as usize
        })?;
        self.materialise_rows = materialise_rows;
        if members.len() > code.limit as usize {
            if EXPLAIN && let Some((_, row)) = members.last() {
                let definition = self.program(code.plan).def;
                let layout = self.compiled.layouts[definition.index()].get();
                let outer = &layout.interface[..code.outer as usize];
                let own =
                    (0..layout.variables as u32).map(VarId).filter(|variable| !outer.contains(variable));
                let values = own.map(|variable| (variable, row.value(variable)));
                let values = values.filter(|(_, value)| value.is_used());
                let row = ExcessRow { definition, limit: code.limit, values: values.collect() };
                self.trace.excess_row(step.id, &self.values[key..], row);
            }
            let reached = LimitReached { origin: code.origin, limit: code.limit };
            if !self.limits_reached.contains(&reached) {
                self.limits_reached.push(reached);
            }
            return Ok(None);
        }
        members.sort_by(|a, b| a.0.cmp(&b.0));
        let rows = members.into_iter().map(|(_, row)| row).collect();
        Ok(Some(held_rows(rows, self.counter.ledger())))
    }

    /// The sort key of a row: its locals, the shared ones first.
    fn order_of(&self, code: &CollectCode, row: &RowRef) -> Held<Box<[Value]>> {
        let def = self.program(code.plan).def;
        let layouts = &self.compiled.layouts;
        let outer = &layouts[def.index()].get().interface[..code.outer as usize];
        let among = |set: &[VarId], id: usize| set.iter().any(|variable| variable.index() == id);
        let mut flat = flatten(layouts, def, Some(row));
        flat.retain(|&(id, _)| !among(outer, id));
        let (shared, rest): (Vec<_>, Vec<_>) = flat.into_iter().partition(|&(id, _)| among(&code.shared, id));
        let order: Box<[Value]> = shared.into_iter().chain(rest).map(|(_, value)| value).collect();
        let behind = size_of_val(&*order);
        self.counter.ledger().hold(order, behind)
    }
}
