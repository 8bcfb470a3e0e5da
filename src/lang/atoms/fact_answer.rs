//! The answers of a table of facts about functions, which atoms about calls ask.

use ir::Global;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// The table of facts about functions.
pub trait CalleeFacts: fmt::Debug {
    /// The answer for a fact of a function.
    fn answer(&self, fact: &str, callee: &Global) -> FactAnswer;
}

/// The state of a fact for one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactAnswer {
    /// Nothing is known: the body is not there, or not looked at.
    Unknown,
    /// The fact does not hold.
    Fails,
    /// The fact holds of the function or its result.
    Holds,
    /// The fact holds of these places, ascending.
    HoldsOf(Arc<[Place]>),
}

/// A parameter of a function, or an address at a constant distance from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub struct Place {
    /// The number of the parameter, from 0.
    pub parameter: u32,
    /// The distance in bytes.
    pub offset: i64,
}
