//! Random functions executed instruction by instruction, poison included; and what a plan makes, executed
//! beside them.

use super::generate::Random;
use crate::rules::vocabulary::Function;
use crate::semantics::{Intrinsic, Operation, TermId, Terms, Value, execute};
use ir::{EditPlan, Flags, Model, NewKind, Opcode, Operand, ValueId};
use rustc_hash::FxHashMap;

/// The result of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExecutionResult {
    Poison,
    Is(u128),
}

/// One execution of a function of one block.
pub(super) struct Run<'m> {
    model: &'m Model,
    outcomes: FxHashMap<ValueId, ExecutionResult>,
    undefined: bool,
}

/// The results of a plan's new instructions.
pub(super) struct PlanResults<'p> {
    plan: &'p EditPlan,
    outcomes: Vec<ExecutionResult>,
    undefined: bool,
}

/// Executes one instruction: its outcome, and whether that is undefined behaviour. A frozen poison is 0.
fn step(
    operation: impl Fn(TermId) -> Operation,
    operands: &[(ExecutionResult, u32)],
) -> (ExecutionResult, bool) {
    let mut terms = Terms::new();
    let values: Vec<Value> = operands
        .iter()
        .map(|(outcome, width)| match outcome {
            ExecutionResult::Poison => Value { bits: terms.constant(0, *width), poison: terms.truth(true) },
            ExecutionResult::Is(bits) => {
                Value { bits: terms.constant(*bits, *width), poison: terms.truth(false) }
            }
        })
        .collect();
    let zero = terms.constant(0, operands[0].1);
    let done = execute(&mut terms, operation(zero), &values).expect("an integer instruction");
    let number = |term| terms.value(term).expect("constants fold");
    let outcome = match number(done.value.poison) {
        1 => ExecutionResult::Poison,
        _ => ExecutionResult::Is(number(done.value.bits)),
    };
    (outcome, number(done.undefined) == 1)
}

fn operation(opcode: Opcode, flags: Flags, width: u32, zero: TermId) -> Operation {
    match opcode {
        Opcode::Select => Operation::Select,
        Opcode::Freeze => Operation::Freeze(zero),
        Opcode::ZExt | Opcode::SExt | Opcode::Trunc => Operation::Cast(opcode, flags, width),
        _ => Operation::Binary(opcode, flags),
    }
}

fn intrinsic(name: &str) -> Intrinsic {
    let bare = name.strip_prefix("llvm.").expect("an intrinsic");
    let known = Intrinsic::NAMED.iter().find(|(known, ..)| *known == bare);
    known.expect("one that rules can have").1
}

impl<'m> Run<'m> {
    /// An execution with random arguments, some of them poison.
    pub(super) fn new(model: &'m Model, random: &mut Random) -> Run<'m> {
        let mut run = Run { model, outcomes: FxHashMap::default(), undefined: false };
        for parameter in model.parameters() {
            let width = run.width(parameter);
            let outcome = match random.below(8) {
                0 => ExecutionResult::Poison,
                _ => ExecutionResult::Is(random.bits(width)),
            };
            run.outcomes.insert(parameter, outcome);
        }
        for value in model.instructions().filter(|value| model.opcode(*value) != Some(Opcode::Ret)) {
            let (outcome, undefined) = run.step(value);
            run.outcomes.insert(value, outcome);
            run.undefined |= undefined;
        }
        run
    }

    fn step(&self, value: ValueId) -> (ExecutionResult, bool) {
        let (model, opcode) = (self.model, self.model.opcode(value).expect("an instruction"));
        let skipped = usize::from(opcode == Opcode::Call);
        let operands = model.operands(value).iter().skip(skipped).map(|edge| edge.to);
        let operands: Vec<(ExecutionResult, u32)> =
            operands.map(|of| (self.outcome(of), self.width(of))).collect();
        let (flags, width) = (model.flags(value), self.width(value));
        match (opcode, model.predicate(value)) {
            (Opcode::Call, _) => {
                let callee = model.operand(value, 0).and_then(|callee| model.global(callee));
                let callee = intrinsic(&callee.expect("a callee").canonical);
                step(|_| Operation::Intrinsic(callee), &operands)
            }
            (_, Some(predicate)) => step(|_| Operation::Compare(predicate, flags), &operands),
            _ => step(|zero| operation(opcode, flags, width, zero), &operands),
        }
    }

    fn width(&self, value: ValueId) -> u32 {
        self.model.type_of(value).integer_width().expect("an integer")
    }

    pub(super) fn is_undefined(&self) -> bool {
        self.undefined
    }

    pub(super) fn outcome(&self, value: ValueId) -> ExecutionResult {
        let constant = self.model.constant(value).and_then(|constant| constant.signed());
        let bits = |number: i128| number as u128 & (u128::MAX >> (128 - self.width(value)));
        constant.map_or_else(|| self.outcomes[&value], |number| ExecutionResult::Is(bits(number)))
    }

    /// The number that a value is, if it is not poison.
    pub(super) fn number(&self, value: ValueId) -> Option<u128> {
        match self.outcome(value) {
            ExecutionResult::Is(bits) => Some(bits),
            ExecutionResult::Poison => None,
        }
    }

    /// The new instructions of a plan, executed in their order.
    pub(super) fn of_plan<'p>(&self, plan: &'p EditPlan) -> PlanResults<'p> {
        let mut made = PlanResults { plan, outcomes: Vec::new(), undefined: false };
        for new in &plan.new {
            let width_of = |operand: Operand| {
                let ty = plan.type_of(self.model, operand).and_then(|ty| plan.ty(self.model, ty));
                ty.and_then(|ty| ty.integer_width()).expect("an integer")
            };
            let operands = new.kind.operands();
            let operands: Vec<(ExecutionResult, u32)> =
                operands.iter().map(|of| (made.outcome(self, *of), width_of(*of))).collect();
            let as_opcode = |opcode, width| step(|zero| operation(opcode, new.flags, width, zero), &operands);
            let (outcome, undefined) = match &new.kind {
                NewKind::Binary(opcode, ..) => as_opcode(*opcode, 0),
                NewKind::Select(..) => as_opcode(Opcode::Select, 0),
                NewKind::Freeze(_) => as_opcode(Opcode::Freeze, 0),
                NewKind::Cast(opcode, _, to) => {
                    let width = plan.ty(self.model, *to).and_then(|to| to.integer_width());
                    as_opcode(*opcode, width.expect("an integer"))
                }
                NewKind::Compare(predicate, ..) => {
                    step(|_| Operation::Compare(*predicate, new.flags), &operands)
                }
                NewKind::Intrinsic(name, _) => step(|_| Operation::Intrinsic(intrinsic(name)), &operands),
                other => panic!("no rule makes {other:?}"),
            };
            made.outcomes.push(outcome);
            made.undefined |= undefined;
        }
        made
    }
}

impl PlanResults<'_> {
    pub(super) fn outcome(&self, run: &Run<'_>, operand: Operand) -> ExecutionResult {
        match operand {
            Operand::Value(value) => run.outcome(value),
            Operand::New(at) => self.outcomes[at as usize],
            Operand::Constant(at) => {
                let number = &self.plan.constants[at as usize].number;
                ExecutionResult::Is(number.bits().expect("an integer"))
            }
            Operand::BaseOf(_) => panic!("no rule has addresses"),
        }
    }

    pub(super) fn is_undefined(&self) -> bool {
        self.undefined
    }
}

/// The predicates about overflow.
pub(super) const OVERFLOWS: [Function; 6] = [
    Function::SignedAddFits,
    Function::UnsignedAddFits,
    Function::SignedSubFits,
    Function::UnsignedSubFits,
    Function::SignedMulFits,
    Function::UnsignedMulFits,
];

/// Whether a result is as many bits, in unbounded numbers.
pub(super) fn fits(function: Function, a: u128, b: u128, width: u32) -> bool {
    let is_signed =
        matches!(function, Function::SignedAddFits | Function::SignedSubFits | Function::SignedMulFits);
    let read = |bits: u128| match is_signed {
        true => (bits << (128 - width)) as i128 >> (128 - width),
        false => bits as i128,
    };
    let (a, b) = (read(a), read(b));
    let result = match function {
        Function::SignedAddFits | Function::UnsignedAddFits => a + b,
        Function::SignedSubFits | Function::UnsignedSubFits => a - b,
        _ => a * b,
    };
    match is_signed {
        true => (-(1 << (width - 1))..1 << (width - 1)).contains(&result),
        false => (0..1 << width).contains(&result),
    }
}
