//! The answers of a table of facts about functions, which atoms about calls ask.

use ir::{Global, ValueId};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// The table of facts about functions.
pub trait CalleeFacts: fmt::Debug {
    /// The answer for a fact of a function.
    fn answer(&self, fact: &str, callee: &Global) -> FactAnswer;

    /// The reason why a function does not have a `must` fact; slower.
    fn reason(&self, fact: &str, callee: &Global) -> FactReason;
}

/// The reason why a call does not have a `must` fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactReason {
    /// The called function is not known.
    Pointer,
    /// The call may leave by an exception.
    Throws,
    /// No body is known that is sure to be called, and no table says it.
    NoBody,
    /// The function does not return.
    NeverReturns(BodyPlace),
    /// A path through the function avoids everything that would show it, and returns at a line.
    Path(BodyPlace, Option<u32>),
    /// Its body does not show it.
    Body(BodyPlace),
    /// The fact holds of other arguments.
    OtherArguments,
}

/// The reason why a call does not have a `must` fact, with the call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CalleeReason {
    /// The call.
    pub call: ValueId,
    /// The name of the function, if it is known.
    pub callee: Option<String>,
    /// The fact.
    pub fact: String,
    /// The reason.
    pub reason: FactReason,
}

/// The place of a function's body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BodyPlace {
    /// The file as compiled.
    pub file: String,
    /// The line of the function, if debug information has it.
    pub line: Option<u32>,
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
