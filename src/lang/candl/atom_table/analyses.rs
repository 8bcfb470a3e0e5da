//! The rows of the table of atoms about analyses of one's own, equal values, and numbers.

use super::super::vocabulary::WordKind;
use super::ArgumentKind::{Set, Variable, Word};
use super::forms::{X, XY, binding, testing};
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

pub(super) const SAME_UP_TO_FLAGS: AtomRow = testing(
    AtomKind::SameUpToFlags,
    &["{x} is the same expression as {y} up to flags"],
    XY,
    "x and y are the same operation over the same operands, and their flags may differ, such as `nsw` or `fast`; \
     predicates are no such flags",
);

pub(super) const ONE_CONSTANT: AtomRow = testing(
    AtomKind::OneConstant,
    &["{x} is one constant"],
    X,
    "conditional constant propagation shows that x is the same number, and not poison, whenever it is computed; \
     numbers themselves count",
);

pub(super) const NEVER_EXECUTED: AtomRow = testing(
    AtomKind::NeverExecuted,
    &["{x} is never executed"],
    X,
    "no path leads from the entry to the instruction x, but by branches on constants that go the other way",
);

pub(super) const ALWAYS_NUMBER: AtomRow = testing(
    AtomKind::AlwaysNumber,
    &["{t} is the constant value of {x}"],
    &[("t", Variable), ("x", Variable)],
    "x is one constant, a whole number, and t is that number as a term; an integer is read as signed or as \
     unsigned. Binds t once x is bound",
);

pub(super) const LIVE_COUNT: AtomRow = testing(
    AtomKind::LiveCount,
    &["{n} is the number of values live at {p}"],
    &[("n", Variable), ("p", Variable)],
    "n is the number of parameters and instructions that are live at the instruction p, as a term. Binds n once p \
     is bound",
);

pub(super) const LAID_OUT_BEHIND: AtomRow = testing(
    AtomKind::LaidOutBehind,
    &["{b} is laid out right behind {a}"],
    &[("b", Variable), ("a", Variable)],
    "the instruction b follows the instruction a in the layout: in its block, or as the first one of the next block",
);

pub(super) const CONGRUENT: AtomRow = testing(
    AtomKind::Congruent,
    &["{x} is congruent to {y}"],
    XY,
    "x and y have the same value number: both are computed by the same operation from congruent \
     values, or are phis of one block with congruent values from each predecessor. They are equal \
     wherever both are defined",
);
