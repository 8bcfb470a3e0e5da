//! Collects: all rows of a body for given outer values, in the defined order.
//!
//! Shared columns come first, then all other local variables of the expanded body in order of first
//! appearance. A row whose locals are all unused is no member.

use super::budget::Exhausted;
use super::compiled::LimitReached;
use super::explain::Misfit;
use super::plan::{CollectStep, Gather, Slot, Unless};
use super::problem::{Relation, Value, VarId, World};
use super::rows::{Row, flatten};
use super::search::{Env, Search};
use super::table::{Asked, Gathered};
use std::sync::Arc;

impl<'a, R: Relation, W: World<R>, const EXPLAIN: bool> Search<'a, R, W, EXPLAIN> {
    /// Whether the copies can hold the rows; binds those that are unbound.
    pub(super) fn collect(&mut self, step: &CollectStep, env: Env) -> Result<bool, Exhausted> {
        let key = self.push(&step.inputs, env);
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
                    self.notes.misfit(Misfit::TooMany, None);
                }
                return Ok(false);
            }
        };
        let members = rows.as_deref().unwrap_or_default();
        let frame = &mut self.values[env.values..];
        for copy in &step.copies {
            let value = members.get(copy.row).map_or(Value::UNUSED, |row| row.value(copy.variable));
            if copy.compare && frame[copy.slot.index()] != value {
                if EXPLAIN {
                    self.notes.misfit(Misfit::Differs, Some(copy.slot));
                }
                return Ok(false);
            }
            frame[copy.slot.index()] = value;
        }
        if let Some(site) = step.site.filter(|_| self.keeping) {
            self.collects[env.collects + site] = Some(rows.unwrap_or_else(|| self.no_rows.clone()));
        }
        Ok(true)
    }

    /// Whether there is no row.
    pub(super) fn unless(&mut self, step: &'a Unless<R>, env: Env) -> Result<bool, Exhausted> {
        if self.either(&step.tests, env)? {
            if EXPLAIN {
                self.notes.misfit(Misfit::TooMany, None);
            }
            return Ok(false);
        }
        if let Some(site) = step.site.filter(|_| self.keeping) {
            self.collects[env.collects + site] = Some(self.no_rows.clone());
        }
        Ok(true)
    }

    /// As the table knows it; `key` is where the outer values begin.
    fn remembered(&mut self, step: &CollectStep, key: usize) -> Result<Gathered, Exhausted> {
        let asked = Asked::new(step.id.0, &self.values[key..]);
        if let Some(gathered) = self.gathered.get(asked, &self.values[key..]) {
            return Ok(gathered.clone());
        }
        let before = self.meter.taken();
        let gathered = self.gather(step, key)?;
        self.gathered.insert(asked, &self.values[key..], gathered.clone(), self.meter.taken() - before);
        Ok(gathered)
    }

    fn gather(&mut self, step: &CollectStep, key: usize) -> Result<Gathered, Exhausted> {
        let gather = &self.compiled.plans.gathers[step.id.0 as usize];
        let mut members = Vec::new();
        // One member is one too many for a collect without copies; what it is, is all the same. One whose locals are all unused is none.
        let says_none = gather.limit == 0;
        let is_known = says_none && self.is_member(gather, &self.values[key..]);
        let mut is_sure = false;
        let keeping = std::mem::replace(&mut self.keeping, !is_known);
        self.run(gather.plan, key, &mut |search, env| {
            is_sure = says_none && (is_known || search.has_own_value(gather, env));
            if is_sure {
                return false;
            }
            let row = search.row_of(search.plan(gather.plan), env);
            let order = search.order_of(gather, &row);
            if order.iter().any(|value| value.is_used()) {
                members.push((order, row));
            }
            members.len() <= gather.limit
        })?;
        self.keeping = keeping;
        Ok(if is_sure || members.len() > gather.limit {
            // With no copies at all the collect says that there is none; nothing was cut off.
            if gather.limit > 0 {
                let reached = LimitReached { origin: step.origin, limit: gather.limit as u32 };
                if !self.limits_reached.contains(&reached) {
                    self.limits_reached.push(reached);
                }
            }
            Gathered::TooMany
        } else if members.is_empty() {
            Gathered::Nothing
        } else {
            members.sort_by(|a, b| a.0.cmp(&b.0));
            Gathered::Rows(members.into_iter().map(|(_, row)| row).collect())
        })
    }

    /// Whether every solution of the body is a member, as some local variable holds a value in each: for one reason or
    /// another, or since it is an outer one that does.
    fn is_member(&self, gather: &Gather, key: &[Value]) -> bool {
        let plan = self.plan(gather.plan);
        let is_used = |at: &Slot| plan.entry.iter().zip(key).any(|((slot, _), v)| slot == at && v.is_used());
        gather.is_certain || self.locals(gather).any(is_used)
    }

    /// Whether a local variable of the body itself holds a value; those of its calls are not looked at.
    fn has_own_value(&self, gather: &Gather, env: Env) -> bool {
        self.locals(gather).any(|slot| self.value(*slot, env).is_used())
    }

    /// The slots of the body's variables but the outer ones.
    fn locals(&self, gather: &Gather) -> impl Iterator<Item = &Slot> {
        let plan = self.plan(gather.plan);
        let outer = &self.compiled.frames[plan.def.index()].interface[..gather.outer];
        let is_local = |id: usize| !outer.iter().any(|variable| variable.index() == id);
        plan.slots.iter().enumerate().filter(move |(id, _)| is_local(*id)).map(|(_, slot)| slot)
    }

    /// What the rows of a collect are sorted by: its locals, the shared ones first.
    fn order_of(&self, gather: &Gather, row: &Arc<Row>) -> Vec<Value> {
        let plan = self.plan(gather.plan);
        let frames = &self.compiled.frames;
        let outer = &frames[plan.def.index()].interface[..gather.outer];
        let among = |set: &[VarId], id: usize| set.iter().any(|variable| variable.index() == id);
        let mut flat = flatten(frames, plan.def, Some(row));
        flat.retain(|&(id, _)| !among(outer, id));
        let (shared, rest): (Vec<_>, Vec<_>) =
            flat.into_iter().partition(|&(id, _)| among(&gather.shared, id));
        shared.into_iter().chain(rest).map(|(_, value)| value).collect()
    }
}
