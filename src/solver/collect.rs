//! Collects: all rows of a body for given outer values, in the defined order.
//!
//! Shared columns come first, then all other local variables of the expanded body in order of first
//! appearance. A row whose locals are all unused is no member.

use super::budget::{Exhausted, Held};
use super::code::{CollectOp, Gathering, List, Program};
use super::compiled::LimitReached;
use super::explain::Misfit;
use super::plan::Slot;
use super::problem::{Relation, Value, VarId, World};
use super::rows::{RowRef, Rows, flatten, held_rows};
use super::search::{Env, Search};
use super::table::{Asked, Gathered};

impl<'a, R: Relation, W: World<R>, const EXPLAIN: bool> Search<'a, R, W, EXPLAIN> {
    /// Whether the copies can hold the rows; binds those that are unbound.
    pub(super) fn collect(
        &mut self,
        program: &Program,
        step: &CollectOp,
        env: Env,
    ) -> Result<bool, Exhausted> {
        let key = self.push(program.slots(step.inputs), env);
        let gathered = match step.tabled {
            true => self.remembered(step, key)?,
            false => self.gather(step, key)?,
        };
        self.values.truncate(key);
        let rows = match gathered {
            Gathered::Nothing => None,
            Gathered::Rows(rows) => Some(rows),
            Gathered::TooMany => {
                if EXPLAIN {
                    let is_none = self.compiled.code.gathering(step.id).limit == 0;
                    self.notes.misfit(if is_none { Misfit::Exists } else { Misfit::TooMany }, None);
                }
                return Ok(false);
            }
        };
        let members: &[RowRef] = rows.as_ref().map_or(&[], |rows| rows);
        for copy in program.copies(step) {
            let value = members.get(copy.row).map_or(Value::UNUSED, |row| row.value(copy.variable));
            if copy.compare && self.value(copy.slot, env) != value {
                if EXPLAIN {
                    self.notes.misfit(Misfit::Differs, Some(copy.slot));
                }
                return Ok(false);
            }
            self.bind(copy.slot, value, env);
        }
        self.keep(step.site, rows);
        Ok(true)
    }

    /// Whether there is no row.
    pub(super) fn unless(
        &mut self,
        program: &'a Program,
        (branches, site): (List, Option<u32>),
        env: Env,
    ) -> Result<bool, Exhausted> {
        if self.either(program, branches, env)? {
            if EXPLAIN {
                self.notes.misfit(Misfit::Exists, None);
            }
            return Ok(false);
        }
        self.keep(site, None);
        Ok(true)
    }

    /// Keeps the rows of a collect, which may be none, where rows are kept.
    fn keep(&mut self, site: Option<u32>, rows: Option<Rows>) {
        if let Some(site) = site.filter(|_| self.keeping) {
            let kept = self.kept.last().copied().unwrap_or_default();
            self.collects[kept.collects + site as usize] = Some(rows.unwrap_or_else(|| self.no_rows.clone()));
        }
    }

    /// As the table knows it; `key` is where the outer values begin.
    fn remembered(&mut self, step: &CollectOp, key: usize) -> Result<Gathered, Exhausted> {
        let asked = Asked::new(step.id.0, &self.values[key..]);
        if let Some(gathered) = self.gathered.get(asked, &self.values[key..]) {
            return Ok(gathered.clone());
        }
        let before = self.meter.taken();
        let gathered = self.gather(step, key)?;
        self.gathered.insert(asked, &self.values[key..], gathered.clone(), self.meter.taken() - before);
        Ok(gathered)
    }

    fn gather(&mut self, step: &CollectOp, key: usize) -> Result<Gathered, Exhausted> {
        let gather = self.compiled.code.gathering(step.id);
        // With no copies at all a collect says that there is none; nothing is cut off.
        if gather.limit == 0 {
            return Ok(if self.has_member(gather, key)? { Gathered::TooMany } else { Gathered::Nothing });
        }
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
            let reached = LimitReached { origin: gather.origin, limit: gather.limit };
            if !self.limits_reached.contains(&reached) {
                self.limits_reached.push(reached);
            }
            return Ok(Gathered::TooMany);
        }
        if members.is_empty() {
            return Ok(Gathered::Nothing);
        }
        members.sort_by(|a, b| a.0.cmp(&b.0));
        let rows = members.into_iter().map(|(_, row)| row).collect();
        Ok(Gathered::Rows(held_rows(rows, self.meter.ledger())))
    }

    /// Whether there is a member; what it is, is all the same. A solution whose locals are all unused is none.
    fn has_member(&mut self, gather: &Gathering, key: usize) -> Result<bool, Exhausted> {
        let is_known = self.is_member(gather, &self.values[key..]);
        let mut is_sure = false;
        let keeping = std::mem::replace(&mut self.keeping, !is_known);
        self.run(gather.plan, key, &mut |search, env| {
            is_sure = is_known || search.has_own_value(gather, env) || search.has_value(gather, env);
            !is_sure
        })?;
        self.keeping = keeping;
        Ok(is_sure)
    }

    /// Whether every solution of the body is a member, as some local variable holds a value in each: for one reason or
    /// another, or since it is an outer one that does.
    fn is_member(&self, gather: &Gathering, key: &[Value]) -> bool {
        if gather.is_certain {
            return true;
        }
        let program = self.program(gather.plan);
        let is_used = |at: &Slot| program.entry().zip(key).any(|((slot, _), v)| slot == *at && v.is_used());
        gather.locals.iter().any(is_used)
    }

    /// Whether a local variable of the body itself holds a value; those of its calls are not looked at.
    fn has_own_value(&self, gather: &Gathering, env: Env) -> bool {
        gather.locals.iter().any(|slot| self.value(*slot, env).is_used())
    }

    /// Whether some local variable does, of the calls too.
    fn has_value(&self, gather: &Gathering, env: Env) -> bool {
        let row = self.row_of(self.program(gather.plan), env);
        self.order_of(gather, &row).iter().any(|value| value.is_used())
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
