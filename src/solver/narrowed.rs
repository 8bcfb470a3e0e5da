//! Variants of a problem in which one alternative of a disjunction replaces the disjunction, for
//! explanations.
//!
//! A near miss at a disjunction explains little; the near miss of its best alternative explains more. The
//! definitions on the path to the disjunction are copied, so that other callers still see the whole
//! disjunction.
//!
//! ```text
//! root: a, include B; B: c, (d ∧ e ∨ f); a near miss at the disjunction, branch 0
//!   =>  root: a, include B'; B: as it was; B': c, d, e
//! ```

use super::compiled::{Compiled, Rejected};
use super::explain::NearMiss;
use super::planner::Preference;
use super::problem::{DefId, Definition, Formula, Origin, Problem, Relation};
use std::sync::Arc;

/// A problem with copies of some of its definitions.
#[derive(Clone, Debug)]
pub(super) struct Narrowed<R> {
    pub(super) problem: Problem<R>,
    /// The number of original definitions.
    originals: usize,
    /// The original of each copy.
    of: Vec<DefId>,
}

impl<R: Relation> Narrowed<R> {
    /// The unchanged problem.
    pub(super) fn whole(problem: Problem<R>) -> Self {
        Self { originals: problem.definitions.len(), problem, of: Vec::new() }
    }

    /// The problem with one alternative instead of the disjunction that a near miss failed at. `None` if it
    /// did not fail at a disjunction, or there is no such alternative.
    pub(super) fn to(&self, miss: &NearMiss, branch: usize) -> Option<Self> {
        let path: Vec<(DefId, Origin)> = std::iter::successors(Some(miss), |miss| miss.inner.as_deref())
            .map(|miss| Some((miss.definition, miss.failing?)))
            .collect::<Option<_>>()?;
        let mut narrowed = self.clone();
        let mut callee: Option<DefId> = None;
        for (def, origin) in path.into_iter().rev() {
            let mut copy: Definition<R> = narrowed.problem.definitions[def.index()].clone();
            copy.variants = None;
            match callee {
                Some(callee) => redirect(&mut copy.body, origin, callee)?,
                None => take(&mut copy.body, origin, branch)?,
            }
            callee = Some(narrowed.add(copy, def));
        }
        narrowed.problem.root = callee?;
        Some(narrowed)
    }

    fn add(&mut self, copy: Definition<R>, def: DefId) -> DefId {
        self.problem.definitions.push(copy);
        self.of.push(self.original(def));
        DefId((self.problem.definitions.len() - 1) as u32)
    }

    fn original(&self, def: DefId) -> DefId {
        def.index().checked_sub(self.originals).map_or(def, |copy| self.of[copy])
    }

    /// Plans the problem. Variables that only the other alternatives mention are `unused`.
    pub(super) fn planned(&self, bound: usize, preference: Preference) -> Option<Compiled<R>> {
        let unbound = match Compiled::planned(self.problem.clone(), bound, preference) {
            Ok(compiled) => return Some(compiled),
            Err(Rejected::Unbound(unbound)) => unbound,
            Err(Rejected::TooDeep | Rejected::TooManyWays) => return None,
        };
        let mut problem = self.problem.clone();
        for open in unbound {
            let definition = &mut problem.definitions[open.definition.index()];
            let copied = open.definition.index().checked_sub(self.originals)?;
            let place = *origins(&self.problem.definitions[self.originals + copied].body).first()?;
            let free = Formula::Unused(open.variable, place);
            let body = std::mem::replace(&mut definition.body, Formula::And(Vec::new()));
            definition.body = Formula::And(vec![body, free]);
        }
        Compiled::planned(problem, bound, preference).ok()
    }

    /// A near miss of this problem in terms of the original definitions.
    pub(super) fn in_original_terms(&self, miss: NearMiss) -> NearMiss {
        let levels: Vec<NearMiss> = std::iter::successors(Some(&miss), |miss| miss.inner.as_deref())
            .map(|level| NearMiss {
                definition: self.original(level.definition),
                inner: None,
                ..level.clone()
            })
            .collect();
        let restored = levels.into_iter().rev().fold(None, |inner: Option<NearMiss>, level| {
            Some(NearMiss { inner: inner.map(Arc::new), ..level })
        });
        restored.unwrap_or(miss)
    }
}

/// Replaces the disjunction that contains the literal at `origin` by one of its branches.
fn take<R>(body: &mut Formula<R>, origin: Origin, branch: usize) -> Option<()> {
    let mut open = vec![body];
    while let Some(formula) = open.pop() {
        if matches!(formula, Formula::Or(_)) && origins(formula).contains(&origin) {
            let whole = std::mem::replace(formula, Formula::And(Vec::new()));
            let Formula::Or(branches) = whole else { return None };
            *formula = branches.into_iter().nth(branch)?;
            return Some(());
        }
        if let Formula::And(parts) = formula {
            open.extend(parts);
        }
    }
    None
}

/// Makes the calls at `origin` call another definition.
fn redirect<R>(body: &mut Formula<R>, origin: Origin, to: DefId) -> Option<()> {
    let mut found = None;
    let mut open = vec![body];
    while let Some(formula) = open.pop() {
        match formula {
            Formula::And(parts) => open.extend(parts),
            Formula::Call(callee, _, at) if *at == origin => {
                *callee = to;
                found = Some(());
            }
            _ => {}
        }
    }
    found
}

/// The places of the literals of a formula in the order written. Quantifiers and collects count as literals.
fn origins<R>(formula: &Formula<R>) -> Vec<Origin> {
    let (mut origins, mut open) = (Vec::new(), vec![formula]);
    while let Some(formula) = open.pop() {
        match formula {
            Formula::And(parts) | Formula::Or(parts) => open.extend(parts.iter().rev()),
            Formula::Atom(_, _, origin)
            | Formula::Equal(_, _, origin)
            | Formula::Differ(_, _, origin)
            | Formula::Unused(_, origin)
            | Formula::SameSet(_, _, origin)
            | Formula::Call(_, _, origin) => origins.push(*origin),
            Formula::Collect(collect) => origins.push(collect.origin),
            Formula::Quantified(quantified) => origins.push(quantified.origin),
        }
    }
    origins
}
