//! Any bytes as `idiom check` takes them: through lowering, the rule of binding and planning, with the
//! built-in specifications beside them, and rendered. Nothing panics, and what is told lies in the files.

#![no_main]

use library::check;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let told = check(&[("fuzz.candl".to_owned(), bytes.to_vec())]);
    told.render(false);
    told.json();
});
