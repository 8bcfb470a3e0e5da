//! From hits to findings: values as text, places, fingerprints. Plugin and command tell the same of the same IR.

use super::Hit;
use crate::model::{Model, Opcode, SourceLocation, ValueId, ValueKind};
use crate::polyhedral::{AccessKind, Affine, Description, Factor};
use crate::report::{Finding, Place, Scop, ScopAccess, ScopCondition, ScopLoop, Variable, relative_to};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::path::Path;

/// The hits in one function as findings, in order.
///
/// `describe` gives a value as textual IR prints it as an operand; files below `folder` are named relative to it.
pub fn findings<'h>(
    model: &'h Model,
    describe: &dyn Fn(ValueId) -> String,
    folder: &Path,
    hits: &'h [Hit],
) -> Vec<Finding> {
    // How many hits of an idiom and shape there were.
    let mut counts: FxHashMap<(&str, Vec<&str>), usize> = FxHashMap::default();
    let mut finding = |hit: &'h Hit| {
        // A collect's copies beyond its rows hold nothing, and there can be thousands.
        let shown = hit.variables.iter().filter(|(name, value)| value.is_some() || !name.contains('['));
        let variables = shown.map(|(name, value)| Variable {
            name: name.clone(),
            value: value.map(describe),
            place: value.and_then(|v| model.location(v)).map(|l| place(l, folder)),
        });
        let variables: Vec<Variable> = variables.collect();
        let function = &model.function().name;
        let shape = shape(model, hit);
        let count = counts.entry((&hit.idiom, shape.clone())).or_insert(0);
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
            scop: hit.part.as_ref().map(|part| scop(model, part, describe, folder)),
        }
    };
    hits.iter().map(&mut finding).collect()
}

/// What the values of a hit are, without names and lines.
fn shape<'m>(model: &'m Model, hit: &Hit) -> Vec<&'m str> {
    let of = |value: &Option<ValueId>| match value {
        None => "unused",
        Some(value) => match (model.opcode(*value), model.kind(*value)) {
            (Some(opcode), _) => opcode.name(),
            (None, ValueKind::Global) => model.name(*value),
            (None, ValueKind::Parameter) => "parameter",
            (None, _) => "constant",
        },
    };
    hit.variables.iter().map(|(_, value)| of(value)).collect()
}

fn place(location: &SourceLocation, folder: &Path) -> Place {
    Place { file: relative_to(&location.file, folder), line: location.line, column: location.column }
}

/// What a static control part does, as text.
fn scop(model: &Model, part: &Description, describe: &dyn Fn(ValueId) -> String, folder: &Path) -> Scop {
    let text = |affine: &Affine| written(affine, describe);
    let at = |value: ValueId| model.location(value).map(|l| place(l, folder));
    let number = |step: i128| i64::try_from(step).unwrap_or(if step < 0 { i64::MIN } else { i64::MAX });
    let loops = part.loops.iter().enumerate().map(|(k, l)| ScopLoop {
        iterator: format!("i{k}"),
        value: describe(l.iterator),
        start: text(&l.start),
        step: number(l.step),
        relation: l.relation.symbol().to_string(),
        bound: text(&l.bound),
        place: at(l.end).or_else(|| at(l.iterator)),
    });
    let conditions = part.conditions.iter();
    let conditions = conditions.map(|c| ScopCondition { value: text(&c.value), place: at(c.branch) });
    let array = |array: ValueId| match part.loops.iter().position(|l| l.iterator == array) {
        Some(k) => format!("i{k}"),
        None => describe(array),
    };
    let accesses = part.accesses.iter().map(|access| ScopAccess {
        kind: if access.kind == AccessKind::Read { "read" } else { "write" }.to_string(),
        array: array(access.array),
        subscripts: access.subscripts.iter().map(text).collect(),
        bytes: access.length.as_ref().map(text),
        place: at(access.access),
    });
    let overlaps = may_overlap(model, part).into_iter();
    Scop {
        loops: loops.collect(),
        conditions: conditions.collect(),
        accesses: accesses.collect(),
        may_overlap: overlaps.map(|(one, other)| (array(one), array(other))).collect(),
    }
}

/// Pairs of arrays, one of them written, that nothing here tells apart: two different globals or stack slots never overlap.
fn may_overlap(model: &Model, part: &Description) -> Vec<(ValueId, ValueId)> {
    let of = |kind| part.accesses.iter().filter(move |a| a.kind == kind).map(|a| a.array);
    let written: BTreeSet<ValueId> = of(AccessKind::Write).collect();
    let all: BTreeSet<ValueId> = of(AccessKind::Read).chain(of(AccessKind::Write)).collect();
    let is_object =
        |v: ValueId| model.kind(v) == ValueKind::Global || model.opcode(v) == Some(Opcode::Alloca);
    let mut pairs = Vec::new();
    for &one in &all {
        for &other in all.range(one..).skip(1) {
            let is_written = written.contains(&one) || written.contains(&other);
            if is_written && !(is_object(one) && is_object(other)) {
                pairs.push((one, other));
            }
        }
    }
    pairs
}

/// `2*i0 + %n*i1 - 1`.
fn written(affine: &Affine, describe: &dyn Fn(ValueId) -> String) -> String {
    let mut text = String::new();
    // What changes most comes first, the number last.
    for (factors, number) in affine.terms.iter().rev() {
        let sign = if *number < 0 { "-" } else { "+" };
        match (text.is_empty(), *number < 0) {
            (true, true) => text.push('-'),
            (true, false) => {}
            (false, _) => text += &format!(" {sign} "),
        }
        let mut parts: Vec<String> = Vec::new();
        if factors.is_empty() || number.unsigned_abs() != 1 {
            parts.push(number.unsigned_abs().to_string());
        }
        parts.extend(factors.iter().map(|factor| factor_text(factor, describe)));
        text += &parts.join("*");
    }
    if text.is_empty() { "0".to_string() } else { text }
}

/// Pieces nest no deeper than values are read.
fn factor_text(factor: &Factor, describe: &dyn Fn(ValueId) -> String) -> String {
    match factor {
        Factor::Parameter(value) => {
            let text = describe(*value);
            // `i64 7` and `ptr null` are shown with their types.
            text.rsplit(' ').next().map_or(text.clone(), str::to_string)
        }
        Factor::Iterator(k) => format!("i{k}"),
        Factor::Piece(name, parts) => {
            let parts: Vec<String> = parts.iter().map(|part| written(part, describe)).collect();
            match (*name, parts.as_slice()) {
                ("?", [condition, yes, no]) => format!("({condition} ? {yes} : {no})"),
                ("min" | "max", _) => format!("{name}({})", parts.join(", ")),
                _ => format!("({})", parts.join(&format!(" {name} "))),
            }
        }
    }
}
