//! The example in its compilations: the function as detection sees it, at each set of flags.
//!
//! In: `dot.c:5`. Out: for the flags of the source, and for -O1, -O2 and -Os, the modules that have the line.

use super::arguments::NamedPlace;
use crate::cli::find::ir::read;
use describe::{Code, Place};
use library::Library;
use llvm::{FunctionRef, Module};
use normalise::normalised;
use regex_lite::Regex;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use tools::arguments::Find;
use tools::console::Failure;
use tools::find::clang::{Clang, RequestFile};
use tools::find::is_source;
use tools::scan::command_of;

/// The levels at which a description is tried beside the flags of the source.
const LEVELS: [&str; 3] = ["-O1", "-O2", "-Os"];

/// One compilation of the example's file.
pub(super) struct Compilation {
    /// The flags in words, or that IR is not compiled.
    pub(super) label: String,
    /// Modules, each with the name of the function that detection searched in it; `None` stands for all.
    modules: Vec<(Module, Option<String>)>,
}

/// The compiler, with the database and the flags of the user.
pub(super) struct Compiler<'c> {
    /// A compilation database.
    pub(super) database: Option<&'c Path>,
    /// The plugin to load.
    pub(super) plugin: Option<&'c Path>,
    /// Flags after those of the database.
    pub(super) flags: &'c [OsString],
    /// Whether the file is compiled with its own flags alone.
    pub(super) only_own: bool,
}

impl Compiler<'_> {
    /// The compilations of a file, the one with its own flags first.
    pub(super) fn compilations(
        &self,
        place: &NamedPlace,
        needle: Option<(u32, u32)>,
    ) -> Result<Vec<Compilation>, Failure> {
        let find = Find::by_clang(Vec::new(), Vec::new(), self.flags.to_vec());
        if !is_source(&place.file, &find)? {
            if !self.flags.is_empty() {
                let why = "flags behind `--` are for clang; IR is not compiled";
                return Err(Failure::Usage(why.to_owned()));
            }
            let modules = vec![(read(&place.file)?, None)];
            return Ok(vec![Compilation { label: "as the IR is".to_owned(), modules }]);
        }
        let known = match self.database {
            None => None,
            Some(database) => {
                let known = command_of(database, &place.file)?;
                Some(known.ok_or_else(|| {
                    let (file, database) = (place.file.display(), database.display());
                    Failure::Usage(format!("{database} has no command for {file}"))
                })?)
            }
        };
        let (directory, mut flags) =
            known.map_or((None, Vec::new()), |(folder, flags)| (Some(folder), flags));
        flags.extend(self.flags.iter().cloned());
        let level = flags.iter().rev().find_map(|flag| flag.to_str().filter(|flag| flag.starts_with("-O")));
        let own = level.unwrap_or("-O2").to_owned();
        let request = RequestFile::write(&find.as_request(&Library::new(Vec::new(), None))?)?;
        let clang = Clang::new(self.plugin)?;
        let input = std::path::absolute(&place.file).unwrap_or_else(|_| place.file.clone());
        let mut all = Vec::new();
        for label in std::iter::once(own.as_str())
            .chain(LEVELS.into_iter().filter(|level| !self.only_own && *level != own))
        {
            let mut flags = flags.clone();
            flags.push(OsString::from(label));
            let dumps = clang.before_detection_in(directory.as_deref(), &input, false, &flags, &request)?;
            let modules = parsed(dumps, needle)?;
            all.push(Compilation { label: label.to_owned(), modules });
        }
        Ok(all)
    }
}

/// The modules that mention one of the lines.
fn parsed(
    dumps: Vec<(String, String)>,
    needle: Option<(u32, u32)>,
) -> Result<Vec<(Module, Option<String>)>, Failure> {
    // The last module has all functions: it tells which of the others have the lines.
    let wanted: Option<Vec<String>> = match (needle, dumps.last()) {
        (Some(lines), Some((_, text))) => {
            let module = module_of(text)?;
            let has = |function: &FunctionRef<'_>| !function.is_declaration() && has_lines(function, lines);
            Some(module.functions().filter(has).map(|function| function.name()).collect())
        }
        _ => None,
    };
    let is_wanted = |name: &String| wanted.as_ref().is_none_or(|wanted| wanted.contains(name));
    let chosen = dumps.into_iter().filter(|(name, _)| is_wanted(name));
    chosen.map(|(name, text)| Ok((module_of(&text)?, Some(name)))).collect()
}

fn module_of(text: &str) -> Result<Module, Failure> {
    Module::parse(text.as_bytes(), "example").map_err(|error| Failure::Internal(error.to_string()))
}

fn has_lines(function: &FunctionRef<'_>, (first, last): (u32, u32)) -> bool {
    let model = &function.extract().model;
    model.values().any(|value| model.location(value).is_some_and(|l| (first..=last).contains(&l.line)))
}

/// The part of a compilation that is asked for.
pub(super) struct Chosen<'c> {
    /// The place.
    pub(super) place: &'c NamedPlace,
    /// The functions.
    pub(super) function: Option<&'c Regex>,
    /// The value as textual IR names it.
    pub(super) value: Option<&'c str>,
}

impl Compilation {
    /// Calls a function for each function of the module that has the place, until it returns something. The
    /// functions that the place is written in come before those that it was inlined into.
    pub(super) fn each<T>(
        &self,
        chosen: &Chosen<'_>,
        mut work: impl FnMut(&str, &Code<'_>, &Place) -> Option<T>,
    ) -> Option<T> {
        for wants_inlined in [false, true] {
            for (module, only) in &self.modules {
                let is_chosen = |name: &str| {
                    only.as_ref().is_none_or(|only| only == name)
                        && chosen.function.is_none_or(|wanted| wanted.is_match(name))
                };
                for function in module.functions().filter(|f| !f.is_declaration() && is_chosen(&f.name())) {
                    let extraction = function.extract();
                    let model = &extraction.model;
                    let place = match (chosen.value, chosen.place.lines) {
                        (Some(name), _) => {
                            let name = name.trim_start_matches('%');
                            let mut values = model.values();
                            match values.find(|value| is_named(&extraction.describe(*value), name)) {
                                Some(value) => Place::Value(value),
                                None => continue,
                            }
                        }
                        (None, Some((first, last))) => {
                            Place::Lines { file: file_name(chosen.place), first, last }
                        }
                        (None, None) => Place::Function,
                    };
                    let mut at = model.instructions().filter(|value| place.has(model, *value)).peekable();
                    let is_there = at.peek().is_some() || matches!(place, Place::Value(_));
                    let is_inlined = at.all(|value| extraction.inlined_from(value).is_some());
                    let is_turn = is_inlined == wants_inlined || place == Place::Function;
                    if !is_there || !is_turn || (wants_inlined && place == Place::Function) {
                        continue;
                    }
                    let copy = normalised(model);
                    let name_of = |value| extraction.variable(value).map(|variable| variable.name.clone());
                    let code = Code::new(model, copy.as_ref(), &name_of);
                    if let Some(done) = work(&function.name(), &code, &place) {
                        return Some(done);
                    }
                }
            }
        }
        None
    }
}

/// Whether textual IR shows a value by a name: `ptr %p` for `p`.
fn is_named(shown: &str, name: &str) -> bool {
    shown.rsplit_once('%').is_some_and(|(_, shown)| shown.trim_matches('"') == name)
}

/// The file as debug information may name it; for IR, whose lines are those of its sources, no file.
fn file_name(place: &NamedPlace) -> String {
    let is_ir = place.file.extension().is_some_and(|extension| extension == "ll" || extension == "bc");
    let path = if is_ir { PathBuf::new() } else { std::path::absolute(&place.file).unwrap_or_default() };
    path.display().to_string()
}
