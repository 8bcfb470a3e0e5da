//! Nested `∧` and `∨` of an expanded formula, flattened for the reader.
//!
//! ```text
//! x = y ∧ (opcode{x} = add ∧ y ∈ z.args)    =>    x = y ∧ opcode{x} = add ∧ y ∈ z.args
//! ```

use super::expand::{Collect, Formula, Hidden, Quantified};

/// Dissolves `∧` nested in `∧` and `∨` nested in `∨`; a single part replaces its list.
pub fn flatten(formula: Formula) -> Formula {
    match formula {
        Formula::And(parts) => {
            let parts = splice(parts, |part| match part {
                Formula::And(parts) => Ok(parts),
                other => Err(other),
            });
            single(parts, Formula::And)
        }
        Formula::Or(parts) => {
            let parts = splice(parts, |part| match part {
                Formula::Or(parts) => Ok(parts),
                other => Err(other),
            });
            single(parts, Formula::Or)
        }
        Formula::Atom(..) => formula,
        Formula::Collect(collect) => {
            let body = Box::new(flatten(*collect.body));
            Formula::Collect(Collect { body, ..collect })
        }
        Formula::Quantified(quantified) => {
            let body = Box::new(flatten(*quantified.body));
            Formula::Quantified(Quantified { body, ..quantified })
        }
        Formula::Hidden(hidden) => {
            let body = Box::new(flatten(*hidden.body));
            Formula::Hidden(Hidden { body, ..hidden })
        }
    }
}

fn splice(parts: Vec<Formula>, open: impl Fn(Formula) -> Result<Vec<Formula>, Formula>) -> Vec<Formula> {
    let mut flat = Vec::with_capacity(parts.len());
    for part in parts {
        match open(flatten(part)) {
            Ok(inner) => flat.extend(inner),
            Err(part) => flat.push(part),
        }
    }
    flat
}

fn single(mut parts: Vec<Formula>, join: fn(Vec<Formula>) -> Formula) -> Formula {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        Some(last) => {
            parts.push(last);
            join(parts)
        }
        None => join(parts),
    }
}
