//! `idiom describe PLACE` and `idiom like PLACE`: from code to a description that finds it, and to all code like
//! it.
//!
//! In: `dot.c:5`. Out: `{s} += {a}[{i}] * {b}[{i}]` as a specification, with comments that say at which flags
//! it finds the line. The description is made of the code at the flags of the source.

mod arguments;
mod examples;

pub(super) use arguments::{Describe, Like};

use arguments::NamedPlace;
use ::describe::{Described, Wanted, describe, finds_the_place};
use examples::{Chosen, Compilation, Compiler};
use regex_lite::Regex;
use std::path::PathBuf;
use tools::Verdict;
use tools::arguments::Scan;
use tools::console::{Console, Failure};
use tools::scan;

/// A description with the flags at which it was tried.
struct Tried {
    described: Described,
    /// The flags at which each specification finds the place, and those at which it does not.
    found: Vec<(Vec<String>, Vec<String>)>,
}

pub(super) fn run(arguments: &Describe, console: &Console) -> Result<Verdict, Failure> {
    let compiler = Compiler {
        database: arguments.database.as_deref(),
        plugin: arguments.plugin.as_deref(),
        flags: &arguments.flags,
        only_own: arguments.own_flags,
    };
    let chosen = Chosen {
        place: &arguments.place,
        function: arguments.function.as_ref(),
        value: arguments.at.as_deref(),
    };
    let Some(tried) = tried(&compiler, &chosen, &arguments.options, console)? else {
        return Ok(Verdict::Findings);
    };
    console.print(&text(&tried, &arguments.place, arguments.explain))?;
    Ok(Verdict::Fine)
}

/// Describes a place and scans for the description.
pub(super) fn like(arguments: &Like, console: &Console) -> Result<Verdict, Failure> {
    let Scan { database, plugin, flags, idiom, group, spec, .. } = &arguments.scan;
    if !idiom.is_empty() || !group.is_empty() || !spec.is_empty() {
        let why = "`idiom like` searches for the code at the place alone; `idiom scan` searches for idioms";
        return Err(Failure::Usage(why.to_owned()));
    }
    let database = database_of(database, &arguments.place)?;
    let compiler = Compiler { database: database.as_deref(), plugin: plugin.as_deref(), flags, only_own: true };
    let chosen =
        Chosen { place: &arguments.place, function: arguments.function.as_ref(), value: None };
    let Some(tried) = tried(&compiler, &chosen, &arguments.options, console)? else {
        return Ok(Verdict::Findings);
    };
    let text = text(&tried, &arguments.place, false);
    console.note(&format!("searching for this description:\n\n{text}"));
    let folder = tempfile::tempdir()
        .map_err(|error| Failure::Internal(format!("cannot make a temporary directory: {error}")))?;
    let file = folder.path().join("like.candl");
    std::fs::write(&file, text)
        .map_err(|error| Failure::Internal(format!("cannot write {}: {error}", file.display())))?;
    scan::run(&Scan { spec: vec![file], ..arguments.scan.clone() }, console)
}

/// The database that has the example, among those that are scanned.
fn database_of(databases: &[PathBuf], place: &NamedPlace) -> Result<Option<PathBuf>, Failure> {
    for database in databases {
        if scan::command_of(database, &place.file)?.is_some() {
            return Ok(Some(database.clone()));
        }
    }
    Ok(None)
}

/// The description of a place, tried at all flags. `None` after a message that no description finds it.
fn tried(
    compiler: &Compiler<'_>,
    chosen: &Chosen<'_>,
    options: &arguments::Options,
    console: &Console,
) -> Result<Option<Tried>, Failure> {
    let place = chosen.place;
    let needle = if chosen.value.is_some() { None } else { place.lines };
    let compilations = compiler.compilations(place, needle)?;
    let Some((own, _)) = compilations.split_first() else { return Ok(None) };
    let mut reasons: Option<Vec<String>> = None;
    let made = own.each(chosen, |function, code, place| {
        let wanted = Wanted { place, level: options.level(), name: &options.name };
        match describe(code, &wanted) {
            Ok(described) => Some((function.to_owned(), described)),
            Err(unsaid) => {
                reasons.get_or_insert_default().extend(unsaid);
                None
            }
        }
    });
    let Some((function, described)) = made else {
        console.note(&refusal(place, chosen.function, reasons));
        return Ok(None);
    };
    let mut found = Vec::new();
    for specification in &described.specifications {
        let text = specification.text(&[]);
        let is_found = |compilation: &&Compilation| {
            let there = Regex::new(&format!("^{}$", escaped(&function))).ok();
            let same = Chosen { function: there.as_ref(), ..*chosen };
            let anywhere = Chosen { ..*chosen };
            let search = |chosen: &Chosen<'_>| {
                let finds = |_: &str, code: &::describe::Code<'_>, place: &::describe::Place| {
                    finds_the_place(&text, code, place).then_some(())
                };
                compilation.each(chosen, finds).is_some()
            };
            search(&same) || (place.lines.is_some() && search(&anywhere))
        };
        let (with, without): (Vec<_>, Vec<_>) = compilations.iter().partition(is_found);
        let labels = |all: Vec<&Compilation>| all.into_iter().map(|one| one.label.clone()).collect();
        found.push((labels(with), labels(without)));
    }
    Ok(Some(Tried { described, found }))
}

/// A name as a regular expression that matches it alone.
fn escaped(name: &str) -> String {
    let escape = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c.to_string() } else { format!("\\{c}") };
    name.chars().map(escape).collect()
}

fn refusal(place: &NamedPlace, function: Option<&Regex>, reasons: Option<Vec<String>>) -> String {
    let shown = place.shown();
    match reasons {
        None => {
            let which = function.map(|name| format!(" in functions that `{name}` matches")).unwrap_or_default();
            format!("{shown}: no instruction is left of this place{which}")
        }
        Some(unsaid) if unsaid.is_empty() => {
            format!("{shown}: nothing here is stored, returned, carried by a loop or used further on")
        }
        Some(unsaid) => format!("{shown}: no description finds it; what cannot be said: {}", unsaid.join("; ")),
    }
}

/// The specifications with their comments.
fn text(tried: &Tried, place: &NamedPlace, explain: bool) -> String {
    let described = &tried.described;
    let mut texts = Vec::new();
    for (at, (specification, (with, without))) in
        described.specifications.iter().zip(&tried.found).enumerate()
    {
        let mut comments = vec![format!("The code at {}, found {}.", place.shown(), listed("at", with))];
        if !without.is_empty() {
            comments.push(format!("Not found {}.", listed("at", without)));
        }
        if at == 0 {
            comments.extend(described.left_free.iter().map(|part| format!("Left free: {part}.")));
            comments.extend(described.unsaid.iter().map(|part| format!("Not described: {part}.")));
        }
        if explain {
            comments.push(String::new());
            let line = |(formula, words): &(String, String)| format!("`{formula}`: {words}");
            comments.extend(specification.explained.iter().map(line));
        }
        texts.push(specification.text(&comments));
    }
    texts.join("\n")
}

/// Flags in a sentence. IR is not compiled, so that its label is a sentence of its own.
fn listed(preposition: &str, labels: &[String]) -> String {
    match labels {
        [] => "nowhere".to_owned(),
        [one] if !one.starts_with('-') => one.clone(),
        [one] => format!("{preposition} {one}"),
        [first @ .., last] => format!("{preposition} {} and {last}", first.join(", ")),
    }
}
