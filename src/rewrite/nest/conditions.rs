//! The conditions under which a nest is what its description says, as data: the guard computes them, before
//! the nest, from values that do not change in it.
//!
//! Terms are exact integers. The values of the function are those integers if none of the instructions that a
//! term takes not to wrap does so in any round. In: such an instruction, whose exact result is `n*i + j`, at
//! 32 bits. Out: `0 ≤ n < 2^31` and `n*(rounds of i - 1) + rounds of j - 1 < 2^31`, the largest result in all
//! rounds.

use super::super::matched::Unfit;
use super::rounds::{Rounds, distance};
use crate::accesses::{Accesses, LoopId, Symbol, Term};
use crate::model::{Model, Opcode, ValueId};

/// Numbers of rounds, strides and extents are less than this, so that the product of two and their sum fit in
/// 64 bits.
pub(super) const LIMIT: i64 = (1 << 31) - 1;

const FAR: &str = "counts in steps of more than 31 bits, or beyond 31 bits";

/// Arrays that are compared at run time have at most so many elements.
const MOST_ELEMENTS: i64 = 1 << 48;

/// A sum of terms, each times the rounds of a loop less one, that is at most a number or a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The constant part, from 0 to [`LIMIT`].
    pub start: Term,
    /// The strides by loop, from 0 to [`LIMIT`].
    pub strides: Vec<(LoopId, Term)>,
}

/// One condition of a guard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// A term lies between two numbers.
    Range(Term, i64, i64),
    /// The largest value of an extent is at most this.
    AtMost(Extent, i64),
    /// A stride is larger than the extent of a row.
    Row(Term, Extent),
    /// A condition of the function has this value.
    Test(ValueId, bool),
    /// Two arrays, by their places in the list, share no byte.
    Apart(usize, usize),
}

/// The conditions collected so far, each once.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    /// In the order in which the guard tests them.
    pub all: Vec<Condition>,
}

impl Conditions {
    fn add(&mut self, condition: Condition) {
        if !self.all.contains(&condition) {
            self.all.push(condition);
        }
    }

    /// Adds a test of the function.
    pub fn test(&mut self, condition: ValueId, value: bool) {
        self.add(Condition::Test(condition, value));
    }

    /// Adds that two arrays share no byte; their extents are short enough to be told in bytes.
    pub fn apart(&mut self, places: [usize; 2], extents: [Extent; 2]) {
        for extent in extents {
            self.at_most(extent, MOST_ELEMENTS);
        }
        self.add(Condition::Apart(places[0], places[1]));
    }

    /// Adds that a term lies between two numbers; whether it may.
    #[must_use]
    pub fn range(&mut self, term: &Term, least: i64, most: i64) -> bool {
        if let Some(number) = term.as_constant() {
            return (least..=most).contains(&number);
        }
        for condition in &mut self.all {
            if let Condition::Range(known, from, to) = condition
                && known == term
            {
                (*from, *to) = ((*from).max(least), (*to).min(most));
                return *from <= *to;
            }
        }
        self.add(Condition::Range(term.clone(), least, most));
        true
    }

    /// Adds that a stride is larger than the extent of a row.
    pub fn row(&mut self, stride: Term, extent: Extent) {
        self.add(Condition::Row(stride, extent));
    }

    /// Adds that an extent is at most a number, unless it always is.
    fn at_most(&mut self, extent: Extent, most: i64) {
        let start = extent.start.as_constant();
        let is_counter = extent.strides.iter().map(|(_, stride)| stride.as_constant()).eq([Some(1)]);
        // A number of rounds less one, and at most one more.
        let is_short = is_counter && matches!(start, Some(0 | 1)) && most >= LIMIT;
        let is_number = extent.strides.is_empty() && start.is_some_and(|start| start <= most);
        // One of these has the range already.
        let is_range = extent.strides.is_empty() && most >= LIMIT;
        if !is_short && !is_number && !is_range {
            self.add(Condition::AtMost(extent, most));
        }
    }
}

/// The part of a term that each loop of a nest multiplies, and the rest; `None` where it is no sum of those.
pub(super) fn split(term: &Term, loops: &[LoopId]) -> Option<(Vec<(LoopId, Term)>, Term)> {
    let (mut strides, mut rest) = (Vec::new(), term.clone());
    for &this in loops {
        let (stride, left) = rest.split(Symbol::Counter(this))?;
        rest = left;
        if stride.as_constant() != Some(0) {
            strides.push((this, stride));
        }
    }
    let is_fixed = |term: &Term| !loops.iter().any(|this| term.mentions(Symbol::Counter(*this)));
    let all_fixed = is_fixed(&rest) && strides.iter().all(|(_, stride)| is_fixed(stride));
    all_fixed.then_some((strides, rest))
}

/// Adds what makes the instructions that a term takes not to wrap do so in no round.
pub(super) fn no_wrap(
    model: &Model,
    accesses: &mut Accesses<'_>,
    rounds: &Rounds,
    assumed: &[ValueId],
    conditions: &mut Conditions,
) -> Result<(), Unfit> {
    for &instruction in assumed {
        let (least, most) = exact_range(model, instruction)
            .ok_or_else(|| Unfit::of(instruction, "may wrap, and nothing can be tested that excludes it"))?;
        let term = accesses.value(instruction).term.clone();
        let extent = extent(&term, rounds, conditions).map_err(|why| Unfit::of(instruction, why))?;
        let start = extent.start.as_constant().unwrap_or(0);
        if start < least {
            return Err(Unfit::of(instruction, "wraps"));
        }
        if let Some(most) = most {
            conditions.at_most(extent, most);
        }
    }
    Ok(())
}

/// A term as an extent, with the conditions that it is one.
pub(super) fn extent(
    term: &Term,
    rounds: &Rounds,
    conditions: &mut Conditions,
) -> Result<Extent, &'static str> {
    let no_sum = "is no sum of multiples of counters";
    let (strides, start) = rounds.split(term).ok_or(no_sum)?;
    let start = rounds.lowest(&strides, &start).ok_or(no_sum)?;
    let strides = distances(&strides, conditions)?;
    // A constant start may be negative: what is added to it is not.
    let is_start = match start.as_constant() {
        Some(number) => (-LIMIT..=LIMIT).contains(&number),
        None => conditions.range(&start, 0, LIMIT),
    };
    if !is_start {
        return Err(FAR);
    }
    Ok(Extent { start, strides })
}

/// Strides without their signs, with the conditions that they are short; only numbers may be negative.
pub(super) fn distances(
    strides: &[(LoopId, Term)],
    conditions: &mut Conditions,
) -> Result<Vec<(LoopId, Term)>, &'static str> {
    if strides.len() > 2 {
        return Err("counts with more than two loops");
    }
    let strides: Vec<(LoopId, Term)> = strides.iter().map(|(of, stride)| (*of, distance(stride))).collect();
    match strides.iter().all(|(_, stride)| conditions.range(stride, 0, LIMIT)) {
        true => Ok(strides),
        false => Err(FAR),
    }
}

/// The results with which an instruction is exact, read as signed numbers; it does not tell of those beyond
/// 64 bits.
fn exact_range(model: &Model, value: ValueId) -> Option<(i64, Option<i64>)> {
    let width = model.type_of(value).integer_width()?;
    match model.opcode(value)? {
        // The operand is exact, and a negative one alone is changed.
        Opcode::ZExt => Some((0, None)),
        Opcode::And => {
            let mask = model.constant(model.operand(value, 1)?)?.signed()?;
            Some((0, Some(i64::try_from(mask).ok()?)))
        }
        Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Shl | Opcode::Trunc if (2..64).contains(&width) => {
            let most = (1i64 << (width - 1)) - 1;
            Some((-most - 1, Some(most)))
        }
        _ => None,
    }
}
