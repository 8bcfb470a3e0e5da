//! The facts about functions that specifications need: those that they mention, those that these mention, and
//! so on.

use super::ast::{Formula, FormulaKind, each_formula};
use super::catalogue::{Catalogue, SpecId};
use super::instantiate::Request;
use rustc_hash::FxHashSet;

/// The facts that the requested specifications are or need, in the order of the files.
pub(super) fn needed_facts(catalogue: &Catalogue, requests: &[Request]) -> Vec<SpecId> {
    let (mut facts, mut seen) = (Vec::new(), FxHashSet::default());
    let name = |request: &Request| (request.name.span.file, request.name.text.clone());
    let mut open: Vec<SpecId> = requests
        .iter()
        .map(name)
        .filter_map(|(file, name)| catalogue.lookup_in(file, &name, false))
        .filter(|id| seen.insert(*id))
        .collect();
    facts.extend(open.iter().copied().filter(|id| catalogue.entry(*id).specification.fact.is_some()));
    while let Some(id) = open.pop() {
        let entry = catalogue.entry(id);
        each_formula(&entry.specification.formula, true, &mut |formula| {
            let Some(mentioned) = mentioned(catalogue, entry.builtin, formula) else { return };
            if seen.insert(mentioned) {
                open.push(mentioned);
                facts.extend(catalogue.entry(mentioned).specification.fact.is_some().then_some(mentioned));
            }
        });
    }
    facts.sort_unstable();
    facts
}

/// The specification that a formula includes, or whose fact it uses.
fn mentioned(catalogue: &Catalogue, builtin: bool, formula: &Formula) -> Option<SpecId> {
    match &formula.kind {
        FormulaKind::Include(include) => {
            catalogue.lookup_in(include.name.span.file, &include.name.text, builtin)
        }
        FormulaKind::Atom(atom) => {
            let (_, symbol) = atom.fact()?;
            catalogue.lookup_in(symbol.span.file, &symbol.text, builtin)
        }
        _ => None,
    }
}
