//! The bound on a search: a number of steps, counted at each candidate. Never wall time, so that the
//! same input gives the same answer on every machine.

/// The most steps a search may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget(pub u64);

impl Default for Budget {
    /// Enough for large functions; a second or so.
    fn default() -> Self {
        Self(20_000_000)
    }
}

/// The budget has run out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exhausted;

/// Counts the steps of one search.
#[derive(Clone, Debug)]
pub(super) struct Meter {
    taken: u64,
    limit: u64,
}

impl Meter {
    pub(super) fn new(budget: Budget) -> Self {
        Self { taken: 0, limit: budget.0 }
    }

    /// One more step.
    pub(super) fn step(&mut self) -> Result<(), Exhausted> {
        if self.taken == self.limit {
            return Err(Exhausted);
        }
        self.taken += 1;
        Ok(())
    }

    /// Steps so far.
    pub(super) fn taken(&self) -> u64 {
        self.taken
    }
}
