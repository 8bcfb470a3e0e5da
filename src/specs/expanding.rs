//! Specifications with every include written out, behind the facts and analyses that they use.
//!
//! ```text
//! Early, which asks `Written({p}) before {read}`   =>   Analysis Written … End, Constraint Early … End
//! ```

use super::builtin::BUILTIN;
use super::reading::{CheckOutcome, compile_wanted, sources};
use lang::candl::analyses::{AnalysisPart, Boundary};
use lang::candl::ast::{Formula, FormulaKind, Specification, each_formula};
use lang::candl::catalogue::{Catalogue, SpecId};
use lang::candl::compile::Compiled;
use lang::candl::core::InstanceId;
use lang::candl::expand::expand;
use lang::candl::flatten::flatten;
use lang::candl::written::specification;
use rustc_hash::FxHashSet;
use text::diagnostic::Diagnostic;

/// The fully expanded specification `NAME` or `NAME[N=8]`, behind the user's facts and analyses that it uses,
/// each expanded.
///
/// # Errors
///
/// The diagnostics about the name or the files.
pub fn expansion(user: &[(String, Vec<u8>)], name: &str) -> Result<Vec<Specification>, CheckOutcome> {
    let mut sources = sources(user, &[true; BUILTIN.len()]);
    let mut analysis = None;
    let mut compiled = compile_wanted(&mut sources, &[name], |catalogue, requests, _| {
        // An analysis has no instance; its formulas have.
        analysis = requests.first().filter(|only| only.parameters.is_empty()).and_then(|only| {
            let id = catalogue.lookup(&only.name.text, false)?;
            catalogue.entry(id).specification.analysis.is_some().then_some(id)
        });
        if analysis.is_some() {
            requests.clear();
        }
    });
    let root = compiled.program.roots.first().copied().flatten();
    if !compiled.diagnostics.has_errors() {
        let first = match (analysis, root) {
            (Some(id), _) => Some(part_of(&compiled, id)),
            (None, Some(root)) => Some(requested(&compiled, root)),
            (None, None) => None,
        };
        let of_root = root.map(|root| compiled.program.instance(root));
        let own = analysis.or_else(|| {
            let instance = of_root?;
            compiled.catalogue.lookup_in(instance.span.file, &instance.name, false)
        });
        match first.map(|first| first.and_then(|first| with_used(&compiled, own, first))) {
            Some(Ok(written)) => return Ok(written),
            Some(Err(error)) => compiled.diagnostics.push(*error),
            None => {}
        }
    }
    compiled.diagnostics.sort();
    Err(CheckOutcome { sources, diagnostics: compiled.diagnostics })
}

/// A requested specification with its documentation and the clauses around its formula.
fn requested(compiled: &Compiled, root: InstanceId) -> Result<Specification, Box<Diagnostic>> {
    let instance = compiled.program.instance(root);
    let formula = flatten(expand(&compiled.program, root)?);
    let mut written = specification(&instance.name, &formula);
    if let Some(id) = compiled.catalogue.lookup_in(instance.span.file, &instance.name, false) {
        let entry = &compiled.catalogue.entry(id).specification;
        written.doc.clone_from(&entry.doc);
        written.rewrite.clone_from(&entry.rewrite);
        written.fact.clone_from(&entry.fact);
    }
    Ok(written)
}

/// A fact or an analysis with expanded formulas.
fn part_of(compiled: &Compiled, id: SpecId) -> Result<Specification, Box<Diagnostic>> {
    let expanded = |root: InstanceId| -> Result<Formula, Box<Diagnostic>> {
        Ok(specification("", &flatten(expand(&compiled.program, root)?)).formula)
    };
    let mut written = compiled.catalogue.entry(id).specification.clone();
    written.private = false;
    if let Some((_, root)) = compiled.facts.iter().find(|(fact, _)| *fact == id) {
        written.formula = expanded(*root)?;
    }
    let roots = compiled.analyses.iter().find(|analysis| analysis.id == id).map(|analysis| analysis.parts);
    if let (Some(clauses), Some(roots)) = (written.analysis.as_deref_mut(), roots) {
        for (part, root) in AnalysisPart::ALL.into_iter().zip(roots) {
            let Some(root) = root else { continue };
            let formula = expanded(root)?;
            match (part, clauses.ends.as_mut()) {
                (AnalysisPart::Begins, _) => clauses.begins.formula = formula,
                (AnalysisPart::Ends, Some(ends)) => ends.formula = formula,
                (AnalysisPart::Ends, None) => {}
                (AnalysisPart::Boundary, _) => clauses.boundary = Some(Boundary::Where(Box::new(formula))),
            }
        }
    }
    Ok(written)
}

/// A specification behind the user's facts and analyses that it uses, directly or by others.
fn with_used(
    compiled: &Compiled,
    own: Option<SpecId>,
    last: Specification,
) -> Result<Vec<Specification>, Box<Diagnostic>> {
    let mut seen: FxHashSet<SpecId> = own.into_iter().collect();
    let (mut written, mut next) = (vec![last], 0);
    while let Some(user) = written.get(next) {
        for id in used(&compiled.catalogue, user) {
            if !compiled.catalogue.entry(id).builtin && seen.insert(id) {
                written.push(part_of(compiled, id)?);
            }
        }
        next += 1;
    }
    written.reverse();
    Ok(written)
}

/// The facts and analyses that the formulas of a specification ask.
fn used(catalogue: &Catalogue, specification: &Specification) -> Vec<SpecId> {
    let mut found = Vec::new();
    for formula in specification.formulas() {
        each_formula(formula, true, &mut |formula| {
            let FormulaKind::Atom(atom) = &formula.kind else { return };
            if let Some(name) = atom.uses() {
                found.extend(catalogue.lookup_in(name.span.file, &name.text, false));
            }
        });
    }
    found
}
