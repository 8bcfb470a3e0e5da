//! House rules that the compiler does not check: crates depend on each other as in `docs/ARCHITECTURE.md`, no
//! two files import each other, `unsafe` and printing are limited to some files, files have a limited size,
//! and every file has a module doc.

// A test fails by panicking, also in its helper functions.
#![allow(clippy::unwrap_used)]

mod imports;
mod names;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The files that may contain `unsafe`, besides `src/llvm/`.
const MAY_BE_UNSAFE: &[&str] = &[
    "src/plugin/build.rs",
    "src/plugin/entry.rs",
    "src/plugin/c_api.rs",
    "dispatch/src/entry.rs",
    "dispatch/src/find.rs",
    "dispatch/src/dl.rs",
];

/// Files that may print and read the environment, besides `src/plugin/`, `src/tools/`, `src/cli/`, `src/main.rs`
/// and build scripts.
const EDGES: &[&str] =
    &["dispatch/src/entry.rs", "dispatch/src/implementation.rs", "src/layout/lib.rs", "src/layout/main.rs"];

/// Limit of lines of code in a file, without comments, blank lines and unit tests.
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

/// The folder or file under `src/` that a file belongs to, or the crate `dispatch`.
fn module_of(file: &Path) -> String {
    if file.starts_with(dispatcher()) {
        return "dispatch".to_string();
    }
    let relative = file.strip_prefix(source()).unwrap();
    let first = relative.components().next().unwrap().as_os_str().to_string_lossy();
    first.trim_end_matches(".rs").to_string()
}

/// The folders under `src/` that are crates.
fn crates() -> Vec<PathBuf> {
    let folders = fs::read_dir(source()).unwrap().map(|entry| entry.unwrap().path());
    let mut crates: Vec<PathBuf> = folders.filter(|folder| folder.join("Cargo.toml").is_file()).collect();
    crates.sort();
    assert!(crates.len() > 10, "the crates were not found");
    crates
}

fn name_of(folder: &Path) -> String {
    folder.file_name().unwrap().to_string_lossy().into_owned()
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

/// The crates of this workspace that a crate depends on, by its manifest.
fn known_by(folder: &Path, all: &BTreeSet<String>) -> BTreeSet<String> {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let of_product = manifest.split("\n[dependencies]\n").nth(1).unwrap_or_default();
    let of_product = of_product.split("\n[").next().unwrap();
    let names = of_product.lines().filter_map(|line| line.split(['.', ' ', '=']).next());
    names.filter(|name| all.contains(*name)).map(str::to_owned).collect()
}

/// The crates in the table of `docs/ARCHITECTURE.md`, each with the dependencies in its last column.
fn documented(all: &BTreeSet<String>) -> BTreeMap<String, BTreeSet<String>> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/ARCHITECTURE.md");
    let page = fs::read_to_string(page).unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `src/")?.split_once("/`"));
    let rows = rows.filter(|(name, _)| all.contains(*name));
    rows.map(|(name, row)| {
        let last = row.trim_end_matches([' ', '|']).rsplit('|').next().unwrap();
        let words = last.split(|c: char| !c.is_alphanumeric());
        (name.to_owned(), words.filter(|word| all.contains(*word)).map(str::to_owned).collect())
    })
    .collect()
}

#[test]
fn the_architecture_says_what_each_crate_knows() {
    let all: BTreeSet<String> = crates().iter().map(|folder| name_of(folder)).collect();
    let documented = documented(&all);
    for folder in crates() {
        let name = name_of(&folder);
        assert_eq!(documented.get(&name), Some(&known_by(&folder, &all)), "what `{name}` knows");
    }
}

#[test]
fn no_crate_is_known_that_is_not_named() {
    let all: BTreeSet<String> = crates().iter().map(|folder| name_of(folder)).collect();
    for folder in crates() {
        let files = files_under(&folder).into_iter().filter(|file| !file.ends_with("build.rs"));
        let code: String = files.map(|file| code_of(&file)).collect();
        let known = known_by(&folder, &all);
        let unused = known.iter().filter(|other| !code.contains(&format!("{other}::")));
        assert_eq!(unused.collect::<Vec<_>>(), Vec::<&String>::new(), "dependencies of {}", folder.display());
    }
}

#[test]
fn passes_do_not_import_each_other() {
    let passes = source().join("passes");
    // A pass is a file or a folder directly below `passes/`.
    let pass_of = |file: &Path| {
        let below = file.strip_prefix(&passes).ok()?.components().next()?;
        Some(below.as_os_str().to_string_lossy().trim_end_matches(".rs").to_string())
    };
    let no_pass = ["lib", "applied", "registry", "settings", "regroup", "target", "without_llvm_test"];
    check_all("a pass names another pass", |file| {
        let Some(own) = pass_of(file).filter(|own| !no_pass.contains(&own.as_str())) else {
            return Vec::new();
        };
        let depth = file.strip_prefix(&passes).unwrap().components().count();
        let code = code_of(file);
        let mut others: Vec<String> = files_under(&passes).iter().filter_map(|f| pass_of(f)).collect();
        others.dedup();
        others.retain(|other| *other != own && !no_pass.contains(&other.as_str()));
        let is_mod = file.file_name().unwrap() == "mod.rs" || file.file_name().unwrap() == "lib.rs";
        let up = "super::".repeat(depth - usize::from(is_mod));
        others
            .into_iter()
            .filter(|s| code.contains(&format!("crate::{s}")) || code.contains(&format!("{up}{s}")))
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
    check_all("printing or environment outside plugin, tools and cli", |file| {
        if matches!(module_of(file).as_str(), "plugin" | "tools" | "cli" | "main")
            || file.file_name().unwrap() == "build.rs"
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
fn llvm_stays_in_its_folder() {
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
