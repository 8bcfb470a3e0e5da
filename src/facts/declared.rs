//! Tables of facts about functions that have no body to look into.
//!
//! ```text
//! [functions]
//! Allocates = ["zmalloc", "js_malloc_rt(_, size)"]
//! Releases  = ["zfree(p)", "pool_put(_, p)"]
//!
//! [functions.not]
//! MayKeep = ["printf"]
//! ```
//!
//! Under `any` stand functions of which no `may` fact holds. A name alone stands for the function, its
//! result, or all of its parameters. A `*` at the end stands for any rest of a name.

use ir::Global;
use lang::atoms::{FactAnswer, Place};
use lang::candl::ast::Modality;
use library::Fact;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::OnceLock;

/// The table of the C and C++ library, POSIX and its threads.
pub(crate) const LIBRARY: &str = include_str!("../../idioms/facts/library.toml");

/// The name that stands for all `may` facts.
const ANY: &str = "any";

/// An entry that is no function with its parameters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{entry}` of `{fact}` is no function: write `free(p)`, with `_` for other parameters, or `malloc`")]
pub struct DeclaredError {
    fact: String,
    entry: String,
}

/// A table as written: the functions of each fact.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Table {
    /// The `may` facts that do not hold.
    #[serde(default)]
    pub not: BTreeMap<String, Vec<String>>,
    /// The facts that hold.
    #[serde(flatten)]
    pub holds: BTreeMap<String, Vec<String>>,
}

/// A file with a table; the rest of it is not read.
#[derive(Debug, Default, Deserialize)]
struct File {
    #[serde(default)]
    functions: Table,
}

impl Table {
    /// The table of a TOML file, as the section `functions`; empty without one.
    ///
    /// # Errors
    ///
    /// The reason why it is no such file.
    pub fn of_toml(text: &str) -> Result<Table, String> {
        let file: Result<File, toml::de::Error> = toml::from_str(text);
        file.map(|file| file.functions).map_err(|error| error.to_string().trim_end().to_owned())
    }

    /// Adds the entries of another table.
    pub fn extend(&mut self, other: Table) {
        let pairs = [(&mut self.holds, other.holds), (&mut self.not, other.not)];
        for (own, others) in pairs {
            for (fact, entries) in others {
                own.entry(fact).or_default().extend(entries);
            }
        }
    }

    /// The table as TOML, which [`of_toml`](Self::of_toml) reads.
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        for (section, facts) in [("functions", &self.holds), ("functions.not", &self.not)] {
            let _ = writeln!(text, "[{section}]");
            for (fact, entries) in facts {
                let quoted: Vec<String> = entries.iter().map(|entry| format!("{entry:?}")).collect();
                let _ = writeln!(text, "{fact} = [{}]", quoted.join(", "));
            }
        }
        text
    }

    /// The entries about functions that a filter accepts by their names.
    pub fn of_functions(&self, accepts: impl Fn(&str) -> bool) -> Table {
        let some = |facts: &BTreeMap<String, Vec<String>>| {
            let is_wanted = |entry: &&String| parsed(entry).is_some_and(|(name, _)| accepts(name));
            let some = facts.iter().map(|(fact, entries)| {
                (fact.clone(), entries.iter().filter(is_wanted).cloned().collect::<Vec<_>>())
            });
            some.filter(|(_, entries)| !entries.is_empty()).collect()
        };
        Table { not: some(&self.not), holds: some(&self.holds) }
    }

    /// The names of the facts that it mentions, except the one that stands for all.
    pub fn facts(&self) -> impl Iterator<Item = &str> {
        self.holds.keys().chain(self.not.keys()).map(String::as_str).filter(|name| *name != ANY)
    }

    /// Whether it has no entry.
    pub fn is_empty(&self) -> bool {
        self.holds.is_empty() && self.not.is_empty()
    }
}

/// The statement of a table about a function.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Whether the fact holds.
    holds: bool,
    /// The place of which it is said. `None` stands for all parameters, or for none if the fact is about none.
    place: Option<Place>,
    /// Whether it is said of a library's function, and so not of a function of the same name with a body.
    of_library: bool,
}

/// The entries of one fact.
#[derive(Clone, Debug, Default)]
struct Entries {
    /// By the name of the function.
    exact: FxHashMap<String, Vec<Entry>>,
    /// By the beginning of its name.
    beginnings: Vec<(String, Entry)>,
}

/// The facts that tables declare, by their names.
#[derive(Clone, Debug, Default)]
pub struct Declared(FxHashMap<String, Entries>);

/// The declared facts of the C and C++ library, POSIX and its threads.
pub fn of_the_library() -> &'static Declared {
    static DECLARED: OnceLock<Declared> = OnceLock::new();
    DECLARED.get_or_init(|| {
        let table = Table::of_toml(LIBRARY).expect("a test reads the table");
        Declared::default().and(&table, true).expect("a test reads the table")
    })
}

impl Declared {
    /// These facts and those of a table.
    ///
    /// # Errors
    ///
    /// The first entry that is no function.
    pub fn with(self, table: &Table) -> Result<Declared, DeclaredError> {
        self.and(table, false)
    }

    fn and(mut self, table: &Table, of_library: bool) -> Result<Declared, DeclaredError> {
        for (holds, facts) in [(true, &table.holds), (false, &table.not)] {
            for (fact, texts) in facts {
                let entries = self.0.entry(fact.clone()).or_default();
                for text in texts {
                    let wrong = || DeclaredError { fact: fact.clone(), entry: text.clone() };
                    let (name, place) = parsed(text).ok_or_else(wrong)?;
                    let entry = Entry { holds, place, of_library };
                    match name.strip_suffix('*') {
                        Some(beginning) => entries.beginnings.push((beginning.to_owned(), entry)),
                        None => entries.exact.entry(name.to_owned()).or_default().push(entry),
                    }
                }
            }
        }
        Ok(self)
    }

    /// The answer of the tables for a fact of a function. They are about functions that other units can name;
    /// what they say under the fact's own name goes before what stands under `any`.
    pub(crate) fn answer(&self, fact: &Fact, callee: &Global) -> FactAnswer {
        let is_may = fact.interface.modality == Modality::May;
        let of = |name: &str| self.0.get(name).map(|entries| entries.about(callee)).unwrap_or_default();
        let mut entries = of(fact.name());
        if entries.is_empty() && is_may {
            entries = of(ANY);
        }
        if callee.is_local || entries.is_empty() {
            return FactAnswer::Unknown;
        }
        if entries.iter().any(|entry| !entry.holds) {
            return FactAnswer::Fails;
        }
        let has_parameter = fact.interface.parameter.is_some();
        let places: Option<BTreeSet<Place>> = entries.iter().map(|entry| entry.place).collect();
        match places.filter(|_| has_parameter) {
            Some(places) => FactAnswer::HoldsOf(places.into_iter().collect()),
            None => FactAnswer::Holds,
        }
    }
}

impl Entries {
    /// The entries about a function.
    fn about(&self, callee: &Global) -> Vec<Entry> {
        let exact = self.exact.get(&callee.name).or_else(|| self.exact.get(&callee.canonical));
        let beginnings = self.beginnings.iter().filter(|(beginning, _)| callee.name.starts_with(beginning));
        let all = exact.into_iter().flatten().chain(beginnings.map(|(_, entry)| entry));
        all.filter(|entry| callee.is_declaration || !entry.of_library).copied().collect()
    }
}

/// The name of `pool_put(_, p)`, and the parameter that is named: `l+8` is 8 bytes behind it.
fn parsed(text: &str) -> Option<(&str, Option<Place>)> {
    let (name, rest) = match text.split_once('(') {
        Some((name, rest)) => (name.trim(), Some(rest.trim().strip_suffix(')')?)),
        None => (text.trim(), None),
    };
    let is_name = !name.is_empty() && !name.contains(|letter: char| letter.is_whitespace() || letter == ')');
    let mut parameters = rest.into_iter().flat_map(|rest| rest.split(',')).map(str::trim).enumerate();
    let named = parameters.find(|(_, parameter)| *parameter != "_");
    let place = match named {
        Some((at, parameter)) => {
            let offset = match parameter.find(['+', '-']) {
                Some(sign) => parameter[sign..].parse().ok()?,
                None => 0,
            };
            Some(Place { parameter: at as u32, offset })
        }
        None => None,
    };
    is_name.then_some((name, place))
}
