//! How the values of a function are written in findings and near misses.

use ir::{SourceLocation, SourceVariable, ValueId};
use report::Place;
use std::path::Path;

/// The texts for values of the function, which who runs the search has from LLVM.
#[derive(Clone, Copy)]
pub struct Spelling<'a> {
    /// A value as textual IR prints it as an operand.
    pub describe: &'a dyn Fn(ValueId) -> String,
    /// The block of an instruction as textual IR prints it as an operand.
    pub block: &'a dyn Fn(ValueId) -> String,
    /// The variable of the source that it is.
    pub variable: &'a dyn Fn(ValueId) -> Option<SourceVariable>,
    /// The function that an instruction was inlined from, as its symbol or its name in the source.
    pub inlined_from: &'a dyn Fn(ValueId) -> Option<String>,
    /// How often the block of an instruction ran, by a profile.
    pub runs: &'a dyn Fn(ValueId) -> Option<u64>,
    /// Files below it are named relative to it.
    pub folder: &'a Path,
}

impl Spelling<'_> {
    /// A place in the source.
    pub(crate) fn place(&self, location: &SourceLocation) -> Place {
        Place::of(location, self.folder)
    }
}
