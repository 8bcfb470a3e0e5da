//! The LLVM that the command is linked with. This crate links no LLVM; the binary sets these data at its
//! start.

use std::sync::OnceLock;

/// The version and program folder of an LLVM.
#[derive(Clone, Copy, Debug)]
pub struct OwnLlvm {
    /// The full version: `19.1.7`.
    pub version: &'static str,
    /// The major version: `19`.
    pub major: u32,
    /// The folder of its clang and opt.
    pub bindir: &'static str,
}

static OWN: OnceLock<OwnLlvm> = OnceLock::new();

/// Sets the LLVM of this process. Later calls have no effect.
pub fn set(own: OwnLlvm) {
    let _ = OWN.set(own);
}

/// The LLVM that the binary has set.
///
/// # Panics
///
/// If called before [`set`].
pub fn llvm() -> OwnLlvm {
    *OWN.get().expect("the binary names its LLVM first")
}
