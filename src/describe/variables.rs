//! The variables of a description, with names from the source.
//!
//! In: values, and the names that debug information has for them. Out: one variable for each value, with a
//! name that is valid in the language and unique in the description.

use super::tree::Variable;
use ir::ValueId;
use std::collections::{BTreeMap, BTreeSet};

/// The meaning of a variable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Meaning {
    /// A value of the searched model.
    Value(ValueId),
    /// A constant number.
    Number(String),
    /// The value of a reduction behind its loop.
    Behind(Variable),
    /// Another occurrence of an array, with strides of its own.
    Again(ValueId, usize),
    /// A variable of each of two examples.
    Joined(Variable, Variable),
}

#[derive(Clone, Debug)]
struct Known {
    meaning: Meaning,
    hint: String,
}

/// The variables of a description.
#[derive(Clone, Debug, Default)]
pub(crate) struct Variables {
    known: Vec<Known>,
    by_meaning: BTreeMap<Meaning, Variable>,
}

impl Variables {
    /// The variable with a meaning. A new one gets a name like the hint.
    pub(crate) fn of(&mut self, meaning: Meaning, hint: &str) -> Variable {
        let Variables { known, by_meaning } = self;
        *by_meaning.entry(meaning.clone()).or_insert_with(|| {
            known.push(Known { meaning, hint: valid(hint) });
            Variable(known.len() - 1)
        })
    }

    /// The value that a variable stands for.
    pub(crate) fn value(&self, variable: Variable) -> Option<ValueId> {
        match self.known[variable.0].meaning {
            Meaning::Value(value) | Meaning::Again(value, _) => Some(value),
            _ => None,
        }
    }

    /// The meaning of a variable.
    pub(crate) fn meaning(&self, variable: Variable) -> &Meaning {
        &self.known[variable.0].meaning
    }

    /// The hint that a variable was made with.
    pub(crate) fn hint(&self, variable: Variable) -> &str {
        &self.known[variable.0].hint
    }

    /// The names, by variable. Variables that are used come first, in the order given, so that they have the
    /// names of the source.
    pub(crate) fn names(&self, used: &[Variable]) -> Vec<String> {
        let mut names = vec![String::new(); self.known.len()];
        let mut taken = BTreeSet::new();
        let rest = (0..self.known.len()).map(Variable);
        for variable in used.iter().copied().chain(rest) {
            if !names[variable.0].is_empty() {
                continue;
            }
            let name = match self.known[variable.0].meaning {
                Meaning::Behind(of) if !names[of.0].is_empty() => format!("{}.out", names[of.0]),
                _ => free_name(&self.known[variable.0].hint, &taken),
            };
            taken.insert(name.clone());
            names[variable.0] = name;
        }
        names
    }
}

/// The letters that follow a letter that is taken.
fn free_name(hint: &str, taken: &BTreeSet<String>) -> String {
    let numbered = (2..).map(|n| format!("{hint}{n}"));
    let letters: Vec<String> = match hint {
        "i" => "ijklm".chars().map(String::from).collect(),
        "A" => "ABCDEFG".chars().map(String::from).collect(),
        "x" => "xyzuvw".chars().map(String::from).collect(),
        "c" => "cdefgh".chars().map(String::from).collect(),
        _ => vec![hint.to_owned()],
    };
    letters.into_iter().chain(numbered).find(|name| !taken.contains(name)).unwrap_or_default()
}

/// The hint with the characters that names of variables may have. `this` and names that the language gives a
/// meaning of their own stay usable, since variables are in braces.
fn valid(hint: &str) -> String {
    let tail = hint.rsplit([':', '.', '>']).next().unwrap_or_default();
    let mut name: String =
        tail.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' }).collect();
    if name.is_empty() || name == "_" {
        "x".clone_into(&mut name);
    }
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert(0, '_');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_valid_and_unique() {
        let mut variables = Variables::default();
        let hints = ["sum", "sum", "std::v.x", "3d", "i", "i", "A", "A", ""];
        let all: Vec<Variable> = hints
            .iter()
            .enumerate()
            .map(|(k, hint)| variables.of(Meaning::Value(ValueId(k as u32)), hint))
            .collect();
        assert_eq!(variables.names(&all), ["sum", "sum2", "x", "_3d", "i", "j", "A", "B", "y"]);
        // The variable that is written first has the name of the source.
        assert_eq!(variables.names(&[all[1]])[..2], ["sum2", "sum"]);
    }

    #[test]
    fn one_meaning_is_one_variable() {
        let mut variables = Variables::default();
        let a = variables.of(Meaning::Value(ValueId(1)), "a");
        assert_eq!(a, variables.of(Meaning::Value(ValueId(1)), "b"));
        let out = variables.of(Meaning::Behind(a), "out");
        assert_eq!(variables.names(&[]), ["a", "a.out"]);
        assert_ne!(a, out);
    }
}
