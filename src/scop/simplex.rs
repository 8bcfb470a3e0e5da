//! An incremental simplex tableau, which decides whether constraints have a rational solution and finds one.
//!
//! ```text
//! i >= 0,  n - 1 - i >= 0,  -n >= 0      =>      no solution
//! ```
//!
//! The unknowns are the dimensions, of either sign, and the forms of the constraints, which are non-negative.
//! Basic unknowns (rows) are expressed by the non-basic ones (columns), which are zero in the current
//! solution. A row that becomes negative is raised by pivoting (as in isl's tableau: Verdoolaege, isl: An
//! integer set library for the polyhedral model). Among several pivots the unknown with the smallest number
//! is chosen, which guarantees termination (Bland's rule). Numbers are exact; an operation that would exceed
//! 128 bits returns [`Answer::Unknown`].

use super::linear::{Constraint, Dimension, Linear, gcd};

/// The outcome of adding a constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// There is a rational solution.
    Solution,
    /// There is no solution.
    Empty,
    /// A number exceeds 128 bits.
    Unknown,
}

/// An unknown, numbered in the order of appearance; dimensions are free, the others non-negative.
type Unknown = u32;

/// A row: `denominator * unknown = constant + sum of coefficients times columns`.
#[derive(Clone, Debug)]
struct Row {
    unknown: Unknown,
    denominator: i128,
    constant: i128,
    coefficients: Vec<i128>,
}

/// Constraints with a current rational solution.
#[derive(Clone, Debug, Default)]
pub(super) struct Tableau {
    rows: Vec<Row>,
    /// The unknown of each column.
    columns: Vec<Unknown>,
    /// The unknown of each dimension.
    dimensions: Vec<(Dimension, Unknown)>,
    /// Whether each unknown is a dimension.
    is_free: Vec<bool>,
    /// The number of computed cells.
    work: u64,
}

impl Tableau {
    /// Adds constraints until there is no solution.
    pub(super) fn add_all<'c>(&mut self, constraints: impl IntoIterator<Item = &'c Constraint>) -> Answer {
        let mut answers = constraints.into_iter().map(|constraint| self.add(constraint));
        answers.find(|answer| *answer != Answer::Solution).unwrap_or(Answer::Solution)
    }

    /// Adds a constraint. Unless the answer is a solution, the tableau must not be used further.
    pub(super) fn add(&mut self, constraint: &Constraint) -> Answer {
        let answer = self.at_least_zero(&constraint.form);
        if answer != Answer::Solution || !constraint.is_equality {
            return answer;
        }
        match constraint.form.times(-1) {
            Some(opposite) => self.at_least_zero(&opposite),
            None => Answer::Unknown,
        }
    }

    /// Whether a dimension occurs in one of the constraints.
    pub(super) fn knows(&self, dimension: Dimension) -> bool {
        self.dimensions.iter().any(|(known, _)| *known == dimension)
    }

    /// The number of cells computed so far.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// The value of each dimension in the current solution: numerator and denominator.
    pub(super) fn solution(&self) -> Vec<(Dimension, i128, i128)> {
        let value = |unknown: Unknown| match self.rows.iter().find(|row| row.unknown == unknown) {
            None => (0, 1),
            Some(Row { constant, denominator, .. }) => {
                let divisor = gcd(*constant, *denominator);
                (constant / divisor, denominator / divisor)
            }
        };
        let of = |(dimension, unknown): &(Dimension, Unknown)| {
            let (numerator, denominator) = value(*unknown);
            (*dimension, numerator, denominator)
        };
        self.dimensions.iter().map(of).collect()
    }

    /// The current solution, if it is integer.
    pub(super) fn whole_solution(&self) -> Option<Vec<(Dimension, i128)>> {
        let whole = |(dimension, value, denominator)| (denominator == 1).then_some((dimension, value));
        self.solution().into_iter().map(whole).collect()
    }

    fn at_least_zero(&mut self, form: &Linear) -> Answer {
        let Some(row) = self.row(form) else { return Answer::Unknown };
        self.rows.push(row);
        self.raise(self.rows.len() - 1)
    }

    /// The row of a form.
    fn row(&mut self, form: &Linear) -> Option<Row> {
        let mut at = Vec::with_capacity(form.terms.len());
        for (dimension, by) in &form.terms {
            at.push((self.dimension(*dimension), *by));
        }
        let unknown = self.unknown(false);
        let coefficients = vec![0; self.columns.len()];
        let mut row = Row { unknown, denominator: 1, constant: form.constant, coefficients };
        for (unknown, by) in at {
            match self.columns.iter().position(|column| *column == unknown) {
                Some(column) => {
                    let more = by.checked_mul(row.denominator)?;
                    row.coefficients[column] = row.coefficients[column].checked_add(more)?;
                }
                None => {
                    let of = self.rows.iter().find(|row| row.unknown == unknown)?;
                    self.work += row.coefficients.len() as u64;
                    row.add(of, by)?;
                }
            }
        }
        row.reduce();
        Some(row)
    }

    /// The unknown of a dimension, added as a column if it is new.
    fn dimension(&mut self, dimension: Dimension) -> Unknown {
        if let Some((_, unknown)) = self.dimensions.iter().find(|(known, _)| *known == dimension) {
            return *unknown;
        }
        let unknown = self.unknown(true);
        self.dimensions.push((dimension, unknown));
        self.columns.push(unknown);
        self.rows.iter_mut().for_each(|row| row.coefficients.push(0));
        unknown
    }

    fn unknown(&mut self, is_free: bool) -> Unknown {
        self.is_free.push(is_free);
        self.is_free.len() as Unknown - 1
    }

    /// Pivots until a row is non-negative.
    fn raise(&mut self, row: usize) -> Answer {
        while self.rows[row].constant < 0 {
            let Some((column, upwards)) = self.entering(row) else { return Answer::Empty };
            let Some(leaving) = self.leaving(row, column, upwards) else { return Answer::Unknown };
            if self.exchange(leaving, column).is_none() {
                return Answer::Unknown;
            }
            if leaving == row {
                break;
            }
        }
        Answer::Solution
    }

    /// A column whose increase (`true`) or decrease raises a row.
    fn entering(&self, row: usize) -> Option<(usize, bool)> {
        let of = |(at, by): (usize, &i128)| {
            let unknown = self.columns[at];
            let is_free = self.is_free[unknown as usize];
            (*by > 0 || (is_free && *by < 0)).then_some(((!is_free, unknown), at, *by > 0))
        };
        let coefficients = self.rows[row].coefficients.iter().enumerate();
        coefficients.filter_map(of).min_by_key(|(key, ..)| *key).map(|(_, at, upwards)| (at, upwards))
    }

    /// The row that reaches zero first as a column changes: the raised one, or one that would become
    /// negative. `None` on overflow.
    fn leaving(&self, raised: usize, column: usize, upwards: bool) -> Option<usize> {
        let own = &self.rows[raised];
        let step = |row: &Row| (row.constant.unsigned_abs(), row.coefficients[column].unsigned_abs());
        let (mut best, mut least) = (raised, step(own));
        for (at, row) in self.rows.iter().enumerate() {
            let by = row.coefficients[column];
            let falls = if upwards { by < 0 } else { by > 0 };
            if at == raised || !falls || self.is_free[row.unknown as usize] {
                continue;
            }
            let (constant, by) = step(row);
            let (one, other) = (constant.checked_mul(least.1)?, least.0.checked_mul(by)?);
            let is_first = best != raised && row.unknown < self.rows[best].unknown;
            if one < other || (one == other && is_first) {
                (best, least) = (at, (constant, by));
            }
        }
        Some(best)
    }

    /// Pivots: exchanges the unknown of a row for that of a column; `None` on overflow.
    fn exchange(&mut self, leaving: usize, column: usize) -> Option<()> {
        let mut solved = self.rows[leaving].solved(column)?;
        std::mem::swap(&mut solved.unknown, &mut self.columns[column]);
        for (at, row) in self.rows.iter_mut().enumerate() {
            let by = std::mem::take(&mut row.coefficients[column]);
            if at != leaving && by != 0 {
                self.work += solved.coefficients.len() as u64;
                row.add_part(&solved, by)?;
                row.reduce();
            }
        }
        self.rows[leaving] = solved;
        Some(())
    }
}

impl Row {
    /// Adds a multiple of another row's unknown; `None` on overflow.
    fn add(&mut self, of: &Row, by: i128) -> Option<()> {
        let by = by.checked_mul(self.denominator)?;
        self.add_part(of, by)
    }

    /// Adds a multiple of another row's unknown to the right side of the equation. The denominator is only
    /// multiplied by that of the other row.
    fn add_part(&mut self, of: &Row, by: i128) -> Option<()> {
        let times = of.denominator;
        let sum = |own: i128, other: i128| match (small(own), small(times), small(other), small(by)) {
            (Some(own), Some(times), Some(other), Some(by)) => (own * times).checked_add(other * by),
            _ => own.checked_mul(times)?.checked_add(other.checked_mul(by)?),
        };
        self.constant = sum(self.constant, of.constant)?;
        for (own, other) in self.coefficients.iter_mut().zip(&of.coefficients) {
            if times != 1 || *other != 0 {
                *own = sum(*own, *other)?;
            }
        }
        self.denominator = self.denominator.checked_mul(times)?;
        Some(())
    }

    /// The row solved for a column, whose place then belongs to the row's unknown; `None` on overflow.
    fn solved(&self, column: usize) -> Option<Row> {
        let by = self.coefficients[column];
        let sign = -by.signum();
        let negated = self.coefficients.iter().map(|number| number.checked_mul(sign));
        let mut coefficients = negated.collect::<Option<Vec<_>>>()?;
        coefficients[column] = self.denominator.checked_mul(-sign)?;
        let constant = self.constant.checked_mul(sign)?;
        let mut solved =
            Row { unknown: self.unknown, denominator: by.checked_abs()?, constant, coefficients };
        solved.reduce();
        Some(solved)
    }

    /// Divides all numbers by their greatest common divisor.
    fn reduce(&mut self) {
        if self.denominator == 1 {
            return;
        }
        let mut divisor = gcd(self.denominator, self.constant);
        for number in &self.coefficients {
            if divisor == 1 {
                return;
            }
            divisor = gcd(divisor, *number);
        }
        if divisor > 1 {
            self.denominator /= divisor;
            self.constant /= divisor;
            self.coefficients.iter_mut().for_each(|number| *number /= divisor);
        }
    }
}

/// A number of at most 63 bits, so that the product of two fits.
fn small(number: i128) -> Option<i128> {
    i64::try_from(number).ok().map(i128::from)
}
