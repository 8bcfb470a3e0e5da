//! Formulas built from atoms, and their suffixes.

use super::super::ast::{Formula, FormulaKind, Include, Listed, Quantified, Quantifier, Repetition};
use super::super::lexer::TokenKind;
use super::super::pattern::tree::ExpressionKind;
use super::super::token_class::TokenClass;
use super::{MAX_NESTING, Parse, Parser, SUFFIXES};
use text::diagnostic::{Code, Diagnostic};

/// The two operators between formulas.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    And,
    Or,
}

impl Parser<'_> {
    /// `formula = primary { suffix }`
    pub(super) fn formula(&mut self) -> Parse<Formula> {
        self.check_depth(0)?;
        self.depth += 1;
        let result = self.formula_inside();
        self.depth -= 1;
        result
    }

    fn formula_inside(&mut self) -> Parse<Formula> {
        self.nesting = 0;
        let mut formula = self.primary()?;
        let mut nesting = self.nesting + 1;
        while self.is(TokenKind::Word) && SUFFIXES.contains(&self.word_of(self.peek())) {
            self.check_depth(nesting)?;
            formula = self.suffix(formula)?;
            nesting += 1;
        }
        self.nesting = nesting;
        Ok(formula)
    }

    /// Checks the nesting limit for the whole tree: `depth` formulas around this one, `nesting` inside.
    fn check_depth(&mut self, nesting: u32) -> Parse<()> {
        if self.depth + nesting < MAX_NESTING {
            return Ok(());
        }
        let message = format!("formulas are nested more than {MAX_NESTING} deep here");
        let diagnostic = Diagnostic::new(Code::NestedTooDeep, self.peek().span, message)
            .help("put a part into a specification of its own and `include` it");
        self.gave_up = true;
        // One report suffices: the rest of the specification is skipped.
        while !self.is_boundary() {
            self.skip();
        }
        self.report(diagnostic)
    }

    fn suffix(&mut self, body: Formula) -> Parse<Formula> {
        let word = self.advance();
        let kind = match self.word_of(word) {
            "for" => self.binding(body)?,
            "foreach" => FormulaKind::ForEach(self.repetition(body)?),
            _ => FormulaKind::ForAny(self.repetition(body)?),
        };
        let start = match &kind {
            FormulaKind::ForEach(repetition) | FormulaKind::ForAny(repetition) => repetition.body.span,
            FormulaKind::For { body, .. } => body.span,
            _ => word.span,
        };
        Ok(Formula { kind, span: start.to(self.last_span()) })
    }

    /// `name "=" index ".." index placing`
    fn repetition(&mut self, body: Formula) -> Parse<Repetition> {
        let index = self.name(TokenClass::Index, "the name of an index")?;
        self.expect(TokenKind::Equal)?;
        let from = self.index()?;
        self.expect(TokenKind::DotDot)?;
        let to = self.index()?;
        Ok(Repetition { body: Box::new(body), index, from, to, placing: self.placing()? })
    }

    /// `name "=" index ( "if" "not" "otherwise" "specified" | placing )`
    fn binding(&mut self, body: Formula) -> Parse<FormulaKind> {
        let index = self.name(TokenClass::Index, "the name of an index")?;
        self.expect(TokenKind::Equal)?;
        let value = self.index()?;
        if self.is(TokenKind::DotDot) {
            return self.unexpected("a single value (`foreach` and `forany` take ranges)");
        }
        let default = self.eat_word("if");
        if default {
            self.phrase(&["not", "otherwise", "specified"])?;
        }
        let placing = if default { Default::default() } else { self.placing()? };
        Ok(FormulaKind::For { body: Box::new(body), index, value, default, placing })
    }

    fn primary(&mut self) -> Parse<Formula> {
        let start = self.peek();
        self.behind_comparison = false;
        if start.kind == TokenKind::OpenParen && !self.at_comparison() {
            return self.parenthesised();
        }
        let kind = match self.word_of(start) {
            _ if self.at_pattern() => {
                let pattern = self.pattern()?;
                self.parts = 0;
                self.behind_comparison = matches!(&pattern, FormulaKind::Pattern(pattern)
                    if matches!(&pattern.expression.kind, ExpressionKind::Binary(operator, ..)
                        if operator.operation.is_comparison()));
                pattern
            }
            _ if self.at_comparison() => self.comparison()?,
            "let" if self.at_let() => self.definition()?,
            "include" => FormulaKind::Include(self.include()?),
            "if" => self.conditional()?,
            "collect" => self.collect()?,
            "none" => self.quantified(Quantifier::None)?,
            "some" => self.quantified(Quantifier::Some)?,
            "every" => self.quantified(Quantifier::Every)?,
            "hide" => self.hide()?,
            _ => FormulaKind::Atom(self.atom()?),
        };
        Ok(Formula { kind, span: start.span.to(self.last_span()) })
    }

    /// The operator that stands here.
    pub(super) fn operator(&self) -> Option<Operator> {
        let token = self.peek();
        match token.kind {
            TokenKind::And => Some(Operator::And),
            TokenKind::Or => Some(Operator::Or),
            TokenKind::Word if self.word_of(token) == "and" => Some(Operator::And),
            TokenKind::Word if self.word_of(token) == "or" => Some(Operator::Or),
            _ => None,
        }
    }

    /// `"(" formula ( { "∧" formula } | { "∨" formula } ) ")"`; parsing resumes here after errors.
    fn parenthesised(&mut self) -> Parse<Formula> {
        let open = self.advance().span;
        let mut first_operator = None;
        let mut parts = Vec::new();
        let mut nesting = 0;
        loop {
            match self.formula() {
                Ok(part) => parts.push(part),
                Err(_) => self.recover(),
            }
            nesting = nesting.max(self.nesting);
            match self.operator() {
                Some(operator) => self.note_operator(operator, &mut first_operator),
                None if self.is(TokenKind::CloseParen) || self.is_boundary() => break,
                None => {
                    let _: Parse<()> = self.stray_in_parentheses();
                    self.recover();
                    match self.operator() {
                        Some(operator) => self.note_operator(operator, &mut first_operator),
                        None => break,
                    }
                }
            }
        }
        self.nesting = nesting;
        let end = self.close(TokenKind::CloseParen, open)?;
        if parts.len() == 1 {
            return parts.pop().ok_or(super::Reported);
        }
        let kind = match first_operator {
            Some((Operator::Or, _)) => FormulaKind::Or(parts),
            _ => FormulaKind::And(parts),
        };
        Ok(Formula { kind, span: open.to(end) })
    }

    /// Takes an operator; all operators in one pair of parentheses must be the same.
    fn note_operator(&mut self, operator: Operator, first: &mut Option<(Operator, super::Span)>) {
        let token = self.advance_as(TokenClass::Operator);
        match *first {
            None => *first = Some((operator, token.span)),
            Some((other, span)) if other != operator => {
                let diagnostic = Diagnostic::new(
                    Code::MixedOperators,
                    token.span,
                    "`∧` and `∨` in one pair of parentheses",
                )
                .also(span, "the other operator")
                .help("neither binds tighter: put parentheses around one of them");
                let _: Parse<()> = self.report(diagnostic);
            }
            Some(_) => {}
        }
    }

    fn stray_in_parentheses(&mut self) -> Parse<()> {
        match self.peek().kind {
            TokenKind::Comma => {
                let diagnostic = Diagnostic::new(
                    Code::UnexpectedToken,
                    self.peek().span,
                    "expected `∧`, `∨` or `)`, found `,`",
                )
                .help("constraints that must all hold are joined by `∧`, or `and`");
                self.report(diagnostic)
            }
            TokenKind::Word => {
                self.unexpected_word("`∧`, `∨` or `)`", &["and", "or", "foreach", "forany", "for"])
            }
            _ => self.unexpected("`∧`, `∨` or `)`"),
        }
    }

    /// `"include" name [ "[" … "]" ] placing`
    fn include(&mut self) -> Parse<Include> {
        self.advance();
        let name = self.name(TokenClass::Specification, "the name of a specification")?;
        let parameters = self.parameters()?;
        let [open, index, equal] = [0, 1, 2].map(|ahead| self.ahead(ahead).kind);
        if (open, index, equal) == (TokenKind::OpenParen, TokenKind::Word, TokenKind::Equal) {
            self.advance();
            let diagnostic = Diagnostic::new(
                Code::UnexpectedToken,
                self.peek().span,
                "expected a renaming, found an index",
            )
            .help(format!(
                "index parameters stand in brackets: `{}[{}=…]`",
                name.text,
                self.word_of(self.peek())
            ));
            return self.report(diagnostic);
        }
        Ok(Include { name, parameters, placing: self.placing()? })
    }

    /// `"if" index "=" index "then" formula "else" formula "endif"`
    fn conditional(&mut self) -> Parse<FormulaKind> {
        self.advance();
        let left = self.index()?;
        self.expect(TokenKind::Equal)?;
        let right = self.index()?;
        self.phrase(&["then"])?;
        let then = Box::new(self.formula()?);
        let nesting = self.nesting;
        self.phrase(&["else"])?;
        let otherwise = Box::new(self.formula()?);
        self.nesting = self.nesting.max(nesting);
        self.phrase(&["endif"])?;
        Ok(FormulaKind::If { left, right, then, otherwise })
    }

    /// `( "none" | "some" ) variables "(" … ")"`, `"every" variables "(" … ")" "has" variables "(" … ")"`
    fn quantified(&mut self, quantifier: Quantifier) -> Parse<FormulaKind> {
        self.advance();
        let (listed, body) = self.quantified_part()?;
        let nesting = self.nesting;
        let then = match quantifier {
            Quantifier::Every => {
                self.phrase(&["has"])?;
                Some(self.quantified_part()?)
            }
            _ => None,
        };
        self.nesting = self.nesting.max(nesting);
        Ok(FormulaKind::Quantified(Quantified { quantifier, listed, body, then }))
    }

    /// `[ [ "private" ] "{" name "}" { "," [ "private" ] "{" name "}" } ] "(" … ")"`
    fn quantified_part(&mut self) -> Parse<(Vec<Listed>, Box<Formula>)> {
        let mut listed = Vec::new();
        while !self.is(TokenKind::OpenParen) {
            if !listed.is_empty() {
                self.expect(TokenKind::Comma)?;
            } else if !self.is(TokenKind::OpenBrace) && !self.is_word("private") {
                return self.unexpected("a variable in braces or `(`");
            }
            let private = self.eat_word("private");
            let variable = self.variable()?;
            if !variable.path.is_empty() {
                let message = "a quantifier lists variables by their first word";
                let diagnostic = Diagnostic::new(Code::UnexpectedToken, variable.span, message)
                    .help(format!("`{{{0}}}` stands for all of `{0}.…` and `{0}[…]`", variable.name.text));
                return self.report(diagnostic);
            }
            listed.push(Listed { name: variable.name, private });
        }
        self.check_depth(0)?;
        self.depth += 1;
        let body = self.parenthesised();
        self.depth -= 1;
        Ok((listed, Box::new(body?)))
    }
    /// `"hide" var { "," var } formula`
    fn hide(&mut self) -> Parse<FormulaKind> {
        self.advance();
        let mut variables = vec![self.variable()?];
        while self.eat(TokenKind::Comma) {
            variables.push(self.variable()?);
        }
        Ok(FormulaKind::Hide { variables, body: Box::new(self.formula()?) })
    }

    /// `"collect" name index formula`
    fn collect(&mut self) -> Parse<FormulaKind> {
        self.advance();
        let index = self.name(TokenClass::Index, "the name of an index")?;
        let limit = self.index()?;
        let is_open = self.is(TokenKind::OpenParen);
        let body = Box::new(self.formula()?);
        let is_closed = is_open && self.tokens[self.at.saturating_sub(1)].kind == TokenKind::CloseParen;
        if let FormulaKind::ForEach(repetition) | FormulaKind::ForAny(repetition) = &body.kind
            && !is_closed
        {
            let span = repetition.index.span.to(repetition.to.span);
            let message =
                "this belongs to the body of the collect, each of whose solutions has to satisfy all copies";
            self.diagnostics.push(
                Diagnostic::new(Code::SuffixInCollect, span, message)
                    .also(index.span, "the collect")
                    .help("put parentheses around the body with it, or around the whole collect"),
            );
        }
        Ok(FormulaKind::Collect { index, limit, body })
    }
}
