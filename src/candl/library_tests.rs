//! The built-in library: every file of it passes the front end without a word, in the form that `fmt` gives it.

use std::path::{Path, PathBuf};

use super::compile::{check, compile};
use super::diagnostic::Diagnostics;
use super::expand::expand;
use super::instantiate::Request;
use super::printer::{Spelling, print_file};
use super::render::render_text;
use super::sources::Sources;
use super::vocabulary::AnyWord;

fn library() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("idioms");
    let mut paths = Vec::new();
    for folder in [root.clone(), root.join("std")] {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        paths.extend(entries.filter(|path| path.extension().is_some_and(|extension| extension == "candl")));
    }
    paths.sort();
    paths
}

fn sources() -> Sources {
    let mut sources = Sources::new();
    for path in library() {
        sources.add(path.to_string_lossy(), std::fs::read_to_string(&path).unwrap());
    }
    sources
}

#[test]
fn every_file_passes_without_a_diagnostic() {
    let sources = sources();
    let compiled = check(&sources, &AnyWord);
    assert_eq!(render_text(&sources, &compiled.diagnostics, false), "");
    assert!(compiled.program.roots.iter().all(Option::is_some));
    for entry in compiled.catalogue.ids().map(|id| compiled.catalogue.entry(id)) {
        let name = &entry.specification.name.text;
        assert!(!entry.specification.doc.is_empty(), "{name} has no documentation");
    }
}

#[test]
fn every_file_is_formatted() {
    let sources = sources();
    for (file, parsed) in check(&sources, &AnyWord).parsed.iter().enumerate() {
        let source = sources.file(file as u32);
        // That listing stays as it was published.
        if !source.name().ends_with("sqrt_of_square.candl") {
            assert_eq!(print_file(parsed, Spelling::Unicode), source.text(), "{}", source.name());
        }
    }
}

#[test]
fn every_specification_expands() {
    let mut sources = sources();
    let names: Vec<String> = {
        let catalogue = check(&sources, &AnyWord).catalogue;
        catalogue.names(false).map(str::to_owned).collect()
    };
    for name in names {
        let text = if name == "AffineLeaf" { "AffineLeaf[M=2]" } else { name.as_str() };
        let line = sources.add_request("<test>", text);
        let request = Request::parse(&sources, line, &mut Diagnostics::new()).unwrap();
        let compiled = compile(&sources, &AnyWord, &[request]);
        let formula = expand(&compiled.program, compiled.program.roots[0].unwrap()).unwrap();
        assert!(!formula.variables().is_empty(), "{name}");
    }
}
