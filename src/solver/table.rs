//! Tables: the rows of a call, kept by plan and values of the bound arguments.
//!
//! A call's answers depend on its bound arguments alone within one world, so that each definition is searched
//! once per way and values of entering it, whoever calls it (tabled evaluation, Chen and Warren, without
//! recursion: definitions form no cycle). Which arguments are bound and which unbound ones coincide is part
//! of the plan.
//!
//! Most answers are asked for again soon or never, and most took a few steps. So only what took many steps is
//! kept to the end. The rest has some thousand places, each entry one by its hash, and makes way for what
//! comes later: memory does not grow with what was asked, it stays near the processor, and an answer that was
//! given up costs those few steps again, no more. Should it take more this time, since what it stands on was
//! given up as well, it is kept from then on.

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
    Holds(bool),
    /// The same as [`Told`](Answers::Told), stored in place if there are few values.
    Few(Few, u8),
    /// Tuples of the output variables, one after the other, with the number of values in each.
    Told(Rc<Held<Box<[Value]>>>, usize),
    /// Rows, with the rows of callees and collects that they refer to.
    Whole(Rows),
}

impl Answers {
    /// Answers from tuples of `width` values each.
    pub(super) fn told(values: &[Value], width: usize, ledger: &Ledger) -> Answers {
        match (Few::of(values), u8::try_from(width)) {
            (Some(few), Ok(width)) => Answers::Few(few, width),
            _ => Answers::Told(Rc::new(ledger.hold(values.into(), size_of_val(values))), width),
        }
    }
}

/// A few values, in place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Few {
    len: u8,
    values: [Value; Few::MOST],
}

impl Few {
    const MOST: usize = 6;

    /// If they are so few.
    pub(super) fn of(values: &[Value]) -> Option<Few> {
        let mut few = Few { len: values.len() as u8, values: [Value::UNUSED; Few::MOST] };
        few.values.get_mut(..values.len())?.copy_from_slice(values);
        Some(few)
    }

    pub(super) fn as_slice(&self) -> &[Value] {
        &self.values[..usize::from(self.len)]
    }
}

/// Number of steps from which answers are kept to the end. Smaller in tests, so that entries are replaced
/// there too.
const MANY_STEPS: u64 = if cfg!(test) { 16 } else { 256 };

/// The smallest and the largest size of the cache. Powers of two.
const FEWEST_PLACES: usize = if cfg!(test) { 4 } else { 64 };
const MOST_PLACES: usize = if cfg!(test) { 16 } else { 4096 };

/// The bound values of an entry.
#[derive(Debug)]
enum Key {
    Few(Few),
    Many(Held<Box<[Value]>>),
}

impl Key {
    fn of(values: &[Value], ledger: &Ledger) -> Key {
        Few::of(values).map_or_else(|| Key::Many(ledger.hold(values.into(), size_of_val(values))), Key::Few)
    }

    fn as_slice(&self) -> &[Value] {
        match self {
            Key::Few(few) => few.as_slice(),
            Key::Many(values) => values,
        }
    }
}

/// A table key: an index and bound values, with the hash of both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked<I = u32> {
    index: I,
    hash: u64,
}

impl<I: Copy + Hash> Asked<I> {
    pub(super) fn new(index: I, key: &[Value]) -> Self {
        Asked { index, hash: hash(index, key) }
    }
}

/// Things by an index and bound values. Looked up, never iterated.
#[derive(Debug)]
pub(super) struct Table<I, T> {
    /// Entries that took many steps, kept to the end.
    kept: HashTable<Entry<I, T>>,
    /// A direct-mapped cache of the others: empty, or a power of two of places.
    places: Vec<Option<Entry<I, T>>>,
    /// The number of occupied places.
    taken: usize,
    ledger: Ledger,
    /// For the room of both; what entries have elsewhere is charged by itself.
    charge: Charge,
}

#[derive(Debug)]
struct Entry<I, T> {
    index: I,
    key: Key,
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
        Self { kept: HashTable::new(), places: Vec::new(), taken: 0, ledger, charge }
    }

    pub(super) fn get(&self, asked: Asked<I>, key: &[Value]) -> Option<&T> {
        let passing = self.place(asked.hash).and_then(|place| self.places[place].as_ref());
        let passing = passing.filter(|entry| entry.is(asked.index, key));
        let entry = match passing {
            Some(entry) => entry,
            None if self.kept.is_empty() => return None,
            None => self.kept.find(asked.hash, |entry| entry.is(asked.index, key))?,
        };
        Some(&entry.thing)
    }

    /// Adds a new entry, which took that many steps to find. An entry without bound values is kept to the
    /// end.
    pub(super) fn insert(&mut self, asked: Asked<I>, key: &[Value], thing: T, steps: u64) {
        let entry = Entry { index: asked.index, key: Key::of(key, &self.ledger), thing };
        // Without bound values there is only one entry for each index.
        if steps >= MANY_STEPS || key.is_empty() {
            self.kept.insert_unique(asked.hash, entry, Entry::hash);
            self.charge();
            return;
        }
        if self.taken * 2 >= self.places.len() && self.places.len() < MOST_PLACES {
            self.grow();
        }
        self.put(asked.hash, entry);
    }

    /// The place of a hash in the cache.
    fn place(&self, hash: u64) -> Option<usize> {
        let last = self.places.len().checked_sub(1)?;
        Some(hash as usize & last)
    }

    /// Puts an entry in its place, and replaces the one that was there.
    fn put(&mut self, hash: u64, entry: Entry<I, T>) {
        let Some(place) = self.place(hash) else { return };
        let before = self.places[place].replace(entry);
        self.taken += usize::from(before.is_none());
    }

    fn grow(&mut self) {
        let count = (self.places.len() * 4).clamp(FEWEST_PLACES, MOST_PLACES);
        let places = std::mem::take(&mut self.places);
        self.places.resize_with(count, || None);
        self.taken = 0;
        places.into_iter().flatten().for_each(|entry| self.put(entry.hash(), entry));
        self.charge();
    }

    fn charge(&mut self) {
        let places = self.places.capacity() * size_of::<Option<Entry<I, T>>>();
        self.charge.set(places + self.kept.allocation_size());
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
        table.get(Asked::new(index, key), key).copied()
    }

    fn insert(table: &mut Table<u32, u32>, index: u32, key: &[Value], n: u32, steps: u64) {
        table.insert(Asked::new(index, key), key, n, steps);
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
        assert!((MOST_PLACES / 2..=MOST_PLACES).contains(&left), "{left}");
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
            let told = match Answers::told(&longer, 1, &Ledger::default()) {
                Answers::Few(few, 1) => few.as_slice().to_vec(),
                Answers::Told(values, 1) => values.to_vec(),
                other => panic!("{other:?}"),
            };
            assert_eq!(told, longer);
        }
    }
}
