//! Calls: the answers of a definition for the values of its bound arguments, from a table or by a search.
//!
//! The answers have one of three forms. Rows of the root are materialised with the rows they refer to.
//! Elsewhere the distinct tuples of the unbound interface variables are enough, or a yes/no answer.

use super::budget::Exhausted;
use super::code::{CallOp, List, Program};
use super::database::Database;
use super::digest::Digest;
use super::plan::PlanId;
use super::problem::Relation;
use super::rows::{Row, RowRef, held_rows};
use super::search::{FrameBase, Search};
use super::shared::Shared;
use super::table::{Answers, TableKey};

/// Minimal number of steps of an answer that is shared with other searches.
const WORTH_SHARING: u64 = if cfg!(test) { 1 } else { 4 };

impl<'a, R: Relation, W: Database<R>, const EXPLAIN: bool> Search<'a, R, W, EXPLAIN> {
    /// The answers to a call, from the tables or by a search. If rows are not materialised, answers are
    /// tuples of the interface only, and one is enough if the caller has bound the whole interface.
    pub(super) fn call(
        &mut self,
        program: &Program,
        call: &CallOp,
        base: FrameBase,
    ) -> Result<Answers, Exhausted> {
        let key = self.push(program.slots(call.inputs), base);
        let materialise_rows = self.materialise_rows;
        self.materialise_rows &= !self.program(call.plan).is_projected;
        let looked_up = match program.lookup(call).filter(|_| !self.materialise_rows) {
            Some(number) => self.look_up_in_relation((number, call.plan), key)?,
            None => None,
        };
        let answers = match looked_up {
            Some(answers) => answers,
            None if call.tabled => self.lookup_or_evaluate(call.plan, key)?,
            None => self.evaluate(call.plan, key)?,
        };
        self.materialise_rows = materialise_rows;
        self.values.truncate(key);
        Ok(answers)
    }

    /// Answers from the tables, or else by a search. `key` is the position of the inputs on the stack of
    /// values.
    pub(super) fn lookup_or_evaluate(&mut self, plan: PlanId, key: usize) -> Result<Answers, Exhausted> {
        let table_key = TableKey::new(plan.0 * 2 + u32::from(!self.materialise_rows), &self.values[key..]);
        if let Some(answers) = self.answers.get(table_key, &self.values[key..]) {
            return Ok(answers.clone());
        }
        let shared = self.shared(plan).map(|(shared, digest)| (shared, (digest, self.materialise_rows)));
        if let Some((shared, of)) = shared
            && let Some((answers, steps)) = shared.answers(of, &self.values[key..])
        {
            self.answers.insert(table_key, &self.values[key..], answers.clone(), steps);
            return Ok(answers);
        }
        let before = self.counter.taken();
        let answers = self.evaluate(plan, key)?;
        let steps = self.counter.taken() - before;
        self.answers.insert(table_key, &self.values[key..], answers.clone(), steps);
        if let Some((shared, of)) = shared
            && steps >= WORTH_SHARING
            && self.counter.has_room_to_share()
        {
            shared.insert(of, &self.values[key..], answers.clone(), steps);
        }
        Ok(answers)
    }

    /// The answers that searches of this database share, with the digest of `plan` as a key.
    pub(super) fn shared(&self, plan: PlanId) -> Option<(&'a Shared, Digest)> {
        self.database.shared().filter(|_| !EXPLAIN).zip(self.program(plan).digest)
    }

    fn evaluate(&mut self, plan: PlanId, key: usize) -> Result<Answers, Exhausted> {
        self.step()?;
        let program = self.program(plan);
        match (program.is_partial, self.materialise_rows) {
            (false, true) => self.evaluate_rows(plan, key),
            (_, false) if program.all_interface_bound => self.evaluate_exists(plan, key),
            _ => self.evaluate_tuples(plan, key, program.output_slots),
        }
    }

    /// The materialised rows.
    fn evaluate_rows(&mut self, id: PlanId, key: usize) -> Result<Answers, Exhausted> {
        let program = self.program(id);
        let from = self.rows.len();
        self.run(id, key, &mut |search, base| {
            let row = search.row_of(program, base);
            search.rows.push(row);
            true
        })?;
        if self.rows.len() == from {
            return Ok(Answers::Bool(false));
        }
        let rows = self.rows.drain(from..).collect();
        Ok(Answers::Rows(held_rows(rows, self.counter.ledger())))
    }

    /// Whether there is a row.
    fn evaluate_exists(&mut self, id: PlanId, key: usize) -> Result<Answers, Exhausted> {
        let mut holds = false;
        self.run(id, key, &mut |_, _| {
            holds = true;
            false
        })?;
        Ok(Answers::Bool(holds))
    }

    /// The distinct tuples of the output slots in ascending order. Without output slots, whether there is a
    /// row.
    fn evaluate_tuples(&mut self, id: PlanId, key: usize, outputs: List) -> Result<Answers, Exhausted> {
        let program = self.program(id);
        let width = program.slots(outputs).len();
        if width == 0 {
            return self.evaluate_exists(id, key);
        }
        let mut tuples = self.begin_tuples(width);
        self.run(id, key, &mut |search, base| search.push_tuple(&mut tuples, program.slots(outputs), base))?;
        let from = self.end_tuples(&tuples)?;
        if self.tuples.len() == from {
            return Ok(Answers::Bool(false));
        }
        let answers = Answers::of_tuples(&self.tuples[from..], width, self.counter.ledger());
        self.tuples.truncate(from);
        Ok(answers)
    }

    /// The row that the current run has bound.
    pub(super) fn row_of(&self, program: &Program, base: FrameBase) -> RowRef {
        let values = program.slots(program.slots).map(|slot| self.value(slot, base)).collect();
        let row_base = self.row_bases.last().copied().unwrap_or_default();
        let calls = self.calls[row_base.calls..].iter().flatten().cloned().collect();
        let collects = self.collects[row_base.collects..].iter().flatten().cloned().collect();
        Row { values, calls, collects }.held(self.counter.ledger())
    }
}
