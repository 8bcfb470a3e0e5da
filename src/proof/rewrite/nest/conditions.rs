//! The conditions under which a nest does what its description states, as data. The guard tests them before
//! the nest, on values that do not change in it.
//!
//! In: `n` is at least one, and `A` and `B` share no byte. Out: a list of these conditions without
//! duplicates, from which `make.rs` makes code.

use analysis::accesses::{LoopId, Symbol, Term};
use ir::ValueId;

/// Numbers of rounds, strides and extents are below this, so that products of two and their sums fit in 64
/// bits.
pub(in crate::rewrite) const LIMIT: i64 = (1 << 31) - 1;

/// Maximum number of elements of arrays that are compared at run time.
const MOST_ELEMENTS: i64 = 1 << 48;

/// A sum `start + Σ stride * (rounds - 1)` over loops, an upper bound of a linear expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The part without rounds, from 0 to [`LIMIT`]; a constant may be negative, down to -[`LIMIT`].
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
    /// A term is a multiple of a number.
    Multiple(Term, i64),
    /// A condition of the function must have this value.
    Test(ValueId, bool),
    /// Two arrays, by their indices, share no byte.
    Apart(usize, usize),
}

/// The conditions collected so far, each once.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    /// The conditions in the order of the guard's tests.
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

    /// Adds that two arrays share no byte, and that their extents in bytes cannot overflow.
    pub fn apart(&mut self, places: [usize; 2], extents: [Extent; 2]) {
        for extent in extents {
            self.at_most(extent, MOST_ELEMENTS);
        }
        self.add(Condition::Apart(places[0], places[1]));
    }

    /// Adds that a term lies between two numbers; false if it never does.
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

    /// Adds that a term is a multiple of a positive number.
    pub(in crate::rewrite) fn multiple(&mut self, term: &Term, of: i64) {
        self.add(Condition::Multiple(term.clone(), of));
    }

    /// Adds the condition that a stride is larger than the extent of a row.
    pub fn row(&mut self, stride: Term, extent: Extent) {
        self.add(Condition::Row(stride, extent));
    }

    /// Adds the condition that an extent is at most a number, unless it always is.
    pub(in crate::rewrite) fn at_most(&mut self, extent: Extent, most: i64) {
        let start = extent.start.as_constant();
        let is_counter = extent.strides.iter().map(|(_, stride)| stride.as_constant()).eq([Some(1)]);
        // The extent is a number of rounds less one, plus at most one.
        let is_short = is_counter && matches!(start, Some(0 | 1)) && most >= LIMIT;
        let is_number = extent.strides.is_empty() && start.is_some_and(|start| start <= most);
        // The range of such a term is a condition already.
        let is_range = extent.strides.is_empty() && most >= LIMIT;
        if !is_short && !is_number && !is_range {
            self.add(Condition::AtMost(extent, most));
        }
    }
}

/// The factor of each loop's counter in a term, and the remaining term; `None` if the term is not linear in
/// them.
pub(in crate::rewrite) fn split(term: &Term, loops: &[LoopId]) -> Option<(Vec<(LoopId, Term)>, Term)> {
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
