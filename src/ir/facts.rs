//! Derived facts of a model, computed on first use and cached.
//!
//! A function whose formulas never query dominance does not pay for it. The facts are stored in the model, so
//! that all its users share them. Facts about the blocks only are stored in [`ControlFlow`]. Edit plans do
//! not change blocks, so a normalised copy shares these facts, such as the dominator tree, with the original.

use super::casts::CastFreeEdges;
use super::{BlockId, Components, ControlDependence, Csr, Dominance, Model, PostDominance, Regions};
use std::sync::OnceLock;

/// Caches for the facts of one model.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// `None` if there are no casts.
    cast_free_edges: OnceLock<Option<CastFreeEdges>>,
}

/// The control flow between blocks, and caches for the facts derived from it.
#[derive(Debug)]
pub(super) struct ControlFlow {
    /// Per block, its successors by successor number.
    pub(super) successors: Csr<BlockId>,
    /// Per block, the pairs (n, predecessor): it is the n-th successor of that block. Ascending by
    /// predecessor, then n.
    pub(super) predecessors: Csr<(u32, BlockId)>,
    components: OnceLock<Components>,
    dominance: OnceLock<Dominance>,
    post_dominance: OnceLock<PostDominance>,
    control_dependence: OnceLock<ControlDependence>,
    regions: OnceLock<Regions>,
}

impl ControlFlow {
    pub(super) fn new(successors: Csr<BlockId>) -> Self {
        Self {
            predecessors: predecessors(&successors),
            successors,
            components: OnceLock::new(),
            dominance: OnceLock::new(),
            post_dominance: OnceLock::new(),
            control_dependence: OnceLock::new(),
            regions: OnceLock::new(),
        }
    }
}

fn predecessors(successors: &Csr<BlockId>) -> Csr<(u32, BlockId)> {
    let edges = successors.iter().enumerate().flat_map(|(k, row)| row.iter().zip(0..).map(move |e| (k, e)));
    let back = edges.map(|(k, (target, n))| (target.index(), (n, BlockId::new(k))));
    Csr::group_all(successors.len(), back)
}

impl Model {
    /// The data flow edges with casts skipped; `None` if there are no casts, so that the exact operands are
    /// the edges.
    pub(super) fn cast_free_edges(&self) -> Option<&CastFreeEdges> {
        self.facts.cast_free_edges.get_or_init(|| CastFreeEdges::of(self)).as_ref()
    }

    /// The strongly connected components of the blocks.
    pub fn components(&self) -> &Components {
        self.flow.components.get_or_init(|| Components::new(self))
    }

    /// Dominance from the entry.
    pub fn dominance(&self) -> &Dominance {
        self.flow.dominance.get_or_init(|| Dominance::new(self))
    }

    /// Post-dominance towards the virtual exit.
    pub fn post_dominance(&self) -> &PostDominance {
        self.flow.post_dominance.get_or_init(|| PostDominance::new(self))
    }

    /// The control dependence graph.
    pub fn control_dependence(&self) -> &ControlDependence {
        self.flow.control_dependence.get_or_init(|| ControlDependence::new(self))
    }

    /// The index of the blocks in regions, and of the loops around blocks.
    pub fn regions(&self) -> &Regions {
        self.flow.regions.get_or_init(|| Regions::new(self))
    }
}
