//! The rows of the table of atoms about paths and what cuts them.

use super::forms::{AB, ABC, ABCD, ABCUT, ABS, testing};
use super::{AtomKind, AtomRow, FlowKind};

pub(super) const CONTROL_THROUGH_POINT: AtomRow = testing(
    AtomKind::PassesThrough(FlowKind::Control),
    &["all control flow from {a} to {b} passes through {c}"],
    ABC,
    "every path of control flow from a to b, at least one edge long, meets c; c may be a or b",
);

pub(super) const DATA_THROUGH_POINT: AtomRow = testing(
    AtomKind::PassesThrough(FlowKind::Data),
    &["all data flow from {a} to {b} passes through {c}"],
    ABC,
    "every path of data flow from a to b, at least one edge long, meets c; c may be a or b",
);

pub(super) const ANY_THROUGH_POINT: AtomRow = testing(
    AtomKind::PassesThrough(FlowKind::Any),
    &["all flow from {a} to {b} passes through {c}"],
    ABC,
    "every path of the dependence graph from a to b, at least one edge long, meets c; c may be a or b",
);

pub(super) const CONTROL_THROUGH_SET: AtomRow = testing(
    AtomKind::PassesThroughSet(FlowKind::Control),
    &["all control flow from {a} to {b} passes through {s}"],
    ABCUT,
    "every path of control flow from a to b, at least one edge long, meets one of s, which may contain a or b; \
     unused members of s are left out",
);

pub(super) const CONTROL_THROUGH_EDGE: AtomRow = testing(
    AtomKind::PassesThroughEdge(FlowKind::Control),
    &["all control flow from {a} to {b} passes through {c} -> {d}"],
    ABCD,
    "every path of control flow from a to b contains the edge from c to d",
);

pub(super) const DATA_THROUGH_SET: AtomRow = testing(
    AtomKind::PassesThroughSet(FlowKind::Data),
    &["all data flow from {a} to {b} passes through {s}"],
    ABCUT,
    "every path of data flow from a to b, at least one edge long, meets one of s, which may contain a or b; \
     unused members of s are left out",
);

pub(super) const DATA_THROUGH_EDGE: AtomRow = testing(
    AtomKind::PassesThroughEdge(FlowKind::Data),
    &["all data flow from {a} to {b} passes through {c} -> {d}"],
    ABCD,
    "every path of data flow from a to b contains the edge from c to d",
);

pub(super) const ANY_THROUGH_SET: AtomRow = testing(
    AtomKind::PassesThroughSet(FlowKind::Any),
    &["all flow from {a} to {b} passes through {s}"],
    ABCUT,
    "every path of the dependence graph from a to b, at least one edge long, meets one of s, which may contain a or b; \
     unused members of s are left out",
);

pub(super) const ANY_THROUGH_EDGE: AtomRow = testing(
    AtomKind::PassesThroughEdge(FlowKind::Any),
    &["all flow from {a} to {b} passes through {c} -> {d}"],
    ABCD,
    "every path of the dependence graph from a to b contains the edge from c to d",
);

pub(super) const CONTROL_LEADS: AtomRow = testing(
    AtomKind::Flows(FlowKind::Control),
    &["control flow from {a} to {b}"],
    AB,
    "a path of control flow leads from a to b, at least one edge long",
);

pub(super) const CONTROL_LEADS_THROUGH: AtomRow = testing(
    AtomKind::FlowsThrough(FlowKind::Control),
    &["control flow from {a} to {b} through only {s}"],
    ABS,
    "a path of control flow, at least one edge long, leads from a to b through only these opcodes",
);

pub(super) const DATA_LEADS: AtomRow = testing(
    AtomKind::Flows(FlowKind::Data),
    &["data flow from {a} to {b}"],
    AB,
    "a path of data flow leads from a to b, at least one edge long",
);

pub(super) const DATA_LEADS_THROUGH: AtomRow = testing(
    AtomKind::FlowsThrough(FlowKind::Data),
    &["data flow from {a} to {b} through only {s}"],
    ABS,
    "a path of data flow, at least one edge long, leads from a to b through only these opcodes",
);
