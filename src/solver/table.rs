//! Tables: the answers to calls, by plan and values of the bound arguments.
//!
//! Within one database the answers depend on the bound arguments alone, so that each definition is searched
//! once per binding pattern and input values, whoever calls it. This is tabled evaluation (Chen and Warren),
//! without recursion: definitions form no cycle. The plan determines which arguments are bound and which
//! unbound ones coincide.
//!
//! Most answers are requested again soon or never, and most took a few steps. Therefore only answers that
//! took many steps are retained until the end. All others share a direct-mapped cache of a few thousand
//! entries, in which a new entry replaces an old one: memory is bounded, the cache stays in the processor's
//! caches, and a lost answer costs its few steps again. If it takes many steps the second time, since the
//! answers it depends on were lost too, it is retained.

use super::budget::{Charge, Held, Ledger};
use super::problem::Value;
use super::rows::Rows;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher as _};
use std::rc::Rc;

/// The answers to one call, in the order found.
#[derive(Clone, Debug)]
pub(super) enum Answers {
    /// A yes/no answer: no variables are output.
    Bool(bool),
    /// The same as [`Tuples`](Answers::Tuples), stored in place if there are few values.
    InlineTuples(InlineValues, u8),
    /// Tuples of the output variables, one after the other, with the number of values in each.
    Tuples(Rc<Held<Box<[Value]>>>, usize),
    /// Rows, with the rows of callees and collects that they refer to.
    Rows(Rows),
}

impl Answers {
    /// Answers from tuples of `width` values each.
    pub(super) fn of_tuples(values: &[Value], width: usize, ledger: &Ledger) -> Answers {
        match (InlineValues::of(values), u8::try_from(width)) {
            (Some(few), Ok(width)) => Answers::InlineTuples(few, width),
            _ => Answers::Tuples(Rc::new(ledger.hold(values.into(), size_of_val(values))), width),
        }
    }
}

/// A short list of values, stored in place.
#[derive(Clone, Copy, Debug)]
pub(super) struct InlineValues {
    len: u8,
    values: [Value; InlineValues::MOST],
}

impl InlineValues {
    const MOST: usize = 6;

    /// The values, or `None` if there are too many.
    pub(super) fn of(values: &[Value]) -> Option<InlineValues> {
        let mut few = InlineValues { len: values.len() as u8, values: [Value::UNUSED; InlineValues::MOST] };
        few.values.get_mut(..values.len())?.copy_from_slice(values);
        Some(few)
    }

    pub(super) fn as_slice(&self) -> &[Value] {
        &self.values[..usize::from(self.len)]
    }
}

/// Answers that took at least this many steps are retained until the end. Smaller in tests, so that entries
/// are replaced there too.
const MANY_STEPS: u64 = if cfg!(test) { 16 } else { 256 };

/// The minimal and the maximal size of the cache; powers of two.
const MIN_CACHE: usize = if cfg!(test) { 4 } else { 64 };
const MAX_CACHE: usize = if cfg!(test) { 16 } else { 4096 };

/// The bound values of an entry.
#[derive(Debug)]
enum BoundValues {
    Inline(InlineValues),
    Boxed(Held<Box<[Value]>>),
}

impl BoundValues {
    fn of(values: &[Value], ledger: &Ledger) -> BoundValues {
        InlineValues::of(values).map_or_else(
            || BoundValues::Boxed(ledger.hold(values.into(), size_of_val(values))),
            BoundValues::Inline,
        )
    }

    fn as_slice(&self) -> &[Value] {
        match self {
            BoundValues::Inline(few) => few.as_slice(),
            BoundValues::Boxed(values) => values,
        }
    }
}

/// The hash of an index and bound values, together with the index.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableKey<I = u32> {
    index: I,
    hash: u64,
}

impl<I: Copy + Hash> TableKey<I> {
    pub(super) fn new(index: I, key: &[Value]) -> Self {
        TableKey { index, hash: hash(index, key) }
    }
}

/// A map from an index and bound values to `T`. Never iterated.
#[derive(Debug)]
pub(super) struct Table<I, T> {
    /// Entries that took many steps, retained until the end.
    retained: HashTable<Entry<I, T>>,
    /// A direct-mapped cache of the other entries: empty, or of a power of two of positions.
    cache: Vec<Option<Entry<I, T>>>,
    /// The number of occupied positions in the cache.
    occupied: usize,
    ledger: Ledger,
    /// The charge for both maps. The memory that entries own is charged separately.
    charge: Charge,
}

#[derive(Debug)]
struct Entry<I, T> {
    index: I,
    key: BoundValues,
    thing: T,
}

impl<I: Copy + Eq + Hash, T> Entry<I, T> {
    fn is(&self, index: I, key: &[Value]) -> bool {
        self.index == index && self.key.as_slice() == key
    }

    fn hash(&self) -> u64 {
        hash(self.index, self.key.as_slice())
    }
}

impl<I: Copy + Eq + Hash, T> Table<I, T> {
    /// An empty table.
    pub(super) fn new(ledger: &Ledger) -> Self {
        let (ledger, charge) = (ledger.clone(), Charge::new(ledger));
        Self { retained: HashTable::new(), cache: Vec::new(), occupied: 0, ledger, charge }
    }

    pub(super) fn get(&self, table_key: TableKey<I>, key: &[Value]) -> Option<&T> {
        let cached = self.cache_index(table_key.hash).and_then(|place| self.cache[place].as_ref());
        let cached = cached.filter(|entry| entry.is(table_key.index, key));
        let entry = match cached {
            Some(entry) => entry,
            None if self.retained.is_empty() => return None,
            None => self.retained.find(table_key.hash, |entry| entry.is(table_key.index, key))?,
        };
        Some(&entry.thing)
    }

    /// Adds a new entry that took `steps` steps. An entry without bound values is retained until the end.
    pub(super) fn insert(&mut self, table_key: TableKey<I>, key: &[Value], thing: T, steps: u64) {
        let entry = Entry { index: table_key.index, key: BoundValues::of(key, &self.ledger), thing };
        // There is at most one entry without bound values for each index.
        if steps >= MANY_STEPS || key.is_empty() {
            self.retained.insert_unique(table_key.hash, entry, Entry::hash);
            self.charge();
            return;
        }
        if self.occupied * 2 >= self.cache.len() && self.cache.len() < MAX_CACHE {
            self.grow();
        }
        self.put(table_key.hash, entry);
    }

    /// The position of a hash in the cache.
    fn cache_index(&self, hash: u64) -> Option<usize> {
        let last = self.cache.len().checked_sub(1)?;
        Some(hash as usize & last)
    }

    /// Stores an entry in the cache, and replaces the previous one there.
    fn put(&mut self, hash: u64, entry: Entry<I, T>) {
        let Some(place) = self.cache_index(hash) else { return };
        let before = self.cache[place].replace(entry);
        self.occupied += usize::from(before.is_none());
    }

    fn grow(&mut self) {
        let count = (self.cache.len() * 4).clamp(MIN_CACHE, MAX_CACHE);
        let places = std::mem::take(&mut self.cache);
        self.cache.resize_with(count, || None);
        self.occupied = 0;
        places.into_iter().flatten().for_each(|entry| self.put(entry.hash(), entry));
        self.charge();
    }

    fn charge(&mut self) {
        let places = self.cache.capacity() * size_of::<Option<Entry<I, T>>>();
        self.charge.set(places + self.retained.allocation_size());
    }
}

fn hash(index: impl Hash, key: &[Value]) -> u64 {
    let mut hasher = FxHasher::default();
    index.hash(&mut hasher);
    key.iter().for_each(|value| value.hash(&mut hasher));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(n: u32) -> [Value; 3] {
        [Value(n % 7), Value(n), Value::UNUSED]
    }

    fn get(table: &Table<u32, u32>, index: u32, key: &[Value]) -> Option<u32> {
        table.get(TableKey::new(index, key), key).copied()
    }

    fn insert(table: &mut Table<u32, u32>, index: u32, key: &[Value], n: u32, steps: u64) {
        table.insert(TableKey::new(index, key), key, n, steps);
    }

    #[test]
    fn what_took_many_steps_stays() {
        let mut table = Table::new(&Ledger::default());
        for n in 0..20_000 {
            assert_eq!(get(&table, 1, &key(n)), None);
            insert(&mut table, 1, &key(n), n, if n % 3 == 0 { MANY_STEPS } else { 1 });
        }
        for n in 0..20_000 {
            let found = get(&table, 1, &key(n));
            assert!(found == Some(n) || found.is_none() && n % 3 != 0, "{n}: {found:?}");
            assert_eq!(get(&table, 0, &key(n)), None);
        }
        insert(&mut table, 0, &[], 7, 1);
        assert_eq!(get(&table, 0, &[]), Some(7));
    }

    #[test]
    fn the_rest_makes_way() {
        let mut table = Table::new(&Ledger::default());
        for n in 0..20_000 {
            insert(&mut table, 0, &key(n), n, 1);
            assert_eq!(get(&table, 0, &key(n)), Some(n), "the last one is there");
        }
        let left = (0..20_000).filter(|&n| get(&table, 0, &key(n)).is_some()).count();
        assert!((MAX_CACHE / 2..=MAX_CACHE).contains(&left), "{left}");
    }

    #[test]
    fn keys_and_answers_of_any_length() {
        for len in 0..20 {
            let key: Vec<Value> = (0..len).map(Value).collect();
            let mut table = Table::new(&Ledger::default());
            insert(&mut table, 3, &key, len, 1);
            assert_eq!(get(&table, 3, &key), Some(len));
            let longer: Vec<Value> = (0..=len).map(Value).collect();
            assert_eq!((get(&table, 3, &longer), get(&table, 2, &key)), (None, None));
            let found = match Answers::of_tuples(&longer, 1, &Ledger::default()) {
                Answers::InlineTuples(few, 1) => few.as_slice().to_vec(),
                Answers::Tuples(values, 1) => values.to_vec(),
                other => panic!("{other:?}"),
            };
            assert_eq!(found, longer);
        }
    }
}
