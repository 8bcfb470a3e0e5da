//! Collects: all rows of a body for given outer values, in the defined order.
//!
//! Shared columns come first, then all other local variables of the expanded body in order of first
//! appearance. A row whose locals are all unused is no member.

use super::budget::{Exhausted, Held};
use super::code::{CollectOp, Gathering, Program};
use super::compiled::LimitReached;
use super::explain::{Beyond, Misfit};
use super::problem::{Relation, Value, VarId};
use super::rows::{RowRef, Rows, flatten, held_rows};
use super::search::{Env, Search};
use super::table::Asked;
use super::world::World;

impl<'a, R: Relation, W: World<R>, const EXPLAIN: bool> Search<'a, R, W, EXPLAIN> {
    /// Whether the copies can hold the rows; binds those that are unbound.
    pub(super) fn collect(
        &mut self,
        program: &Program,
        step: &CollectOp,
        env: Env,
    ) -> Result<bool, Exhausted> {
        let key = self.push(program.slots(step.inputs), env);
        let rows = self.gathered(step, key)?;
        if EXPLAIN && rows.is_none() {
            self.notes.too_many(step.id, self.values[key..].into());
        }
        self.values.truncate(key);
        let Some(rows) = rows else { return Ok(false) };
        for copy in program.copies(step) {
            let value = rows.get(copy.row).map_or(Value::UNUSED, |row| row.value(copy.variable));
            if copy.compare && self.value(copy.slot, env) != value {
                if EXPLAIN {
                    self.notes.misfit(Misfit::Differs, Some(copy.slot));
                }
                return Ok(false);
            }
            self.bind(copy.slot, value, env);
        }
        if let Some(site) = step.site.filter(|_| self.keeping) {
            let kept = self.kept.last().copied().unwrap_or_default();
            self.collects[kept.collects + site as usize] = Some(rows);
        }
        Ok(true)
    }

    /// The rows, if there are no more than the limit: as the table knows them, or found now; `key` is where
    /// the outer values begin.
    fn gathered(&mut self, step: &CollectOp, key: usize) -> Result<Option<Rows>, Exhausted> {
        let asked = Asked::new(step.id.0, &self.values[key..]);
        if let Some(gathered) = self.gathered.get(asked, &self.values[key..]) {
            return Ok(gathered.clone());
        }
        let before = self.meter.taken();
        let gathered = self.gather(step, key)?;
        self.gathered.insert(asked, &self.values[key..], gathered.clone(), self.meter.taken() - before);
        Ok(gathered)
    }

    fn gather(&mut self, step: &CollectOp, key: usize) -> Result<Option<Rows>, Exhausted> {
        let gather = self.code.gathering(step.id);
        let mut members = Vec::new();
        let keeping = std::mem::replace(&mut self.keeping, true);
        self.run(gather.plan, key, &mut |search, env| {
            let row = search.row_of(search.program(gather.plan), env);
            let order = search.order_of(gather, &row);
            if order.iter().any(|value| value.is_used()) {
                members.push((order, row));
            }
            members.len() <= gather.limit as usize
        })?;
        self.keeping = keeping;
        if members.len() > gather.limit as usize {
            if EXPLAIN && let Some((_, row)) = members.last() {
                let definition = self.program(gather.plan).def;
                let frame = self.compiled.frames[definition.index()].get();
                let outer = &frame.interface[..gather.outer as usize];
                let own = (0..frame.variables as u32).map(VarId).filter(|variable| !outer.contains(variable));
                let values = own.map(|variable| (variable, row.value(variable)));
                let values = values.filter(|(_, value)| value.is_used());
                let row = Beyond { definition, limit: gather.limit, values: values.collect() };
                self.notes.beyond(step.id, &self.values[key..], row);
            }
            let reached = LimitReached { origin: gather.origin, limit: gather.limit };
            if !self.limits_reached.contains(&reached) {
                self.limits_reached.push(reached);
            }
            return Ok(None);
        }
        members.sort_by(|a, b| a.0.cmp(&b.0));
        let rows = members.into_iter().map(|(_, row)| row).collect();
        Ok(Some(held_rows(rows, self.meter.ledger())))
    }

    /// What the rows of a collect are sorted by: its locals, the shared ones first.
    fn order_of(&self, gather: &Gathering, row: &RowRef) -> Held<Box<[Value]>> {
        let def = self.program(gather.plan).def;
        let frames = &self.compiled.frames;
        let outer = &frames[def.index()].get().interface[..gather.outer as usize];
        let among = |set: &[VarId], id: usize| set.iter().any(|variable| variable.index() == id);
        let mut flat = flatten(frames, def, Some(row));
        flat.retain(|&(id, _)| !among(outer, id));
        let (shared, rest): (Vec<_>, Vec<_>) =
            flat.into_iter().partition(|&(id, _)| among(&gather.shared, id));
        let order: Box<[Value]> = shared.into_iter().chain(rest).map(|(_, value)| value).collect();
        let behind = size_of_val(&*order);
        self.meter.ledger().hold(order, behind)
    }
}
