//! Random small models, for property tests.
//!
//! Control flow is arbitrary: unreachable blocks, endless loops, self loops, several exits, a switch with
//! repeated targets. So is data flow: an operand is any value, so that phis refer to each other and casts may
//! form cycles. Phis agree with the control flow graph: one argument per distinct predecessor, in block
//! order.

use super::sketch::{draft, function, type_of};
use crate::{
    BlockDraft, BlockId, Constant, Effects, Flags, FloatKind, Function, InstructionDraft, Model,
    ModelBuilder, Number, Opcode, TypeId, ValueKind,
};
use proptest::collection::vec;
use proptest::prelude::*;
use smallvec::smallvec;

/// A block before it is built: phis, further instructions and successors, as numbers taken modulo the number
/// of choices.
type BlockPlan = (Vec<Vec<u16>>, Vec<(u16, Vec<u16>)>, Vec<u16>, u16);

/// Models of up to six blocks and about twenty-five instructions.
pub fn model() -> impl Strategy<Value = Model> {
    let phis = vec(vec(any::<u16>(), 6), 0..3);
    let instructions = vec((any::<u16>(), vec(any::<u16>(), 3)), 0..4);
    let block = (phis, instructions, vec(any::<u16>(), 0..4), any::<u16>());
    vec(block, 1..7).prop_map(|plan| build(&plan))
}

/// The instructions to draw from: opcode, number of operands, type, effects, flags.
const POOL: &[(Opcode, usize, &str, Effects, Flags)] = &[
    (Opcode::Add, 2, "i32", Effects::NONE, Flags::NSW),
    (Opcode::FAdd, 2, "double", Effects::NONE, Flags::FAST),
    (Opcode::FMul, 2, "float", Effects::NONE, Flags::REASSOC),
    (Opcode::ICmp, 2, "i1", Effects::NONE, Flags::NONE),
    (Opcode::Load, 1, "ptr", Effects::READS, Flags::NONE),
    (Opcode::Store, 2, "void", Effects::WRITES, Flags::NONE),
    (Opcode::Call, 2, "double", Effects::NONE, Flags::NONE),
    (Opcode::Select, 3, "<2 x double>", Effects::NONE, Flags::NONE),
    (Opcode::GetElementPtr, 2, "ptr", Effects::NONE, Flags::INBOUNDS),
    (Opcode::ZExt, 1, "i64", Effects::NONE, Flags::NNEG),
    (Opcode::Trunc, 1, "i8", Effects::NONE, Flags::NONE),
    (Opcode::Freeze, 1, "i32", Effects::NONE, Flags::NONE),
    (Opcode::FPExt, 1, "double", Effects::NONE, Flags::NONE),
];

const PARAMETERS: u32 = 2;

fn build(plan: &[BlockPlan]) -> Model {
    let mut builder = ModelBuilder::new(Function::default());
    for (ty, name) in [("i32", "p"), ("ptr", "q")] {
        let ty = builder.ty(type_of(ty));
        builder.parameter(ty, name);
    }
    let globals = add_globals(&mut builder);
    let constants = add_constants(&mut builder);
    let targets: Vec<Vec<usize>> = plan
        .iter()
        .map(|(_, _, successors, _)| successors.iter().map(|s| *s as usize % plan.len()).collect())
        .collect();
    let predecessors = |k: usize| (0..plan.len()).filter(|p| targets[*p].contains(&k)).collect::<Vec<_>>();
    let count = |k: usize| {
        let phis = if predecessors(k).is_empty() { 0 } else { plan[k].0.len() };
        phis + plan[k].1.len() + 1
    };
    let instructions: usize = (0..plan.len()).map(count).sum();
    let kinds = [
        (ValueKind::Parameter, PARAMETERS),
        (ValueKind::Instruction, instructions as u32),
        (ValueKind::Instruction, instructions as u32),
        (ValueKind::Global, globals),
        (ValueKind::Constant, constants),
    ];
    let pick = |n: usize, choice: u16| {
        let (kind, size) = kinds[choice as usize % kinds.len()];
        (n as u32, kind, u32::from(choice) / kinds.len() as u32 % size)
    };
    for (k, (phis, others, _, choice)) in plan.iter().enumerate() {
        let from = predecessors(k);
        let mut block = BlockDraft::default();
        for phi in phis.iter().filter(|_| !from.is_empty()) {
            let operands = (0..from.len()).map(|n| pick(n, phi[n])).collect();
            let phi_blocks = from.iter().map(|p| BlockId::new(*p)).collect();
            let ty = builder.ty(type_of("i32"));
            block.instructions.push(InstructionDraft { phi_blocks, ..draft(Opcode::Phi, ty, operands) });
        }
        for (kind, choices) in others {
            block.instructions.push(instruction(&mut builder, *kind, &|n| pick(n, choices[n])));
        }
        let void = builder.ty(type_of("void"));
        block.instructions.push(terminator(void, targets[k].len(), *choice, &pick));
        block.successors = targets[k].iter().map(|t| BlockId::new(*t)).collect();
        builder.block(block);
    }
    builder.finish()
}

type Operand = (u32, ValueKind, u32);

fn instruction(builder: &mut ModelBuilder, kind: u16, pick: &dyn Fn(usize) -> Operand) -> InstructionDraft {
    let (opcode, arity, ty, effects, flags) = POOL[kind as usize % POOL.len()];
    let ty = builder.ty(type_of(ty));
    let flags = if (kind as usize / POOL.len()).is_multiple_of(2) { flags } else { Flags::NONE };
    InstructionDraft { effects, flags, ..draft(opcode, ty, (0..arity).map(pick).collect()) }
}

fn terminator(
    void: TypeId,
    successors: usize,
    choice: u16,
    pick: &dyn Fn(usize, u16) -> Operand,
) -> InstructionDraft {
    let (opcode, arity) = match (successors, choice % 2) {
        (0, 0) => (Opcode::Ret, 1),
        (0, _) => (Opcode::Unreachable, 0),
        (1, _) => (Opcode::Br, 0),
        (2, 0) => (Opcode::Br, 1),
        (2, _) => (Opcode::Invoke, 2),
        _ => (Opcode::Switch, 1),
    };
    draft(opcode, void, (0..arity).map(|n| pick(n, choice / 2 + n as u16)).collect())
}

fn add_globals(builder: &mut ModelBuilder) -> u32 {
    let ptr = builder.ty(type_of("ptr"));
    let mut writes = function("printf");
    writes.effects = Effects::WRITES;
    writes.attributes = vec!["nounwind".to_owned()];
    let mut data = function("table");
    data.is_function = false;
    let globals = [function("llvm.sqrt.f64"), function("sqrtf"), writes, data];
    globals.into_iter().map(|g| builder.global(ptr, g) + 1).max().unwrap_or(0)
}

fn add_constants(builder: &mut ModelBuilder) -> u32 {
    let int = |width, word| Number::Int { width, words: smallvec![word] };
    let double = |value: f64| Number::Float { kind: FloatKind::Double, words: smallvec![value.to_bits()] };
    let constants = [
        ("i32", Constant::Scalar(int(32, 0))),
        ("i32", Constant::Scalar(int(32, 1))),
        ("i8", Constant::Scalar(int(8, 0xff))),
        ("double", Constant::Scalar(double(1.5))),
        ("double", Constant::Scalar(double(-0.0))),
        ("<2 x double>", Constant::Splat(double(0.0))),
        ("<4 x i32>", Constant::Splat(int(32, 1))),
        ("<4 x i32>", Constant::Zero),
        ("[2 x i32]", Constant::Zero),
        ("ptr", Constant::Null),
        ("i32", Constant::Undef),
        ("float", Constant::Poison),
        ("i64", Constant::Expression(Opcode::PtrToInt)),
    ];
    let mut count = 0;
    for (ty, constant) in constants {
        let ty = builder.ty(type_of(ty));
        count = builder.constant(ty, constant) + 1;
    }
    count
}
