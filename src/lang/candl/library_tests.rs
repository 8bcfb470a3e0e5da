//! The built-in library: every file passes the front end without diagnostics, and is formatted as `fmt`
//! would.

use std::path::{Path, PathBuf};

use super::compile::{check, compile};
use super::expand::expand;
use super::instantiate::Request;
use super::printer::{Spelling, print_file};
use super::vocabulary::AnyWord;
use text::diagnostic::Diagnostics;
use text::render::render_text;
use text::sources::Sources;

fn library() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join("idioms");
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
        // This listing is left as it was published.
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

#[test]
fn the_language_reference_shows_specifications_that_pass() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/language.md");
    let page = std::fs::read_to_string(path).unwrap();
    let blocks: Vec<&str> =
        page.split("```candl\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(blocks.len() >= 3);
    for block in blocks {
        let mut sources = Sources::new();
        sources.add("language.md", block);
        let compiled = check(&sources, &AnyWord);
        assert_eq!(render_text(&sources, &compiled.diagnostics, false), "");
        assert_eq!(print_file(&compiled.parsed[0], Spelling::Unicode).lines().count(), block.lines().count());
    }
}

/// Checks the published listings beside the library: the specifications that they include exist, and their
/// mistakes are reported.
#[test]
fn published_listings_against_the_library() {
    use text::diagnostic::{Code, Severity};
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../test-ir/candl/listings");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let mut sources = Sources::new();
        for file in library() {
            sources.add_builtin(file.to_string_lossy(), std::fs::read_to_string(&file).unwrap());
        }
        sources.add("listing", std::fs::read_to_string(&path).unwrap());
        let diagnostics = check(&sources, &AnyWord).diagnostics;
        let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity() == Severity::Error);
        let reports: Vec<_> = errors.map(|d| (d.code, sources.text(d.primary.span))).collect();
        let expected: &[(Code, &str)] = match path.file_stem().and_then(|stem| stem.to_str()).unwrap() {
            "value_chain" => &[(Code::Unclosed, "∈")],
            _ => &[],
        };
        assert_eq!(reports, expected, "{path:?}");
    }
}
