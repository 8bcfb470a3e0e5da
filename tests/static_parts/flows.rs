//! Dependences in a run, found byte by byte. They are compared with the dependences that isl computes from
//! the JSCoP and OpenScop of the description.

use scop::{Dimension, Scop};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The largest number of accesses in a run that is compared.
const MOST_EVENTS: usize = 400;

/// The largest number of bytes in such a run: a call may set a whole object.
const MOST_BYTES: i128 = 1 << 16;

/// An instance of a memory access: the statement, the index of the access among its memory accesses, the
/// iterators and the rounds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Instance {
    pub(super) statement: usize,
    pub(super) access: usize,
    pub(super) iterators: Vec<i128>,
    pub(super) rounds: Vec<i128>,
}

/// A run of a static control part: its parameters, and for each access whether it writes, its first byte and
/// its length.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    pub(super) parameters: Vec<i128>,
    pub(super) events: Vec<(Instance, bool, i128, i128)>,
}

impl Sample {
    /// Whether the run is short enough, and has an access.
    pub(super) fn is_good(&self) -> bool {
        let bytes: i128 = self.events.iter().map(|(_, _, _, bytes)| bytes.max(&0)).sum();
        (1..=MOST_EVENTS).contains(&self.events.len()) && bytes <= MOST_BYTES
    }

    /// The dependences: pairs of instances by index, with the kind of dependence.
    fn dependences(&self) -> BTreeSet<(&'static str, usize, usize)> {
        let mut found = BTreeSet::new();
        let mut last: BTreeMap<i128, usize> = BTreeMap::new();
        let mut since: BTreeMap<i128, Vec<usize>> = BTreeMap::new();
        for (at, (_, writes, first, bytes)) in self.events.iter().enumerate() {
            for byte in *first..first + bytes {
                let written = last.get(&byte).copied();
                if *writes {
                    found.extend(written.map(|from| ("output", from, at)));
                    found.extend(since.remove(&byte).into_iter().flatten().map(|from| ("anti", from, at)));
                    last.insert(byte, at);
                } else {
                    found.extend(written.map(|from| ("flow", from, at)));
                    since.entry(byte).or_default().push(at);
                }
            }
        }
        found
    }

    /// The parameters, the instances and the dependences between them.
    pub(super) fn to_json(&self) -> Value {
        let numbers = |all: &[i128]| all.iter().map(i128::to_string).collect::<Vec<_>>();
        let instance = |(of, ..): &(Instance, bool, i128, i128)| {
            json!([of.statement, of.access, numbers(&of.iterators), numbers(&of.rounds)])
        };
        json!({
            "parameters": numbers(&self.parameters),
            "instances": self.events.iter().map(instance).collect::<Vec<_>>(),
            "dependences": self.dependences(),
        })
    }
}

/// An instance in rounds: the distance of each iterator from its first value, in steps.
pub(super) fn rounds(scop: &Scop, parameters: &[i128], loops: &[u32], instance: &[i128]) -> Vec<i128> {
    let value = |dimension| match dimension {
        Dimension::Parameter(number) => parameters.get(number as usize).copied(),
        Dimension::Iterator(number) => instance.get(loops.iter().position(|k| *k == number)?).copied(),
    };
    let round = |(k, at): (&u32, &i128)| {
        let firsts = &scop.firsts[*k as usize];
        let first = firsts.iter().find(|(when, _)| when.contains(value) == Some(true)).unwrap();
        (at - first.1.evaluate(value).unwrap()).abs()
    };
    loops.iter().zip(instance).map(round).collect()
}
