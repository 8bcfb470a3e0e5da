//! The building blocks of the library on real IR, and each production and atom of the language (`language`):
//! `test-ir/std/NAME.ll` (made from `NAME.c` by `make.sh` there) → `NAME.expect`.
//!
//! An expectation has a section for each case: a line `== SPECIFICATION FUNCTION: VARIABLE…`, comments that
//! explain the findings, then a line per solution with the values of these variables. An optional
//! `NAME.candl` has specifications that give a building block its surroundings. `IDIOM_BLESS=1` rewrites the
//! solutions and preserves the rest.
//!
//! Each solution must satisfy the expanded formula by [`meaning`]. A specification without collects and with
//! few variables must have no other solutions. The solutions of `scop`, `reductions`, `overwrites` and
//! `rounds` are only compared with the expectation.

// A test fails by panicking, also in its helper functions.
#![allow(clippy::unwrap_used)]

mod cost;
mod growth;
mod meaning;
mod shapes;

use ir::ValueId;
use lang::candl::compile::compile;
use lang::candl::core::VarName;
use lang::candl::expand::{ExpandedFormula, expand};
use lang::candl::instantiate::Request;
use lang::candl::relations::ModelWords;
use library::{BUILTIN, Budget, Library, Solution};
use llvm::{BoundExtraction, Module};
use meaning::{Assignment, Meaning};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use text::diagnostic::Diagnostics;
use text::sources::Sources;

/// Largest number of variables for which all assignments are tried.
const FEW_VARIABLES: usize = 24;

/// Inputs that are not tried by `meaning`: their specifications nest collects, which have too many
/// assignments, or concern accesses, whose terms are no values.
const NOT_TRIED: [&str; 5] = ["scop", "reductions", "matrices", "overwrites", "rounds"];

/// Limit of steps for a search in one of these small functions.
const SMALL_BUDGET: u64 = 20_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("test-ir/std")
}

/// The user's specifications beside an input.
fn own_specifications(name: &str) -> Vec<(String, Vec<u8>)> {
    let file = format!("{name}.candl");
    fs::read(folder().join(&file)).map(|bytes| vec![(file, bytes)]).unwrap_or_default()
}

/// The expanded formula of the specification.
fn formula_of(request: &str, user: &[(String, Vec<u8>)]) -> ExpandedFormula {
    let mut sources = Sources::new();
    for (name, text) in BUILTIN {
        sources.add_builtin(*name, *text);
    }
    for (name, bytes) in user {
        sources.add_bytes(name, bytes.clone());
    }
    let line = sources.add_request("<request>", request);
    let request = Request::parse(&sources, line, &mut Diagnostics::new()).unwrap();
    let compiled = compile(&sources, &ModelWords, &[request]);
    expand(&compiled.program, compiled.program.roots[0].unwrap()).unwrap()
}

/// Whether the formula has a collect; `collect i 0` is only a negation.
fn collects(formula: &ExpandedFormula) -> bool {
    match formula {
        ExpandedFormula::And(parts) | ExpandedFormula::Or(parts) => parts.iter().any(collects),
        ExpandedFormula::Atom(..) => false,
        ExpandedFormula::Collect(collect) => collect.limit > 0,
        ExpandedFormula::Quantified(quantified) => collects(&quantified.body),
        ExpandedFormula::Hidden(hidden) => collects(&hidden.body),
    }
}

/// Checks that the solutions hold by definition, and returns them as assignments.
fn check_soundness(
    case: &str,
    formula: &ExpandedFormula,
    extraction: &BoundExtraction<'_>,
    solutions: &[Solution],
) -> BTreeSet<Assignment> {
    let meaning = Meaning::new(&extraction.model);
    let names: Vec<VarName> = formula.variables().into_iter().collect();
    let mut found = BTreeSet::new();
    for solution in solutions {
        let values: BTreeMap<&str, Option<ValueId>> = solution.variables().collect();
        let assignment: Assignment =
            names.iter().map(|name| (name.clone(), values[name.to_string().as_str()])).collect();
        assert_eq!(values.len(), names.len(), "{case}: variables");
        assert!(meaning.holds(formula, &assignment), "{case}: no solution: {solution:?}");
        assert!(found.insert(assignment), "{case}: twice: {solution:?}");
    }
    found
}

/// Checks that there are no other solutions, where trying all assignments is feasible.
fn check_completeness(
    case: &str,
    formula: &ExpandedFormula,
    extraction: &BoundExtraction<'_>,
    found: &BTreeSet<Assignment>,
) {
    let names: Vec<VarName> = formula.variables().into_iter().collect();
    if names.len() <= FEW_VARIABLES && !collects(formula) {
        let meaning = Meaning::new(&extraction.model);
        let all = meaning.solutions(formula, &names, &mut Assignment::new());
        assert_eq!(all.into_iter().collect::<BTreeSet<_>>(), *found, "{case}: solutions by trying");
    }
}

/// The lines of a case: for each solution the values of the requested variables.
fn lines_of(
    head: &str,
    user: &[(String, Vec<u8>)],
    module: &Module,
    tried: bool,
    libraries: &mut BTreeMap<String, Library>,
) -> String {
    let (case, variables) = head.split_once(':').unwrap_or((head, ""));
    let (request, function) = case.trim().split_once(' ').unwrap();
    let read = || Library::new(user.to_vec(), Some(&[request.to_string()]));
    let library = libraries.entry(request.to_string()).or_insert_with(read);
    assert!(!library.has_errors(), "{case}: {}", library.render(false));
    let extraction = module.function(function).unwrap_or_else(|| panic!("no {function}")).extract();
    let found = library.idioms()[0].find(&extraction.model, Budget::of_steps(SMALL_BUDGET));
    assert!(found.exhausted.is_none(), "{case}: {} steps", found.steps);
    let formula = tried.then(|| formula_of(request, user));
    if let Some(formula) = formula.filter(meaning::is_defined) {
        let assignments = check_soundness(case, &formula, &extraction, &found.solutions);
        check_completeness(case, &formula, &extraction, &assignments);
    }
    let mut lines = String::from(if found.limits_reached.is_empty() { "" } else { "limit reached\n" });
    for solution in &found.solutions {
        let shown = variables.split_whitespace().map(|name| {
            assert!(solution.variables().any(|(known, _)| known == name), "{case}: no variable {name}");
            let value = solution.get(name).map_or("unused".to_string(), |v| extraction.describe(v));
            format!("{name} = {value}")
        });
        writeln!(lines, "{}", shown.collect::<Vec<_>>().join("; ")).unwrap();
    }
    lines
}

/// The updated expectation, with its headings and comments and the new solutions.
fn found_for(name: &str, expected: &str) -> String {
    let user = own_specifications(name);
    let module = Module::read(&folder().join(format!("{name}.ll"))).unwrap_or_else(|e| panic!("{e}"));
    let mut text = String::new();
    let mut waiting: Option<String> = None;
    let mut libraries = BTreeMap::new();
    for line in expected.lines().chain(["=="]) {
        if line.starts_with("==") {
            text += &waiting.take().unwrap_or_default();
            if let Some(head) = line.strip_prefix("== ") {
                waiting =
                    Some(lines_of(head, &user, &module, !NOT_TRIED.contains(&name), &mut libraries) + "\n");
                writeln!(text, "{line}").unwrap();
            }
        } else if line.starts_with('#') {
            writeln!(text, "{line}").unwrap();
        }
    }
    text.trim_end().to_string() + "\n"
}

/// Compares the findings in one input with the expectation, or rewrites it.
fn check(name: &str) {
    let path = folder().join(format!("{name}.expect"));
    let expected = fs::read_to_string(&path).unwrap();
    let found = found_for(name, &expected);
    if std::env::var_os("IDIOM_BLESS").is_some() {
        fs::write(&path, &found).unwrap();
        return;
    }
    assert!(found == expected, "{name} differs; found:\n{found}");
}

#[test]
fn loops() {
    check("loops");
}

#[test]
fn loops_of_other_shapes() {
    check("shapes");
}

#[test]
fn regions() {
    check("regions");
}

#[test]
fn errors() {
    check("errors");
}

#[test]
fn rounds() {
    check("rounds");
}

#[test]
fn memory() {
    check("memory");
}

#[test]
fn affine() {
    check("affine");
}

#[test]
fn chains() {
    check("chains");
}

#[test]
fn products() {
    check("products");
}

#[test]
fn reductions() {
    check("reductions");
}

#[test]
fn matrices() {
    check("matrices");
}

#[test]
fn blocks() {
    check("blocks");
}

#[test]
fn vectors() {
    check("vectors");
}

#[test]
fn updates() {
    check("updates");
}

#[test]
fn overwrites() {
    check("overwrites");
}

#[test]
fn static_control_parts() {
    check("scop");
}

#[test]
fn the_language_itself() {
    check("language");
}

/// Every building block has a case with solutions and a case without.
#[test]
fn every_building_block_has_both_kinds_of_cases() {
    let mut cases: BTreeMap<String, [bool; 2]> = BTreeMap::new();
    let names = [
        "loops",
        "shapes",
        "regions",
        "memory",
        "affine",
        "chains",
        "products",
        "reductions",
        "matrices",
        "blocks",
        "updates",
        "overwrites",
        "scop",
        "errors",
        "rounds",
    ];
    for name in names {
        let text = fs::read_to_string(folder().join(format!("{name}.expect"))).unwrap();
        for section in text.split("== ").skip(1) {
            let mut lines = section.lines().filter(|line| {
                !line.starts_with('#') && !line.starts_with("limit reached") && !line.is_empty()
            });
            let request = lines.next().unwrap().split([' ', '[']).next().unwrap();
            cases.entry(request.trim_start_matches("With").to_string()).or_default()
                [usize::from(lines.next().is_some())] = true;
        }
    }
    for (path, text) in BUILTIN.iter().filter(|(path, _)| path.starts_with("idioms/std/")) {
        for name in text.lines().filter_map(|line| line.strip_prefix("Constraint ")) {
            assert_eq!(cases.get(name), Some(&[true; 2]), "{name} of {path}: without finding, with one");
        }
    }
}
