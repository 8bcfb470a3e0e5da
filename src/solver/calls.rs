//! Calls: the rows of a definition for the values of its bound arguments, from the table or searched for now.
//!
//! What is told of them depends on what they are for: the root's rows are kept with all that they stand on;
//! within a collect without copies the values that the caller does not know are enough, or that there is a
//! row.

use super::budget::Exhausted;
use super::code::{CallOp, List, Program};
use super::digest::Digest;
use super::plan::PlanId;
use super::problem::Relation;
use super::rows::{Row, RowRef, held_rows};
use super::search::{Env, Search};
use super::shared::Shared;
use super::table::{Answers, Asked};
use super::world::World;

/// Fewest steps of an answer that is shared.
const WORTH_SHARING: u64 = if cfg!(test) { 1 } else { 4 };

impl<'a, R: Relation, W: World<R>, const EXPLAIN: bool> Search<'a, R, W, EXPLAIN> {
    /// The rows of a call: from the tables, or searched for now. Where rows are not kept, they tell the
    /// interface alone, and one is enough where the caller knows all of it.
    pub(super) fn call(&mut self, program: &Program, call: &CallOp, env: Env) -> Result<Answers, Exhausted> {
        let key = self.push(program.slots(call.inputs), env);
        let keeping = self.keeping;
        self.keeping &= !self.program(call.plan).is_projected;
        let looked_up = match program.lookup(call).filter(|_| !self.keeping) {
            Some(number) => self.looked_up((number, call.plan), key)?,
            None => None,
        };
        let answers = match looked_up {
            Some(answers) => answers,
            None if call.tabled => self.tabled(call.plan, key)?,
            None => self.searched(call.plan, key)?,
        };
        self.keeping = keeping;
        self.values.truncate(key);
        Ok(answers)
    }

    /// Answers from the tables, or else by a search; `key` is the position of the inputs.
    pub(super) fn tabled(&mut self, plan: PlanId, key: usize) -> Result<Answers, Exhausted> {
        let asked = Asked::new(plan.0 * 2 + u32::from(!self.keeping), &self.values[key..]);
        if let Some(answers) = self.answers.get(asked, &self.values[key..]) {
            return Ok(answers.clone());
        }
        let shared = self.shared(plan).map(|(shared, digest)| (shared, (digest, self.keeping)));
        if let Some((shared, of)) = shared
            && let Some((answers, steps)) = shared.answers(of, &self.values[key..])
        {
            self.answers.insert(asked, &self.values[key..], answers.clone(), steps);
            return Ok(answers);
        }
        let before = self.meter.taken();
        let answers = self.searched(plan, key)?;
        let steps = self.meter.taken() - before;
        self.answers.insert(asked, &self.values[key..], answers.clone(), steps);
        if let Some((shared, of)) = shared
            && steps >= WORTH_SHARING
            && self.meter.has_room_to_share()
        {
            shared.keep(of, &self.values[key..], answers.clone(), steps);
        }
        Ok(answers)
    }

    /// Answers of other searches, and the digest of a plan, by which its own are found there.
    pub(super) fn shared(&self, plan: PlanId) -> Option<(&'a Shared, Digest)> {
        self.world.shared().filter(|_| !EXPLAIN).zip(self.program(plan).digest)
    }

    fn searched(&mut self, plan: PlanId, key: usize) -> Result<Answers, Exhausted> {
        self.step()?;
        let program = self.program(plan);
        match (program.is_partial, self.keeping) {
            (false, true) => self.whole(plan, key),
            (_, false) if program.knows_all => self.holds(plan, key),
            _ => self.told(plan, key, program.told),
        }
    }

    /// The rows, with what they stand on.
    fn whole(&mut self, id: PlanId, key: usize) -> Result<Answers, Exhausted> {
        let program = self.program(id);
        let from = self.rows.len();
        self.run(id, key, &mut |search, env| {
            let row = search.row_of(program, env);
            search.rows.push(row);
            true
        })?;
        if self.rows.len() == from {
            return Ok(Answers::Holds(false));
        }
        let rows = self.rows.drain(from..).collect();
        Ok(Answers::Whole(held_rows(rows, self.meter.ledger())))
    }

    /// Whether there is a row.
    fn holds(&mut self, id: PlanId, key: usize) -> Result<Answers, Exhausted> {
        let mut holds = false;
        self.run(id, key, &mut |_, _| {
            holds = true;
            false
        })?;
        Ok(Answers::Holds(holds))
    }

    /// The distinct tuples of some variables in the rows, ascending; without variables, whether there is a
    /// row.
    fn told(&mut self, id: PlanId, key: usize, told: List) -> Result<Answers, Exhausted> {
        let program = self.program(id);
        let width = program.slots(told).len();
        if width == 0 {
            return self.holds(id, key);
        }
        let mut tuples = self.tuples(width);
        self.run(id, key, &mut |search, env| search.tell(&mut tuples, program.slots(told), env))?;
        let from = self.sorted(&tuples)?;
        if self.told.len() == from {
            return Ok(Answers::Holds(false));
        }
        let answers = Answers::told(&self.told[from..], width, self.meter.ledger());
        self.told.truncate(from);
        Ok(answers)
    }

    /// The row that the run under way holds.
    pub(super) fn row_of(&self, program: &Program, env: Env) -> RowRef {
        let values = program.slots(program.slots).map(|slot| self.value(slot, env)).collect();
        let kept = self.kept.last().copied().unwrap_or_default();
        let calls = self.calls[kept.calls..].iter().flatten().cloned().collect();
        let collects = self.collects[kept.collects..].iter().flatten().cloned().collect();
        Row { values, calls, collects }.held(self.meter.ledger())
    }
}
