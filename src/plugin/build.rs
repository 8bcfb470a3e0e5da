//! The build script of the plugin: its link arguments. The plugin links no LLVM, since it uses the host's;
//! its unit tests link the shared library.

use std::path::PathBuf;
use std::process::exit;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // The loader must not fail on a symbol another LLVM lacks before our entry has compared versions.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,lazy");
    // If one host loads two plugins, each shim must call the functions of its own plugin.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-Bsymbolic-functions");
    link_unit_tests().unwrap_or_else(|why| fail(&why));
}

/// Writes a file with an empty extern block that links LLVM, for the unit tests alone: link arguments of
/// cargo do not reach the unit tests of a `cdylib`.
fn link_unit_tests() -> Result<(), String> {
    let major = layout::of_llvm("MAJOR")?;
    let text =
        format!("mod link {{\n    #[link(name = \"LLVM-{major}\")]\n    unsafe extern \"C\" {{}}\n}}\n");
    let file = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default()).join("link.rs");
    std::fs::write(&file, text).map_err(|why| format!("cannot write {}: {why}", file.display()))
}

/// Stops the build with a message; a build script's standard error is what cargo then shows.
#[allow(clippy::print_stderr)]
fn fail(why: &str) -> ! {
    eprintln!("error: {why}");
    exit(1)
}
