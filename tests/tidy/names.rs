//! Rules for names and comments: no type name twice in a crate, no item with a vague name, no comment that
//! begins with a pronoun.

use super::{code_of, crates, dispatcher, files_under, name_of, source};
use fancy_regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The crates in which every name and comment follows these rules; the others are still to be revised.
const SETTLED: &[&str] = &[
    "analysis",
    "dispatch",
    "editor",
    "find",
    "ir",
    "lang",
    "layout",
    "library",
    "llvm",
    "normalise",
    "passes",
    "plugin",
    "proof",
    "report",
    "scop",
    "search",
    "solver",
    "specs",
    "synth",
    "text",
    "tools",
    "top",
    "wording",
];

/// Vague participles, which name neither an agent nor an object.
const VAGUE: &str = "told|asked|kept|within|meant|said";

/// Pronouns with which a comment must not begin.
const PRONOUNS: &[&str] =
    &["What", "That", "Those", "Which", "Of which", "It", "They", "The one", "The ones"];

/// The source files of the settled crates, by crate, without tests.
fn files_of_crates() -> BTreeMap<String, Vec<PathBuf>> {
    let roots = crates();
    let is_test = |file: &Path| {
        let name = file.file_name().unwrap().to_string_lossy();
        let is_in_tests =
            file.components().any(|part| matches!(part.as_os_str().to_str(), Some("tests" | "testing")));
        name.ends_with("_test.rs") || name == "tests.rs" || is_in_tests
    };
    let mut files: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for file in files_under(&source()).into_iter().chain(files_under(&dispatcher())) {
        if is_test(file.strip_prefix(source()).unwrap_or(&file)) {
            continue;
        }
        let root = roots.iter().find(|root| file.starts_with(root));
        let name = root.map_or("top".to_owned(), |root| name_of(root));
        let name = if file.starts_with(dispatcher()) { "dispatch".to_owned() } else { name };
        files.entry(name).or_default().push(file);
    }
    files.retain(|name, _| SETTLED.contains(&name.as_str()));
    assert_eq!(files.len(), SETTLED.len(), "crates were not found");
    files
}

#[test]
fn no_type_has_a_name_twice_in_a_crate() {
    let definition =
        Regex::new(r"(?m)^(?:pub(?:\([^)]*\))? )?(?:struct|enum|trait|type|union) (\w+)").unwrap();
    let mut twice = Vec::new();
    for (name, files) in files_of_crates() {
        let mut seen: BTreeMap<String, BTreeSet<PathBuf>> = BTreeMap::new();
        for file in files {
            let code = code_of(&file);
            for found in definition.captures_iter(&code) {
                let ty = found.unwrap()[1].to_owned();
                seen.entry(ty).or_default().insert(file.clone());
            }
        }
        let more = seen.into_iter().filter(|(_, files)| files.len() > 1);
        twice.extend(more.map(|(ty, files)| format!("{name}: {ty} in {files:?}")));
    }
    assert!(twice.is_empty(), "types with one name:\n{}", twice.join("\n"));
}

#[test]
fn no_item_has_a_name_that_says_nothing() {
    let item = format!(r"\b(?:fn|struct|enum|trait|type|mod|const|static|let|let mut) (?:{VAGUE})\b");
    let item = Regex::new(&format!("(?i){item}")).unwrap();
    let mut vague = Vec::new();
    for file in files_of_crates().into_values().flatten() {
        let code = code_of(&file);
        let found = item.find_iter(&code).map(|found| found.unwrap().as_str().to_owned());
        vague.extend(found.map(|found| format!("{}: {found}", file.display())));
    }
    assert!(vague.is_empty(), "name the thing:\n{}", vague.join("\n"));
}

#[test]
fn comments_begin_with_their_subject() {
    let mut found = Vec::new();
    for file in files_of_crates().into_values().flatten() {
        let text = fs::read_to_string(&file).unwrap();
        let mut before = "";
        for line in text.lines().map(str::trim_start) {
            let sign = ["//! ", "/// "].into_iter().find(|sign| line.starts_with(sign));
            let begins = sign.is_some_and(|sign| !before.starts_with(sign.trim_end()));
            let words = sign.map_or("", |sign| &line[sign.len()..]);
            let is_pronoun = |pronoun: &&str| {
                words.strip_prefix(*pronoun).is_some_and(|rest| rest.starts_with([' ', ',']))
            };
            if begins && PRONOUNS.iter().any(is_pronoun) {
                found.push(format!("{}: {line}", file.display()));
            }
            before = line;
        }
    }
    assert!(found.is_empty(), "comments whose subject is a pronoun:\n{}", found.join("\n"));
}
