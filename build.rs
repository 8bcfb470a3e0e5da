//! Version, data of the entry, and link arguments of plugin and command, for the LLVM that the crate `llvm`
//! has found. The plugin gets no LLVM (it uses the host's); the command and the tests link the shared libLLVM.

use std::env;
use std::path::{Path, PathBuf};
use std::process::exit;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let [major, newest, version, bindir, libdir] =
        ["MAJOR", "NEWEST", "VERSION", "BINDIR", "LIBDIR"].map(known);
    let (major, newest): (u32, u32) = (number(&major), number(&newest));
    println!("cargo:rustc-env=IDIOM_LLVM_MAJOR={major}");
    println!("cargo:rustc-env=IDIOM_LLVM_VERSION={version}");
    println!("cargo:rustc-env=IDIOM_LLVM_BINDIR={bindir}");
    println!("cargo:rustc-env=IDIOM_PLUGIN_API={}", layout::plugin_api(major));
    tell_version(major, newest);
    write_entry(major);
    tell_editor();
    link(major, &libdir);
}

/// A value that the build script of `llvm` leaves in the metadata of the link.
fn known(what: &str) -> String {
    let variable = format!("DEP_IDIOM_SHIM_{what}");
    env::var(&variable).unwrap_or_else(|_| fail(&format!("${variable} is not set")))
}

fn number(digits: &str) -> u32 {
    digits.parse().unwrap_or_else(|_| fail(&format!("no version of LLVM: {digits}")))
}

/// Sets `llvm_ge_N` for each N up to the LLVM at hand, as the build script of `llvm` does there.
fn tell_version(major: u32, newest: u32) {
    for version in 16..=newest + 1 {
        println!("cargo:rustc-check-cfg=cfg(llvm_ge_{version})");
        if version <= major {
            println!("cargo:rustc-cfg=llvm_ge_{version}");
        }
    }
}

/// Leaves the assertions about the entry's data.
fn write_entry(major: u32) {
    let folder = out_dir().join("layout");
    let files = layout::files(major).unwrap_or_else(|why| fail(&why));
    let written = std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::write(folder.join("entry.rs"), &files["entry.rs"]));
    written.unwrap_or_else(|why| fail(&format!("cannot write to {}: {why}", folder.display())));
}

/// The lock file of the editor component of `idiom play`. `scripts/bundle-editor.sh` touches it, so that
/// cargo comes here again.
const EDITOR_LOCK: &str = "scripts/lib/editor/package-lock.json";

/// The editor component.
const EDITOR: &str = "build/editor/editor.js";

/// Sets `idiom_editor` where the editor component of `idiom play` was bundled.
fn tell_editor() {
    println!("cargo:rustc-check-cfg=cfg(idiom_editor)");
    println!("cargo:rerun-if-changed={EDITOR_LOCK}");
    if let Ok(bundle) = Path::new(EDITOR).canonicalize() {
        println!("cargo:rerun-if-changed={EDITOR}");
        println!("cargo:rustc-env=IDIOM_EDITOR={}", bundle.display());
        println!("cargo:rustc-cfg=idiom_editor");
    }
}

fn out_dir() -> PathBuf {
    PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default())
}

fn link(major: u32, libdir: &str) {
    // The loader must not fail on a symbol another LLVM lacks before our entry has compared versions.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,lazy");
    // Two plugins may be in one host, each with its own functions for the shim to call.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-Bsymbolic-functions");
    let unit_tests =
        format!("mod link {{\n    #[link(name = \"LLVM-{major}\")]\n    unsafe extern \"C\" {{}}\n}}\n");
    let written = std::fs::write(out_dir().join("link.rs"), unit_tests);
    written.unwrap_or_else(|why| fail(&format!("cannot write link.rs: {why}")));
    // cargo refuses link arguments for a kind of target that the package does not have.
    let has = |folder: &str| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.into_iter().any(|e| e.path().extension().is_some_and(|x| x == "rs"))
    };
    for target in ["bins", "tests", "benches", "examples"].into_iter().filter(|t| *t == "bins" || has(t)) {
        println!("cargo:rustc-link-arg-{target}=-L{libdir}");
        println!("cargo:rustc-link-arg-{target}=-lLLVM-{major}");
    }
}

/// Stops the build with a message; a build script's standard error is what cargo then shows.
#[allow(clippy::print_stderr)]
fn fail(what: &str) -> ! {
    println!("cargo:warning=idiom: {what}");
    eprintln!("error: {what}");
    exit(1)
}
