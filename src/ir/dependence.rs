//! The program dependence graph: data flow, control dependence and phi dependence together.
//!
//! PDG = DFG* ∪ CDG ∪ ΦDG. (c, p) is in ΦDG iff p is a phi and the terminator of one of its predecessor
//! blocks is control dependent on c: c decides which value p takes. Edges are enumerated from the parts and
//! never stored; `calculated_from` searches the graph backwards.

use super::{BlockId, Effects, Model, Opcode, ValueId, ValueKind};
use fixedbitset::FixedBitSet;

impl Model {
    /// Whether `value` is an argument of `user`, with casts skipped.
    pub fn flows_into(&self, value: ValueId, user: ValueId) -> bool {
        self.uses(value).binary_search_by_key(&user, |e| e.to).is_ok()
    }

    /// Whether (c, p) is an edge of the phi dependence graph.
    pub fn phi_depends(&self, c: ValueId, p: ValueId) -> bool {
        let (Some(Opcode::Phi), Some(block)) = (self.opcode(p), self.block_of(p)) else { return false };
        self.block_predecessors(block).iter().any(|&(_, b)| self.controls(c, self.terminator(b)))
    }

    /// Whether (a, b) is an edge of the program dependence graph.
    pub fn has_dependence(&self, a: ValueId, b: ValueId) -> bool {
        self.flows_into(a, b) || self.controls(a, b) || self.phi_depends(a, b)
    }

    /// The phis of a block, in order.
    pub fn phis(&self, block: BlockId) -> impl Iterator<Item = ValueId> {
        self.block_instructions(block).take_while(|v| self.opcode(*v) == Some(Opcode::Phi))
    }

    /// The value of a phi for control from this terminator.
    pub fn phi_value_from(&self, phi: ValueId, end: ValueId) -> Option<ValueId> {
        let sources = self.phi_sources(phi);
        let mut edges = self.operands(phi).iter();
        edges.find(|edge| sources.get(edge.n as usize) == Some(&end)).map(|edge| edge.to)
    }

    /// The targets of the program dependence edges from `value`, ascending.
    pub fn dependents(&self, value: ValueId) -> Vec<ValueId> {
        let controlled = self.control_dependents(value);
        let mut found: Vec<_> = self.uses(value).iter().map(|e| e.to).collect();
        let ends = controlled.iter().filter_map(|v| self.block_of(*v).filter(|b| self.terminator(*b) == *v));
        for block in ends.flat_map(|b| self.block_successors(b)) {
            found.extend(self.phis(*block));
        }
        found.extend(controlled);
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The sources of the program dependence edges to `value`, ascending.
    pub fn dependences(&self, value: ValueId) -> Vec<ValueId> {
        let mut found: Vec<_> = self.args(value).iter().map(|e| e.to).collect();
        found.extend(self.control_dependences(value));
        if let (Some(Opcode::Phi), Some(block)) = (self.opcode(value), self.block_of(value)) {
            for &(_, from) in self.block_predecessors(block) {
                found.extend(self.control_dependences(self.terminator(from)));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether calls of the function `value` write no memory, do not unwind, and return. False for any other
    /// value.
    pub fn is_pure(&self, value: ValueId) -> bool {
        let effects = Effects::WRITES | Effects::UNWINDS | Effects::MAY_NOT_RETURN;
        self.global(value).is_some_and(|g| g.is_function && g.effects & effects == Effects::NONE)
    }

    /// Whether this is an origin of calculations other than a constant: a parameter, or an instruction that
    /// reads or writes memory or calls an impure function.
    pub fn is_origin(&self, value: ValueId) -> bool {
        let Some(opcode) = self.opcode(value) else { return self.kind(value) == ValueKind::Parameter };
        let calls = opcode.is_call() || opcode == Opcode::CallBr;
        let touches = self.effects(value) & (Effects::READS | Effects::WRITES) != Effects::NONE;
        touches || (calls && !self.arg(value, 0).is_some_and(|f| self.is_pure(f)))
    }

    /// Whether every path of the program dependence graph from an origin to a result contains an interface
    /// value.
    ///
    /// Path ends count, and a result that is an origin is a path by itself. The origins are those given and
    /// every value for which [`is_origin`](Self::is_origin) holds. Linear in the size of the graph by blocks;
    /// `work` is increased by the number of edges followed.
    pub(super) fn calculated_from(
        &self,
        [origins, results, interface]: [&[ValueId]; 3],
        work: &mut usize,
    ) -> bool {
        // The bit sets are as long as the function, with 64 values per word.
        *work += self.len() / 64;
        let mut seen = FixedBitSet::with_capacity(self.len());
        seen.extend(interface.iter().map(|v| v.index()));
        let mut blocks_done = FixedBitSet::with_capacity(self.block_count());
        let mut stack = Vec::new();
        let mut pending: Vec<ValueId> = results.to_vec();
        loop {
            *work += pending.len();
            for value in pending.drain(..) {
                if !seen.put(value.index()) {
                    if self.is_origin(value) || origins.contains(&value) {
                        return false;
                    }
                    stack.push(value);
                }
            }
            let Some(value) = stack.pop() else { return true };
            pending.extend(self.args(value).iter().map(|e| e.to));
            self.controllers_once(value, &mut blocks_done, &mut pending);
            if let (Some(Opcode::Phi), Some(block)) = (self.opcode(value), self.block_of(value)) {
                for &(_, from) in self.block_predecessors(block) {
                    self.controllers_once(self.terminator(from), &mut blocks_done, &mut pending);
                }
            }
        }
    }

    /// The controllers of `value`; none if another instruction of the same block was visited, since those
    /// have the same controllers.
    fn controllers_once(&self, value: ValueId, done: &mut FixedBitSet, out: &mut Vec<ValueId>) {
        let Some(block) = self.block_of(value) else { return };
        if self.post_dominance().is_endless(block) || !done.put(block.index()) {
            out.extend(self.control_dependences(value));
        }
    }
}
