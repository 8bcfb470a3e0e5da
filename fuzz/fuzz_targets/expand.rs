//! Any text through all stages: names, indices, expansion, simplification. Limits hold, nothing panics.

#![no_main]

use idiom::candl::compile::check;
use idiom::candl::expand::expand;
use idiom::candl::simplify::simplify;
use idiom::candl::sources::Sources;
use idiom::candl::vocabulary::AnyWord;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut sources = Sources::new();
    sources.add("fuzz.candl", text);
    let compiled = check(&sources, &AnyWord);
    for root in compiled.program.roots.iter().flatten() {
        if let Ok(formula) = expand(&compiled.program, *root) {
            simplify(formula);
        }
    }
});
