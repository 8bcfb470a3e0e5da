//! Edges of the data flow graph: arguments, exact operands, incoming values of phis.
//!
//! Arguments skip casts, operands do not. Candidates are exact: for each there are values of the unbound
//! variables with which the atom holds.

use super::ModelWorld;
use super::domain::value;
use ir::{Edge, Model, Opcode, ValueId};
use serde::{Deserialize, Serialize};
use solver::{AccessPath, ArgSet, Value};

/// An atom about data flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum DataFlow {
    /// `{x} = {y}.args[n]` over (x, y).
    Arg(u32),
    /// `{x} ∈ {y}.args` over (x, y).
    InArgs,
    /// `{x} = {y}.operands[n]` over (x, y).
    Operand(u32),
    /// `{x} ∈ {y}.operands` over (x, y).
    InOperands,
    /// `{a} -> {b} Φ {c}` over (a, b, c): a is the incoming value of phi c for the edge from the terminator
    /// b.
    Phi,
    /// `{x} is the operand of {c} from {b}` over (x, b, c): likewise, casts not looked through.
    PhiOperand,
}

impl DataFlow {
    pub(super) fn arity(self) -> usize {
        if self.is_of_phi() { 3 } else { 2 }
    }

    fn is_of_phi(self) -> bool {
        matches!(self, DataFlow::Phi | DataFlow::PhiOperand)
    }

    pub(super) fn access_path(self, target: usize, bound: ArgSet) -> AccessPath {
        let is_bound = |k| k != target && bound.contains(k);
        match (self, target) {
            (DataFlow::Arg(_) | DataFlow::Operand(_), 0) if is_bound(1) => AccessPath::One,
            (_, 0) if self.is_of_phi() && is_bound(1) && is_bound(2) => AccessPath::One,
            (_, _) if self.is_of_phi() && (0..3).any(is_bound) => AccessPath::Few,
            (_, _) if self.is_of_phi() => AccessPath::Bucket,
            (_, _) if is_bound(1 - target) => AccessPath::Few,
            _ => AccessPath::Scan,
        }
    }

    pub(super) fn holds(self, model: &Model, [a, b, c]: [ValueId; 3]) -> bool {
        match self {
            DataFlow::Arg(n) => model.arg(b, n) == Some(a),
            DataFlow::InArgs => model.flows_into(a, b),
            DataFlow::Operand(n) => model.operand(b, n) == Some(a),
            DataFlow::InOperands => model.operands(b).iter().any(|e| e.to == a),
            DataFlow::Phi | DataFlow::PhiOperand => {
                self.incoming(model, c).any(|(x, from)| (x, from) == (a, b))
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
        let Some((there, here)) = self.rows(target) else {
            return self.phi_candidates(world, target, bound, out);
        };
        let n = match self {
            DataFlow::Arg(n) | DataFlow::Operand(n) => Some(n),
            DataFlow::InArgs | DataFlow::InOperands | DataFlow::Phi | DataFlow::PhiOperand => None,
        };
        let listed = |e: &&Edge| n.is_none_or(|n| e.n == n);
        match bound[1 - target] {
            Some(other) => out.extend(there(model, other).iter().filter(listed).map(|e| value(e.to))),
            None => {
                out.extend(model.values().filter(|v| here(model, *v).iter().any(|e| listed(&e))).map(value))
            }
        }
    }

    /// The argument or operand with the number of the atom; `None` for atoms that list several.
    pub(super) fn only(self, model: &Model, of: ValueId) -> Option<Option<ValueId>> {
        match self {
            DataFlow::Arg(n) => Some(model.arg(of, n)),
            DataFlow::Operand(n) => Some(model.operand(of, n)),
            DataFlow::InArgs | DataFlow::InOperands | DataFlow::Phi | DataFlow::PhiOperand => None,
        }
    }

    /// The number of edges that candidates come from, an upper bound on the number of candidates.
    pub(super) fn at_most(self, model: &Model, target: usize, args: &[Option<Value>]) -> Option<usize> {
        let (there, _) = self.rows(target)?;
        let other = (*args.get(1 - target)?)?;
        Some(there(model, ValueId(other.0)).len())
    }

    /// The edge lists of both directions: first the edges that end at the target, then those that start at
    /// it.
    fn rows(self, target: usize) -> Option<(EdgeList, EdgeList)> {
        let (ends_at, starts_at): (EdgeList, EdgeList) = match self {
            DataFlow::Phi | DataFlow::PhiOperand => return None,
            DataFlow::Arg(_) | DataFlow::InArgs => (Model::args, Model::uses),
            DataFlow::Operand(_) | DataFlow::InOperands => (Model::operands, Model::operand_uses),
        };
        Some(if target == 0 { (ends_at, starts_at) } else { (starts_at, ends_at) })
    }
}

type EdgeList = for<'m> fn(&'m Model, ValueId) -> &'m [Edge];

impl DataFlow {
    /// The incoming values of a phi, each with the terminator of its predecessor; empty for other values.
    fn incoming(self, model: &Model, phi: ValueId) -> impl Iterator<Item = (ValueId, ValueId)> {
        let sources = model.phi_sources(phi);
        let taken = match self {
            _ if model.opcode(phi) != Some(Opcode::Phi) => &[],
            DataFlow::PhiOperand => model.operands(phi),
            _ => model.args(phi),
        };
        // Matched by edge number, since the row lacks arguments without a source beyond casts.
        taken.iter().filter_map(|e| sources.get(e.n as usize).map(|from| (e.to, *from)))
    }

    /// Candidates from the phis that remain by the most selective bound variable.
    fn phi_candidates(
        self,
        world: &ModelWorld<'_>,
        target: usize,
        [a, b, c]: [Option<ValueId>; 3],
        out: &mut Vec<Value>,
    ) {
        let model = world.model;
        let mut add = |phi: ValueId| {
            let fits =
                |(x, from): &(ValueId, ValueId)| a.is_none_or(|a| a == *x) && b.is_none_or(|b| b == *from);
            out.extend(self.incoming(model, phi).filter(fits).map(|(x, from)| value([x, from, phi][target])));
        };
        match (a, b, c) {
            (_, _, Some(phi)) => add(phi),
            (_, Some(from), None) => {
                let block = model.block_of(from).filter(|block| model.terminator(*block) == from);
                let next = block.map_or(&[][..], |block| model.block_successors(block));
                next.iter().flat_map(|block| model.phis(*block)).for_each(add);
            }
            (Some(x), None, None) => {
                let uses = if self == DataFlow::PhiOperand { model.operand_uses(x) } else { model.uses(x) };
                uses.iter().for_each(|e| add(e.to));
            }
            (None, None, None) => {
                world.index.opcode(model, Opcode::Phi).iter().for_each(|phi| add(ValueId(phi.0)));
            }
        }
    }
}
