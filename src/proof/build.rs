//! Generates the numbers of paths for the prefilter, from the table that the plugin's border uses as well.

use std::path::Path;
use std::{env, fs, process};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // The numbers are the same for every LLVM.
    let files = layout::files(0).unwrap_or_else(|why| fail(&why));
    let folder = env::var_os("OUT_DIR").unwrap_or_default();
    let written = fs::write(Path::new(&folder).join("paths.rs"), &files["paths.rs"]);
    written.unwrap_or_else(|why| fail(&format!("cannot write paths.rs: {why}")));
}

/// Stops the build with a message.
fn fail(what: &str) -> ! {
    println!("cargo:warning=idiom: {what}");
    process::exit(1)
}
