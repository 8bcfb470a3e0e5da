//! The LLVM that the command is linked with, of which this crate knows what the binary names.

use std::sync::OnceLock;

/// Version and programs of an LLVM.
#[derive(Clone, Copy, Debug)]
pub struct OwnLlvm {
    /// `19.1.7`.
    pub version: &'static str,
    /// `19`.
    pub major: u32,
    /// The folder of its clang and opt.
    pub bindir: &'static str,
}

static OWN: OnceLock<OwnLlvm> = OnceLock::new();

/// Names the LLVM of this process; the first call counts.
pub fn set(own: OwnLlvm) {
    let _ = OWN.set(own);
}

/// The LLVM that the binary has named.
///
/// # Panics
///
/// Before [`set`].
pub fn llvm() -> OwnLlvm {
    *OWN.get().expect("the binary names its LLVM first")
}
