//! Hash index over the rows of a closed definition, projected to the columns of one kind of call.
//!
//! ```text
//! rows (begin, end) = (5, 9), (2, 30), (12, 30), by end: 9 → (5, 9); 30 → (2, 30), (12, 30)
//! ```

use super::budget::Ledger;
use super::plan::Lookup;
use super::problem::Value;
use super::table::Answers;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash as _, Hasher as _};

/// Distinct tuples of the visible columns, grouped by the bound ones.
#[derive(Debug)]
pub(super) struct Index {
    /// Tuples of `width` values; tuples with the same key are adjacent.
    tuples: Vec<Value>,
    width: usize,
    /// The range of tuples for each key.
    ranges: HashTable<(u32, u32)>,
}

impl Index {
    pub(super) fn new(mut rows: Vec<Box<[Value]>>, lookup: &Lookup) -> Index {
        let key = |row: &[Value]| lookup.bound.iter().map(|&at| row[at as usize]).collect::<Box<[Value]>>();
        rows.sort_unstable_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.cmp(b)));
        rows.dedup();
        let mut ranges: HashTable<(u32, u32)> = HashTable::new();
        let mut from = 0;
        while from < rows.len() {
            let own = key(&rows[from]);
            let to = from + rows[from..].iter().take_while(|row| key(row) == own).count();
            let again = |&(first, _): &(u32, u32)| hash(&key(&rows[first as usize]));
            ranges.insert_unique(hash(&own), (from as u32, to as u32), again);
            from = to;
        }
        Index { tuples: rows.concat(), width: lookup.columns.len(), ranges }
    }

    /// The bytes of its lists.
    pub(super) fn bytes(&self) -> usize {
        self.tuples.capacity() * size_of::<Value>() + self.ranges.allocation_size()
    }

    /// The answers for one key.
    pub(super) fn answers(&self, lookup: &Lookup, key: &[Value], ledger: &Ledger) -> Answers {
        let is_it = |&(from, _): &(u32, u32)| {
            let tuple = &self.tuples[from as usize * self.width..];
            lookup.bound.iter().zip(key).all(|(&at, value)| tuple[at as usize] == *value)
        };
        match self.ranges.find(hash(key), is_it) {
            None => Answers::Bool(false),
            Some(_) if lookup.bound.len() == self.width => Answers::Bool(true),
            Some(&(from, to)) => {
                let range = from as usize * self.width..to as usize * self.width;
                Answers::of_tuples(&self.tuples[range], self.width, ledger)
            }
        }
    }
}

fn hash(key: &[Value]) -> u64 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    hasher.finish()
}
