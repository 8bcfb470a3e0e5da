//! The border to LLVM: the only module with `unsafe` code and the only one that holds LLVM pointers.
//!
//! [`extract()`] reads a function into the model, [`Module`] owns IR read from a file. What LLVM's C API
//! lacks comes from the C++ shim beside this module, through `ffi`.

mod commit;
pub mod extract;
mod ffi;
mod host;
mod host_questions;
#[cfg(test)]
mod host_test;
mod module;
mod outline;
mod plugin_info;
mod register;
mod trace;
mod unit;

pub use commit::CommitError;
pub use extract::{Extraction, extract};
pub use host::{PassState, SLOTS, host_version, newest_known, own_major, own_version, set_pass_classes};
pub use module::{BoundExtraction, FunctionRef, Module, ModuleError};
pub use plugin_info::PluginInfo;
pub use register::{Builder, FunctionManager, ModuleManager, Registration, register};
pub use trace::{TracedPass, Tracer, trace};
pub use unit::{FunctionUnit, ModuleUnit, RemarkKind};
