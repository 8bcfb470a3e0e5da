//! The upper level of a file: `use` lines, then specifications from `Constraint` or `Rewrite` to `End`.

use super::super::ast::{FactHead, Formula, FormulaKind, Modality, Span, Specification, Symbol};
use super::super::lexer::TokenKind;
use super::super::token_class::TokenClass;
use super::formula::Operator;
use super::{Expected, KEYWORDS, Parse, Parser, SUFFIXES};
use text::diagnostic::{Code, Diagnostic};

impl Parser<'_> {
    /// `{ "use" string }`
    pub(super) fn uses(&mut self) -> Vec<Symbol> {
        let mut uses = Vec::new();
        while self.is_word("use") {
            self.advance();
            if !self.is(TokenKind::Text) {
                let _: Parse<()> = self.unexpected("the path of a file in quotes");
                break;
            }
            uses.extend(self.symbol(TokenClass::Text, "the path of a file in quotes"));
        }
        uses
    }

    pub(super) fn specifications(&mut self) -> Vec<Specification> {
        let mut specifications = Vec::new();
        while !self.is(TokenKind::End) {
            if self.begins_specification() {
                specifications.extend(self.specification());
            } else {
                let _: Parse<()> = match self.is_word("use") {
                    true => self.unexpected("`Constraint` (`use` stands before all specifications)"),
                    false => self.unexpected_word("`Constraint`", KEYWORDS),
                };
                self.skip();
                while !self.is(TokenKind::End) && !self.begins_specification() {
                    self.skip();
                }
            }
        }
        specifications
    }

    /// `Constraint NAME formula End`, `Rewrite NAME formula clauses End`, `must Fact NAME head formula End`.
    /// `None` without a usable name.
    fn specification(&mut self) -> Option<Specification> {
        self.complete = true;
        self.gave_up = false;
        self.depth = 0;
        let start = self.peek().span;
        let private = self.eat_word("private");
        let modality = match (self.eat_word("must"), self.eat_word("may")) {
            (true, _) => Some(Modality::Must),
            (_, true) => Some(Modality::May),
            _ => None,
        };
        let (is_rewrite, is_analysis) = (self.is_word("Rewrite"), self.is_word("Analysis"));
        self.advance();
        let name = self.name(TokenClass::Specification, "the name of the specification").ok();
        let fact = match modality.filter(|_| name.is_some()) {
            Some(modality) => self.fact_head(modality).ok(),
            None => None,
        };
        let analysis = if is_analysis && name.is_some() { self.analysis().ok() } else { None };
        let is_plain = name.is_some() && !is_analysis && self.complete;
        let formula = if is_plain { self.formula().ok() } else { None };
        let clauses = if is_rewrite && self.complete { self.clauses().ok() } else { None };
        let end = self.end_of_specification(start);
        let nothing = || Formula { kind: FormulaKind::And(Vec::new()), span: start.to(end) };
        Some(Specification {
            doc: Vec::new(),
            private,
            name: name?,
            formula: formula.unwrap_or_else(nothing),
            rewrite: clauses.map(Box::new),
            fact: fact.map(Box::new),
            analysis: analysis.map(Box::new),
            span: start.to(end),
            complete: self.complete,
        })
    }

    /// `"(" [ var ] ")" [ "returns" var [ "or" "null" ] ]`
    fn fact_head(&mut self, modality: Modality) -> Parse<FactHead> {
        let open = self.expect(TokenKind::OpenParen)?.span;
        let parameter = match self.is(TokenKind::CloseParen) {
            true => None,
            false => Some(self.variable()?),
        };
        self.close(TokenKind::CloseParen, open)?;
        let result = match self.eat_word("returns") {
            true => Some(self.variable()?),
            false => None,
        };
        let or_null = result.is_some() && self.operator() == Some(Operator::Or);
        if or_null {
            self.advance_as(TokenClass::Operator);
            if !self.eat_word("null") {
                return self.unexpected_word("`null`", &["null"]);
            }
        }
        Ok(FactHead { modality, parameter, result, or_null })
    }

    fn end_of_specification(&mut self, start: Span) -> Span {
        if self.complete && !self.is_boundary() {
            let is_end = self.is(TokenKind::Word) && self.word_of(self.peek()).eq_ignore_ascii_case("End");
            let _: Parse<()> = self.stray_after_formula();
            if is_end {
                return self.advance().span;
            }
        }
        while !self.is_boundary() {
            self.skip();
        }
        if self.is_word("End") {
            return self.advance().span;
        }
        self.note_expected(Expected::words(&["End"]).chain(Expected::words(SUFFIXES)));
        let (found, last) = (self.found(), self.last_span());
        let diagnostic =
            Diagnostic::new(Code::Unclosed, self.peek().span, format!("expected `End`, found {found}"))
                .label("expected `End`")
                .also(start, "this specification has no `End`");
        let _: Parse<()> = self.report(diagnostic);
        last
    }

    fn stray_after_formula(&mut self) -> Parse<()> {
        let token = self.peek();
        match token.kind {
            TokenKind::And | TokenKind::Or => self.bare_operator(),
            TokenKind::Word if matches!(self.word_of(token), "and" | "or") => self.bare_operator(),
            TokenKind::Word => self.unexpected_word("`End`", &["End", "foreach", "forany", "for"]),
            _ => self.unexpected("`End`"),
        }
    }

    /// Reports `a ∧ b` without parentheses. The rest is parsed too, for its errors.
    fn bare_operator(&mut self) -> Parse<()> {
        let operator = self.peek();
        let message = format!("{} stands outside of parentheses", self.found());
        let diagnostic = Diagnostic::new(Code::BareOperator, operator.span, message)
            .help("put parentheses around the whole: `( a ∧ b )`");
        let diagnostic = match self.behind_comparison {
            true => diagnostic.help("within a pattern `&` and `|` join truth values: `{x} < 3 & {y} < 4`"),
            false => diagnostic,
        };
        let reported = self.report(diagnostic);
        while self.operator().is_some() {
            self.advance_as(TokenClass::Operator);
            if self.formula().is_err() {
                self.recover();
            }
        }
        reported
    }
}
