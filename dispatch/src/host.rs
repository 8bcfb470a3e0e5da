//! The LLVM of the host.
//!
//! The library that made the call is taken, since a process may have more than one LLVM in it (graphics
//! drivers bring theirs). Its version is the answer of its `LLVMGetVersion`, which the C API has since LLVM
//! 16; the version of an older one is read from its file name, such as `libLLVM-14.so.1`.

use crate::dl::{Address, LLVM_VERSION, Library};
use std::fmt;
use std::path::{Path, PathBuf};

/// The LLVM of a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Llvm {
    pub(crate) major: u32,
    /// Minor and patch, when it was the library that answered.
    pub(crate) rest: Option<[u32; 2]>,
}

impl fmt::Display for Llvm {
    /// `LLVM 19 (19.1.7)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LLVM {}", self.major)?;
        self.rest.map_or(Ok(()), |[minor, patch]| write!(f, " ({}.{minor}.{patch})", self.major))
    }
}

/// The LLVM that calls from there; else the file in which none was found.
pub(crate) fn llvm_at(caller: Address) -> Result<Llvm, PathBuf> {
    let file = caller.file();
    // Nearly always it is the one that everybody sees. To open a library compares its name with those of all
    // others, and the program itself cannot be opened by its name.
    let all = Library::program();
    let sees_it = all.symbol(LLVM_VERSION).is_some_and(|symbol| symbol.shares_library(caller));
    let other = file.as_deref().filter(|_| !sees_it).and_then(Library::loaded);
    let library = other.unwrap_or(all);
    let answer =
        library.llvm_version().map(|[major, minor, patch]| Llvm { major, rest: Some([minor, patch]) });
    answer.or_else(|| named(file.as_deref()?)).ok_or_else(|| file.unwrap_or_else(program))
}

/// The name that the program was called by.
fn program() -> PathBuf {
    std::env::args_os().next().unwrap_or_default().into()
}

/// The version in the name of a library: `libLLVM-16.so.1`, `libLLVM.so.19.1`, `libLLVMPasses.so.15`.
fn named(file: &Path) -> Option<Llvm> {
    let name = file.file_name()?.to_str()?.strip_prefix("libLLVM")?;
    let behind = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let number = behind.strip_prefix('-').or_else(|| behind.strip_prefix(".so."))?;
    let digits = number.split(|c: char| !c.is_ascii_digit()).next()?;
    Some(Llvm { major: digits.parse().ok()?, rest: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_by_name() {
        for (file, expect) in [
            ("/usr/lib/x86_64-linux-gnu/libLLVM-14.so.1", Some(14)),
            ("libLLVM-16.so", Some(16)),
            ("/lib/libLLVM.so.19.1", Some(19)),
            ("libLLVM.so.22.1-rust-1.95.0-stable", Some(22)),
            ("libLLVMPasses.so.15", Some(15)),
            ("libLLVM-23git.so", Some(23)),
            // Nothing that could be mistaken for a version.
            ("/usr/lib/llvm-19/bin/clang", None),
            ("libLLVM.so", None),
            ("libLLVM-.so.1", None),
            ("libLLVM-99999999999.so", None),
            ("libz3.so.4", None),
            ("libLLVM-19/opt", None),
            ("", None),
        ] {
            assert_eq!(named(Path::new(file)).map(|llvm| llvm.major), expect, "{file}");
        }
    }

    #[test]
    fn a_program_without_llvm() {
        let found = llvm_at(Address::of_code(a_program_without_llvm as *const _));
        assert!(found.is_err_and(|program| program.file_name().is_some()));
    }
}
