//! The bound on a search: counted steps, and bytes held. Never wall time, so that the same input gives the
//! same answer on every machine.
//!
//! A step is a candidate or a row tried, or [`WORK_IN_A_STEP`] nodes of a graph that a relation looked at.
//! Bytes are those of rows, tables and stacks, by capacity, from their allocation to their release
//! ([`Charge`]). A step beyond the one bound ends the search, and so do bytes beyond the other, which are
//! looked at every [`STEPS_BETWEEN_LOOKS`].

use std::cell::Cell;
use std::ops::Deref;
use std::rc::Rc;

/// Bounds of one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The most steps it may take.
    pub steps: u64,
    /// The most bytes it may hold.
    pub memory: u64,
}

impl Budget {
    /// Bytes in the unit of settings and messages.
    pub const MIB: u64 = 1 << 20;

    /// The default memory, and that many steps.
    pub fn of_steps(steps: u64) -> Budget {
        Budget { steps, ..Budget::default() }
    }

    /// This budget with at most that many steps.
    #[inline]
    pub fn at_most(self, steps: u64) -> Budget {
        Budget { steps: self.steps.min(steps), ..self }
    }
}

impl Default for Budget {
    /// Enough for large functions; at most some seconds and 256 MiB.
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

/// Nodes or edges of a graph that cost a relation as much as one step.
pub(super) const WORK_IN_A_STEP: u64 = 16;

/// Steps after which the bytes held are compared with their bound again.
const STEPS_BETWEEN_LOOKS: u64 = 16;

/// Counts the steps of one search, and knows the bytes it holds.
#[derive(Debug)]
pub(super) struct StepCounter {
    taken: u64,
    /// Work that is no full step yet.
    work: u64,
    budget: Budget,
    ledger: Ledger,
    /// Bytes that earlier searches share, which are not this one's.
    before: usize,
}

impl StepCounter {
    pub(super) fn new(budget: Budget, ledger: Ledger) -> Self {
        let before = ledger.bytes();
        Self { taken: 0, work: 0, budget, ledger, before }
    }

    /// Whether a good part of the memory is free.
    pub(super) fn has_room_to_share(&self) -> bool {
        (self.ledger.bytes() as u64) < self.budget.memory / 4
    }

    /// Counts one more step and some work; answers whether the limit of bytes must be checked.
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

    /// Whether that many bytes fit beside all charged ones.
    pub(super) fn room(&self, bytes: usize) -> Result<(), Exhausted> {
        let held = self.ledger.bytes().saturating_sub(self.before).saturating_add(bytes);
        if held as u64 > self.budget.memory { Err(Exhausted::Memory) } else { Ok(()) }
    }

    /// Steps so far.
    pub(super) fn taken(&self) -> u64 {
        self.taken
    }

    /// The account that bytes are charged to.
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

    /// Charges a heap allocation, with that many bytes of its own behind it.
    pub(super) fn hold<T>(&self, thing: T, behind: usize) -> Held<T> {
        // The two counts of the `Rc` around it.
        let bytes = size_of::<Held<T>>() + 2 * size_of::<usize>() + behind;
        let mut charge = Charge::new(self);
        charge.set(bytes);
        Held { thing, _charge: charge }
    }
}

/// Bytes that are charged until this is dropped.
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

    /// Replaces the charge by that many bytes.
    pub(super) fn set(&mut self, bytes: usize) {
        let others = self.ledger.bytes().saturating_sub(self.bytes);
        self.ledger.0.set(others.saturating_add(bytes));
        self.bytes = bytes;
    }

    /// Charges that many bytes more.
    pub(super) fn add(&mut self, bytes: usize) {
        self.set(self.bytes.saturating_add(bytes));
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.set(0);
    }
}

/// A thing with its charge.
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
        // Work passes over the step at which it would have been due.
        assert_eq!(counter.step(20 * WORK_IN_A_STEP), Ok(true));
        assert_eq!(counter.room(256 * (1 << 20) + 1), Err(Exhausted::Memory));
    }
}
