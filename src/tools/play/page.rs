//! The page: its embedded files, and the editor component if it was bundled before the build.

/// The bundle of CodeMirror that `scripts/bundle-editor.sh` makes, if there is one.
#[cfg(idiom_editor)]
pub(super) const EDITOR: Option<&str> = Some(include_str!(env!("IDIOM_EDITOR")));
/// The bundle of CodeMirror that `scripts/bundle-editor.sh` makes, if there is one.
#[cfg(not(idiom_editor))]
pub(super) const EDITOR: Option<&str> = None;

/// The message of a build without the editor component.
pub(super) const PLAIN: &str =
    "built without the editor component: the page has plain text areas; scripts/bundle-editor.sh makes it";

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The content type and text of a file, by its name. Without `editor` the page has plain text areas.
pub(super) fn file(name: &str, editor: Option<&'static str>) -> Option<(&'static str, &'static str)> {
    Some(match name {
        "" => (HTML, include_str!("page/index.html")),
        "style.css" => (CSS, include_str!("page/style.css")),
        "page.js" => (SCRIPT, include_str!("page/page.js")),
        "tree.js" => (SCRIPT, include_str!("page/tree.js")),
        "places.js" => (SCRIPT, include_str!("page/places.js")),
        "passes.js" => (SCRIPT, include_str!("page/passes.js")),
        "constraints.js" => (SCRIPT, include_str!("page/constraints.js")),
        "editor.js" => (SCRIPT, editor.unwrap_or(include_str!("page/plain.js"))),
        _ => return None,
    })
}
