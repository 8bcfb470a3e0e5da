//! Edges of the control flow graph, dominance, control dependence and program dependence.
//!
//! Every relation but the dependence edge is false unless both values are instructions. If one side is bound,
//! the candidates for the other are exact; if none is, they are all instructions that can stand there.

use super::ModelWorld;
use super::domain::value;
use ir::{Model, ValueId};
use serde::{Deserialize, Serialize};
use solver::{AccessPath, ArgSet, Value};

/// The kind of a dominance relation, and its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub struct Dominates {
    /// `post_…`
    pub post: bool,
    /// `strict_…`
    pub strict: bool,
    /// `not …`: both values are instructions and the relation does not hold. Binds nothing.
    pub negated: bool,
}

/// An atom about control flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum ControlFlow {
    /// `{x} = {y}.successors[n]` over (x, y).
    Successor(u32),
    /// `{x} ∈ {y}.successors` over (x, y).
    InSuccessors,
    /// `domination({a}, {b})` and its strict, post and negated forms, over (a, b).
    Dominates(Dominates),
    /// `{a} has control dominance to {b}` over (a, b).
    Controls,
    /// `{a} has dependence edge to {b}` over (a, b).
    DependenceEdge,
}

impl ControlFlow {
    pub(super) fn access_path(self, target: usize, bound: ArgSet) -> Option<AccessPath> {
        let other = target < 2 && bound.contains(1 - target);
        Some(match self {
            ControlFlow::Dominates(kind) if kind.negated => return None,
            ControlFlow::Successor(_) if target == 0 && other => AccessPath::One,
            ControlFlow::Successor(_) | ControlFlow::InSuccessors if other => AccessPath::Few,
            ControlFlow::Successor(1..) => AccessPath::Bucket,
            _ if !other => AccessPath::Scan,
            // The list of an instruction's dominators may be long.
            ControlFlow::Dominates(_) if target == 0 => AccessPath::Bucket,
            ControlFlow::Dominates(_) => AccessPath::Scan,
            _ if target == 0 => AccessPath::Few,
            _ => AccessPath::Bucket,
        })
    }

    pub(super) fn holds(self, world: &ModelWorld<'_>, a: ValueId, b: ValueId) -> bool {
        let model = world.model;
        match self {
            ControlFlow::Successor(n) => model.successor(b, n) == Some(a),
            ControlFlow::InSuccessors => model.precedes(b, a),
            ControlFlow::Dominates(kind) => kind.holds(model, a, b),
            ControlFlow::Controls => model.controls(a, b),
            ControlFlow::DependenceEdge => {
                let predecessors = model.block_of(b).map_or(0, |block| model.block_predecessors(block).len());
                world.count_work(predecessors);
                model.has_dependence(a, b)
            }
        }
    }

    pub(super) fn candidates(
        self,
        world: &ModelWorld<'_>,
        target: usize,
        bound: [Option<ValueId>; 3],
        out: &mut Vec<Value>,
    ) {
        let model = world.model;
        let Some(other) = bound[1 - target] else { return self.unbound(model, target, out) };
        match self {
            ControlFlow::Successor(n) if target == 0 => out.extend(model.successor(other, n).map(value)),
            ControlFlow::Successor(n) => {
                out.extend(model.predecessors(other).iter().filter(|e| e.n == n).map(|e| value(e.to)));
            }
            ControlFlow::InSuccessors if target == 0 => {
                out.extend(model.successors(other).iter().map(|e| value(e.to)))
            }
            ControlFlow::InSuccessors => out.extend(model.predecessors(other).iter().map(|e| value(e.to))),
            ControlFlow::Dominates(kind) => kind.candidates(model, target, other, out),
            ControlFlow::Controls if target == 0 => {
                out.extend(model.control_dependences(other).into_iter().map(value))
            }
            ControlFlow::Controls => out.extend(model.control_dependents(other).into_iter().map(value)),
            ControlFlow::DependenceEdge if target == 0 => {
                out.extend(model.dependences(other).into_iter().map(value))
            }
            ControlFlow::DependenceEdge => out.extend(model.dependents(other).into_iter().map(value)),
        }
    }

    /// The successor with the number of the atom; `None` for atoms that list several.
    pub(super) fn only(self, model: &Model, of: ValueId) -> Option<Option<ValueId>> {
        match self {
            ControlFlow::Successor(n) => Some(model.successor(of, n)),
            _ => None,
        }
    }

    /// Appends the candidates for the target if no argument is bound.
    fn unbound(self, model: &Model, target: usize, out: &mut Vec<Value>) {
        match (self, target) {
            (ControlFlow::Successor(n @ 1..), _) => {
                let branches =
                    model.blocks().filter_map(|b| Some((b, *model.block_successors(b).get(n as usize)?)));
                out.extend(
                    branches
                        .map(|(b, to)| if target == 0 { model.block_first(to) } else { model.terminator(b) })
                        .map(value),
                );
            }
            (ControlFlow::Controls, 0) => {
                for block in model.blocks() {
                    match model.post_dominance().is_endless(block) {
                        true => out.extend(model.block_instructions(block).map(value)),
                        false if model.block_successors(block).len() > 1 => {
                            out.push(value(model.terminator(block)))
                        }
                        false => {}
                    }
                }
            }
            (ControlFlow::DependenceEdge, 0) => out.extend(model.values().map(value)),
            _ => out.extend(model.instructions().map(value)),
        }
    }
}

impl Dominates {
    fn holds(self, model: &Model, a: ValueId, b: ValueId) -> bool {
        if model.position(a).is_none() || model.position(b).is_none() {
            return false;
        }
        let dominates = if self.post { model.post_dominates(a, b) } else { model.dominates(a, b) };
        (dominates && !(self.strict && a == b)) != self.negated
    }

    fn candidates(self, model: &Model, target: usize, other: ValueId, out: &mut Vec<Value>) {
        let found = match (self.post, target) {
            _ if self.negated => return,
            (false, 0) => model.dominators(other),
            (false, _) => model.dominated(other),
            (true, 0) => model.post_dominators(other),
            (true, _) => model.post_dominated(other),
        };
        out.extend(found.into_iter().filter(|v| !(self.strict && *v == other)).map(value));
    }
}
