//! Databases given by tuples: relations as explicit tables, with arbitrary access paths.

use crate::{AccessPath, ArgSet, Database, PushedPredicate, Relation, Term, Value};

/// A relation by number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    /// Index of the table in the database.
    pub id: usize,
    /// The number of arguments.
    pub arity: usize,
    /// Whether it binds its variables.
    pub binds: bool,
    /// Whether its last argument may be unused.
    pub lax: bool,
    /// Whether its candidates need no test ([`Relation::is_exact`]).
    pub exact: bool,
    /// A seed for its access paths.
    pub mood: u64,
}

/// Marks an id that stands for the union of two tables.
const BOTH: usize = 1 << 32;

impl Table {
    /// The tables whose union it is.
    fn both(&self) -> [Option<usize>; 2] {
        match self.id & BOTH {
            0 => [Some(self.id), None],
            _ => [Some(self.id >> 16 & 0xffff), Some(self.id & 0xffff)],
        }
    }
}

impl Relation for Table {
    fn arity(&self) -> usize {
        self.arity
    }

    fn access_path(&self, target: usize, bound: ArgSet) -> Option<AccessPath> {
        let mixed = self.mood.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> ((target as u64 * 7 + bound.0 * 3) % 50);
        let choices = [AccessPath::One, AccessPath::Few, AccessPath::Bucket, AccessPath::Scan];
        self.binds.then(|| choices[(mixed % 4) as usize])
    }

    fn expected(&self, target: usize, bound: ArgSet) -> f64 {
        let expected = self.access_path(target, bound).map_or(0.0, AccessPath::expected);
        expected * [0.1, 1.0, 1.0, 10.0][(self.mood + target as u64) as usize % 4]
    }

    fn odds(&self) -> f64 {
        [0.05, 0.5, 0.9][self.mood as usize % 3]
    }

    fn is_exact(&self, _: usize) -> bool {
        self.exact
    }

    fn admits_unused(&self, k: usize) -> bool {
        self.lax && k + 1 == self.arity
    }

    /// The union of two unary tables; `None` for unions of more.
    fn either(&self, other: &Table) -> Option<Table> {
        match (self.arity, other.arity, self.both(), other.both()) {
            (1, 1, ..) if self == other => Some(self.clone()),
            (1, 1, [a, None], [b, None]) if a != b => {
                let id = BOTH | a.unwrap_or(0) << 16 | b.unwrap_or(0);
                let lax = self.lax || other.lax;
                Some(Table { id, arity: 1, binds: false, lax, exact: false, mood: 0 })
            }
            _ => None,
        }
    }

    fn is_pushable(&self) -> bool {
        !self.mood.is_multiple_of(3)
    }

    fn is_crowded(&self, target: usize) -> bool {
        self.mood.is_multiple_of(2) && target == 0
    }
}

/// A database given by the tuples of its tables.
#[derive(Clone, Debug)]
pub struct Tuples {
    /// The number of values.
    pub size: u32,
    /// The tuples of each table.
    pub tables: Vec<Vec<Vec<Value>>>,
    /// Whether candidates are not filtered: every value is one.
    pub sloppy: bool,
}

impl Database<Table> for Tuples {
    fn size(&self) -> u32 {
        self.size
    }

    fn holds(&self, relation: &Table, args: &[Value]) -> bool {
        for (k, value) in args.iter().enumerate() {
            assert!(value.is_used() || relation.admits_unused(k), "query about an unused argument");
        }
        relation.both().iter().flatten().any(|id| self.tables[*id].iter().any(|tuple| tuple == args))
    }

    fn candidates(&self, relation: &Table, target: usize, args: &[Option<Value>], out: &mut Vec<Value>) {
        assert!(relation.binds && args[target].is_none(), "request for candidates that are not supplied");
        let fits =
            |tuple: &&Vec<Value>| args.iter().zip(*tuple).all(|(arg, v)| arg.is_none_or(|arg| arg == *v));
        let mut found: Vec<Value> = match self.sloppy {
            true => (0..self.size).map(Value).collect(),
            false => self.tables[relation.id].iter().filter(fits).map(|tuple| tuple[target]).collect(),
        };
        found.sort();
        found.dedup();
        out.append(&mut found);
    }

    /// At most one candidate, if the seed of the relation is odd.
    fn only(&self, relation: &Table, target: usize, args: &[Option<Value>]) -> Option<Option<Value>> {
        let mut found = Vec::new();
        self.candidates(relation, target, args, &mut found);
        (relation.mood % 2 == 1 && found.len() <= 1).then(|| found.pop())
    }

    /// The values that satisfy all predicates; unsupported if the database is sloppy.
    fn candidates_for_all(&self, predicates: &[PushedPredicate<'_, Table>], out: &mut Vec<Value>) -> bool {
        let mut open: Vec<Term> =
            predicates.iter().flat_map(|predicate| predicate.terms.iter().copied()).collect();
        open.retain(|term| matches!(term, Term::Open(_)));
        open.sort_by_key(|term| format!("{term:?}"));
        open.dedup();
        // Includes `unused`, which an open argument may turn out to be.
        let width = self.size as usize + 1;
        let value =
            |number: usize| if number == self.size as usize { Value::UNUSED } else { Value(number as u32) };
        let holds = |sought: Value, choice: usize| {
            predicates.iter().all(|predicate| {
                let args: Vec<Value> = predicate
                    .terms
                    .iter()
                    .map(|term| match term {
                        Term::Sought => sought,
                        Term::Known(known) => *known,
                        Term::Open(_) => {
                            let at = open.iter().position(|other| other == term).unwrap();
                            value(choice / width.pow(at as u32) % width)
                        }
                    })
                    .collect();
                self.tables[predicate.relation.id].contains(&args)
            })
        };
        let choices = width.pow(open.len() as u32);
        if self.sloppy || choices > 1000 {
            return false;
        }
        let fits = |sought: &Value| (0..choices).any(|choice| holds(*sought, choice));
        out.extend((0..self.size).map(Value).filter(fits));
        true
    }
}
