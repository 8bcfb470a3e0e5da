//! Search for the plugin, relative to this program: in the layouts of `scripts/build.sh` and of
//! `scripts/install.sh`.
//!
//! ```text
//! build/libidiom.so  build/libidiom-llvmN.so  build/llvm-N/libidiom.so  build/llvm-N/idiom
//! PREFIX/lib/libidiom.so  PREFIX/lib/libidiom-llvmN.so  PREFIX/bin/idiom-N
//! ```

use crate::console::Failure;
use crate::own;
use std::path::{Path, PathBuf};

/// The plugin that was built with this program, for the same LLVM.
pub fn own() -> Result<PathBuf, Failure> {
    let major = own::llvm().major;
    let candidates = [beside("libidiom.so")?, beside(&format!("../lib/libidiom-llvm{major}.so"))?];
    first(&candidates)
        .ok_or_else(|| Failure::Internal(format!("{}; name the plugin with --plugin", missing(&candidates))))
}

/// The plugin for all LLVMs that was built or installed with this program, or else the plugin for its own
/// LLVM beside it. The inner error names the paths that were tried.
pub(super) fn for_all() -> Result<Result<PathBuf, String>, Failure> {
    let candidates = [beside("../lib/libidiom.so")?, beside("../libidiom.so")?, beside("libidiom.so")?];
    Ok(first(&candidates).ok_or_else(|| missing(&candidates)))
}

/// The plugin that the user has named.
pub fn named(plugin: &Path) -> Result<PathBuf, Failure> {
    match plugin.is_file() {
        true => Ok(plugin.to_path_buf()),
        false => Err(Failure::Usage(format!("there is no plugin {}", plugin.display()))),
    }
}

/// The path of a file relative to this program's directory, with links to the program resolved.
fn beside(relative: &str) -> Result<PathBuf, Failure> {
    let unknown = |error| Failure::Internal(format!("cannot find out where this program is: {error}"));
    let mut directory = std::env::current_exe().and_then(|path| path.canonicalize()).map_err(unknown)?;
    directory.pop();
    let mut rest = relative;
    while let Some(above) = rest.strip_prefix("../") {
        directory.pop();
        rest = above;
    }
    Ok(directory.join(rest))
}

fn first(candidates: &[PathBuf]) -> Option<PathBuf> {
    candidates.iter().find(|file| file.is_file()).cloned()
}

fn missing(candidates: &[PathBuf]) -> String {
    let shown: Vec<String> = candidates.iter().map(|file| file.display().to_string()).collect();
    format!("there is no {}", shown.join(" and no "))
}
