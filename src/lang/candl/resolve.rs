//! Name resolution: checks that every mentioned specification, index and word exists.
//!
//! The resolver checks each specification as written, so that all errors of a file are found at once, whether
//! or not its specifications are included with index parameters.

use super::analyses::{check_cycles, check_heads, check_use};
use super::as_written;
use super::ast::{Argument, AtomSyntax, Formula, FormulaKind, Include, Symbol};
use super::atom_table::{ArgumentKind, FactUse};
use super::catalogue::{Catalogue, Entry, SpecId};
use super::listed::check_listed;
use super::number::decimal;
use super::pattern::tree::{Element, Expression, ExpressionKind, Operation, is_anything};
use super::pattern::{EXTREMES, operand_count, own_functions};
use super::rewrite::check as check_rewrite;
use super::scope::check_indices;
use super::vocabulary::{Vocabulary, WordKind};
use text::diagnostic::{Code, Diagnostic, Diagnostics, nearest};

/// Checks every specification of the catalogue, and marks those with errors.
pub fn resolve(catalogue: &mut Catalogue, vocabulary: &dyn Vocabulary, diagnostics: &mut Diagnostics) {
    let mut included = Vec::new();
    for id in catalogue.ids() {
        let entry = catalogue.entry(id);
        check_indices(&entry.specification.formula, diagnostics);
        check_listed(&entry.specification.formula, diagnostics);
        let mut resolver = Resolver { catalogue, id, vocabulary, included: &mut included, diagnostics };
        resolver.formula(&entry.specification.formula);
        check_rewrite(&entry.specification, diagnostics);
        check_heads(&entry.specification, diagnostics);
        super::widening::check(&entry.specification, diagnostics);
    }
    check_cycles(catalogue, diagnostics);
    included.into_iter().for_each(|id| catalogue.mark_included(id));
    catalogue.mark_unsound(diagnostics);
}

struct Resolver<'a> {
    catalogue: &'a Catalogue,
    id: SpecId,
    vocabulary: &'a dyn Vocabulary,
    /// The specifications that others include.
    included: &'a mut Vec<SpecId>,
    diagnostics: &'a mut Diagnostics,
}

impl Resolver<'_> {
    fn formula(&mut self, formula: &Formula) {
        match &formula.kind {
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                parts.iter().for_each(|part| self.formula(part))
            }
            FormulaKind::Atom(atom) => {
                self.atom(atom);
                let found = as_written::of_atom(atom, formula.span);
                found.into_iter().for_each(|found| self.diagnostics.push(found));
            }
            FormulaKind::Include(include) => self.include(include),
            FormulaKind::Pattern(pattern) => {
                let is_sound = self.diagnostics.len();
                pattern.expressions().for_each(|expression| self.expression(expression));
                if is_sound == self.diagnostics.len() {
                    as_written::of_pattern(pattern)
                        .into_iter()
                        .for_each(|found| self.diagnostics.push(found));
                }
            }
            // Their words belong to the syntax.
            FormulaKind::Comparison(comparison) => {
                let found = as_written::of_comparison(comparison, formula.span);
                found.into_iter().for_each(|found| self.diagnostics.push(found));
            }
            FormulaKind::Let(_) => {}
            FormulaKind::If { then, otherwise, .. } => {
                self.formula(then);
                self.formula(otherwise);
            }
            FormulaKind::Quantified(quantified) => {
                self.formula(&quantified.body);
                quantified.then.iter().for_each(|(_, then)| self.formula(then));
            }
            FormulaKind::Collect { body, .. }
            | FormulaKind::Hide { body, .. }
            | FormulaKind::For { body, .. } => self.formula(body),
            FormulaKind::ForEach(repetition) | FormulaKind::ForAny(repetition) => {
                self.formula(&repetition.body)
            }
        }
    }

    fn atom(&mut self, atom: &AtomSyntax) {
        if let Some((fact_use, name)) = atom.fact() {
            self.fact(fact_use, name);
        }
        if let Some(name) = atom.analysis() {
            let builtin = self.catalogue.entry(self.id).builtin;
            check_use(self.catalogue, atom, name, builtin)
                .into_iter()
                .for_each(|found| self.diagnostics.push(found));
        }
        for ((_, kind), argument) in atom.kind.row().arguments.iter().zip(&atom.arguments) {
            match (kind, argument) {
                (ArgumentKind::Word(kind), Argument::Symbol(symbol)) => self.word(*kind, symbol),
                (ArgumentKind::Words(kind), Argument::Words(symbols)) => {
                    symbols.iter().for_each(|symbol| self.word(*kind, symbol));
                }
                (ArgumentKind::Number, Argument::Symbol(symbol)) => self.word(WordKind::Number, symbol),
                _ => {}
            }
        }
    }

    /// Checks a fact about functions by its name, and its use by its head.
    fn fact(&mut self, fact_use: FactUse, name: &Symbol) {
        let builtin = self.catalogue.entry(self.id).builtin;
        let Some(head) = self.catalogue.fact(name, builtin) else {
            let facts = self.catalogue.facts(builtin);
            let message = format!("there is no fact `{}`", name.text);
            let diagnostic = Diagnostic::new(Code::UnknownFact, name.span, message);
            let is_other = self.catalogue.lookup_in(name.span.file, &name.text, builtin).is_some();
            let diagnostic = match is_other {
                true => {
                    diagnostic.help("a specification about a function begins with `must Fact` or `may Fact`")
                }
                false => diagnostic.suggest(&name.text, facts),
            };
            return self.diagnostics.push(diagnostic);
        };
        let own = FactUse { of_result: head.result.is_some(), of_parameter: head.parameter.is_some() };
        if fact_use != own {
            let verb = if own.of_result { "returns" } else { "does" };
            let parameter = if own.of_parameter { "{x}" } else { "" };
            let message = format!("`{}` is used with other parameters than it has", name.text);
            let help = format!("write `{{call}} {verb} {}({parameter})`", name.text);
            self.diagnostics.push(Diagnostic::new(Code::FactForm, name.span, message).help(help));
        }
    }

    /// Reports subscripts that no address has.
    fn subscripts(&mut self, expression: &Expression) {
        let mut found = Vec::new();
        expression.each_element(&mut |element| found.extend(impossible(element)));
        found.into_iter().for_each(|diagnostic| self.diagnostics.push(diagnostic));
    }

    /// Checks the functions in an expression of a pattern.
    fn expression(&mut self, expression: &Expression) {
        self.subscripts(expression);
        expression.each_call(&mut |name, operands| {
            let own = operand_count(&name.text);
            if EXTREMES.contains(&name.text.as_str()) && operands > 2 {
                return;
            }
            if own.is_none() {
                self.function(name, true);
            }
            let count = own.or_else(|| self.vocabulary.operand_count(&name.text));
            if let Some(count) = count.filter(|count| *count != operands) {
                let plural = if count == 1 { "" } else { "s" };
                let message = format!("`{}` takes {count} operand{plural}, not {operands}", name.text);
                self.diagnostics.push(Diagnostic::new(Code::UnexpectedToken, name.span, message));
            }
        });
    }

    fn word(&mut self, kind: WordKind, symbol: &Symbol) {
        let kind = if kind == WordKind::DataType && symbol.quoted { WordKind::QuotedType } else { kind };
        // Quoted attributes may be the user's own keys.
        let own = kind == WordKind::Attribute && symbol.quoted && !symbol.text.is_empty();
        let is_known = self.vocabulary.knows(kind, &decimal(&symbol.text));
        if own || is_known && kind != WordKind::Function {
            return;
        }
        let (code, noun) = match kind {
            WordKind::Opcode => (Code::UnknownOpcode, "opcode"),
            WordKind::DataType | WordKind::QuotedType => (Code::UnknownType, "type"),
            WordKind::IrType => (Code::UnknownType, "kind of value"),
            WordKind::Flag => (Code::UnknownFlag, "flag"),
            WordKind::Attribute => (Code::UnknownAttribute, "attribute"),
            WordKind::Fact | WordKind::Analysis => return,
            WordKind::Function => return self.function(symbol, false),
            WordKind::Number => {
                let message = "this number has more digits or a larger exponent than any constant";
                return self.diagnostics.push(Diagnostic::new(Code::NumberTooLarge, symbol.span, message));
            }
        };
        let message = format!("unknown {noun} `{}`", symbol.text);
        let diagnostic = Diagnostic::new(code, symbol.span, message);
        self.diagnostics.push(
            match (self.other_kind(kind, &symbol.text), other_language(kind, &symbol.text)) {
                (Some(help), _) => diagnostic.help(help),
                (None, Some(ours)) => diagnostic.help(format!("did you mean {ours}?")),
                (None, None) => {
                    let near = diagnostic.suggest(&symbol.text, self.vocabulary.words(kind));
                    let kinds = self.vocabulary.words(kind).join("`, `");
                    let is_told = kind != WordKind::IrType || !near.help.is_empty();
                    if is_told { near } else { near.help(format!("the kinds are `{kinds}`")) }
                }
            },
        );
    }

    /// The advice on a word that belongs to another kind than the expected one.
    fn other_kind(&self, kind: WordKind, word: &str) -> Option<String> {
        match kind {
            WordKind::Opcode if self.vocabulary.is_predicate(word) => {
                let (opcode, letter) = (if word.starts_with(['o', 'u']) { "fcmp" } else { "icmp" }, word);
                let opcode = if self.vocabulary.can_carry("icmp", word) { "icmp" } else { opcode };
                Some(format!("`{word}` is a predicate: `opcode{{x}} = {opcode} ∧ {{x}} has flag {letter}`"))
            }
            WordKind::Opcode if self.vocabulary.knows(WordKind::Flag, word) => {
                Some(format!("`{word}` is a flag: `{{x}} has flag {word}`"))
            }
            WordKind::Flag if self.vocabulary.knows(WordKind::Opcode, word) => {
                Some(format!("`{word}` is an opcode: `opcode{{x}} = {word}`"))
            }
            _ => None,
        }
    }

    /// Reports a function by the name that it has in programs rather than in specifications, or by a name
    /// similar to a well-known one. Patterns also have functions of the language.
    fn function(&mut self, symbol: &Symbol, in_pattern: bool) {
        let usual = self.vocabulary.usual_name(&symbol.text);
        let known = self.vocabulary.words(WordKind::Function);
        let own = own_functions().filter(|_| in_pattern).map(str::to_owned);
        let known: Vec<String> = known.into_iter().chain(own).collect();
        if usual == symbol.text
            && !symbol.quoted
            && let Some(near) = misspelt(&symbol.text, &known)
        {
            let near = self.vocabulary.usual_name(near);
            let message = format!("no known function goes by the name `{}`", symbol.text);
            let diagnostic = Diagnostic::new(Code::UnusualName, symbol.span, message)
                .help(format!("did you mean `{near}`?"))
                .with_suggestion(&symbol.text, near);
            let written = format!("`function_name{{f}} = \"{}\"`", symbol.text);
            self.diagnostics.push(diagnostic.note(format!("a function of that name is found by {written}")));
        }
        if in_pattern && matches!(symbol.text.as_str(), "sum" | "product") {
            let message = format!("`{}` stands for a call of a C function of that name", symbol.text);
            let update = if symbol.text == "sum" { "+=" } else { "*=" };
            let diagnostic = Diagnostic::new(Code::UnusualName, symbol.span, message);
            let help = format!("what a loop takes up is written `{{s}} {update} {{A}}[{{i}}]`");
            self.diagnostics.push(diagnostic.help(help));
        }
        if usual != symbol.text {
            let message = format!("no function goes by the name `{}`", symbol.text);
            self.diagnostics.push(
                Diagnostic::new(Code::UnusualName, symbol.span, message)
                    .note(
                        "a function of the C mathematics library or an intrinsic has one name for all types",
                    )
                    .help(format!("write `{usual}`")),
            );
        }
    }

    fn include(&mut self, include: &Include) {
        let builtin = self.catalogue.entry(self.id).builtin;
        match self.catalogue.lookup_in(include.name.span.file, &include.name.text, builtin) {
            Some(id) if self.catalogue.entry(id).specification.analysis.is_some() => {
                self.diagnostics.push(analysis_as_formula(&include.name));
            }
            Some(id) => {
                if id != self.id {
                    self.included.push(id);
                }
                self.parameters(include, self.catalogue.entry(id));
            }
            None => self.diagnostics.push(unknown_specification(self.catalogue, &include.name, builtin)),
        }
    }

    fn parameters(&mut self, include: &Include, callee: &Entry) {
        for (position, (name, _)) in include.parameters.iter().enumerate() {
            let before = include.parameters[..position].iter().find(|(other, _)| other.text == name.text);
            if let Some((first, _)) = before {
                let message = format!("the index parameter `{}` is given twice", name.text);
                self.diagnostics.push(
                    Diagnostic::new(Code::RepeatedParameter, name.span, message)
                        .also(first.span, "first here"),
                );
            } else if callee.specification.complete && callee.parameter(&name.text).is_none() {
                self.diagnostics.push(unknown_parameter(name, callee));
            }
        }
        for parameter in callee.required() {
            if !include.parameters.iter().any(|(name, _)| name.text == parameter.name) {
                let callee = &callee.specification.name.text;
                let message =
                    format!("`{callee}` needs a value for its index parameter `{}`", parameter.name);
                self.diagnostics.push(
                    Diagnostic::new(Code::MissingParameter, include.name.span, message)
                        .also(parameter.span, "used here, and bound by nothing")
                        .help(format!("write `include {callee}[{}=…]`", parameter.name)),
                );
            }
        }
    }
}

/// The fewest letters of names that are compared: shorter ones are similar by chance.
const LONG_NAME: usize = 4;

/// The known function whose name differs from an unknown one by one letter, or by upper and lower case.
fn misspelt<'k>(written: &str, known: &'k [String]) -> Option<&'k str> {
    if known.iter().any(|name| name == written) {
        return None;
    }
    let is_intrinsic = written.starts_with("llvm.");
    let plain = |name: &'k str| if is_intrinsic { name.strip_prefix("llvm.").unwrap_or(name) } else { name };
    let lower = written.strip_prefix("llvm.").unwrap_or(written).to_lowercase();
    // User-defined functions have such names: `labs`, `print`, `max3`, `cost`.
    let is_likely_own = written.ends_with(|c: char| c.is_ascii_digit());
    let is_near = |known: &&'k String| {
        let name = plain(known);
        let has_one_more = || {
            let rest = lower.strip_prefix(name).filter(|rest| rest.len() == 1 && name.len() >= 3);
            rest.is_some_and(|rest| rest == "f" || name.ends_with(rest))
        };
        let has_one_less = || {
            (is_intrinsic || name.len() > LONG_NAME)
                && name.strip_prefix(&*lower).is_some_and(|rest| rest.len() == 1)
        };
        let is_slip = || match lower.len().min(name.len()) {
            ..LONG_NAME => false,
            LONG_NAME => lower.len() == name.len() && sorted(&lower) == sorted(name),
            _ => strsim::damerau_levenshtein(&lower, name) <= 1,
        };
        lower == name
            || !is_likely_own && lower[..1] == name[..1] && (has_one_more() || has_one_less() || is_slip())
    };
    known.iter().find(is_near).map(String::as_str)
}

/// The letters of a word, sorted.
fn sorted(word: &str) -> Vec<u8> {
    let mut letters = word.as_bytes().to_vec();
    letters.sort_unstable();
    letters
}

/// Reports a counter that stands in two subscripts of one element, and subscripts with a factor: an address
/// is a sum of counters times strides.
fn impossible(element: &Element) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let is_number = |side: &Expression| matches!(side.kind, ExpressionKind::Number(_));
    let counter = |subscript: &Expression| match &subscript.kind {
        ExpressionKind::Variable(variable) if !is_anything(variable) => Some(variable.clone()),
        _ => None,
    };
    for (position, subscript) in element.subscripts.iter().enumerate() {
        let inner = without_distance(subscript);
        let own = counter(inner);
        let is_same = |other: &&Expression| {
            let other = counter(without_distance(other));
            own.as_ref().zip(other).is_some_and(|(a, b)| (&a.name.text, &a.path) == (&b.name.text, &b.path))
        };
        if let Some(first) = element.subscripts[..position].iter().find(is_same) {
            let message = "the counters of one element are those of different loops";
            let diagnostic = Diagnostic::new(Code::NeverHolds, subscript.span, message)
                .also(first.span, "the same counter")
                .help("what has one counter twice has one subscript, whose stride is the sum of both");
            found.push(diagnostic);
        }
        if let ExpressionKind::Binary(operator, a, b) = &inner.kind
            && let Operation::Multiply | Operation::ShiftLeft = operator.operation
            && ((counter(a).is_some() && is_number(b)) || (is_number(a) && counter(b).is_some()))
        {
            let message = "a subscript has no factor: that is the stride";
            let stride = format!("{{{}.stride[{position}]}}", element.base.name.text);
            let diagnostic = Diagnostic::new(Code::NeverHolds, inner.span, message)
                .help(format!("write the counter alone, and say what `{stride}` is"));
            found.push(diagnostic);
        }
    }
    found
}

/// A subscript without the numbers added to it.
fn without_distance(expression: &Expression) -> &Expression {
    let is_number =
        |side: &Expression| matches!(side.kind, ExpressionKind::Number(_) | ExpressionKind::Index(_));
    match &expression.kind {
        ExpressionKind::Binary(operator, a, b) => match operator.operation {
            Operation::Add | Operation::Subtract if is_number(b) => without_distance(a),
            Operation::Add if is_number(a) => without_distance(b),
            _ => expression,
        },
        _ => expression,
    }
}

/// LLVM's word for a concept that other languages name differently.
fn other_language(kind: WordKind, word: &str) -> Option<&'static str> {
    Some(match (kind, word.to_lowercase().as_str()) {
        (WordKind::Opcode, "multiply" | "times" | "product" | "imul") => {
            "`mul`, or `fmul` of floating-point numbers"
        }
        (WordKind::Opcode, "plus" | "sum" | "addition") => "`add`, or `fadd` of floating-point numbers",
        (WordKind::Opcode, "minus" | "subtract" | "difference") => {
            "`sub`, or `fsub` of floating-point numbers"
        }
        (WordKind::Opcode, "div" | "divide" | "division") => {
            "`sdiv` or `udiv`, or `fdiv` of floating-point numbers"
        }
        (WordKind::Opcode, "mod" | "rem" | "modulo") => {
            "`srem` or `urem`, or `frem` of floating-point numbers"
        }
        (WordKind::Opcode, "cmp" | "compare" | "comparison") => "`icmp`, or `fcmp` of floating-point numbers",
        (WordKind::Opcode, "shr" | "sar") => "`lshr`, or `ashr` of signed numbers",
        (WordKind::Opcode, "neg" | "negate") => "`fneg`; of integers it is a `sub` from 0",
        (WordKind::Opcode, "not") => "`xor` with -1",
        (WordKind::Opcode, "jump" | "goto" | "jmp") => {
            "`br`, or `branch` for all terminators with successors"
        }
        (WordKind::Opcode, "return") => "`ret`",
        (WordKind::DataType, "int" | "uint" | "signed" | "unsigned") => "`i32`, or `integer` for all of them",
        (WordKind::DataType, "long" | "size_t") => "`i64`, or `integer` for all integers",
        (WordKind::DataType, "short") => "`i16`, or `integer` for all integers",
        (WordKind::DataType, "char" | "byte") => "`i8`, or `integer` for all integers",
        (WordKind::DataType, "int8_t" | "uint8_t" | "u8" | "s8") => "`i8`, signed or not",
        (WordKind::DataType, "int16_t" | "uint16_t" | "u16" | "s16" | "ushort") => "`i16`, signed or not",
        (WordKind::DataType, "int32_t" | "uint32_t" | "u32" | "s32") => "`i32`, signed or not",
        (WordKind::DataType, "int64_t" | "uint64_t" | "u64" | "s64" | "ulong" | "ptrdiff_t" | "ssize_t") => {
            "`i64`, signed or not"
        }
        (WordKind::DataType, "int128_t" | "uint128_t" | "__int128" | "u128") => "`i128`, signed or not",
        (WordKind::DataType, "bool" | "boolean" | "_bool") => "`i1`; in memory it is `i8`",
        (WordKind::DataType, "f32" | "float32") => "`\"float\"`, or `float` for all floating-point numbers",
        (WordKind::DataType, "f64" | "float64") => "`double`, or `float` for all floating-point numbers",
        (WordKind::IrType, "parameter" | "param") => "`argument`",
        (WordKind::DataType, "real") => "`float` for all floating-point numbers, `double`, `\"float\"`",
        _ => return None,
    })
}

/// The error that an analysis stands where a constraint should.
pub(super) fn analysis_as_formula(name: &super::ast::Name) -> Diagnostic {
    let message = format!("`{}` is an analysis, which has no solutions of its own", name.text);
    let help = format!("ask it in a constraint: `{}({{x}}) before {{i}}`", name.text);
    Diagnostic::new(Code::AnalysisForm, name.span, message).help(help)
}

/// The error that no specification has this name.
pub(super) fn unknown_specification(
    catalogue: &Catalogue,
    name: &super::ast::Name,
    from_builtin: bool,
) -> Diagnostic {
    let message = format!("unknown specification `{}`", name.text);
    Diagnostic::new(Code::UnknownSpecification, name.span, message)
        .suggest(&name.text, catalogue.names(from_builtin))
}

/// The error that the specification has no index parameter of this name.
pub(super) fn unknown_parameter(name: &super::ast::Name, callee: &Entry) -> Diagnostic {
    let specification = &callee.specification.name;
    let message = format!("`{}` has no index parameter `{}`", specification.text, name.text);
    let diagnostic =
        Diagnostic::new(Code::UnknownParameter, name.span, message).also(specification.span, "defined here");
    let known: Vec<&str> = callee.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    match nearest(&name.text, &known) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")).with_suggestion(&name.text, near),
        None if known.is_empty() => diagnostic.note("it has none"),
        None => diagnostic.note(format!("it has `{}`", known.join("`, `"))),
    }
}
