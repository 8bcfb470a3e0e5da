//! Synthesis: all minimal patterns of a goal, found by enumeration, proven, and written out as descriptions.
//!
//! In: goals ([`table`], or a function). Out: for each the smallest size at which it has a pattern, and all
//! patterns of that size ([`synthesise`]). Stages: sample inputs ([`lanes`]), programs of one size
//! ([`mod@enumerate`]), instructions ([`code`]), proof ([`prove`]). A counterexample becomes a sample, and
//! the size is searched again.

pub mod code;
mod conditions;
pub mod constant;
pub mod emit;
pub mod enumerate;
pub mod form;
pub mod goal;
mod inverse;
pub mod lanes;
mod memory;
pub mod operation;
pub mod pattern;
mod product;
pub mod prove;
pub mod read;
mod sketch;
pub mod table;
pub mod written;

#[cfg(test)]
mod brute_force_test;
#[cfg(test)]
mod tests;

use code::{Code, lower};
use enumerate::{Found, Limits, MOST_STEPS, enumerate};
use goal::Goal;
use lanes::Lanes;
use operation::Kind;
use pattern::Pattern;
use proof::semantics::SolverError;
use prove::{Checker, Verdict};
use sketch::{Solved, enumerate_sketches, is_possible, solve};

/// Steps of a sketch take so many times those of a program.
const SKETCH_COST: u64 = 100;

/// Sketches of one size that go to the solver.
const MOST_SKETCHES: usize = 250;

/// Sketches of one size that the solver may give no answer about.
const MOST_UNDECIDED: usize = 3;

/// A size is searched so often at most, with one counterexample more each time.
const MOST_ROUNDS: usize = 8;

/// A proven pattern.
#[derive(Clone, Debug)]
pub struct Proven {
    /// The pattern.
    pub pattern: Pattern,
    /// Its results as expressions.
    pub texts: Vec<String>,
    /// Its spellings in LLVM, each proven.
    pub codes: Vec<Code>,
    /// The widths at which the solver gave no answer.
    pub undecided: Vec<u32>,
}

/// A size that was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// Steps, accesses included.
    pub size: usize,
    /// Nodes, of all goals that were searched together.
    pub nodes: u64,
    /// Whether the size was searched to its end.
    pub is_complete: bool,
}

/// The result for a goal.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The goal.
    pub goal: Goal,
    /// All patterns of the smallest size, then those of each size beyond that was requested; in a size those
    /// of fewer instructions and shorter texts first. None if no size has any.
    pub patterns: Vec<Proven>,
    /// The sizes that were searched.
    pub searched: Vec<Searched>,
    /// Programs that agree with the goal in all samples, and do not compute it.
    pub refuted: usize,
    /// Sizes at which not all constants beside the dictionary were sought.
    pub unsought: Vec<usize>,
    /// The number of sample inputs ran out while programs were refuted, or there are none.
    pub lacks_samples: bool,
}

impl Outcome {
    /// The smallest size of the patterns, accesses included.
    pub fn size(&self) -> Option<usize> {
        self.patterns.first().map(|proven| proven.pattern.steps.len() + self.goal.accesses())
    }

    /// The largest size of the patterns, accesses included.
    pub fn largest_size(&self) -> Option<usize> {
        self.patterns.last().map(|proven| proven.pattern.steps.len() + self.goal.accesses())
    }

    /// Whether every size up to that of the patterns, or up to the last one, was searched to its end.
    pub fn is_complete(&self) -> bool {
        !self.lacks_samples && self.searched.iter().all(|searched| searched.is_complete)
    }
}

/// Bounds of the synthesis.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The most steps of a pattern, accesses not counted.
    pub largest: usize,
    /// How many sizes behind the smallest one are searched as well, with patterns that have smaller ones.
    pub beyond: usize,
    /// Bounds of the search at each size.
    pub limits: Limits,
}

/// Searches the patterns of all goals. Goals with the same inputs, operations and constants share the search.
pub fn synthesise(
    goals: Vec<Goal>,
    options: Options,
    checker: &mut dyn Checker,
) -> Result<Vec<Outcome>, SolverError> {
    let mut outcomes: Vec<Outcome> = goals
        .into_iter()
        .map(|goal| Outcome {
            goal,
            patterns: Vec::new(),
            searched: Vec::new(),
            refuted: 0,
            unsought: Vec::new(),
            lacks_samples: false,
        })
        .collect();
    for group in groups(&outcomes) {
        search_group(&mut outcomes, &group, options, checker)?;
    }
    Ok(outcomes)
}

/// Goals that can be searched together.
fn groups(outcomes: &[Outcome]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (at, outcome) in outcomes.iter().enumerate() {
        let goal = &outcome.goal;
        let fits = |group: &&mut Vec<usize>| outcomes[group[0]].goal.shares_search_with(goal);
        match groups.iter_mut().find(fits) {
            Some(group) => group.push(at),
            None => groups.push(vec![at]),
        }
    }
    groups
}

fn search_group(
    outcomes: &mut [Outcome],
    group: &[usize],
    options: Options,
    checker: &mut dyn Checker,
) -> Result<(), SolverError> {
    let Some(mut lanes) = outcomes[group[0]].goal.lanes() else {
        group.iter().for_each(|at| outcomes[*at].lacks_samples = true);
        return Ok(());
    };
    let mut open: Vec<usize> = group.to_vec();
    for size in 0..=options.largest.min(MOST_STEPS) {
        for round in 0..MOST_ROUNDS {
            if open.is_empty() {
                return Ok(());
            }
            let goals: Vec<(usize, &Goal)> = open.iter().map(|at| (*at, &outcomes[*at].goal)).collect();
            let found = enumerate(&goals, &lanes, size, options.limits);
            let is_settled = prove_all(outcomes, &open, size, &found, &mut lanes, checker)?;
            if is_settled || round + 1 == MOST_ROUNDS {
                for at in &open {
                    let outcome = &mut outcomes[*at];
                    outcome.lacks_samples |= !is_settled;
                    let Found { nodes, is_complete, .. } = found;
                    let size = size + outcome.goal.accesses();
                    outcome.searched.push(Searched { size, nodes, is_complete });
                }
                if !found.is_complete {
                    return Ok(());
                }
                break;
            }
        }
        seek_constants(outcomes, &open, size, &mut lanes, options.limits, checker)?;
        let smallest = |at: &usize| outcomes[*at].patterns.first().map(|proven| proven.pattern.steps.len());
        open.retain(|at| smallest(at).is_none_or(|smallest| size < smallest + options.beyond));
    }
    Ok(())
}

/// Searches patterns of a size with one constant that is not in the dictionary, for the goals that have none
/// yet.
fn seek_constants(
    outcomes: &mut [Outcome],
    open: &[usize],
    size: usize,
    lanes: &mut Lanes,
    limits: Limits,
    checker: &mut dyn Checker,
) -> Result<(), SolverError> {
    let is_wanted = |at: &&usize| {
        let Outcome { goal, patterns, .. } = &outcomes[**at];
        patterns.is_empty() && goal.operations.contains(&Kind::Const) && is_possible(goal)
    };
    let wanted: Vec<usize> = open.iter().filter(is_wanted).copied().collect();
    if size < 2 || wanted.is_empty() {
        return Ok(());
    }
    let limits = Limits { nodes: limits.nodes.div_ceil(SKETCH_COST), ..limits };
    for round in 0..MOST_ROUNDS {
        let goals: Vec<(usize, &Goal)> = wanted.iter().map(|at| (*at, &outcomes[*at].goal)).collect();
        let mut found = enumerate_sketches(&goals, lanes, size - 1, limits);
        let sketches = std::mem::take(&mut found.sketches);
        let mut undecided = 0;
        let is_all = found.is_complete && sketches.len() <= MOST_SKETCHES;
        for (at, sketch) in sketches.into_iter().take(MOST_SKETCHES) {
            match solve(&outcomes[at].goal, &sketch, lanes, checker)? {
                Solved::Pattern(pattern) => found.patterns.push((at, pattern)),
                Solved::Nothing => {}
                Solved::Undecided => undecided += 1,
            }
            if undecided == MOST_UNDECIDED {
                break;
            }
        }
        let is_whole = is_all && undecided == 0;
        let is_settled = prove_all(outcomes, &wanted, size, &found, lanes, checker)?;
        if is_settled || round + 1 == MOST_ROUNDS {
            if !is_whole {
                wanted.iter().for_each(|at| outcomes[*at].unsought.push(size));
            }
            break;
        }
    }
    Ok(())
}

/// Proves what was found. False if a counterexample is a new sample.
fn prove_all(
    outcomes: &mut [Outcome],
    open: &[usize],
    size: usize,
    found: &Found,
    lanes: &mut Lanes,
    checker: &mut dyn Checker,
) -> Result<bool, SolverError> {
    let mut is_settled = true;
    for at in open {
        let mut proven: Vec<Proven> = Vec::new();
        let outcome = &outcomes[*at];
        let goal = &outcome.goal;
        let mut refuted = 0;
        for (_, pattern) in found.patterns.iter().filter(|(of, _)| of == at) {
            let texts: Vec<String> =
                (0..pattern.results.len()).map(|result| pattern.text(result, &goal.inputs)).collect();
            if proven.iter().any(|known| known.texts == texts) {
                continue;
            }
            // Found and proven in an earlier round.
            if let Some(known) = outcome.patterns.iter().find(|known| known.pattern == *pattern) {
                proven.push(known.clone());
                continue;
            }
            match prove_one(goal, pattern, texts, checker)? {
                Ok(pattern) => proven.push(pattern),
                Err((width, inputs)) => {
                    refuted += 1;
                    is_settled &= !lanes.add(width, &inputs);
                }
            }
        }
        proven.sort_by_cached_key(|proven| {
            (shortness(proven), proven.texts.concat().chars().count(), proven.texts.clone())
        });
        let outcome = &mut outcomes[*at];
        outcome.patterns.retain(|known| known.pattern.steps.len() < size);
        outcome.patterns.extend(proven);
        outcome.refuted += refuted;
    }
    Ok(is_settled)
}

/// Fewer instructions come first, then the shorter text.
fn shortness(proven: &Proven) -> usize {
    proven.codes.iter().map(Code::len).min().unwrap_or(usize::MAX)
}

/// Proves a pattern at all widths; the width and inputs of a counterexample otherwise.
fn prove_one(
    goal: &Goal,
    pattern: &Pattern,
    texts: Vec<String>,
    checker: &mut dyn Checker,
) -> Result<Result<Proven, (u32, Vec<u64>)>, SolverError> {
    let mut codes = Vec::new();
    let mut undecided = Vec::new();
    let mut counterexample = None;
    for (variant, code) in lower(pattern).into_iter().enumerate() {
        let mut holds = true;
        for width in &goal.widths {
            match checker.check(goal, &code, *width)? {
                Verdict::Proven => {}
                Verdict::Undecided(_) => {
                    holds &= variant == 0;
                    undecided.extend((variant == 0).then_some(*width));
                }
                Verdict::Refuted(inputs) => {
                    counterexample = counterexample.or((variant == 0).then_some((*width, inputs)));
                    holds = false;
                    break;
                }
            }
        }
        codes.extend(holds.then_some(code));
    }
    Ok(match counterexample {
        Some(counterexample) => Err(counterexample),
        None => Ok(Proven { pattern: pattern.clone(), texts, codes, undecided }),
    })
}
