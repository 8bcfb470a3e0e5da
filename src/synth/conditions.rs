//! The condition codes of x86 by the flags of a comparison: goals as branches (`jb`) and truth values
//! (`setb`), defined by the flags that they test.
//!
//! A code is defined by its flags, as the manual does, not by the comparison that it amounts to: that
//! comparison is a pattern, which the search finds.

use proof::semantics::{Binary, TermId, Terms};

/// The arithmetic flags of x86 after a comparison of x with y.
pub(super) struct Flags {
    pub(super) carry: TermId,
    pub(super) zero: TermId,
    pub(super) sign: TermId,
    pub(super) overflow: TermId,
    pub(super) parity: TermId,
}

/// A condition on flags.
pub(super) type Holds = fn(&mut Terms, &Flags) -> TermId;

/// A condition code of x86: its suffix, its meaning, and the flags that it tests.
pub(super) struct Condition {
    pub(super) suffix: &'static str,
    pub(super) about: &'static str,
    pub(super) holds: Holds,
}

const fn condition(suffix: &'static str, about: &'static str, holds: Holds) -> Condition {
    Condition { suffix, about, holds }
}

/// The 16 condition codes, each a goal as a branch (`jb`) and as a truth value (`setb`).
pub(super) const CONDITIONS: &[Condition] = &[
    condition("b", "x < y, unsigned: the carry flag", |_, f| f.carry),
    condition("ae", "x >= y, unsigned: no carry flag", |t, f| t.not(f.carry)),
    condition("e", "x = y: the zero flag", |_, f| f.zero),
    condition("ne", "x != y: no zero flag", |t, f| t.not(f.zero)),
    condition("be", "x <= y, unsigned: the carry flag or the zero flag", |t, f| t.or(f.carry, f.zero)),
    condition("a", "x > y, unsigned: neither the carry flag nor the zero flag", |t, f| {
        let either = t.or(f.carry, f.zero);
        t.not(either)
    }),
    condition("s", "x - y is negative, as a word: the sign flag", |_, f| f.sign),
    condition("ns", "x - y is not negative, as a word: no sign flag", |t, f| t.not(f.sign)),
    condition("l", "x < y, signed: the sign flag differs from the overflow flag", |t, f| {
        t.binary(Binary::Xor, f.sign, f.overflow)
    }),
    condition("ge", "x >= y, signed: the sign flag is the overflow flag", |t, f| t.equal(f.sign, f.overflow)),
    condition(
        "le",
        "x <= y, signed: the zero flag, or the sign flag differs from the overflow flag",
        |t, f| {
            let less = t.binary(Binary::Xor, f.sign, f.overflow);
            t.or(less, f.zero)
        },
    ),
    condition("g", "x > y, signed: no zero flag, and the sign flag is the overflow flag", |t, f| {
        let (least, differ) = (t.equal(f.sign, f.overflow), t.not(f.zero));
        t.and(least, differ)
    }),
    condition("o", "x - y overflows, signed: the overflow flag", |_, f| f.overflow),
    condition("no", "x - y does not overflow, signed: no overflow flag", |t, f| t.not(f.overflow)),
    condition("p", "the low byte of x - y has an even number of ones: the parity flag", |_, f| f.parity),
    condition("np", "the low byte of x - y has an odd number of ones: no parity flag", |t, f| {
        t.not(f.parity)
    }),
];

/// The flags of a comparison.
pub(super) fn flags(t: &mut Terms, a: &[TermId]) -> Flags {
    let difference = t.binary(Binary::Sub, a[0], a[1]);
    let mut odd = t.truth(false);
    for at in 0..8 {
        let bit = t.bit(difference, at);
        odd = t.binary(Binary::Xor, odd, bit);
    }
    Flags {
        carry: t.binary(Binary::Ult, a[0], a[1]),
        zero: t.equal(a[0], a[1]),
        sign: t.is_negative(difference),
        overflow: t.signed_overflow(Binary::Sub, a[0], a[1]),
        parity: t.not(odd),
    }
}
