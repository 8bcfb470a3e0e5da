//! Makes the numbers of paths, which the plugin's border has as well, of the table that both have them from.

use std::path::Path;
use std::{env, fs, process};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // The same for every LLVM.
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
