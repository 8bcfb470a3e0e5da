//! Worlds given by tuples: relations as explicit tables, with any answers about their supply.

use crate::solver::{ArgSet, Relation, Supply, Value, World};

/// A relation by number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Table {
    /// Which table of the world.
    pub(crate) id: usize,
    pub(crate) arity: usize,
    /// Whether it binds its variables.
    pub(crate) binds: bool,
    /// Whether its last argument may be unused.
    pub(crate) lax: bool,
    /// Decides what it says about its supply.
    pub(crate) mood: u64,
}

impl Relation for Table {
    fn arity(&self) -> usize {
        self.arity
    }

    fn supply(&self, target: usize, bound: ArgSet) -> Option<Supply> {
        let mixed = self.mood.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> ((target as u64 * 7 + bound.0 * 3) % 50);
        let choices = [Supply::One, Supply::Few, Supply::Bucket, Supply::Scan];
        self.binds.then(|| choices[(mixed % 4) as usize])
    }

    fn admits_unused(&self, k: usize) -> bool {
        self.lax && k + 1 == self.arity
    }
}

/// The tuples.
#[derive(Clone, Debug)]
pub(crate) struct Tuples {
    pub(crate) size: u32,
    pub(crate) tables: Vec<Vec<Vec<Value>>>,
    /// Gives every value as a candidate.
    pub(crate) sloppy: bool,
}

impl World<Table> for Tuples {
    fn size(&self) -> u32 {
        self.size
    }

    fn holds(&self, relation: &Table, args: &[Value]) -> bool {
        for (k, value) in args.iter().enumerate() {
            assert!(value.is_used() || relation.admits_unused(k), "asked about an unused argument");
        }
        self.tables[relation.id].iter().any(|tuple| tuple == args)
    }

    fn candidates(&self, relation: &Table, target: usize, args: &[Option<Value>], out: &mut Vec<Value>) {
        assert!(relation.binds && args[target].is_none(), "asked for candidates that are not supplied");
        let fits =
            |tuple: &&Vec<Value>| args.iter().zip(*tuple).all(|(arg, v)| arg.is_none_or(|arg| arg == *v));
        match self.sloppy {
            true => out.extend((0..self.size).map(Value)),
            false => out.extend(self.tables[relation.id].iter().filter(fits).map(|tuple| tuple[target])),
        }
        out.sort();
        out.dedup();
    }
}
