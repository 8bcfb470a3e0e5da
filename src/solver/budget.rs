//! The bounds on a search: counted steps, and bytes held. Wall time is not one of them, so that the same
//! input gives the same answer on every machine.
//!
//! A step is one candidate or row tried, or [`WORK_IN_A_STEP`] graph nodes visited by a relation. Bytes are
//! those of rows, tables and stacks, by capacity, from their allocation to their release ([`Charge`]). The
//! search ends as soon as one of the two bounds is exceeded; the bytes are compared every
//! [`STEPS_BETWEEN_LOOKS`] steps.

use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::ops::Deref;
use std::rc::Rc;

/// Bounds of one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// Maximal number of steps.
    pub steps: u64,
    /// Maximal number of bytes held.
    pub memory: u64,
}

impl Budget {
    /// One MiB, the unit of memory limits in settings and messages.
    pub const MIB: u64 = 1 << 20;

    /// The default memory limit with `steps` steps.
    pub fn of_steps(steps: u64) -> Budget {
        Budget { steps, ..Budget::default() }
    }

    /// This budget with at most `steps` steps.
    #[inline]
    pub fn at_most(self, steps: u64) -> Budget {
        Budget { steps: self.steps.min(steps), ..self }
    }
}

impl Default for Budget {
    /// A budget for large functions: at most some seconds and 256 MiB.
    fn default() -> Self {
        Self { steps: 50_000_000, memory: 256 * Budget::MIB }
    }
}

/// The bound that ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhausted {
    /// No steps are left.
    Steps,
    /// More bytes would be held than allowed.
    Memory,
}

/// Number of graph nodes or edges visited that count as one step.
pub const WORK_IN_A_STEP: u64 = 16;

/// Number of steps between two checks of the memory limit.
const STEPS_BETWEEN_LOOKS: u64 = 16;

/// Counts the steps of one search and compares its bytes with the limit.
#[derive(Debug)]
pub(super) struct StepCounter {
    taken: u64,
    /// Visited nodes that do not make up a full step yet.
    work: u64,
    budget: Budget,
    ledger: Ledger,
    /// Bytes charged by earlier searches, which this search does not account for.
    before: usize,
}

impl StepCounter {
    pub(super) fn new(budget: Budget, ledger: Ledger) -> Self {
        let before = ledger.bytes();
        Self { taken: 0, work: 0, budget, ledger, before }
    }

    /// Whether at least three quarters of the memory limit are free.
    pub(super) fn has_room_to_share(&self) -> bool {
        (self.ledger.bytes() as u64) < self.budget.memory / 4
    }

    /// Counts one step and `work` visited nodes. Returns whether the memory limit must be checked.
    #[inline]
    pub(super) fn step(&mut self, work: u64) -> Result<bool, Exhausted> {
        let before = self.taken;
        if before >= self.budget.steps {
            return Err(Exhausted::Steps);
        }
        self.taken += 1;
        if work > 0 {
            self.work += work;
            self.taken = self.taken.saturating_add(self.work / WORK_IN_A_STEP).min(self.budget.steps);
            self.work %= WORK_IN_A_STEP;
        }
        Ok(before == 0 || before / STEPS_BETWEEN_LOOKS != self.taken / STEPS_BETWEEN_LOOKS)
    }

    /// Fails if `bytes` more bytes exceed the limit.
    pub(super) fn room(&self, bytes: usize) -> Result<(), Exhausted> {
        let held = self.ledger.bytes().saturating_sub(self.before).saturating_add(bytes);
        if held as u64 > self.budget.memory { Err(Exhausted::Memory) } else { Ok(()) }
    }

    /// Steps counted so far.
    pub(super) fn taken(&self) -> u64 {
        self.taken
    }

    /// The ledger that bytes are charged to.
    pub(super) fn ledger(&self) -> &Ledger {
        &self.ledger
    }
}

/// The sum of all charges of one search.
#[derive(Clone, Debug, Default)]
pub(super) struct Ledger(Rc<Cell<usize>>);

impl Ledger {
    pub(super) fn bytes(&self) -> usize {
        self.0.get()
    }

    /// Charges a heap allocation of a `T` with `behind` bytes of its own.
    pub(super) fn hold<T>(&self, thing: T, behind: usize) -> Held<T> {
        // The `Rc` around it has two counters.
        let bytes = size_of::<Held<T>>() + 2 * size_of::<usize>() + behind;
        let mut charge = Charge::new(self);
        charge.set(bytes);
        Held { thing, _charge: charge }
    }
}

/// A number of bytes charged to a ledger until this value is dropped.
#[derive(Debug)]
pub(super) struct Charge {
    ledger: Ledger,
    bytes: usize,
}

impl Charge {
    /// A charge of no bytes.
    pub(super) fn new(ledger: &Ledger) -> Charge {
        Charge { ledger: ledger.clone(), bytes: 0 }
    }

    /// Replaces the charge by `bytes`.
    pub(super) fn set(&mut self, bytes: usize) {
        let others = self.ledger.bytes().saturating_sub(self.bytes);
        self.ledger.0.set(others.saturating_add(bytes));
        self.bytes = bytes;
    }

    /// Increases the charge by `bytes`.
    pub(super) fn add(&mut self, bytes: usize) {
        self.set(self.bytes.saturating_add(bytes));
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.set(0);
    }
}

/// A value together with the charge for its memory.
#[derive(Debug)]
pub(super) struct Held<T> {
    thing: T,
    _charge: Charge,
}

impl<T> Deref for Held<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.thing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charges_end_when_dropped() {
        let counter = StepCounter::new(Budget { steps: 1, memory: 1000 }, Ledger::default());
        let held = Rc::new(counter.ledger().hold([0u32; 4], 100));
        let bytes = counter.ledger().bytes();
        assert!((100 + 16..250).contains(&bytes), "{bytes}");
        let again = held.clone();
        assert_eq!((counter.ledger().bytes(), again[3]), (bytes, 0));
        assert_eq!(
            (counter.room(1000 - bytes), counter.room(1001 - bytes)),
            (Ok(()), Err(Exhausted::Memory))
        );
        drop(held);
        assert_eq!(counter.ledger().bytes(), bytes);
        drop(again);
        assert_eq!(counter.ledger().bytes(), 0);
    }

    #[test]
    fn work_counts_as_steps() {
        let mut counter = StepCounter::new(Budget { steps: 10, memory: 0 }, Ledger::default());
        for work in [WORK_IN_A_STEP - 1, 1, 3 * WORK_IN_A_STEP, 0] {
            assert!(counter.step(work).is_ok());
        }
        assert_eq!(counter.taken(), 4 + 4);
        assert_eq!(counter.step(100 * WORK_IN_A_STEP), Ok(false));
        assert_eq!((counter.taken(), counter.step(0)), (10, Err(Exhausted::Steps)));
    }

    #[test]
    fn bytes_are_looked_at_again_and_again() {
        let mut counter = StepCounter::new(Budget::of_steps(1000), Ledger::default());
        let looks: Vec<u64> = (1..=50).filter(|_| counter.step(0) == Ok(true)).collect();
        assert_eq!(looks, [1, 16, 32, 48]);
        // The work skips the step at which the check would have been due.
        assert_eq!(counter.step(20 * WORK_IN_A_STEP), Ok(true));
        assert_eq!(counter.room(256 * (1 << 20) + 1), Err(Exhausted::Memory));
    }
}
