//! Costs in numbers of instructions: of products by their factors, of sums by the signs of their terms.
//!
//! In: the terms `6a`, `-bc` and `3`. Out: two multiplications and four instructions in all, one of which
//! adds two non-constant values.

/// Numbers of instructions, compared lexicographically.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cost {
    /// Multiplications.
    pub(super) products: i64,
    /// All instructions.
    pub(super) all: i64,
    /// Additions of two non-constant values.
    pub(super) plain: i64,
}

impl Cost {
    pub(super) fn minus(self, other: Cost) -> Cost {
        Cost {
            products: self.products - other.products,
            all: self.all - other.all,
            plain: self.plain - other.plain,
        }
    }

    /// The sum of two costs.
    pub(super) fn plus(self, other: Cost) -> Cost {
        Cost {
            products: self.products + other.products,
            all: self.all + other.all,
            plain: self.plain + other.plain,
        }
    }

    /// Whether code of this cost is better than code of the other: no more multiplications, no more
    /// instructions in all, and a smaller cost.
    pub(super) fn is_better_than(self, other: Cost) -> bool {
        self.products <= other.products && self.all <= other.all && self < other
    }
}

/// The cost of a product with this many factors and a coefficient; a power of two is a shift.
pub(super) fn product_cost(coefficient: i128, factors: usize) -> Cost {
    let size = coefficient.unsigned_abs();
    let scales = i64::from(size > 1 && factors > 0);
    let multiplies = scales * i64::from(!size.is_power_of_two());
    let joins = factors.saturating_sub(1) as i64;
    Cost { products: joins + multiplies, all: joins + scales, plain: 0 }
}

/// Numbers of terms by sign, with constants separate.
#[derive(Clone, Copy, Default)]
pub(super) struct Signs {
    positive: i64,
    negative: i64,
    constant: i64,
}

impl Signs {
    pub(super) fn count_as(&mut self, is_constant: bool, coefficient: i128, times: i64) {
        match (is_constant, coefficient > 0) {
            (true, _) => self.constant += times,
            (false, true) => self.positive += times,
            (false, false) => self.negative += times,
        }
    }

    pub(super) fn lacks_a_start(self) -> bool {
        self.positive == 0 && self.constant == 0 && self.negative > 0
    }

    /// The cost of the additions and subtractions, with a negation if no term is added.
    pub(super) fn cost(self) -> Cost {
        let terms = self.positive + self.negative + self.constant;
        let joins = (terms - 1).max(0) + i64::from(self.lacks_a_start());
        Cost { products: 0, all: joins, plain: (joins - self.constant).max(0) }
    }
}
