//! Warnings about spellings in patterns that optimised code never has: such patterns are accepted, but find
//! nothing.
//!
//! LLVM's canonicalisation and idiom's normalisation leave one spelling of a computation; the
//! [table](table::ROWS) lists others, each with its replacement. The comparison uses facts of the enclosing
//! conjunctions: constants and their values, integer and floating-point types, and the comparisons that
//! describe conditions.
//!
//! ```text
//! ( {r} ~ {x} - {c} ∧ ir_type{c} = literal )   =>   W0507: `{x} - {c}` is hardly ever found; write `{x} + {c}`
//! ```

mod atoms;
mod meaning;
mod table;
mod uses;

use super::ast::{Formula, FormulaKind, Specification};
use super::catalogue::Catalogue;
use super::parser::parse;
use super::pattern::tree::{BinaryOperator, Expression, ExpressionKind, Operation, Pattern, Reading};
use super::pattern::{exchanged, fold, may_be_truth, opposite};
use super::printer::{Spelling, print_expression};
use meaning::{Meaning, NumberKind};
#[cfg(not(test))]
use table::{But, Numbers, ROWS, SpellingRow};
#[cfg(test)]
pub(super) use table::{But, Numbers, ROWS, SpellingRow};
use text::diagnostic::{Code, Diagnostic, Diagnostics};
use text::sources::Sources;
use uses::Uses;

/// Warns of such spellings in the user's specifications.
pub(super) fn check(catalogue: &Catalogue, diagnostics: &mut Diagnostics) {
    let mut rows = None;
    for entry in catalogue.ids().map(|id| catalogue.entry(id)).filter(|entry| !entry.builtin) {
        let Specification { formula, rewrite, .. } = &entry.specification;
        let whole = Whole { is_rewrite: rewrite.is_some(), uses: Uses::of(formula) };
        walk(formula, &Meaning::default(), false, &mut |part, meaning| {
            let found = match part {
                CheckedPart::Pattern(pattern) => {
                    rows.get_or_insert_with(Rows::read).about(pattern, meaning, &whole)
                }
                CheckedPart::Conjunction(parts) => atoms::about(parts, meaning, whole.is_rewrite),
            };
            found.into_iter().for_each(|diagnostic| diagnostics.push(diagnostic));
        });
    }
}

/// Facts about the specification that contains a pattern.
struct Whole {
    /// Whether it is a rewrite, which is matched before normalisation.
    is_rewrite: bool,
    uses: Uses,
}

/// The role of an expression in its pattern.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    /// The whole expression.
    Root,
    /// The condition of a choice, which is also found with its arms exchanged.
    Condition,
    Inside,
}

/// A part of a formula that is checked by itself.
enum CheckedPart<'f> {
    Pattern(&'f Pattern),
    /// The parts of a conjunction that is in no other one.
    Conjunction(&'f [Formula]),
}

/// Calls `visit` with each pattern and conjunction, and the facts of the conjunctions around it. `is_part`
/// says whether the formula is a part of a conjunction.
fn walk(
    formula: &Formula,
    around: &Meaning,
    is_part: bool,
    visit: &mut dyn FnMut(CheckedPart<'_>, &Meaning),
) {
    let mut inner = |part: &Formula| walk(part, around, false, visit);
    match &formula.kind {
        FormulaKind::And(parts) => {
            let mut meaning = around.clone();
            parts.iter().for_each(|part| meaning.learn(part));
            if !is_part {
                visit(CheckedPart::Conjunction(parts), &meaning);
            }
            parts.iter().for_each(|part| walk(part, &meaning, true, visit));
        }
        FormulaKind::Or(parts) => parts.iter().for_each(inner),
        FormulaKind::Pattern(pattern) => visit(CheckedPart::Pattern(pattern), around),
        FormulaKind::If { then, otherwise, .. } => [then, otherwise].into_iter().for_each(|part| inner(part)),
        FormulaKind::Quantified(quantified) => {
            inner(&quantified.body);
            quantified.then.iter().for_each(|(_, then)| inner(then));
        }
        FormulaKind::Collect { body, .. }
        | FormulaKind::Hide { body, .. }
        | FormulaKind::For { body, .. } => inner(body),
        FormulaKind::ForEach(repetition) | FormulaKind::ForAny(repetition) => inner(&repetition.body),
        FormulaKind::Atom(_) | FormulaKind::Include(_) | FormulaKind::Comparison(_) | FormulaKind::Let(_) => {
        }
    }
}

/// The table with its patterns parsed.
struct Rows(Vec<(&'static SpellingRow, Expression, Option<Expression>)>);

impl Rows {
    fn read() -> Rows {
        let read = |row: &'static SpellingRow| {
            let instead = (!row.instead.is_empty()).then(|| expression(row.instead));
            Some((row, expression(row.written)?, instead.flatten()))
        };
        Rows(ROWS.iter().filter_map(read).collect())
    }

    /// The diagnostics about one pattern.
    fn about(&self, pattern: &Pattern, meaning: &Meaning, whole: &Whole) -> Vec<Diagnostic> {
        let pattern = pattern.with_numbers(&|_| None);
        let mut found = Vec::new();
        for expression in pattern.expressions() {
            let is_root = pattern.update.is_none() && pattern.target.is_none();
            let root = is_root.then(|| meaning.kind_of(&pattern.root)).flatten();
            let mut open = vec![(expression, Position::Root)];
            while let Some((expression, position)) = open.pop() {
                let kind = root.filter(|_| position == Position::Root);
                let row = self.of_expression(expression, (kind, position), meaning, whole);
                match row.or_else(|| condition(expression, meaning, &whole.uses)) {
                    Some(diagnostic) => found.push(diagnostic),
                    None => open.extend(parts(expression)),
                }
            }
        }
        found
    }

    fn of_expression(
        &self,
        expression: &Expression,
        (root, position): (Option<NumberKind>, Position),
        meaning: &Meaning,
        whole: &Whole,
    ) -> Option<Diagnostic> {
        let is_found = |row: &SpellingRow| match row.but {
            But::Never => false,
            But::InRewrites => whole.is_rewrite,
            But::AsCondition => position == Position::Condition,
        };
        self.0.iter().filter(|(row, ..)| !is_found(row)).find_map(|(row, written, instead)| {
            let mut found = Found { meaning, bound: Vec::new() };
            let fits = found.matches(written, expression) && is_of_numbers(row, expression, root, meaning);
            fits.then(|| report(row, expression, instead.as_ref(), &found))
        })
    }
}

/// The subexpressions of an expression, with their roles.
fn parts(expression: &Expression) -> impl Iterator<Item = (&Expression, Position)> {
    let is_choice = matches!(expression.kind, ExpressionKind::Choice(..));
    expression.children().into_iter().enumerate().map(move |(at, child)| {
        let position = if is_choice && at == 0 { Position::Condition } else { Position::Inside };
        (child, position)
    })
}

/// The number of rows that parse as patterns.
#[cfg(test)]
pub(super) fn rows_that_are_read() -> usize {
    Rows::read().0.iter().filter(|(row, _, instead)| row.instead.is_empty() == instead.is_none()).count()
}

/// The parsed expression of a row.
fn expression(text: &str) -> Option<Expression> {
    let mut sources = Sources::new();
    let file = sources.add("table", format!("Constraint T {{r}} ~ {text} End"));
    let mut diagnostics = Diagnostics::new();
    let parsed = parse(&sources, file, &mut diagnostics);
    match &parsed.file.specifications.first()?.formula.kind {
        FormulaKind::Pattern(pattern) if !diagnostics.has_errors() => Some(pattern.expression.clone()),
        _ => None,
    }
}

/// Whether an expression computes with the kind of numbers that a row covers.
fn is_of_numbers(
    row: &SpellingRow,
    expression: &Expression,
    root: Option<NumberKind>,
    meaning: &Meaning,
) -> bool {
    let is_comparison = |kind: &ExpressionKind| matches!(kind, ExpressionKind::Binary(operator, ..) if operator.operation.is_comparison());
    // A comparison yields an integer, whatever its operands.
    let root = root.filter(|_| !is_comparison(&expression.kind));
    let mut kinds: Vec<NumberKind> = root.into_iter().collect();
    expression.each_variable(&mut |variable| kinds.extend(meaning.kind_of(variable)));
    // The spellings of pointers remain in optimised code, like those of floating-point numbers.
    let is_float = kinds.contains(&NumberKind::Float) || kinds.contains(&NumberKind::Pointer);
    let is_integer = kinds.contains(&NumberKind::Integer) || expression.has(&is_of_integers);
    match row.numbers {
        Numbers::All | Numbers::UnsignedAndFloats => true,
        Numbers::MostlyIntegers | Numbers::MostlyUnsigned => !is_float,
        Numbers::Integers => is_integer && !is_float,
    }
}

/// Whether an operation has only integer operands.
fn is_of_integers(kind: &ExpressionKind) -> bool {
    use Operation::{And, Or, ShiftLeft, ShiftRight, Xor};
    match kind {
        ExpressionKind::Complement(_) => true,
        ExpressionKind::Binary(operator, ..) => {
            matches!(operator.operation, And | Or | Xor | ShiftLeft | ShiftRight)
                || operator.reading != Reading::Any
        }
        ExpressionKind::Call(name, _) => matches!(name.text.as_str(), "zext" | "sext" | "trunc"),
        _ => false,
    }
}

fn report(
    row: &SpellingRow,
    expression: &Expression,
    instead: Option<&Expression>,
    found: &Found<'_>,
) -> Diagnostic {
    let of = match row.numbers {
        Numbers::All | Numbers::Integers => "",
        Numbers::MostlyIntegers => "of integers ",
        Numbers::MostlyUnsigned => "of unsigned integers ",
        Numbers::UnsignedAndFloats => "of unsigned integers and of floating-point numbers ",
    };
    let written = print_expression(expression, Spelling::Unicode);
    let message = format!("{of}`{written}` is hardly ever found: optimised code spells it otherwise");
    let diagnostic = Diagnostic::new(Code::NotInNormalForm, expression.span, message);
    let diagnostic = match instead.map(|instead| found.filled_in(instead).with_numbers(&|_| None)) {
        Some(instead) => {
            let instead = print_expression(&instead, Spelling::Unicode);
            if instead == written { diagnostic } else { diagnostic.help(format!("write `{instead}`")) }
        }
        None => diagnostic,
    };
    if row.note.is_empty() { diagnostic } else { diagnostic.note(row.note) }
}

/// Reports a condition that is no truth value, or a named comparison that optimised code has negated where it
/// chooses.
fn condition(expression: &Expression, meaning: &Meaning, uses: &Uses) -> Option<Diagnostic> {
    let ExpressionKind::Choice(condition, ..) = &expression.kind else { return None };
    let named = match &condition.kind {
        ExpressionKind::Variable(variable) => {
            if meaning.is_no_truth(variable) {
                let name = variable.text();
                let message = format!("`{{{name}}}` is a number, and never the condition of a choice");
                let diagnostic = Diagnostic::new(Code::NotInNormalForm, condition.span, message);
                return Some(diagnostic.help(format!("write `{{{name}}} != 0 ? …`")));
            }
            meaning.described(variable).filter(|_| !uses.has(variable))?
        }
        ExpressionKind::Named(of, name) if !uses.has(name) => of,
        _ => return None,
    };
    let ExpressionKind::Binary(operator, ..) = &named.kind else { return None };
    use Operation::{Differ, GreaterEqual, LessEqual};
    if !matches!(operator.operation, Differ | GreaterEqual | LessEqual) {
        return None;
    }
    let text = print_expression(named, Spelling::Unicode);
    let message = format!(
        "a choice is hardly ever made by `{text}` as a value: optimised code has the opposite comparison"
    );
    let diagnostic = Diagnostic::new(Code::NotInNormalForm, condition.span, message);
    let opposite = print_expression(&complement(named), Spelling::Unicode);
    Some(
        diagnostic
            .help(format!("name `{opposite}`, and exchange the arms"))
            .note("a comparison without a name in the place of the condition is found in both forms; one whose value is used elsewhere, too, stays as it is"),
    )
}

/// The negation of a condition.
fn complement(of: &Expression) -> Expression {
    let span = of.span;
    match &of.kind {
        ExpressionKind::Named(of, _) => complement(of),
        ExpressionKind::Binary(operator, a, b) if opposite(operator.operation).is_some() => {
            let operation = opposite(operator.operation).unwrap_or(operator.operation);
            let operator = BinaryOperator { operation, ..*operator };
            Expression { kind: ExpressionKind::Binary(operator, a.clone(), b.clone()), span }
        }
        _ => Expression { kind: ExpressionKind::Complement(Box::new(of.clone())), span },
    }
}

/// A match of a row: the expressions bound to its variables.
struct Found<'m> {
    meaning: &'m Meaning,
    bound: Vec<(String, Expression)>,
}

impl Found<'_> {
    /// Whether an expression matches a row's expression; binds the row's variables.
    fn matches(&mut self, row: &Expression, of: &Expression) -> bool {
        if let ExpressionKind::Variable(variable) = &row.kind {
            return self.binds(&variable.name.text, of);
        }
        let of = unnamed(of);
        match (&row.kind, &of.kind) {
            (ExpressionKind::Number(a), ExpressionKind::Number(b)) => a.text == b.text,
            (ExpressionKind::Negative(a), ExpressionKind::Negative(b))
            | (ExpressionKind::Complement(a), ExpressionKind::Complement(b)) => self.matches(a, b),
            (ExpressionKind::Call(a, below), ExpressionKind::Call(b, operands)) => {
                a.text == b.text
                    && below.len() == operands.len()
                    && below.iter().zip(operands).all(|(a, b)| self.matches(a, b))
            }
            (ExpressionKind::Choice(c, a, b), ExpressionKind::Choice(d, e, f)) => {
                [(c, d), (a, e), (b, f)].into_iter().all(|(row, of)| self.matches(row, of))
            }
            (ExpressionKind::Binary(operator, a, b), ExpressionKind::Binary(other, c, d)) => {
                let exchanged = sides_exchanged(other.operation);
                let is_same = |operation| operator.operation == operation;
                let may_differ = operator.operation.is_comparison() && operator.reading == Reading::Any;
                if operator.reading != other.reading && !may_differ {
                    return false;
                }
                let before = self.bound.len();
                if is_same(other.operation) && self.matches(a, c) && self.matches(b, d) {
                    return true;
                }
                self.bound.truncate(before);
                exchanged.is_some_and(is_same) && self.matches(a, d) && self.matches(b, c)
            }
            _ => false,
        }
    }

    /// Whether an expression may be bound to a row's variable; binds it if so.
    fn binds(&mut self, name: &str, of: &Expression) -> bool {
        if let Some((_, known)) = self.bound.iter().find(|(known, _)| known == name) {
            let text = |of: &Expression| print_expression(unnamed(of), Spelling::Unicode);
            return text(known) == text(of);
        }
        let plain = unnamed(of);
        let number = fold::whole(plain);
        let constant = match &plain.kind {
            ExpressionKind::Variable(variable) => self.meaning.constant(variable),
            _ => None,
        };
        let is_power = |number: i128| number > 1 && number & (number - 1) == 0;
        let fits = match name {
            "n" | "m" => number.is_some(),
            "w" => number.is_some_and(|number| number == 1 || is_power(number)),
            "k" => constant.is_some(),
            "s" => number.is_some_and(|places| self.fits_in_a_byte(places)),
            "l" => {
                matches!(&plain.kind, ExpressionKind::Variable(variable) if self.meaning.is_in_code(variable))
            }
            "p" => constant.is_some_and(|constant| constant.is_power_of_two()),
            "c" => may_be_truth(plain),
            "t" => {
                matches!(&plain.kind, ExpressionKind::Binary(operator, ..) if operator.operation.is_comparison())
            }
            "v" => true,
            _ => !matches!(plain.kind, ExpressionKind::Number(_)),
        };
        if fits {
            let of = match constant.and_then(|constant| constant.number()).filter(|_| name == "p") {
                Some(number) => plain.number(number),
                None => of.clone(),
            };
            self.bound.push((name.to_owned(), of));
        }
        fits
    }

    /// Whether the number bound to `{n}`, shifted by `places`, is not negative and has at most 8 bits: then
    /// no integer type truncates it.
    fn fits_in_a_byte(&self, places: i128) -> bool {
        let mask = self.bound.iter().find(|(name, _)| name == "n").and_then(|(_, mask)| fold::whole(mask));
        mask.is_some_and(|mask| mask >= 0 && (0..8).contains(&places) && mask << places <= 0xff)
    }

    /// A row's expression with its variables replaced by the bound expressions.
    fn filled_in(&self, row: &Expression) -> Expression {
        let filled = |of: &Expression| Box::new(self.filled_in(of));
        let kind = match &row.kind {
            ExpressionKind::Variable(variable) => {
                let bound = self.bound.iter().find(|(name, _)| *name == variable.name.text);
                return bound.map_or_else(|| row.clone(), |(_, of)| of.clone());
            }
            ExpressionKind::Complement(of) => {
                let of = self.filled_in(of);
                return complement(&of);
            }
            ExpressionKind::Negative(of) => ExpressionKind::Negative(filled(of)),
            ExpressionKind::Binary(operator, a, b) => ExpressionKind::Binary(*operator, filled(a), filled(b)),
            ExpressionKind::Call(name, of) => {
                ExpressionKind::Call(name.clone(), of.iter().map(|of| self.filled_in(of)).collect())
            }
            other => other.clone(),
        };
        Expression { kind, span: row.span }
    }
}

/// An expression without the name given to it.
fn unnamed(expression: &Expression) -> &Expression {
    match &expression.kind {
        ExpressionKind::Named(of, _) => unnamed(of),
        _ => expression,
    }
}

/// The operation that has the same result with its sides exchanged; `None` if there is none.
fn sides_exchanged(operation: Operation) -> Option<Operation> {
    (operation.is_associative() || operation.is_comparison()).then(|| exchanged(operation))
}
