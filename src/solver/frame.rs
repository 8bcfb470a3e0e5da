//! What the rows of a definition are read by.

use super::problem::{Definition, VarId};
use super::shape::{Mention, Shape};
use serde::{Deserialize, Serialize};

/// A definition as its rows have it.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Frame {
    /// The number of variables.
    pub(super) variables: usize,
    /// Those a caller can bind or read.
    pub(super) interface: Vec<VarId>,
    /// Whether a caller sees its interface alone.
    pub(super) is_projected: bool,
    /// What it mentions, in the order written.
    pub(super) mentions: Vec<Mention>,
}

impl Frame {
    pub(super) fn new<R>(definition: &Definition<R>, shape: &mut Shape<R>) -> Frame {
        Frame {
            variables: definition.variables.len(),
            interface: definition.interface.clone(),
            is_projected: definition.is_projected,
            mentions: std::mem::take(&mut shape.mentions),
        }
    }
}
