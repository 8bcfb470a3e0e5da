//! The calls of a round: only functions without effects that give one answer on all threads.
//!
//! LLVM infers that a function without a store has no effects, but such a function may still read a variable
//! of its thread, or ask which thread it is. So the function is one of libm, or an intrinsic that computes with
//! numbers alone.

use super::super::matched::Unfit;
use super::super::nest::NestShape;
use ir::{Effects, Model, Opcode, ValueId, known_operand_count};

/// The intrinsics without a libm function that compute with numbers alone.
pub(super) const COMPUTING: &[&str] = &[
    "llvm.abs",
    "llvm.bitreverse",
    "llvm.bswap",
    "llvm.canonicalize",
    "llvm.ctlz",
    "llvm.ctpop",
    "llvm.cttz",
    "llvm.expect",
    "llvm.fmuladd",
    "llvm.fptosi.sat",
    "llvm.fptoui.sat",
    "llvm.fshl",
    "llvm.fshr",
    "llvm.is.fpclass",
    "llvm.powi",
    "llvm.sadd.sat",
    "llvm.sadd.with.overflow",
    "llvm.smax",
    "llvm.smin",
    "llvm.smul.with.overflow",
    "llvm.ssub.sat",
    "llvm.ssub.with.overflow",
    "llvm.uadd.sat",
    "llvm.uadd.with.overflow",
    "llvm.umax",
    "llvm.umin",
    "llvm.umul.with.overflow",
    "llvm.usub.sat",
    "llvm.usub.with.overflow",
];

/// Rejects operations that threads cannot share.
pub(super) fn check(model: &Model, shape: &NestShape) -> Result<(), Unfit> {
    shape.instructions(model).try_for_each(|value| check_one(model, value))
}

fn check_one(model: &Model, value: ValueId) -> Result<(), Unfit> {
    use Opcode::{Alloca, AtomicRmw, CmpXchg, Fence, Invoke};
    match model.opcode(value) {
        Some(Opcode::Call) => check_call(model, value),
        Some(opcode @ (Alloca | AtomicRmw | CmpXchg | Fence | Invoke | Opcode::Other)) => {
            Err(Unfit::of(value, format!("is a `{}`, which no parallel loop has", opcode.name())))
        }
        _ => Ok(()),
    }
}

fn check_call(model: &Model, call: ValueId) -> Result<(), Unfit> {
    let callee = model.operand(call, 0).and_then(|callee| model.global(callee));
    let Some(callee) = callee else {
        return Err(Unfit::of(call, "calls a function that is not known before the loop"));
    };
    // The memory that it fills is checked with the arrays.
    if super::scratch::is_filling(model, call) {
        return Ok(());
    }
    let is_of_libm = known_operand_count(&callee.canonical).is_some();
    let is_known = is_of_libm || COMPUTING.contains(&callee.canonical.as_str());
    if model.effects(call) != Effects::NONE {
        let hint = match is_of_libm {
            true => "may set `errno` or another variable: of most functions, -fno-math-errno takes that away",
            false => "has effects, or reads memory",
        };
        return Err(Unfit::of(call, format!("calls `{}`, which {hint}", callee.name)));
    }
    match is_known && callee.is_declaration {
        true => Ok(()),
        false => {
            let why = "may give another answer on another thread: it is none of libm";
            Err(Unfit::of(call, format!("calls `{}`, which {why}", callee.name)))
        }
    }
}
