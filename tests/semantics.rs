//! Comparison of the two semantics of terms: random instructions on random operands, interpreted, and
//! computed by z3 from their SMT-LIB text. Without z3 the test is skipped with a message.

// A test fails by panicking, also in its helper functions.
#![allow(clippy::unwrap_used)]

use ir::{Flags, FloatKind, FloatPredicate, IntPredicate, Opcode};
use proof::semantics::{
    Evaluation, FloatOperation, Intrinsic, OpenChoices, OpenSigns, Operation, Query, TermId, Terms, Value,
    execute,
};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rustc_hash::FxHashMap;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// Writes to stderr, which tests do not capture, that a test is skipped.
fn skipped(why: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

const WIDTHS: &[u32] = &[1, 2, 3, 4, 7, 8, 16, 32, 33, 64];

const FLOATS: &[FloatKind] = &[FloatKind::Half, FloatKind::Float, FloatKind::Double];

/// A program on values of one width: instructions by number, on the values before them.
#[derive(Clone, Debug)]
struct Program {
    width: u32,
    inputs: Vec<(u128, bool)>,
    steps: Vec<(u32, [usize; 3])>,
}

fn programs() -> impl Strategy<Value = Program> {
    let number = prop_oneof![0_u128..5, Just(u128::MAX), any::<u128>(), (0_u32..127).prop_map(|at| 1 << at)];
    let step = (any::<u32>(), [any::<usize>(), any::<usize>(), any::<usize>()]);
    (
        proptest::sample::select(WIDTHS),
        proptest::collection::vec((number, proptest::bool::weighted(0.2)), 3),
        proptest::collection::vec(step, 1..5),
    )
        .prop_map(|(width, inputs, steps)| Program { width, inputs, steps })
}

/// Every instruction with every set of flags that it has.
fn operations() -> Vec<Operation> {
    use Opcode::{AShr, Add, And, LShr, Mul, Or, SDiv, SRem, Shl, Sub, UDiv, URem, Xor};
    let none = Flags::NONE;
    let (nsw, nuw, exact) = (Flags::NSW, Flags::NUW, Flags::EXACT);
    let mut all: Vec<Operation> = Vec::new();
    for opcode in [Add, Sub, Mul, Shl] {
        all.extend([none, nsw, nuw, nsw | nuw].map(|flags| Operation::Binary(opcode, flags)));
    }
    for opcode in [UDiv, SDiv, LShr, AShr] {
        all.extend([none, exact].map(|flags| Operation::Binary(opcode, flags)));
    }
    all.extend([URem, SRem, And, Or, Xor].map(|opcode| Operation::Binary(opcode, none)));
    all.push(Operation::Binary(Or, Flags::DISJOINT));
    for predicate in IntPredicate::ALL {
        all.extend([none, Flags::SAMESIGN].map(|flags| Operation::Compare(predicate, flags)));
    }
    all.push(Operation::Select);
    all.extend(Intrinsic::NAMED.iter().map(|(_, intrinsic, _)| Operation::Intrinsic(*intrinsic)));
    for (opcode, flags) in
        [(Opcode::ZExt, none), (Opcode::ZExt, Flags::NNEG), (Opcode::SExt, none), (Opcode::Trunc, none)]
    {
        all.push(Operation::Cast(opcode, flags, 0));
    }
    all.extend([nsw, nuw].map(|flags| Operation::Cast(Opcode::Trunc, flags, 0)));
    // The format and the open choices are placeholders: they are set when the operation is executed.
    let unset = Terms::new().truth(false);
    let open = OpenChoices { chosen: unset, signals: unset, nsz: OpenSigns::OfAll, gives_any_sign: false };
    let compare = FloatPredicate::ALL.map(FloatOperation::Compare);
    let others = FloatOperation::NAMED.iter().map(|(_, operation, _)| *operation);
    for operation in others.chain(compare).chain([FloatOperation::Negate, FloatOperation::Select]) {
        for flags in [none, Flags::NNAN | Flags::NINF, Flags::NSZ] {
            all.push(Operation::Float(operation, FloatKind::Double, flags, open));
        }
    }
    all
}

/// The operand adapted to a width: truncated, or extended by zeros.
fn fitted(terms: &mut Terms, value: Value, width: u32) -> Value {
    Value { bits: terms.resized(value.bits, width), ..value }
}

struct Run {
    terms: Terms,
    assignment: FxHashMap<TermId, u128>,
    /// Results, poison bits and conditions of undefined behaviour.
    outputs: Vec<TermId>,
}

fn run(program: &Program, operations: &[Operation]) -> Run {
    let (mut terms, mut assignment) = (Terms::new(), FxHashMap::default());
    let mut values = Vec::new();
    let width = program.width;
    for (number, poison) in &program.inputs {
        let value = Value { bits: terms.input("x", width), poison: terms.input("p", 1) };
        assignment.insert(value.bits, number & (u128::MAX >> (128 - width)));
        assignment.insert(value.poison, u128::from(*poison));
        values.push(value);
    }
    let mut outputs = Vec::new();
    for (chosen, operands) in &program.steps {
        let operands: Vec<Value> = operands.iter().map(|at| values[at % values.len()]).collect();
        let mut operation = operations[*chosen as usize % operations.len()];
        let operands = match &mut operation {
            Operation::Select => {
                vec![fitted(&mut terms, operands[0], 1), operands[1], operands[2]]
            }
            Operation::Intrinsic(intrinsic) if intrinsic.has_flag_operand() => {
                vec![operands[0], fitted(&mut terms, operands[1], 1)]
            }
            Operation::Intrinsic(Intrinsic::FShl | Intrinsic::FShr) => operands,
            Operation::Intrinsic(Intrinsic::CtPop | Intrinsic::BitReverse | Intrinsic::BSwap) => {
                vec![operands[0]]
            }
            Operation::Float(operation, kind, _, open) => {
                let Some(known) = FLOATS.iter().find(|kind| kind.bits() == width) else { continue };
                *kind = *known;
                let mut input = |name, width, bits: u128| {
                    let term = terms.input(name, width);
                    assignment.insert(term, bits & (u128::MAX >> (128 - width)));
                    term
                };
                let random = u128::from(*chosen).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
                *open = OpenChoices {
                    chosen: input("chosen", width, random >> 8),
                    signals: input("signals", 1, random),
                    nsz: if random & 2 == 0 { OpenSigns::OfAll } else { OpenSigns::OfOperands },
                    gives_any_sign: random & 4 == 0,
                };
                match operation {
                    FloatOperation::Select => {
                        vec![fitted(&mut terms, operands[0], 1), operands[1], operands[2]]
                    }
                    operation => operands[..operation.arity()].to_vec(),
                }
            }
            Operation::Cast(opcode, _, to) => {
                // Truncations go down from the width, extensions up to it.
                let low = width.div_ceil(2);
                *to = if *opcode == Opcode::Trunc { low } else { width };
                let from = if *opcode == Opcode::Trunc { width } else { low };
                vec![fitted(&mut terms, operands[0], from)]
            }
            _ => operands[..2].to_vec(),
        };
        // A cast to the operand's own width does not exist.
        let Some(execution) = execute(&mut terms, operation, &operands) else { continue };
        outputs.extend([execution.value.bits, execution.value.poison, execution.undefined]);
        values.push(fitted(&mut terms, execution.value, width));
    }
    Run { terms, assignment, outputs }
}

/// The query whether some output differs from the interpreter's.
fn question(run: &mut Run) -> String {
    let result = Evaluation::new(&run.terms, &run.assignment);
    let expected: Vec<(TermId, u128)> = run.outputs.iter().map(|out| (*out, result.bits(*out))).collect();
    let terms = &mut run.terms;
    let mut differs = terms.truth(false);
    for (output, bits) in expected {
        let bits = terms.constant(bits, terms.width(output));
        let same = terms.equal(output, bits);
        let other = terms.not(same);
        differs = terms.or(differs, other);
    }
    let mut goal = differs;
    let mut inputs: Vec<(TermId, u128)> = run.assignment.iter().map(|(term, bits)| (*term, *bits)).collect();
    inputs.sort_unstable();
    for (input, bits) in inputs {
        let bits = terms.constant(bits, terms.width(input));
        let is_it = terms.equal(input, bits);
        goal = terms.and(goal, is_it);
    }
    let query = Query::new(terms, goal, &[]);
    format!("(reset)\n(set-logic {})\n{}(check-sat)\n", query.logic, query.text)
}

#[test]
fn text_and_interpreter_agree() {
    if Command::new("z3").arg("--version").output().is_err() {
        skipped("no z3 in PATH");
        return;
    }
    let operations = operations();
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let count = 300;
    let mut all = Vec::new();
    let mut text = String::new();
    for _ in 0..count {
        let program = programs().new_tree(&mut runner).unwrap().current();
        text += &question(&mut run(&program, &operations));
        all.push(program);
    }
    let mut child = Command::new("z3")
        .args(["-smt2", "-in"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<&str> = output.lines().collect();
    assert_eq!(answers.len(), count, "{output}");
    for (program, answer) in all.iter().zip(answers) {
        assert_eq!(answer, "unsat", "{program:?}");
    }
}
