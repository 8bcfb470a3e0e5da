//! How many rows a step leaves for each that it is given, and what it costs, as far as a plan can tell.
//!
//! Of steps that do not depend on each other the one with the least (rows - 1) / cost goes first: what
//! leaves few rows for little work (Ibaraki and Kameda, On the optimal nesting order for computing
//! N-relational joins, 1984).
//!
//! ```text
//! {v} = {store}.args[0] ∧ opcode{v} = fadd         rows 0.95 * 0.1, cost 2: score -0.5    first
//! {s} is the stride of {t} in {loop}               rows 2, cost 3: score 0.3              then
//! ```

/// Expected number of rows where there are any: tests do not fail independently.
const FEWEST: f64 = 3.0;

/// An estimate of what a step makes of one row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimate {
    /// The rows that are left, on average.
    pub(super) rows: f64,
    /// Candidates looked at and tests made.
    pub(super) cost: f64,
}

impl Estimate {
    /// A step that changes nothing and costs nothing.
    pub(super) const NOTHING: Estimate = Estimate { rows: 1.0, cost: 0.0 };

    /// Cost from which on a quantifier is put off until all else is known.
    pub(super) const COSTLY: f64 = 64.0;

    /// A quantifier costs no more: the first witness ends it.
    pub(super) const UNTIL_WITNESS: f64 = 24.0;

    /// The score of a call that leaves fewer rows than there were.
    pub(super) const NARROWING_CALL: i64 = -100_000;

    /// The estimate for a test that holds with this probability.
    pub(super) fn of_test(odds: f64) -> Estimate {
        Estimate { rows: odds, cost: 1.0 }
    }

    /// The estimate for a source with this many candidates.
    pub(super) fn of_candidates(rows: f64) -> Estimate {
        Estimate { rows, cost: 1.0 + rows }
    }

    /// The estimate for a call with nothing bound: it has some rows, however many tests there are.
    pub(super) fn once(self) -> Estimate {
        Estimate { rows: self.rows.max(FEWEST), ..self }
    }

    /// First one, then the other.
    pub(super) fn then(self, next: Estimate) -> Estimate {
        let bounded = |number: f64| number.min(1e12);
        Estimate { rows: bounded(self.rows * next.rows), cost: bounded(self.cost + self.rows * next.cost) }
    }

    /// Either one or the other, or both.
    pub(super) fn or(self, other: Estimate) -> Estimate {
        Estimate { rows: self.rows + other.rows, cost: self.cost + other.cost }
    }

    /// The order among steps; less is better.
    pub(super) fn score(self) -> i64 {
        match self.rows < 1.0 {
            true => ((self.rows - 1.0) / self.cost.max(1.0) * 1e6) as i64,
            false => self.score_of_start(),
        }
    }

    /// The score of a step without bound inputs: what it lists counts even where it leaves few rows.
    pub(super) fn score_of_start(self) -> i64 {
        let score = self.rows - 1.0 + 0.1 * self.cost;
        (score.min(1e12) * 1e6) as i64
    }

    /// Whether a step of that score leaves so few rows that no other one has to be looked at.
    pub(super) fn narrows(score: i64) -> bool {
        score < -200_000
    }
}
