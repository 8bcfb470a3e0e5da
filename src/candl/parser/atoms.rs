//! Atoms: one function per way an atom begins, following the table in `docs/src/language.md`.

use super::super::ast::{
    Atom, DominanceKind, FlowKind, Index, IrType, Set, SetBase, SetStep, Step, Symbol, Variable,
};
use super::super::diagnostic::{Code, Diagnostic};
use super::super::lexer::TokenKind;
use super::{Parse, Parser};

/// Words that begin an atom or another primary; for suggestions.
const BEGINNINGS: &[&str] = &[
    "opcode",
    "data_type",
    "ir_type",
    "function_name",
    "literal",
    "all",
    "not",
    "calculated_from",
    "domination",
    "strict_domination",
    "post_domination",
    "strict_post_domination",
    "include",
    "collect",
    "hide",
    "if",
];

const IR_TYPES: &[&str] =
    &["literal", "constant", "argument", "instruction", "preexecution", "splat", "undefined"];

const LISTS: &[&str] = &["args", "successors", "operands"];

/// The lists that hang at an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum List {
    Args,
    Successors,
    Operands,
}

/// One side of `=` or `∈`.
struct Side {
    variable: Variable,
    list: Option<(List, Option<Index>)>,
}

impl Parser<'_> {
    pub(super) fn atom(&mut self) -> Parse<Atom> {
        let token = self.peek();
        if token.kind == TokenKind::OpenBrace {
            return self.atom_of_variables();
        }
        if token.kind != TokenKind::Word || self.is_boundary() {
            return self.unexpected("a constraint");
        }
        let word = self.word_of(token);
        match word {
            "opcode" => self.named(Atom::Opcode, "an opcode"),
            "data_type" => self.named(Atom::DataType, "a type"),
            "function_name" => self.named(Atom::FunctionName, "the name of a function"),
            "ir_type" => self.ir_type(),
            "literal" => self.literal(),
            "all" => self.passes_through(),
            "calculated_from" => self.calculated_from(),
            "not" => self.domination(true),
            _ if dominance(word).is_some() => self.domination(false),
            _ => {
                let message = format!("unknown constraint `{word}`");
                let diagnostic = Diagnostic::new(Code::UnknownConstraint, token.span, message);
                self.report(match word {
                    "foreach" | "forany" | "for" => diagnostic.help(format!(
                        "it stands behind what it is about: `opcode{{x[i]}} = add {word} i=…`"
                    )),
                    _ if self.compares_next() => {
                        diagnostic.help(format!("variables stand in braces: `{{{word}}}`"))
                    }
                    _ => diagnostic.suggest(word, BEGINNINGS),
                })
            }
        }
    }

    /// Whether what stands behind the word here would compare it, if it were a variable.
    fn compares_next(&self) -> bool {
        use TokenKind::{Arrow, Dot, Equal, In, NotEqual, OpenBracket};
        matches!(self.peek_second().kind, Arrow | Dot | Equal | In | NotEqual | OpenBracket)
    }

    /// `opcode{x} = s` and its like.
    fn named(&mut self, atom: fn(Variable, Symbol) -> Atom, expected: &str) -> Parse<Atom> {
        self.advance();
        let variable = self.variable()?;
        self.expect(TokenKind::Equal)?;
        Ok(atom(variable, self.symbol(expected)?))
    }

    fn ir_type(&mut self) -> Parse<Atom> {
        self.advance();
        let variable = self.variable()?;
        if self.eat(TokenKind::NotEqual) {
            self.phrase(&["numeric", "constant"])?;
            return Ok(Atom::NotNumericConstant(variable));
        }
        self.expect(TokenKind::Equal)?;
        let kind = match self.word_of(self.peek()) {
            "literal" | "constant" => IrType::Literal,
            "argument" => IrType::Argument,
            "instruction" => IrType::Instruction,
            "preexecution" => IrType::Preexecution,
            "splat" => IrType::Splat,
            "undefined" => IrType::Undefined,
            _ => {
                let expected = "`literal`, `argument`, `instruction`, `preexecution`, `splat` or `undefined`";
                return self.unexpected_word(expected, IR_TYPES);
            }
        };
        self.advance();
        Ok(Atom::IrType(variable, kind))
    }

    /// `literal{x} = number`
    fn literal(&mut self) -> Parse<Atom> {
        self.advance();
        let variable = self.variable()?;
        self.expect(TokenKind::Equal)?;
        let start = self.peek().span;
        let sign = if self.eat(TokenKind::Minus) { "-" } else { "" };
        let number = self.expect(TokenKind::Number)?;
        let text = format!("{sign}{}", self.word_of(number));
        Ok(Atom::Literal(variable, Symbol { text, quoted: false, span: start.to(number.span) }))
    }

    /// `all [control|data] flow from {a} to {b} passes through {c}`
    fn passes_through(&mut self) -> Parse<Atom> {
        self.advance();
        let flow = if self.eat_word("control") {
            FlowKind::Control
        } else if self.eat_word("data") {
            FlowKind::Data
        } else {
            FlowKind::Any
        };
        if !self.eat_word("flow") {
            return self
                .unexpected_word("`control flow`, `data flow` or `flow`", &["control", "data", "flow"]);
        }
        self.phrase(&["from"])?;
        let from = self.variable()?;
        self.phrase(&["to"])?;
        let to = self.variable()?;
        self.phrase(&["passes", "through"])?;
        Ok(Atom::PassesThrough { flow, from, to, through: self.variable()? })
    }

    /// `calculated_from({origins}, {results}, {interface})`
    fn calculated_from(&mut self) -> Parse<Atom> {
        self.advance();
        let open = self.expect(TokenKind::OpenParen)?.span;
        let origins = self.set()?;
        self.expect(TokenKind::Comma)?;
        let results = self.set()?;
        self.expect(TokenKind::Comma)?;
        let interface = self.set()?;
        self.close(TokenKind::CloseParen, open)?;
        Ok(Atom::CalculatedFrom(origins, results, interface))
    }

    /// `[not] [strict_][post_]domination({a}, {b})`
    fn domination(&mut self, negated: bool) -> Parse<Atom> {
        if negated {
            self.advance();
        }
        let Some(kind) = dominance(self.word_of(self.peek())) else {
            return self.unexpected_word("a domination behind `not`", DOMINANCES);
        };
        self.advance();
        let open = self.expect(TokenKind::OpenParen)?.span;
        let dominator = self.variable()?;
        self.expect(TokenKind::Comma)?;
        let dominated = self.variable()?;
        self.close(TokenKind::CloseParen, open)?;
        Ok(Atom::Domination { kind, negated, dominator, dominated })
    }

    /// The atoms that begin with `{`.
    fn atom_of_variables(&mut self) -> Parse<Atom> {
        let set = self.set()?;
        if self.is_word("is") && self.word_of(self.peek_second()) == "the" {
            self.advance();
            self.phrase(&["the", "same", "set", "as"])?;
            return Ok(Atom::SameSet(set, self.set()?));
        }
        let variable = self.as_variable(set)?;
        let list = self.list()?;
        if list.is_some() {
            self.expect(TokenKind::Equal)?;
            return self.equation(Side { variable, list });
        }
        match self.peek().kind {
            TokenKind::Equal => {
                self.advance();
                self.equation(Side { variable, list: None })
            }
            TokenKind::NotEqual => {
                self.advance();
                Ok(Atom::Differ(variable, self.variable()?))
            }
            TokenKind::In => self.membership(variable),
            TokenKind::Arrow => self.phi_arrow(variable),
            TokenKind::Word => self.predicate(variable),
            _ => self.unexpected("what holds of the variable: `=`, `≠`, `∈`, `->`, `is`, `has`, …"),
        }
    }

    /// A set of one plain item is a variable.
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
                .help("sets stand only in `… is the same set as …` and in `calculated_from(…)`");
        self.report(diagnostic)
    }

    /// `.args`, `.successors`, `.operands`, each perhaps with `[n]`.
    fn list(&mut self) -> Parse<Option<(List, Option<Index>)>> {
        if !self.eat(TokenKind::Dot) {
            return Ok(None);
        }
        let list = match self.word_of(self.peek()) {
            "args" => List::Args,
            "successors" => List::Successors,
            "operands" => List::Operands,
            _ => return self.unexpected_word("`args`, `successors` or `operands`", LISTS),
        };
        self.advance();
        if !self.is(TokenKind::OpenBracket) {
            return Ok(Some((list, None)));
        }
        let bracket = self.advance().span;
        let index = self.index()?;
        self.close(TokenKind::CloseBracket, bracket)?;
        Ok(Some((list, Some(index))))
    }

    fn side(&mut self) -> Parse<Side> {
        let variable = self.variable()?;
        Ok(Side { variable, list: self.list()? })
    }

    /// `{x} = {y}.args[n]` either way round, `{x} = {y}`.
    fn equation(&mut self, left: Side) -> Parse<Atom> {
        let right = self.side()?;
        let span = left.variable.span.to(self.last_span());
        let (part, whole, list, index) = match (left.list, right.list) {
            (None, None) => return Ok(Atom::Equal(left.variable, right.variable)),
            (None, Some((list, index))) => (left.variable, right.variable, list, index),
            (Some((list, index)), None) => (right.variable, left.variable, list, index),
            (Some(_), Some(_)) => {
                let diagnostic =
                    Diagnostic::new(Code::UnexpectedToken, span, "both sides are members of a list")
                        .help("name one of them: `{x} = {y}.args[0] ∧ {x} = {z}.args[0]`");
                return self.report(diagnostic);
            }
        };
        let Some(index) = index else {
            let diagnostic =
                Diagnostic::new(Code::UnexpectedToken, span, "a value is compared with a whole list")
                    .help("say which member, `{x} = {y}.args[0]`, or use `∈`");
            return self.report(diagnostic);
        };
        Ok(match list {
            List::Args => Atom::ArgNumber(part, whole, index),
            List::Operands => Atom::OperandNumber(part, whole, index),
            List::Successors => Atom::SuccessorNumber(part, whole, index),
        })
    }

    /// `{x} ∈ {y}.args`, `{x} ∈ {y}.successors`
    fn membership(&mut self, variable: Variable) -> Parse<Atom> {
        self.advance();
        let right = self.side()?;
        let span = variable.span.to(self.last_span());
        match right.list {
            Some((List::Args, None)) => Ok(Atom::InArgs(variable, right.variable)),
            Some((List::Successors, None)) => Ok(Atom::InSuccessors(variable, right.variable)),
            _ => {
                let diagnostic = Diagnostic::new(
                    Code::UnexpectedToken,
                    span,
                    "`∈` wants a list: `.args` or `.successors`",
                )
                .help("a single member is written `{x} = {y}.args[0]`");
                self.report(diagnostic)
            }
        }
    }

    /// `{a} -> {b} Φ {c}`
    fn phi_arrow(&mut self, value: Variable) -> Parse<Atom> {
        self.advance();
        let from = self.variable()?;
        if !self.eat(TokenKind::Phi) && !self.eat_word("phi") {
            return self.unexpected("`Φ` or `phi`");
        }
        Ok(Atom::Phi { value, from, phi: self.variable()? })
    }

    /// What is said of a variable in words.
    fn predicate(&mut self, variable: Variable) -> Parse<Atom> {
        match self.word_of(self.peek()) {
            "in" => self.membership(variable),
            "is" => self.is_what(variable),
            "has" => self.has_what(variable),
            "reaches" => {
                self.advance();
                if !self.eat(TokenKind::Phi) {
                    self.phrase(&["phi"])?;
                }
                self.phrase(&["node"])?;
                let phi = self.variable()?;
                self.phrase(&["from"])?;
                Ok(Atom::Phi { value: variable, from: self.variable()?, phi })
            }
            _ => self.unexpected_word("`in`, `is`, `has` or `reaches`", &["in", "is", "has", "reaches"]),
        }
    }

    fn is_what(&mut self, variable: Variable) -> Parse<Atom> {
        self.advance();
        match self.word_of(self.peek()) {
            "unused" => {
                self.advance();
                Ok(Atom::Unused(variable))
            }
            "integer" => {
                self.phrase(&["integer", "zero"])?;
                Ok(Atom::IntegerZero(variable))
            }
            "floating" => {
                self.phrase(&["floating", "point", "zero"])?;
                Ok(Atom::FloatZero(variable))
            }
            _ => {
                let expected = "`unused`, `integer zero`, `floating point zero` or `the same set as`";
                self.unexpected_word(expected, &["unused", "integer", "floating", "the"])
            }
        }
    }

    fn has_what(&mut self, variable: Variable) -> Parse<Atom> {
        self.advance();
        match self.word_of(self.peek()) {
            "attribute" => {
                self.advance();
                Ok(Atom::HasAttribute(variable, self.symbol("an attribute")?))
            }
            "flag" => {
                self.advance();
                Ok(Atom::HasFlag(variable, self.symbol("a flag")?))
            }
            "control" => {
                self.phrase(&["control", "dominance", "to"])?;
                Ok(Atom::ControlDependence(variable, self.variable()?))
            }
            "dependence" => {
                self.phrase(&["dependence", "edge", "to"])?;
                Ok(Atom::DependenceEdge(variable, self.variable()?))
            }
            _ => {
                let expected = "`attribute`, `flag`, `control dominance to` or `dependence edge to`";
                self.unexpected_word(expected, &["attribute", "flag", "control", "dependence"])
            }
        }
    }
}

const DOMINANCES: &[&str] = &["domination", "strict_domination", "post_domination", "strict_post_domination"];

fn dominance(word: &str) -> Option<DominanceKind> {
    let (post, strict) = match word {
        "domination" => (false, false),
        "strict_domination" => (false, true),
        "post_domination" => (true, false),
        "strict_post_domination" => (true, true),
        _ => return None,
    };
    Some(DominanceKind { post, strict })
}
