//! Facts about the functions of a module, as data of a report.

use serde::{Deserialize, Serialize};

/// A fact about a function: it holds, or for `holds: false`, it certainly does not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FunctionFact {
    /// The symbol name of the function.
    pub function: String,
    /// The fact.
    pub fact: String,
    /// Whether it holds. Only a `may` fact is said not to hold.
    pub holds: bool,
    /// The number of the parameter that it is about, from 0.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub parameter: Option<u32>,
    /// The distance in bytes from the parameter to the address that it is about.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub offset: i64,
    /// Whether no other module can name the function.
    #[serde(skip_serializing_if = "is_false", default)]
    pub local: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_zero(number: &i64) -> bool {
    *number == 0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_false(value: &bool) -> bool {
    !*value
}

impl FunctionFact {
    /// The function with its parameter, as in tables: `pool_put(_, p)`, `lock_it(p+8)`.
    pub fn entry(&self) -> String {
        let Some(parameter) = self.parameter else { return self.function.clone() };
        let others = "_, ".repeat(parameter as usize);
        let offset = if self.offset == 0 { String::new() } else { format!("{:+}", self.offset) };
        format!("{}({others}p{offset})", self.function)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_those_of_tables() {
        let fact = |parameter, offset| FunctionFact {
            function: "f".to_owned(),
            fact: "F".to_owned(),
            holds: true,
            parameter,
            offset,
            local: false,
        };
        assert_eq!(fact(None, 0).entry(), "f");
        assert_eq!(fact(Some(0), 0).entry(), "f(p)");
        assert_eq!(fact(Some(2), 8).entry(), "f(_, _, p+8)");
        assert_eq!(fact(Some(0), -8).entry(), "f(p-8)");
    }
}
