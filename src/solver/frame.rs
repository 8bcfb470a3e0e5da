//! What a search and its rows need to know of a definition besides its plans.

use super::later::Later;
use super::problem::{Definition, VarId};
use super::shape::{Mention, Shape};
use serde::{Deserialize, Serialize};

/// A definition as a search sees it.
#[derive(Debug, Deserialize, Serialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub(super) struct Frame {
    /// The number of variables.
    pub(super) variables: usize,
    /// Those a caller can bind or read.
    pub(super) interface: Vec<VarId>,
    /// What it mentions, in the order written.
    pub(super) mentions: Later<Vec<Mention>>,
    /// Number of call sites.
    pub(super) calls: usize,
    /// Number of collect sites.
    pub(super) collects: usize,
}

impl Frame {
    pub(super) fn new<R>(definition: &Definition<R>, shape: &mut Shape<R>) -> Frame {
        Frame {
            variables: definition.variables.len(),
            interface: definition.interface.clone(),
            mentions: Later::Here(std::mem::take(&mut shape.mentions)),
            calls: shape.calls,
            collects: shape.collects,
        }
    }
}
