//! The polyhedral description of a SCoP in a report: sets and relations in isl notation.

use super::{Place, Relation};
use serde::{Deserialize, Serialize};

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopParameter {
    /// Its name in sets and relations.
    pub name: String,
    /// The value in textual IR, or a product of several.
    pub value: String,
    /// The same with names from the source, if debug info has them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source: Option<String>,
}

/// An iterator: a dimension of statement instances.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopIterator {
    /// Its name in sets and relations.
    pub name: String,
    /// The relation from the iterators of the enclosing loops to its first value.
    pub first: Relation,
    /// The increment in each round: 1 or -1.
    pub step: i64,
    /// The source variable, if debug info has it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source: Option<String>,
}

/// An array or a scalar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopArray {
    /// Its name in relations.
    pub name: String,
    /// The base address, the value, or the phi, in textual IR.
    pub value: String,
    /// The source variable, if debug info has it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source: Option<String>,
    /// `memory`; for scalars, `value` or `phi`.
    pub kind: String,
    /// The size of an element in bytes; 0 for scalars.
    pub element_bytes: u64,
    /// The offset of the element with subscripts 0 from `value`, in elements.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub offset: i64,
    /// The number of elements in each dimension; `null` for the first.
    pub sizes: Vec<Option<String>>,
    /// The types of the loads and stores that access it, in textual IR; for a scalar, its own type.
    #[serde(default)]
    pub types: Vec<String>,
    /// Whether it starts at a `restrict` parameter: elements that are written are accessed through no other
    /// pointer.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub restrict: bool,
}

fn is_zero(number: &i64) -> bool {
    *number == 0
}

/// An access of a statement, which every executed instance makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopTouch {
    /// `read`, `write`, or `may_write` if conditions on data decide whether the statement runs.
    pub kind: String,
    /// The operator of the reduction that it is part of, such as `+`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reduction: Option<String>,
    /// The relation from statement instances to elements.
    pub relation: Relation,
    /// The number of bytes from the first element on, an affine expression; left out for scalars.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub bytes: Option<String>,
    /// Its place.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
}

/// A statement: the accesses of one block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopStatement {
    /// Its name in sets and relations.
    pub name: String,
    /// The block in textual IR.
    pub block: String,
    /// Its instances; if there are `data_conditions`, its possible instances.
    pub domain: Relation,
    /// The conditions on data that decide whether an instance runs.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub data_conditions: Vec<String>,
    /// The schedule: instances of all statements run in the lexicographic order of its range.
    pub schedule: Relation,
    /// The accesses, in the order in which an instance makes them.
    pub accesses: Vec<ScopTouch>,
}

/// A read of a value that a SCoP loads for a parameter or an array base.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopRead {
    /// The statement.
    pub statement: String,
    /// Whether all its instances run; `false` if conditions on data decide that.
    pub certain: bool,
    /// The relation from its instances, restricted to its domain, to the elements read.
    pub relation: Relation,
}

/// A value that is loaded on entry to the SCoP, if one of the instances that read it runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopEntryLoad {
    /// The value in textual IR.
    pub value: String,
    /// Its type, as textual IR prints it.
    #[serde(rename = "type")]
    pub ty: String,
    /// The parameters that it is equal to, or a factor of.
    pub parameters: Vec<String>,
    /// The arrays whose base it is.
    pub arrays: Vec<String>,
    /// The reads of the value. For parameters for which all of them are empty, the address may be invalid.
    pub reads: Vec<ScopRead>,
}

/// A SCoP in the polyhedral model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScopModel {
    /// The entry block of the region of its statements, and the first block after it, in textual IR.
    pub region: (String, String),
    /// The known constraints on parameters: the ranges of their types.
    pub context: Relation,
    /// The parameters for which the description does not hold.
    pub invalid: Relation,
    /// Further assumptions that involve data: conditions of branches to errors.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub assumes: Vec<String>,
    /// The parameters, in the order of sets and relations.
    pub parameters: Vec<ScopParameter>,
    /// The values loaded for parameters and array bases.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub loads: Vec<ScopEntryLoad>,
    /// The iterators of all loops, outer ones before inner ones.
    pub iterators: Vec<ScopIterator>,
    /// The arrays and scalars; memory comes first.
    pub arrays: Vec<ScopArray>,
    /// Pairs of arrays that are assumed not to overlap, to be checked at run time.
    pub disjoint: Vec<(String, String)>,
    /// The statements, in the order of control flow.
    pub statements: Vec<ScopStatement>,
}

impl ScopModel {
    /// Fails if the description has assumptions, for formats that only support conditions on parameters.
    pub(super) fn without_assumptions(&self) -> Result<(), String> {
        match self.assumes.as_slice() {
            [] => Ok(()),
            [first, ..] => Err(format!("it holds only if {first}, which is no condition on parameters")),
        }
    }

    /// The scalars that a round of a loop receives from the previous one, read before they are written, as
    /// texts such as `s (reduction by +)`.
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
