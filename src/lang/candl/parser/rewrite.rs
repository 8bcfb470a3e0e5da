//! The clauses behind the formula of a rewrite: `extern`, `gives`, `trusting`, `always`.

use super::super::ast::{
    Clauses, Combined, Extern, FirstRound, Name, Nest, NestLoop, Parallel, Symbol, Variable,
};
use super::super::lexer::TokenKind;
use super::super::pattern::tree::{Expression, ExpressionKind};
use super::super::rewrite::{
    ACCESSES, CASTS, COMBINING, ELEMENT_TYPES, EXTERN_TYPES, POINTER, SIGNS, integer_width,
};
use super::super::token_class::TokenClass;
use super::{Expected, Parse, Parser};
use ir::Schedule;
use text::diagnostic::{Code, Diagnostic};

/// The words that a clause begins with.
const CLAUSES: &[&str] = &["extern", "gives", "when", "unless", "trusting", "always"];

impl Parser<'_> {
    /// `{ extern } "gives" ( nest | parallel | [ "exit" "value" ] values ) [ "when" e { "," e } ] { "unless"
    /// var string } [ "trusting" string ] [ "always" ]`
    pub(super) fn clauses(&mut self) -> Parse<Clauses> {
        let mut clauses = Clauses::default();
        while self.is_word("extern") {
            clauses.externs.push(self.external_declaration()?);
        }
        if !self.eat_word("gives") {
            return self.unexpected_word("`gives` and what takes the place of a value", CLAUSES);
        }
        if self.eat_word("nest") {
            clauses.nest = Some(self.nest()?);
        } else if self.eat_word("parallel") {
            clauses.parallel = Some(self.parallel()?);
        } else {
            clauses.exit_values = self.exit_value()?;
            clauses.gives = self.replaced_values()?;
        }
        if self.eat_word("when") {
            clauses.when.push(self.template()?);
            while self.eat(TokenKind::Comma) {
                clauses.when.push(self.template()?);
            }
        }
        while self.eat_word("unless") {
            clauses.unless.push((self.variable()?, self.reason()?));
        }
        if self.eat_word("trusting") {
            clauses.trusting = Some(self.reason()?);
        }
        clauses.always = self.eat_word("always");
        Ok(clauses)
    }

    fn reason(&mut self) -> Parse<Symbol> {
        if !self.is(TokenKind::Text) {
            return self.unexpected("a reason in quotes");
        }
        self.symbol(TokenClass::Text, "a reason in quotes")
    }

    /// `[ "exit" "value" ]`
    fn exit_value(&mut self) -> Parse<bool> {
        let is_exit = self.eat_word("exit");
        if is_exit && !self.eat_word("value") {
            return self.unexpected_word("`value` and the value of a loop", &["value"]);
        }
        Ok(is_exit)
    }

    /// `var "=" expression { "," var "=" expression }`
    fn replaced_values(&mut self) -> Parse<Vec<(Variable, Expression)>> {
        let mut values = Vec::new();
        loop {
            let root = self.variable()?;
            self.expect(TokenKind::Equal)?;
            values.push((root, self.template()?));
            if !self.eat(TokenKind::Comma) {
                return Ok(values);
            }
        }
    }

    /// `loop { "," loop } [ "updating" var { "," var } ] ( [ "leaving" var "in" var ] "=" call | "with"
    /// values | "until" var "skipping" [ "unless" ] call )`
    fn nest(&mut self) -> Parse<Nest> {
        let mut loops = vec![self.nest_loop()?];
        while self.eat(TokenKind::Comma) {
            loops.push(self.nest_loop()?);
        }
        let mut nest = Nest { loops, ..Nest::default() };
        if self.eat_word("updating") {
            nest.updating.push(self.variable()?);
            while self.eat(TokenKind::Comma) {
                nest.updating.push(self.variable()?);
            }
        }
        if self.eat_word("with") {
            nest.results = self.replaced_values()?;
            return Ok(nest);
        }
        if self.eat_word("until") {
            let exit = self.variable()?;
            nest.until = Some((exit, self.first_round()?));
            nest.call = Some(self.template()?);
            return Ok(nest);
        }
        nest.leaving = self.left_value()?;
        self.expect(TokenKind::Equal)?;
        nest.call = Some(self.template()?);
        Ok(nest)
    }

    /// `var [ "down" ] [ "bounded" "by" var ]`
    fn nest_loop(&mut self) -> Parse<NestLoop> {
        let counter = self.variable()?;
        let is_downward = self.eat_word("down");
        let is_bounded = self.eat_word("bounded");
        if is_bounded && !self.eat_word("by") {
            return self.unexpected_word("`by` and the counter of a loop around it", &["by"]);
        }
        let bounded_by = if is_bounded { Some(self.variable()?) } else { None };
        Ok(NestLoop { counter, is_downward, bounded_by })
    }

    /// `var [ "reducing" combined { "," combined } ] [ "privatising" combined { "," combined } ]
    /// [ "schedule" word ]`
    fn parallel(&mut self) -> Parse<Parallel> {
        let counter = self.variable()?;
        let reducing = if self.eat_word("reducing") { self.combined()? } else { Vec::new() };
        let privatising = if self.eat_word("privatising") { self.combined()? } else { Vec::new() };
        let schedule = if self.eat_word("schedule") { self.schedule()? } else { Schedule::Static };
        Ok(Parallel { counter, reducing, privatising, schedule })
    }

    fn schedule(&mut self) -> Parse<Schedule> {
        let text = self.word_of(self.peek()).to_owned();
        match Schedule::ALL.into_iter().find(|schedule| schedule.word() == text) {
            Some(schedule) => {
                self.advance_as(TokenClass::Operator);
                Ok(schedule)
            }
            None => {
                let words = Schedule::ALL.map(Schedule::word);
                self.unexpected_word(&format!("one of `{}`", words.join("`, `")), &words)
            }
        }
    }

    /// `( var | "any" ) "by" operation { "," … }`
    fn combined(&mut self) -> Parse<Vec<Combined>> {
        let mut all = Vec::new();
        loop {
            let what = if self.eat_word("any") { None } else { Some(self.variable()?) };
            if !self.eat_word("by") {
                return self.unexpected_word("`by` and an operation", &["by"]);
            }
            all.push(Combined { what, by: self.combining()? });
            if !self.eat(TokenKind::Comma) {
                return Ok(all);
            }
        }
    }

    fn combining(&mut self) -> Parse<Symbol> {
        let token = self.peek();
        let text = self.word_of(token).to_owned();
        if !COMBINING.contains(&text.as_str()) {
            return self.unexpected_word(&format!("one of `{}`", COMBINING.join("`, `")), COMBINING);
        }
        self.advance_as(TokenClass::Operator);
        Ok(Symbol { text, quoted: false, span: token.span })
    }

    /// `[ "leaving" var "in" var ]`
    fn left_value(&mut self) -> Parse<Option<(Variable, Variable)>> {
        if !self.eat_word("leaving") {
            return Ok(None);
        }
        let value = self.variable()?;
        if !self.is_word("in") {
            return self.unexpected_word("`in` and an array", &["in"]);
        }
        self.advance_as(TokenClass::Operator);
        Ok(Some((value, self.variable()?)))
    }

    /// `"skipping" [ "unless" ]`
    fn first_round(&mut self) -> Parse<FirstRound> {
        if !self.eat_word("skipping") {
            return self.unexpected_word("`skipping` and a call", &["skipping"]);
        }
        Ok(if self.eat_word("unless") { FirstRound::LastUnless } else { FirstRound::Given })
    }

    /// Parses an expression of a replacement.
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
        self.note_types(&["void", POINTER]);
        let result = self.name(TokenClass::Type, "the type of the result")?;
        let name = self.name(TokenClass::Function, "the name of a function")?;
        let open = self.expect(TokenKind::OpenParen)?.span;
        let mut parameters: Vec<Name> = Vec::new();
        if !self.is(TokenKind::CloseParen) {
            parameters.push(self.parameter_type()?);
            while self.eat(TokenKind::Comma) {
                parameters.push(self.parameter_type()?);
            }
        }
        self.close(TokenKind::CloseParen, open)?;
        let pure = self.eat_word("pure");
        Ok(Extern { result, name, parameters, pure })
    }

    /// `type | "ptr" "<" [ "const" | "out" ] [ "signed" | "unsigned" ] type ">"`
    fn parameter_type(&mut self) -> Parse<Name> {
        self.note_types(&["ptr"]);
        let mut ty = self.name(TokenClass::Type, "the type of a parameter")?;
        if ty.text != "ptr" || !self.eat_sign("<") {
            return Ok(ty);
        }
        let mut words = Vec::new();
        let signs: Vec<&str> = SIGNS.iter().map(|(word, _)| *word).collect();
        let mut others = [ACCESSES, signs.as_slice()].concat();
        loop {
            self.note_types(&others);
            let word = self.name(TokenClass::Type, "the type of an element")?.text;
            let is_last = !others.contains(&word.as_str());
            // A sign may follow the access.
            others = if ACCESSES.contains(&word.as_str()) { signs.clone() } else { Vec::new() };
            words.push(word);
            if is_last {
                break;
            }
        }
        let end = self.peek().span;
        if !self.eat_sign(">") {
            return self.unexpected("`>`");
        }
        ty.text = format!("ptr<{}>", words.join(" "));
        ty.span = ty.span.to(end);
        Ok(ty)
    }

    /// Records the types of an `extern` and other words that may stand here, if the text breaks off.
    fn note_types(&mut self, others: &[&str]) {
        let types = EXTERN_TYPES.iter().chain(ELEMENT_TYPES).map(|(word, _)| word);
        let words: Vec<&str> = types.chain(others).copied().collect();
        self.note_expected(Expected::words(&words));
    }

    /// `"call" name operands`, or a conversion to a type that is written: `zext i32 e`. Both are allowed only
    /// in templates.
    pub(super) fn template_operand(&mut self) -> Parse<Option<ExpressionKind>> {
        let is_second = matches!(self.peek_second().kind, TokenKind::Word | TokenKind::End);
        if !self.in_template || !self.is(TokenKind::Word) || !is_second {
            return Ok(None);
        }
        if self.eat_word("call") {
            let name = self.symbol(TokenClass::Function, "the name of a function")?;
            return Ok(Some(ExpressionKind::External(name, self.operands()?)));
        }
        if !CASTS.contains(&self.word_of(self.peek())) {
            return Ok(None);
        }
        let operation = self.symbol(TokenClass::Opcode, "a conversion")?;
        let to = self.symbol(TokenClass::Type, "a type")?;
        if integer_width(&to).is_none() {
            let message = format!("`{}` is no integer type", to.text);
            return self.report(Diagnostic::new(Code::UnknownType, to.span, message));
        }
        let of = self.unary()?;
        Ok(Some(ExpressionKind::Cast(operation, to, Box::new(of))))
    }
}
