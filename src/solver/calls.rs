//! Calls: the rows of a definition for the values of its bound arguments, from the table or searched for now.
//!
//! What is told of them depends on what they are for: the root's rows are kept with all that they stand on; within a collect without copies
//! the values that the caller does not know are enough, or that there is a row.

use super::alternatives::{Choices, sort_from};
use super::budget::Exhausted;
use super::plan::{CallStep, Plan, PlanId};
use super::problem::{Relation, VarId, World};
use super::rows::Row;
use super::search::{Env, Search};
use super::table::{Answers, Asked};
use smallvec::SmallVec;
use std::sync::Arc;

impl<'a, R: Relation, W: World<R>, const EXPLAIN: bool> Search<'a, R, W, EXPLAIN> {
    /// The rows of a call: from the tables, or searched for now. Where rows are not kept, they tell the interface alone, and
    /// one is enough where the caller knows all of it.
    pub(super) fn call(&mut self, call: &CallStep, env: Env) -> Result<Choices, Exhausted> {
        let key = self.push(&call.inputs, env);
        let choices = match call.tabled {
            true => self.tabled(call, key)?,
            false => {
                let answers = self.searched(call, key)?;
                Choices::of(&answers, &mut self.alternatives)
            }
        };
        self.values.truncate(key);
        Ok(choices)
    }

    /// As the tables know it; `key` is where the inputs begin.
    fn tabled(&mut self, call: &CallStep, key: usize) -> Result<Choices, Exhausted> {
        let asked = Asked::new(call.plan.0 * 2 + u32::from(!self.keeping), &self.values[key..]);
        if let Some(answers) = self.answers.get(asked, &self.values[key..]) {
            return Ok(Choices::of(answers, &mut self.alternatives));
        }
        let before = self.meter.taken();
        let answers = self.searched(call, key)?;
        let choices = Choices::of(&answers, &mut self.alternatives);
        self.answers.insert(asked, &self.values[key..], answers, self.meter.taken() - before);
        Ok(choices)
    }

    fn searched(&mut self, call: &CallStep, key: usize) -> Result<Answers, Exhausted> {
        self.meter.step()?;
        let plan = self.plan(call.plan);
        let interface = &self.compiled.frames[plan.def.index()].interface;
        match (plan.partial.as_deref(), self.keeping) {
            (None, true) => self.whole(call.plan, key),
            (_, false) if plan.entry.len() == interface.len() => self.told(call.plan, key, &[]),
            (Some(told), _) => self.told(call.plan, key, told),
            (None, false) => self.told(call.plan, key, interface),
        }
    }

    /// The rows, with what they stand on.
    fn whole(&mut self, id: PlanId, key: usize) -> Result<Answers, Exhausted> {
        let plan = self.plan(id);
        let mut rows: SmallVec<[Arc<Row>; 4]> = SmallVec::new();
        self.run(id, key, &mut |search, env| {
            rows.push(search.row_of(plan, env));
            true
        })?;
        Ok(if rows.is_empty() { Answers::Holds(false) } else { Answers::Whole(rows.into_iter().collect()) })
    }

    /// What the rows tell of some variables, each once, ascending. Of no variables at all, whether there is a row.
    fn told(&mut self, id: PlanId, key: usize, variables: &'a [VarId]) -> Result<Answers, Exhausted> {
        let plan = self.plan(id);
        let (from, mut holds) = (self.told.len(), false);
        self.run(id, key, &mut |search, env| {
            holds = true;
            for variable in variables {
                let value = search.value(plan.slots[variable.index()], env);
                search.told.push(value);
            }
            !variables.is_empty()
        })?;
        if self.told.len() == from {
            return Ok(Answers::Holds(holds));
        }
        sort_from(&mut self.told, from, variables.len());
        let answers = Answers::told(&self.told[from..], variables.len());
        self.told.truncate(from);
        Ok(answers)
    }

    /// The row that the run under way holds.
    pub(super) fn row_of(&self, plan: &Plan<R>, env: Env) -> Arc<Row> {
        let values = plan.slots.iter().map(|slot| self.value(*slot, env)).collect();
        let calls = self.calls[env.calls..].iter().flatten().cloned().collect();
        let collects = self.collects[env.collects..].iter().flatten().cloned().collect();
        Arc::new(Row { values, calls, collects })
    }
}
