//! The editor component of `idiom play`, where it was bundled.

use std::path::Path;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    tell_editor();
}

/// The lock file of the editor component of `idiom play`. `scripts/bundle-editor.sh` touches it, so that
/// cargo comes here again.
const EDITOR_LOCK: &str = "../../scripts/lib/editor/package-lock.json";

/// The editor component.
const EDITOR: &str = "../../build/editor/editor.js";

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
