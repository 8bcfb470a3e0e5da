//! Compiles and serialises the built-in idioms for inclusion by `prebuilt_table.rs`, so that no process has
//! to compile them.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;
use std::{env, fs, process};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let folder = env::var_os("OUT_DIR").unwrap_or_default();
    let folder = Path::new(&folder).join("idioms");
    let files = specs::writing::builtin().unwrap_or_else(|why| fail(&why));
    let written = fs::create_dir_all(&folder)
        .and_then(|()| files.iter().try_for_each(|(name, bytes)| fs::write(folder.join(name), bytes)));
    written.unwrap_or_else(|why| fail(&format!("cannot write to {}: {why}", folder.display())));
    // Builds with other idioms or another format differ in it.
    let mut hasher = DefaultHasher::new();
    files.hash(&mut hasher);
    println!("cargo:rustc-env=IDIOM_LIBRARY={:016x}", hasher.finish());
}

/// Stops the build with a message on standard error, which cargo shows.
#[allow(clippy::print_stderr)]
fn fail(what: &str) -> ! {
    println!("cargo:warning=idiom: {}", what.replace('\n', " "));
    eprintln!("error: {what}\n  help: cargo run --bin idiom -- check idioms/*.candl");
    process::exit(1)
}
