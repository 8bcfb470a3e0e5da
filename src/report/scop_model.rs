//! The polyhedral description of a static control part as a report has it: sets and maps in the notation of isl.

use super::Place;
use serde::{Deserialize, Serialize};

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopParameter {
    /// Its name in sets and maps.
    pub name: String,
    /// The value as textual IR prints it, or a product of several.
    pub value: String,
}

/// An array or a scalar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopArray {
    /// Its name in maps.
    pub name: String,
    /// The address it begins at, the value, or the phi, as textual IR prints it.
    pub value: String,
    /// `memory`; of scalars, `value` or `phi`.
    pub kind: String,
    /// The bytes of an element; 0 for scalars.
    pub element_bytes: u64,
    /// How many elements each dimension has; `null` for the first.
    pub sizes: Vec<Option<String>>,
}

/// An access of a statement, which each of its instances makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopTouch {
    /// `read` or `write`.
    pub kind: String,
    /// From instances to elements.
    pub relation: String,
    /// Where it is.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
}

/// A statement: the accesses of one block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopStatement {
    /// Its name in sets and maps.
    pub name: String,
    /// Its instances.
    pub domain: String,
    /// When an instance runs, in lexicographic order of all statements.
    pub schedule: String,
    /// In the order in which an instance makes them.
    pub accesses: Vec<ScopTouch>,
}

/// A static control part as the polyhedral model has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopModel {
    /// The parameters for which it holds.
    pub context: String,
    /// In the order in which sets and maps list them.
    pub parameters: Vec<ScopParameter>,
    /// Memory first.
    pub arrays: Vec<ScopArray>,
    /// In the order of control flow.
    pub statements: Vec<ScopStatement>,
}
