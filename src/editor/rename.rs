//! Renaming that preserves the meaning: the new text is compiled, and every specification must expand as
//! before.
//!
//! The occurrences of a name are found textually. To check that they are complete and that the new name is
//! free, the expansions before and after are compared, with the old name put back; renaming is refused if
//! they differ.
//!
//! ```text
//! {iterator} of For, x   =>   refused where another specification includes For and means its `iterator`
//! ```

use super::occurrences::{Occurrence, includes, named_in, occurrences};
use super::symbol::{Symbol, of_index, of_specification, symbol_at};
use super::view::{Files, View};
use lang::candl::ast::{File, Span, Specification, Step, Variable};
use lang::candl::classes::classify;
use lang::candl::parser::Parsed;
use lang::candl::printer::{Spelling, print_file};
use lang::candl::token_class::TokenClass;
use lang::candl::used::identity;
use library::expansions;
use std::collections::BTreeMap;
use std::ops::Range;

/// A text edit in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edit {
    /// The file's name.
    pub file: String,
    /// The first byte that is replaced.
    pub start: usize,
    /// The byte behind the last replaced one.
    pub end: usize,
    /// The new text.
    pub text: String,
}

/// The reason why a name cannot be changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no name at this position that could be changed.
    #[error("there is no name of yours here")]
    NoName,
    /// The specification is built in.
    #[error("`{0}` is built in")]
    Builtin(String),
    /// The name comes from an included specification.
    #[error("`{0}` is a name of the included specification: rename it there")]
    Inside(String),
    /// The new text is not a name.
    #[error("`{0}` is no name")]
    NotAName(String),
    /// The files have errors, so that the expansions cannot be compared.
    #[error("{0} has errors, so that it cannot be told whether the meaning stays")]
    Errors(String),
    /// The meaning of a specification would change.
    #[error("`{0}` would mean something else")]
    Changes(String),
}

/// The entity to rename.
enum Target {
    Specification(String),
    /// The variables of a specification whose names begin with these words.
    Variable(String, Vec<String>),
    Index(String, String),
}

/// The place of the name at a byte, if it can be changed.
///
/// # Errors
///
/// There is no such name.
pub fn renamed_at(view: &View, offset: usize) -> Result<Span, Refusal> {
    target(view, offset).map(|(_, span)| span)
}

fn target(view: &View, offset: usize) -> Result<(Target, Span), Refusal> {
    let (symbol, span) = symbol_at(view, offset).ok_or(Refusal::NoName)?;
    let target = match symbol {
        Symbol::Specification(name) => match view.named(&name) {
            Some((_, entry)) if entry.builtin => return Err(Refusal::Builtin(name)),
            Some(_) => Target::Specification(name),
            None => return Err(Refusal::NoName),
        },
        Symbol::Variable(_, occurrence, word) if occurrence.is_inside => {
            return Err(Refusal::Inside(occurrence.words[word].0.clone()));
        }
        Symbol::Variable(specification, occurrence, word) => {
            let words = occurrence.words[..=word].iter().map(|(text, _)| text.clone()).collect();
            Target::Variable(specification.name.text.clone(), words)
        }
        Symbol::Index(specification, name) => Target::Index(specification.name.text.clone(), name),
        Symbol::Token(_) => return Err(Refusal::NoName),
    };
    Ok((target, span))
}

/// The edits that change the name at a byte of the text. `users` are other files that use the text, each with
/// the files that it uses.
///
/// # Errors
///
/// The reason why the name cannot be changed.
pub fn rename(view: &View, offset: usize, to: &str, users: Vec<Files>) -> Result<Vec<Edit>, Refusal> {
    let (target, _) = target(view, offset)?;
    if !is_name(to) {
        return Err(Refusal::NotAName(to.to_owned()));
    }
    if let Target::Index(name, _) = &target {
        let specification = view.specifications().iter().find(|own| own.name.text == *name);
        if specification.is_some_and(|specification| !of_index(view, specification, to).is_empty()) {
            return Err(Refusal::Changes(name.clone()));
        }
    }
    let own = std::iter::once(View::of(view.files().clone()));
    let views: Vec<View> = own.chain(users.into_iter().map(View::of)).collect();
    let mut edits: Vec<Edit> = Vec::new();
    for view in &views {
        if view.has_errors() {
            return Err(Refusal::Errors(view.sources().file(view.file()).name().to_owned()));
        }
        edits.extend(edits_in(view, &target, &defining_file(&views[0], &target), to));
    }
    edits.sort_by_key(|edit| (identity(&edit.file), edit.start));
    edits.dedup_by_key(|edit| (identity(&edit.file), edit.start));
    for view in &views {
        compare(view, &target, to, &edits)?;
    }
    Ok(edits)
}

fn is_name(text: &str) -> bool {
    let mut characters = text.chars();
    let first = characters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    first
        && characters.all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !matches!(text, "Constraint" | "Rewrite" | "End")
}

/// The file that defines the specification that the target is, or belongs to.
fn defining_file(view: &View, target: &Target) -> std::path::PathBuf {
    let (Target::Specification(name) | Target::Variable(name, _) | Target::Index(name, _)) = target;
    let file = view.named(name).map_or(view.file(), |(_, entry)| entry.specification.span.file);
    identity(view.sources().file(file).name())
}

/// The edits in the files of a view.
fn edits_in(view: &View, target: &Target, defined: &std::path::Path, to: &str) -> Vec<Edit> {
    let files = 0..view.sources().len() as u32;
    let home = files
        .filter(|file| !view.is_builtin(*file))
        .find(|file| identity(view.sources().file(*file).name()) == defined);
    let Some(home) = home else { return Vec::new() };
    // Names are looked up in the file of the specification.
    let places = match target {
        Target::Specification(name) => of_specification(view, name),
        Target::Variable(name, words) => of_variable(view, home, name, words),
        Target::Index(name, index) if home == view.file() => {
            let own = view.specifications().iter().find(|specification| specification.name.text == *name);
            let mut places = own.map_or_else(Vec::new, |own| of_index(view, own, index));
            places.extend(given(view, name, index));
            places
        }
        Target::Index(name, index) => given(view, name, index),
    };
    let edit = |span: Span| Edit {
        file: view.sources().file(span.file).name().to_owned(),
        start: span.start as usize,
        end: span.end as usize,
        text: to.to_owned(),
    };
    places.into_iter().map(edit).collect()
}

/// The places of a variable's words in its specification, and in includes that rename it.
fn of_variable(view: &View, home: u32, name: &str, words: &[String]) -> Vec<Span> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut places = Vec::new();
    if home == view.file()
        && let Some(own) = view.specifications().iter().find(|specification| specification.name.text == name)
    {
        let is_it = |occurrence: &Occurrence| !occurrence.is_inside && occurrence.is_below(&words);
        let all = occurrences(view, own).into_iter().filter(is_it);
        places.extend(
            all.filter_map(|occurrence| occurrence.words.get(words.len() - 1).map(|(_, span)| *span)),
        );
    }
    let id = view.catalogue().lookup_in(home, name, false);
    for (file, parsed) in view.parsed() {
        for include in parsed.file.specifications.iter().flat_map(includes) {
            if id.is_none() || view.catalogue().lookup_in(file, &include.name.text, false) != id {
                continue;
            }
            let inside = include.placing.renames.iter().map(|(inside, _)| words_of(inside));
            let below = inside.filter(|own| {
                own.len() >= words.len() && own.iter().zip(&words).all(|((text, _), word)| text == word)
            });
            places.extend(below.filter_map(|own| own.get(words.len() - 1).map(|(_, span)| *span)));
        }
    }
    places
}

fn words_of(variable: &Variable) -> Vec<(&str, Span)> {
    let fields = variable.path.iter().filter_map(|step| match step {
        Step::Field(name) => Some((name.text.as_str(), name.span)),
        Step::Index(_) => None,
    });
    std::iter::once((variable.name.text.as_str(), variable.name.span)).chain(fields).collect()
}

/// The places of an index parameter's name in includes that give it a value.
fn given(view: &View, name: &str, index: &str) -> Vec<Span> {
    let Some((id, _)) = view.named(name) else { return Vec::new() };
    let mut places = Vec::new();
    for (file, parsed) in view.parsed() {
        for include in parsed.file.specifications.iter().flat_map(includes) {
            if view.catalogue().lookup_in(file, &include.name.text, false) == Some(id) {
                let named = include.parameters.iter().filter(|(name, _)| name.text == index);
                places.extend(named.map(|(name, _)| name.span));
            }
        }
    }
    places
}

/// Whether a name is that of a specification, or of a formula of an analysis.
fn is_part(own: &str, name: &str) -> bool {
    name.strip_prefix(own).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Checks that the specifications of a view expand as before.
fn compare(view: &View, target: &Target, to: &str, edits: &[Edit]) -> Result<(), Refusal> {
    let before = expansions(view.files());
    let after = expansions(&edited(view.files(), edits));
    let (Target::Specification(own) | Target::Variable(own, _) | Target::Index(own, _)) = target;
    if before.len() != after.len() || View::of(edited(view.files(), edits)).has_errors() {
        return Err(Refusal::Changes(own.clone()));
    }
    for ((name, before), (_, after)) in before.into_iter().zip(after) {
        let before = before.map(|tree| printed(tree, &name));
        let after = after.map(|tree| printed(tree, &name));
        let (before, after) = match target {
            Target::Variable(own, words) if is_part(own, &name) => {
                let old: Vec<&str> = words.iter().map(String::as_str).collect();
                let (from, around) = old.split_last().unwrap_or((&"", &[]));
                let new: Vec<&str> = around.iter().copied().chain([to]).collect();
                // The new name must not have been there before, and the old one must be gone.
                let was_there = before.as_deref().is_some_and(|text| has_variable(text, &new));
                if was_there || after.as_deref().is_some_and(|text| has_variable(text, &old)) {
                    return Err(Refusal::Changes(name));
                }
                (before, after.map(|text| with_word(&text, &new, from)))
            }
            // An expansion contains the names of facts and analyses, but not those of included specifications.
            Target::Specification(own) => {
                if before.as_deref().is_some_and(|text| mentions(text, to)) {
                    return Err(Refusal::Changes(name));
                }
                (
                    before,
                    after.map(|text| replaced(&text, tokens_of(&text, TokenClass::Specification, to), own)),
                )
            }
            // An expansion contains an index only if it is the name of a collect's index.
            Target::Index(own, index) if *own == name => {
                (before, after.map(|text| with_index(&text, to, index)))
            }
            _ => (before, after),
        };
        if before != after || before.is_none() {
            return Err(Refusal::Changes(name));
        }
    }
    Ok(())
}

/// The files with the edits applied.
fn edited(files: &Files, edits: &[Edit]) -> Files {
    let mut by_file: BTreeMap<std::path::PathBuf, Vec<&Edit>> = BTreeMap::new();
    edits.iter().for_each(|edit| by_file.entry(identity(&edit.file)).or_default().push(edit));
    let one = |(name, bytes): &(String, Vec<u8>)| {
        let mut bytes = bytes.clone();
        for edit in by_file.get(&identity(name)).into_iter().flatten().rev() {
            bytes.splice(edit.start..edit.end, edit.text.bytes());
        }
        (name.clone(), bytes)
    };
    files.iter().map(one).collect()
}

/// An expansion as text, with the specification's original name.
fn printed(mut tree: Specification, name: &str) -> String {
    // The formulas of an analysis have names with a dot, which no text has.
    tree.name.text = name.replace('.', "_");
    let file = File { uses: Vec::new(), specifications: vec![tree] };
    print_file(&Parsed { file, ..Parsed::default() }, Spelling::Unicode)
}

/// Whether an expansion uses a fact or an analysis of this name.
fn mentions(text: &str, name: &str) -> bool {
    tokens_of(text, TokenClass::Specification, name).next().is_some()
}

/// Whether some variable of an expansion has a name that begins with these words.
fn has_variable(text: &str, words: &[&str]) -> bool {
    named_in(text, &classify(text), (0, text.len() as u32))
        .iter()
        .any(|occurrence| occurrence.is_below(words))
}

/// The text with the last of the words replaced, in variables whose names begin with these words.
fn with_word(text: &str, words: &[&str], to: &str) -> String {
    let all = named_in(text, &classify(text), (0, text.len() as u32));
    let places = all.iter().filter(|occurrence| occurrence.is_below(words));
    replaced(text, places.filter_map(|occurrence| Some(occurrence.words.get(words.len() - 1)?.1.range())), to)
}

fn with_index(text: &str, from: &str, to: &str) -> String {
    replaced(text, tokens_of(text, TokenClass::Index, from), to)
}

fn tokens_of(text: &str, class: TokenClass, word: &str) -> impl Iterator<Item = Range<usize>> {
    let all = classify(text).into_iter().map(|token| (token.class, token.span.range()));
    all.filter(move |(own, range)| *own == class && &text[range.clone()] == word).map(|(_, range)| range)
}

fn replaced(text: &str, places: impl Iterator<Item = Range<usize>>, by: &str) -> String {
    let (mut new, mut from) = (String::new(), 0);
    for place in places {
        new += &text[from..place.start];
        new += by;
        from = place.end;
    }
    new + &text[from..]
}
