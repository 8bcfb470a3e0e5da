//! Arithmetic on the coefficients of a sum: wrapping integers of some width, or counts of floating-point
//! terms.
//!
//! In: `7 + 12` in integers of 4 bits. Out: `3`. In floating point `2^127 + 1` is not exact, and gives
//! `None`.

/// The ring of the coefficients of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ring {
    /// Integers of this many bits, which wrap.
    Integer(u32),
    /// Floating point: coefficients are counts and signs, never constants of the program.
    Float,
}

impl Ring {
    /// The width up to which coefficients wrap exactly; wider integers are limited to
    /// [`LARGEST_EXACT`](Self::LARGEST_EXACT).
    pub(super) const WIDEST: u32 = 128;
    /// Up to this count every floating-point format is exact.
    const MOST_COUNTED: u128 = 127;
    /// The limit of coefficients of wider integers, far from their wrapping point.
    pub(super) const LARGEST_EXACT: u128 = 1 << 120;

    /// The two's complement number congruent to `number` in this ring.
    pub(super) fn normal(self, number: i128) -> i128 {
        match self {
            // With one bit, 1 and -1 are equal.
            Ring::Integer(1) => number & 1,
            Ring::Integer(width) if width < Ring::WIDEST => {
                let unused = Ring::WIDEST - width;
                (number << unused) >> unused
            }
            _ => number,
        }
    }

    fn checked(self, wrapped: i128, exact: Option<i128>) -> Option<i128> {
        match self {
            Ring::Integer(width) if width <= Ring::WIDEST => Some(self.normal(wrapped)),
            Ring::Integer(_) => exact.filter(|n| n.unsigned_abs() <= Ring::LARGEST_EXACT),
            Ring::Float => exact.filter(|n| n.unsigned_abs() <= Ring::MOST_COUNTED),
        }
    }

    /// The sum; `None` if it is not exact.
    pub(super) fn add(self, a: i128, b: i128) -> Option<i128> {
        self.checked(a.wrapping_add(b), a.checked_add(b))
    }

    /// The product; `None` if it is not exact.
    pub(super) fn mul(self, a: i128, b: i128) -> Option<i128> {
        self.checked(a.wrapping_mul(b), a.checked_mul(b))
    }

    pub(super) fn negated(self, a: i128) -> i128 {
        self.normal(a.wrapping_neg())
    }
}
