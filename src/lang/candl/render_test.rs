//! The rendered diagnostics of the front end.

use super::compile::check;
use super::vocabulary::AnyWord;
use text::diagnostic::Diagnostics;
use text::render::{render_json, render_text};
use text::sources::Sources;

fn diagnosed() -> (Sources, Diagnostics) {
    let mut sources = Sources::new();
    sources.add(
        "a.candl",
        "Constraint A\n( include Bee ∧ opcode{x} = add )\nEnd\nConstraint Be include A End\n",
    );
    let diagnostics = check(&sources, &AnyWord).diagnostics;
    (sources, diagnostics)
}

#[test]
fn text_names_place_and_code() {
    let (sources, diagnostics) = diagnosed();
    let text = render_text(&sources, &diagnostics, false);
    for part in ["error[E0301]", "a.candl:2:11", "include Bee", "^^^", "did you mean `Be`?"] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    assert!(!text.contains('\u{1b}') && render_text(&sources, &diagnostics, true).contains('\u{1b}'));
}

#[test]
fn json_has_places_by_line_and_column() {
    let (sources, diagnostics) = diagnosed();
    let json = render_json(&sources, &diagnostics);
    assert_eq!(json[0]["code"], "E0301");
    assert_eq!(json[0]["severity"], "error");
    assert_eq!(
        (json[0]["primary"]["line"].as_u64(), json[0]["primary"]["column"].as_u64()),
        (Some(2), Some(11))
    );
    assert_eq!(json[0]["primary"]["end_column"], 14);
    assert_eq!(json[0]["primary"]["file"], "a.candl");
}
