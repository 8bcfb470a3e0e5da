//! Sets and relations of integer tuples over parameters, as unions of linear constraints; their text is
//! isl's.
//!
//! ```text
//! [p_n] -> { S0[i0] : i0 >= 0 and p_n >= i0 + 1 }      a set
//! [p_n] -> { S0[i0] -> MemRef_a[i0 + 1] }              a relation
//! ```
//!
//! A report holds them as text, which isl and islpy read. What writes them in other formats reads the
//! constraints: `relation/text.rs` has both ways.

mod rounds;
mod text;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A named tuple of dimensions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tuple {
    /// Its name; empty where it has none.
    pub name: String,
    /// The names of its dimensions.
    pub dimensions: Vec<String>,
}

/// `sum of coefficients = 0`, or `>= 0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Whether the sum is zero; else it is not negative.
    pub is_equality: bool,
    /// A coefficient for each input dimension, output dimension and parameter, and the constant.
    pub coefficients: Vec<i128>,
}

/// A union of sets, or of relations, given by linear constraints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relation {
    /// The names of the parameters.
    pub parameters: Vec<String>,
    /// The tuple that is related; `None` for a set.
    pub input: Option<Tuple>,
    /// The tuple that it is related to; of a set, its own; `None` for a set of parameters.
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
