//! The rows of the table of atoms about the profile that a function was compiled with.

use super::ArgumentKind::Variable;
use super::forms::{X, binding, testing};
use super::{AtomKind, AtomRow};

pub(super) const PROFILED_COUNT: AtomRow = binding(
    AtomKind::ProfiledCount,
    &["{n} is the profiled count of {l}"],
    &[("n", Variable), ("l", Variable)],
    "n is the average number of iterations of a run of the loop l, as a term, by the profile that the \
     function was compiled with; never holds without a profile",
);

pub(super) const FREQUENCY: AtomRow = testing(
    AtomKind::Frequency,
    &["{n} is the frequency of {b}"],
    &[("n", Variable), ("b", Variable)],
    "n is the number of times that the instruction b ran, as a term, by the profile that the function was compiled \
     with; never holds without a profile. Binds n once b is bound",
);

pub(super) const EDGE_FREQUENCY: AtomRow = testing(
    AtomKind::EdgeFrequency,
    &["{n} is the frequency of {a} -> {b}"],
    &[("n", Variable), ("a", Variable), ("b", Variable)],
    "n is the number of times that control went from the terminator a to b, the first instruction of a block, as a \
     term, by that profile. Binds n once a and b are bound",
);

pub(super) const HOT: AtomRow = binding(
    AtomKind::Hot,
    &["{x} is hot"],
    X,
    "x is an instruction of a block that LLVM calls hot by the thresholds of that profile",
);

pub(super) const COLD: AtomRow = binding(
    AtomKind::Cold,
    &["{x} is cold"],
    X,
    "x is an instruction of a block that LLVM calls cold by the thresholds of that profile",
);
