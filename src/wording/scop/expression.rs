//! Operations as text: data-dependent conditions over loads, such as `b[i0] > double 0.0`, and values
//! computed before a part, such as `n - 1`.
//!
//! In: an instruction. Out: the text of its operations, with given texts for their leaves. In a condition,
//! operations beyond the depth limit and non-arithmetic instructions are leaves.

use crate::comparing::{OfFloats, is_without_sign};
use ir::{Flags, Model, Opcode, ValueId};

/// The depth limit of operations.
const DEEPEST: u32 = 4;

/// The operands of an operation that is written out; `None` for a leaf.
fn operands(model: &Model, value: ValueId) -> Option<Vec<ValueId>> {
    use Opcode::*;
    let all = || -> Vec<ValueId> {
        (0..model.operands(value).len() as u32).map_while(|n| model.operand(value, n)).collect()
    };
    match model.opcode(value)? {
        Add | FAdd | Sub | FSub | Mul | FMul | UDiv | SDiv | FDiv | URem | SRem | FRem | Shl | LShr
        | AShr | And | Or | Xor | ICmp | FCmp | Trunc | ZExt | SExt | FPTrunc | FPExt | SIToFP | UIToFP
        | FNeg | Freeze | Select => Some(all()),
        Call => extremum(model, value).map(|_| all().into_iter().skip(1).collect()),
        _ => None,
    }
}

/// The leaves in the text of a condition.
pub(super) fn leaves(model: &Model, condition: ValueId) -> Vec<ValueId> {
    let (mut found, mut open) = (Vec::new(), vec![(condition, 0)]);
    while let Some((value, depth)) = open.pop() {
        match operands(model, value).filter(|_| depth < DEEPEST) {
            Some(operands) => open.extend(operands.into_iter().map(|operand| (operand, depth + 1))),
            None => found.push(value),
        }
    }
    found
}

/// The text of a condition with a text for each leaf. Operations nest at most [`DEEPEST`] deep.
pub(super) fn written(model: &Model, condition: ValueId, leaf: &dyn Fn(ValueId) -> String) -> String {
    nested(model, condition, 0, leaf)
}

fn nested(model: &Model, value: ValueId, depth: u32, leaf: &dyn Fn(ValueId) -> String) -> String {
    let Some(operands) = operands(model, value).filter(|_| depth < DEEPEST) else { return leaf(value) };
    let parts: Vec<String> =
        operands.iter().map(|operand| nested(model, *operand, depth + 1, leaf)).collect();
    composed(model, value, &parts, depth, &|_| false).unwrap_or_else(|| leaf(value))
}

/// Source names and signedness of values.
pub(super) struct ValueWords<'w> {
    /// The name of a value.
    pub(super) named: &'w dyn Fn(ValueId) -> Option<String>,
    /// Whether the variable of a value is unsigned.
    pub(super) has_no_sign: &'w dyn Fn(ValueId) -> bool,
}

/// The text of a value over named values; `None` if a leaf has no name. An operation is in parentheses.
pub(super) fn of_named(model: &Model, value: ValueId, words: &ValueWords<'_>) -> Option<String> {
    named_below(model, value, 1, words)
}

fn named_below(model: &Model, value: ValueId, depth: u32, words: &ValueWords<'_>) -> Option<String> {
    if let Some(name) = (words.named)(value) {
        return Some(name);
    }
    let operands = operands(model, value).filter(|_| depth <= DEEPEST)?;
    let part = |operand: &ValueId| named_below(model, *operand, depth + 1, words);
    let parts: Vec<String> = operands.iter().map(part).collect::<Option<_>>()?;
    composed(model, value, &parts, depth, words.has_no_sign)
}

/// An operation with the texts of its operands, in parentheses unless it is the outermost. Variables for
/// which `has_no_sign` holds are unsigned in the source.
fn composed(
    model: &Model,
    value: ValueId,
    parts: &[String],
    depth: u32,
    has_no_sign: &dyn Fn(ValueId) -> bool,
) -> Option<String> {
    let text = match (symbol(model, value), parts) {
        (_, [left, right]) if is_comparison(model, value) => {
            let text = comparison(model, value, left, right)?;
            match OfFloats::at(model, value) {
                Some(OfFloats::Call(_) | OfFloats::NoCall(_)) => return Some(text),
                _ => text,
            }
        }
        (Some("+"), [left, right]) if right.starts_with('-') => format!("{left} - {}", &right[1..]),
        (Some(symbol), [left, right]) => {
            let shifted = model.operand(value, 0).filter(|_| model.opcode(value) == Some(Opcode::LShr));
            let is_plain = shifted.is_none_or(|of| has_no_sign(of) || is_not_negative(model, of));
            format!("{}{left} {symbol} {right}", if is_plain { "" } else { "(unsigned) " })
        }
        (None, [left, right]) => return Some(format!("{}({left}, {right})", extremum(model, value)?)),
        (None, [condition, yes, no]) => format!("{condition} ? {yes} : {no}"),
        (_, [inner]) if model.opcode(value) == Some(Opcode::FNeg) => format!("-{inner}"),
        // A cast.
        (_, [inner]) => return Some(inner.clone()),
        _ => return None,
    };
    Some(if depth == 0 { text } else { format!("({text})") })
}

/// Whether a number is known to be the same signed and unsigned, by itself or because a `zext nneg` uses it.
fn is_not_negative(model: &Model, value: ValueId) -> bool {
    let mut users = model.operand_uses(value).iter().map(|edge| edge.to);
    let is_nonnegative =
        |user| model.opcode(user) == Some(Opcode::ZExt) && model.flags(user).contains(Flags::NNEG);
    is_without_sign(model, value) || users.any(is_nonnegative)
}

/// The name of the minimum or maximum that a call computes.
fn extremum(model: &Model, call: ValueId) -> Option<&'static str> {
    let callee = model.operand(call, 0).filter(|_| model.opcode(call) == Some(Opcode::Call))?;
    match model.global(callee)?.canonical.as_str() {
        "llvm.smax" | "llvm.umax" => Some("max"),
        "llvm.smin" | "llvm.umin" => Some("min"),
        _ => None,
    }
}

fn symbol(model: &Model, value: ValueId) -> Option<&'static str> {
    use Opcode::*;
    Some(match model.opcode(value)? {
        Add | FAdd => "+",
        Sub | FSub => "-",
        Mul | FMul => "*",
        UDiv | SDiv | FDiv => "/",
        URem | SRem | FRem => "%",
        Shl => "<<",
        LShr | AShr => ">>",
        And => "&",
        Or => "|",
        Xor => "^",
        _ => return None,
    })
}

fn is_comparison(model: &Model, value: ValueId) -> bool {
    matches!(model.opcode(value), Some(Opcode::ICmp | Opcode::FCmp))
}

/// A comparison: `(unsigned) a < b` compares both sides unsigned, and `not (a < b)` also holds for NaN.
fn comparison(model: &Model, value: ValueId, left: &str, right: &str) -> Option<String> {
    if let Some(predicate) = model.predicate(value) {
        let is_extended = |n| model.operand(value, n).is_some_and(|side| is_without_sign(model, side));
        let reading = match predicate.is_unsigned() && !(is_extended(0) && is_extended(1)) {
            true => "(unsigned) ",
            false => "",
        };
        return Some(format!("{reading}{left} {} {right}", predicate.symbol()));
    }
    Some(match OfFloats::at(model, value)? {
        OfFloats::Sign(sign) => format!("{left} {sign} {right}"),
        OfFloats::Opposite(sign) => format!("not ({left} {sign} {right})"),
        OfFloats::Call(name) => format!("{name}({left}, {right})"),
        OfFloats::NoCall(name) => format!("!{name}({left}, {right})"),
    })
}
