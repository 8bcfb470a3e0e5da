//! Extraction against hand-checked expectations: `test-ir/extract/NAME.ll` → `NAME.model`, the text of the
//! models.
//!
//! If LLVM versions must differ, `NAME.N.model` has the result of LLVM N. An input whose first line is
//! `; at least N` needs syntax of that version. `IDIOM_BLESS=1` rewrites the expectations.

#![allow(clippy::unwrap_used)] // a test may; clippy exempts only `#[test]` functions by itself

use llvm::Module;
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

/// The models of all functions with a body, and the spellings of their values.
fn models_of(input: &str, name: &str) -> String {
    let module = Module::parse(input.as_bytes(), name).unwrap_or_else(|error| panic!("{error}"));
    module.verify().unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut text = String::new();
    for function in module.functions().filter(|f| !f.is_declaration()) {
        let extraction = function.extract();
        writeln!(text, "{}", extraction.model.dump().with_locations()).unwrap();
    }
    text
}

/// Compares one input with its expectation, or rewrites it.
fn check(name: &str) {
    let input = fs::read_to_string(folder().join(format!("{name}.ll"))).unwrap();
    if !applies(&input) {
        return;
    }
    let found = models_of(&input, &format!("{name}.ll"));
    let own = folder().join(format!("{name}.{MAJOR}.model"));
    let shared = folder().join(format!("{name}.model"));
    if std::env::var_os("IDIOM_BLESS").is_some() {
        bless(&shared, &own, &found);
    }
    let expectation = if own.exists() { own } else { shared };
    let expected = fs::read_to_string(&expectation).unwrap_or_default();
    assert!(found == expected, "{name} differs from {}; found:\n{found}", expectation.display());
}

/// Writes an expectation: the default LLVM the shared one, another LLVM its own if it differs.
fn bless(shared: &Path, own: &Path, found: &str) {
    let common = fs::read_to_string(shared).ok();
    match common {
        Some(common) if common == found && own.exists() => fs::remove_file(own).unwrap(),
        Some(common) if common == found => {}
        Some(_) if MAJOR != "19" => fs::write(own, found).unwrap(),
        _ => fs::write(shared, found).unwrap(),
    }
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
