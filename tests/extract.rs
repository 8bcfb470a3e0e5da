//! Extraction against hand-checked expectations: `test-ir/extract/NAME.ll` → `NAME.model`, the text of the models.
//!
//! Where LLVM versions must differ, `NAME.N.model` holds what LLVM N gives; an input whose first line is
//! `; at least N` needs syntax of that version. `IDIOM_BLESS=1` rewrites the expectations.

use idiom::llvm::Module;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

const MAJOR: &str = env!("IDIOM_LLVM_MAJOR");

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("test-ir/extract")
}

/// Whether this LLVM is new enough for the input, by its first line.
fn applies(input: &str) -> bool {
    let least = input.lines().next().and_then(|line| line.strip_prefix("; at least "));
    least.is_none_or(|n| n.trim().parse::<u32>().unwrap() <= MAJOR.parse().unwrap())
}

/// The models of all functions with a body, and how their values are spelt.
fn models_of(path: &Path) -> String {
    let module = Module::read(path).unwrap_or_else(|error| panic!("{error}"));
    module.verify().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut text = String::new();
    for function in module.functions().filter(|f| !f.is_declaration()) {
        let extraction = function.extract();
        writeln!(text, "{}", extraction.model.dump().with_locations()).unwrap();
    }
    text
}

/// Compares one input with its expectation, or rewrites it.
fn check(name: &str) {
    let input = folder().join(format!("{name}.ll"));
    if !applies(&fs::read_to_string(&input).unwrap()) {
        return;
    }
    let found = models_of(&input);
    let own = folder().join(format!("{name}.{MAJOR}.model"));
    let shared = folder().join(format!("{name}.model"));
    let expectation = if own.exists() { own } else { shared };
    if std::env::var_os("IDIOM_BLESS").is_some() {
        fs::write(&expectation, &found).unwrap();
    }
    let expected = fs::read_to_string(&expectation).unwrap_or_default();
    assert!(found == expected, "{name} differs from {}; found:\n{found}", expectation.display());
}

#[test]
fn every_input_gives_its_model() {
    let mut names: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().to_str()?.strip_suffix(".ll").map(str::to_string))
        .collect();
    names.sort();
    assert!(names.len() >= 15, "inputs are missing: {names:?}");
    names.iter().for_each(|name| check(name));
}
