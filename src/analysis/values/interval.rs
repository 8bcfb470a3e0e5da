//! Intervals: the least and the greatest value of an integer, read as signed and as unsigned.
//!
//! In: an `i8` that is at most 5 as an unsigned number. Out: it is between 0 and 5 as a signed number too.

/// The integers from `least` to `most`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The least number.
    pub least: i128,
    /// The greatest number.
    pub most: i128,
}

/// The interpretation of an integer's bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// Two's complement.
    Signed,
    /// Unsigned.
    Unsigned,
}

impl Domain {
    /// All numbers of a width from 1 to 64.
    #[inline]
    pub fn all(self, width: u32) -> Interval {
        match self {
            Domain::Signed => Interval { least: -(1 << (width - 1)), most: (1 << (width - 1)) - 1 },
            Domain::Unsigned => Interval { least: 0, most: (1 << width) - 1 },
        }
    }
}

impl Interval {
    /// The interval of one number.
    pub fn single(number: i128) -> Interval {
        Interval { least: number, most: number }
    }

    /// The intersection. If it is empty, the program point is unreachable and every fact holds; the result is
    /// then `self`.
    #[inline]
    pub fn meet(self, other: Interval) -> Interval {
        let both = Interval { least: self.least.max(other.least), most: self.most.min(other.most) };
        if both.least <= both.most { both } else { self }
    }

    /// The smallest interval that contains both.
    #[inline]
    pub fn join(self, other: Interval) -> Interval {
        Interval { least: self.least.min(other.least), most: self.most.max(other.most) }
    }

    /// Whether every number is in the other interval.
    #[inline]
    pub fn is_subset_of(self, other: Interval) -> bool {
        other.least <= self.least && self.most <= other.most
    }

    /// The interval shifted by `by`.
    #[inline]
    pub fn moved(self, by: i128) -> Interval {
        Interval { least: self.least + by, most: self.most + by }
    }

    /// The interval of the negated numbers.
    #[inline]
    pub fn negated(self) -> Interval {
        Interval { least: -self.most, most: -self.least }
    }

    /// The interval of the sums.
    #[inline]
    pub fn plus(self, other: Interval) -> Interval {
        Interval { least: self.least + other.least, most: self.most + other.most }
    }

    /// An interval that contains the products; `None` if they overflow an `i128`.
    pub fn times(self, other: Interval) -> Option<Interval> {
        let corner = |a: i128, b: i128| a.checked_mul(b);
        let corners = [
            corner(self.least, other.least)?,
            corner(self.least, other.most)?,
            corner(self.most, other.least)?,
            corner(self.most, other.most)?,
        ];
        let least = corners.iter().copied().min()?;
        Some(Interval { least, most: corners.iter().copied().max()? })
    }
}

/// The range of an integer of at most 64 bits, in both domains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The range as signed numbers.
    pub signed: Interval,
    /// The range as unsigned numbers.
    pub unsigned: Interval,
}

impl Bounds {
    /// All numbers of a width from 1 to 64.
    pub fn all(width: u32) -> Bounds {
        Bounds { signed: Domain::Signed.all(width), unsigned: Domain::Unsigned.all(width) }
    }

    /// The interval in a domain.
    #[inline]
    pub fn of(self, domain: Domain) -> Interval {
        match domain {
            Domain::Signed => self.signed,
            Domain::Unsigned => self.unsigned,
        }
    }

    /// Bounds from an interval in one domain.
    pub fn known(domain: Domain, interval: Interval, width: u32) -> Bounds {
        let all = Bounds::all(width);
        let known = match domain {
            Domain::Signed => Bounds { signed: all.signed.meet(interval), ..all },
            Domain::Unsigned => Bounds { unsigned: all.unsigned.meet(interval), ..all },
        };
        known.tightened(width)
    }

    /// The intersections, as in [`Interval::meet`].
    #[inline]
    pub fn meet(self, other: Bounds) -> Bounds {
        Bounds { signed: self.signed.meet(other.signed), unsigned: self.unsigned.meet(other.unsigned) }
    }

    /// The smallest bounds that contain both.
    #[inline]
    pub fn join(self, other: Bounds) -> Bounds {
        Bounds { signed: self.signed.join(other.signed), unsigned: self.unsigned.join(other.unsigned) }
    }

    /// Transfers facts between the domains: numbers with a clear highest bit are equal in both, and numbers
    /// with a set highest bit differ by 2^width.
    pub fn tightened(self, width: u32) -> Bounds {
        let (half, whole) = (1i128 << (width - 1), 1i128 << width);
        let Bounds { mut signed, mut unsigned } = self;
        if unsigned.most < half {
            signed = signed.meet(unsigned);
        } else if unsigned.least >= half {
            signed = signed.meet(unsigned.moved(-whole));
        }
        if signed.least >= 0 {
            unsigned = unsigned.meet(signed);
        } else if signed.most < 0 {
            unsigned = unsigned.meet(signed.moved(whole));
        }
        Bounds { signed, unsigned }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(least: i128, most: i128) -> Interval {
        Interval { least, most }
    }

    #[test]
    fn facts_transfer_between_the_domains() {
        for (domain, known, signed, unsigned) in [
            (Domain::Unsigned, (0, 5), (0, 5), (0, 5)),
            (Domain::Unsigned, (3, 200), (-128, 127), (3, 200)),
            (Domain::Unsigned, (200, 255), (-56, -1), (200, 255)),
            (Domain::Signed, (-3, -1), (-3, -1), (253, 255)),
            (Domain::Signed, (-3, 4), (-3, 4), (0, 255)),
            (Domain::Signed, (2, 400), (2, 127), (2, 127)),
        ] {
            let bounds = Bounds::known(domain, interval(known.0, known.1), 8);
            let expect =
                Bounds { signed: interval(signed.0, signed.1), unsigned: interval(unsigned.0, unsigned.1) };
            assert_eq!(bounds, expect, "{domain:?} {known:?}");
        }
    }

    #[test]
    fn products_have_their_corners() {
        assert_eq!(interval(-2, 3).times(interval(-5, 4)), Some(interval(-15, 12)));
        assert_eq!(interval(0, u64::MAX.into()).times(interval(0, u64::MAX.into())), None);
    }

    #[test]
    fn what_contradicts_is_left_out() {
        assert_eq!(interval(0, 5).meet(interval(6, 9)), interval(0, 5));
        assert_eq!(interval(0, 5).meet(interval(5, 9)), interval(5, 5));
    }
}
