//! Estimates: the number of rows that a step leaves per input row, and its cost.
//!
//! Of independent steps, the one with the least (rows - 1) / cost comes first: few rows for little work
//! (Ibaraki and Kameda, On the optimal nesting order for computing N-relational joins, 1984).
//!
//! ```text
//! {v} = {store}.args[0] ∧ opcode{v} = fadd         rows 0.95 * 0.1, cost 2: score -0.5    first
//! {s} is the stride of {t} in {loop}               rows 2, cost 3: score 0.3              then
//! ```

/// Minimal expected number of rows of a call without inputs, since tests do not fail independently.
const FEWEST: f64 = 3.0;

/// The estimated effect of a step on one input row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimate {
    /// The average number of output rows.
    pub(super) rows: f64,
    /// The number of candidates and tests.
    pub(super) cost: f64,
}

impl Estimate {
    /// The estimate of a step without effect and cost.
    pub(super) const NOTHING: Estimate = Estimate { rows: 1.0, cost: 0.0 };

    /// Quantifiers from this cost on are postponed until all other literals are satisfied.
    pub(super) const COSTLY: f64 = 64.0;

    /// Upper bound of a quantifier's cost, since the first witness ends it.
    pub(super) const UNTIL_WITNESS: f64 = 24.0;

    /// The score of a call that leaves less than one row per input row.
    pub(super) const NARROWING_CALL: i64 = -100_000;

    /// The estimate for a test that holds with this probability.
    pub(super) fn of_test(odds: f64) -> Estimate {
        Estimate { rows: odds, cost: 1.0 }
    }

    /// The estimate for a source with this many candidates.
    pub(super) fn of_candidates(rows: f64) -> Estimate {
        Estimate { rows, cost: 1.0 + rows }
    }

    /// The estimate of a call with nothing bound, which has some rows however many tests it makes.
    pub(super) fn once(self) -> Estimate {
        Estimate { rows: self.rows.max(FEWEST), ..self }
    }

    /// The estimate of one step after another.
    pub(super) fn then(self, next: Estimate) -> Estimate {
        let bounded = |number: f64| number.min(1e12);
        Estimate { rows: bounded(self.rows * next.rows), cost: bounded(self.cost + self.rows * next.cost) }
    }

    /// The estimate of a disjunction.
    pub(super) fn or(self, other: Estimate) -> Estimate {
        Estimate { rows: self.rows + other.rows, cost: self.cost + other.cost }
    }

    /// The sort key among steps; less is better.
    pub(super) fn score(self) -> i64 {
        match self.rows < 1.0 {
            true => ((self.rows - 1.0) / self.cost.max(1.0) * 1e6) as i64,
            false => self.score_of_start(),
        }
    }

    /// The score of a step without bound inputs. The length of its list counts even if it leaves few rows.
    pub(super) fn score_of_start(self) -> i64 {
        let score = self.rows - 1.0 + 0.1 * self.cost;
        (score.min(1e12) * 1e6) as i64
    }

    /// Whether a step with this score leaves so few rows that no other step need be compared.
    pub(super) fn narrows(score: i64) -> bool {
        score < -200_000
    }
}
