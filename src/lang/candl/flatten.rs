//! Nested `∧` and `∨` of an expanded formula, flattened for the reader.
//!
//! ```text
//! x = y ∧ (opcode{x} = add ∧ y ∈ z.args)    =>    x = y ∧ opcode{x} = add ∧ y ∈ z.args
//! ```

use super::expand::{ExpandedCollect, ExpandedFormula, ExpandedHidden, ExpandedQuantified};

/// Dissolves `∧` nested in `∧` and `∨` nested in `∨`; a single part replaces its list.
pub fn flatten(formula: ExpandedFormula) -> ExpandedFormula {
    match formula {
        ExpandedFormula::And(parts) => {
            let parts = splice(parts, |part| match part {
                ExpandedFormula::And(parts) => Ok(parts),
                other => Err(other),
            });
            single(parts, ExpandedFormula::And)
        }
        ExpandedFormula::Or(parts) => {
            let parts = splice(parts, |part| match part {
                ExpandedFormula::Or(parts) => Ok(parts),
                other => Err(other),
            });
            single(parts, ExpandedFormula::Or)
        }
        ExpandedFormula::Atom(..) => formula,
        ExpandedFormula::Collect(collect) => {
            let body = Box::new(flatten(*collect.body));
            ExpandedFormula::Collect(ExpandedCollect { body, ..collect })
        }
        ExpandedFormula::Quantified(quantified) => {
            let body = Box::new(flatten(*quantified.body));
            ExpandedFormula::Quantified(ExpandedQuantified { body, ..quantified })
        }
        ExpandedFormula::Hidden(hidden) => {
            let body = Box::new(flatten(*hidden.body));
            ExpandedFormula::Hidden(ExpandedHidden { body, ..hidden })
        }
    }
}

fn splice(
    parts: Vec<ExpandedFormula>,
    open: impl Fn(ExpandedFormula) -> Result<Vec<ExpandedFormula>, ExpandedFormula>,
) -> Vec<ExpandedFormula> {
    let mut flat = Vec::with_capacity(parts.len());
    for part in parts {
        match open(flatten(part)) {
            Ok(inner) => flat.extend(inner),
            Err(part) => flat.push(part),
        }
    }
    flat
}

fn single(
    mut parts: Vec<ExpandedFormula>,
    join: fn(Vec<ExpandedFormula>) -> ExpandedFormula,
) -> ExpandedFormula {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        Some(last) => {
            parts.push(last);
            join(parts)
        }
        None => join(parts),
    }
}
