//! Any bytes as a specification file: parsing ends, rendering what it says works, and what is accepted is
//! printed to a text that parses back.

#![no_main]

use text::diagnostic::Diagnostics;
use lang::candl::parser::{Parsed, parse};
use lang::candl::printer::{Spelling, print_file};
use text::render::{render_json, render_text};
use text::sources::Sources;
use libfuzzer_sys::fuzz_target;

fn parsed(bytes: Vec<u8>) -> Option<Parsed> {
    let mut sources = Sources::new();
    let file = sources.add_bytes("fuzz.candl", bytes);
    let mut diagnostics = Diagnostics::new();
    let parsed = parse(&sources, file, &mut diagnostics);
    render_text(&sources, &diagnostics, false);
    render_json(&sources, &diagnostics);
    (!diagnostics.has_errors()).then_some(parsed)
}

fuzz_target!(|bytes: &[u8]| {
    let Some(first) = parsed(bytes.to_vec()) else { return };
    for spelling in [Spelling::Unicode, Spelling::Ascii] {
        let printed = print_file(&first, spelling);
        let again = parsed(printed.clone().into_bytes()).expect("printed text parses");
        assert_eq!(print_file(&again, spelling), printed);
    }
});
