//! Variables, sets, indices, symbols and placings: the productions for names.

use super::super::ast::{
    Index, Name, Placing, Set, SetBase, SetItem, SetStep, Span, Step, Symbol, Term, Variable,
};
use super::super::lexer::TokenKind;
use super::super::token_class::TokenClass;
use super::{Expected, MAX_NESTING, Parse, Parser};
use text::diagnostic::{Code, Diagnostic};

/// The most fields and indices behind the first word of a name.
pub(super) const MAX_PARTS: usize = 256;

impl Parser<'_> {
    /// Any word but `Constraint` and `End`.
    pub(super) fn name(&mut self, class: TokenClass, expected: &str) -> Parse<Name> {
        if !self.is(TokenKind::Word) || self.is_boundary() {
            self.note_expected([Expected::Name(class)]);
            return self.unexpected(expected);
        }
        let token = self.advance_as(class);
        Ok(Name { text: self.word_of(token).to_owned(), span: token.span })
    }

    /// The fields behind the dot in a variable: names, or the number of a part without a name, as written by
    /// `idiom expand`.
    fn fields(&mut self) -> Parse<Vec<Name>> {
        let token = self.peek();
        let text = self.word_of(token);
        let is_part = |byte: u8| byte.is_ascii_digit() || byte == b'.';
        if token.kind != TokenKind::Number || !text.bytes().all(is_part) {
            return Ok(vec![self.name(TokenClass::Variable, "a name behind `.`")?]);
        }
        self.advance();
        Ok(text.split('.').map(|part| Name { text: part.to_owned(), span: token.span }).collect())
    }

    /// `index = ( name | number ) { ( "+" | "-" ) ( name | number ) }`
    pub(super) fn index(&mut self) -> Parse<Index> {
        let first = self.term()?;
        let mut span = first.1;
        let mut terms = vec![(false, first.0)];
        while self.is(TokenKind::Plus) || self.is(TokenKind::Minus) {
            let minus = self.advance().kind == TokenKind::Minus;
            let (term, end) = self.term()?;
            span = span.to(end);
            terms.push((minus, term));
        }
        Ok(Index { terms, span })
    }

    fn term(&mut self) -> Parse<(Term, Span)> {
        if !self.is(TokenKind::Number) {
            let name = self.name(TokenClass::Index, "an index: a name or a number")?;
            let span = name.span;
            return Ok((Term::Name(name), span));
        }
        let token = self.advance();
        let text = self.word_of(token);
        if !text.bytes().all(|byte| byte.is_ascii_digit()) {
            let message = format!("`{text}` is no index: indices are whole numbers");
            return self.report(Diagnostic::new(Code::UnexpectedToken, token.span, message));
        }
        match text.parse() {
            Ok(number) => Ok((Term::Number(number, token.span), token.span)),
            Err(_) => {
                self.report(Diagnostic::new(Code::NumberTooLarge, token.span, "this number is too large"))
            }
        }
    }

    /// `symbol = name { "." name } | string`
    pub(super) fn symbol(&mut self, class: TokenClass, expected: &str) -> Parse<Symbol> {
        if self.is(TokenKind::Text) {
            let token = self.advance();
            let text = self.word_of(token).trim_matches('"').to_owned();
            return Ok(Symbol { text, quoted: true, span: token.span });
        }
        let first = self.name(class, expected)?;
        let (mut text, mut span) = (first.text, first.span);
        while self.is(TokenKind::Dot) {
            self.advance();
            let next = self.name(class, "a name behind `.`")?;
            text.push('.');
            text.push_str(&next.text);
            span = span.to(next.span);
        }
        Ok(Symbol { text, quoted: false, span })
    }

    /// `var = "{" name { "." name | "[" index "]" } "}"`
    pub(super) fn variable(&mut self) -> Parse<Variable> {
        let open = match self.is(TokenKind::OpenBrace) {
            true => self.advance().span,
            false => {
                self.note_expected([Expected::Variable]);
                return self.unexpected("a variable in braces");
            }
        };
        let name = self.name(TokenClass::Variable, "the name of a variable")?;
        let mut path = Vec::new();
        loop {
            if self.eat(TokenKind::Dot) {
                path.extend(self.fields()?.into_iter().map(Step::Field));
            } else if self.is(TokenKind::OpenBracket) {
                let bracket = self.advance().span;
                path.push(Step::Index(self.index()?));
                self.close(TokenKind::CloseBracket, bracket)?;
            } else {
                break;
            }
            self.check_length(path.len(), open)?;
        }
        let end = self.close(TokenKind::CloseBrace, open)?;
        Ok(Variable { name, path, span: open.to(end) })
    }

    /// Reports a name with too many parts.
    fn check_length(&mut self, parts: usize, start: Span) -> Parse<()> {
        if parts <= MAX_PARTS {
            return Ok(());
        }
        let message = format!("a name has at most {MAX_PARTS} parts behind its first word");
        let span = start.to(self.last_span());
        self.report(Diagnostic::new(Code::NestedTooDeep, span, message))
    }

    /// `set = "{" [ item { "," item } ] "}"`
    pub(super) fn set(&mut self) -> Parse<Set> {
        let (items, span) = self.set_items(0)?;
        Ok(Set { items, span })
    }

    fn set_items(&mut self, depth: u32) -> Parse<(Vec<SetItem>, Span)> {
        if depth > MAX_NESTING {
            let span = self.peek().span;
            return self.report(Diagnostic::new(Code::NestedTooDeep, span, "sets are nested too deep here"));
        }
        let open = self.expect(TokenKind::OpenBrace)?.span;
        if depth == 0 && self.is(TokenKind::CloseBrace) {
            return Ok((Vec::new(), open.to(self.advance().span)));
        }
        let mut items = vec![self.set_item(depth)?];
        while self.eat(TokenKind::Comma) {
            items.push(self.set_item(depth)?);
        }
        let end = self.close(TokenKind::CloseBrace, open)?;
        Ok((items, open.to(end)))
    }

    fn set_item(&mut self, depth: u32) -> Parse<SetItem> {
        let (base, start) = if self.is(TokenKind::OpenBrace) {
            let (items, span) = self.set_items(depth + 1)?;
            (SetBase::Set(items), span)
        } else {
            let name = self.name(TokenClass::Variable, "the name of a variable")?;
            let span = name.span;
            (SetBase::Name(name), span)
        };
        let mut path = Vec::new();
        loop {
            if self.eat(TokenKind::Dot) {
                path.extend(self.fields()?.into_iter().map(SetStep::Field));
            } else if self.is(TokenKind::OpenBracket) {
                path.push(self.set_bracket()?);
            } else {
                break;
            }
            self.check_length(path.len(), start)?;
        }
        Ok(SetItem { base, path, span: start.to(self.last_span()) })
    }

    /// `"[" index [ ".." index ] "]"`
    fn set_bracket(&mut self) -> Parse<SetStep> {
        let bracket = self.advance().span;
        let first = self.index()?;
        let step = match self.eat(TokenKind::DotDot) {
            true => SetStep::Range(first, self.index()?),
            false => SetStep::Index(first),
        };
        self.close(TokenKind::CloseBracket, bracket)?;
        Ok(step)
    }

    /// `[ "[" name "=" index { "," name "=" index } "]" ]`
    pub(super) fn parameters(&mut self) -> Parse<Vec<(Name, Index)>> {
        let mut parameters = Vec::new();
        if !self.is(TokenKind::OpenBracket) {
            return Ok(parameters);
        }
        let bracket = self.advance().span;
        loop {
            let name = self.name(TokenClass::Index, "the name of an index parameter")?;
            self.expect(TokenKind::Equal)?;
            parameters.push((name, self.index()?));
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.close(TokenKind::CloseBracket, bracket)?;
        Ok(parameters)
    }

    /// `placing = [ "(" var "->" var { "," var "->" var } ")" ] [ "@" var ]`
    pub(super) fn placing(&mut self) -> Parse<Placing> {
        let mut placing = Placing::default();
        if self.is(TokenKind::OpenParen) {
            let paren = self.advance().span;
            loop {
                let here = self.variable()?;
                self.expect(TokenKind::Arrow)?;
                let inside = self.variable()?;
                placing.renames.push((inside, here));
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
            self.close(TokenKind::CloseParen, paren)?;
        }
        if self.eat(TokenKind::At) {
            placing.prefix = Some(self.variable()?);
        }
        Ok(placing)
    }
}
