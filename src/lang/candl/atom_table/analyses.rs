//! The rows of the table of atoms that use an analysis of one's own, and of atoms about equal values.

use super::super::vocabulary::WordKind;
use super::ArgumentKind::{Set, Variable, Word};
use super::forms::{XY, binding, testing};
use super::{AtomKind, AtomRow};

pub(super) const BEFORE: AtomRow = testing(
    AtomKind::AnalysisBefore,
    &["s({x}) before {i}"],
    &[("s", Word(WordKind::Analysis)), ("x", Set), ("i", Variable)],
    "the fact of the analysis s about the values in x, in the order of its parameters, holds before the \
     instruction i",
);

pub(super) const AFTER: AtomRow = testing(
    AtomKind::AnalysisAfter,
    &["s({x}) after {i}"],
    &[("s", Word(WordKind::Analysis)), ("x", Set), ("i", Variable)],
    "that fact holds after the instruction i; of a terminator, at the end of its block",
);

pub(super) const ON: AtomRow = testing(
    AtomKind::AnalysisOn,
    &["s({x}) on {a} -> {b}"],
    &[("s", Word(WordKind::Analysis)), ("x", Set), ("a", Variable), ("b", Variable)],
    "that fact holds on the edge from the terminator a to b, the first instruction of a block",
);

pub(super) const PHI_OPERAND: AtomRow = binding(
    AtomKind::PhiOperand,
    &["{x} is the operand of {c} from {b}"],
    &[("x", Variable), ("b", Variable), ("c", Variable)],
    "c is a phi; exactly x, casts not looked through, is its operand for control from the terminator b",
);

pub(super) const SAME_EXPRESSION: AtomRow = testing(
    AtomKind::SameExpression,
    &["{x} is the same expression as {y}"],
    XY,
    "x and y compute the same expression, as the atoms about available expressions understand it",
);

pub(super) const CONGRUENT: AtomRow = testing(
    AtomKind::Congruent,
    &["{x} is congruent to {y}"],
    XY,
    "x and y have the same value number: both are computed by the same operation from congruent \
     values, or are phis of one block with congruent values from each predecessor. They are equal \
     wherever both are defined",
);
