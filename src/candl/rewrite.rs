//! The clauses of a declared rewrite, and whether they go together with its formula.
//!
//! ```text
//! Rewrite SaturatedAdd8
//! ( {r} ~ min(zext({x}) + zext({y}), 255) ∧ width{x} = 8 ∧ width{y} = 8)
//! gives {r} = zext(uadd.sat({x}, {y}))
//! End
//! ```
//!
//! A rewrite is a specification like any other: it is found by its formula, and may be included. The clauses say what is put in the
//! place of the values named before `=`. Their expressions are those of patterns with three more: `zext i32 {x}`, a conversion to a
//! type that is written; `call hypot({x}, {y})`, a call of a function that an `extern` declares; and `freeze({x})`.

use super::ast::{
    Argument, Clauses, Extern, Formula, FormulaKind, Specification, Step, Symbol, Term, Variable,
    each_formula,
};
use super::diagnostic::{Code, Diagnostic, Diagnostics};
use super::pattern::tree::{Expression, ExpressionKind, Operation, Pattern, Reading};

/// The types that an `extern` may name, with LLVM's names for them.
pub const EXTERN_TYPES: &[(&str, &str)] =
    &[("float", "float"), ("double", "double"), ("int", "i32"), ("i32", "i32"), ("i64", "i64")];

/// The functions of templates beside `min`, `max`, `abs` and casts: the word, the intrinsic, how many operands are written, and
/// whether a flag of one bit, false, stands behind them.
pub const INTRINSICS: &[(&str, &str, usize, bool)] = &[
    ("popcount", "llvm.ctpop", 1, false),
    ("clz", "llvm.ctlz", 1, true),
    ("ctz", "llvm.cttz", 1, true),
    ("bswap", "llvm.bswap", 1, false),
    ("bitreverse", "llvm.bitreverse", 1, false),
    ("abs", "llvm.abs", 1, true),
    ("fabs", "llvm.fabs", 1, false),
    ("sqrt", "llvm.sqrt", 1, false),
    ("mins", "llvm.smin", 2, false),
    ("maxs", "llvm.smax", 2, false),
    ("minu", "llvm.umin", 2, false),
    ("maxu", "llvm.umax", 2, false),
    ("uadd.sat", "llvm.uadd.sat", 2, false),
    ("sadd.sat", "llvm.sadd.sat", 2, false),
    ("usub.sat", "llvm.usub.sat", 2, false),
    ("ssub.sat", "llvm.ssub.sat", 2, false),
    ("fshl", "llvm.fshl", 3, false),
    ("fshr", "llvm.fshr", 3, false),
    ("fma", "llvm.fma", 3, false),
];

/// The conversions of templates.
pub const CASTS: &[&str] = &["zext", "sext", "trunc"];

/// The width that a type's name says: `i32`.
pub fn integer_width(ty: &Symbol) -> Option<u32> {
    let width = ty.text.strip_prefix('i')?.parse().ok()?;
    (1..=64).contains(&width).then_some(width)
}

/// The name of a variable as solutions have it; `None` where an index is no number.
pub fn variable_name(variable: &Variable) -> Option<String> {
    let mut text = variable.name.text.clone();
    for step in &variable.path {
        match step {
            Step::Field(name) => {
                text.push('.');
                text.push_str(&name.text);
            }
            Step::Index(index) => match index.terms.as_slice() {
                [(false, Term::Number(number, _))] => text.push_str(&format!("[{number}]")),
                _ => return None,
            },
        }
    }
    Some(text)
}

/// The variables that a formula describes by patterns: a match goes on behind them. All others end it.
pub fn described(formula: &Formula) -> Vec<String> {
    let mut names = Vec::new();
    each_pattern(formula, &mut |pattern| {
        names.extend(variable_name(&pattern.root));
        each_alias(&pattern.expression, &mut |alias| names.extend(variable_name(alias)));
    });
    names
}

/// Calls `visit` with every pattern that a solution satisfies.
pub fn each_pattern(formula: &Formula, visit: &mut dyn FnMut(&Pattern)) {
    // The variables of a quantifier are part of no solution.
    each_formula(formula, false, &mut |formula| match &formula.kind {
        FormulaKind::Pattern(pattern) if !pattern.negated => visit(pattern),
        _ => {}
    });
}

fn each_alias(expression: &Expression, visit: &mut dyn FnMut(&Variable)) {
    if let ExpressionKind::Named(_, name) = &expression.kind {
        visit(name);
    }
    expression.children().into_iter().for_each(|child| each_alias(child, visit));
}

/// Checks the clauses of a rewrite.
pub(super) fn check(specification: &Specification, diagnostics: &mut Diagnostics) {
    let Some(clauses) = specification.rewrite.as_deref().filter(|_| specification.complete) else { return };
    let mut known = Vec::new();
    each_formula(&specification.formula, false, &mut |formula| {
        known_variables(formula, &mut known, diagnostics)
    });
    for declared in &clauses.externs {
        check_extern(declared, diagnostics);
    }
    for (position, (root, expression)) in clauses.gives.iter().enumerate() {
        let repeated =
            clauses.gives[..position].iter().any(|(other, _)| variable_name(other) == variable_name(root));
        if repeated {
            let message = "this value is replaced twice";
            diagnostics.push(Diagnostic::new(Code::RewriteClause, root.span, message));
        }
        check_variable(root, &known, diagnostics);
        expression.each_variable(&mut |variable| check_variable(variable, &known, diagnostics));
        check_template(expression, clauses, diagnostics);
    }
}

/// Collects the variables of a formula that are part of its solutions; `{_}` is no part of one, so that a rewrite would not know it.
fn known_variables(formula: &Formula, known: &mut Vec<String>, diagnostics: &mut Diagnostics) {
    match &formula.kind {
        FormulaKind::Pattern(pattern) => {
            let Pattern { root, expression, .. } = &**pattern;
            known.extend(variable_name(root));
            expression.each_variable(&mut |variable| {
                if super::pattern::tree::is_anything(variable) {
                    let message = "a rewrite names every operand of its patterns";
                    let diagnostic = Diagnostic::new(Code::RewriteClause, variable.span, message)
                        .help("write a name instead of `_`: where a match ends must be known to replace it");
                    diagnostics.push(diagnostic);
                }
                known.extend(variable_name(variable));
            });
        }
        FormulaKind::Atom(atom) => atom.arguments.iter().for_each(|argument| {
            if let Argument::Variable(variable) = argument {
                known.extend(variable_name(variable));
            }
        }),
        // What an include brings is known once it is unrolled.
        FormulaKind::Include(include) => {
            known.push(String::new());
            known.extend(include.placing.renames.iter().filter_map(|(_, here)| variable_name(here)));
        }
        _ => {}
    }
}

fn check_variable(variable: &Variable, known: &[String], diagnostics: &mut Diagnostics) {
    let Some(name) = variable_name(variable) else {
        let message = "an index in `gives` is a number";
        return diagnostics.push(Diagnostic::new(Code::RewriteClause, variable.span, message));
    };
    let may_be_included = known.iter().any(String::is_empty);
    if !may_be_included && !known.contains(&name) {
        let message = format!("`{{{name}}}` does not occur in the formula");
        let diagnostic = Diagnostic::new(Code::RewriteClause, variable.span, message);
        diagnostics.push(diagnostic.suggest(&name, known));
    }
}

fn check_extern(declared: &Extern, diagnostics: &mut Diagnostics) {
    for ty in declared.parameters.iter().chain([&declared.result]) {
        if !EXTERN_TYPES.iter().any(|(word, _)| *word == ty.text) {
            let message = format!("`{}` is no type that an `extern` can have", ty.text);
            let known: Vec<&str> = EXTERN_TYPES.iter().map(|(word, _)| *word).collect();
            let diagnostic = Diagnostic::new(Code::RewriteClause, ty.span, message);
            diagnostics.push(diagnostic.note(format!("there are `{}`", known.join("`, `"))));
        }
    }
    if !declared.pure {
        let message =
            format!("`{}` may have effects, and an expression is no place for them", declared.name.text);
        let diagnostic = Diagnostic::new(Code::RewriteClause, declared.name.span, message);
        diagnostics
            .push(diagnostic.help("write `pure` behind it if it has none, does not throw and returns"));
    }
}

/// The operations that only integers have, or that need to be told how their operands are read.
fn lacks_reading(operation: Operation) -> bool {
    use Operation::{Greater, GreaterEqual, Less, LessEqual, ShiftRight};
    matches!(operation, ShiftRight | Less | LessEqual | Greater | GreaterEqual)
}

fn check_template(expression: &Expression, clauses: &Clauses, diagnostics: &mut Diagnostics) {
    let mut wrong = |message: String, help: Option<&str>| {
        let diagnostic = Diagnostic::new(Code::RewriteClause, expression.span, message);
        diagnostics.push(help.into_iter().fold(diagnostic, Diagnostic::help));
    };
    let count = |name: &str, expected: usize, operands: &[Expression]| {
        let is_right = expected == operands.len();
        (!is_right).then(|| format!("`{name}` takes {expected} operands, not {}", operands.len()))
    };
    match &expression.kind {
        ExpressionKind::Load(_)
        | ExpressionKind::Element(_)
        | ExpressionKind::Associative(..)
        | ExpressionKind::Named(..) => {
            wrong("this can be matched, not made".to_owned(), None);
        }
        ExpressionKind::Binary(operator, ..)
            if operator.reading == Reading::Any && lacks_reading(operator.operation) =>
        {
            let text = operator.operation.text();
            wrong(format!("`{text}` is signed or unsigned"), Some("write `s` or `u` behind it"));
        }
        ExpressionKind::Call(name, operands)
            if CASTS.contains(&name.text.as_str()) || name.text == "freeze" =>
        {
            count(&name.text, 1, operands).into_iter().for_each(|message| wrong(message, None));
        }
        ExpressionKind::Call(name, operands) => match INTRINSICS.iter().find(|(word, ..)| *word == name.text)
        {
            Some((word, _, expected, _)) => {
                count(word, *expected, operands).into_iter().for_each(|message| wrong(message, None));
            }
            None => {
                let known: Vec<&str> =
                    INTRINSICS.iter().map(|(word, ..)| *word).chain(CASTS.iter().copied()).collect();
                let message = format!("`{}` is no function of `gives`", name.text);
                let diagnostic = Diagnostic::new(Code::RewriteClause, name.span, message).help(format!(
                    "a function of the program is declared by `extern` and called by `call {}(…)`",
                    name.text
                ));
                diagnostics.push(diagnostic.suggest(&name.text, &known));
            }
        },
        ExpressionKind::External(name, operands) => {
            match clauses.externs.iter().find(|declared| declared.name.text == name.text) {
                Some(declared) => {
                    let message = count(&name.text, declared.parameters.len(), operands);
                    message.into_iter().for_each(|message| wrong(message, None));
                }
                None => wrong(format!("no `extern` declares `{}`", name.text), None),
            }
        }
        _ => {}
    }
    expression.children().into_iter().for_each(|child| check_template(child, clauses, diagnostics));
}
