//! Parses one instruction of a template.
//!
//! `lshr C1, C2` is an instruction and `lshr(C1, C2)` a function of constants: the latter has a parenthesis
//! directly behind the word and no comma behind the closing one.

use super::super::ast::{Instruction, Operand, Statement, Type, TypeKind, Word};
use super::super::cursor::Cursor;
use super::super::diagnostic::{Code, Diagnostic};
use super::super::vocabulary::{self, Function, Head};
use super::expression::{Parsed, end, error, is_constant, value};
use crate::semantics::{FLAGS, FloatOperation, MAX_WIDTH};
use ir::{Flags, FloatKind};
use lang::candl::ast::Span;

/// Parses a piece of a line as one statement.
pub(super) fn statement(mut cursor: Cursor<'_>) -> Parsed<Statement> {
    let text = cursor.all();
    let Some(register) = cursor.register() else {
        return match cursor.word() {
            Some(reason) if vocabulary::is_unsupported(&reason.text) || cursor.rest().starts_with(':') => {
                Ok(Statement::Unsupported { text, reason })
            }
            _ => {
                let message = "expected `%register = …`";
                Err(Box::new(Diagnostic::new(Code::UnexpectedText, text.span, message)))
            }
        };
    };
    if cursor.symbol("=").is_none() {
        return error(Code::UnexpectedText, &cursor, "expected `=`");
    }
    if let Some(reason) = about_memory(cursor.clone()) {
        return Ok(Statement::Unsupported { text, reason });
    }
    let instruction = instruction(&mut cursor)?;
    end(&cursor)?;
    Ok(Statement::Definition { register, instruction })
}

/// The word that shows a right side to be about memory or pointers: the instruction, `null`, or a type with
/// `*` or `[`.
fn about_memory(mut cursor: Cursor<'_>) -> Option<Word> {
    let is_of_floats = |word| cursor.has_floats() && Head::of_floats(word).is_some();
    if cursor.peek_word().is_some_and(|word| vocabulary::is_unsupported(word) && !is_of_floats(word)) {
        return cursor.word();
    }
    while !cursor.is_at_end() {
        let before = cursor.position();
        if let Some(mut word) = cursor.word() {
            if word.text == "null" {
                return Some(word);
            }
            if (is_int(&word.text) || is_named(&word.text)) && cursor.rest().starts_with('*') {
                word.text.push('*');
                word.span.end += 1;
                return Some(word);
            }
        } else if cursor.rest().starts_with('[') {
            return cursor.symbol("[");
        } else if cursor.register().is_none() {
            cursor.skip_character();
        }
        debug_assert!(cursor.position() > before);
    }
    None
}

fn instruction(cursor: &mut Cursor<'_>) -> Parsed<Instruction> {
    let start = cursor.position();
    let (head, span) = head(cursor)?;
    let flags = flags(cursor, head)?;
    let predicate = match head {
        Head::Compare | Head::Float(FloatOperation::Compare(_)) => predicate(cursor),
        _ => None,
    };
    let mut operands = vec![operand(cursor)?];
    while cursor.symbol(",").is_some() {
        operands.push(operand(cursor)?);
    }
    let is_float = |operand: &Operand| matches!(&operand.ty, Some(Type { kind: TypeKind::Float(_), .. }));
    let head = match head {
        Head::Select if operands.iter().any(is_float) => Head::Float(FloatOperation::Select),
        head => head,
    };
    let to = match head {
        Head::Cast(_) | Head::ZExtOrTrunc if cursor.keyword("to").is_some() => match ty(cursor)? {
            Some(Type { kind: TypeKind::Pointer, span }) => {
                let message = "not supported: casts of pointers";
                return Err(Box::new(Diagnostic::new(Code::NotSupported, span, message)));
            }
            Some(ty) => Some(ty),
            None => return error(Code::UnexpectedText, cursor, "expected a type"),
        },
        _ => None,
    };
    let (least, most) = head.operands();
    if !(least..=most).contains(&operands.len()) {
        if operands.len() < least && !cursor.is_at_end() {
            return error(Code::UnexpectedText, cursor, "expected `,`");
        }
        let plural = if most == 1 { "" } else { "s" };
        let message = format!("`{}` has {most} operand{plural}, not {}", head.word(), operands.len());
        return Err(Box::new(Diagnostic::new(Code::OperandCount, cursor.since(start), message)));
    }
    let span = span.unwrap_or_else(|| cursor.since(start));
    Ok(Instruction { head, span, flags, predicate, operands, to })
}

/// Reads the instruction's word and its location; none for a copy.
fn head(cursor: &mut Cursor<'_>) -> Parsed<(Head, Option<Span>)> {
    let Some(word) = cursor.peek_word().filter(|word| !begins_operand(word)) else {
        return Ok((Head::Copy, None));
    };
    if Function::from_name(word).is_some() && is_call(cursor) {
        return Ok((Head::Copy, None));
    }
    let of_floats = if cursor.has_floats() { Head::of_floats(word) } else { None };
    match Head::from_word(word).or(of_floats) {
        Some(head) => {
            let place = cursor.word().map(|word| word.span);
            Ok((head, place))
        }
        None => {
            let message = format!("no instruction `{word}`");
            let unknown = Diagnostic::new(Code::UnknownWord, cursor.here(), message);
            let known = Head::words().chain(Function::ALL.iter().map(|function| function.name()));
            Err(Box::new(unknown.suggest(word, known)))
        }
    }
}

/// Whether a word is a value or a type.
fn begins_operand(word: &str) -> bool {
    matches!(word, "true" | "false" | "undef" | "null" | "noundef" | "ptr")
        || word.starts_with(|c: char| c.is_ascii_digit())
        || is_constant(word)
        || is_int(word)
        || is_named(word)
        || FloatKind::from_name(word).is_some()
}

/// Whether a parenthesis follows the word and no comma follows the closing one.
fn is_call(cursor: &Cursor<'_>) -> bool {
    let mut after = cursor.clone();
    after.word();
    let mut depth = 0;
    for (at, c) in after.rest().char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at > 0 && !after.rest()[at + 1..].trim_start().starts_with(',');
        }
    }
    false
}

fn flags(cursor: &mut Cursor<'_>, head: Head) -> Parsed<Flags> {
    let mut flags = Flags::NONE;
    while let Some((word, flag)) = FLAGS.iter().find(|(word, _)| cursor.peek_word() == Some(*word)).copied() {
        let is_choice = cursor.has_floats() && head == Head::Select;
        let known = if is_choice { FloatOperation::FLAGS } else { head.flags() };
        if !known.contains(flag) {
            return error(Code::NoSuchFlag, cursor, format!("`{}` has no flag `{word}`", head.word()));
        }
        cursor.word();
        flags |= flag;
    }
    Ok(flags)
}

/// Reads the predicate of a comparison, if there is one: a name or a variable.
fn predicate(cursor: &mut Cursor<'_>) -> Option<Word> {
    let word = cursor.peek_word()?;
    if begins_operand(word) || Function::from_name(word).is_some() {
        return None;
    }
    cursor.word()
}

fn operand(cursor: &mut Cursor<'_>) -> Parsed<Operand> {
    let ty = ty(cursor)?;
    let noundef = cursor.keyword("noundef").is_some();
    Ok(Operand { ty, noundef, value: value(cursor)? })
}

fn is_int(word: &str) -> bool {
    word.strip_prefix('i')
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

fn is_named(word: &str) -> bool {
    word.strip_prefix("Ty").is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A type, if one comes next.
fn ty(cursor: &mut Cursor<'_>) -> Parsed<Option<Type>> {
    let Some(word) = cursor.peek_word() else {
        return match cursor.rest().starts_with('<') {
            true => {
                error(Code::NotSupported, cursor, "not supported: vectors; rules of integers hold for them")
            }
            false => Ok(None),
        };
    };
    let float = FloatKind::from_name(word).filter(|_| cursor.has_floats());
    let kind = if let Some(kind) = float {
        TypeKind::Float(kind)
    } else if word == "ptr" {
        TypeKind::Pointer
    } else if is_named(word) {
        TypeKind::Named(word.to_owned())
    } else if is_int(word) {
        match word[1..].parse() {
            Ok(width @ 1..=MAX_WIDTH) => TypeKind::Int(width),
            _ => {
                let message = format!("not supported: integers of more than {MAX_WIDTH} bits, or none");
                return error(Code::NotSupported, cursor, message);
            }
        }
    } else {
        return Ok(None);
    };
    Ok(cursor.word().map(|word| Type { kind, span: word.span }))
}
