//! Facts of dataflow analyses, most of them at a point. They only check.
//!
//! A point is the entry of an instruction. In `on every path …` the start is the first argument and the
//! members of the set follow; `unused` members are ignored.

use super::Literal;
use analysis::dataflow::Dataflow;
use ir::ValueId;
use serde::{Deserialize, Serialize};
use solver::Value;

/// An atom about a fact at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum Fact {
    /// `{x} is live at {p}` over (x, p).
    Live,
    /// `{e} is available at {p}` over (e, p).
    Available,
    /// `{e} is partially available at {p}` over (e, p).
    PartiallyAvailable,
    /// `{e} is anticipated at {p}` over (e, p).
    Anticipated,
    /// `{e} can be placed at {p}` over (e, p).
    Placed,
    /// `{e} can be placed on {a} -> {b}` over (e, a, b).
    PlacedOnEdge,
    /// `{x} is congruent to {y}` over (x, y).
    Congruent,
    /// `{x} is the same expression as {y}` over (x, y).
    SameExpression,
    /// `{x} is the same expression as {y} up to flags` over (x, y).
    SameUpToFlags,
    /// `{x} is one constant` over (x).
    OneConstant,
    /// `{x} is never executed` over (x).
    NeverExecuted,
    /// `on every path from {a} to an exit there is {s}` over a and the given number of members of s.
    MetOnEveryPath(u32),
}

/// `{x} is constant c` over (x). Binds nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub struct ConstantValue(pub Literal);

impl ConstantValue {
    pub(super) fn holds(&self, flow: &Dataflow<'_>, x: ValueId) -> bool {
        flow.constant(x).is_some_and(|number| self.0.is(number))
    }
}

impl Fact {
    pub(super) fn arity(self) -> usize {
        match self {
            Fact::MetOnEveryPath(members) => 1 + members as usize,
            Fact::PlacedOnEdge => 3,
            Fact::OneConstant | Fact::NeverExecuted => 1,
            _ => 2,
        }
    }

    pub(super) fn holds(self, flow: &Dataflow<'_>, args: &[Value]) -> bool {
        let &[first, ref rest @ ..] = args else { return false };
        let mut members = rest.iter().filter(|v| v.is_used()).map(|v| ValueId(v.0));
        if !first.is_used() {
            return false;
        }
        let first = ValueId(first.0);
        if let Fact::MetOnEveryPath(_) = self {
            return flow.meets_on_every_path(first, &members.collect::<Vec<_>>());
        }
        match self {
            Fact::OneConstant => return flow.constant(first).is_some(),
            Fact::NeverExecuted => return flow.is_never_executed(first),
            _ => {}
        }
        let Some(point) = members.next() else { return false };
        match self {
            Fact::Live => flow.is_live(first, point),
            Fact::Available => flow.is_available(first, point),
            Fact::PartiallyAvailable => flow.is_partially_available(first, point),
            Fact::Anticipated => flow.is_anticipated(first, point),
            Fact::Placed => flow.can_be_placed(first, point),
            Fact::PlacedOnEdge => members.next().is_some_and(|to| flow.can_be_placed_on(first, point, to)),
            Fact::Congruent => flow.are_congruent(first, point),
            Fact::SameExpression => flow.are_same_expression(first, point),
            Fact::SameUpToFlags => flow.are_same_up_to_flags(first, point),
            Fact::OneConstant | Fact::NeverExecuted | Fact::MetOnEveryPath(_) => false,
        }
    }
}
