//! Constant expressions and preconditions: one grammar, by operator precedence (Pratt).
//!
//! From tight to loose: `~ -`, `* / /u % %u`, `+ -`, `<< >> u>>`, `&`, `^`, `|`, comparisons, `!`, `&&`,
//! `||`. So `C & C1 != 0` compares an `and`.

use super::super::ast::{BinaryOperator, COMPARISONS, Expression, ExpressionKind, UnaryOperator};
use super::super::cursor::{Cursor, is_word};
use super::super::diagnostic::{Code, Diagnostic};
use super::super::vocabulary::Function;
use ir::IntPredicate;

/// Maximum nesting of parentheses and operators.
const MAX_DEPTH: usize = 64;

pub(super) type Parsed<T> = Result<T, Box<Diagnostic>>;

pub(super) fn error<T>(code: Code, cursor: &Cursor<'_>, message: impl Into<String>) -> Parsed<T> {
    Err(Box::new(Diagnostic::new(code, cursor.here(), message)))
}

/// A precondition, to the end of the line.
pub(super) fn precondition(mut cursor: Cursor<'_>) -> Parsed<Expression> {
    let expression = any(&mut cursor, 0)?;
    end(&cursor)?;
    Ok(expression)
}

/// Checks that the line has no more text.
pub(super) fn end(cursor: &Cursor<'_>) -> Parsed<()> {
    if cursor.is_at_end() {
        Ok(())
    } else {
        error(Code::UnexpectedText, cursor, "expected the end of the line")
    }
}

/// A constant expression or a value.
pub(super) fn value(cursor: &mut Cursor<'_>) -> Parsed<Expression> {
    arithmetic(cursor, 0, 0)
}

fn any(cursor: &mut Cursor<'_>, depth: usize) -> Parsed<Expression> {
    joined(cursor, "||", ExpressionKind::Any, |cursor| {
        joined(cursor, "&&", ExpressionKind::All, |cursor| not(cursor, depth))
    })
}

fn joined(
    cursor: &mut Cursor<'_>,
    symbol: &str,
    make: fn(Vec<Expression>) -> ExpressionKind,
    mut part: impl FnMut(&mut Cursor<'_>) -> Parsed<Expression>,
) -> Parsed<Expression> {
    let start = cursor.position();
    let first = part(cursor)?;
    if !cursor.rest().starts_with(symbol) {
        return Ok(first);
    }
    let mut parts = vec![first];
    while cursor.symbol(symbol).is_some() {
        parts.push(part(cursor)?);
    }
    Ok(Expression { kind: make(parts), span: cursor.since(start) })
}

fn not(cursor: &mut Cursor<'_>, depth: usize) -> Parsed<Expression> {
    let start = cursor.position();
    if depth > MAX_DEPTH {
        return error(Code::TooLarge, cursor, "nested too deep");
    }
    if cursor.symbol("!").is_some() {
        let inner = not(cursor, depth + 1)?;
        return Ok(Expression { kind: ExpressionKind::Not(Box::new(inner)), span: cursor.since(start) });
    }
    let first = arithmetic(cursor, 0, depth)?;
    let mut chain = Vec::new();
    while let Some(predicate) = comparison(cursor) {
        chain.push((predicate, arithmetic(cursor, 0, depth)?));
    }
    if chain.is_empty() {
        return Ok(first);
    }
    Ok(Expression { kind: ExpressionKind::Compare(Box::new(first), chain), span: cursor.since(start) })
}

fn comparison(cursor: &mut Cursor<'_>) -> Option<IntPredicate> {
    COMPARISONS.iter().find_map(|(symbol, predicate)| cursor.symbol(symbol).map(|_| *predicate))
}

/// Reads the next operator if its precedence is at least `least`.
fn operator(cursor: &mut Cursor<'_>, least: u8) -> Option<(BinaryOperator, u8)> {
    let rest = cursor.rest();
    if rest.starts_with("&&") || rest.starts_with("||") {
        return None;
    }
    let is_next = |symbol: &str| {
        rest.strip_prefix(symbol).is_some_and(|after| !symbol.ends_with('u') || !after.starts_with(is_word))
    };
    let (symbol, operator, power) = BinaryOperator::TABLE.iter().find(|(symbol, ..)| is_next(symbol))?;
    (*power >= least).then(|| {
        cursor.symbol(symbol);
        (*operator, *power)
    })
}

fn arithmetic(cursor: &mut Cursor<'_>, least: u8, depth: usize) -> Parsed<Expression> {
    let start = cursor.position();
    let mut left = prefix(cursor, depth)?;
    let mut length = depth;
    while let Some((operator, power)) = operator(cursor, least) {
        // A chain of comparisons counts as nesting.
        length += 1;
        if length > MAX_DEPTH {
            return error(Code::TooLarge, cursor, "nested too deep");
        }
        let right = arithmetic(cursor, power + 1, depth + 1)?;
        let kind = ExpressionKind::Binary(operator, Box::new(left), Box::new(right));
        left = Expression { kind, span: cursor.since(start) };
    }
    Ok(left)
}

fn prefix(cursor: &mut Cursor<'_>, depth: usize) -> Parsed<Expression> {
    if depth > MAX_DEPTH {
        return error(Code::TooLarge, cursor, "nested too deep");
    }
    let start = cursor.position();
    let kind = if cursor.symbol("~").is_some() {
        ExpressionKind::Unary(UnaryOperator::Not, Box::new(prefix(cursor, depth + 1)?))
    } else if cursor.symbol("-").is_some() {
        match cursor.peek_word().is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit())) {
            true => number(cursor, true)?,
            false => ExpressionKind::Unary(UnaryOperator::Neg, Box::new(prefix(cursor, depth + 1)?)),
        }
    } else if cursor.symbol("(").is_some() {
        let inner = any(cursor, depth + 1)?;
        close(cursor)?;
        inner.kind
    } else if let Some(register) = cursor.register() {
        ExpressionKind::Register(register.text)
    } else {
        word(cursor, depth)?
    };
    Ok(Expression { kind, span: cursor.since(start) })
}

fn close(cursor: &mut Cursor<'_>) -> Parsed<()> {
    match cursor.symbol(")") {
        Some(_) => Ok(()),
        None => error(Code::UnexpectedText, cursor, "expected `)`"),
    }
}

fn number(cursor: &mut Cursor<'_>, negative: bool) -> Parsed<ExpressionKind> {
    let digits = cursor.peek_word().unwrap_or_default();
    if let Some(bits) = digits.strip_prefix("0x").filter(|_| cursor.has_floats() && !negative) {
        let Ok(magnitude) = u128::from_str_radix(bits, 16) else {
            return error(Code::UnexpectedText, cursor, "expected a number");
        };
        cursor.word();
        return Ok(ExpressionKind::Number { negative: false, magnitude });
    }
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return error(Code::UnexpectedText, cursor, "expected a number");
    }
    match digits.parse::<u128>() {
        Ok(magnitude) if !negative || magnitude <= 1 << 127 => {
            cursor.word();
            Ok(ExpressionKind::Number { negative: negative && magnitude != 0, magnitude })
        }
        _ => error(Code::NumberTooLarge, cursor, "numbers have at most 128 bits"),
    }
}

/// Whether a word names a constant of the rule: `C`, `C1`.
pub(super) fn is_constant(word: &str) -> bool {
    word.strip_prefix('C').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

fn word(cursor: &mut Cursor<'_>, depth: usize) -> Parsed<ExpressionKind> {
    let Some(word) = cursor.peek_word() else {
        return error(Code::UnexpectedText, cursor, "expected a value");
    };
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        return number(cursor, false);
    }
    let kind = match word {
        "true" => ExpressionKind::Truth(true),
        "false" => ExpressionKind::Truth(false),
        "undef" => ExpressionKind::Undef,
        "null" => return error(Code::NotSupported, cursor, "not supported: `null`"),
        _ if is_constant(word) => ExpressionKind::Constant(word.to_owned()),
        _ => return call(cursor, word, depth),
    };
    cursor.word();
    Ok(kind)
}

fn call(cursor: &mut Cursor<'_>, word: &str, depth: usize) -> Parsed<ExpressionKind> {
    let Some(function) = Function::from_name(word) else {
        let names = Function::ALL.iter().map(|function| function.name());
        let is_call = cursor.rest()[word.len()..].trim_start().starts_with('(');
        let unknown = |message| Diagnostic::new(Code::UnknownWord, cursor.here(), message);
        return Err(Box::new(match is_call {
            true => unknown(format!("no function or predicate `{word}`")).suggest(word, names),
            false => unknown(format!("`{word}` is no operand")).help(
                "registers begin with `%`, constants are named `C`, `C1`, …; operands are separated by `,`",
            ),
        }));
    };
    let place = cursor.here();
    cursor.word();
    if cursor.symbol("(").is_none() {
        return error(Code::UnexpectedText, cursor, format!("expected `(` behind `{word}`"));
    }
    let mut arguments = Vec::new();
    while cursor.symbol(")").is_none() {
        if !arguments.is_empty() && cursor.symbol(",").is_none() {
            return error(Code::UnexpectedText, cursor, "expected `,` or `)`");
        }
        arguments.push(arithmetic(cursor, 0, depth + 1)?);
    }
    if arguments.len() != function.arity() {
        let plural = if function.arity() == 1 { "" } else { "s" };
        let message = format!("`{word}` has {} argument{plural}, not {}", function.arity(), arguments.len());
        return Err(Box::new(Diagnostic::new(Code::OperandCount, place, message)));
    }
    Ok(ExpressionKind::Call(function, arguments))
}
