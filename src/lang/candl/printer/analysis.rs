//! Analyses as text: the head behind the name, and one clause per line.

use super::super::analyses::{AnalysisClause, AnalysisClauses, Boundary};
use super::Printer;

impl Printer<'_> {
    /// Prints everything between the name and `End`.
    pub(super) fn analysis(&mut self, analysis: &AnalysisClauses) {
        let names: Vec<String> = analysis.parameters.iter().map(|variable| variable.text()).collect();
        let (heading, modality) = (analysis.heading.word(), analysis.modality.word());
        self.push(&format!("({{{}}}) {heading} {modality}", names.join(", ")));
        self.analysis_clause("gen", &analysis.begins);
        if let Some(ends) = &analysis.ends {
            self.analysis_clause("kill", ends);
        }
        let word = analysis.heading.boundary();
        match &analysis.boundary {
            Some(Boundary::None(span)) => {
                self.clause(span.start);
                self.push(&format!("{word} none"));
            }
            Some(Boundary::All(span)) => {
                self.clause(span.start);
                self.push(&format!("{word} all"));
            }
            Some(Boundary::Where(formula)) => {
                self.clause(formula.span.start);
                self.push(word);
                self.line(0);
                self.formula(formula, 0);
            }
            None => {}
        }
    }

    fn analysis_clause(&mut self, word: &str, clause: &AnalysisClause) {
        self.clause(clause.at.span.start);
        self.push(&format!("{word} "));
        self.variable(&clause.at);
        self.trailing_comment(clause.formula.span.start);
        self.line(0);
        self.comments_before(clause.formula.span.start, 0);
        self.formula(&clause.formula, 0);
    }
}
