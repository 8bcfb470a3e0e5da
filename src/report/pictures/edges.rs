//! The edges of a picture, enumerated from the model's graphs in the order of the nodes.

use super::graph::{Arrow, Edge, Graph, GraphKind, TooLarge};
use super::nodes::NodeIndex;
use super::{Picture, Words};
use fixedbitset::FixedBitSet;
use ir::{Model, Opcode, ValueId};

/// Adds the edges between drawn nodes.
pub(super) fn add(
    graph: &mut Graph,
    model: &Model,
    words: &Words<'_>,
    picture: &Picture<'_>,
    index: &NodeIndex,
) -> Result<(), TooLarge> {
    let mut edges = Edges { graph, model, words, index, most: picture.most };
    if picture.kind == GraphKind::Cfg {
        edges.control_flow()?;
    }
    if picture.kind.has_data() {
        edges.data_flow()?;
    }
    if picture.kind.has_control_dependence() {
        edges.control_dependence()?;
    }
    if picture.kind == GraphKind::Pdg {
        edges.phi_dependence()?;
    }
    Ok(())
}

struct Edges<'a, 'w> {
    graph: &'a mut Graph,
    model: &'a Model,
    words: &'a Words<'w>,
    index: &'a NodeIndex,
    most: usize,
}

impl Edges<'_, '_> {
    fn push(&mut self, from: usize, to: usize, arrow: Arrow, label: String) -> Result<(), TooLarge> {
        self.graph.add_edge(Edge { from, to, arrow, label }, self.most)
    }

    fn control_flow(&mut self) -> Result<(), TooLarge> {
        for value in self.model.instructions() {
            let Some(from) = self.index.value(value) else { continue };
            let successors = self.model.successors(value);
            for edge in &successors {
                let label = if successors.len() > 1 { edge.n.to_string() } else { String::new() };
                match self.index.value(edge.to) {
                    Some(to) => self.push(from, to, Arrow::Control, label)?,
                    None => {
                        for to in self.drawn_behind(edge.to) {
                            self.push(from, to, Arrow::ControlPath, label.clone())?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The first drawn instructions on the paths from an instruction that is not drawn.
    fn drawn_behind(&self, start: ValueId) -> Vec<usize> {
        let (mut seen, mut pending) = (FixedBitSet::with_capacity(self.model.len()), vec![start]);
        let mut found = Vec::new();
        while let Some(value) = pending.pop() {
            match self.index.value(value) {
                _ if seen.put(value.index()) => {}
                Some(node) => found.push(node),
                None => pending.extend(self.model.successors(value).iter().map(|edge| edge.to)),
            }
        }
        found.sort_unstable();
        found
    }

    fn data_flow(&mut self) -> Result<(), TooLarge> {
        for user in self.model.instructions() {
            let Some(to) = self.index.value(user) else { continue };
            let (args, operands) = (self.model.args(user), self.model.operands(user));
            for edge in args {
                let label = self.argument_label(user, edge.n);
                if let Some(from) = self.index.operand(edge.to, user) {
                    self.push(from, to, Arrow::Data, label)?;
                }
            }
            for edge in operands.iter().filter(|edge| !args.contains(edge)) {
                if let Some(from) = self.index.operand(edge.to, user) {
                    self.push(from, to, Arrow::Operand, String::new())?;
                }
            }
        }
        Ok(())
    }

    /// The number of an argument if there are several; for a phi, the predecessor block.
    fn argument_label(&self, user: ValueId, n: u32) -> String {
        let args = self.model.operands(user);
        let sources = self.model.phi_sources(user);
        let at = args.iter().position(|edge| edge.n == n);
        match at.and_then(|at| sources.get(at)) {
            Some(source) => (self.words.block)(*source),
            None if args.len() > 1 => n.to_string(),
            None => String::new(),
        }
    }

    fn control_dependence(&mut self) -> Result<(), TooLarge> {
        for value in self.model.instructions() {
            let Some(from) = self.index.value(value) else { continue };
            for to in self.controlled(value) {
                self.push(from, to, Arrow::ControlDependence, String::new())?;
            }
        }
        Ok(())
    }

    /// The nodes that an instruction controls; the node of a block if it controls the whole block.
    fn controlled(&self, value: ValueId) -> Vec<usize> {
        let model = self.model;
        let mut nodes: Vec<usize> = Vec::new();
        for dependent in model.control_dependents(value) {
            let block = model.block_of(dependent).filter(|block| !model.post_dominance().is_endless(*block));
            let whole = block.and_then(|block| self.index.block(block));
            let node = whole.or_else(|| self.index.value(dependent));
            nodes.extend(node.filter(|node| nodes.last() != Some(node)));
        }
        nodes
    }

    fn phi_dependence(&mut self) -> Result<(), TooLarge> {
        for phi in self.model.instructions().filter(|v| self.model.opcode(*v) == Some(Opcode::Phi)) {
            let (Some(to), Some(block)) = (self.index.value(phi), self.model.block_of(phi)) else { continue };
            let sources = self.model.block_predecessors(block).iter();
            let ends = sources.map(|&(_, source)| self.model.terminator(source));
            let mut deciders: Vec<ValueId> =
                ends.flat_map(|end| self.model.control_dependences(end)).collect();
            deciders.sort_unstable();
            deciders.dedup();
            for from in deciders.into_iter().filter_map(|value| self.index.value(value)) {
                self.push(from, to, Arrow::PhiDependence, String::new())?;
            }
        }
        Ok(())
    }
}
