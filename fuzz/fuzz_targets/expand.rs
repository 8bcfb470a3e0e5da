//! Any text through all stages: names, indices, expansion, flattening. Limits hold, nothing panics.

#![no_main]

use lang::candl::compile::compile_chosen;
use lang::candl::expand::expand;
use lang::candl::flatten::flatten;
use lang::candl::instantiate::Request;
use text::sources::Sources;
use lang::candl::vocabulary::AnyWord;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut sources = Sources::new();
    sources.add("fuzz.candl", text);
    let compiled = compile_chosen(&sources, &AnyWord, |catalogue, _| {
        let names = catalogue.ids().map(|id| &catalogue.entry(id).specification.name);
        names.map(Request::of).collect()
    });
    for root in compiled.program.roots.iter().flatten() {
        if let Ok(formula) = expand(&compiled.program, *root) {
            flatten(formula);
        }
    }
});
