//! The clauses behind the formula of a rewrite: `extern`, `gives`, `trusting`, `always`.

use super::super::ast::Name;
use super::super::ast::{Clauses, Extern};
use super::super::diagnostic::{Code, Diagnostic};
use super::super::lexer::TokenKind;
use super::super::pattern::tree::{Expression, ExpressionKind};
use super::super::rewrite::{CASTS, integer_width};
use super::{Parse, Parser};

/// The words that a clause begins with.
const CLAUSES: &[&str] = &["extern", "gives", "trusting", "always"];

impl Parser<'_> {
    /// `{ extern } gives { "," var "=" expression } [ "trusting" string ] [ "always" ]`
    pub(super) fn clauses(&mut self) -> Parse<Clauses> {
        let mut clauses = Clauses::default();
        while self.is_word("extern") {
            clauses.externs.push(self.external_declaration()?);
        }
        if !self.eat_word("gives") {
            return self.unexpected_word("`gives` and what takes the place of a value", CLAUSES);
        }
        loop {
            let root = self.variable()?;
            self.expect(TokenKind::Equal)?;
            clauses.gives.push((root, self.template()?));
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        if self.eat_word("trusting") {
            if !self.is(TokenKind::Text) {
                return self.unexpected("a reason in quotes");
            }
            clauses.trusting = Some(self.symbol("a reason in quotes")?);
        }
        clauses.always = self.eat_word("always");
        Ok(clauses)
    }

    /// An expression of what is to be made.
    fn template(&mut self) -> Parse<Expression> {
        self.parts = 0;
        self.in_template = true;
        let expression = self.choice();
        self.in_template = false;
        expression
    }

    /// `"extern" type name "(" [ type { "," type } ] ")" [ "pure" ]`
    fn external_declaration(&mut self) -> Parse<Extern> {
        self.advance();
        let result = self.name("the type of the result")?;
        let name = self.name("the name of a function")?;
        let open = self.expect(TokenKind::OpenParen)?.span;
        let mut parameters: Vec<Name> = Vec::new();
        if !self.is(TokenKind::CloseParen) {
            parameters.push(self.name("the type of a parameter")?);
            while self.eat(TokenKind::Comma) {
                parameters.push(self.name("the type of a parameter")?);
            }
        }
        self.close(TokenKind::CloseParen, open)?;
        let pure = self.eat_word("pure");
        Ok(Extern { result, name, parameters, pure })
    }

    /// `"call" name operands`, or a conversion to a type that is written: `zext i32 e`. Neither is part of a pattern.
    pub(super) fn template_operand(&mut self) -> Parse<Option<ExpressionKind>> {
        if !self.in_template || !self.is(TokenKind::Word) || self.peek_second().kind != TokenKind::Word {
            return Ok(None);
        }
        if self.eat_word("call") {
            let name = self.symbol("the name of a function")?;
            return Ok(Some(ExpressionKind::External(name, self.operands()?)));
        }
        if !CASTS.contains(&self.word_of(self.peek())) {
            return Ok(None);
        }
        let operation = self.symbol("a conversion")?;
        let to = self.symbol("a type")?;
        if integer_width(&to).is_none() {
            let message = format!("`{}` is no integer type", to.text);
            return self.report(Diagnostic::new(Code::UnknownType, to.span, message));
        }
        let of = self.unary()?;
        Ok(Some(ExpressionKind::Cast(operation, to, Box::new(of))))
    }
}
