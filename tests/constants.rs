//! Conditional constants and value numbers compared with runs of random functions on integers. A value that
//! the analysis calls constant must have that number, and not be poison, whenever a run computes it. A value
//! computed from constants alone, on the path that every run takes, must be found constant. Congruent values
//! are equal at each point that both definitions dominate.

// A test fails by panicking, also in its helper functions.
#![allow(clippy::unwrap_used)]

use analysis::dataflow::Dataflow;
use ir::{BlockId, Constant, Model, Opcode, ValueId};
use llvm::Module;
use proof::semantics::{Evaluation, Operation, Terms, Value, execute};
use proptest::prelude::*;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The number of blocks of a function; each has as many phis as other instructions.
const BLOCKS: usize = 5;
const EACH: usize = 3;

/// Instructions with the flags that every LLVM knows.
const OPERATIONS: &[&str] = &[
    "add",
    "add nsw",
    "sub nuw",
    "mul",
    "mul nsw nuw",
    "shl",
    "shl nuw",
    "lshr",
    "lshr exact",
    "ashr",
    "udiv",
    "udiv exact",
    "sdiv",
    "urem",
    "srem",
    "and",
    "or",
    "xor",
];
const PREDICATES: &[&str] = &["eq", "ne", "ult", "sgt", "sle", "uge"];

/// A sequence of random numbers, and the index of the next one.
struct Drawn<'d>(&'d [u32], usize);

impl Drawn<'_> {
    fn below(&mut self, n: usize) -> usize {
        self.1 += 1;
        self.0[self.1 % self.0.len()].wrapping_add(self.1 as u32 * 7919) as usize % n
    }

    fn one_of<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.below(all.len())]
    }

    /// A constant, sometimes a parameter, or one of these values.
    fn operand(&mut self, values: &[String]) -> String {
        match self.below(8) {
            0 => "%p".to_owned(),
            1..=3 => self.one_of(&["0", "1", "-1", "2", "7", "127", "-128"]).to_owned(),
            _ if values.is_empty() => "3".to_owned(),
            _ => values[self.below(values.len())].clone(),
        }
    }
}

/// A program of blocks with conditional branches forward or back; phis take from each predecessor a value of
/// that block.
fn program(drawn: &[u32]) -> String {
    let mut drawn = Drawn(drawn, 0);
    let mut targets: Vec<[usize; 2]> = Vec::new();
    for _ in 0..BLOCKS {
        targets.push([1 + drawn.below(BLOCKS), 1 + drawn.below(BLOCKS)]);
    }
    let own = |block: usize| -> Vec<String> { (0..EACH).map(|k| format!("%v{block}.{k}")).collect() };
    let mut text = "define void @f(i8 %p) {\n".to_owned();
    for block in 0..=BLOCKS {
        let _ = writeln!(text, "b{block}:");
        let from: Vec<usize> = (0..BLOCKS).filter(|from| targets[*from].contains(&block)).collect();
        let mut values = Vec::new();
        for k in 0..if from.is_empty() { 0 } else { EACH } {
            let incoming = from.iter().flat_map(|from| {
                let value = drawn.operand(&own(*from));
                let edges = targets[*from].iter().filter(|to| **to == block).count();
                std::iter::repeat_n(format!("[ {value}, %b{from} ]"), edges)
            });
            let incoming: Vec<String> = incoming.collect();
            let _ = writeln!(text, "  %f{block}.{k} = phi i8 {}", incoming.join(", "));
            values.push(format!("%f{block}.{k}"));
        }
        let mut repeated = String::new();
        for k in 0..EACH {
            let (a, b, c) = (drawn.operand(&values), drawn.operand(&values), drawn.operand(&values));
            let name = format!("%v{block}.{k}");
            let _ = match drawn.below(8) {
                0 => writeln!(
                    text,
                    "  %t{block}.{k} = icmp {} i8 {a}, {b}\n  {name} = select i1 %t{block}.{k}, i8 {b}, i8 {c}",
                    drawn.one_of(PREDICATES)
                ),
                1 => writeln!(
                    text,
                    "  %n{block}.{k} = trunc i8 {a} to i3\n  {name} = sext i3 %n{block}.{k} to i8"
                ),
                2 => writeln!(
                    text,
                    "  %n{block}.{k} = zext i8 {a} to i16\n  {name} = trunc i16 %n{block}.{k} to i8"
                ),
                3 if !repeated.is_empty() => writeln!(text, "  {name} = {repeated}"),
                _ => {
                    repeated = format!("{} i8 {a}, {b}", drawn.one_of(OPERATIONS));
                    writeln!(text, "  {name} = {repeated}")
                }
            };
            values.push(name);
        }
        let (a, b) = (drawn.operand(&values), drawn.operand(&values));
        let _ = match targets.get(block) {
            Some([to, other]) => writeln!(
                text,
                "  %c{block} = icmp {} i8 {a}, {b}\n  br i1 %c{block}, label %b{to}, label %b{other}",
                drawn.one_of(PREDICATES)
            ),
            None => writeln!(text, "  ret void"),
        };
    }
    text + "}\n"
}

/// The bits of a value; `None` for poison.
type Bits = Option<u128>;

/// Whether both are numbers and differ; poison differs from nothing.
fn differ(left: Bits, right: Bits) -> bool {
    left.zip(right).is_some_and(|(left, right)| left != right)
}

struct Run<'m> {
    model: &'m Model,
    values: BTreeMap<ValueId, Bits>,
}

impl Run<'_> {
    fn value(&self, value: ValueId) -> Bits {
        match self.model.constant(value) {
            Some(Constant::Scalar(number)) => number.bits(),
            Some(_) => None,
            None => self.values[&value],
        }
    }

    fn width(&self, value: ValueId) -> u32 {
        self.model.type_of(value).integer_width().unwrap()
    }

    /// The result of an instruction; `None` for undefined behaviour.
    fn computed(&self, at: ValueId) -> Option<Bits> {
        let model = self.model;
        let (mut terms, flags) = (Terms::new(), model.flags(at));
        let operation = match model.opcode(at).unwrap() {
            Opcode::ICmp => Operation::Compare(model.predicate(at).unwrap(), flags),
            Opcode::Select => Operation::Select,
            opcode @ (Opcode::Trunc | Opcode::ZExt | Opcode::SExt) => {
                Operation::Cast(opcode, flags, self.width(at))
            }
            opcode => Operation::Binary(opcode, flags),
        };
        let operands: Vec<Value> = (model.operands(at).iter())
            .map(|edge| {
                let bits = self.value(edge.to);
                let term = terms.constant(bits.unwrap_or(0), self.width(edge.to));
                Value { bits: term, poison: terms.truth(bits.is_none()) }
            })
            .collect();
        let execution = execute(&mut terms, operation, &operands).unwrap();
        let evaluation = Evaluation::new(&terms, &FxHashMap::default());
        let result = execution.value;
        (!evaluation.holds(execution.undefined))
            .then(|| (!evaluation.holds(result.poison)).then(|| evaluation.bits(result.bits)))
    }

    /// Runs the function and reports each computed value, until it ends, has undefined behaviour, or exceeds
    /// a limit.
    fn run(&mut self, mut tell: impl FnMut(ValueId, Bits)) {
        let model = self.model;
        let (mut block, mut from): (BlockId, Option<ValueId>) = (model.blocks().next().unwrap(), None);
        for _ in 0..40 {
            let phis: Vec<(ValueId, Bits)> = model
                .phis(block)
                .map(|phi| {
                    let n = model.phi_sources(phi).iter().position(|source| Some(*source) == from).unwrap();
                    (phi, self.value(model.operand(phi, n as u32).unwrap()))
                })
                .collect();
            phis.iter().for_each(|(phi, bits)| tell(*phi, *bits));
            self.values.extend(phis);
            let end = model.terminator(block);
            for at in model
                .block_instructions(block)
                .filter(|at| *at != end && model.opcode(*at) != Some(Opcode::Phi))
            {
                let Some(bits) = self.computed(at) else { return };
                tell(at, bits);
                self.values.insert(at, bits);
            }
            let successors = model.block_successors(block);
            let Some(tested) = model.operand(end, 0).filter(|_| !successors.is_empty()) else { return };
            let Some(bits) = self.value(tested) else { return };
            block = successors[usize::from(bits == 0 && successors.len() > 1)];
            from = Some(end);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn constants_are_what_every_run_computes(drawn in proptest::collection::vec(any::<u32>(), 24)) {
        let text = program(&drawn);
        let module = Module::parse(text.as_bytes(), "f.ll").unwrap_or_else(|error| panic!("{error}\n{text}"));
        let model = module.function("f").unwrap().extract().model.clone();
        let flow = Dataflow::new(&model);
        let parameter = model.parameters().next().unwrap();
        for input in [0, 1, 2, 7, 127, 128, 255] {
            let mut run = Run { model: &model, values: BTreeMap::from([(parameter, Some(input))]) };
            let mut wrong = Vec::new();
            let mut last: BTreeMap<ValueId, Bits> = BTreeMap::new();
            run.run(|at, bits| {
                last.insert(at, bits);
                for (other, of_other) in last.iter().filter(|(other, _)| model.dominates(**other, at)) {
                    if flow.are_congruent(*other, at) && differ(*of_other, bits) {
                        wrong.push(format!("{} and {} are {of_other:?} and {bits:?}", model.name(*other), model.name(at)));
                    }
                }
                let constant = flow.constant(at).map(|number| number.bits());
                if constant.is_some_and(|constant| differ(constant, bits)) {
                    wrong.push(format!("{} is {bits:?} with {input}, not {constant:?}", model.name(at)));
                }
            });
            prop_assert!(wrong.is_empty(), "{wrong:?}\n{text}");
        }
    }

    /// Before the first branch the analysis is complete: a value computed from constants that is not poison
    /// is found constant.
    #[test]
    fn what_is_computed_of_constants_is_one(drawn in proptest::collection::vec(any::<u32>(), 24)) {
        let text = program(&drawn);
        let module = Module::parse(text.as_bytes(), "f.ll").unwrap();
        let model = module.function("f").unwrap().extract().model.clone();
        let flow = Dataflow::new(&model);
        let mut run = Run { model: &model, values: BTreeMap::new() };
        let end = model.terminator(model.blocks().next().unwrap());
        for at in model.block_instructions(model.blocks().next().unwrap()).filter(|at| *at != end) {
            let is_known = |value: ValueId| model.constant(value).is_some() || run.values.contains_key(&value);
            if !model.operands(at).iter().all(|edge| is_known(edge.to)) {
                continue;
            }
            let bits = run.computed(at).flatten();
            prop_assert_eq!(flow.constant(at).map(|number| number.bits()), bits.map(Some), "{}\n{}", model.name(at), text);
            if bits.is_some() {
                run.values.insert(at, bits);
            }
        }
    }
}
