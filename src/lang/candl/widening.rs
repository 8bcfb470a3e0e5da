//! The signedness with which elements of a nest's arrays are widened to the width of operations on them, and
//! the check that a rewrite states it.
//!
//! Patterns look through casts: `{A}[{i}] - {B}[{i}]` matches signed and unsigned bytes, but the function
//! that replaces the nest reads them in one way. Therefore the rewrite must state the signedness, by the type
//! of the parameter or by a conversion around the element. A rewrite that does not is rejected, and code with
//! another signedness is not rewritten.
//!
//! ```text
//! {s} += abs({A}[{i}] - {B}[{i}])       ptr<const unsigned char>  =>  A: Unsigned
//! {s} += abs(zext({A}[{i}]) - …)        ptr<const char>           =>  A: Unsigned
//! {s} += abs({A}[{i}] - {B}[{i}])       ptr<const char>           =>  E0322, as `int` is wider
//! ```

use super::ast::{Argument, Clauses, Extern, FormulaKind, Name, Specification, Variable, each_formula};
use super::pattern::tree::{BinaryOperator, Expression, ExpressionKind, Operation, Pattern, Reading, Update};
use super::rewrite::{ArrayParameter, EXTERN_TYPES, array_parameter, each_pattern, variable_name};
use std::collections::BTreeSet;
use text::diagnostic::{Code, Diagnostic, Diagnostics};

/// The conversions that a rewrite declares for its nest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Widening {
    /// The arrays of the call.
    pub arrays: Vec<Elements>,
    /// The conversions of other values that its patterns require.
    pub casts: Vec<String>,
    /// The operators of its patterns with a stated signedness: `>>u`.
    pub operators: Vec<BinaryOperator>,
    /// The whole numbers that its formula may match: those that it writes, negated ones for differences, and
    /// the neighbours of bounds. Empty if the formula includes others.
    pub numbers: BTreeSet<i128>,
}

/// The width of C's `int`, to which narrower integers are promoted before any computation.
pub const INT_WIDTH: u32 = 32;

/// The declared readings of the elements of an array: signed, unsigned, or any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elements {
    /// The name of the array.
    pub array: String,
    /// The allowed readings of conversions that widen an element.
    pub widened: Vec<Reading>,
    /// The allowed readings of operations in the element's own width; empty if none is stated.
    pub read: Vec<Reading>,
}

impl Widening {
    /// The declarations of a rewrite.
    pub fn of(specification: &Specification) -> Widening {
        let mut widening = Widening::default();
        let Some(clauses) = specification.rewrite.as_deref() else { return widening };
        let elements = elements(specification, clauses);
        for ArrayArgument { array, parameter, .. } in arguments(clauses) {
            let own = || elements.iter().filter(|element| element.array == array);
            let declared = (parameter.reading != Reading::Any).then_some(parameter.reading);
            let stated = || own().filter_map(|element| element.context.stated_reading());
            let read = own().filter_map(|element| match element.context {
                ElementContext::Read(_) => element.context.stated_reading(),
                _ => None,
            });
            widening.arrays.push(Elements {
                widened: declared.map_or_else(|| stated().collect(), |reading| vec![reading]),
                read: match declared {
                    Some(reading) if is_narrow(&parameter) => vec![reading],
                    _ => declared.into_iter().chain(read).collect(),
                },
                array,
            });
        }
        let aliases = aliases(specification);
        each_pattern(&specification.formula, &mut |pattern| {
            pattern.expressions().for_each(|e| other_casts(e, &aliases, &mut widening.casts));
            pattern.expressions().for_each(|e| operators_with_sign(e, &mut widening.operators));
        });
        let mut has_includes = false;
        each_formula(&specification.formula, false, &mut |formula| match &formula.kind {
            FormulaKind::Pattern(pattern) => {
                pattern.expressions().for_each(|e| numbers(e, &mut widening.numbers));
            }
            FormulaKind::Include(_) => has_includes = true,
            FormulaKind::Atom(atom) => {
                let words = atom.arguments.iter().filter_map(|argument| match argument {
                    Argument::Symbol(word) => word.text.parse::<i128>().ok(),
                    _ => None,
                });
                widening.numbers.extend(words);
            }
            _ => {}
        });
        if has_includes {
            // Numbers of included specifications are not known here.
            widening.numbers.clear();
        }
        widening
    }
}

/// Adds the numbers that an expression matches: those that it writes; for a difference the negated one as
/// well, for a bound the neighbours, for a complement -1.
fn numbers(expression: &Expression, found: &mut BTreeSet<i128>) {
    use Operation::{Greater, GreaterEqual, Less, LessEqual, Subtract};
    let number = |of: &Expression| of.constant().map(i128::from);
    found.extend(number(expression));
    match &expression.kind {
        ExpressionKind::Complement(_) => drop(found.insert(-1)),
        ExpressionKind::Binary(operator, _, right) if operator.operation == Subtract => {
            found.extend(number(right).map(|number| -number));
        }
        ExpressionKind::Binary(
            BinaryOperator { operation: Less | LessEqual | Greater | GreaterEqual, .. },
            left,
            right,
        ) => {
            let bounds = [left, right].into_iter().filter_map(|of| number(of));
            found.extend(bounds.flat_map(|bound| [bound - 1, bound + 1]));
        }
        _ => {}
    }
    expression.children().into_iter().for_each(|child| numbers(child, found));
}

/// The casts around anything but an element.
fn other_casts(expression: &Expression, aliases: &[Alias], casts: &mut Vec<String>) {
    if let ExpressionKind::Call(name, operands) = &expression.kind
        && super::rewrite::CASTS.contains(&name.text.as_str())
        && !operands.iter().any(|operand| array_of(operand, aliases).is_some())
    {
        casts.push(name.text.clone());
    }
    expression.children().into_iter().for_each(|child| other_casts(child, aliases, casts));
}

/// Appends the operators with a stated signedness.
fn operators_with_sign(expression: &Expression, found: &mut Vec<BinaryOperator>) {
    match &expression.kind {
        ExpressionKind::Binary(operator, ..) if operator.reading != Reading::Any => found.push(*operator),
        _ => {}
    }
    expression.children().into_iter().for_each(|child| operators_with_sign(child, found));
}

/// A variable described as an element, and its array: `{x} ~ {A}[{i}]`.
type Alias = (String, String);

/// The variables that patterns describe as elements.
fn aliases(specification: &Specification) -> Vec<Alias> {
    fn named(expression: &Expression, found: &mut Vec<Alias>) {
        if let ExpressionKind::Named(of, name) = &expression.kind {
            found.extend(variable_name(name).zip(array_of(of, &[])));
        }
        expression.children().into_iter().for_each(|child| named(child, found));
    }
    let mut found = Vec::new();
    each_pattern(&specification.formula, &mut |pattern| {
        if pattern.update.is_none() {
            found.extend(variable_name(&pattern.root).zip(array_of(&pattern.expression, &[])));
        }
        pattern.expressions().for_each(|expression| named(expression, &mut found));
    });
    found
}

/// The array that an expression reads an element of.
fn array_of(expression: &Expression, aliases: &[Alias]) -> Option<String> {
    match &expression.kind {
        ExpressionKind::Element(element) if element.stored.is_none() => variable_name(&element.base),
        ExpressionKind::Named(of, _) => array_of(of, aliases),
        ExpressionKind::Variable(variable) => {
            let name = variable_name(variable)?;
            aliases.iter().find(|(alias, _)| *alias == name).map(|(_, array)| array.clone())
        }
        _ => None,
    }
}

/// An array argument of a call.
struct ArrayArgument<'a> {
    array: String,
    parameter: ArrayParameter<'static>,
    ty: &'a Name,
}

/// The array arguments of a nest's call.
fn arguments(clauses: &Clauses) -> Vec<ArrayArgument<'_>> {
    let call = call_of(clauses).map(|(declared, operands)| {
        operands.iter().zip(&declared.parameters).filter_map(|(operand, ty)| {
            let ExpressionKind::Variable(variable) = &operand.kind else { return None };
            let name = variable_name(variable)?;
            let array = name.rsplit_once('.')?.0.to_owned();
            Some(ArrayArgument { array, parameter: array_parameter(&ty.text)?, ty })
        })
    });
    call.into_iter().flatten().collect()
}

/// The call of a nest: the declaration of its function, and its operands.
fn call_of(clauses: &Clauses) -> Option<(&Extern, &[Expression])> {
    fn external_call(expression: &Expression) -> Option<(&str, &[Expression])> {
        match &expression.kind {
            ExpressionKind::External(name, operands) => Some((&name.text, operands)),
            _ => expression.children().into_iter().find_map(external_call),
        }
    }
    let nest = clauses.nest.as_ref()?;
    let given = nest.call.iter().chain(nest.results.iter().map(|(_, expression)| expression));
    let (name, operands) = given.into_iter().find_map(external_call)?;
    Some((clauses.externs.iter().find(|declared| declared.name.text == name)?, operands))
}

/// The context in which a pattern uses an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ElementContext {
    /// A use that does not depend on the signedness: the element itself, an equality, or a truncation.
    Itself,
    /// An operation of this width, if it is known, which widens narrower elements.
    Operation(Option<u32>),
    /// A conversion that widens with this reading.
    Widened(Reading),
    /// An operation with this reading.
    Read(Reading),
}

impl ElementContext {
    /// The reading that the pattern states for the element.
    fn stated_reading(self) -> Option<Reading> {
        match self {
            ElementContext::Widened(reading) | ElementContext::Read(reading) => {
                Some(reading).filter(|reading| *reading != Reading::Any)
            }
            _ => None,
        }
    }

    /// The context below an operation that depends on more than the lower bits of its operands. Its width
    /// counts as unknown if it is narrow: such sums may wrap, and code that computes them narrowly is not
    /// rewritten.
    fn exact(self) -> ElementContext {
        match self {
            ElementContext::Operation(Some(width)) if width < INT_WIDTH => ElementContext::Operation(None),
            context => context,
        }
    }
}

/// An occurrence of an element in a pattern.
struct Occurrence<'a> {
    array: String,
    expression: &'a Expression,
    context: ElementContext,
}

/// The elements in the patterns of a rewrite.
fn elements<'a>(specification: &'a Specification, clauses: &Clauses) -> Vec<Occurrence<'a>> {
    let (mut found, aliases) = (Vec::new(), aliases(specification));
    each_pattern(&specification.formula, &mut |pattern: &'a Pattern| {
        let stored = match &pattern.expression.kind {
            ExpressionKind::Element(element) => element.stored.as_ref().map(|of| (&element.base, of)),
            _ => None,
        };
        let target = pattern.target.as_ref().map(|_| &pattern.root);
        let width = match (target, stored) {
            (Some(array), _) | (None, Some((array, _))) => width_of_array(clauses, array),
            _ => width_of_result(clauses, &pattern.root),
        };
        let is_plain = !pattern.expressions().any(|e| e.has(&|kind| is_cast(kind).is_some()));
        let operation = ElementContext::Operation(width.filter(|_| is_plain));
        let context = match pattern.update {
            Some(Update::Function(_)) => ElementContext::Read(Reading::Any),
            Some(_) => operation,
            None if stored.is_some() => operation,
            None => ElementContext::Itself,
        };
        let described = stored.map_or(&pattern.expression, |(_, stored)| stored);
        collect((described, &aliases), context, operation, &mut found);
    });
    found
}

/// The context that a conversion creates for its operand, if the function is a conversion.
fn is_cast(kind: &ExpressionKind) -> Option<ElementContext> {
    let ExpressionKind::Call(name, _) = kind else { return None };
    Some(match name.text.as_str() {
        "zext" | "uitofp" => ElementContext::Widened(Reading::Unsigned),
        "sext" | "sitofp" => ElementContext::Widened(Reading::Signed),
        "trunc" => ElementContext::Itself,
        _ => return None,
    })
}

/// Appends the elements of an expression in a context; `operation` is the context of any operation of the
/// pattern.
fn collect<'a>(
    (expression, aliases): (&'a Expression, &[Alias]),
    context: ElementContext,
    operation: ElementContext,
    found: &mut Vec<Occurrence<'a>>,
) {
    use Operation::{Differ, Divide, Equal, Greater, GreaterEqual, Less, LessEqual, Remainder, ShiftRight};
    let exact = operation.exact();
    let (inner, below) = match &expression.kind {
        ExpressionKind::Named(..) => (context, operation),
        // Subscripts belong to the address and are skipped.
        ExpressionKind::Element(_) | ExpressionKind::Variable(_) => {
            let array = array_of(expression, aliases);
            return found.extend(array.map(|array| Occurrence { array, expression, context }));
        }
        ExpressionKind::Binary(operator, ..) => match operator.operation {
            Equal | Differ => (ElementContext::Itself, exact),
            Less | LessEqual | Greater | GreaterEqual | Divide | Remainder | ShiftRight => {
                (ElementContext::Read(operator.reading), exact)
            }
            _ => (operation, operation),
        },
        ExpressionKind::Call(name, _) => match name.text.as_str() {
            "min" | "max" => (ElementContext::Read(Reading::Any), exact),
            "mins" | "maxs" => (ElementContext::Read(Reading::Signed), exact),
            "minu" | "maxu" => (ElementContext::Read(Reading::Unsigned), exact),
            "abs" => (exact, exact),
            _ => (is_cast(&expression.kind).unwrap_or(operation), exact),
        },
        _ => (operation, operation),
    };
    expression.children().into_iter().for_each(|child| collect((child, aliases), inner, below, found));
}

/// Whether the elements of an array argument are narrower than `int`.
fn is_narrow(parameter: &ArrayParameter<'_>) -> bool {
    width(parameter.element).is_some_and(|width| width < INT_WIDTH)
}

/// The width in bits of the elements of an array argument.
fn width_of_array(clauses: &Clauses, array: &Variable) -> Option<u32> {
    let name = variable_name(array)?;
    let argument = arguments(clauses).into_iter().find(|argument| argument.array == name)?;
    width(argument.parameter.element)
}

/// The width in bits of the call's result for the reduction `{s}`, which is given as `{s.out}`.
fn width_of_result(clauses: &Clauses, reduction: &Variable) -> Option<u32> {
    let name = variable_name(reduction)?;
    let results = &clauses.nest.as_ref()?.results;
    let is_of = |root: &Variable| {
        variable_name(root).is_some_and(|root| root == name || root.strip_suffix(".out") == Some(&name))
    };
    results.iter().find(|(root, _)| is_of(root))?;
    let result = &call_of(clauses)?.0.result.text;
    EXTERN_TYPES.iter().find(|(word, _)| word == result).and_then(|(_, name)| width(name))
}

fn width(ty: &str) -> Option<u32> {
    ty.strip_prefix('i')?.parse().ok()
}

/// Checks that the rewrite of a nest states the signedness of every element that may be widened.
pub(super) fn check(specification: &Specification, diagnostics: &mut Diagnostics) {
    let Some(clauses) = specification.rewrite.as_deref().filter(|_| specification.complete) else { return };
    let elements = elements(specification, clauses);
    for ArrayArgument { array, parameter, ty } in arguments(clauses) {
        let Some(width) = width(parameter.element) else { continue };
        let own: Vec<&Occurrence<'_>> = elements.iter().filter(|element| element.array == array).collect();
        for element in own {
            let (is_unstated, is_other) = match element.context {
                ElementContext::Itself => (false, false),
                ElementContext::Operation(known) => (known.is_none_or(|known| known != width), false),
                ElementContext::Read(reading) => {
                    let is_other = reading != Reading::Any && reading != parameter.reading;
                    (reading == Reading::Any, is_other && is_narrow(&parameter))
                }
                ElementContext::Widened(reading) => (false, reading != parameter.reading),
            };
            let is_declared = parameter.reading != Reading::Any;
            let diagnostic = match is_declared {
                false if is_unstated => unstated(element, ty, width),
                true if is_other => {
                    let message = format!("`{{{array}}}` is declared otherwise than it is read here");
                    Diagnostic::new(Code::RewriteClause, element.expression.span, message)
                }
                _ => continue,
            };
            diagnostics.push(diagnostic.also(ty.span, "the type of its elements"));
        }
    }
}

fn unstated(element: &Occurrence<'_>, ty: &Name, width: u32) -> Diagnostic {
    let message = match element.context {
        ElementContext::Read(_) => {
            "elements are found here with a sign and without, and nothing says which".to_owned()
        }
        _ => format!("elements of i{width} may be widened here, and nothing says how"),
    };
    let word = ty.text.trim_end_matches('>').rsplit([' ', '<']).next().unwrap_or_default();
    let typed = |sign: &str| {
        let (front, _) = ty.text.split_at(ty.text.len() - word.len() - 1);
        format!("{front}{sign} {word}>")
    };
    let by_type = format!("declare them `{}` or `{}`", typed("unsigned"), typed("signed"));
    let by_pattern = match element.context {
        ElementContext::Read(_) => "write `u` or `s` behind the operation",
        _ => "write `zext(…)` or `sext(…)` around the element",
    };
    Diagnostic::new(Code::RewriteClause, element.expression.span, message)
        .help(format!("{by_type}, or {by_pattern}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candl::compile::check as compiled;
    use crate::candl::parser::parse;
    use crate::candl::relations::ModelWords;
    use text::sources::Sources;

    const INT: &str = "gives nest {i} with {s.out} = call f({A.first}, {B.first})";

    /// The codes and marked texts of the errors of a rewrite of two arrays.
    fn reported(pattern: &str, types: [&str; 2], clauses: &str) -> Vec<(Code, String)> {
        let mut sources = Sources::new();
        let [a, b] = types;
        let text = format!(
            "Rewrite T ( {pattern} ∧ {{n}} is the count of {{i.loop}} )\n\
             extern {} f(ptr<{a}>, ptr<{b}>)\n{clauses}\ntrusting \"a test\"\nEnd",
            if clauses.contains(" with ") { "int" } else { "void" }
        );
        sources.add("test.candl", text);
        let all = compiled(&sources, &ModelWords).diagnostics;
        let errors = all.iter().filter(|d| d.code == Code::RewriteClause);
        errors.map(|d| (d.code, sources.text(d.primary.span).to_owned())).collect()
    }

    #[test]
    fn elements_that_may_be_widened_say_how() {
        let sad = "{s} += abs({A}[{i}] - {B}[{i}])";
        let both =
            vec![(Code::RewriteClause, "{A}[{i}]".to_owned()), (Code::RewriteClause, "{B}[{i}]".to_owned())];
        for element in ["char", "i8", "i16"] {
            assert_eq!(reported(sad, [&format!("const {element}"); 2], INT), both, "{element}");
            for sign in ["signed", "unsigned"] {
                assert_eq!(
                    reported(sad, [&format!("const {sign} {element}"); 2], INT),
                    [],
                    "{sign} {element}"
                );
            }
        }
        assert_eq!(reported(sad, ["const unsigned char", "const char"], INT), both[1..]);
        // Elements as wide as the result are not widened.
        assert_eq!(reported(sad, ["const i32"; 2], INT), []);
        assert_eq!(reported(sad, ["const int"; 2], INT), []);
        for pattern in [
            "{s} += abs(zext({A}[{i}]) - zext({B}[{i}]))",
            "{s} += sext({A}[{i}]) * zext({B}[{i}])",
            "{s} += sext(({A}[{i}] as {x})) * zext({B}[{i}])",
            "{s} += sext({x}) * sext({y}) ∧ {x} ~ {A}[{i}] ∧ {y} ~ {B}[{i}]",
        ] {
            assert_eq!(reported(pattern, ["const char"; 2], INT), [], "{pattern}");
        }
        assert_eq!(reported("{s} += zext({A}[{i}]) * {B}[{i}]", ["const char"; 2], INT), both[1..]);
        let named = "{s} += {x} * zext({B}[{i}]) ∧ {x} ~ {A}[{i}]";
        assert_eq!(reported(named, ["const char"; 2], INT), [(Code::RewriteClause, "{x}".to_owned())]);
    }

    #[test]
    fn an_order_states_the_declared_sign() {
        for (pattern, sign, is_right) in [
            ("{s} += zext({A}[{i}] >s 100)", "unsigned", false),
            ("{s} += zext({A}[{i}] >s 100)", "signed", true),
            ("{s} += zext({A}[{i}] > 100)", "unsigned", true),
            ("{s} += zext(zext({A}[{i}]) >s 100)", "unsigned", true),
            ("{s} += mins({A}[{i}], 3)", "unsigned", false),
            ("{s} += {A}[{i}] /u 3", "signed", false),
        ] {
            let wrong = vec![(Code::RewriteClause, "{A}[{i}]".to_owned())];
            let expected = if is_right { Vec::new() } else { wrong };
            let types = [format!("const {sign} char"), "const unsigned char".to_owned()];
            let pattern_of_two = format!("{pattern} ∧ {{t}} += zext({{B}}[{{i}}])");
            let types = [types[0].as_str(), types[1].as_str()];
            assert_eq!(reported(&pattern_of_two, types, INT), expected, "{pattern} of {sign} elements");
        }
    }

    #[test]
    fn what_is_declared_is_what_is_written() {
        let pattern = "{s} += abs(zext({A}[{i}]) - sext({B}[{i}]))";
        let wrong = [(Code::RewriteClause, "{B}[{i}]".to_owned())];
        assert_eq!(reported(pattern, ["const unsigned char"; 2], INT), wrong);
        assert_eq!(reported(pattern, ["const unsigned char", "const signed char"], INT), []);
        let float = [(Code::RewriteClause, "ptr<const unsigned double>".to_owned())];
        assert_eq!(
            reported("{s} += {A}[{i}] * {B}[{i}]", ["const unsigned double", "const i32"], INT),
            float
        );
    }

    #[test]
    fn an_order_has_a_sign() {
        let order = [(Code::RewriteClause, "{A}[{i}]".to_owned())];
        let both =
            |pattern: &str, of: &str| reported(&format!("{pattern} ∧ {{t}} ~ {{B}}[{{i}}]"), [of, of], INT);
        assert_eq!(both("{s} max= {A}[{i}]", "const i32"), order);
        assert_eq!(both("{s} max= {A}[{i}]", "const int"), []);
        assert_eq!(both("{s} max= {A}[{i}]", "const unsigned int"), []);
        assert_eq!(both("{s} += zext({A}[{i}] < {x})", "const char"), order);
        assert_eq!(both("{s} += zext({A}[{i}] <u {x})", "const char"), []);
        // Equal bytes are equal numbers, if both are widened alike.
        assert_eq!(both("{s} += zext({A}[{i}] == {x})", "const char"), []);
    }

    #[test]
    fn elements_that_are_stored_have_their_width() {
        let store = "gives nest {i} = call f({A.first}, {B.first})";
        let sum = "{A}[{i}] += {B}[{i}]";
        assert_eq!(reported(sum, ["char", "const char"], store), []);
        assert_eq!(
            reported(sum, ["i16", "const char"], store),
            [(Code::RewriteClause, "{B}[{i}]".to_owned())]
        );
        assert_eq!(reported("{t} ~ {A}[{i}] := {B}[{i}]", ["out i16", "const signed char"], store), []);
        // An operation that depends on more than the lower bits has another result if a narrow sum has
        // wrapped.
        let element = [(Code::RewriteClause, "{B}[{i}]".to_owned())];
        for stored in [
            "abs({B}[{i}] - {c})",
            "({B}[{i}] + {c}) >> 1",
            "({B}[{i}] + {c}) % 10",
            "{B}[{i}] + {c} == 44",
            "popcount({B}[{i}] + {c})",
            "abs({B}[{i}])",
        ] {
            let stored = format!("{{t}} ~ {{A}}[{{i}}] := {stored}");
            assert_eq!(reported(&stored, ["out char", "const char"], store), element, "{stored}");
            assert_eq!(reported(&stored, ["out char", "const unsigned char"], store), [], "{stored}");
            assert_eq!(reported(&stored, ["out i32", "const i32"], store), [], "{stored}");
        }
        for stored in ["{B}[{i}] - {c}", "{B}[{i}] * 3 << 1", "popcount({B}[{i}])", "{B}[{i}] == 44"] {
            let stored = format!("{{t}} ~ {{A}}[{{i}}] := {stored}");
            assert_eq!(reported(&stored, ["out char", "const char"], store), [], "{stored}");
        }
    }

    #[test]
    fn declarations_are_available_to_the_rewriter() {
        let mut sources = Sources::new();
        let text = "Rewrite T ( {s} += sext({A}[{i}]) * trunc({B}[{i}] + zext({c})) )\n\
                    extern int f(ptr<const char>, ptr<const unsigned i64>)\n\
                    gives nest {i} with {s.out} = call f({A.first}, {B.first}) End";
        let file = sources.add("t.candl", text);
        let mut diagnostics = Diagnostics::new();
        let widening = Widening::of(&parse(&sources, file, &mut diagnostics).file.specifications[0]);
        assert_eq!(widening.casts, ["trunc", "zext"]);
        assert_eq!(widening.operators, []);
        let widened: Vec<&[Reading]> = widening.arrays.iter().map(|array| array.widened.as_slice()).collect();
        assert_eq!(widened, [[Reading::Signed], [Reading::Unsigned]]);
    }
}
