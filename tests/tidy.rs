//! House rules that crates cannot keep by themselves: `docs/ARCHITECTURE.md` says what each crate knows, no
//! two files import each other, and there are places for `unsafe` and printing, a limit on the size of a file,
//! and a module doc on every file.

// A test fails by panicking, in what it calls as well.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Where `unsafe` may stand, besides `src/llvm/`.
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

/// The other crates of ours that a crate depends on, by its manifest.
fn known_by(folder: &Path, all: &BTreeSet<String>) -> BTreeSet<String> {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let of_product = manifest.split("\n[dependencies]\n").nth(1).unwrap_or_default();
    let of_product = of_product.split("\n[").next().unwrap();
    let names = of_product.lines().filter_map(|line| line.split(['.', ' ', '=']).next());
    names.filter(|name| all.contains(*name)).map(str::to_owned).collect()
}

/// The crates in the table of `docs/ARCHITECTURE.md`, each with those in its last column.
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

/// Files that may name each other: recursive computations, and data whose parts are in two files.
const EACH_OTHER: &[(&str, &str)] = &[
    // A computation that needs itself in both.
    ("analysis::values::bounds", "analysis::values::branches"),
    ("analysis::values::bounds", "analysis::values::induction"),
    ("analysis::values::linear", "analysis::values::parts"),
    ("normalise::offset", "normalise::shared"),
    ("solver::planner::ordering", "solver::planner::pushdown"),
    ("analysis::dataflow::flow_graph", "analysis::dataflow::framework"),
    ("analysis::dataflow::framework", "analysis::dataflow::sparse"),
    // A type and the families of its operations, or the types of its parts.
    ("analysis::accesses::term", "analysis::accesses::written"),
    ("lang::atoms::access", "lang::atoms::world"),
    ("lang::atoms::narrow", "lang::atoms::world"),
    ("lang::candl::ast", "lang::candl::pattern::tree"),
    ("lang::candl::pattern::fold", "lang::candl::pattern::tree"),
    ("ir::address", "ir::function"),
    ("ir::edit", "ir::function"),
    ("ir::facts", "ir::function"),
    ("ir::function", "ir::left_out"),
    ("ir::function", "ir::memory"),
    ("report::finding", "report::json"),
    ("report::finding", "report::scop"),
    ("proof::rules::classes", "proof::rules::form"),
    ("proof::rules::matching::bindings", "proof::rules::matching::evaluate"),
    ("proof::semantics::arithmetic", "proof::semantics::term"),
    ("solver::compiled", "solver::search"),
    ("solver::relations", "solver::search"),
    // The table of passes, and the one that leaves out what others act on.
];

/// A module by the names from the crate on.
type Module = Vec<String>;

/// The files of a crate by the modules that they are.
fn modules(root: &Path) -> BTreeMap<Module, PathBuf> {
    let module = |file: &PathBuf| {
        let below = file.strip_prefix(root).unwrap().with_extension("");
        let names = below.components().map(|name| name.as_os_str().to_string_lossy().into_owned());
        names.filter(|name| name != "mod" && name != "lib").collect()
    };
    files_under(root).into_iter().map(|file| (module(&file), file)).collect()
}

/// The paths from `crate`, `super` and `self` on that code names, and those of its `use`s; groups are written
/// out.
fn paths_of(code: &str) -> Vec<Vec<String>> {
    let (mut paths, mut rest) = (Vec::new(), code);
    let begins = ["use ", "crate::", "super::", "self::"];
    while let Some(at) = begins.iter().filter_map(|word| rest.find(word)).min() {
        rest = &rest[at..];
        let path = rest.strip_prefix("use ").unwrap_or(rest);
        let is_use = path.len() < rest.len();
        let belongs = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':') || (is_use && c != ';');
        let end = path.find(|c| !belongs(c)).unwrap_or(path.len());
        write_out(&path[..end].split_whitespace().collect::<String>(), Vec::new(), &mut paths);
        rest = &path[end..];
    }
    paths
}

/// `a::{b, c::d}` as `a::b` and `a::c::d`.
fn write_out(path: &str, mut before: Vec<String>, out: &mut Vec<Vec<String>>) {
    let Some((head, group)) = path.split_once('{') else {
        before.extend(path.split("::").map(str::to_owned));
        return out.push(before);
    };
    before.extend(head.split("::").filter(|name| !name.is_empty()).map(str::to_owned));
    let (mut depth, mut from) = (0, 0);
    let group = group.strip_suffix('}').unwrap_or(group);
    for (at, c) in group.char_indices().chain([(group.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                write_out(&group[from..at], before.clone(), out);
                from = at + 1;
            }
            _ => {}
        }
    }
}

/// The module that a path leads to from another one, and the name in it, re-exports followed.
fn resolved(modules: &BTreeMap<Module, PathBuf>, from: &Module, path: &[String]) -> Option<Module> {
    let (mut module, mut names): (Module, &[String]) = (from.clone(), path);
    if let [first, rest @ ..] = names {
        match first.as_str() {
            "crate" => (module, names) = (Vec::new(), rest),
            "self" => names = rest,
            _ => {}
        }
    }
    while let [first, rest @ ..] = names {
        if first != "super" {
            break;
        }
        (module, names) = (module[..module.len().checked_sub(1)?].to_vec(), rest);
    }
    while let [first, rest @ ..] = names {
        let child = [module.as_slice(), std::slice::from_ref(first)].concat();
        if modules.contains_key(&child) {
            (module, names) = (child, rest);
            continue;
        }
        let file = modules.get(&module)?;
        let is_of_child =
            |path: &Vec<String>| modules.contains_key(&[module.as_slice(), &path[..1]].concat());
        let exports = paths_of(&code_of(file)).into_iter().filter(is_of_child);
        let mut exports = exports.filter(|path| path.last() == Some(first) && path.len() > 1);
        return exports.next().map_or(Some(module.clone()), |path| resolved(modules, &module, &path));
    }
    Some(module)
}

#[test]
fn files_do_not_import_each_other() {
    let (mut pairs, mut seen) = (BTreeSet::new(), 0);
    let crates = crates();
    for root in crates.iter().cloned().chain([source(), dispatcher()]) {
        let mut modules = modules(&root);
        modules.retain(|_, file| root != source() || !crates.iter().any(|inner| file.starts_with(inner)));
        let mut named = BTreeSet::new();
        for (module, file) in &modules {
            let paths = paths_of(&code_of(file));
            let others = paths.iter().filter_map(|path| resolved(&modules, module, path));
            // What a folder's files share may stand in the file of the folder.
            let others = others.filter(|other| !other.starts_with(module) && !module.starts_with(other));
            named.extend(others.map(|other| (module.clone(), other)));
        }
        seen += named.len();
        let back = |(a, b): &(Module, Module)| a < b && named.contains(&(b.clone(), a.clone()));
        let whole = |module: &Module| [&[name_of(&root)], module.as_slice()].concat().join("::");
        pairs.extend(named.iter().filter(|pair| back(pair)).map(|(a, b)| (whole(a), whole(b))));
    }
    assert!(seen > 500, "{seen} imports are too few");
    pairs.retain(|(a, b)| !EACH_OTHER.contains(&(a.as_str(), b.as_str())));
    assert!(pairs.is_empty(), "files import each other: {pairs:?}");
}
