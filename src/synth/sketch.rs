//! Constants that no dictionary has: programs with one unknown constant, and the numbers that fit in it.
//!
//! In: goals without a pattern of a size. Out: programs of that size with a number each, or sketches for the
//! solver. A sketch is a program with one input more, the unknown. In most the lower bits of the result
//! follow from the lower bits of the unknown alone, so that the samples tell it bit by bit, and refute nearly
//! all sketches by the first bits. The amount of a shift, and a number of 8 bits, is tried whole. The solver
//! finds the rest: a number that fits the samples, until one is proven or none is left.

use super::code::lower;
use super::constant::Constant;
use super::enumerate::{Found, Limits, MOST_INPUTS, MOST_VALUES, Program, Space};
use super::goal::Goal;
use super::lanes::{LANES, Lanes, Vector};
use super::operation::{Kind, Op};
use super::pattern::{Pattern, Slot, Step};
use super::prove::{Checker, Verdict};
use proof::semantics::{Cast, SolverError, TermId, Terms};

/// Numbers that a sketch is tried with for one goal.
const MOST_NUMBERS: usize = 8;

/// The bits of numbers that are tried whole.
const TRIED_WHOLE: u32 = 8;

/// Numbers that the solver finds for one sketch.
const MOST_ASKED: usize = 64;

/// The unknown in samples: no number of the dictionary, nor near one.
const UNKNOWN: u64 = 0x9d8a_36c5_71e2_4f0b;

/// How the numbers of a sketch are found.
enum Numbers {
    /// All that fit the samples.
    Known(Vec<u64>),
    /// By the solver.
    BySolver,
}

/// Searches all programs of `size` steps and an unknown constant that some number makes a pattern.
pub(super) fn enumerate_sketches(
    goals: &[(usize, &Goal)],
    lanes: &Lanes,
    size: usize,
    limits: Limits,
) -> Found {
    let Some(space) = Space::new(goals, lanes, size, limits) else { return Found::default() };
    space.with_unknown(UNKNOWN, check).search()
}

/// Whether a goal may have constants beside the dictionary: it has one result, accesses no memory, and leaves
/// an input for the unknown.
pub(super) fn is_possible(goal: &Goal) -> bool {
    goal.results.len() == 1 && goal.access.is_none() && goal.inputs.len() < MOST_INPUTS
}

/// Keeps a whole program with an unknown for each goal that some number in it may compute.
fn check(space: &Space, program: &mut Program) {
    let last = space.inputs + program.count - 1;
    if program.unused != 1 << last {
        return;
    }
    let unknown = space.inputs - 1;
    let depends = depending(program, space.inputs, unknown);
    for target in &space.targets {
        let (sort, wanted) = &target.results[0];
        if program.sorts[last] != *sort {
            continue;
        }
        let sketch = || Pattern {
            inputs: space.inputs,
            steps: program.steps[..program.count].to_vec(),
            results: vec![last as Slot],
        };
        match numbers(space, program, &depends, wanted) {
            Numbers::BySolver => program.sketches.push((target.goal, sketch())),
            // Where several numbers fit the samples it is the one next to 0; a wrong one is refuted, and the
            // size searched again with one sample more.
            Numbers::Known(numbers) => {
                let least = numbers.into_iter().map(|number| signed(number, space.lanes));
                let least = least.min_by_key(|number| (number.unsigned_abs(), *number));
                program.found.extend(least.map(|number| (target.goal, filled(&sketch(), number))));
            }
        }
    }
}

/// A number of the widest width with its sign.
fn signed(number: u64, lanes: &Lanes) -> i64 {
    let widest = (0..LANES).map(|at| lanes.width(at)).max().unwrap_or(64);
    (number << (64 - widest)) as i64 >> (64 - widest)
}

/// The pattern of a sketch: the unknown is its first step.
fn filled(sketch: &Pattern, number: i64) -> Pattern {
    let first = Step { op: Op::Const(Constant::Number(i128::from(number))), operands: [0; 3] };
    let steps = std::iter::once(first).chain(sketch.steps.iter().copied());
    Pattern { inputs: sketch.inputs - 1, steps: steps.collect(), results: sketch.results.clone() }
}

/// By value, whether it depends on the unknown.
fn depending(program: &Program, inputs: usize, unknown: usize) -> Vec<bool> {
    let mut depends = vec![false; inputs];
    depends[unknown] = true;
    for step in &program.steps[..program.count] {
        let on = step.operands().iter().any(|slot| depends[usize::from(*slot)]);
        depends.push(on);
    }
    depends
}

fn numbers(space: &Space, program: &Program, depends: &[bool], wanted: &Vector) -> Numbers {
    let steps = &program.steps[..program.count];
    let unknown = space.inputs - 1;
    let on = |slot: Slot| depends[usize::from(slot)];
    let is_upward = |step: &Step| match step.op {
        Op::Plain(Kind::Not | Kind::Minus | Kind::Add | Kind::Sub | Kind::And | Kind::Or | Kind::Eor) => true,
        Op::Plain(Kind::Mul) => true,
        Op::Plain(Kind::Shl) => !on(step.operands[1]),
        Op::Plain(Kind::Mux) => !on(step.operands[0]),
        _ => !step.operands().iter().any(|slot| on(*slot)),
    };
    let fits = |number: u64| {
        let result = evaluated(space, program, depends, number);
        (0..LANES).all(|at| result[at] == wanted[at])
    };
    if steps.iter().all(is_upward) {
        return Numbers::Known(bit_by_bit(space, program, depends, wanted));
    }
    let is_amount = |step: &Step| {
        let places = step.operands().iter().enumerate().filter(|(_, slot)| usize::from(**slot) == unknown);
        places.clone().all(|(place, _)| place == 1 && step.op.kind().is_shift())
    };
    if steps.iter().all(is_amount) {
        let amounts = (1..u64::from(space.narrowest)).filter(|amount| fits(*amount));
        return Numbers::Known(amounts.take(MOST_NUMBERS).collect());
    }
    if space.narrowest > TRIED_WHOLE {
        return Numbers::BySolver;
    }
    let narrow: Vec<usize> = (0..LANES).filter(|at| space.lanes.width(*at) == space.narrowest).collect();
    let fits_narrow = |number: &u64| {
        narrow.iter().all(|at| evaluated_in(space, program, depends, *number, *at) == wanted[*at])
    };
    let shift = 64 - space.narrowest;
    let extended = |number: u64| [number, ((number << shift) as i64 >> shift) as u64];
    let numbers = (0..1u64 << space.narrowest).filter(fits_narrow).flat_map(extended).filter(|n| fits(*n));
    let mut numbers: Vec<u64> = numbers.take(MOST_NUMBERS).collect();
    numbers.dedup();
    // Samples seldom tell the bound of a comparison: the solver's counterexamples do.
    if numbers.len() > 1 { Numbers::BySolver } else { Numbers::Known(numbers) }
}

/// Numbers whose lower bits give the lower bits of the result, one bit more each time.
fn bit_by_bit(space: &Space, program: &Program, depends: &[bool], wanted: &Vector) -> Vec<u64> {
    let widest = (0..LANES).map(|at| space.lanes.width(at)).max().unwrap_or(64);
    let mut numbers = vec![0u64];
    for bit in 0..widest {
        let below = u64::MAX >> (63 - bit);
        let fits = |number: &u64| {
            let result = evaluated(space, program, depends, *number);
            (0..LANES).all(|at| (result[at] ^ wanted[at]) & below & space.lanes.mask(at) == 0)
        };
        let with = |value: u64| numbers.iter().map(move |number| number | value << bit);
        numbers = with(0).chain(with(1)).filter(fits).collect();
        numbers.truncate(MOST_NUMBERS);
        if numbers.is_empty() {
            break;
        }
    }
    numbers
}

/// The result with a number in the place of the unknown.
fn evaluated(space: &Space, program: &Program, depends: &[bool], number: u64) -> Vector {
    let mut result = [0; LANES];
    for (at, result) in result.iter_mut().enumerate() {
        *result = evaluated_in(space, program, depends, number, at);
    }
    result
}

/// The same in one lane.
fn evaluated_in(space: &Space, program: &Program, depends: &[bool], number: u64, lane: usize) -> u64 {
    let mut values = [0u64; MOST_VALUES];
    let inputs = space.inputs;
    for at in 0..inputs + program.count {
        values[at] = match at.checked_sub(inputs) {
            _ if !depends[at] => program.values[at][lane],
            None => number & space.lanes.mask(lane),
            Some(step) => {
                let Step { op, operands } = program.steps[step];
                let [a, b, c] = operands.map(|slot| values[usize::from(slot)]);
                op.lane(space.lanes, lane, a, b, c)
            }
        };
    }
    values[inputs + program.count - 1]
}

/// The solver's answer about a sketch.
pub(super) enum Solved {
    /// The sketch with a number.
    Pattern(Pattern),
    /// No number makes it a pattern, or none of the first ones does.
    Nothing,
    /// The solver gave no answer.
    Undecided,
}

/// Asks for a number that makes a sketch a pattern: one that fits the samples, and every counterexample to
/// the numbers before.
pub(super) fn solve(
    goal: &Goal,
    sketch: &Pattern,
    lanes: &Lanes,
    checker: &mut dyn Checker,
) -> Result<Solved, SolverError> {
    let mut samples: Vec<(u32, Vec<u64>)> = (0..LANES)
        .map(|at| (lanes.width(at), lanes.inputs().iter().map(|input| input[at]).collect()))
        .collect();
    samples.dedup();
    for _ in 0..MOST_ASKED {
        let Some((terms, unknown, fits)) = question(goal, sketch, &samples) else {
            return Ok(Solved::Nothing);
        };
        let number = match checker.number(&terms, unknown, fits)? {
            Verdict::Refuted(values) => values.first().copied().unwrap_or(0),
            Verdict::Proven => return Ok(Solved::Nothing),
            Verdict::Undecided(_) => return Ok(Solved::Undecided),
        };
        let pattern = filled(sketch, signed(number, lanes));
        let mut counterexample = None;
        for width in &goal.widths {
            match checker.check(goal, &lower(&pattern)[0], *width)? {
                Verdict::Proven | Verdict::Undecided(_) => {}
                Verdict::Refuted(inputs) => counterexample = Some((*width, inputs)),
            }
        }
        match counterexample {
            None => return Ok(Solved::Pattern(pattern)),
            Some(sample) => samples.push(sample),
        }
    }
    Ok(Solved::Nothing)
}

/// The unknown as a term of 64 bits, and whether all samples have the goal's result.
fn question(goal: &Goal, sketch: &Pattern, samples: &[(u32, Vec<u64>)]) -> Option<(Terms, TermId, TermId)> {
    let mut terms = Terms::new();
    let unknown = terms.input("unknown".to_owned(), 64);
    let code = lower(sketch).into_iter().next()?;
    let mut fits = terms.truth(true);
    for (width, inputs) in samples {
        let encoded = goal.encode(*width);
        let wanted = encoded.evaluate(inputs).bits(encoded.results[0]);
        let mut operands: Vec<TermId> =
            inputs.iter().map(|bits| terms.constant(u128::from(*bits), *width)).collect();
        operands.push(terms.cast(Cast::Low, unknown, *width));
        let value = *code.terms(&mut terms, &operands, *width)?.first()?;
        let wanted = terms.constant(wanted, terms.width(value.bits));
        let same = terms.equal(value.bits, wanted);
        fits = terms.and(fits, same);
    }
    Some((terms, unknown, fits))
}
