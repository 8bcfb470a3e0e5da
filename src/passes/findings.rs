//! From hits to findings: values as text, places, fingerprints. Plugin and command tell the same of the same IR.

use super::{Bound, Hit};
use crate::model::{Model, SourceLocation, ValueId};
use crate::report::{Finding, Place, Variable, relative_to};
use rustc_hash::FxHashMap;
use std::path::Path;

/// The hits in one function as findings, in order.
///
/// `describe` gives a value as textual IR prints it as an operand; files below `folder` are named relative to it. `before`
/// others were told of the function, from which these are to be told apart.
pub fn findings<'h>(
    model: &'h Model,
    describe: &dyn Fn(ValueId) -> String,
    folder: &Path,
    hits: &'h [Hit],
    before: usize,
) -> Vec<Finding> {
    // How many hits of an idiom and shape there were.
    let mut counts: FxHashMap<(&str, Vec<&str>), usize> = FxHashMap::default();
    let mut finding = |hit: &'h Hit| {
        // A collect's copies beyond its rows hold nothing, and there can be thousands.
        let shown = hit.variables.iter().filter(|(name, value)| value.is_some() || !name.contains('['));
        let variables = shown.map(|(name, value)| Variable {
            name: name.clone(),
            value: value.as_ref().map(|bound| bound.describe(describe)),
            place: value.as_ref().and_then(|bound| bound.location(model)).map(|l| place(l, folder)),
        });
        let variables: Vec<Variable> = variables.collect();
        let function = &model.function().name;
        let shape = shape(model, hit);
        let count = counts.entry((&hit.idiom, shape.clone())).or_insert(before);
        let fingerprint = Finding::fingerprint_of(&hit.idiom, function, &shape, *count);
        *count += 1;
        Finding {
            idiom: hit.idiom.clone(),
            outcome: hit.outcome,
            reason: hit.reason.clone(),
            function: function.clone(),
            place: variables.iter().find_map(|v| v.place.clone()),
            fingerprint,
            variables,
        }
    };
    hits.iter().map(&mut finding).collect()
}

/// What the values of a hit are, without names and lines.
fn shape<'h>(model: &'h Model, hit: &'h Hit) -> Vec<&'h str> {
    let of = |bound: &'h Option<Bound>| bound.as_ref().map_or("unused", |bound| bound.shape(model));
    hit.variables.iter().map(|(_, bound)| of(bound)).collect()
}

fn place(location: &SourceLocation, folder: &Path) -> Place {
    Place { file: relative_to(&location.file, folder), line: location.line, column: location.column }
}
