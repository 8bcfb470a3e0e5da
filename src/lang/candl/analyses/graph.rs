//! The facts about functions and the analyses that specifications need, and the check that no analysis depends
//! on itself.
//!
//! The equations of an analysis have a solution that is easily found because what begins and ends a fact is
//! known before. An analysis may therefore use others, and not itself, neither directly nor by an include.
//!
//! ```text
//! Analysis A … gen {i} ( include B … ) …    Constraint B ( A({x}) before {i} ) End    E0327
//! ```

use super::super::ast::{Formula, FormulaKind, Span, each_formula};
use super::super::catalogue::{Catalogue, SpecId};
use super::super::instantiate::Request;
use super::{AnalysisPart, part_name};
use rustc_hash::{FxHashMap, FxHashSet};
use text::diagnostic::{Code, Diagnostic, Diagnostics};

/// The facts and analyses that requests need.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Needed {
    /// The facts, in the order of the files.
    pub(in super::super) facts: Vec<SpecId>,
    /// The analyses, each behind those that it uses.
    pub(in super::super) analyses: Vec<NeededAnalysis>,
}

/// An analysis that requests need.
#[derive(Clone, Debug)]
pub(in super::super) struct NeededAnalysis {
    /// The analysis.
    pub(in super::super) id: SpecId,
    /// Its formulas, in the order of [`AnalysisPart::ALL`].
    pub(in super::super) parts: [Option<SpecId>; 3],
}

impl NeededAnalysis {
    /// The number of its formulas.
    pub(in super::super) fn formulas(&self) -> usize {
        self.parts.iter().flatten().count()
    }
}

impl Needed {
    /// Requests for all of it: the facts, then the formulas of each analysis.
    pub(in super::super) fn requests(&self, catalogue: &Catalogue) -> Vec<Request> {
        let formulas = self.analyses.iter().flat_map(|needed| needed.parts.into_iter().flatten());
        let all = self.facts.iter().copied().chain(formulas);
        all.map(|id| Request::of(&catalogue.entry(id).specification.name)).collect()
    }
}

/// The facts and analyses that the requested specifications are or need, and the user's own analyses.
pub(in super::super) fn needed(catalogue: &Catalogue, requests: &[Request]) -> Needed {
    let mut seen = FxHashSet::default();
    let name = |request: &Request| (request.name.span.file, request.name.text.clone());
    let requested =
        requests.iter().map(name).filter_map(|(file, name)| catalogue.lookup_in(file, &name, false));
    let is_own = |id: &SpecId| {
        let entry = catalogue.entry(*id);
        !entry.builtin && entry.specification.analysis.is_some()
    };
    let mut open: Vec<SpecId> =
        requested.chain(catalogue.ids().filter(is_own)).filter(|id| seen.insert(*id)).collect();
    while let Some(id) = open.pop() {
        each_mentioned(catalogue, id, &mut |mention| {
            if seen.insert(mention.id) {
                open.push(mention.id);
            }
        });
    }
    let mut seen: Vec<SpecId> = seen.into_iter().collect();
    seen.sort_unstable();
    let facts = seen.iter().copied().filter(|id| catalogue.entry(*id).specification.fact.is_some()).collect();
    let analyses = seen.iter().copied().filter(|id| catalogue.entry(*id).specification.analysis.is_some());
    let analyses = in_order(catalogue, analyses.collect()).into_iter().map(|id| of_analysis(catalogue, id));
    Needed { facts, analyses: analyses.collect() }
}

fn of_analysis(catalogue: &Catalogue, id: SpecId) -> NeededAnalysis {
    let entry = catalogue.entry(id);
    let name = &entry.specification.name;
    let part = |part| catalogue.lookup_in(name.span.file, &part_name(name, part).text, entry.builtin);
    NeededAnalysis { id, parts: AnalysisPart::ALL.map(part) }
}

/// A mention of a specification in another one.
#[derive(Clone, Copy)]
struct Mention {
    id: SpecId,
    span: Span,
    kind: MentionKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum MentionKind {
    Include,
    Fact,
    Analysis,
}

/// Calls `visit` with what the formulas of a specification mention.
fn each_mentioned(catalogue: &Catalogue, id: SpecId, visit: &mut dyn FnMut(Mention)) {
    let entry = catalogue.entry(id);
    for formula in entry.specification.formulas() {
        each_formula(formula, true, &mut |formula| {
            mentioned(catalogue, entry.builtin, formula).into_iter().for_each(&mut *visit);
        });
    }
}

fn mentioned(catalogue: &Catalogue, builtin: bool, formula: &Formula) -> Option<Mention> {
    let (name, span, kind) = match &formula.kind {
        FormulaKind::Include(include) => (&include.name.text, include.name.span, MentionKind::Include),
        FormulaKind::Atom(atom) => {
            let fact = atom.fact().map(|(_, symbol)| (symbol, MentionKind::Fact));
            let (symbol, kind) = fact.or_else(|| Some((atom.analysis()?, MentionKind::Analysis)))?;
            (&symbol.text, symbol.span, kind)
        }
        _ => return None,
    };
    let id = catalogue.lookup_in(span.file, name, builtin)?;
    Some(Mention { id, span, kind })
}

/// The analyses on which an analysis depends, its own uses and those of what it includes.
fn uses(catalogue: &Catalogue, id: SpecId) -> Vec<SpecId> {
    let (mut found, mut seen, mut open) = (Vec::new(), FxHashSet::default(), vec![id]);
    while let Some(at) = open.pop() {
        each_mentioned(catalogue, at, &mut |mention| match mention.kind {
            MentionKind::Analysis => found.push(mention.id),
            MentionKind::Include if seen.insert(mention.id) => open.push(mention.id),
            MentionKind::Include | MentionKind::Fact => {}
        });
    }
    found
}

/// The analyses, each behind those that it uses; those of a cycle in any order.
fn in_order(catalogue: &Catalogue, analyses: Vec<SpecId>) -> Vec<SpecId> {
    let (mut order, mut entered) = (Vec::new(), FxHashSet::default());
    let mut open: Vec<(SpecId, bool)> = analyses.into_iter().rev().map(|id| (id, false)).collect();
    while let Some((id, is_done)) = open.pop() {
        if is_done {
            order.push(id);
        } else if entered.insert(id) {
            open.push((id, true));
            open.extend(uses(catalogue, id).into_iter().map(|id| (id, false)));
        }
    }
    order
}

/// Reports the analyses that depend on themselves.
pub(in super::super) fn check_cycles(catalogue: &Catalogue, diagnostics: &mut Diagnostics) {
    let is_analysis = |id: &SpecId| catalogue.entry(*id).specification.analysis.is_some();
    for id in catalogue.ids().filter(is_analysis) {
        if let Some(path) = way_back(catalogue, id) {
            diagnostics.push(cycle(catalogue, id, &path));
        }
    }
}

/// A shortest path of includes and uses from an analysis to itself.
fn way_back(catalogue: &Catalogue, id: SpecId) -> Option<Vec<Mention>> {
    let mut came: FxHashMap<SpecId, (SpecId, Mention)> = FxHashMap::default();
    let mut open = std::collections::VecDeque::from([id]);
    while let Some(at) = open.pop_front() {
        each_mentioned(catalogue, at, &mut |mention| {
            if mention.kind != MentionKind::Fact && !came.contains_key(&mention.id) {
                came.insert(mention.id, (at, mention));
                open.push_back(mention.id);
            }
        });
    }
    let mut path = Vec::new();
    let mut at = id;
    loop {
        let (from, mention) = came.get(&at)?;
        path.push(*mention);
        at = *from;
        if at == id {
            path.reverse();
            return Some(path);
        }
    }
}

fn cycle(catalogue: &Catalogue, id: SpecId, path: &[Mention]) -> Diagnostic {
    let name = |id: SpecId| catalogue.entry(id).specification.name.text.as_str();
    let step = |mention: &Mention| {
        let verb = if mention.kind == MentionKind::Include { "includes" } else { "uses" };
        format!("{verb} `{}`", name(mention.id))
    };
    let steps: Vec<String> = path.iter().map(step).collect();
    let message = format!("the analysis `{}` depends on itself", name(id));
    let span = path.first().map_or_else(Span::default, |mention| mention.span);
    let diagnostic = Diagnostic::new(Code::AnalysisCycle, span, message)
        .also(catalogue.entry(id).specification.name.span, "the analysis");
    let diagnostic = match steps.len() {
        1 => diagnostic,
        _ => diagnostic.note(format!("`{}` {}", name(id), steps.join(", which "))),
    };
    diagnostic.help("what begins and ends a fact has to be known without the analysis: use other constraints, or another analysis")
}
