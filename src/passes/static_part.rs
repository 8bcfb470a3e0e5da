//! Static control parts among what was found: the largest of them, and what they do as text.
//!
//! In: the solutions of `SCoP`, one for each loop of a nest. Out: one hit for each largest part, its loops, conditions and accesses
//! in affine expressions. The loops were found in the normalised copy; they are described as the code itself has them, so that
//! subscripts are those of its address computations, and by the copy where only that can be described.

mod names;
mod subscripts;
mod telling;

pub(super) use telling::told;

use super::{Hit, View};
use crate::library::Solution;
use crate::polyhedral::{CountedLoop, Description, Part, parts};

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
