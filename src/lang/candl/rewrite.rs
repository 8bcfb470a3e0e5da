//! The clauses of a declared rewrite, and the check that they fit its formula.
//!
//! ```text
//! Rewrite SaturatedAdd8
//! ( {r} ~ min(zext({x}) + zext({y}), 255) ∧ width{x} = 8 ∧ width{y} = 8)
//! gives {r} = zext(uadd.sat({x}, {y}))
//! End
//! ```
//!
//! A rewrite is a specification like any other: its formula is searched for, and it may be included. The
//! clauses state the replacements of the values named before `=`. Their expressions are those of patterns,
//! with three additions: `zext i32 {x}`, a conversion to a type that is written; `call hypot({x}, {y})`, a
//! call of a function that an `extern` declares; and `freeze({x})`. `gives exit value` replaces the uses of a
//! loop's value behind the loop.

use super::ast::{
    Argument, Clauses, Extern, Formula, FormulaKind, Nest, Parallel, Specification, Step, Symbol, Variable,
    each_formula,
};
use super::pattern::tree::{Expression, ExpressionKind, Operation, Pattern, Reading};
use ir::FloatPredicate;
use text::diagnostic::{Code, Diagnostic, Diagnostics};

/// The types that an `extern` may name, with LLVM's names for them. For nests it may also name `void` and
/// pointers.
pub const EXTERN_TYPES: &[(&str, &str)] =
    &[("float", "float"), ("double", "double"), ("int", "i32"), ("i32", "i32"), ("i64", "i64")];

/// The types of elements that only arrays of an `extern` have, with LLVM's names for them.
pub const ELEMENT_TYPES: &[(&str, &str)] = &[("char", "i8"), ("i8", "i8"), ("i16", "i16")];

/// The result type of an `extern` that returns the address of an element.
pub const POINTER: &str = "ptr";

/// The functions of templates beside `min`, `max`, `abs` and casts: the word, the intrinsic, its number of
/// written operands, and whether an `i1` operand, false, follows them.
pub const INTRINSICS: &[(&str, &str, usize, bool)] = &[
    ("popcount", "llvm.ctpop", 1, false),
    ("clz", "llvm.ctlz", 1, true),
    ("ctz", "llvm.cttz", 1, true),
    ("bswap", "llvm.bswap", 1, false),
    ("bitreverse", "llvm.bitreverse", 1, false),
    ("abs", "llvm.abs", 1, true),
    ("fabs", "llvm.fabs", 1, false),
    ("sqrt", "llvm.sqrt", 1, false),
    ("copysign", "llvm.copysign", 2, false),
    ("minnum", "llvm.minnum", 2, false),
    ("maxnum", "llvm.maxnum", 2, false),
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

/// The floating-point predicate that a function of templates names: `olt({x}, {y})`.
pub fn float_predicate(name: &str) -> Option<FloatPredicate> {
    let is_test = |known: &FloatPredicate| !matches!(known, FloatPredicate::False | FloatPredicate::True);
    FloatPredicate::ALL.into_iter().find(|known| is_test(known) && known.name() == name)
}

/// The operations that combine what the threads of a parallel loop computed.
pub const COMBINING: &[&str] = &["+", "*", "min", "max", "&", "|", "^", LAST];

/// The word for a value of the last round that replaces it.
pub const LAST: &str = "last";

/// The function of a parallel loop's `when`: an estimate of the instructions that all its rounds execute.
pub const WORK: &str = "work";

/// The conversions of templates.
pub const CASTS: &[&str] = &["zext", "sext", "trunc"];

/// The function of templates that freezes its operand.
pub const FREEZE: &str = "freeze";

/// The function of templates that becomes a `zext`, a `trunc` or nothing, depending on the widths.
pub const RESIZE: &str = "zext_or_trunc";

/// A parameter that is the address of the first element of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrayParameter<'a> {
    /// The type of the elements, by LLVM's name.
    pub element: &'a str,
    /// Whether the function reads elements that it has not written.
    pub is_read: bool,
    /// Whether it writes elements.
    pub is_written: bool,
    /// The declared signedness of the elements, if the type states one.
    pub reading: Reading,
}

/// The array that a parameter type of an `extern` declares: `ptr<double>`, `ptr<const unsigned char>`,
/// `ptr<out double>`.
pub fn array_parameter(ty: &str) -> Option<ArrayParameter<'static>> {
    let mut words: Vec<&str> = ty.strip_prefix("ptr<")?.strip_suffix('>')?.split(' ').collect();
    let word = words.pop()?;
    let (_, element) = EXTERN_TYPES.iter().chain(ELEMENT_TYPES).find(|(known, _)| *known == word)?;
    let sign = words.pop_if(|word| SIGNS.iter().any(|(known, _)| known == word));
    let reading = match sign.and_then(|sign| SIGNS.iter().find(|(known, _)| *known == sign)) {
        Some(_) if integer_width_of(element).is_none() => return None,
        Some((_, reading)) => *reading,
        // As in C.
        None if word == "int" => Reading::Signed,
        None => Reading::Any,
    };
    let access = words.pop().unwrap_or("");
    let is_known = words.is_empty() && (access.is_empty() || ACCESSES.contains(&access));
    is_known.then_some(ArrayParameter {
        element,
        is_read: access != "out",
        is_written: access != "const",
        reading,
    })
}

/// The words in an array's type for elements that are only read, or only written.
pub const ACCESSES: &[&str] = &["const", "out"];

/// The words in an array's type for the signedness of its elements.
pub const SIGNS: &[(&str, Reading)] = &[("signed", Reading::Signed), ("unsigned", Reading::Unsigned)];

/// The fields that a pattern defines for an array, a counter or a reduction, and the addresses of the first
/// and the lowest element of an array.
const FIELDS: &[&str] =
    &["loop", "stride", "origin", "size", "first", "lowest", "init", "element", "out", "next", "partly"];

/// The width that the name of an integer type states: `i32`.
pub fn integer_width(ty: &Symbol) -> Option<u32> {
    integer_width_of(&ty.text)
}

fn integer_width_of(name: &str) -> Option<u32> {
    let width = name.strip_prefix('i')?.parse().ok()?;
    (1..=64).contains(&width).then_some(width)
}

/// The name of a variable in solutions; `None` if an index is not a number.
pub fn variable_name(variable: &Variable) -> Option<String> {
    let is_word = |step: &Step| match step {
        Step::Field(_) => true,
        Step::Index(index) => index.is_number(),
    };
    variable.path.iter().all(is_word).then(|| variable.text())
}

/// The variables that the patterns of a formula describe. All other variables are leaves of a match.
pub fn described(formula: &Formula) -> Vec<String> {
    let mut names = Vec::new();
    each_pattern(formula, &mut |pattern| {
        names.extend(variable_name(&pattern.root));
        each_alias(&pattern.expression, &mut |alias| names.extend(variable_name(alias)));
    });
    names
}

/// Calls `visit` with every pattern that a solution satisfies.
pub fn each_pattern<'f>(formula: &'f Formula, visit: &mut dyn FnMut(&'f Pattern)) {
    // The variables of a quantifier are not part of solutions.
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
        check_extern(declared, clauses.nest.as_ref(), diagnostics);
    }
    match (&clauses.nest, &clauses.parallel) {
        (Some(nest), _) => check_nest(nest, clauses, &known, diagnostics),
        (None, Some(parallel)) => check_parallel(parallel, clauses, &known, diagnostics),
        (None, None) => {
            for condition in &clauses.when {
                let message = "`when` belongs to the rewrite of a nest of loops";
                diagnostics.push(Diagnostic::new(Code::RewriteClause, condition.span, message));
            }
        }
    }
    clauses.unless.iter().for_each(|(variable, _)| check_variable(variable, &known, diagnostics));
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

/// Collects the variables of a formula that are part of its solutions. Reports `{_}`, which is no part of a
/// solution and therefore unknown to the rewrite.
fn known_variables(formula: &Formula, known: &mut Vec<String>, diagnostics: &mut Diagnostics) {
    match &formula.kind {
        FormulaKind::Pattern(pattern) => {
            known.extend(variable_name(&pattern.root));
            let mut add = |variable: &Variable| {
                if super::pattern::tree::is_anything(variable) {
                    let message = "a rewrite names every operand of its patterns";
                    let diagnostic = Diagnostic::new(Code::RewriteClause, variable.span, message)
                        .help("write a name instead of `_`: where a match ends must be known to replace it");
                    diagnostics.push(diagnostic);
                }
                known.extend(variable_name(variable));
            };
            pattern.expressions().for_each(|expression| expression.each_variable(&mut add));
        }
        FormulaKind::Atom(atom) => atom.arguments.iter().for_each(|argument| {
            if let Argument::Variable(variable) = argument {
                known.extend(variable_name(variable));
            }
        }),
        // The names that an include brings are known only once it is unrolled.
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
    if !is_known(&name, known) {
        let message = format!("`{{{name}}}` does not occur in the formula");
        let diagnostic = Diagnostic::new(Code::RewriteClause, variable.span, message);
        diagnostics.push(diagnostic.suggest(&name, known));
    }
}

/// Whether a formula knows the name, or has a pattern that defines it as a field of a known name.
fn is_known(name: &str, known: &[String]) -> bool {
    let of_known = |(base, field): (&str, &str)| {
        let field = field.split('[').next().unwrap_or(field);
        FIELDS.contains(&field) && known.iter().any(|known| known == base)
    };
    known.iter().any(|known| known.is_empty() || known == name) || name.rsplit_once('.').is_some_and(of_known)
}

/// Checks the clauses of a rewrite that replaces loops.
fn check_nest(nest: &Nest, clauses: &Clauses, known: &[String], diagnostics: &mut Diagnostics) {
    let mut calls = 0;
    let mut wrong =
        |span, message: &str| diagnostics.push(Diagnostic::new(Code::RewriteClause, span, message));
    let names: Vec<Option<String>> = nest.counters().map(variable_name).collect();
    for (position, this) in nest.loops.iter().enumerate() {
        if names[..position].contains(&names[position]) {
            wrong(this.counter.span, "this loop is named twice");
        }
        if let Some(around) = &this.bounded_by {
            let name = variable_name(around);
            if !names.contains(&name) || name == names[position] {
                wrong(around.span, "this is the counter of no other loop of the nest");
            }
        }
        if this.is_downward && nest.updating.is_empty() {
            let message = "only a nest that is `updating` an array depends on the direction of its loops";
            wrong(this.counter.span, message);
        }
    }
    if let Some(array) = nest.updating.first()
        && (nest.call.is_none() || nest.until.is_some() || nest.leaving.is_some())
    {
        wrong(array.span, "a nest that is `updating` an array is replaced as a whole: `= call f(…)`");
    }
    if let Some(call) = &nest.call
        && !matches!(call.kind, ExpressionKind::External(..))
    {
        wrong(call.span, "a call takes the place of a nest: `call f(…)`");
    }
    if let (Some((exit, _)), [_, _, ..]) = (&nest.until, nest.loops.as_slice()) {
        wrong(exit.span, "one loop runs from a later round, not several");
    }
    let given = nest.results.iter().map(|(_, expression)| expression).chain(&nest.call);
    let exit = nest.until.iter().map(|(exit, _)| exit);
    let left = nest.leaving.iter().flat_map(|(value, array)| [value, array]);
    let roots = nest.counters().chain(nest.results.iter().map(|(root, _)| root)).chain(exit).chain(left);
    let roots = roots.chain(&nest.updating);
    roots.for_each(|variable| check_variable(variable, known, diagnostics));
    for expression in given.chain(&clauses.when) {
        expression.each_variable(&mut |variable| check_variable(variable, known, diagnostics));
        check_template(expression, clauses, diagnostics);
        calls += number_of_calls(expression);
    }
    check_comparisons(clauses, diagnostics);
    if calls != 1
        && let Some(counter) = nest.counters().next()
    {
        let message = format!("one call takes the place of a nest, not {calls}");
        diagnostics.push(Diagnostic::new(Code::RewriteClause, counter.span, message));
    }
}

/// Checks the clauses of a rewrite that divides the rounds of a loop among threads.
fn check_parallel(parallel: &Parallel, clauses: &Clauses, known: &[String], diagnostics: &mut Diagnostics) {
    check_variable(&parallel.counter, known, diagnostics);
    for all in [&parallel.reducing, &parallel.privatising] {
        for (position, combined) in all.iter().enumerate() {
            let Some(what) = &combined.what else { continue };
            check_variable(what, known, diagnostics);
            let name = variable_name(what);
            let is_same = |other: &Variable| variable_name(other) == name;
            if all[..position].iter().any(|other| other.what.as_ref().is_some_and(is_same)) {
                let message = "one operation combines the parts of a value";
                diagnostics.push(Diagnostic::new(Code::RewriteClause, what.span, message));
            }
        }
    }
    for declared in &clauses.externs {
        let message = "a parallel loop calls nothing new";
        diagnostics.push(Diagnostic::new(Code::RewriteClause, declared.name.span, message));
    }
    for condition in &clauses.when {
        condition.each_variable(&mut |variable| check_variable(variable, known, diagnostics));
        check_template(condition, clauses, diagnostics);
        if number_of_calls(condition) > 0 {
            let message = "a condition of a parallel loop calls nothing";
            diagnostics.push(Diagnostic::new(Code::RewriteClause, condition.span, message));
        }
    }
    check_comparisons(clauses, diagnostics);
}

fn check_comparisons(clauses: &Clauses, diagnostics: &mut Diagnostics) {
    for condition in &clauses.when {
        let is_comparison = matches!(&condition.kind, ExpressionKind::Binary(operator, ..) if operator.operation.is_comparison());
        if !is_comparison {
            let message = "a condition is a comparison";
            diagnostics.push(Diagnostic::new(Code::RewriteClause, condition.span, message));
        }
    }
}

fn number_of_calls(expression: &Expression) -> usize {
    let below: usize = expression.children().into_iter().map(number_of_calls).sum();
    below + usize::from(matches!(expression.kind, ExpressionKind::External(..)))
}

fn check_extern(declared: &Extern, nest: Option<&Nest>, diagnostics: &mut Diagnostics) {
    let of_nest = nest.is_some();
    let of_round = nest.is_some_and(|nest| nest.until.is_some());
    for ty in declared.parameters.iter().chain([&declared.result]) {
        let is_result = std::ptr::eq(ty, &declared.result);
        let is_of_nest = match is_result {
            true => ty.text == if of_round { POINTER } else { "void" },
            false => array_parameter(&ty.text).is_some(),
        };
        // An iteration is a number or an address.
        let is_number = |name: &str| integer_width_of(name).is_some() || !(is_result && of_round);
        let is_word = EXTERN_TYPES.iter().any(|(word, name)| *word == ty.text && is_number(name));
        let is_known = is_word || (of_nest && is_of_nest);
        if !is_known {
            let message = format!("`{}` is no type that an `extern` can have", ty.text);
            let words = EXTERN_TYPES.iter().filter(|(_, name)| is_number(name)).map(|(word, _)| *word);
            let known: Vec<&str> = words.chain((is_result && of_round).then_some(POINTER)).collect();
            let diagnostic = Diagnostic::new(Code::RewriteClause, ty.span, message);
            diagnostics.push(diagnostic.note(format!("there are `{}`", known.join("`, `"))));
        }
    }
    if !declared.pure && !of_nest {
        let message =
            format!("`{}` may have effects, and an expression is no place for them", declared.name.text);
        let diagnostic = Diagnostic::new(Code::RewriteClause, declared.name.span, message);
        diagnostics
            .push(diagnostic.help("write `pure` behind it if it has none, does not throw and returns"));
    }
}

/// Whether the operation on integers depends on their signedness, so that it needs a reading.
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
        | ExpressionKind::Field(..)
        | ExpressionKind::Null
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
            if CASTS.contains(&name.text.as_str()) || [FREEZE, RESIZE].contains(&name.text.as_str()) =>
        {
            count(&name.text, 1, operands).into_iter().for_each(|message| wrong(message, None));
        }
        ExpressionKind::Call(name, operands) if name.text == WORK && clauses.parallel.is_some() => {
            let of_loop = clauses.parallel.as_ref().and_then(|parallel| variable_name(&parallel.counter));
            let is_loop = match operands.as_slice() {
                [Expression { kind: ExpressionKind::Variable(of), .. }] => variable_name(of) == of_loop,
                _ => false,
            };
            if !is_loop {
                wrong(format!("`{WORK}` takes the counter of the parallel loop"), None);
            }
        }
        ExpressionKind::Call(name, operands) if float_predicate(&name.text).is_some() => {
            count(&name.text, 2, operands).into_iter().for_each(|message| wrong(message, None));
        }
        ExpressionKind::Call(name, operands) => match INTRINSICS.iter().find(|(word, ..)| *word == name.text)
        {
            Some((word, _, expected, _)) => {
                count(word, *expected, operands).into_iter().for_each(|message| wrong(message, None));
            }
            None => {
                let words = INTRINSICS.iter().map(|(word, ..)| *word);
                let predicates = FloatPredicate::ALL.iter().map(|predicate| predicate.name());
                let known: Vec<&str> = words.chain(CASTS.iter().copied()).chain(predicates).collect();
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
