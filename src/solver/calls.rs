//! Calls: the rows of a definition for the values of its bound arguments, from the table or searched for now.
//!
//! What is told of them depends on what they are for: the root's rows are kept with all that they stand on; within a collect without copies
//! the values that the caller does not know are enough, or that there is a row.

use super::budget::Exhausted;
use super::plan::{CallStep, Plan, PlanId};
use super::problem::{Relation, Value, VarId, World};
use super::rows::Row;
use super::search::{Env, Search, Values};
use super::table::Answers;
use smallvec::SmallVec;
use std::sync::Arc;

impl<R: Relation, W: World<R>, const EXPLAIN: bool> Search<'_, R, W, EXPLAIN> {
    /// The rows of a call: from the tables, or searched for now. Where rows are not kept, they tell the interface alone, and
    /// one is enough where the caller knows all of it.
    pub(super) fn call(&mut self, call: &CallStep, env: &Env) -> Result<Answers, Exhausted> {
        let key = env.read(&call.inputs);
        let index = call.plan.0 * 2 + u32::from(!self.keeping);
        let known = call.tabled.then(|| self.answers.get(index, &key));
        if let Some(answers) = known.flatten() {
            return Ok(answers);
        }
        let before = self.meter.taken();
        self.meter.step()?;
        let plan = self.plan(call.plan);
        let interface = &self.compiled.frames[plan.def.index()].interface;
        let told = plan.partial.as_deref().or((!self.keeping).then_some(interface.as_slice()));
        let answers = match told {
            None => self.whole(call.plan, &key)?,
            Some(told) => {
                let one_is_enough = !self.keeping && plan.entry.len() == interface.len();
                self.told(call.plan, &key, if one_is_enough { &[] } else { told })?
            }
        };
        if call.tabled {
            self.answers.insert(index, &key, answers.clone(), self.meter.taken() - before);
        }
        Ok(answers)
    }

    /// The rows, with what they stand on.
    fn whole(&mut self, id: PlanId, key: &[Value]) -> Result<Answers, Exhausted> {
        let plan = self.plan(id);
        let mut rows: SmallVec<[Arc<Row>; 4]> = SmallVec::new();
        self.run(id, key, &mut |_, env| {
            rows.push(row_of(plan, env));
            true
        })?;
        Ok(if rows.is_empty() { Answers::Holds(false) } else { Answers::Whole(rows.into_iter().collect()) })
    }

    /// What the rows tell of some variables, each once, ascending. Of no variables at all, whether there is a row.
    fn told(&mut self, id: PlanId, key: &[Value], variables: &[VarId]) -> Result<Answers, Exhausted> {
        let plan = self.plan(id);
        let (mut rows, mut holds) = (SmallVec::<[Values; 2]>::new(), false);
        self.run(id, key, &mut |_, env| {
            holds = true;
            let value = |variable: &VarId| env.value(&plan.slots[variable.index()]);
            if !variables.is_empty() {
                rows.push(variables.iter().map(value).collect());
            }
            !variables.is_empty()
        })?;
        if rows.is_empty() {
            return Ok(Answers::Holds(holds));
        }
        if rows.len() > 1 {
            rows.sort_unstable();
            rows.dedup();
        }
        Ok(Answers::Told(rows.iter().flatten().copied().collect(), variables.len()))
    }
}

/// The row that an environment holds.
pub(super) fn row_of<R>(plan: &Plan<R>, env: &Env) -> Arc<Row> {
    let values = plan.slots.iter().map(|slot| env.value(slot)).collect();
    let calls = env.calls.iter().flatten().cloned().collect();
    let collects = env.collects.iter().flatten().cloned().collect();
    Arc::new(Row { values, calls, collects })
}
