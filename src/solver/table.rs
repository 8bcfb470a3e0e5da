//! Tables: the rows of a call, kept by plan and values of the bound arguments.
//!
//! A call's answers depend on its bound arguments alone within one world, so that each definition is
//! searched once per way and values of entering it, whoever calls it (tabled evaluation, Chen and
//! Warren, without recursion: definitions form no cycle). Which arguments are bound and which unbound ones coincide is part of the plan.

//!
//! Most entries say the same few things, that there is no row or that there is one. So an entry is a number, of something common or
//! of something of its own, and with its key it takes little more than the numbers of the values.

use super::problem::Value;
use super::rows::Row;
use std::sync::Arc;

/// The answers to one call, in the order found.
pub(super) type Answers = Arc<[Arc<Row>]>;

/// What a collect gathers for given outer values.
#[derive(Clone, Debug)]
pub(super) enum Gathered {
    /// Its rows, in the defined order.
    Rows(Answers),
    /// More than its limit.
    TooMany,
}

/// Per dense index, a map from bound values. Looked up, never iterated.
#[derive(Debug)]
pub(super) struct Tables<T> {
    maps: Vec<Map>,
    /// What the numbers stand for, the common things first.
    things: Vec<T>,
}

/// The number of something common to many entries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Common(pub(super) u32);

impl<T: Clone> Tables<T> {
    /// Empty tables for indices below `len`; `common` things have their position as number.
    pub(super) fn new(len: usize, common: Vec<T>) -> Self {
        Self { maps: vec![Map::default(); len], things: common }
    }

    pub(super) fn get(&self, index: usize, key: &[Value]) -> Option<T> {
        self.maps[index].get(key).map(|number| self.things[number as usize].clone())
    }

    /// Adds an entry that is not there.
    pub(super) fn insert(&mut self, index: usize, key: &[Value], thing: T) {
        let number = self.things.len() as u32;
        self.things.push(thing);
        self.maps[index].insert(key, number);
    }

    /// Adds an entry that is not there; answers what is common.
    pub(super) fn insert_common(&mut self, index: usize, key: &[Value], common: Common) -> T {
        self.maps[index].insert(key, common.0);
        self.things[common.0 as usize].clone()
    }
}

/// Numbers by keys of one length, with open addressing.
#[derive(Clone, Debug, Default)]
struct Map {
    /// The keys one after the other, in the order added.
    keys: Vec<Value>,
    /// By entry.
    numbers: Vec<u32>,
    /// By hash, the entry and after it those that found their place taken; a power of two of them.
    places: Vec<u32>,
}

/// No entry.
const FREE: u32 = u32::MAX;

impl Map {
    fn get(&self, key: &[Value]) -> Option<u32> {
        if self.numbers.is_empty() {
            return None;
        }
        let mut at = self.first_place(key);
        loop {
            let entry = *self.places.get(at).filter(|entry| **entry != FREE)? as usize;
            if self.keys[entry * key.len()..][..key.len()] == *key {
                return Some(self.numbers[entry]);
            }
            at = (at + 1) & (self.places.len() - 1);
        }
    }

    fn insert(&mut self, key: &[Value], number: u32) {
        let entry = self.numbers.len();
        self.keys.extend_from_slice(key);
        self.numbers.push(number);
        // At least a quarter is free, so that a free place is soon found.
        if (entry + 1) * 4 > self.places.len() * 3 {
            self.places = vec![FREE; (self.places.len() * 2).max(4)];
            (0..=entry).for_each(|entry| self.place(entry, key.len()));
        } else {
            self.place(entry, key.len());
        }
    }

    fn place(&mut self, entry: usize, width: usize) {
        let mut at = self.first_place(&self.keys[entry * width..][..width]);
        while self.places[at] != FREE {
            at = (at + 1) & (self.places.len() - 1);
        }
        self.places[at] = entry as u32;
    }

    /// Where a key is looked for first: the high bits of a hash by rotation and multiplication, those that depend on all of it.
    fn first_place(&self, key: &[Value]) -> usize {
        let mix = |hash: u64, value: &Value| {
            (hash.rotate_left(5) ^ u64::from(value.0)).wrapping_mul(0x517c_c1b7_2722_0a95)
        };
        let hash = key.iter().fold(0, mix);
        (hash >> 32) as usize & (self.places.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back() {
        let mut tables = Tables::new(2, vec!["none".to_owned(), "one".to_owned()]);
        let key = |n: u32| [Value(n % 7), Value(n), Value::UNUSED];
        for n in 0..1000 {
            assert_eq!(tables.get(1, &key(n)), None);
            match n % 3 {
                2 => tables.insert(1, &key(n), n.to_string()),
                common => drop(tables.insert_common(1, &key(n), Common(common))),
            }
        }
        for n in 0..1000 {
            let expect = ["none".to_owned(), "one".to_owned(), n.to_string()][n as usize % 3].clone();
            assert_eq!(tables.get(1, &key(n)), Some(expect));
            assert_eq!(tables.get(0, &key(n)), None);
        }
        assert_eq!(tables.get(0, &[]), None);
        tables.insert(0, &[], "empty".to_owned());
        assert_eq!(tables.get(0, &[]), Some("empty".to_owned()));
    }
}
