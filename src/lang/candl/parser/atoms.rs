//! Atoms, by the [table](super::super::atom_table): the parser tracks all spellings that fit the tokens so
//! far, until one of them ends.
//!
//! The remaining spellings determine the tokens that may follow, and the message for any other token. A few
//! mistakes with better messages of their own are recognised afterwards.

use super::super::ast::{Argument, AtomSyntax, Set, SetBase, SetStep, Step, Symbol, Variable};

use super::super::atom_table::{ArgumentKind, AtomKind, PieceKind, TEMPLATES, Template};
use super::super::lexer::{Token, TokenKind};
use super::super::token_class::TokenClass;
use super::super::vocabulary::WordKind;
use super::{Expected, Parse, Parser, spelling};
use text::diagnostic::{Code, Diagnostic};

/// Words that begin other formulas, for suggestions.
const OTHER_BEGINNINGS: &[&str] = &["not", "include", "collect", "hide", "if", "none", "some", "every"];

/// A partially parsed atom: the spellings that still fit, and its arguments so far.
struct PartialAtom {
    left: Vec<&'static Template>,
    /// The number of pieces parsed.
    at: usize,
    arguments: Vec<Argument>,
}

impl Parser<'_> {
    pub(super) fn atom(&mut self) -> Parse<AtomSyntax> {
        let token = self.peek();
        if token.kind != TokenKind::OpenBrace && (token.kind != TokenKind::Word || self.is_boundary()) {
            self.note_expected([Expected::Formula]);
            return self.unexpected("a constraint");
        }
        let negated = self.eat_word("not");
        if negated {
            self.note_expected([Expected::Negatable]);
        }
        let start = self.peek();
        let mut reading = PartialAtom { left: TEMPLATES.iter().collect(), at: 0, arguments: Vec::new() };
        while self.read_piece(&mut reading)? {}
        let is_complete = |template: &&&'static Template| template.pieces.len() == reading.at;
        let complete = || reading.left.iter().filter(is_complete);
        match complete().find(|template| takes(template, &reading.arguments)).or_else(|| complete().next()) {
            Some(template) => {
                if self.is(TokenKind::End) {
                    let longer = reading.left.iter().filter_map(|template| following(template, reading.at));
                    self.longer = longer.collect();
                }
                self.finish(template, reading, negated, start)
            }
            None if reading.at == 0 => self.no_beginning(&reading),
            None => self.incomplete(&reading, start),
        }
    }

    /// Parses the next piece of the remaining spellings; returns whether one fits.
    fn read_piece(&mut self, reading: &mut PartialAtom) -> Parse<bool> {
        let at = reading.at;
        let fitting = |template: &&&'static Template| self.fits(template, at);
        let mut left: Vec<&'static Template> = reading.left.iter().filter(fitting).copied().collect();
        // Words of the syntax take precedence over names.
        if left.iter().any(|template| template.argument(at).is_none()) {
            left.retain(|template| template.argument(at).is_none());
            self.advance_as(sign_class(self.word_of(self.peek())));
        } else if let Some((_, kind)) = left.first().and_then(|template| template.argument(at)) {
            let alike =
                left.iter().all(|template| template.argument(at).is_some_and(|(_, other)| other == kind));
            let kind = if alike { kind } else { ArgumentKind::Set };
            let argument = self.argument(kind)?;
            reading.arguments.push(argument);
        } else {
            return Ok(false);
        }
        reading.left = left;
        reading.at += 1;
        Ok(true)
    }

    /// Whether the current token can begin that piece of a spelling.
    fn fits(&self, template: &Template, at: usize) -> bool {
        let Some(piece) = template.pieces.get(at) else { return false };
        let token = self.peek();
        let is_name = token.kind == TokenKind::Word && !self.is_boundary();
        match (piece.kind, template.argument(at)) {
            (PieceKind::Word, _) if piece.text == "phi" => is_phi(token, self.word_of(token)),
            (PieceKind::Word, _) => self.is_word(piece.text),
            (PieceKind::Sign(TokenKind::In), _) => token.kind == TokenKind::In || self.is_word("in"),
            (PieceKind::Sign(TokenKind::Phi), _) => is_phi(token, self.word_of(token)),
            (PieceKind::Sign(sign), _) => token.kind == sign,
            (_, Some((_, ArgumentKind::Variable | ArgumentKind::Set | ArgumentKind::Words(_)))) => {
                token.kind == TokenKind::OpenBrace
            }
            (_, Some((_, ArgumentKind::Index))) => is_name || token.kind == TokenKind::Number,
            (_, Some((_, ArgumentKind::Word(WordKind::Analysis)))) => {
                is_name && self.peek_second().kind == TokenKind::OpenParen
            }
            (_, Some((_, ArgumentKind::Word(_)))) => is_name || token.kind == TokenKind::Text,
            (_, Some((_, ArgumentKind::Number))) => {
                matches!(token.kind, TokenKind::Number | TokenKind::Minus)
            }
            (_, None) => false,
        }
    }

    fn argument(&mut self, kind: ArgumentKind) -> Parse<Argument> {
        Ok(match kind {
            ArgumentKind::Variable => Argument::Variable(self.variable()?),
            ArgumentKind::Set => Argument::Set(self.set()?),
            ArgumentKind::Index => Argument::Index(self.index()?),
            ArgumentKind::Word(kind) => Argument::Symbol(self.symbol(kind.into(), noun(kind))?),
            ArgumentKind::Words(kind) => Argument::Words(self.words(kind)?),
            ArgumentKind::Number => Argument::Symbol(self.signed_number()?),
        })
    }

    /// `{add, sub}`
    fn words(&mut self, kind: WordKind) -> Parse<Vec<Symbol>> {
        let open = self.expect(TokenKind::OpenBrace)?.span;
        let mut words = vec![self.symbol(kind.into(), noun(kind))?];
        while self.eat(TokenKind::Comma) {
            words.push(self.symbol(kind.into(), noun(kind))?);
        }
        self.close(TokenKind::CloseBrace, open)?;
        Ok(words)
    }

    /// A number with its sign, as written.
    fn signed_number(&mut self) -> Parse<Symbol> {
        let start = self.peek().span;
        let sign = if self.eat(TokenKind::Minus) { "-" } else { "" };
        let number = self.expect(TokenKind::Number)?;
        let text = format!("{sign}{}", self.word_of(number));
        Ok(Symbol { text, quoted: false, span: start.to(number.span) })
    }

    /// The atom, with its arguments in the order of the row.
    fn finish(
        &mut self,
        template: &Template,
        reading: PartialAtom,
        negated: bool,
        start: Token,
    ) -> Parse<AtomSyntax> {
        self.refuse_member_of_list(template, start)?;
        if negated && !template.row.kind.can_be_negated() {
            return self.refuse_not(template.row.kind, start);
        }
        let positions = (0..reading.at).filter_map(|at| template.argument(at));
        let mut arguments = Vec::new();
        for ((position, kind), argument) in positions.zip(reading.arguments) {
            let argument = match (kind, argument) {
                (ArgumentKind::Variable, Argument::Set(set)) => Argument::Variable(self.as_variable(set)?),
                (_, argument) => argument,
            };
            arguments.push((position, argument));
        }
        arguments.sort_by_key(|(position, _)| *position);
        let arguments = arguments.into_iter().map(|(_, argument)| argument).collect();
        Ok(AtomSyntax { kind: template.row.kind, negated, arguments })
    }

    /// Reports `{x} ∈ {y}.args[0]` and `{x}.args[0] = {y}.args[0]`, which continue where a spelling ends.
    fn refuse_member_of_list(&mut self, template: &Template, start: Token) -> Parse<()> {
        let is_list =
            matches!(template.row.kind, AtomKind::InArgs | AtomKind::InOperands | AtomKind::InSuccessors);
        if is_list && self.is(TokenKind::OpenBracket) {
            let bracket = self.advance().span;
            self.index()?;
            self.close(TokenKind::CloseBracket, bracket)?;
            return self.wants_list(start);
        }
        let ends_with_variable = template.argument(template.pieces.len() - 1).is_some();
        if self.is(TokenKind::Dot) && ends_with_variable {
            self.advance();
            self.name(TokenClass::Constraint, "`args`, `successors` or `operands`")?;
            if self.is(TokenKind::OpenBracket) {
                let bracket = self.advance().span;
                self.index()?;
                self.close(TokenKind::CloseBracket, bracket)?;
            }
            let span = start.span.to(self.last_span());
            let diagnostic = Diagnostic::new(
                Code::UnexpectedToken,
                span,
                "a member of a list stands where a variable should",
            )
            .help("name it: `{x} = {y}.args[0] ∧ {x} = {z}.args[0]`");
            return self.report(diagnostic);
        }
        Ok(())
    }

    /// Reports `not` before an atom that binds, or that has an opposite of its own.
    fn refuse_not<T>(&mut self, kind: AtomKind, start: Token) -> Parse<T> {
        let span = start.span.to(self.last_span());
        let written = &self.text[span.range()];
        let message = "`not` stands before constraints that only test";
        let diagnostic = Diagnostic::new(Code::UnexpectedToken, span, message);
        self.report(match kind {
            AtomKind::Equal => diagnostic.help("values that differ are written `{x} != {y}`"),
            AtomKind::Differ => diagnostic.help("equal values are written `{x} = {y}`"),
            _ => diagnostic
                .help(format!("write `none ( {written} )`; other constraints have to bind its variables")),
        })
    }

    fn wants_list<T>(&mut self, start: Token) -> Parse<T> {
        let span = start.span.to(self.last_span());
        let message = "`∈` wants a list: `.args` or `.successors`";
        let diagnostic = Diagnostic::new(Code::UnexpectedToken, span, message)
            .help("a single member is written `{x} = {y}.args[0]`");
        self.report(diagnostic)
    }

    /// Reports a token that no atom begins with.
    fn no_beginning(&mut self, reading: &PartialAtom) -> Parse<AtomSyntax> {
        let token = self.peek();
        let mut beginnings: Vec<&str> = reading.left.iter().map(|template| template.pieces[0].text).collect();
        beginnings.dedup();
        let word = self.word_of(token);
        let diagnostic =
            Diagnostic::new(Code::UnknownConstraint, token.span, format!("unknown constraint `{word}`"));
        beginnings.extend(OTHER_BEGINNINGS);
        self.report(match word {
            "foreach" | "forany" | "for" => diagnostic
                .help(format!("it stands behind what it is about: `opcode{{x[i]}} = add {word} i=…`")),
            "forall" | "for_all" => diagnostic.help("for all is written `every {x} ( … ) has ( … )`"),
            "exists" => diagnostic.help("that there is one is written `some {x} ( … )`"),
            _ if self.peek_second().kind == TokenKind::Sign
                && matches!(self.word_of(self.peek_second()), "~" | "+" | "*" | "<" | ">" | "<=" | ">=") =>
            {
                diagnostic.help(format!("variables stand in braces: `{{{word}}}`"))
            }
            _ if self.compares_next() => diagnostic.help(format!("variables stand in braces: `{{{word}}}`")),
            _ => diagnostic.suggest(word, beginnings),
        })
    }

    /// Whether the token behind the current word would compare it, if the word were a variable.
    fn compares_next(&self) -> bool {
        use TokenKind::{Arrow, Dot, Equal, In, NotEqual, OpenBracket};
        matches!(self.peek_second().kind, Arrow | Dot | Equal | In | NotEqual | OpenBracket)
    }

    /// Reports a token that does not continue the atom begun.
    fn incomplete(&mut self, reading: &PartialAtom, start: Token) -> Parse<AtomSyntax> {
        let at = reading.at;
        let next =
            |template: &&'static Template| template.pieces.get(at).map(|piece| (piece.kind, piece.text));
        let pieces: Vec<(PieceKind, &str)> = reading.left.iter().filter_map(next).collect();
        let following = reading.left.iter().filter_map(|template| following(template, at));
        self.note_expected(following.collect::<Vec<_>>());
        let only = |sign| pieces.iter().all(|(kind, _)| *kind == PieceKind::Sign(sign));
        let after_in = |template: &&Template| template.pieces[1].kind == PieceKind::Sign(TokenKind::In);
        if only(TokenKind::OpenBracket) {
            let span = start.span.to(self.last_span());
            let diagnostic =
                Diagnostic::new(Code::UnexpectedToken, span, "a value is compared with a whole list")
                    .help("say which member, `{x} = {y}.args[0]`, or use `∈`");
            return self.report(diagnostic);
        }
        if only(TokenKind::Dot) && reading.left.iter().all(after_in) {
            return self.wants_list(start);
        }
        if let [Argument::Set(set)] = reading.arguments.as_slice()
            && at == 1
            && set.items.len() > 1
        {
            return self.unexpected_word("`is the same set as`", &["is"]);
        }
        let mut expected: Vec<String> = Vec::new();
        for template in &reading.left {
            let shown = match (template.pieces.get(at), template.argument(at)) {
                (_, Some((_, ArgumentKind::Variable))) => "a variable in braces".to_owned(),
                (_, Some((_, ArgumentKind::Set))) => "a set of variables in braces".to_owned(),
                (_, Some((_, ArgumentKind::Words(_)))) => "words in braces: `{a, b}`".to_owned(),
                (_, Some((_, ArgumentKind::Index))) => "an index: a name or a number".to_owned(),
                (_, Some((_, ArgumentKind::Word(kind)))) => noun(kind).to_owned(),
                (_, Some((_, ArgumentKind::Number))) => "a number".to_owned(),
                (Some(piece), _) => match piece.kind {
                    PieceKind::Sign(sign) => spelling(sign).to_owned(),
                    _ => format!("`{}`", piece.text),
                },
                (None, _) => continue,
            };
            if !expected.contains(&shown) {
                expected.push(shown);
            }
        }
        if let Some(help) = self.advice_behind(start) {
            let message = format!("expected {}, found {}", listed(&expected), self.found());
            let diagnostic = Diagnostic::new(Code::UnexpectedToken, self.peek().span, message).help(help);
            return self.report(diagnostic);
        }
        let words: Vec<&str> =
            pieces.iter().filter(|(kind, _)| *kind == PieceKind::Word).map(|(_, text)| *text).collect();
        self.unexpected_word(&listed(&expected), &words)
    }

    /// The advice on foreign syntax behind a variable.
    fn advice_behind(&self, start: Token) -> Option<String> {
        let before = self.last_span();
        let written = &self.text[start.span.to(before).range()];
        let next = self.peek_second();
        match self.word_of(self.peek()) {
            word @ ("dominates" | "postdominates" | "post_dominates") => {
                let atom = if word == "dominates" { "domination" } else { "post_domination" };
                Some(format!("that is written `{atom}({written}, {{y}})`"))
            }
            function @ ("min" | "max") if next.kind == TokenKind::OpenParen => {
                let variable = written.strip_suffix('=')?.trim_end();
                Some(format!(
                    "a value is described by `{variable} ~ {function}(…)`; what a loop takes up is written `{variable} {function}= …`"
                ))
            }
            function if next.kind == TokenKind::OpenParen && self.is(TokenKind::Word) => {
                let variable = written.strip_suffix('=')?.trim_end();
                Some(format!("a value is described by `{variable} ~ {function}(…)`"))
            }
            "+" if self.word_of(next) == "+" => {
                Some(format!("what a loop counts is written `{written} += 1`"))
            }
            ":=" => Some(format!(
                "a value is described by `{written} ~ …`, a store by `{{st}} ~ {{A}}[{{i}}] := {{x}}`"
            )),
            _ => None,
        }
    }

    /// The variable that a set of one plain item stands for.
    fn as_variable(&mut self, set: Set) -> Parse<Variable> {
        let mut items = set.items;
        if items.len() == 1
            && let Some(item) = items.pop()
            && let SetBase::Name(name) = item.base
        {
            let step = |step| match step {
                SetStep::Field(name) => Some(Step::Field(name)),
                SetStep::Index(index) => Some(Step::Index(index)),
                SetStep::Range(..) => None,
            };
            if let Some(path) = item.path.into_iter().map(step).collect() {
                return Ok(Variable { name, path, span: set.span });
            }
        }
        let diagnostic =
            Diagnostic::new(Code::UnexpectedToken, set.span, "expected a variable, found a set of variables")
                .help("sets stand only where the reference of atoms has one, as in `calculated_from(…)`");
        self.report(diagnostic)
    }
}

/// Whether a spelling has sets wherever one was read that is no variable.
fn takes(template: &Template, arguments: &[Argument]) -> bool {
    let kinds = (0..template.pieces.len()).filter_map(|at| template.argument(at)).map(|(_, kind)| kind);
    kinds.zip(arguments).all(|(kind, argument)| match argument {
        Argument::Set(set) => kind == ArgumentKind::Set || is_variable(set),
        _ => true,
    })
}

/// Whether a set is a single variable.
fn is_variable(set: &Set) -> bool {
    let [item] = set.items.as_slice() else { return false };
    let is_step = |step: &SetStep| !matches!(step, SetStep::Range(..));
    matches!(item.base, SetBase::Name(_)) && item.path.iter().all(is_step)
}

/// The piece of a spelling at a position, as a possible continuation.
fn following(template: &Template, at: usize) -> Option<Expected> {
    let piece = template.pieces.get(at)?;
    Some(match template.argument(at) {
        None => Expected::Word(piece.text.to_owned()),
        Some((_, ArgumentKind::Variable | ArgumentKind::Set)) => Expected::Variable,
        Some((_, ArgumentKind::Index)) => Expected::Name(TokenClass::Index),
        Some((_, ArgumentKind::Word(kind))) => Expected::Name(kind.into()),
        Some((_, ArgumentKind::Words(_))) => Expected::Word("{".to_owned()),
        Some((_, ArgumentKind::Number)) => Expected::Name(TokenClass::Number),
    })
}

/// The class of a word of a spelling: `in` and `phi` stand for signs.
fn sign_class(word: &str) -> TokenClass {
    if matches!(word, "in" | "phi") { TokenClass::Operator } else { TokenClass::Constraint }
}

fn is_phi(token: Token, word: &str) -> bool {
    token.kind == TokenKind::Phi || word == "phi"
}

/// `a, b or c`
fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// The noun for a kind of words, for messages.
fn noun(kind: WordKind) -> &'static str {
    match kind {
        WordKind::Opcode => "an opcode",
        WordKind::DataType | WordKind::QuotedType => "a type",
        WordKind::IrType => "a kind of value",
        WordKind::Function => "the name of a function",
        WordKind::Flag => "a flag",
        WordKind::Attribute => "an attribute",
        WordKind::Fact => "the name of a fact",
        WordKind::Analysis => "the name of an analysis",
        WordKind::Number => "a number",
    }
}
