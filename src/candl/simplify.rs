//! Simplification of an expanded formula: nested `∧` and `∨` flattened, equal variables made one.
//!
//! ```text
//! x = y ∧ (opcode{x} = add ∧ y ∈ z.args)    =>    opcode{x} = add ∧ x ∈ z.args;  y is x
//! ```
//!
//! Variables are made one only where the equation holds everywhere: in the outermost conjunction. Copies of
//! a collect keep their names, since the collect refers to them.

use indexmap::{IndexMap, IndexSet};

use super::atom_table::AtomKind;
use super::core::VarName;
use super::expand::{Collect, Formula, Hidden};

/// A simplified formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Simplified {
    /// What is left.
    pub formula: Formula,
    /// The variables that are gone, each with the one it equals; the latter are in the formula.
    pub merged: IndexMap<VarName, VarName>,
}

/// Simplifies a formula; the result has the same solutions once the merged variables are put back.
pub fn simplify(formula: Formula) -> Simplified {
    let formula = flatten(formula);
    let merged = equations(&formula);
    if merged.is_empty() {
        return Simplified { formula, merged };
    }
    let formula = flatten(replace(formula, &merged));
    Simplified { formula, merged }
}

/// `∧` in `∧` and `∨` in `∨` dissolved; one part alone stands for itself.
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

/// What the equations of the outermost conjunction make of each variable they eliminate.
fn equations(formula: &Formula) -> IndexMap<VarName, VarName> {
    let Formula::And(parts) = formula else { return IndexMap::new() };
    let fixed = copies(formula);
    let elsewhere = mentioned_elsewhere(parts);
    let mut merged: IndexMap<VarName, VarName> = IndexMap::new();
    for part in parts {
        let Some((left, right)) = equation(part) else { continue };
        let (left, right) = (representative(left, &merged), representative(right, &merged));
        let (kept, gone) = if fixed.contains(&right) { (right, left) } else { (left, right) };
        // An equation that alone mentions its variables stays: nothing else would.
        if kept == gone || fixed.contains(&gone) || !(elsewhere.contains(&kept) || elsewhere.contains(&gone))
        {
            continue;
        }
        merged.insert(gone, kept);
    }
    let names: Vec<VarName> = merged.keys().cloned().collect();
    names.into_iter().map(|name| (name.clone(), representative(&name, &merged))).collect()
}

fn equation(part: &Formula) -> Option<(&VarName, &VarName)> {
    match part {
        Formula::Atom(atom, _) if atom.relation.kind == AtomKind::Equal => match atom.variables.as_slice() {
            [left, right] => Some((left, right)),
            _ => None,
        },
        _ => None,
    }
}

/// The names mentioned in parts that are no equations.
fn mentioned_elsewhere(parts: &[Formula]) -> IndexSet<VarName> {
    parts.iter().filter(|part| equation(part).is_none()).flat_map(|part| part.variables()).collect()
}

fn representative(name: &VarName, merged: &IndexMap<VarName, VarName>) -> VarName {
    let mut name = name;
    while let Some(next) = merged.get(name) {
        name = next;
    }
    name.clone()
}

/// The copies of all collects.
fn copies(formula: &Formula) -> IndexSet<VarName> {
    match formula {
        Formula::And(parts) | Formula::Or(parts) => parts.iter().flat_map(copies).collect(),
        Formula::Atom(..) => IndexSet::new(),
        Formula::Collect(collect) => {
            let inner = copies(&collect.body);
            inner
                .into_iter()
                .chain(collect.locals.iter().flat_map(|local| local.copies.iter().cloned()))
                .collect()
        }
        Formula::Hidden(hidden) => copies(&hidden.body),
    }
}

/// Replaces what is merged; an equation of a variable with itself disappears.
fn replace(formula: Formula, merged: &IndexMap<VarName, VarName>) -> Formula {
    let all = |parts: Vec<Formula>| {
        let replaced = parts.into_iter().map(|part| replace(part, merged));
        replaced.filter(|part| equation(part).is_none_or(|(left, right)| left != right)).collect()
    };
    match formula {
        Formula::And(parts) => Formula::And(all(parts)),
        Formula::Or(parts) => Formula::Or(parts.into_iter().map(|part| replace(part, merged)).collect()),
        Formula::Atom(mut atom, span) => {
            for name in &mut atom.variables {
                if let Some(kept) = merged.get(name) {
                    *name = kept.clone();
                }
            }
            Formula::Atom(atom, span)
        }
        Formula::Collect(collect) => {
            let body = Box::new(replace(*collect.body, merged));
            Formula::Collect(Collect { body, ..collect })
        }
        Formula::Hidden(hidden) => {
            let body = Box::new(replace(*hidden.body, merged));
            Formula::Hidden(Hidden { body, ..hidden })
        }
    }
}
