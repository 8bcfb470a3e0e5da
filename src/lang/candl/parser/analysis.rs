//! Analyses: the head behind the name, and the clauses up to `End`.

use super::super::analyses::{AnalysisClause, AnalysisClauses, Boundary, Heading};
use super::super::ast::{Modality, Set, SetBase, Variable};
use super::super::lexer::TokenKind;
use super::{Expected, Parse, Parser};
use text::diagnostic::{Code, Diagnostic};

impl Parser<'_> {
    /// `"(" set ")" ( "forward" | "backward" ) ( "must" | "may" ) "gen" var formula [ "kill" var formula ]
    /// [ boundary ]`
    pub(super) fn analysis(&mut self) -> Parse<AnalysisClauses> {
        let start = self.peek().span;
        let open = self.expect(TokenKind::OpenParen)?.span;
        let set = self.set()?;
        let parameters = self.parameters_of(set)?;
        self.close(TokenKind::CloseParen, open)?;
        let heading = match (self.eat_word("forward"), self.eat_word("backward")) {
            (true, _) => Heading::Forward,
            (_, true) => Heading::Backward,
            _ => return self.unexpected_word("`forward` or `backward`", &["forward", "backward"]),
        };
        let modality = match (self.eat_word("must"), self.eat_word("may")) {
            (true, _) => Modality::Must,
            (_, true) => Modality::May,
            _ => return self.unexpected_word("`must` or `may`", &["must", "may"]),
        };
        let head = start.to(self.last_span());
        if !self.eat_word("gen") {
            return self.unexpected_word("`gen`", &["gen"]);
        }
        let begins = self.analysis_clause()?;
        let ends = if self.eat_word("kill") { Some(self.analysis_clause()?) } else { None };
        let boundary = self.boundary_of_analysis(heading)?;
        let further: &[&str] = match (&ends, &boundary) {
            (None, None) => &["kill", "entry", "exit"],
            (Some(_), None) => &["entry", "exit"],
            _ => &[],
        };
        self.note_expected(Expected::words(further));
        Ok(AnalysisClauses { parameters, head, heading, modality, begins, ends, boundary })
    }

    fn analysis_clause(&mut self) -> Parse<AnalysisClause> {
        Ok(AnalysisClause { at: self.variable()?, formula: self.formula()? })
    }

    /// `( "entry" | "exit" ) ( "none" | "all" | formula )`
    fn boundary_of_analysis(&mut self, heading: Heading) -> Parse<Option<Boundary>> {
        if !self.is_word("entry") && !self.is_word("exit") {
            return Ok(None);
        }
        if !self.is_word(heading.boundary()) {
            let found = self.word_of(self.peek());
            let message = format!("a {} analysis begins at the {}", heading.word(), heading.boundary());
            let diagnostic = Diagnostic::new(Code::UnexpectedToken, self.peek().span, message)
                .help(format!("write `{}`, or make the analysis go the other way", heading.boundary()))
                .with_suggestion(found, heading.boundary());
            return self.report(diagnostic);
        }
        self.advance();
        let is_quantifier = self.peek_second().kind == TokenKind::OpenBrace;
        let span = self.peek().span;
        Ok(Some(match self.word_of(self.peek()) {
            "none" if !is_quantifier => {
                self.advance();
                Boundary::None(span)
            }
            "all" => {
                self.advance();
                Boundary::All(span)
            }
            _ => Boundary::Where(Box::new(self.formula()?)),
        }))
    }

    /// The parameters in the head.
    fn parameters_of(&mut self, set: Set) -> Parse<Vec<Variable>> {
        let mut parameters = Vec::new();
        for item in set.items {
            match item.base {
                SetBase::Name(name) if item.path.is_empty() => {
                    parameters.push(Variable { name, path: Vec::new(), span: item.span });
                }
                _ => {
                    let message = "the parameters of an analysis are variables without fields and ranges";
                    let diagnostic = Diagnostic::new(Code::AnalysisForm, item.span, message);
                    return self.report(diagnostic);
                }
            }
        }
        Ok(parameters)
    }
}
