//! The calls of a round: only functions without effects that give one answer on all threads.
//!
//! LLVM infers that a function without a store has no effects, but such a function may still read a variable
//! of its thread, or ask which thread it is. So the function is an intrinsic or one of libm.

use super::super::matched::Unfit;
use super::super::nest::NestShape;
use ir::{Effects, Model, Opcode, ValueId, known_operand_count};

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
    let is_known = callee.is_intrinsic || known_operand_count(&callee.canonical).is_some();
    if model.effects(call) != Effects::NONE {
        let hint = match is_known && !callee.is_intrinsic {
            true => "sets `errno`: -fno-math-errno, which -ffast-math implies, takes that away",
            false => "has effects, or reads memory",
        };
        return Err(Unfit::of(call, format!("calls `{}`, which {hint}", callee.name)));
    }
    match is_known && callee.is_declaration {
        true => Ok(()),
        false => {
            let why = "may give another answer on another thread: it is no function of libm";
            Err(Unfit::of(call, format!("calls `{}`, which {why}", callee.name)))
        }
    }
}
