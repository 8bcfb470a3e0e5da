//! Patterns: `[not] {r} ~ expression`, with the precedence of C.

use super::super::ast::{FormulaKind, Span, Symbol, Variable};
use super::super::lexer::TokenKind;
use super::super::number::decimal;
use super::super::pattern::EXTREMES;
use super::super::pattern::terms::is_computed;
use super::super::pattern::tree::{
    BinaryOperator, Element, Expression, ExpressionKind, Joint, LOOSEST, Operation, Pattern, Reading, Update,
};
use super::super::rewrite::CASTS;
use super::super::token_class::TokenClass;
use super::{Expected, Parse, Parser};
use text::diagnostic::{Code, Diagnostic};

/// The most operands and operators of one pattern.
const MAX_PARTS: u32 = 200;

/// The most conditions of choices nested in each other: a condition is expanded both as it is and negated in
/// each choice, so that the size is exponential.
const MAX_CONDITIONS: usize = 6;

/// The most operands of `assoc`: there are 105 trees over five.
const MAX_ASSOCIATIVE: usize = 5;

/// The most operands of an `assoc` that allows further ones: each may then be at several depths.
const MAX_OF_FURTHER: usize = 3;

/// The most operands of `assoc(max(…))`: each choice of two has many spellings.
const MAX_EXTREMES: usize = 4;

impl Parser<'_> {
    /// Whether `{…} ~` or `{…} matches` stands here, perhaps behind `not`.
    pub(super) fn at_pattern(&self) -> bool {
        let from = usize::from(self.is_word("not"));
        if self.ahead(from).kind != TokenKind::OpenBrace {
            return false;
        }
        let mut open = 0u32;
        for at in from.. {
            match self.ahead(at).kind {
                TokenKind::OpenBrace => open += 1,
                TokenKind::CloseBrace if open == 1 => {
                    let is_description = matches!(self.word_of(self.ahead(at + 1)), "~" | "matches");
                    let behind = self.behind_subscripts(at + 1);
                    return is_description || self.update_ahead(behind).is_some();
                }
                TokenKind::CloseBrace => open -= 1,
                TokenKind::Word
                | TokenKind::Number
                | TokenKind::Dot
                | TokenKind::Comma
                | TokenKind::DotDot
                | TokenKind::Ellipsis => {}
                TokenKind::OpenBracket | TokenKind::CloseBracket | TokenKind::Plus | TokenKind::Minus => {}
                _ => return false,
            }
        }
        false
    }

    /// The end of the subscripts that begin at `from`, both as numbers of tokens ahead; `from` if there are
    /// none.
    fn behind_subscripts(&self, from: usize) -> usize {
        let (mut at, mut open) = (from, 0u32);
        loop {
            match self.ahead(at).kind {
                TokenKind::OpenBracket => open += 1,
                TokenKind::CloseBracket if open > 0 => open -= 1,
                _ if open == 0 || self.ahead(at).kind == TokenKind::End => return at,
                _ => {}
            }
            at += 1;
        }
    }

    /// The update (`+=`, `min=`, …) that stands `at` tokens ahead: two tokens without white space between
    /// them.
    fn update_ahead(&self, at: usize) -> Option<Update> {
        let (operator, equal) = (self.ahead(at), self.ahead(at + 1));
        let is_one = equal.kind == TokenKind::Equal && equal.span.start == operator.span.end;
        Update::from_text(self.word_of(operator)).filter(|_| is_one)
    }

    /// `["not"] ( var ( "~" | "matches" | update "=" ) | element update "=" ) expression`
    pub(super) fn pattern(&mut self) -> Parse<FormulaKind> {
        let negated = self.eat_word("not");
        let root = self.variable()?;
        self.parts = 0;
        let target = match self.is(TokenKind::OpenBracket) {
            true => {
                let kind = self.element(root.clone())?;
                Some(Expression { kind, span: root.span.to(self.last_span()) })
            }
            false => None,
        };
        let update = self.update_ahead(0);
        if target.is_some() && update.is_none() {
            return self.unexpected("`+=` or another update behind the element");
        }
        self.advance_as(TokenClass::Operator);
        if update.is_some() {
            self.advance();
        }
        self.parts = 0;
        let mut expression = self.choice()?;
        if let ExpressionKind::Element(element) = &mut expression.kind
            && update.is_none()
            && self.eat_sign(":=")
        {
            element.stored = Some(self.choice()?);
            expression.span = expression.span.to(self.last_span());
        }
        if self.is_word("as") {
            let name = self.word_of(self.peek());
            let diagnostic = Diagnostic::new(
                Code::UnexpectedToken,
                self.peek().span,
                format!("`{name}` names a part of an expression, not the whole"),
            )
            .help("the variable before `~` names the whole; put parentheses around the part that is named");
            return self.report(diagnostic);
        }
        Ok(FormulaKind::Pattern(Box::new(Pattern { negated, root, target, update, expression })))
    }

    /// `expression = binary [ "?" expression ":" expression ]`
    pub(super) fn choice(&mut self) -> Parse<Expression> {
        let condition = self.binary(LOOSEST)?;
        if !self.eat_sign("?") {
            return Ok(condition);
        }
        self.count_part()?;
        let first = self.choice()?;
        if !self.eat_sign(":") {
            return self.unexpected("`:` and what is chosen otherwise");
        }
        let second = self.choice()?;
        let span = condition.span.to(second.span);
        if condition.conditions() >= MAX_CONDITIONS {
            let message = format!("a choice stands in conditions of others at most {MAX_CONDITIONS} deep");
            let diagnostic = Diagnostic::new(Code::NestedTooDeep, condition.span, message)
                .help("describe the condition by a pattern of its own, and name its value here");
            return self.report(diagnostic);
        }
        let kind = ExpressionKind::Choice(Box::new(condition), Box::new(first), Box::new(second));
        Ok(Expression { kind, span })
    }

    /// Parses operands with operators between them that bind at least as tightly as `least`.
    fn binary(&mut self, least: u8) -> Parse<Expression> {
        let (mut left, mut before) = (self.unary()?, None);
        while let Some((operator, tokens)) = self.binary_operator()? {
            let strength = operator.operation.strength();
            if strength < least {
                break;
            }
            if operator.operation.is_ordering() && before.is_some_and(Operation::is_ordering) {
                let message = "comparisons are not chained: this compares a truth value";
                let diagnostic = Diagnostic::new(Code::UnexpectedToken, self.peek().span, message)
                    .help("join two of them: `{low} <= {x} & {x} <= {high}`");
                return self.report(diagnostic);
            }
            let sign = self.peek();
            (0..tokens).for_each(|_| {
                self.advance_as(TokenClass::Operator);
            });
            let again = self.peek();
            if operator.operation == Operation::Multiply
                && self.word_of(again) == "*"
                && again.span.start == sign.span.end
                && self.peek_second().kind == TokenKind::Number
            {
                let message = "`**` is no operator";
                let diagnostic = Diagnostic::new(Code::UnexpectedToken, sign.span.to(again.span), message)
                    .help("a power is written as a product: `{x} * {x}`");
                return self.report(diagnostic);
            }
            self.count_part()?;
            let is_whole = least == LOOSEST && self.associative > 0 && self.further.is_none();
            if is_whole && self.is(TokenKind::Ellipsis) {
                self.further = Some((operator, self.advance_as(TokenClass::Operator).span));
                break;
            }
            let right = self.binary(strength + 1)?;
            let span = left.span.to(right.span);
            let kind = ExpressionKind::Binary(operator, Box::new(left), Box::new(right));
            left = Expression { kind, span };
            before = Some(operator.operation);
        }
        Ok(left)
    }

    /// The operator at the current token with its suffix, and the number of tokens of both.
    fn binary_operator(&mut self) -> Parse<Option<(BinaryOperator, usize)>> {
        let token = self.peek();
        let is_next = |before: Span, at: usize| self.ahead(at).span.start == before.end;
        let (operation, mut tokens) = match token.kind {
            TokenKind::Equal if self.ahead(1).kind == TokenKind::Equal && is_next(token.span, 1) => {
                (Some(Operation::Equal), 2)
            }
            TokenKind::NotEqual => (Some(Operation::Differ), 1),
            TokenKind::Plus | TokenKind::Minus | TokenKind::Sign => {
                (Operation::from_text(self.word_of(token)), 1)
            }
            _ => (None, 1),
        };
        let Some(operation) = operation else { return Ok(None) };
        let (last, suffix) = (self.ahead(tokens - 1), self.ahead(tokens));
        let mut reading = Reading::Any;
        if suffix.kind == TokenKind::Word
            && is_next(last.span, tokens)
            && let Some(found) = Reading::from_suffix(self.word_of(suffix))
        {
            if !operation.has(found) {
                let text = operation.text();
                let message = format!("`{text}{}` is no operator", self.word_of(suffix));
                let diagnostic = Diagnostic::new(Code::UnexpectedToken, suffix.span, message)
                    .help("`/u` `%u` `>>u` `<u` are unsigned, `/s` `%s` `>>s` `<s` signed");
                return self.report(diagnostic);
            }
            reading = found;
            tokens += 1;
        }
        Ok(Some((BinaryOperator { operation, reading }, tokens)))
    }

    pub(super) fn unary(&mut self) -> Parse<Expression> {
        self.count_part()?;
        let start = self.peek();
        let kind: fn(Box<Expression>) -> ExpressionKind = match self.word_of(start) {
            "-" if self.peek_second().kind == TokenKind::Number => {
                self.advance();
                let number = self.advance();
                let text = format!("-{}", self.word_of(number));
                let text = if self.in_template { decimal(&text).into_owned() } else { text };
                let span = start.span.to(number.span);
                let kind = ExpressionKind::Number(Symbol { text, quoted: false, span });
                return Ok(Expression { kind, span });
            }
            "-" => ExpressionKind::Negative,
            "~" => ExpressionKind::Complement,
            "*" => ExpressionKind::Load,
            _ => return self.operand(),
        };
        self.advance();
        let operand = self.unary()?;
        let span = start.span.to(operand.span);
        Ok(Expression { kind: kind(Box::new(operand)), span })
    }

    fn operand(&mut self) -> Parse<Expression> {
        let start = self.peek();
        if let Some(kind) = self.template_operand()? {
            return Ok(Expression { kind, span: start.span.to(self.last_span()) });
        }
        let mut kind = match start.kind {
            TokenKind::OpenParen => {
                self.advance();
                let inside = self.named()?;
                self.close(TokenKind::CloseParen, start.span)?;
                inside.kind
            }
            TokenKind::OpenBrace => {
                let variable = self.variable()?;
                match self.is(TokenKind::OpenBracket) {
                    true => self.element(variable)?,
                    false => ExpressionKind::Variable(variable),
                }
            }
            TokenKind::Number => {
                self.advance();
                let text = self.word_of(start);
                let text = if self.in_template { decimal(text).into_owned() } else { text.to_owned() };
                ExpressionKind::Number(Symbol { text, quoted: false, span: start.span })
            }
            TokenKind::Word if self.is_word("assoc") => self.associative()?,
            TokenKind::Word if self.at_null() => {
                self.advance_as(TokenClass::Constraint);
                ExpressionKind::Null
            }
            TokenKind::Word if self.at_number_by_name() => self.number_by_name()?,
            TokenKind::Word if !self.is_boundary() => {
                let name = self.symbol(TokenClass::Function, "the name of a function")?;
                ExpressionKind::Call(name, self.operands()?)
            }
            _ => {
                let words: &[&str] = if self.in_template { CASTS } else { &[] };
                let call = self.in_template.then_some("call");
                let words = Expected::words(words).chain(call.map(|word| Expected::Word(word.to_owned())));
                self.note_expected([Expected::Operand].into_iter().chain(words.collect::<Vec<_>>()));
                return self.unexpected("a variable in braces, a number, a function or `(`");
            }
        };
        while self.is(TokenKind::Arrow) && self.peek_second().kind == TokenKind::OpenBracket {
            let of = Expression { kind, span: start.span.to(self.last_span()) };
            self.advance();
            kind = self.field(of)?;
        }
        Ok(Expression { kind, span: start.span.to(self.last_span()) })
    }

    /// `"[" offset "]"` behind the `->` of a field
    fn field(&mut self, of: Expression) -> Parse<ExpressionKind> {
        self.count_part()?;
        let open = self.advance().span;
        let offset = self.choice()?;
        self.close(TokenKind::CloseBracket, open)?;
        let is_one = matches!(offset.kind, ExpressionKind::Variable(_) | ExpressionKind::Number(_));
        if !is_one && !is_computed(&offset) {
            let message = "the offset of a field is a number of bytes, or a variable that holds one";
            return self.report(Diagnostic::new(Code::UnexpectedToken, offset.span, message));
        }
        let span = of.span.to(self.last_span());
        let address = ExpressionKind::Field(Box::new(of), Box::new(offset));
        Ok(ExpressionKind::Load(Box::new(Expression { kind: address, span })))
    }

    /// Whether `null` stands here, and no function of that name.
    fn at_null(&self) -> bool {
        !self.in_template && self.is_word("null") && self.peek_second().kind != TokenKind::OpenParen
    }

    /// Whether a word that stands for a number begins here, and not a function.
    fn at_number_by_name(&self) -> bool {
        let next = self.peek_second().kind;
        let is_term = next == TokenKind::OpenBrace && (self.is_word("literal") || self.is_word("width"));
        let is_name = !self.is_boundary()
            && !matches!(next, TokenKind::OpenParen | TokenKind::Dot | TokenKind::OpenBrace);
        !self.in_template && (is_name || is_term)
    }

    /// `expression [ "as" var ]`
    fn named(&mut self) -> Parse<Expression> {
        let inside = self.choice()?;
        if !self.eat_word("as") {
            return Ok(inside);
        }
        let name = self.variable()?;
        let span = inside.span.to(name.span);
        Ok(Expression { kind: ExpressionKind::Named(Box::new(inside), name), span })
    }

    /// `"(" [ named { "," named } ] ")"`
    pub(super) fn operands(&mut self) -> Parse<Vec<Expression>> {
        let open = self.expect(TokenKind::OpenParen)?.span;
        let mut operands = Vec::new();
        if !self.is(TokenKind::CloseParen) {
            operands.push(self.named()?);
            while self.eat(TokenKind::Comma) {
                operands.push(self.named()?);
            }
        }
        self.close(TokenKind::CloseParen, open)?;
        Ok(operands)
    }

    /// `"assoc" "(" a "*" b { "*" c } [ "*" "…" ] ")"`
    fn associative(&mut self) -> Parse<ExpressionKind> {
        let word = self.advance().span;
        let open = self.expect(TokenKind::OpenParen)?.span;
        self.associative += 1;
        let inside = self.choice();
        self.associative -= 1;
        let further = self.further.take();
        let (inside, last) = (inside?, self.last_span());
        if let Some((_, span)) = further.filter(|(_, span)| *span != last) {
            let message = "`…` stands behind the last operator of `assoc`";
            return self.report(Diagnostic::new(Code::UnexpectedToken, span, message));
        }
        if let (None, ExpressionKind::Call(name, operands)) = (&further, &inside.kind)
            && EXTREMES.contains(&name.text.as_str())
        {
            let span = word.to(self.close(TokenKind::CloseParen, open)?);
            return self.associative_extreme(name.clone(), operands.clone(), span);
        }
        let end = self.close(TokenKind::CloseParen, open)?;
        let mut operands = Vec::new();
        let operator = match (&further, &inside.kind) {
            (Some((operator, _)), _) | (None, ExpressionKind::Binary(operator, ..))
                if operator.operation.is_associative() =>
            {
                *operator
            }
            _ => {
                let message =
                    "`assoc` wants one of `+ * & | ^` between its operands, or a minimum or maximum of them";
                let diagnostic = Diagnostic::new(Code::UnexpectedToken, inside.span, message);
                let is_difference = matches!(&inside.kind, ExpressionKind::Binary(operator, ..)
                    if operator.operation == Operation::Subtract);
                return self.report(match is_difference {
                    true => diagnostic
                        .help("`-` is none: a difference stands around it, `assoc({a} + {b}) - {c}`"),
                    false => diagnostic,
                });
            }
        };
        let mut left = inside;
        loop {
            match left.kind {
                ExpressionKind::Binary(same, a, b) if same == operator => {
                    operands.push(*b);
                    left = *a;
                }
                _ => break operands.push(left),
            }
        }
        operands.reverse();
        let most = if further.is_some() { MAX_OF_FURTHER } else { MAX_ASSOCIATIVE };
        self.at_most(most, &operands, further.is_some(), word.to(end))?;
        Ok(ExpressionKind::Associative(Joint::Operator(operator), operands, further.is_some()))
    }

    /// The tree of `assoc(max(a, b, c))`.
    fn associative_extreme(
        &mut self,
        name: Symbol,
        operands: Vec<Expression>,
        span: Span,
    ) -> Parse<ExpressionKind> {
        self.at_most(MAX_EXTREMES, &operands, false, span)?;
        if operands.len() < 2 {
            let message = format!("`{}` takes two operands or more", name.text);
            return self.report(Diagnostic::new(Code::UnexpectedToken, name.span, message));
        }
        Ok(ExpressionKind::Associative(Joint::Function(name), operands, false))
    }

    /// Reports more operands of `assoc` than their trees allow.
    fn at_most(&mut self, most: usize, operands: &[Expression], is_open: bool, span: Span) -> Parse<()> {
        if operands.len() <= most {
            return Ok(());
        }
        let behind = if is_open { " before `…`" } else { "" };
        let message = format!("`assoc` takes at most {most} operands{behind}");
        self.report(Diagnostic::new(Code::ExpansionTooLarge, span, message))
    }

    /// `"[" expression { "," expression } "]"`, or `"[" expression "]"` for each subscript.
    fn element(&mut self, base: Variable) -> Parse<ExpressionKind> {
        let (mut subscripts, mut groups) = (Vec::new(), 0);
        while self.is(TokenKind::OpenBracket) && (groups == 0 || subscripts.len() == groups) {
            let open = self.advance().span;
            subscripts.push(self.choice()?);
            while groups == 0 && self.eat(TokenKind::Comma) {
                subscripts.push(self.choice()?);
            }
            self.close(TokenKind::CloseBracket, open)?;
            groups += 1;
        }
        let element = Element { base, subscripts, by_rows: groups > 1, stored: None };
        Ok(ExpressionKind::Element(Box::new(element)))
    }

    pub(super) fn eat_sign(&mut self, text: &str) -> bool {
        let eaten = self.is(TokenKind::Sign) && self.word_of(self.peek()) == text;
        if eaten {
            self.advance();
        }
        eaten
    }

    pub(super) fn count_part(&mut self) -> Parse<()> {
        self.parts += 1;
        if self.parts <= MAX_PARTS {
            return Ok(());
        }
        let message = format!("a pattern has at most {MAX_PARTS} operands and operators");
        let diagnostic = Diagnostic::new(Code::NestedTooDeep, self.peek().span, message)
            .help("describe a part by a pattern of its own, and name its value here");
        self.report(diagnostic)
    }
}
