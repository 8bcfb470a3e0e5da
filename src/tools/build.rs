//! The build script: embeds the editor component of `idiom play` if it was bundled.

use std::path::Path;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    set_editor();
}

/// The lock file of the editor component. `scripts/bundle-editor.sh` touches it, so that cargo runs this
/// build script again.
const EDITOR_LOCK: &str = "../../scripts/lib/editor/package-lock.json";

/// The bundled editor component.
const EDITOR: &str = "../../build/editor/editor.js";

/// Sets the cfg `idiom_editor` if the editor component was bundled.
fn set_editor() {
    println!("cargo:rustc-check-cfg=cfg(idiom_editor)");
    println!("cargo:rerun-if-changed={EDITOR_LOCK}");
    if let Ok(bundle) = Path::new(EDITOR).canonicalize() {
        println!("cargo:rerun-if-changed={EDITOR}");
        println!("cargo:rustc-env=IDIOM_EDITOR={}", bundle.display());
        println!("cargo:rustc-cfg=idiom_editor");
    }
}
