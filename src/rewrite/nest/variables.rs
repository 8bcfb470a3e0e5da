//! The variables of a solution as a nest's rewrite sees them: `{A}` is a pointer of the function,
//! `{A.stride[0]}` a term of its accesses.

use crate::accesses::TermId;
use crate::model::ValueId;

/// The variables of a solution: values of the function, and terms of its accesses.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    values: Vec<(String, ValueId)>,
    terms: Vec<(String, TermId)>,
}

impl Variables {
    /// Of a solution.
    pub fn new(values: Vec<(String, ValueId)>, terms: Vec<(String, TermId)>) -> Variables {
        Variables { values, terms }
    }

    /// The names that stand for values of the function.
    pub fn values(&self) -> impl Iterator<Item = (&str, ValueId)> {
        self.values.iter().map(|(name, value)| (name.as_str(), *value))
    }

    /// The value of the function that a name stands for.
    pub fn value(&self, name: &str) -> Option<ValueId> {
        self.values.iter().find(|(known, _)| known == name).map(|(_, value)| *value)
    }

    /// The term that a name stands for.
    pub fn term(&self, name: &str) -> Option<TermId> {
        self.terms.iter().find(|(known, _)| known == name).map(|(_, term)| *term)
    }
}
