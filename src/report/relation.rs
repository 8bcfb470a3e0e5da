//! Sets and relations of integer tuples with parameters, as unions of conjunctions of linear constraints.
//! Their text is isl's notation.
//!
//! ```text
//! [p_n] -> { S0[i0] : i0 >= 0 and p_n >= i0 + 1 }      a set
//! [p_n] -> { S0[i0] -> MemRef_a[i0 + 1] }              a relation
//! ```
//!
//! Reports contain them as text, which isl and islpy can parse. Writers of other formats use the constraints.
//! `relation/text.rs` converts in both directions.

mod rounds;
mod text;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A named tuple of dimensions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tuple {
    /// The name; may be empty.
    pub name: String,
    /// The names of the dimensions.
    pub dimensions: Vec<String>,
}

/// A linear constraint: the weighted sum is 0, or at least 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Whether the sum is 0; otherwise it is at least 0.
    pub is_equality: bool,
    /// The coefficients of input dimensions, output dimensions and parameters, followed by the constant.
    pub coefficients: Vec<i128>,
}

/// A union of sets, or of relations, given by linear constraints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relation {
    /// The names of the parameters.
    pub parameters: Vec<String>,
    /// The domain tuple of a relation; `None` for a set.
    pub input: Option<Tuple>,
    /// The range tuple of a relation, or the tuple of a set; `None` for a set of parameters.
    pub output: Option<Tuple>,
    /// The constraints of each member of the union.
    pub cases: Vec<Vec<Row>>,
}

impl Relation {
    /// The number of input dimensions.
    pub fn inputs(&self) -> usize {
        self.input.as_ref().map_or(0, |tuple| tuple.dimensions.len())
    }

    /// The number of output dimensions.
    pub fn outputs(&self) -> usize {
        self.output.as_ref().map_or(0, |tuple| tuple.dimensions.len())
    }

    /// The number of coefficients of a row.
    pub fn columns(&self) -> usize {
        self.inputs() + self.outputs() + self.parameters.len() + 1
    }
}

impl Serialize for Relation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text())
    }
}

impl<'de> Deserialize<'de> for Relation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Relation, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
impl schemars::JsonSchema for Relation {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Relation".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "A union of sets, or of relations, in the notation of isl."
        })
    }
}
