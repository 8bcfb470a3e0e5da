//! The derived facts of growing functions: the time per instruction must stay constant.
//!
//! The function is a sequence of loops, each with a branch and a join in its body and an edge to a common
//! exit, similar to optimised code. Each measurement starts from a copy of the model, which carries no facts,
//! and reports its throughput in instructions.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use ir::{
    BlockDraft, BlockId, Effects, Flags, Flow, Function, InstructionDraft, Model, ModelBuilder, Opcode,
    Paths, Type, TypeId, ValueKind,
};
use std::hint::black_box;
use std::time::Duration;

/// Loops per function.
const SIZES: [u32; 4] = [100, 400, 1600, 6400];

/// Blocks of one loop: header, two arms, join.
const BLOCKS: usize = 4;

fn instruction(opcode: Opcode, ty: TypeId, operands: &[u32]) -> InstructionDraft {
    InstructionDraft {
        opcode,
        ty,
        name: String::new(),
        flags: Flags::NONE,
        effects: Effects::NONE,
        location: None,
        operands: (0..).zip(operands).map(|(n, at)| (n, ValueKind::Instruction, *at)).collect(),
        phi_blocks: Vec::new(),
    }
}

/// The header branches to two arms, which meet in a join; the join branches back, to the next loop, or to the
/// exit.
fn loops(count: u32) -> Model {
    let mut builder = ModelBuilder::new(Function::default());
    let ty = builder.ty(Type { name: "i32".to_owned(), class: None, element: None });
    let mut last = 0;
    for k in 0..count as usize {
        let (header, next) = (BlockId::new(k * BLOCKS), BlockId::new((k + 1) * BLOCKS));
        let out = BlockId::new(count as usize * BLOCKS);
        let at = |n| BlockId::new(header.index() + n);
        let successors = [vec![at(1), at(2)], vec![at(3)], vec![at(3)], vec![header, next, out]];
        for successors in successors {
            let opcode = if successors.len() == 3 { Opcode::Switch } else { Opcode::Br };
            let mut instructions = vec![instruction(Opcode::Add, ty, &[last, last])];
            instructions.push(instruction(opcode, ty, &[last]));
            last += 2;
            builder.block(BlockDraft { instructions, successors });
        }
    }
    builder
        .block(BlockDraft { instructions: vec![instruction(Opcode::Ret, ty, &[])], successors: Vec::new() });
    builder.finish()
}

/// Checks sixty-four path constraints between points across the function.
fn paths(model: &Model, flow: Flow) -> usize {
    let paths = Paths::new(model);
    let at = |k: usize| model.instruction(k * 7919 % model.instruction_count());
    (0..64).filter(|&k| paths.pass_through(flow, at(k), at(k + 1), at(k + 2))).count()
}

/// Keeps the compiler from eliminating the answer.
fn done<T>(answer: T) {
    black_box(answer);
}

type Question = fn(&Model);

fn facts(c: &mut Criterion) {
    let questions: [(&str, Question); 5] = [
        ("dominance", |m| done(m.dominance())),
        ("post-dominance", |m| done(m.post_dominance())),
        ("control dependence", |m| done(m.control_dependence())),
        ("64 control flow paths", |m| done(paths(m, Flow::Control))),
        ("64 dependence paths", |m| done(paths(m, Flow::Any))),
    ];
    for (name, question) in questions {
        let mut group = c.benchmark_group(name);
        for size in SIZES {
            let model = loops(size);
            group.throughput(Throughput::Elements(model.instruction_count() as u64));
            group.bench_with_input(BenchmarkId::from_parameter(size), &model, |b, model| {
                b.iter_batched_ref(|| model.clone(), |m| question(m), criterion::BatchSize::LargeInput);
            });
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = facts
}
criterion_main!(benches);
