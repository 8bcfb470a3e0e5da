//! Keeps the layering and the house rules that one crate cannot enforce by itself: who imports whom,
//! where `unsafe` and printing may stand, file size, and a module doc on every file.

// A test fails by panicking, in what it calls as well.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

/// Module folder or file under `src/`, or the crate `dispatch`, and the crate modules it may name. Each may name itself.
const MAY_IMPORT: &[(&str, &[&str])] = &[
    ("model", &[]),
    ("solver", &[]),
    ("values", &["model"]),
    ("dataflow", &["model"]),
    ("accesses", &["model", "values"]),
    ("atoms", &["model", "values", "dataflow", "accesses", "solver"]),
    ("candl", &["model", "solver", "atoms"]),
    ("library", &["candl", "solver", "atoms", "model"]),
    ("semantics", &["model"]),
    // Of the front end its files and diagnostics alone.
    ("rules", &["model", "semantics", "candl"]),
    // Of the front end the expressions of what is to be made.
    ("rewrite", &["model", "candl"]),
    ("report", &["model"]),
    ("llvm", &["model"]),
    ("polyhedral", &["model"]),
    (
        "passes",
        &[
            "values",
            "accesses",
            "polyhedral",
            "model",
            "solver",
            "atoms",
            "candl",
            "library",
            "rewrite",
            "report",
            "llvm",
        ],
    ),
    (
        "plugin",
        &[
            "polyhedral",
            "model",
            "solver",
            "atoms",
            "candl",
            "library",
            "rewrite",
            "report",
            "llvm",
            "passes",
        ],
    ),
    (
        "cli",
        &[
            "polyhedral",
            "model",
            "solver",
            "atoms",
            "candl",
            "library",
            "report",
            "llvm",
            "passes",
            "plugin",
            "semantics",
            "rewrite",
            "rules",
        ],
    ),
    ("dispatch", &[]),
];

/// Where `unsafe` may stand, besides `src/llvm/`.
const MAY_BE_UNSAFE: &[&str] = &["src/plugin/entry.rs", "dispatch/src/entry.rs", "dispatch/src/dl.rs"];

/// Where printing and reading the environment are at home, besides `src/plugin/`, `src/cli/` and `src/main.rs`.
const EDGES: &[&str] = &["dispatch/src/entry.rs", "dispatch/src/implementation.rs"];

/// Files beyond this many lines of code (comments, blank lines and unit tests left out) must be split.
const MOST_LINES: usize = 600;

fn files_under(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|e| e == "rs") => found.push(path),
                false => {}
            }
        }
    }
    found.sort();
    found
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The loader that serves every host, a crate of its own.
fn dispatcher() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("dispatch/src")
}

/// The top-level module a file belongs to.
fn module_of(file: &Path) -> String {
    if file.starts_with(dispatcher()) {
        return "dispatch".to_string();
    }
    let relative = file.strip_prefix(source()).unwrap();
    let first = relative.components().next().unwrap().as_os_str().to_string_lossy();
    first.trim_end_matches(".rs").to_string()
}

/// The text before the unit tests, without comment lines.
fn code_of(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

fn check_all(rule: &str, broken: impl Fn(&Path) -> Vec<String>) {
    let mut files = files_under(&source());
    let of_the_dispatcher = files_under(&dispatcher());
    assert!(files.len() > 10 && of_the_dispatcher.len() > 3, "the sources were not found");
    files.extend(of_the_dispatcher);
    let all: Vec<String> = files
        .iter()
        .flat_map(|f| broken(f).into_iter().map(move |b| format!("{}: {b}", f.display())))
        .collect();
    assert!(all.is_empty(), "{rule}:\n{}", all.join("\n"));
}

#[test]
fn imports_run_one_way() {
    check_all("a module names one it must not know", |file| {
        let module = module_of(file);
        if module == "lib" || module == "main" {
            return Vec::new();
        }
        let Some((_, allowed)) = MAY_IMPORT.iter().find(|(m, _)| *m == module) else {
            return vec![format!("module `{module}` is not in the import table")];
        };
        let code = code_of(file);
        let named = MAY_IMPORT.iter().map(|(m, _)| *m).filter(|m| code.contains(&format!("crate::{m}")));
        named
            .filter(|m| *m != module && !allowed.contains(m))
            .map(|m| format!("names `crate::{m}`"))
            .collect()
    });
}

#[test]
fn passes_do_not_import_each_other() {
    let passes = source().join("passes");
    // A pass is a file or a folder directly below `passes/`.
    let pass_of = |file: &Path| {
        let below = file.strip_prefix(&passes).ok()?.components().next()?;
        Some(below.as_os_str().to_string_lossy().trim_end_matches(".rs").to_string())
    };
    let no_pass = [
        "mod",
        "registry",
        "outcome",
        "findings",
        "view",
        "static_part",
        "regroup",
        "meeting",
        "within",
        "host",
        "target",
        "without_llvm_test",
    ];
    check_all("a pass names another pass", |file| {
        let Some(own) = pass_of(file).filter(|own| !no_pass.contains(&own.as_str())) else {
            return Vec::new();
        };
        let depth = file.strip_prefix(&passes).unwrap().components().count();
        let code = code_of(file);
        let mut others: Vec<String> = files_under(&passes).iter().filter_map(|f| pass_of(f)).collect();
        others.dedup();
        others.retain(|other| *other != own && !no_pass.contains(&other.as_str()));
        // What is searched may be normalised before.
        others.retain(|other| other != "normalise");
        let is_mod = file.file_name().unwrap() == "mod.rs";
        let up = "super::".repeat(depth - usize::from(is_mod));
        others
            .into_iter()
            .filter(|s| code.contains(&format!("passes::{s}")) || code.contains(&format!("{up}{s}")))
            .collect()
    });
}

#[test]
fn unsafe_stays_at_the_border() {
    check_all("`unsafe` outside llvm/, the entries and the dynamic loader", |file| {
        let code = code_of(file);
        let allowed = module_of(file) == "llvm" || MAY_BE_UNSAFE.iter().any(|f| file.ends_with(f));
        let count = code.matches("unsafe ").count() + code.matches("unsafe(").count();
        if allowed || count == 0 { Vec::new() } else { vec![format!("{count} times")] }
    });
}

#[test]
fn only_the_edges_print_or_read_the_environment() {
    check_all("printing or environment outside plugin and cli", |file| {
        if matches!(module_of(file).as_str(), "plugin" | "cli" | "main")
            || EDGES.iter().any(|edge| file.ends_with(edge))
        {
            return Vec::new();
        }
        let code = code_of(file);
        let calls = ["println!", "eprintln!", "print!(", "env::var", "io::stderr", "io::stdout"];
        calls.iter().filter(|call| code.contains(*call)).map(|call| format!("uses `{call}`")).collect()
    });
}

#[test]
fn the_solver_knows_no_ir_and_llvm_stays_in_its_folder() {
    check_all("LLVM outside llvm/", |file| {
        let module = module_of(file);
        let code = code_of(file);
        let words = ["inkwell", "llvm_sys", "llvm_plugin", "LLVMValueRef"];
        let found = words.iter().filter(|w| module != "llvm" && code.contains(*w));
        found.map(|w| format!("names `{w}`")).collect()
    });
}

#[test]
fn every_file_says_what_it_is() {
    check_all("no module doc", |file| {
        let text = fs::read_to_string(file).unwrap();
        if text.starts_with("//!") { Vec::new() } else { vec!["does not start with `//!`".into()] }
    });
}

#[test]
fn files_stay_readable() {
    check_all("too long", |file| {
        let lines = code_of(file).lines().filter(|line| !line.trim().is_empty()).count();
        if lines <= MOST_LINES {
            Vec::new()
        } else {
            vec![format!("{lines} lines of code, at most {MOST_LINES}")]
        }
    });
}
