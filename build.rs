//! Version and link arguments of the command, for the LLVM that the crate `llvm` has found: command, tests and
//! benches link the shared libLLVM.

use std::process::exit;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let [major, newest, version, bindir, libdir] =
        ["MAJOR", "NEWEST", "VERSION", "BINDIR", "LIBDIR"].map(of_llvm);
    let number = |digits: &str| digits.parse().expect("the build script of `llvm` leaves numbers");
    let major: u32 = number(&major);
    layout::set_versions(major, number(&newest));
    layout::link_llvm(major, &libdir);
    println!("cargo:rustc-env=IDIOM_LLVM_MAJOR={major}");
    println!("cargo:rustc-env=IDIOM_LLVM_VERSION={version}");
    println!("cargo:rustc-env=IDIOM_LLVM_BINDIR={bindir}");
}

/// A value of the crate `llvm`; a build script's standard error is what cargo shows without one.
#[allow(clippy::print_stderr)]
fn of_llvm(name: &str) -> String {
    layout::of_llvm(name).unwrap_or_else(|why| {
        eprintln!("error: {why}");
        exit(1)
    })
}
