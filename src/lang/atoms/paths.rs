//! Path constraints and `calculated_from`: points on all paths between two others, and the existence of
//! paths. These atoms bind nothing.
//!
//! `calculated_from` takes the members of its three sets one after the other; `unused` members of sets are
//! ignored.

use super::ModelWorld;
use ir::{Flow, OpcodeSet, ValueId};
use serde::{Deserialize, Serialize};
use solver::Value;

/// The number of arguments in each set of `calculated_from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub struct SetSizes {
    /// Listed origins.
    pub origins: u32,
    /// Results.
    pub results: u32,
    /// The interface.
    pub interface: u32,
}

/// An atom about paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum Path {
    /// `all … flow from {a} to {b} passes through {c}` over (a, b, c).
    PassesThrough(Flow),
    /// `all … flow from {a} to {b} passes through {s}` over a, b and the given number of members of s.
    PassesThroughSet {
        /// The graph.
        flow: Flow,
        /// The number of members.
        members: u32,
    },
    /// `all … flow from {a} to {b} passes through {c} -> {d}` over (a, b, c, d).
    PassesThroughEdge(Flow),
    /// `… flow from {a} to {b}` over (a, b), `through only` instructions of these opcodes.
    Flows {
        /// The graph.
        flow: Flow,
        /// The opcodes allowed for the instructions between a and b; `None`: any.
        through: Option<OpcodeSet>,
    },
    /// `calculated_from(origins, results, interface)` over the members of the three sets in that order.
    CalculatedFrom(SetSizes),
    /// The negation of `PassesThrough`, which specifications cannot state directly.
    Around(Flow),
}

impl Path {
    pub(super) fn arity(self) -> usize {
        match self {
            Path::PassesThrough(_) | Path::Around(_) => 3,
            Path::PassesThroughSet { members, .. } => 2 + members as usize,
            Path::PassesThroughEdge(_) => 4,
            Path::Flows { .. } => 2,
            Path::CalculatedFrom(sizes) => {
                sizes.origins as usize + sizes.results as usize + sizes.interface as usize
            }
        }
    }

    pub(super) fn holds(self, world: &ModelWorld<'_>, args: &[Value]) -> bool {
        match self {
            Path::PassesThrough(flow) => match *args {
                [a, b, c] if args.iter().all(|v| v.is_used()) => {
                    world.paths.pass_through(flow, ValueId(a.0), ValueId(b.0), ValueId(c.0))
                }
                _ => false,
            },
            Path::Around(flow) => {
                args.iter().all(|v| v.is_used()) && !Path::PassesThrough(flow).holds(world, args)
            }
            Path::PassesThroughSet { flow, .. } => match *args {
                [a, b, ref cut @ ..] if a.is_used() && b.is_used() => {
                    world.paths.pass_through_any(flow, ValueId(a.0), ValueId(b.0), &members(cut))
                }
                _ => false,
            },
            Path::PassesThroughEdge(flow) => match *args {
                [a, b, c, d] if args.iter().all(|v| v.is_used()) => {
                    let [a, b, c, d] = [a, b, c, d].map(|value| ValueId(value.0));
                    world.paths.pass_through_edge(flow, (a, b), (c, d))
                }
                _ => false,
            },
            Path::Flows { flow, through } => match *args {
                [a, b] if a.is_used() && b.is_used() => {
                    world.paths.leads(flow, ValueId(a.0), ValueId(b.0), through)
                }
                _ => false,
            },
            Path::CalculatedFrom(sizes) => {
                let (origins, rest) = args.split_at((sizes.origins as usize).min(args.len()));
                let (results, interface) = rest.split_at((sizes.results as usize).min(rest.len()));
                world.paths.calculated_from(&members(origins), &members(results), &members(interface))
            }
        }
    }
}

fn members(set: &[Value]) -> Vec<ValueId> {
    set.iter().filter(|v| v.is_used()).map(|v| ValueId(v.0)).collect()
}
