//! Conditions about data as text, down to what is loaded: `b[i0] > double 0.0`.
//!
//! In: an instruction of the part. Out: the operations that it is made of, accesses as the part tells them. What lies deeper, and what is no arithmetic, stays
//! a value of the IR.

use crate::model::{Flags, Model, Opcode, ValueId};

/// Deeper operations are values.
const DEEPEST: u32 = 4;

/// The operands of an operation that is written out; `None` for others.
fn operands(model: &Model, value: ValueId) -> Option<Vec<ValueId>> {
    use Opcode::*;
    let all = || (0..model.operands(value).len() as u32).map_while(|n| model.operand(value, n)).collect();
    match model.opcode(value)? {
        Add | FAdd | Sub | FSub | Mul | FMul | UDiv | SDiv | FDiv | URem | SRem | FRem | And | Or | Xor
        | ICmp | FCmp | Trunc | ZExt | SExt | FPTrunc | FPExt | SIToFP | UIToFP | FNeg | Freeze | Select => {
            Some(all())
        }
        _ => None,
    }
}

/// The values that the text of a condition has: those that no operation of it computes.
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

/// The text of a condition, with that of each of its leaves. It nests [`DEEPEST`] deep.
pub(super) fn written(model: &Model, condition: ValueId, leaf: &dyn Fn(ValueId) -> String) -> String {
    nested(model, condition, 0, leaf)
}

fn nested(model: &Model, value: ValueId, depth: u32, leaf: &dyn Fn(ValueId) -> String) -> String {
    let Some(operands) = operands(model, value).filter(|_| depth < DEEPEST) else { return leaf(value) };
    let parts: Vec<String> =
        operands.iter().map(|operand| nested(model, *operand, depth + 1, leaf)).collect();
    let text = match (symbol(model, value), parts.as_slice()) {
        (Some(symbol), [left, right]) => format!("{left} {symbol} {right}"),
        (None, [condition, yes, no]) => format!("{condition} ? {yes} : {no}"),
        (_, [inner]) if model.opcode(value) == Some(Opcode::FNeg) => format!("-{inner}"),
        // A cast.
        (_, [inner]) => return inner.clone(),
        _ => return leaf(value),
    };
    if depth == 0 { text } else { format!("({text})") }
}

fn symbol(model: &Model, value: ValueId) -> Option<&'static str> {
    use Opcode::*;
    Some(match model.opcode(value)? {
        Add | FAdd => "+",
        Sub | FSub => "-",
        Mul | FMul => "*",
        UDiv | SDiv | FDiv => "/",
        URem | SRem | FRem => "%",
        And => "&",
        Or => "|",
        Xor => "^",
        ICmp => model.predicate(value)?.symbol(),
        FCmp => float_symbol(model.flags(value))?,
        _ => return None,
    })
}

/// As C writes it; whether numbers are ordered is not told.
fn float_symbol(flags: Flags) -> Option<&'static str> {
    let symbols = [
        (Flags::OEQ | Flags::UEQ, "=="),
        (Flags::OGT | Flags::UGT, ">"),
        (Flags::OGE | Flags::UGE, ">="),
        (Flags::OLT | Flags::ULT, "<"),
        (Flags::OLE | Flags::ULE, "<="),
        (Flags::ONE | Flags::UNE, "!="),
    ];
    symbols.into_iter().find(|(any, _)| flags.0 & any.0 != 0).map(|(_, symbol)| symbol)
}
