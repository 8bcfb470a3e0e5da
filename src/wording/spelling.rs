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
    /// The places that an instruction was inlined into, the innermost first.
    pub callers: &'a dyn Fn(ValueId) -> Vec<SourceLocation>,
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

    /// The place of the innermost call outside of the system's headers, for an instruction that was inlined.
    pub(crate) fn caller(&self, instruction: ValueId) -> Option<Place> {
        let callers = (self.callers)(instruction);
        callers.iter().find(|caller| !is_of_the_system(&caller.file)).map(|caller| self.place(caller))
    }
}

/// The folders of headers that come with the system and the compiler.
const OF_THE_SYSTEM: [&str; 6] =
    ["/usr/include/", "/usr/local/include/", "/usr/lib/", "/usr/lib64/", "/include/c++/", "/lib/clang/"];

/// Whether a file is a header of the system or the compiler.
pub(crate) fn is_of_the_system(file: &str) -> bool {
    OF_THE_SYSTEM.iter().any(|folder| match folder.starts_with("/usr/") {
        true => file.starts_with(folder),
        false => file.contains(folder),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_the_system() {
        for file in ["/usr/include/math.h", "/opt/gcc/include/c++/12/vector", "/opt/lib/clang/19/include/x.h"]
        {
            assert!(is_of_the_system(file), "{file}");
        }
        for file in ["/home/usr/include/x.h", "include/x.h", "/usr/src/x/include/x.h"] {
            assert!(!is_of_the_system(file), "{file}");
        }
    }
}
