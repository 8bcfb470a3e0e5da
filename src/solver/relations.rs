//! Closed definitions as relations: all their rows, once for each function, with an index for each set of
//! columns that calls bind.
//!
//! What a function's loops are depends on nothing that was chosen before. Once they were all asked for, a
//! call that knows the end of one is a look-up by hash, whichever of their variables it sees.
//!
//! ```text
//! For: (begin, end, step) = (5, 9, 1), (2, 30, 1), (12, 30, 2)
//! by end, with step: 9 → (9, 1); 30 → (30, 1), (30, 2)
//! ```

use super::budget::{Exhausted, Held, Ledger};
use super::plan::Lookup;
use super::problem::{Relation, Value, World};
use super::rows::{Rows, flatten};
use super::search::{Search, bytes};
use super::table::{Answers, Asked};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash as _, Hasher as _};
use std::rc::Rc;

/// To read so many rows is a step of the budget.
const READ_IN_A_STEP: usize = 64;

/// Rows narrowed to what a call sees, each once, by what it binds.
#[derive(Debug)]
pub(super) struct Index {
    /// Tuples of `width` values; those with the same key stand together.
    tuples: Vec<Value>,
    width: usize,
    /// By key, where its tuples begin and end among all.
    places: HashTable<(u32, u32)>,
}

impl<R: Relation, W: World<R>, const EXPLAIN: bool> Search<'_, R, W, EXPLAIN> {
    /// The answers to a call of which rows are not kept, from the relation of its formula, if that is there.
    /// Why there are none only a search tells: where that is asked, none are no answer.
    pub(super) fn looked_up(&mut self, number: u32, key: usize) -> Result<Option<Answers>, Exhausted> {
        let lookup = self.compiled.code.lookup(number);
        let index = match self.indices.get(number as usize).cloned().flatten() {
            Some(index) => index,
            None => match self.index(lookup)? {
                Some(index) => {
                    let count = self.indices.len().max(number as usize + 1);
                    self.indices.resize(count, None);
                    self.indices[number as usize] = Some(index.clone());
                    index
                }
                None => return Ok(None),
            },
        };
        let answers = index.answers(lookup, &self.values[key..], self.meter.ledger());
        Ok((!EXPLAIN || !matches!(answers, Answers::Holds(false))).then_some(answers))
    }

    /// The index of a look-up, if the relation is there.
    fn index(&mut self, lookup: &Lookup) -> Result<Option<Rc<Held<Index>>>, Exhausted> {
        let Some(rows) = self.relation(lookup) else { return Ok(None) };
        let width = lookup.columns.len();
        let read = rows.as_ref().map_or(0, |rows| rows.len());
        (0..read / READ_IN_A_STEP).try_for_each(|_| self.step())?;
        // The values, their order, and the index.
        self.room(read * (2 * width * size_of::<Value>() + 4 * size_of::<usize>()))?;
        let def = self.program(lookup.relation).def;
        let frames = &self.compiled.frames;
        let tuples = rows.iter().flat_map(|rows| rows.iter()).map(|row| {
            let flat = flatten(frames, def, Some(row));
            lookup.columns.iter().map(|&column| flat[column as usize].1).collect()
        });
        let index = Index::new(tuples.collect(), lookup);
        let behind = index.bytes();
        Ok(Some(Rc::new(self.meter.ledger().hold(index, behind))))
    }

    /// The rows of a closed definition, if they were asked for as a whole; where there are none, `None`
    /// within.
    fn relation(&self, lookup: &Lookup) -> Option<Option<Rows>> {
        let asked = Asked::new(lookup.relation.0 * 2, &[]);
        let answers = match self.answers.get(asked, &[]) {
            Some(answers) => answers.clone(),
            None => return None,
        };
        match answers {
            Answers::Whole(rows) => Some(Some(rows)),
            Answers::Holds(false) => Some(None),
            _ => None,
        }
    }
}

impl Index {
    fn new(mut rows: Vec<Box<[Value]>>, lookup: &Lookup) -> Index {
        let key = |row: &[Value]| lookup.bound.iter().map(|&at| row[at as usize]).collect::<Box<[Value]>>();
        rows.sort_unstable_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.cmp(b)));
        rows.dedup();
        let mut places: HashTable<(u32, u32)> = HashTable::new();
        let mut from = 0;
        while from < rows.len() {
            let own = key(&rows[from]);
            let to = from + rows[from..].iter().take_while(|row| key(row) == own).count();
            let again = |&(first, _): &(u32, u32)| hash(&key(&rows[first as usize]));
            places.insert_unique(hash(&own), (from as u32, to as u32), again);
            from = to;
        }
        Index { tuples: rows.concat(), width: lookup.columns.len(), places }
    }

    /// The bytes of its lists.
    fn bytes(&self) -> usize {
        bytes(&self.tuples) + self.places.allocation_size()
    }

    /// The tuples with a key.
    fn answers(&self, lookup: &Lookup, key: &[Value], ledger: &Ledger) -> Answers {
        let is_it = |&(from, _): &(u32, u32)| {
            let tuple = &self.tuples[from as usize * self.width..];
            lookup.bound.iter().zip(key).all(|(&at, value)| tuple[at as usize] == *value)
        };
        match self.places.find(hash(key), is_it) {
            None => Answers::Holds(false),
            Some(_) if lookup.bound.len() == self.width => Answers::Holds(true),
            Some(&(from, to)) => {
                let range = from as usize * self.width..to as usize * self.width;
                Answers::told(&self.tuples[range], self.width, ledger)
            }
        }
    }
}

fn hash(key: &[Value]) -> u64 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    hasher.finish()
}
