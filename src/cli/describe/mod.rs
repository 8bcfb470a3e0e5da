//! `idiom describe PLACE` and `idiom like PLACE`: from code to a description that finds it, and to all code
//! like it.
//!
//! In: `dot.c:5`. Out: `{s} += {a}[{i}] * {b}[{i}]` as a specification, with comments that say at which flags
//! it finds the line. The description is made of the code at the flags of the source.

mod arguments;
mod examples;
mod several;

pub(super) use arguments::{Describe, Like};

use ::describe::{Described, Specification, Wanted, describe, finds_the_place};
use arguments::NamedPlace;
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
    /// The function, if all functions of the file are described.
    function: Option<String>,
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
    let is_one = arguments.also.is_empty() && arguments.not.is_empty();
    let tried = match is_one {
        true => tried(&compiler, &chosen, &arguments.options, console)?,
        false => several::tried(&compiler, &chosen, arguments, console)?.map(|tried| vec![tried]),
    };
    let Some(tried) = tried else { return Ok(Verdict::Findings) };
    let mut places = arguments.place.shown();
    if let Some(value) = &arguments.at {
        places = format!("{value} of {places}");
    }
    places.extend(arguments.also.iter().map(|place| format!(", and at {}", place.shown())));
    places.extend(arguments.not.iter().map(|place| format!(", but not at {}", place.shown())));
    console.print(&text(&tried, &places, arguments.explain))?;
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
    let compiler =
        Compiler { database: database.as_deref(), plugin: plugin.as_deref(), flags, only_own: true };
    let chosen = Chosen { place: &arguments.place, function: arguments.function.as_ref(), value: None };
    let Some(tried) = tried(&compiler, &chosen, &arguments.options, console)? else {
        return Ok(Verdict::Findings);
    };
    let text = text(&tried, &arguments.place.shown(), false);
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

/// The descriptions of a place, tried at all flags. `None` after a message that no description finds it.
fn tried(
    compiler: &Compiler<'_>,
    chosen: &Chosen<'_>,
    options: &arguments::Options,
    console: &Console,
) -> Result<Option<Vec<Tried>>, Failure> {
    let place = chosen.place;
    let needle = if chosen.value.is_some() { None } else { place.lines };
    let compilations = compiler.compilations(place, needle)?;
    let Some((own, _)) = compilations.split_first() else { return Ok(None) };
    let mut reasons: Option<Vec<String>> = None;
    // A whole file has a description for each function, a place that of the first function that has one.
    let is_whole = place.lines.is_none() && chosen.value.is_none();
    let mut made: Vec<(String, Described)> = Vec::new();
    let mut count = 0;
    own.each(chosen, |function, code, place| {
        let wanted = Wanted { place, level: options.level(), name: &options.name, before: count };
        match describe(code, &wanted) {
            Ok(described) => {
                count += described.specifications.len();
                made.push((function.to_owned(), described));
            }
            Err(unsaid) => reasons.get_or_insert_default().extend(unsaid),
        }
        (!is_whole && !made.is_empty()).then_some(())
    });
    if made.is_empty() {
        console.note(&refusal(place, chosen.function, reasons));
        return Ok(None);
    }
    let mut all = Vec::new();
    for (function, described) in made {
        let of = |specification: &Specification| {
            found_at(&specification.text(&[]), &compilations, chosen, &function)
        };
        let found = described.specifications.iter().map(of).collect();
        all.push(Tried { found, described, function: is_whole.then_some(function) });
    }
    Ok(Some(all))
}

/// The flags at which a text finds the place, and those at which it does not. The function at the place is
/// the one of this name, if that is left.
fn found_at(
    text: &str,
    compilations: &[Compilation],
    chosen: &Chosen<'_>,
    function: &str,
) -> (Vec<String>, Vec<String>) {
    let there = Regex::new(&format!("^{}$", regex_lite::escape(function))).ok();
    // At its own flags, which come first, the description was verified when it was made.
    let is_there = |(at, compilation): &(usize, &Compilation)| {
        let same = Chosen { function: there.as_ref(), ..*chosen };
        let is_anywhere = || chosen.place.lines.is_some() && is_found(text, compilation, chosen);
        *at == 0 || is_found(text, compilation, &same) || is_anywhere()
    };
    let (with, without): (Vec<_>, Vec<_>) = compilations.iter().enumerate().partition(is_there);
    let labels =
        |all: Vec<(usize, &Compilation)>| all.into_iter().map(|(_, one)| one.label.clone()).collect();
    (labels(with), labels(without))
}

/// Whether a text finds a place in one compilation.
fn is_found(text: &str, compilation: &Compilation, chosen: &Chosen<'_>) -> bool {
    let finds = |_: &str, code: &::describe::Code<'_>, place: &::describe::Place| {
        finds_the_place(text, code, place).then_some(())
    };
    compilation.each(chosen, finds).is_some()
}

fn refusal(place: &NamedPlace, function: Option<&Regex>, reasons: Option<Vec<String>>) -> String {
    let shown = place.shown();
    match reasons {
        None => {
            let which =
                function.map(|name| format!(" in functions that `{name}` matches")).unwrap_or_default();
            format!("{shown}: no instruction is left of this place{which}")
        }
        Some(unsaid) if unsaid.is_empty() => {
            format!("{shown}: nothing here is stored, returned, carried by a loop or used further on")
        }
        Some(unsaid) => {
            format!("{shown}: no description finds it; what cannot be said: {}", unsaid.join("; "))
        }
    }
}

/// The specifications with their comments.
fn text(all: &[Tried], places: &str, explain: bool) -> String {
    let texts: Vec<String> = all.iter().flat_map(|tried| texts(tried, places, explain)).collect();
    texts.join("\n")
}

fn texts(tried: &Tried, places: &str, explain: bool) -> Vec<String> {
    let described = &tried.described;
    let code = match &tried.function {
        Some(function) => format!("The code of `{function}` in {places}"),
        None => format!("The code at {places}"),
    };
    let mut texts = Vec::new();
    for (at, (specification, (with, without))) in
        described.specifications.iter().zip(&tried.found).enumerate()
    {
        let mut comments = vec![format!("{code}, found {}.", listed("at", with))];
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
    texts
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
