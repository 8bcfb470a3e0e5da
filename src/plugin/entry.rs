//! `llvmGetPassPluginInfo`: the symbol that clang and opt look up.
//!
//! The entry first compares the LLVM of the host with the one that this build is for. On a mismatch it prints
//! one line and answers API version 0, which every host refuses; it touches nothing of LLVM. A build for an
//! LLVM newer than these sources know serves it, and prints one line that it is untested.
//!
//! The host passes room for the answer, a struct of its own: four fields up to LLVM 21, five from 22 on. A
//! refusal may meet a host whose struct is smaller than ours, so it writes the first field only. To write one
//! field, the entry needs the hidden result pointer of the C ABI; to identify the host, it needs the return
//! address. The entry is therefore a naked function that makes arguments of both: on x86-64 the pointer is an
//! argument already, on AArch64 it is a register of its own (not tested).

use crate::pipeline::Pipeline;
use crate::stderr::write_to_stderr;
use llvm::{Builder, PluginInfo, host_version, newest_known, own_version, register, set_pass_classes, trace};
use passes::registry;
use std::ffi::{CStr, c_void};
use std::panic::catch_unwind;
use std::sync::Once;

const NAME: &CStr = c"idiom";

/// The version of this crate, `0.1.0`.
const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => panic!("a version has no zero byte"),
};

/// The plugin's entry. Rust code must not call it, since it returns its result through a hidden pointer.
///
/// # Safety
/// Called by a host that passes room for its own `PassPluginLibraryInfo`.
#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn llvmGetPassPluginInfo() {
    std::arch::naked_asm!("endbr64", "mov rsi, [rsp]", "jmp {answer}", answer = sym answer)
}

/// The plugin's entry. Rust code must not call it, since it returns its result through a hidden pointer.
///
/// # Safety
/// Called by a host that passes room for its own `PassPluginLibraryInfo`.
#[cfg(target_arch = "aarch64")]
#[unsafe(naked)]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn llvmGetPassPluginInfo() {
    std::arch::naked_asm!("hint #34", "mov x0, x8", "mov x1, x30", "b {answer}", answer = sym answer)
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
compile_error!("the plugin's entry is written for x86-64 and AArch64 only");

/// Writes the answer to `out`, for the host that called from `caller`.
///
/// # Safety
/// `out` is room for the host's `PassPluginLibraryInfo`.
unsafe extern "C" fn answer(out: *mut PluginInfo, caller: *const c_void) -> *mut PluginInfo {
    // SAFETY: the host gives room for its struct: ours when the versions agree, at least the first field
    // otherwise.
    unsafe {
        match host_fits(caller) {
            true => out.write(PluginInfo::new(NAME, VERSION, register_callbacks)),
            false => PluginInfo::refuse(out),
        }
    }
    out
}

/// Whether the host's LLVM is ours. Prints one line if it is another one, or one that nobody has tested.
#[allow(clippy::print_stderr)] // The host's own diagnostics cannot be used across versions.
fn host_fits(caller: *const c_void) -> bool {
    // Linkers call the entry again for each module.
    static REPORTED: Once = Once::new();
    let answer = catch_unwind(|| {
        let (fits, line) = verdict(own_version(), newest_known(), host_version(caller));
        if let Some(line) = line {
            match fits {
                true => REPORTED.call_once(|| eprintln!("{line}")),
                false => eprintln!("{line}"),
            }
        }
        fits
    });
    answer.unwrap_or(false)
}

/// Whether a plugin for the LLVM `own` serves a host, and a line for the user, if any. `newest` is the newest
/// LLVM that these sources know.
fn verdict(own: &str, newest: u32, host: Option<(u32, u32, u32)>) -> (bool, Option<String>) {
    let major = own.split('.').next().and_then(|m| m.parse().ok()).unwrap_or(0u32);
    match host {
        Some((host, ..)) if host == major && major > newest => {
            let line = format!(
                "idiom: LLVM {major} ({own}) is untested: this plugin takes it for LLVM {newest}, the newest that it knows"
            );
            (true, Some(line))
        }
        Some((host, ..)) if host == major => (true, None),
        Some((host, minor, patch)) => {
            let line = format!(
                "idiom: this plugin is for LLVM {major} ({own}) and was loaded by LLVM {host} ({host}.{minor}.{patch}); \
                 build one for it with: scripts/build.sh {host}"
            );
            (false, Some(line))
        }
        None => {
            let line = format!(
                "idiom: this plugin is for LLVM {major} ({own}) and finds no LLVM of version 16 or later in the program \
                 that loaded it; use clang-{major} or opt-{major}"
            );
            (false, Some(line))
        }
    }
}

// The build script of `llvm` counts the classes that the table names.
const _: () = assert!(registry::PASSES.len() == llvm::SLOTS, "each pass has a class of the shim");

/// Called once per `PassBuilder` of the host.
extern "C" fn register_callbacks(builder: *mut c_void) {
    let done = catch_unwind(|| {
        set_pass_classes(registry::classes());
        // SAFETY: the host passes its `PassBuilder`, alive for this call.
        let builder = unsafe { Builder::from_raw(builder) };
        let pipeline = Pipeline::new();
        if let Some(tracer) = pipeline.tracer()
            && !trace(&builder, tracer)
        {
            write_to_stderr(
                "idiom: error: this host does not show what its passes run on; there is no trace\n",
            );
        }
        register(&builder, Box::new(pipeline));
    });
    if done.is_err() {
        log::error!("internal error while registering; no pass of idiom's will run");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_served_by_the_plugin_of_its_version_alone() {
        let host = |major| Some((major, 1, 2));
        for (own, host, fits, words) in [
            ("19.1.7", host(19), true, None),
            ("22.1.0-rc1", host(22), true, None),
            ("19.1.7", host(22), false, Some("loaded by LLVM 22 (22.1.2)")),
            // An unknown LLVM: the plugin is built for it as for the newest known one, and reports that.
            (
                "23.0.0git",
                host(23),
                true,
                Some("LLVM 23 (23.0.0git) is untested: this plugin takes it for LLVM 22,"),
            ),
            ("22.1.0", host(23), false, Some("scripts/build.sh 23")),
            ("23.0.0", host(22), false, Some("scripts/build.sh 22")),
            ("23.0.0", None, false, Some("finds no LLVM")),
        ] {
            let (answer, line) = verdict(own, 22, host);
            assert_eq!((answer, line.is_some()), (fits, words.is_some()), "{own} in {host:?}: {line:?}");
            assert!(
                line.is_none_or(|line| line.contains(words.unwrap_or("?")) && !line.contains('\n')),
                "{own}"
            );
        }
    }

    #[test]
    fn the_newest_known_is_what_the_manifest_offers() {
        let features = include_str!("../../Cargo.toml")
            .lines()
            .filter_map(|line| line.strip_prefix("llvm")?.split_once('-'));
        let newest = features.filter_map(|(major, _)| major.parse().ok()).max();
        assert_eq!(newest, Some(newest_known()));
    }
}
