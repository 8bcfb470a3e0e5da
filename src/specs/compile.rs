//! Compilation of files to idioms: read, check, lower, plan.
//!
//! The user's specifications are compiled in each process. The built-in ones are compiled when the plugin is
//! built, by a build script that uses this module; `prebuilt.rs` holds the result.

use super::analyses::Analyses;
use super::builtin::{Group, Index, sets};
use super::fact::{Fact, Interface};
use super::idiom::Idiom;
use super::reading::{compile_wanted, prepare_instance, request_user_specs, sources, warnings_of};
use lang::candl::ast::{Name, Specification};
use lang::candl::catalogue::{Catalogue, Entry, SpecId};
use lang::candl::compile::Compiled;
use lang::candl::core::InstanceId;
use lang::candl::instantiate::Request;
use lang::candl::safety::Preparation;
use rustc_hash::FxHashSet;
use text::diagnostic::{Code, Diagnostic, Diagnostics};
use text::sources::Sources;

/// The result of compilation.
#[derive(Debug)]
pub struct CompiledLibrary {
    /// The idioms that can be searched for.
    pub idioms: Vec<Idiom>,
    /// The facts about functions that they mention, directly or by others.
    pub facts: Vec<Fact>,
    /// The requested specifications that declare a rewrite.
    pub rewrites: Vec<Specification>,
    /// The files read.
    pub sources: Sources,
    /// The diagnostics about the files.
    pub diagnostics: Diagnostics,
}

/// Compiles the idioms `wanted`, and with `also_own` the user's specifications that can be run, from the
/// user's files and the `needed` built-in files.
pub fn compile_idioms(
    user: &[(String, Vec<u8>)],
    needed: &[bool],
    wanted: &[&str],
    also_own: bool,
) -> CompiledLibrary {
    compiled_library(user, needed, wanted, |catalogue, requests, diagnostics| {
        if also_own {
            request_user_specs(catalogue, requests, diagnostics);
        }
    })
}

/// Compiles the wanted rewrites and built-in sets, and all rewrites in the user's files at the positions
/// `whole`.
pub fn compile_rewrites(
    user: &[(String, Vec<u8>)],
    needed: &[bool],
    wanted: &[&str],
    whole: &[usize],
) -> CompiledLibrary {
    let (wanted_sets, wanted): (Vec<&str>, Vec<&str>) =
        wanted.iter().partition(|name| sets().any(|(set, _)| set == **name));
    compiled_library(user, needed, &wanted, |catalogue, requests, diagnostics| {
        requests.retain(|request| is_rewrite(catalogue, &request.name, diagnostics));
        for id in catalogue.ids() {
            let Entry { specification, builtin, .. } = catalogue.entry(id);
            let first_user = needed.iter().filter(|needed| **needed).count();
            let position = (specification.span.file as usize).checked_sub(first_user);
            let is_whole = !builtin && position.is_some_and(|at| whole.contains(&at));
            if specification.rewrite.is_some() && is_whole {
                requests.push(Request::of(&specification.name));
            }
        }
        for set in wanted_sets {
            requests.extend(rewrites_of_set(catalogue, needed, set).iter().map(Request::of));
        }
    })
}

/// The rewrites that the name of a built-in set stands for: a user's rewrite of that name, or else the
/// rewrites of the set's file, each looked up by its name.
fn rewrites_of_set(catalogue: &Catalogue, needed: &[bool], set: &str) -> Vec<Name> {
    let name = |id| catalogue.entry(id).specification.name.clone();
    if let Some(own) = catalogue.lookup(set, false) {
        return vec![name(own)];
    }
    let Some((_, position)) = sets().find(|(known, _)| *known == set) else { return Vec::new() };
    let file = needed[..position].iter().filter(|needed| **needed).count();
    let is_own = |id: &SpecId| {
        let Entry { specification, builtin, .. } = catalogue.entry(*id);
        *builtin && specification.rewrite.is_some() && specification.span.file as usize == file
    };
    let own = catalogue.ids().filter(is_own);
    own.filter_map(|id| catalogue.lookup(&name(id).text, false)).map(name).collect()
}

/// Whether a requested name is a rewrite; otherwise reports the available ones.
fn is_rewrite(catalogue: &Catalogue, name: &Name, diagnostics: &mut Diagnostics) -> bool {
    let known = catalogue.lookup(&name.text, false).map(|id| &catalogue.entry(id).specification);
    if known.is_some_and(|known| known.rewrite.is_some()) {
        return true;
    }
    let is_own = |entry: &&Entry| !entry.builtin && entry.specification.rewrite.is_some();
    let own = catalogue.ids().map(|id| catalogue.entry(id)).filter(is_own);
    let own = own.map(|entry| entry.specification.name.text.as_str());
    let sets = sets().map(|(set, _)| set);
    let listed: Vec<&str> = sets.chain(own).collect();
    let single = Index::of_builtin().of_group(Group::Rewrite);
    let (code, message) = match known {
        Some(_) => (Code::RewriteClause, format!("`{}` is no rewrite", name.text)),
        None => (Code::UnknownSpecification, format!("there is no rewrite `{}`", name.text)),
    };
    let diagnostic =
        Diagnostic::new(code, name.span, message).suggest(&name.text, listed.iter().chain(&single));
    diagnostics.push(diagnostic.note(format!("there are {}", listed.join(", "))));
    false
}

fn compiled_library(
    user: &[(String, Vec<u8>)],
    needed: &[bool],
    wanted: &[&str],
    choose: impl FnOnce(&Catalogue, &mut Vec<Request>, &mut Diagnostics),
) -> CompiledLibrary {
    let mut sources = sources(user, needed);
    let mut compiled = compile_wanted(&mut sources, wanted, choose);
    let (analyses, errors) = Analyses::prepare(&compiled, &mut Preparation::of(&compiled.program));
    errors.into_iter().for_each(|error| compiled.diagnostics.push(error));
    let idioms = idioms(&mut compiled, &analyses);
    let facts = facts(&mut compiled, &analyses);
    let mut known = FxHashSet::default();
    let roots = compiled.program.roots.iter().flatten().filter(|id| known.insert(**id));
    let entry = |id: &InstanceId| {
        let instance = compiled.program.instance(*id);
        compiled
            .catalogue
            .lookup_in(instance.span.file, &instance.name, false)
            .map(|id| &compiled.catalogue.entry(id).specification)
    };
    let rewrites = roots.filter_map(entry).filter(|specification| specification.rewrite.is_some()).cloned();
    let rewrites = rewrites.collect();
    compiled.diagnostics.sort();
    CompiledLibrary { idioms, facts, rewrites, sources, diagnostics: compiled.diagnostics }
}

/// Prepares the facts that the requested instances need.
fn facts(compiled: &mut Compiled, analyses: &Analyses) -> Vec<Fact> {
    let mut facts = Vec::new();
    if compiled.facts.is_empty() {
        return facts;
    }
    let mut preparation = Preparation::of(&compiled.program);
    for (spec, id) in &compiled.facts {
        let entry = compiled.catalogue.entry(*spec);
        let Some(head) = entry.specification.fact.as_deref() else { continue };
        match prepare_instance(&mut preparation, analyses, *id) {
            Ok(ready) => {
                let idiom =
                    Idiom::new(entry.specification.name.text.clone(), &entry.specification.doc, ready);
                let idiom = idiom.marked_builtin(entry.builtin);
                facts.push(Fact { idiom, interface: Interface::of(head) });
            }
            Err(errors) => {
                // A requested fact has reported them.
                let is_known = |error: &Diagnostic| compiled.diagnostics.iter().any(|known| known == error);
                let new: Vec<Diagnostic> = errors.into_iter().filter(|error| !is_known(error)).collect();
                new.into_iter().for_each(|error| compiled.diagnostics.push(error));
            }
        }
    }
    facts
}

/// Prepares the requested instances; repeated requests for one instance give one idiom.
fn idioms(compiled: &mut Compiled, analyses: &Analyses) -> Vec<Idiom> {
    let mut idioms = Vec::new();
    let (mut known, mut warnings) = (FxHashSet::default(), Vec::new());
    let mut preparation = Preparation::of(&compiled.program);
    for id in compiled.program.roots.iter().flatten().copied() {
        if !known.insert(id) {
            continue;
        }
        match prepare_instance(&mut preparation, analyses, id) {
            Ok(ready) => {
                let instance = compiled.program.instance(id);
                let entry = compiled
                    .catalogue
                    .lookup_in(instance.span.file, &instance.name, false)
                    .map(|id| compiled.catalogue.entry(id));
                let doc = entry.map_or(&[][..], |entry| &entry.specification.doc);
                // Built-in specifications are checked for warnings by a test.
                if entry.is_none_or(|entry| !entry.builtin) {
                    warnings.extend(warnings_of(&ready, entry, &compiled.catalogue));
                }
                let is_builtin = entry.is_some_and(|entry| entry.builtin);
                idioms.push(Idiom::new(instance.to_string(), doc, ready).marked_builtin(is_builtin));
            }
            Err(errors) => errors.into_iter().for_each(|error| compiled.diagnostics.push(error)),
        }
    }
    warnings.into_iter().for_each(|warning| compiled.diagnostics.push(warning));
    idioms
}
