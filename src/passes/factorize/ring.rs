//! Where the coefficients of a sum are computed: integers of some width, which wrap, or counts of floating
//! point terms.
//!
//! In: `7 + 12` in integers of 4 bits. Out: `3`. In floating point `2^127 + 1` cannot be told, and is `None`.

/// The ring of the coefficients of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ring {
    /// Integers of this many bits, which wrap.
    Integer(u32),
    /// Floating point: coefficients are counts and signs, never numbers of the program.
    Float,
}

impl Ring {
    /// Coefficients of wider integers are not folded beyond 128 bits.
    pub(super) const WIDEST: u32 = 128;
    /// Up to this count every floating point format is exact.
    const MOST_COUNTED: u128 = 127;
    /// Coefficients of wider integers stay far from where they would wrap.
    pub(super) const LARGEST_EXACT: u128 = 1 << 120;

    /// The number in two's complement that is equal to `number` in this ring.
    pub(super) fn normal(self, number: i128) -> i128 {
        match self {
            // With one bit, 1 and -1 are the same number.
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

    /// The sum, unless it cannot be told.
    pub(super) fn add(self, a: i128, b: i128) -> Option<i128> {
        self.checked(a.wrapping_add(b), a.checked_add(b))
    }

    /// The product, unless it cannot be told.
    pub(super) fn mul(self, a: i128, b: i128) -> Option<i128> {
        self.checked(a.wrapping_mul(b), a.checked_mul(b))
    }

    pub(super) fn negated(self, a: i128) -> i128 {
        self.normal(a.wrapping_neg())
    }
}
