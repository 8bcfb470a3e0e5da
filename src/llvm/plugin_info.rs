//! `llvm::PassPluginLibraryInfo`: the answer of the plugin's entry, as far as this build's LLVM has it.

use std::ffi::{CStr, c_char, c_void};

/// The plugin API of the LLVM this is built for: one digit, which the shim compares with LLVM's header.
const API_VERSION: u32 = (env!("IDIOM_PLUGIN_API").as_bytes()[0] - b'0') as u32;

/// Name and version of a plugin, and the function that registers its passes.
#[repr(C)]
pub struct PluginInfo {
    api_version: u32,
    name: *const c_char,
    version: *const c_char,
    register: Option<extern "C" fn(*mut c_void)>,
    #[cfg(llvm_ge_22)]
    before_code_generation: *const c_void,
    #[cfg(llvm_ge_24)]
    parse_arguments: *const c_void,
}

include!(concat!(env!("OUT_DIR"), "/layout/entry.rs"));

impl PluginInfo {
    /// The answer for a host of this build's LLVM; it calls `register` with each of its pass builders.
    pub fn new(
        name: &'static CStr,
        version: &'static CStr,
        register: extern "C" fn(*mut c_void),
    ) -> PluginInfo {
        PluginInfo {
            api_version: API_VERSION,
            name: name.as_ptr(),
            version: version.as_ptr(),
            register: Some(register),
            #[cfg(llvm_ge_22)]
            before_code_generation: std::ptr::null(),
            #[cfg(llvm_ge_24)]
            parse_arguments: std::ptr::null(),
        }
    }

    /// Writes API version 0, which every host refuses, and nothing behind it.
    ///
    /// # Safety
    ///
    /// `out` is room for the host's `PassPluginLibraryInfo`, of whatever LLVM.
    pub unsafe fn refuse(out: *mut PluginInfo) {
        // SAFETY: every LLVM's struct begins with this field.
        unsafe { (&raw mut (*out).api_version).write(0) }
    }
}
