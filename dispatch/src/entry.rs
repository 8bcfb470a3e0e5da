//! `llvmGetPassPluginInfo`: the symbol that every host looks up, and what it does before it jumps.
//!
//! The host wants a `PassPluginLibraryInfo` back, by value. The struct has four fields up to LLVM 21 (version
//! of the API, name, version, a function to register with) and five from 22 on, and later ones may have more;
//! which it is depends on the host. So no Rust type can be this function's result: one with four fields would
//! leave the fifth as it was, one with five would write over what lies behind four. The function is naked
//! instead. A struct of this size is returned through a pointer that the host passes in a register (x86-64:
//! `rdi`, AArch64: `x8`). The entry keeps that register, has `resolve` find the implementation's own
//! `llvmGetPassPluginInfo`, puts register and stack back and *jumps*: the implementation sees the very call
//! the host made, and writes the struct of the LLVM it was compiled for. Where there is none, the first
//! field, which all versions share, becomes 0. That is no version of the API, and the host refuses the plugin
//! in its own words.
//!
//! The code is in `entry/x86_64.s`, which every end-to-end test runs, and `entry/aarch64.s`, which the tests
//! assemble, and `scripts/test-elsewhere.sh aarch64` runs under QEMU.

use crate::dl::Address;
use crate::implementation::{self, ENTRY};
use crate::refusal::Refusal;
use std::ffi::c_void;
use std::io::Write as _;
use std::panic::catch_unwind;
use std::sync::{Mutex, PoisonError};

/// The entry. Not to be called from Rust: its result goes where a hidden pointer says.
///
/// # Safety
/// Called by a host that passes room for its own `PassPluginLibraryInfo` as the platform's C ABI has it.
#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn llvmGetPassPluginInfo() {
    std::arch::naked_asm!(include_str!("entry/x86_64.s"), resolve = sym resolve)
}

/// The entry. Not to be called from Rust: its result goes where a hidden pointer says.
///
/// # Safety
/// Called by a host that passes room for its own `PassPluginLibraryInfo` as the platform's C ABI has it.
#[cfg(target_arch = "aarch64")]
#[unsafe(naked)]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn llvmGetPassPluginInfo() {
    std::arch::naked_asm!(include_str!("entry/aarch64.s"), resolve = sym resolve)
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
compile_error!(
    "no entry is written for this architecture; a plugin for one LLVM (build/llvm-N/libidiom.so) needs none"
);

/// The entry of the implementation for whoever called from `caller`; null when it was refused, which is then
/// reported.
extern "C" fn resolve(caller: *const c_void) -> *const c_void {
    // Not the entry: an exported name may lead into another plugin of that name which was loaded before.
    let own = Address::of_code(resolve as *const c_void);
    let found = catch_unwind(|| implementation::for_caller(Address::of_code(caller), own, ENTRY));
    match found {
        Ok(Ok(entry)) => entry.as_ptr(),
        Ok(Err(refusal)) => {
            tell(&refusal);
            std::ptr::null()
        }
        // The panic hook has printed what happened.
        Err(_) => std::ptr::null(),
    }
}

/// Prints why, in one line, once for a process: linkers ask anew for each module.
pub(crate) fn tell(refusal: &Refusal) {
    static REPORTED: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let line = refusal.line();
    let mut reported = REPORTED.lock().unwrap_or_else(PoisonError::into_inner);
    if !reported.contains(&line) {
        // The host's own diagnostics cannot be used without its LLVM. A stderr that is closed ends no
        // compilation.
        let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
        reported.push(line);
    }
}
