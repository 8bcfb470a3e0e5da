//! The border to LLVM: the only module with `unsafe` code and the only one that holds LLVM pointers.
//!
//! [`extract()`] reads a function into the model, [`Module`] owns IR read from a file. What LLVM's C API lacks comes
//! from the C++ shim beside this module, through `ffi`.

mod commit;
pub mod extract;
mod ffi;
mod host;
#[cfg(test)]
mod host_test;
mod module;
mod register;
mod unit;

pub use commit::CommitError;
pub use extract::{Extraction, extract};
pub use host::{PassClass, PassState, host_version, own_version, set_pass_classes, slots};
pub use module::{BoundExtraction, FunctionRef, Module, ModuleError};
pub use register::{Builder, ExtensionPoint, FunctionManager, ModuleManager, Registration, register};
pub use unit::{FunctionUnit, ModuleUnit, RemarkKind};

// The unit tests' binary is the one target that the build script's link arguments do not reach.
#[cfg(test)]
mod link {
    #[cfg_attr(feature = "llvm16-0", link(name = "LLVM-16"))]
    #[cfg_attr(feature = "llvm17-0", link(name = "LLVM-17"))]
    #[cfg_attr(feature = "llvm18-1", link(name = "LLVM-18"))]
    #[cfg_attr(feature = "llvm19-1", link(name = "LLVM-19"))]
    #[cfg_attr(feature = "llvm20-1", link(name = "LLVM-20"))]
    #[cfg_attr(feature = "llvm21-1", link(name = "LLVM-21"))]
    #[cfg_attr(feature = "llvm22-1", link(name = "LLVM-22"))]
    unsafe extern "C" {}
}
