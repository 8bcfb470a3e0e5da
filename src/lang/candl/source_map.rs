//! The source map of a problem: the places and names in the text behind its numbers.
//!
//! The solver identifies origins, definitions and variables by number. Reports need the file and line, and
//! names from the point of view of the requested specification. A search needs none of this, so it is
//! separate from the problem.
//!
//! ```text
//! origin 17, variable 3 of definition 2, reached through call 4  =>  loops.candl bytes 80..102, `loop.end`
//! ```

use super::core::{Span, Substitution, VarName};
use serde::{Deserialize, Serialize};
use solver::{DefId, Origin, VarId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The places and names of a problem.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct SourceMap {
    /// The place of each [`Origin`].
    pub spans: Vec<Span>,
    /// The names of the variables of each definition, in the definition's own terms.
    pub variables: Vec<Vec<VarName>>,
    /// The substitutions of calls, by origin.
    pub(super) placings: BTreeMap<Origin, Substitution>,
    /// The words for the indices of collects, by origin.
    pub(super) indices: BTreeMap<Origin, Arc<str>>,
    /// The variables of the expanded formula in order of first appearance, which is the order of the values
    /// of a flattened solution.
    pub names: Vec<VarName>,
}

impl SourceMap {
    /// The place of a constraint in the text.
    pub fn span(&self, origin: Origin) -> Span {
        self.spans[origin.index()]
    }

    /// Whether an origin is an include rather than a constraint or a collect.
    pub fn is_call(&self, origin: Origin) -> bool {
        self.placings.contains_key(&origin)
    }

    /// Whether an origin is a collect with copies.
    pub fn is_collect(&self, origin: Origin) -> bool {
        self.indices.contains_key(&origin)
    }

    /// A name as people write it: with the words for the indices of the collects on the way to it, `arg[i]`
    /// for `arg[*]`.
    pub fn written(&self, name: &VarName, through: &[Origin]) -> String {
        let words = through.iter().filter_map(|origin| self.indices.get(origin));
        words.fold(name.to_string(), |text, word| text.replacen("[*]", &format!("[{word}]"), 1))
    }

    /// The root specification's name for a variable of a definition that is reached through these calls and
    /// collects, the outermost first.
    pub fn name_outside(&self, through: &[Origin], definition: DefId, variable: VarId) -> VarName {
        let inside = self.variables[definition.index()][variable.index()].clone();
        let placings = through.iter().rev().filter_map(|origin| self.placings.get(origin));
        placings.fold(inside, |name, placing| placing.apply(&name))
    }
}
