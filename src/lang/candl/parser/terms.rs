//! Terms, comparisons and `let`: `{A.stride[0]} = 2 * {i.count}`, `let n = width{x}`.

use super::super::ast::{FormulaKind, Symbol};
use super::super::lexer::TokenKind;
use super::super::number::decimal;
use super::super::pattern::tree::{
    BinaryOperator, Comparator, Comparison, Expression, ExpressionKind, Let, Operation, Reading,
};
use super::super::token_class::TokenClass;
use super::{Expected, Parse, Parser};
use text::diagnostic::{Code, Diagnostic};

/// The form of a side of a comparison, as far as other constraints begin in the same way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// `{x}`
    Variable,
    /// `{i.count}`
    Count,
    /// `literal{x}`
    Literal,
    /// A number, perhaps with a sign.
    Number,
    /// A word.
    Word,
    /// Anything else.
    Term,
}

impl Parser<'_> {
    /// Whether a comparison of terms stands here, and no constraint of the table of atoms.
    pub(super) fn at_comparison(&self) -> bool {
        let Some((left, end)) = self.side_ahead(0) else { return false };
        let Some(comparator) = self.comparator_ahead(end) else { return false };
        if !matches!(comparator, Comparator::Equal | Comparator::Differ) {
            return true;
        }
        match (left, self.side_ahead(end + 1)) {
            (_, None) => false,
            // `x = {y}` and `{x} = y` lack braces.
            (Side::Word | Side::Variable, Some((Side::Word | Side::Variable, _))) => false,
            (Side::Literal, Some((Side::Number, _))) => comparator == Comparator::Differ,
            _ => true,
        }
    }

    fn comparator_ahead(&self, at: usize) -> Option<Comparator> {
        let token = self.ahead(at);
        Comparator::of_token(token.kind, self.word_of(token))
    }

    /// The form of the term that begins `from` tokens ahead, and where it ends.
    fn side_ahead(&self, from: usize) -> Option<(Side, usize)> {
        let (mut at, mut open, mut side) = (from, 0u32, None);
        loop {
            loop {
                match self.ahead(at).kind {
                    TokenKind::OpenParen => open += 1,
                    TokenKind::Minus if self.ahead(at + 1).kind == TokenKind::Number => {}
                    TokenKind::Minus => side = Some(Side::Term),
                    _ => break,
                }
                at += 1;
            }
            let (operand, end) = self.operand_ahead(at)?;
            at = end;
            while open > 0 && self.ahead(at).kind == TokenKind::CloseParen {
                (open, side) = (open - 1, Some(Side::Term));
                at += 1;
            }
            side = Some(if side.is_none() { operand } else { Side::Term });
            let token = self.ahead(at);
            match (token.kind, self.word_of(token)) {
                (TokenKind::Plus | TokenKind::Minus, _) | (TokenKind::Sign, "*" | "^") => at += 1,
                _ if open == 0 => return side.map(|side| (side, at)),
                _ => return None,
            }
        }
    }

    /// The form of the operand `at` tokens ahead, and where it ends.
    fn operand_ahead(&self, at: usize) -> Option<(Side, usize)> {
        let token = self.ahead(at);
        match (token.kind, self.word_of(token)) {
            (TokenKind::Number, _) => Some((Side::Number, at + 1)),
            (TokenKind::OpenBrace, _) => {
                let end = self.behind_brace(at)?;
                // At least a name, a dot and a name stand between the braces.
                let is_count = end >= at + 5
                    && self.ahead(end - 3).kind == TokenKind::Dot
                    && self.word_of(self.ahead(end - 2)) == "count";
                Some((if is_count { Side::Count } else { Side::Variable }, end))
            }
            (TokenKind::Word, word @ ("literal" | "width"))
                if self.ahead(at + 1).kind == TokenKind::OpenBrace =>
            {
                let side = if word == "literal" { Side::Literal } else { Side::Term };
                Some((side, self.behind_brace(at + 1)?))
            }
            (TokenKind::Word, _) => Some((Side::Word, at + 1)),
            _ => None,
        }
    }

    /// The end of the variable whose brace opens `at` tokens ahead, as a number of tokens ahead.
    fn behind_brace(&self, mut at: usize) -> Option<usize> {
        use TokenKind::{CloseBracket, Dot, Minus, Number, OpenBracket, Plus, Word};
        at += 1;
        while matches!(self.ahead(at).kind, CloseBracket | Dot | Minus | Number | OpenBracket | Plus | Word) {
            at += 1;
        }
        (self.ahead(at).kind == TokenKind::CloseBrace).then_some(at + 1)
    }

    /// `term ( "=" | "≠" | "<" | "≤" | ">" | "≥" ) term`
    pub(super) fn comparison(&mut self) -> Parse<FormulaKind> {
        self.parts = 0;
        let left = self.sum()?;
        let Some(comparator) = self.comparator_ahead(0) else {
            return self.unexpected("one of `= ≠ < ≤ > ≥`");
        };
        self.advance();
        let right = self.sum()?;
        if self.comparator_ahead(0).is_some() {
            let message = "comparisons are not chained";
            let diagnostic = Diagnostic::new(Code::UnexpectedToken, self.peek().span, message)
                .help("join two of them: `{low} ≤ {n} ∧ {n} ≤ {high}`");
            return self.report(diagnostic);
        }
        Ok(FormulaKind::Comparison(Box::new(Comparison { left, comparator, right })))
    }

    /// Whether `let n =` stands here.
    pub(super) fn at_let(&self) -> bool {
        self.is_word("let")
            && self.peek_second().kind == TokenKind::Word
            && self.ahead(2).kind == TokenKind::Equal
    }

    /// `"let" name "=" term`
    pub(super) fn definition(&mut self) -> Parse<FormulaKind> {
        self.advance();
        let name = self.name(TokenClass::Index, "a name")?;
        self.expect(TokenKind::Equal)?;
        self.parts = 0;
        let value = self.sum()?;
        Ok(FormulaKind::Let(Box::new(Let { name, value })))
    }

    /// `term = product { ( "+" | "-" ) product }`
    fn sum(&mut self) -> Parse<Expression> {
        let mut left = self.product()?;
        while matches!(self.peek().kind, TokenKind::Plus | TokenKind::Minus) {
            let operation = if self.is(TokenKind::Plus) { Operation::Add } else { Operation::Subtract };
            self.advance();
            let right = self.product()?;
            left = joined(operation, left, right);
        }
        Ok(left)
    }

    /// `product = factor { "*" factor }`
    fn product(&mut self) -> Parse<Expression> {
        let mut left = self.factor()?;
        while self.eat_sign("*") {
            let right = self.factor()?;
            left = joined(Operation::Multiply, left, right);
        }
        Ok(left)
    }

    /// `factor = "-" factor | "2" "^" factor | number | name | var | ( "literal" | "width" ) var | "(" term
    /// ")"`
    fn factor(&mut self) -> Parse<Expression> {
        self.count_part()?;
        let start = self.peek();
        let kind = match start.kind {
            TokenKind::Minus => {
                self.advance();
                match self.factor()?.kind {
                    ExpressionKind::Number(number) if !number.text.starts_with('-') => {
                        let text = format!("-{}", number.text);
                        let span = start.span.to(number.span);
                        ExpressionKind::Number(Symbol { text, quoted: false, span })
                    }
                    kind => {
                        let span = start.span.to(self.last_span());
                        ExpressionKind::Negative(Box::new(Expression { kind, span }))
                    }
                }
            }
            TokenKind::OpenParen => {
                self.advance();
                let inside = self.sum()?;
                self.close(TokenKind::CloseParen, start.span)?;
                inside.kind
            }
            TokenKind::OpenBrace => ExpressionKind::Variable(self.variable()?),
            TokenKind::Number => self.whole_number()?,
            TokenKind::Word if !self.is_boundary() => self.number_by_name()?,
            _ => {
                self.note_expected([Expected::Operand]);
                return self.unexpected("a number, a name, a variable in braces, `literal`, `width` or `(`");
            }
        };
        Ok(Expression { kind, span: start.span.to(self.last_span()) })
    }

    /// `literal{x}`, `width{x}`, or the name of an index or of a `let`.
    pub(super) fn number_by_name(&mut self) -> Parse<ExpressionKind> {
        let is_term = self.peek_second().kind == TokenKind::OpenBrace;
        let class = if is_term { TokenClass::Keyword } else { TokenClass::Index };
        let name = self.name(class, "a name")?;
        if !self.is(TokenKind::OpenBrace) {
            return Ok(ExpressionKind::Index(name));
        }
        match name.text.as_str() {
            "literal" => Ok(ExpressionKind::Literal(self.variable()?)),
            "width" => Ok(ExpressionKind::Width(self.variable()?)),
            _ => {
                let message = format!("no term begins with `{}`", name.text);
                let diagnostic = Diagnostic::new(Code::UnexpectedToken, name.span, message);
                self.report(diagnostic.help("terms of values are `literal{x}` and `width{x}`"))
            }
        }
    }

    /// A whole number, or `2 ^ factor`.
    fn whole_number(&mut self) -> Parse<ExpressionKind> {
        let token = self.advance();
        let text = self.word_of(token).to_owned();
        if decimal(&text).parse::<i64>().is_err() {
            let message = format!("terms are whole numbers, and `{text}` is none of less than 64 bits");
            let help = format!("a constant is compared as it is written by `literal{{c}} = {text}`");
            return self.report(Diagnostic::new(Code::UnexpectedToken, token.span, message).help(help));
        }
        if !self.eat_sign("^") {
            return Ok(ExpressionKind::Number(Symbol { text, quoted: false, span: token.span }));
        }
        if text != "2" {
            let message = "only 2 is taken to a power";
            return self.report(Diagnostic::new(Code::UnexpectedToken, token.span, message));
        }
        Ok(ExpressionKind::Power(Box::new(self.factor()?)))
    }
}

fn joined(operation: Operation, left: Expression, right: Expression) -> Expression {
    let span = left.span.to(right.span);
    let operator = BinaryOperator { operation, reading: Reading::Any };
    Expression { kind: ExpressionKind::Binary(operator, Box::new(left), Box::new(right)), span }
}
