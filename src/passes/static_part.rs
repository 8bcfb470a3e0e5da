//! Static control parts among what was found: the largest of them, and what they do as text.
//!
//! In: the solutions of `SCoP`, one for each loop of a nest. Out: one hit for each largest part, its loops, conditions and accesses
//! in affine expressions. The loops were found in the normalised copy; they are described as the code itself has them, so that
//! subscripts are those of its address computations, and by the copy where only that can be described.

use super::{Bound, Hit, View};
use crate::library::Solution;
use crate::model::{Model, Opcode, ValueId, ValueKind};
use crate::polyhedral::{AccessKind, Affine, CountedLoop, Description, Factor, Part, parts};
use crate::report::{Place, Scop, ScopAccess, ScopCondition, ScopLoop};
use std::collections::BTreeSet;
use std::path::Path;

/// The specification of which each loop of a nest is a solution, and its findings the largest parts.
pub(super) const SPECIFICATION: &str = "SCoP";

/// What a static control part does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaticPart {
    /// In affine expressions.
    pub description: Description,
    /// Whether its values are those of the normalised copy, and not of the function.
    pub of_copy: bool,
}

/// One hit for each largest static control part, told as the solution it was grown from. When a specification of that name has
/// no loops where they are looked for, all its solutions.
pub(super) fn joined(view: &View<'_>, solutions: &[Solution], hit: impl Fn(&Solution) -> Hit) -> Vec<Hit> {
    let counted = |solution: &Solution| {
        Some(CountedLoop {
            precursor: solution.get("loop.precursor")?,
            begin: solution.get("loop.begin")?,
            end: solution.get("loop.end")?,
            successor: solution.get("loop.successor")?,
        })
    };
    let Some(loops) = solutions.iter().map(counted).collect::<Option<Vec<CountedLoop>>>() else {
        return solutions.iter().map(hit).collect();
    };
    // What has none is none: one that counts away from its bound, say, which no constraint sees.
    let described = |(part, of_copy): (Part, bool)| {
        let static_part = StaticPart { description: part.description?, of_copy };
        Some(Hit { part: Some(static_part), ..hit(&solutions[part.seed]) })
    };
    largest(view, &loops).into_iter().filter_map(described).collect()
}

/// The largest parts, and whether each is told of the copy. Where the code as it is leaves one without description, all are
/// told of the copy.
fn largest(view: &View<'_>, loops: &[CountedLoop]) -> Vec<(Part, bool)> {
    let plain = |l: &CountedLoop| in_plain(view, l);
    if let Some(plain) = loops.iter().map(plain).collect::<Option<Vec<_>>>() {
        let parts = parts(view.plain(), &plain);
        if parts.iter().all(|part| part.description.is_some()) {
            return parts.into_iter().map(|part| (part, false)).collect();
        }
    }
    parts(view.model(), loops).into_iter().map(|part| (part, true)).collect()
}

/// A loop of the copy as the function has it: normalisation leaves blocks and branches as they are.
fn in_plain(view: &View<'_>, l: &CountedLoop) -> Option<CountedLoop> {
    let (copy, plain) = (view.model(), view.plain());
    let first = |value| Some(plain.block_first(copy.block_of(value)?));
    let last = |value| Some(plain.terminator(copy.block_of(value)?));
    Some(CountedLoop {
        precursor: last(l.precursor)?,
        begin: first(l.begin)?,
        end: last(l.end)?,
        successor: first(l.successor)?,
    })
}

/// What a static control part does, as text.
pub(super) fn told(
    view: &View<'_>,
    part: &StaticPart,
    describe: &dyn Fn(ValueId) -> String,
    folder: &Path,
) -> Scop {
    let bound = |value: ValueId| if part.of_copy { view.bound(value) } else { Bound::Value(value) };
    let model = if part.of_copy { view.model() } else { view.plain() };
    let describe: &dyn Fn(ValueId) -> String = &|value| bound(value).describe(describe);
    let part = &part.description;
    let text = |affine: &Affine| written(affine, describe);
    let at = |value: ValueId| bound(value).location(view.plain()).map(|l| Place::of(l, folder));
    let number = |step: i128| i64::try_from(step).unwrap_or(if step < 0 { i64::MIN } else { i64::MAX });
    let within = |innermost| part.around(innermost).into_iter().map(|k| format!("i{k}")).collect();
    let loops = part.loops.iter().enumerate().map(|(k, l)| ScopLoop {
        iterator: format!("i{k}"),
        value: describe(l.iterator),
        start: text(&l.start),
        step: number(l.step),
        relation: l.relation.symbol().to_string(),
        bound: text(&l.bound),
        within: within(l.within),
        place: at(l.end).or_else(|| at(l.iterator)),
    });
    let conditions = part.conditions.iter();
    let conditions = conditions.map(|c| ScopCondition {
        value: text(&c.value),
        within: within(c.within),
        place: at(c.branch),
    });
    let array = |array: ValueId| match part.loops.iter().position(|l| l.iterator == array) {
        Some(k) => format!("i{k}"),
        None => describe(array),
    };
    let accesses = part.accesses.iter().map(|access| ScopAccess {
        kind: if access.kind == AccessKind::Read { "read" } else { "write" }.to_string(),
        array: array(access.array),
        subscripts: access.subscripts.iter().map(text).collect(),
        bytes: access.length.as_ref().map(text),
        within: within(access.within),
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
                ("min" | "max" | "umin" | "umax", _) => format!("{name}({})", parts.join(", ")),
                _ => format!("({})", parts.join(&format!(" {name} "))),
            }
        }
    }
}
