//! The places and names in the text that the numbers of a problem stand for.
//!
//! The solver knows origins, definitions and variables by number. Who reads about a search wants the file and
//! line, and names as the specification that was searched for has them. A search needs none of it, so it is
//! kept apart from the problem.
//!
//! ```text
//! origin 17, variable 3 of definition 2, reached through call 4  =>  loops.candl bytes 80..102, `loop.end`
//! ```

use super::core::{Placing, Span, VarName};
use serde::{Deserialize, Serialize};
use solver::{DefId, Origin, VarId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The places and names of a problem.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Legend {
    /// The place of each [`Origin`].
    pub spans: Vec<Span>,
    /// The names of the variables of each definition, as seen from inside.
    pub variables: Vec<Vec<VarName>>,
    /// The renamings of calls, by their place in the text.
    pub(super) placings: BTreeMap<Origin, Placing>,
    /// The words for the indices of collects, by their place in the text.
    pub(super) indices: BTreeMap<Origin, Arc<str>>,
    /// The variables of the expanded formula in order of first appearance: a flattened solution gives
    /// their values in this order.
    pub names: Vec<VarName>,
}

impl Legend {
    /// The place of a constraint in the text.
    pub fn span(&self, origin: Origin) -> Span {
        self.spans[origin.index()]
    }

    /// Whether an include was written there, rather than a constraint or a collect.
    pub fn is_call(&self, origin: Origin) -> bool {
        self.placings.contains_key(&origin)
    }

    /// Whether a collect with copies was written there.
    pub fn is_collect(&self, origin: Origin) -> bool {
        self.indices.contains_key(&origin)
    }

    /// A name as people write it: the indices of the collects on the way to it by their words, `arg[i]` for
    /// `arg[*]`.
    pub fn written(&self, name: &VarName, through: &[Origin]) -> String {
        let words = through.iter().filter_map(|origin| self.indices.get(origin));
        words.fold(name.to_string(), |text, word| text.replacen("[*]", &format!("[{word}]"), 1))
    }

    /// The name that the root specification has for a variable of a definition, which is reached through
    /// these calls and collects, the outermost first.
    pub fn name_outside(&self, through: &[Origin], definition: DefId, variable: VarId) -> VarName {
        let inside = self.variables[definition.index()][variable.index()].clone();
        let placings = through.iter().rev().filter_map(|origin| self.placings.get(origin));
        placings.fold(inside, |name, placing| placing.apply(&name))
    }
}
