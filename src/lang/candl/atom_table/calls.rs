//! The rows of the table of atoms about facts of called functions.

use super::super::vocabulary::WordKind;
use super::ArgumentKind::{Variable, Word};
use super::forms::binding;
use super::{AtomKind, AtomRow};

pub(super) const DOES: AtomRow = binding(
    AtomKind::Does,
    &["{c} does s()"],
    &[("c", Variable), ("s", Word(WordKind::Fact))],
    "c is a call or invoke of a function of which the fact s holds",
);

pub(super) const DOES_TO: AtomRow = binding(
    AtomKind::DoesTo,
    &["{c} does s({x})"],
    &[("c", Variable), ("s", Word(WordKind::Fact)), ("x", Variable)],
    "c is a call or invoke of a function of which the fact s holds, and x stands for the parameter that it is \
     about: an argument, or an address at a constant distance from one",
);

pub(super) const RETURNS: AtomRow = binding(
    AtomKind::Returns,
    &["{c} returns s()"],
    &[("c", Variable), ("s", Word(WordKind::Fact))],
    "c is a call or invoke of a function of whose result the fact s holds",
);

pub(super) const RETURNS_OF: AtomRow = binding(
    AtomKind::ReturnsOf,
    &["{c} returns s({x})"],
    &[("c", Variable), ("s", Word(WordKind::Fact)), ("x", Variable)],
    "c is a call or invoke of a function of whose result the fact s holds, and x stands for the parameter that \
     it is about",
);
