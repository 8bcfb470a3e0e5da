//! The long way from files to idioms: read, check, lower, plan.
//!
//! Specifications of the user's go it in each process. Those that are built in went it when the plugin was built: the
//! build script includes this file, and `prebuilt.rs` keeps what comes out.

use super::idiom::Idiom;
use super::reading::{compile_wanted, make_ready, own, sources, warnings_of};
use crate::candl::ast::Specification;
use crate::candl::catalogue::{Catalogue, Entry};
use crate::candl::compile::Compiled;
use crate::candl::core::InstanceId;
use crate::candl::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::candl::instantiate::Request;
use crate::candl::sources::Sources;
use rustc_hash::FxHashSet;

/// What comes out.
#[derive(Debug)]
pub(super) struct Made {
    pub(super) idioms: Vec<Idiom>,
    /// Those of what was asked for that declare a rewrite.
    pub(super) rewrites: Vec<Specification>,
    pub(super) sources: Sources,
    pub(super) diagnostics: Diagnostics,
}

/// The idioms `wanted`, and if that is asked the user's `own`, from the user's files and the built-in ones that are `needed`.
pub(super) fn make(user: &[(String, Vec<u8>)], needed: &[bool], wanted: &[&str], also_own: bool) -> Made {
    made(user, needed, wanted, |catalogue, requests, diagnostics| {
        if also_own {
            own(catalogue, requests, diagnostics);
        }
    })
}

/// The rewrites `wanted`, and all that the user's files at these positions declare.
pub(super) fn make_rewrites(
    user: &[(String, Vec<u8>)],
    needed: &[bool],
    wanted: &[&str],
    whole: &[usize],
) -> Made {
    made(user, needed, wanted, |catalogue, requests, diagnostics| {
        for id in catalogue.ids() {
            let Entry { specification, builtin, .. } = catalogue.entry(id);
            let name = &specification.name;
            let first_user = needed.iter().filter(|needed| **needed).count();
            let position = (name.span.file as usize).checked_sub(first_user);
            let is_whole = !builtin && position.is_some_and(|at| whole.contains(&at));
            if specification.rewrite.is_some() && is_whole {
                requests.push(Request::of(name));
            } else if specification.rewrite.is_none() && wanted.contains(&name.text.as_str()) {
                let message = format!("`{}` is no rewrite", name.text);
                diagnostics.push(Diagnostic::new(Code::RewriteClause, name.span, message));
            }
        }
    })
}

fn made(
    user: &[(String, Vec<u8>)],
    needed: &[bool],
    wanted: &[&str],
    choose: impl FnOnce(&Catalogue, &mut Vec<Request>, &mut Diagnostics),
) -> Made {
    let mut sources = sources(user, needed);
    let mut compiled = compile_wanted(&mut sources, wanted, choose);
    let idioms = idioms(&mut compiled);
    let roots = compiled.program.roots.iter().flatten();
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
    Made { idioms, rewrites, sources, diagnostics: compiled.diagnostics }
}

/// Makes ready what was asked for. One instance asked for twice is one idiom.
fn idioms(compiled: &mut Compiled) -> Vec<Idiom> {
    let mut idioms = Vec::new();
    let (mut known, mut warnings) = (FxHashSet::default(), Vec::new());
    for id in compiled.program.roots.iter().flatten().copied() {
        if !known.insert(id) {
            continue;
        }
        match make_ready(&compiled.program, id) {
            Ok(ready) => {
                let instance = compiled.program.instance(id);
                let entry = compiled
                    .catalogue
                    .lookup_in(instance.span.file, &instance.name, false)
                    .map(|id| compiled.catalogue.entry(id));
                let doc = entry.map_or(&[][..], |entry| &entry.specification.doc);
                // Of what is built in a test sees to it.
                if entry.is_none_or(|entry| !entry.builtin) {
                    warnings.extend(warnings_of(&ready, entry));
                }
                idioms.push(Idiom::new(instance.to_string(), doc, ready));
            }
            Err(errors) => errors.into_iter().for_each(|error| compiled.diagnostics.push(error)),
        }
    }
    warnings.into_iter().for_each(|warning| compiled.diagnostics.push(warning));
    idioms
}
