//! The polyhedral description of a static control part as a report has it: sets and relations in the notation
//! of isl.

use super::{Place, Relation};
use serde::{Deserialize, Serialize};

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopParameter {
    /// Its name in sets and relations.
    pub name: String,
    /// The value as textual IR prints it, or a product of several.
    pub value: String,
    /// The same in the names of the source, where debug info has any.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source: Option<String>,
}

/// An iterator: a dimension of the instances of statements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopIterator {
    /// Its name in sets and relations.
    pub name: String,
    /// From the iterators of the loops around to its first value.
    pub first: Relation,
    /// What is added to it from round to round: 1 or -1.
    pub step: i64,
    /// The variable of the source, where debug info has it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source: Option<String>,
}

/// An array or a scalar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopArray {
    /// Its name in relations.
    pub name: String,
    /// The address it begins at, the value, or the phi, as textual IR prints it.
    pub value: String,
    /// The variable of the source, where debug info has it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source: Option<String>,
    /// `memory`; of scalars, `value` or `phi`.
    pub kind: String,
    /// The bytes of an element; 0 for scalars.
    pub element_bytes: u64,
    /// How many elements behind `value` the one lies that has only zeros for subscripts.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub offset: i64,
    /// How many elements each dimension has; `null` for the first.
    pub sizes: Vec<Option<String>>,
    /// The types that loads and stores access it as, as textual IR prints them; of a scalar its own.
    #[serde(default)]
    pub types: Vec<String>,
    /// Whether it begins at a `restrict` parameter: what is written in it is accessed through no other
    /// pointer.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub restrict: bool,
}

fn is_zero(number: &i64) -> bool {
    *number == 0
}

/// An access of a statement, which each instance that runs makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopTouch {
    /// `read`, `write`, or `may_write` where conditions about data decide whether the statement runs.
    pub kind: String,
    /// The operation of the reduction that it is part of, `+` for instance.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reduction: Option<String>,
    /// From instances to elements.
    pub relation: Relation,
    /// The number of bytes from the first element on, affine; left out for scalars.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub bytes: Option<String>,
    /// Where it is.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
}

/// A statement: the accesses of one block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopStatement {
    /// Its name in sets and relations.
    pub name: String,
    /// The block, as textual IR prints it.
    pub block: String,
    /// Its instances; those that there may be where `data_conditions` decide.
    pub domain: Relation,
    /// The conditions about data that decide whether an instance runs.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub data_conditions: Vec<String>,
    /// When an instance runs, in lexicographic order of all statements.
    pub schedule: Relation,
    /// In the order in which an instance makes them.
    pub accesses: Vec<ScopTouch>,
}

/// The read of a value that a static control part loads for a parameter or for where an array begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopRead {
    /// The statement.
    pub statement: String,
    /// Whether each of its instances runs; conditions about data decide otherwise.
    pub certain: bool,
    /// From its instances, those of its domain alone, to the elements that are read.
    pub relation: Relation,
}

/// A value that is read when the part is entered, where one of the instances that read it runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopEntryLoad {
    /// The value as textual IR prints it.
    pub value: String,
    /// Its type, as textual IR prints it.
    #[serde(rename = "type")]
    pub ty: String,
    /// The parameters that it is, or is a factor of.
    pub parameters: Vec<String>,
    /// The arrays that begin there.
    pub arrays: Vec<String>,
    /// By what it is read. For parameters for which all of them are empty the address may be none that can be
    /// read.
    pub reads: Vec<ScopRead>,
}

/// A static control part as the polyhedral model has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopModel {
    /// The block that the region of its statements is entered at, and the first one behind it, as textual IR
    /// prints them.
    pub region: (String, String),
    /// What is known of the parameters: the ranges of their types.
    pub context: Relation,
    /// The parameters for which it does not hold.
    pub invalid: Relation,
    /// What is assumed of data as well: conditions of branches to errors.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub assumes: Vec<String>,
    /// In the order in which sets and relations list them.
    pub parameters: Vec<ScopParameter>,
    /// What is loaded for parameters and for where arrays begin.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub loads: Vec<ScopEntryLoad>,
    /// Those of all loops, an outer one before those in it.
    pub iterators: Vec<ScopIterator>,
    /// Memory first.
    pub arrays: Vec<ScopArray>,
    /// Pairs of arrays that it takes not to overlap, which is to be checked at run time.
    pub disjoint: Vec<(String, String)>,
    /// In the order of control flow.
    pub statements: Vec<ScopStatement>,
}

impl ScopModel {
    /// Refuses what a format cannot hold that knows only conditions on parameters.
    pub(super) fn without_assumptions(&self) -> Result<(), String> {
        match self.assumes.as_slice() {
            [] => Ok(()),
            [first, ..] => Err(format!("it holds only if {first}, which is no condition on parameters")),
        }
    }

    /// The scalars that a round of a loop takes over from the one before: read first, written later. Each as
    /// `s (reduction by +)`.
    pub(super) fn carried(&self) -> Vec<(String, Option<&Place>)> {
        let touches: Vec<&ScopTouch> =
            self.statements.iter().flat_map(|statement| &statement.accesses).collect();
        let of = |array: &ScopArray| {
            let is_of =
                |touch: &ScopTouch| touch.relation.output.as_ref().is_some_and(|to| to.name == array.name);
            let read = touches.iter().position(|touch| is_of(touch) && touch.kind == "read")?;
            touches[read..].iter().find(|touch| is_of(touch) && touch.kind != "read")?;
            let by =
                touches[read].reduction.as_ref().map_or(String::new(), |by| format!(" (reduction by {by})"));
            let name = array.source.as_ref().unwrap_or(&array.value);
            Some((format!("{name}{by}"), touches[read].place.as_ref()))
        };
        self.arrays.iter().filter(|array| array.kind == "phi").filter_map(of).collect()
    }
}
