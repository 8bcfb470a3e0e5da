//! No two files import each other, except the pairs in [`EACH_OTHER`].

use super::{code_of, crates, dispatcher, files_under, name_of, source};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Files that may name each other: recursive computations, and data whose parts are in two files.
const EACH_OTHER: &[(&str, &str)] = &[
    // One recursive computation in both files.
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
    ("lang::atoms::atom", "lang::atoms::own_analysis"),
    ("lang::atoms::narrow", "lang::atoms::world"),
    ("lang::atoms::own_solution", "lang::atoms::world"),
    ("lang::candl::analyses", "lang::candl::ast"),
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
];

/// The path of a module from the crate root.
type Module = Vec<String>;

/// The files of a crate, by their modules.
fn modules(root: &Path) -> BTreeMap<Module, PathBuf> {
    let module = |file: &PathBuf| {
        let below = file.strip_prefix(root).unwrap().with_extension("");
        let names = below.components().map(|name| name.as_os_str().to_string_lossy().into_owned());
        names.filter(|name| name != "mod" && name != "lib").collect()
    };
    files_under(root).into_iter().map(|file| (module(&file), file)).collect()
}

/// The paths in code that begin with `crate`, `super` or `self`, and the paths of its `use` items, with
/// groups expanded.
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

/// The module that a path in the module `from` leads to, with re-exports followed.
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
            // A folder's main file may contain items that the folder's files share.
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
