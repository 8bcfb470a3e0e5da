//! Comparison of the docs' tables with the code: every pass, parameter, extension point, variable, remark,
//! built-in specification and dependency is documented, and every documented one exists. `lit/docs/` runs the
//! code blocks.
//!
//! `IDIOM_BLESS=1` renews the lists of `library.md`, which are generated.

// A test fails by panicking, also in its helper functions.
#![allow(clippy::unwrap_used)]

use ir::pipeline::ExtensionPoint;
use library::{Builtin, Group, RewriteSet, builtins, rewrite_sets};
use passes::registry::PASSES;
use report::{HINT_REMARK, NearMiss, Outcome};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn book() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src")
}

fn page(name: &str) -> String {
    fs::read_to_string(book().join(name)).unwrap()
}

/// The titles and texts of sections whose titles have a name in backticks.
fn sections(page: &str) -> Vec<(&str, &str)> {
    let sections = page.split("\n## ").skip(1);
    let named = sections.filter_map(|s| s.split_once('\n'));
    named.filter_map(|(title, text)| Some((title.strip_prefix('`')?.strip_suffix('`')?, text))).collect()
}

/// The first cells of the rows of all tables in a text.
fn first_cells(text: &str) -> Vec<String> {
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| row.split_once("` |")).map(|(cell, _)| cell.replace("\\|", "|")).collect()
}

/// The parts of a text in backticks.
fn in_backticks(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn the_items_that_the_architecture_names_are_in_the_files_that_it_names() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/ARCHITECTURE.md")).unwrap();
    let tables = page.split("\n## ").filter(|section| {
        ["The way of the data", "Where is it decided?"].iter().any(|title| section.starts_with(title))
    });
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut named = 0;
    for row in tables.flat_map(|section| section.lines().filter(|line| line.starts_with('|'))) {
        // The question may have names that are not items.
        let answer = row.trim_matches('|').split_once('|').map_or("", |(_, answer)| answer);
        let (files, names): (Vec<&str>, Vec<&str>) =
            in_backticks(answer).into_iter().partition(|part| part.contains('/'));
        let text: String = files
            .iter()
            .map(|file| fs::read_to_string(root.join(file)).unwrap_or_else(|_| panic!("{file}")))
            .collect();
        let words: BTreeSet<&str> = text.split(|c: char| !is_word(c)).collect();
        let is_item = |name: &&str| !name.is_empty() && name.chars().all(|c| is_word(c) || c == ':');
        for name in names.into_iter().filter(is_item).flat_map(|name| name.split("::")) {
            named += 1;
            assert!(words.contains(name), "`{name}` is not in {files:?}: {row}");
        }
    }
    assert!(named > 60, "only {named} items were found");
}

#[test]
fn every_pass_is_documented_with_its_parameters_and_place() {
    let page = page("passes.md");
    let sections = sections(&page);
    let documented: Vec<&str> = sections.iter().map(|(title, _)| *title).collect();
    assert_eq!(documented, PASSES.iter().map(|pass| pass.name).collect::<Vec<_>>());
    for (pass, (_, text)) in PASSES.iter().zip(sections) {
        let own = text.split("\n### ").next().unwrap();
        let parameters: Vec<&str> = pass.parameters.iter().map(|parameter| parameter.syntax()).collect();
        assert_eq!(first_cells(own), parameters, "parameters of {}", pass.name);
        let place = match pass.point {
            Some(point) => format!("Default place: `{}`", point.name()),
            None => "Runs in pipelines only.".to_string(),
        };
        // Paragraphs are wrapped.
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(&place), "{}: no `{place}`", pass.name);
        let help = pass.help.split(';').next().unwrap().to_lowercase();
        let plain = text.replace('`', "").to_lowercase();
        assert!(plain.trim_start().starts_with(&help), "{}: does not begin with its help", pass.name);
    }
}

#[test]
fn every_place_is_documented() {
    let page = page("passes.md");
    let (_, table) = page.split_once("\n## Places\n").unwrap();
    for point in ExtensionPoint::ALL {
        assert!(table.contains(&format!("`{}`", point.name())), "{}", point.name());
    }
}

/// All outcomes; the exhaustive match makes the compiler require new ones here.
fn outcomes() -> Vec<Outcome> {
    use Outcome::*;
    let next = |outcome| match outcome {
        Found => Some(Rewritten),
        Rewritten => Some(Guarded),
        Guarded => Some(NotLegal),
        NotLegal => Some(NotProfitable),
        NotProfitable => Some(NotProven),
        NotProven => Some(BudgetExhausted),
        BudgetExhausted => Some(LimitReached),
        LimitReached => None,
    };
    std::iter::successors(Some(Found), |outcome| next(*outcome)).collect()
}

#[test]
fn every_remark_is_documented() {
    let page = page("remarks.md");
    let (table, _) = page.split_once("\n## Keys\n").unwrap();
    let others = [NearMiss::REMARK, HINT_REMARK];
    let names = outcomes().into_iter().map(|outcome| outcome.remark_name()).chain(others);
    assert_eq!(first_cells(table), names.collect::<Vec<_>>());
}

fn list(rows: &[Builtin]) -> String {
    let rows = rows.iter().map(|row| format!("| `{}` | {} |\n", row.name, row.doc.replace('|', "\\|")));
    format!("\n| name | what it is |\n| --- | --- |\n{}\n", rows.collect::<String>())
}

/// The built-in sets of rewrites with their members.
fn list_of_sets() -> String {
    let row = |set: RewriteSet| {
        let rewrites: Vec<String> = set.rewrites.iter().map(|name| format!("`{name}`")).collect();
        format!("| `{}` | {} | {} |\n", set.name, rewrites.join(", "), set.doc)
    };
    let rows: String = rewrite_sets().into_iter().map(row).collect();
    format!("\n| name | its rewrites | what it is |\n| --- | --- | --- |\n{rows}\n")
}

#[test]
fn the_library_page_lists_what_is_built_in() {
    let of = |group| builtins().into_iter().filter(|b| b.group == group).collect::<Vec<Builtin>>();
    let (idioms, on_request, blocks) = (of(Group::Idiom), of(Group::OnRequest), of(Group::BuildingBlock));
    assert!(!idioms.is_empty() && !on_request.is_empty() && !blocks.is_empty());
    let old = page("library.md");
    let mut new = old.clone();
    for (mark, list) in [
        ("<!-- idioms", list(&idioms)),
        ("<!-- on request", list(&on_request)),
        ("<!-- rewrites", list_of_sets()),
        ("<!-- building blocks", list(&blocks)),
    ] {
        let at = new.find(mark).unwrap();
        let begin = at + new[at..].find("-->").unwrap() + "-->".len();
        let end = begin + new[begin..].find("<!-- end -->").unwrap();
        new.replace_range(begin..end, &format!("\n{list}"));
    }
    if std::env::var_os("IDIOM_BLESS").is_some() {
        fs::write(book().join("library.md"), &new).unwrap();
    } else {
        assert_eq!(old, new, "library.md is out of date; IDIOM_BLESS=1 renews it");
    }
}

/// The files that show how to request remarks.
fn files_that_show_commands() -> Vec<PathBuf> {
    let mut left: Vec<PathBuf> =
        ["README.md", "docs", "examples", "scripts", "src", "python"].map(PathBuf::from).into();
    let mut files = Vec::new();
    while let Some(path) = left.pop() {
        match fs::read_dir(&path) {
            Ok(entries) => left.extend(entries.map(|entry| entry.unwrap().path())),
            Err(_) => files.push(path),
        }
    }
    files
}

/// The pattern of `-Rpass=` is a regular expression, and LLVM has a pass `loop-idiom`.
#[test]
fn remarks_are_requested_by_the_name_alone() {
    let (mut shown, mut loose) = (0, Vec::new());
    for file in files_that_show_commands() {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        for flag in
            ["-Rpass=", "-Rpass-missed=", "-Rpass-analysis=", "-pass-remarks=", "-pass-remarks-missed="]
        {
            for (at, _) in text.match_indices(flag) {
                let pattern = text[at + flag.len()..].trim_start_matches(['\'', '"']);
                // clang prints the name of the pass in brackets after each remark.
                let is_printed = text[..at].ends_with('[');
                shown += usize::from(pattern.starts_with("^idiom"));
                if pattern.starts_with("idiom") && !is_printed {
                    loose.push(format!("{}: {flag}idiom", file.display()));
                }
            }
        }
    }
    assert!(loose.is_empty(), "{loose:#?}");
    assert!(shown > 40, "{shown}");
}

fn links(text: &str) -> Vec<&str> {
    text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target).collect()
}

#[test]
fn the_summary_has_every_page() {
    let summary = page("SUMMARY.md");
    let mut linked = links(&summary);
    linked.sort_unstable();
    let entries = fs::read_dir(book()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
    let mut pages: Vec<String> = entries.filter(|n| n.ends_with(".md") && n != "SUMMARY.md").collect();
    pages.sort_unstable();
    assert_eq!(linked, pages);
}

/// A heading as the fragment of a link.
fn fragment(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    kept.chars().filter(|c| c.is_alphanumeric() || "-_ ".contains(*c)).collect::<String>().replace(' ', "-")
}

#[test]
fn links_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages: Vec<PathBuf> = fs::read_dir(book()).unwrap().map(|e| e.unwrap().path()).collect();
    pages.retain(|path| path.extension().is_some_and(|e| e == "md"));
    pages.extend(
        ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/ARCHITECTURE.md"].map(|name| root.join(name)),
    );
    let mut checked = 0;
    for path in pages {
        let text = fs::read_to_string(&path).unwrap();
        for link in links(&text).into_iter().filter(|link| !link.starts_with("https://")) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { path.with_file_name(file) };
            let target = if file.contains('/') { path.parent().unwrap().join(file) } else { target };
            assert!(target.exists(), "{}: {link} leads nowhere", path.display());
            if !heading.is_empty() {
                let there = fs::read_to_string(&target).unwrap();
                let headings = there.lines().filter(|line| line.starts_with('#')).map(fragment);
                assert!(
                    headings.into_iter().any(|h| h == heading),
                    "{}: no heading for {link}",
                    path.display()
                );
            }
            checked += 1;
        }
    }
    assert!(checked > 30, "only {checked} links found");
}

fn architecture() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/ARCHITECTURE.md")).unwrap()
}

#[test]
fn every_dependency_has_its_reason() {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).unwrap();
    let sections = manifest.split("\n[").filter(|section| section.starts_with("workspace.dependencies]\n"));
    let lines =
        sections.flat_map(|section| section.lines().skip(1)).filter(|line| !line.contains("{ path = "));
    let names: Vec<&str> = lines.filter_map(|line| line.split_once(" = ")).map(|(name, _)| name).collect();
    assert!(names.len() > 15, "the manifest was not understood: {names:?}");
    let page = architecture();
    let (_, reasons) = page.split_once("\n## Dependencies, and why\n").unwrap();
    let (table, _) = reasons.split_once("\nLeft out on purpose").unwrap();
    let mut documented: Vec<&str> =
        table.lines().filter(|l| l.starts_with("| `")).flat_map(crates_of).collect();
    let mut names = names;
    documented.sort_unstable();
    names.sort_unstable();
    assert_eq!(documented, names);
}

/// The names in backticks in the first cell of a row.
fn crates_of(row: &str) -> impl Iterator<Item = &str> {
    let cell = row.trim_start_matches("| ").split(" | ").next().unwrap();
    cell.split('`').skip(1).step_by(2)
}

#[test]
fn files_named_in_the_architecture_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = architecture();
    let named = page.split('`').skip(1).step_by(2);
    let homes = ["src/", "tests/", "test-ir/", "lit/", "scripts/", "docs/", "fuzz/", "benches/"];
    let paths: Vec<&str> =
        named.filter(|n| homes.iter().any(|home| n.starts_with(home)) && !n.contains('*')).collect();
    assert!(paths.len() > 30, "only {} paths found", paths.len());
    for path in paths {
        // The name of a tool's subcommand is no part of the path.
        let file = path.split(' ').next().unwrap();
        assert!(root.join(file).exists(), "{path} is named and not there");
    }
}
