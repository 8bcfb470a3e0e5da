//! The derived facts of a model: built on first use and kept.
//!
//! A function in which no formula asks for dominance never pays for it. The facts live inside the model, so
//! that everybody who holds it shares them. Those about the blocks alone live with these: what a plan makes
//! of a model has the same blocks, so that a normalised copy and what it was made from have one dominator
//! tree.

use super::casts::CastFreeEdges;
use super::{BlockId, Components, ControlDependence, Csr, Dominance, Model, PostDominance, Regions};
use std::sync::OnceLock;

/// Cells for the facts of one model.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// `None` where there are no casts.
    cast_free_edges: OnceLock<Option<CastFreeEdges>>,
}

/// The order of blocks, and caches for the facts derived from it.
#[derive(Debug)]
pub(super) struct ControlFlow {
    /// Per block: the n-th successor block.
    pub(super) successors: Csr<BlockId>,
    /// Per block: (n, predecessor): this block is the n-th successor of that one; ascending by block, then n.
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
    /// The edges of the DFG, casts skipped, where there are casts; otherwise they are those of the exact
    /// operands.
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

    /// Index of the blocks in regions, and of the loops around blocks.
    pub fn regions(&self) -> &Regions {
        self.flow.regions.get_or_init(|| Regions::new(self))
    }
}
