//! How the values of a function are written in findings and near misses.

use ir::{SourceLocation, SourceVariable, ValueId};
use report::Place;
use std::path::Path;

/// The texts for values of the function, provided by LLVM through the caller of the search.
#[derive(Clone, Copy)]
pub struct Spelling<'a> {
    /// A value as textual IR prints it as an operand.
    pub describe: &'a dyn Fn(ValueId) -> String,
    /// The block of an instruction as textual IR prints it as an operand.
    pub block: &'a dyn Fn(ValueId) -> String,
    /// The source variable of a value.
    pub variable: &'a dyn Fn(ValueId) -> Option<SourceVariable>,
    /// The inlined function that an instruction comes from: its symbol or its source name.
    pub inlined_from: &'a dyn Fn(ValueId) -> Option<String>,
    /// The execution count of an instruction's block, according to a profile.
    pub runs: &'a dyn Fn(ValueId) -> Option<u64>,
    /// The folder that file names are relative to.
    pub folder: &'a Path,
}

impl Spelling<'_> {
    /// The report's form of a source location.
    pub(crate) fn place(&self, location: &SourceLocation) -> Place {
        Place::of(location, self.folder)
    }
}
