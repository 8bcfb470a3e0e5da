//! The derived facts of a model: built on first use and kept.
//!
//! A function in which no formula asks for dominance never pays for it. The facts live inside the model,
//! so that everybody who holds it shares them; a clone of a model starts without any, because clones are
//! made to be changed. A model that an edit plan was applied to has the same blocks, and shares what follows from those.

use super::casts::Skipping;
use super::{Components, ControlDependence, Dominance, Model, PostDominance, Regions};
use std::sync::{Arc, OnceLock};

/// Cells for the facts of one model.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// `None` where there are no casts.
    skipping: OnceLock<Option<Skipping>>,
    flow: Arc<FlowFacts>,
}

/// What is derived from the blocks and the edges between them alone.
#[derive(Debug, Default)]
struct FlowFacts {
    components: OnceLock<Components>,
    dominance: OnceLock<Dominance>,
    post_dominance: OnceLock<PostDominance>,
    control_dependence: OnceLock<ControlDependence>,
    regions: OnceLock<Regions>,
}

impl Facts {
    /// Those of a model that has other instructions in the same blocks: what is derived from the blocks is derived once for both.
    pub(super) fn of_same_flow(&self) -> Facts {
        Facts { skipping: OnceLock::new(), flow: Arc::clone(&self.flow) }
    }
}

impl Clone for Facts {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Model {
    /// The edges of the DFG, casts skipped, where there are casts; otherwise they are those of the exact operands.
    pub(super) fn skipping(&self) -> Option<&Skipping> {
        self.facts.skipping.get_or_init(|| Skipping::of(self)).as_ref()
    }

    /// The strongly connected components of the blocks.
    pub fn components(&self) -> &Components {
        self.facts.flow.components.get_or_init(|| Components::new(self))
    }

    /// Dominance from the entry.
    pub fn dominance(&self) -> &Dominance {
        self.facts.flow.dominance.get_or_init(|| Dominance::new(self))
    }

    /// Post-dominance towards the virtual exit.
    pub fn post_dominance(&self) -> &PostDominance {
        self.facts.flow.post_dominance.get_or_init(|| PostDominance::new(self))
    }

    /// The control dependence graph.
    pub fn control_dependence(&self) -> &ControlDependence {
        self.facts.flow.control_dependence.get_or_init(|| ControlDependence::new(self))
    }

    /// Which blocks lie between two, and which loops around one.
    pub fn regions(&self) -> &Regions {
        self.facts.flow.regions.get_or_init(|| Regions::new(self))
    }
}
