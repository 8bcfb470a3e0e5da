//! Analyses of one's own, prepared for the specifications that use them.
//!
//! ```text
//! Analysis Initialised({x}) … End        Constraint C ( … Initialised({x}) before {i} … ) End
//!   => its formulas as problems            => an atom that carries them
//! ```

use lang::atoms::{Atom, OwnAnalysis, OwnBoundary, OwnFact};
use lang::candl::analyses::{AnalysisFormula, AnalysisPart, Boundary};
use lang::candl::ast::Variable;
use lang::candl::catalogue::SpecId;
use lang::candl::compile::{Compiled, CompiledAnalysis};
use lang::candl::core::AtomRelation;
use lang::candl::lower::Relations;
use lang::candl::relations::{atom, placeholder_atom};
use lang::candl::safety::Preparation;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use text::diagnostic::Diagnostic;

/// The analyses that specifications use, by their place in the catalogue.
#[derive(Debug, Default)]
pub struct Analyses(FxHashMap<SpecId, OwnAnalysis>);

impl Analyses {
    /// Prepares the analyses of compiled files, and returns the errors in their formulas. An analysis with
    /// errors is left out.
    pub fn prepare(compiled: &Compiled, preparation: &mut Preparation<'_>) -> (Analyses, Vec<Diagnostic>) {
        let (mut analyses, mut errors) = (Analyses::default(), Vec::new());
        for analysis in &compiled.analyses {
            match analyses.prepared(compiled, preparation, analysis) {
                Ok(prepared) => {
                    analyses.0.extend(prepared.map(|prepared| (analysis.id, prepared)));
                }
                Err(found) => errors.extend(found),
            }
        }
        (analyses, errors)
    }

    fn prepared(
        &self,
        compiled: &Compiled,
        preparation: &mut Preparation<'_>,
        analysis: &CompiledAnalysis,
    ) -> Result<Option<OwnAnalysis>, Vec<Diagnostic>> {
        let specification = &compiled.catalogue.entry(analysis.id).specification;
        let Some(clauses) = specification.analysis.as_deref() else { return Ok(None) };
        let mut formula = |part: AnalysisPart, id| {
            let at = clauses.at(part).map_or("", |at: &Variable| at.name.text.as_str());
            let parameters = clauses.parameters.iter().map(|variable| variable.name.text.as_str());
            let variables: Vec<&str> = [at].into_iter().chain(parameters).collect();
            self.with_relations(|relations| {
                preparation.formula_of_analysis(id, &variables, relations, &Atom::Given)
            })
        };
        let mut formulas: Vec<Option<AnalysisFormula<Atom>>> = Vec::new();
        let mut errors = Vec::new();
        for (part, id) in AnalysisPart::ALL.into_iter().zip(analysis.parts) {
            match id.map(|id| formula(part, id)).transpose() {
                Ok(formula) => formulas.push(formula),
                Err(found) => errors.extend(found),
            }
        }
        let Ok([Some(begins), ends, boundary]) = <[_; 3]>::try_from(formulas) else { return Err(errors) };
        let boundary = match (boundary, &clauses.boundary) {
            (Some(formula), _) => OwnBoundary::Where(formula),
            (None, Some(Boundary::All(_))) => OwnBoundary::All,
            (None, _) => OwnBoundary::None,
        };
        let kind = (clauses.heading, clauses.modality);
        let parameters = clauses.parameters.len() as u32;
        let name = specification.name.text.clone();
        Ok(Some(OwnAnalysis::new(name, kind, parameters, begins, ends, boundary)))
    }

    /// The atom of a relation.
    fn atom(&self, relation: &AtomRelation, arity: usize) -> Option<Atom> {
        match (relation.analysis(), relation.kind.analysis_point()) {
            (Some(id), Some(point)) => Some(OwnFact { analysis: self.0.get(&id)?.clone(), point }.into()),
            _ => atom(relation, arity),
        }
    }

    /// Prepares something by the relations of the model and the analyses. With a word or an analysis that
    /// is not known, which has been reported, there is no result, but there are the other errors.
    pub fn with_relations<T>(
        &self,
        prepare: impl FnOnce(&Relations<'_, Atom>) -> Result<T, Vec<Diagnostic>>,
    ) -> Result<T, Vec<Diagnostic>> {
        let has_unknown = Cell::new(false);
        let known_or_placeholder = |relation: &AtomRelation, arity: usize| {
            self.atom(relation, arity).or_else(|| {
                has_unknown.set(true);
                placeholder_atom(relation)
            })
        };
        prepare(&known_or_placeholder)
            .and_then(|ready| if has_unknown.get() { Err(Vec::new()) } else { Ok(ready) })
    }
}
