//! Closed definitions as materialised relations: all rows, computed once per function, with an index for each
//! set of columns that calls bind.
//!
//! The loops of a function do not depend on any previous choice. Once they were all requested, a call that
//! binds the end of a loop is a hash look-up, whichever variables of the definition its interface has.
//!
//! ```text
//! For: (begin, end, step) = (5, 9, 1), (2, 30, 1), (12, 30, 2)
//! by end, with step: 9 → (9, 1); 30 → (30, 1), (30, 2)
//! ```

use super::budget::{Exhausted, Held};
use super::database::Database;
use super::index::Index;
use super::plan::{Columns, Lookup, PlanId};
use super::problem::{Relation, Value};
use super::rows::{Rows, flatten};
use super::search::Search;
use super::table::{Answers, TableKey};
use std::rc::Rc;

/// The number of rows that are read for one step of the budget.
const READ_IN_A_STEP: usize = 64;

impl<'a, R: Relation, W: Database<R>, const EXPLAIN: bool> Search<'a, R, W, EXPLAIN> {
    /// The answers to a call without materialised rows, from the materialised relation of its formula. An
    /// explained search does not use an empty answer, since only a search records the near miss.
    pub(super) fn look_up_in_relation(
        &mut self,
        (number, plan): (u32, PlanId),
        key: usize,
    ) -> Result<Option<Answers>, Exhausted> {
        let lookup = self.code.lookup(number);
        let index = match self.indices.get(number as usize).cloned().flatten() {
            Some(index) => index,
            None => match self.index(lookup, plan)? {
                Some(index) => {
                    let count = self.indices.len().max(number as usize + 1);
                    self.indices.resize(count, None);
                    self.indices[number as usize] = Some(index.clone());
                    index
                }
                None => return Ok(None),
            },
        };
        let answers = index.answers(lookup, &self.values[key..], self.counter.ledger());
        Ok((!EXPLAIN || !matches!(answers, Answers::Bool(false))).then_some(answers))
    }

    /// The index for a look-up, if the relation has been materialised.
    fn index(&mut self, lookup: &Lookup, plan: PlanId) -> Result<Option<Rc<Held<Index>>>, Exhausted> {
        let shared = self.shared(plan);
        if let Some(index) = shared.and_then(|(shared, of)| shared.index(of)) {
            return Ok(Some(index));
        }
        let Some(rows) = self.relation(lookup) else { return Ok(None) };
        let width = lookup.columns.len();
        let read = rows.as_ref().map_or(0, |rows| rows.len());
        (0..read / READ_IN_A_STEP).try_for_each(|_| self.step())?;
        // Memory for the values, their order, and the index.
        self.room(read * (2 * width * size_of::<Value>() + 4 * size_of::<usize>()))?;
        let def = self.program(lookup.relation).def;
        let layouts = &self.compiled.layouts;
        let tuples = rows.iter().flat_map(|rows| rows.iter()).map(|row| match &lookup.columns {
            Columns::Own(variables) => variables.iter().map(|variable| row.value(*variable)).collect(),
            Columns::Flattened(places) => {
                let flat = flatten(layouts, def, Some(row));
                places.iter().map(|&place| flat[place as usize].1).collect()
            }
        });
        let index = Index::new(tuples.collect(), lookup);
        let behind = index.bytes();
        let index = Rc::new(self.counter.ledger().hold(index, behind));
        if let Some((shared, of)) = shared.filter(|_| self.counter.has_room_to_share()) {
            shared.insert_index(of, &index);
        }
        Ok(Some(index))
    }

    /// The rows of a closed definition, if it was searched with nothing bound; `Some(None)` if there are no
    /// rows.
    fn relation(&self, lookup: &Lookup) -> Option<Option<Rows>> {
        let table_key = TableKey::new(lookup.relation.0 * 2, &[]);
        let shared = || {
            let (shared, digest) = self.shared(lookup.relation)?;
            Some(shared.answers((digest, true), &[])?.0)
        };
        let answers = self.answers.get(table_key, &[]).cloned().or_else(shared)?;
        match answers {
            Answers::Rows(rows) => Some(Some(rows)),
            Answers::Bool(false) => Some(None),
            _ => None,
        }
    }
}
