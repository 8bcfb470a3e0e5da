//! The derived facts directly from their definitions, instruction by instruction, for tests.
//!
//! Edges are pairs, and paths are searched anew for each query. Shares no code with the implementation under
//! test except the model's edges.

use crate::{Effects, Model, Opcode, ValueId};

/// The graphs of one model as lists of successors.
pub struct Definitions<'m> {
    model: &'m Model,
    entry: Option<ValueId>,
    /// Per value, its control flow successors.
    pub cfg: Vec<Vec<ValueId>>,
    /// Per value, its data flow successors, with casts skipped.
    pub dfg: Vec<Vec<ValueId>>,
    /// Per value, its control dependents.
    pub cdg: Vec<Vec<ValueId>>,
    /// Per value, its program dependents.
    pub pdg: Vec<Vec<ValueId>>,
    /// Per value, whether it has an edge to the virtual exit.
    exits: Vec<bool>,
    instructions: Vec<ValueId>,
}

impl<'m> Definitions<'m> {
    /// The graphs of a model.
    pub fn new(model: &'m Model) -> Self {
        let values: Vec<_> = model.values().collect();
        let cfg: Vec<Vec<_>> =
            values.iter().map(|v| model.successors(*v).iter().map(|e| e.to).collect()).collect();
        let instructions: Vec<_> = model.instructions().collect();
        let leaves = |v: ValueId| instructions.contains(&v) && cfg[v.index()].is_empty();
        let ends =
            |v: ValueId| leaves(v) || instructions.iter().any(|e| leaves(*e) && reaches(&cfg, v, *e, None));
        let exits = values.iter().map(|&v| instructions.contains(&v) && (leaves(v) || !ends(v))).collect();
        let mut definitions = Self {
            model,
            entry: instructions.first().copied(),
            dfg: data_flow(model),
            cdg: Vec::new(),
            pdg: Vec::new(),
            exits,
            instructions,
            cfg,
        };
        definitions.cdg = values.iter().map(|&a| definitions.controlled_by(a)).collect();
        definitions.pdg = values.iter().map(|&a| definitions.dependents_of(a)).collect();
        definitions
    }

    fn is_instruction(&self, v: ValueId) -> bool {
        self.instructions.contains(&v)
    }

    /// Whether every path from the entry to `b` contains `a`.
    pub fn dominates(&self, a: ValueId, b: ValueId) -> bool {
        if a == b || !self.is_instruction(a) || !self.is_instruction(b) {
            return a == b && self.is_instruction(a);
        }
        let Some(entry) = self.entry else { return false };
        let from_entry =
            |v, around| v == entry || (Some(entry) != around && reaches(&self.cfg, entry, v, around));
        from_entry(a, None) && from_entry(b, None) && !from_entry(b, Some(a))
    }

    /// Whether every path from `b` to an exit contains `a`.
    pub fn post_dominates(&self, a: ValueId, b: ValueId) -> bool {
        if a == b || !self.is_instruction(a) || !self.is_instruction(b) {
            return a == b && self.is_instruction(a);
        }
        let leaves = |v: &&ValueId| self.exits[v.index()] && **v != a;
        !self.instructions.iter().filter(leaves).any(|&v| v == b || reaches(&self.cfg, b, v, Some(a)))
    }

    fn controlled_by(&self, a: ValueId) -> Vec<ValueId> {
        let on_the_way = |b: ValueId| self.cfg[a.index()].iter().any(|&s| self.post_dominates(b, s));
        let strictly = |b: ValueId| a != b && self.post_dominates(b, a);
        self.instructions.iter().copied().filter(|&b| on_the_way(b) && !strictly(b)).collect()
    }

    /// Whether `c` decides by which edge the phi `p` is entered.
    pub fn phi_depends(&self, c: ValueId, p: ValueId) -> bool {
        let Some(block) = self.model.block_of(p).filter(|_| self.model.opcode(p) == Some(Opcode::Phi)) else {
            return false;
        };
        let first = self.model.block_first(block);
        let leads = |t: &&ValueId| {
            self.cfg[t.index()].contains(&first)
                && self.model.block_of(**t).is_some_and(|b| self.model.terminator(b) == **t)
        };
        self.instructions.iter().filter(leads).any(|t| self.cdg[c.index()].contains(t))
    }

    fn dependents_of(&self, a: ValueId) -> Vec<ValueId> {
        let edge = |b: ValueId| {
            self.dfg[a.index()].contains(&b) || self.cdg[a.index()].contains(&b) || self.phi_depends(a, b)
        };
        self.model.values().filter(|&b| edge(b)).collect()
    }

    /// Whether every path from `a` to `b` of length at least one in `graph` contains `c`.
    pub fn passes(graph: &[Vec<ValueId>], a: ValueId, b: ValueId, c: ValueId) -> bool {
        a == c || b == c || !reaches(graph, a, b, Some(c))
    }

    /// Whether every path from `a` to `b` of length at least one in `graph` contains one of `cut`.
    pub fn passes_any(graph: &[Vec<ValueId>], a: ValueId, b: ValueId, cut: &[ValueId]) -> bool {
        let mut rest = graph.to_vec();
        rest.iter_mut().for_each(|next| next.retain(|v| !cut.contains(v)));
        cut.contains(&a) || cut.contains(&b) || !reaches(&rest, a, b, None)
    }

    /// Whether every path from `a` to `b` of length at least one in `graph` contains an edge.
    pub fn passes_edge(graph: &[Vec<ValueId>], a: ValueId, b: ValueId, edge: (ValueId, ValueId)) -> bool {
        let mut rest = graph.to_vec();
        rest[edge.0.index()].retain(|v| *v != edge.1);
        !reaches(&rest, a, b, None)
    }

    /// Whether a function has no effects besides its result.
    pub fn is_pure(&self, f: ValueId) -> bool {
        let impure = [Effects::WRITES, Effects::UNWINDS, Effects::MAY_NOT_RETURN];
        self.model.global(f).is_some_and(|g| g.is_function && impure.iter().all(|e| !g.effects.contains(*e)))
    }

    fn is_origin(&self, v: ValueId) -> bool {
        let effects = self.model.effects(v);
        let calls = matches!(self.model.opcode(v), Some(Opcode::Call | Opcode::Invoke | Opcode::CallBr));
        let pure = self.model.arg(v, 0).is_some_and(|f| self.is_pure(f));
        self.model.parameters().any(|p| p == v)
            || effects.contains(Effects::READS)
            || effects.contains(Effects::WRITES)
            || (calls && !pure)
    }

    /// Whether the results depend on these origins and the interface only.
    pub fn calculated_from(&self, origins: &[ValueId], results: &[ValueId], interface: &[ValueId]) -> bool {
        let mut graph = self.pdg.clone();
        for v in interface {
            graph[v.index()].clear();
        }
        let starts = self.model.values().filter(|v| self.is_origin(*v) || origins.contains(v));
        let mut open = starts.filter(|v| !interface.contains(v));
        !open.any(|o| {
            results.iter().any(|r| !interface.contains(r) && (o == *r || reaches(&graph, o, *r, None)))
        })
    }
}

/// Per value, its users. Casts have no arguments, and their users get the source of the cast.
fn data_flow(model: &Model) -> Vec<Vec<ValueId>> {
    let is_cast = |v: ValueId| model.opcode(v).is_some_and(Opcode::is_skipped_cast);
    let mut edges = vec![Vec::new(); model.len()];
    for user in model.values().filter(|v| !is_cast(*v)) {
        for operand in model.operands(user) {
            let mut source = Some(operand.to);
            for _ in 0..model.len() {
                source = source
                    .and_then(|v| if is_cast(v) { model.operands(v).first().map(|e| e.to) } else { Some(v) });
            }
            if let Some(source) = source.filter(|v| !is_cast(*v)) {
                edges[source.index()].push(user);
            }
        }
    }
    edges
}

/// Whether a path of length at least one leads from `from` to `to`, on which no node after the first is
/// `around`.
fn reaches(graph: &[Vec<ValueId>], from: ValueId, to: ValueId, around: Option<ValueId>) -> bool {
    let mut seen = vec![false; graph.len()];
    let mut stack = vec![from];
    while let Some(v) = stack.pop() {
        for &next in &graph[v.index()] {
            if Some(next) != around && !std::mem::replace(&mut seen[next.index()], true) {
                stack.push(next);
            }
        }
    }
    seen[to.index()]
}
