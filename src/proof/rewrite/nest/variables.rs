//! The variables of a solution of a nest's rewrite: `{A}` is a pointer of the function, `{A.stride[0]}` a
//! term of its accesses.

use super::super::matched::Unfit;
use analysis::accesses::TermId;
use ir::ValueId;
use lang::candl::ast::Variable;
use lang::candl::rewrite::variable_name;

/// The variables of a solution: values of the function, and terms of its accesses.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    values: Vec<(String, ValueId)>,
    terms: Vec<(String, TermId)>,
}

impl Variables {
    /// Creates the variables of a solution.
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

    /// The first reduction whose `partly` variable is set: it is updated in some rounds only, and a call
    /// would update it in all.
    pub(super) fn taken_up_in_some_rounds(&self) -> Option<&str> {
        self.terms.iter().find_map(|(name, _)| match name.strip_suffix("partly")? {
            "" => Some("s"),
            of => of.strip_suffix('.'),
        })
    }

    /// The value of the function that a variable of the rewrite stands for.
    ///
    /// # Errors
    ///
    /// The variable has no value of the function.
    pub fn named(&self, variable: &Variable) -> Result<ValueId, Unfit> {
        let name = variable_name(variable).unwrap_or_default();
        self.value(&name).ok_or_else(|| Unfit::new(format!("`{{{name}}}` has no value there")))
    }

    /// The term that a name stands for.
    pub fn term(&self, name: &str) -> Option<TermId> {
        self.terms.iter().find(|(known, _)| known == name).map(|(_, term)| *term)
    }
}
