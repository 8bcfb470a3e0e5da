//! A function of the user's as a goal: its model, executed on symbolic inputs.
//!
//! In: a function without loops, of one to three integers of one width. Out: a [`Goal`] of that width, or
//! what cannot be read. The blocks are executed in topological order, each under the condition that it is
//! reached. The goal is defined where nothing that is executed is undefined behaviour and the result is not
//! poison: flags such as `nsw` and ranges of shifts are its precondition.

use super::constant::Constant as Literal;
use super::goal::{Definition, Encoded, Goal};
use super::operation::Sort;
use ir::{BlockId, Constant, Model, Opcode, TypeClass, ValueId};
use proof::semantics::{Intrinsic, MAX_WIDTH, Operation, TermId, Terms, Value, execute};

/// The most instructions of a function.
const MOST_INSTRUCTIONS: usize = 2_000;

/// The most inputs.
const MOST_INPUTS: usize = 3;

/// The most constants of a function that patterns may use.
const MOST_CONSTANTS: usize = 8;

/// Why a function is no goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unreadable(String);

type Read<T> = Result<T, Unreadable>;

fn refuse<T>(why: impl Into<String>) -> Read<T> {
    Err(Unreadable(why.into()))
}

/// Reads a function.
pub fn read(model: &Model, name: &str) -> Read<Goal> {
    if model.instruction_count() > MOST_INSTRUCTIONS {
        return refuse(format!("it has more than {MOST_INSTRUCTIONS} instructions"));
    }
    let width = input_width(model)?;
    let mut reader = Reader::new(model, width);
    for block in order(model)? {
        reader.block(block)?;
    }
    let Some((result, poison)) = reader.result else { return refuse("it never returns") };
    let sort = match reader.terms.width(result) {
        own if own == width => Sort::Word,
        1 => Sort::Truth,
        own => return refuse(format!("its result has {own} bits and its arguments have {width}")),
    };
    let undefined = reader.terms.or(reader.undefined, poison);
    let defined = reader.terms.not(undefined);
    let constants = constants(model, width);
    let inputs = ["x", "y", "z"][..reader.inputs.len()].iter().map(|name| (*name).to_owned());
    let encoded = Encoded { terms: reader.terms, inputs: reader.inputs, results: vec![result], defined };
    Ok(Goal {
        name: name.to_owned(),
        about: format!("the function `{name}`"),
        inputs: inputs.collect(),
        operations: Goal::operations_for(&[sort], true),
        results: vec![sort],
        access: None,
        widths: vec![width],
        constants,
        definition: Definition::Function(Box::new(encoded)),
    })
}

/// The width of all parameters.
fn input_width(model: &Model) -> Read<u32> {
    let count = model.parameters().count();
    if !(1..=MOST_INPUTS).contains(&count) {
        return refuse(format!("it has {count} arguments; 1 to {MOST_INPUTS} can be read"));
    }
    let mut width = None;
    for parameter in model.parameters() {
        let own = scalar_width(model, parameter).filter(|own| [8, 16, 32, 64].contains(own));
        let Some(own) = own else {
            let ty = &model.type_of(parameter).name;
            return refuse(format!(
                "argument `{}` has type `{ty}`; integers of 8, 16, 32 and 64 bits can be read",
                named(model, parameter)
            ));
        };
        if *width.get_or_insert(own) != own {
            return refuse("its arguments have different widths");
        }
    }
    width.map_or_else(|| refuse("it has no arguments"), Ok)
}

fn scalar_width(model: &Model, value: ValueId) -> Option<u32> {
    let ty = model.type_of(value);
    if ty.class == Some(TypeClass::Vector) {
        return None;
    }
    ty.integer_width().filter(|width| (1..=MAX_WIDTH).contains(width))
}

fn named(model: &Model, value: ValueId) -> String {
    let name = model.name(value);
    if name.is_empty() { format!("%{}", value.index()) } else { name.to_owned() }
}

/// The blocks, each behind those that lead to it.
fn order(model: &Model) -> Read<Vec<BlockId>> {
    let mut is_reached = vec![false; model.block_count()];
    let mut stack: Vec<BlockId> = model.blocks().take(1).collect();
    while let Some(block) = stack.pop() {
        if !std::mem::replace(&mut is_reached[block.index()], true) {
            stack.extend(model.block_successors(block));
        }
    }
    let from_reached = |block: &BlockId| {
        model.block_predecessors(*block).iter().filter(|(_, from)| is_reached[from.index()]).count()
    };
    let mut missing: Vec<usize> = model.blocks().map(|block| from_reached(&block)).collect();
    let mut order: Vec<BlockId> =
        model.blocks().filter(|block| is_reached[block.index()] && missing[block.index()] == 0).collect();
    let mut at = 0;
    while let Some(block) = order.get(at).copied() {
        at += 1;
        for next in model.block_successors(block) {
            missing[next.index()] -= 1;
            if missing[next.index()] == 0 {
                order.push(*next);
            }
        }
    }
    if order.len() < is_reached.iter().filter(|reached| **reached).count() {
        return refuse("it has a loop");
    }
    Ok(order)
}

/// The constants of the width of words that a function mentions, and others that fit.
fn constants(model: &Model, width: u32) -> Vec<Literal> {
    let mut found = Vec::new();
    for constant in model.constants() {
        let Some(Constant::Scalar(number)) = model.constant(constant) else { continue };
        let own = scalar_width(model, constant).unwrap_or(1);
        let Some(bits) = number.bits().filter(|bits| own > 1 && (own <= width || bits >> width == 0)) else {
            continue;
        };
        let signed = (bits << (128 - own)) as i128 >> (128 - own);
        let literal = Literal::Number(signed);
        if !found.contains(&literal) && found.len() < MOST_CONSTANTS {
            found.push(literal);
        }
    }
    found
}

struct Reader<'a> {
    model: &'a Model,
    terms: Terms,
    inputs: Vec<TermId>,
    values: Vec<Option<Value>>,
    /// By block, whether it is reached.
    reached: Vec<Option<TermId>>,
    /// Edges between blocks, with whether each is taken.
    edges: Vec<(BlockId, BlockId, TermId)>,
    undefined: TermId,
    /// Bits and poison of what is returned.
    result: Option<(TermId, TermId)>,
}

impl<'a> Reader<'a> {
    fn new(model: &'a Model, width: u32) -> Reader<'a> {
        let mut terms = Terms::new();
        let never = terms.truth(false);
        let mut values = vec![None; model.len()];
        let mut inputs = Vec::new();
        for parameter in model.parameters() {
            let bits = terms.input(model.name(parameter), width);
            inputs.push(bits);
            values[parameter.index()] = Some(Value { bits, poison: never });
        }
        let reached = vec![None; model.block_count()];
        Reader { model, terms, inputs, values, reached, edges: Vec::new(), undefined: never, result: None }
    }

    fn value(&mut self, value: ValueId) -> Read<Value> {
        if let Some(known) = self.values[value.index()] {
            return Ok(known);
        }
        match (self.model.constant(value), scalar_width(self.model, value)) {
            (Some(Constant::Scalar(number)), Some(width)) if number.bits().is_some() => {
                let bits = self.terms.constant(number.bits().unwrap_or(0), width);
                Ok(Value { bits, poison: self.terms.truth(false) })
            }
            (Some(Constant::Undef | Constant::Poison), _) => refuse("it uses undef or poison"),
            _ => refuse(format!(
                "`{}` of type `{}` is no integer",
                named(self.model, value),
                self.model.type_of(value).name
            )),
        }
    }

    /// Notes that something is undefined behaviour where the block is reached.
    fn never(&mut self, reached: TermId, condition: TermId) {
        let both = self.terms.and(reached, condition);
        self.undefined = self.terms.or(self.undefined, both);
    }

    fn block(&mut self, block: BlockId) -> Read<()> {
        let reached = match self.reached[block.index()] {
            Some(reached) => reached,
            None => self.terms.truth(true),
        };
        for instruction in self.model.block_instructions(block) {
            match self.model.opcode(instruction) {
                Some(Opcode::Phi) => self.phi(instruction)?,
                Some(Opcode::Ret) => self.ret(instruction, reached)?,
                Some(Opcode::Br | Opcode::Switch) => self.branch(block, instruction, reached)?,
                Some(Opcode::Unreachable) => {
                    let always = self.terms.truth(true);
                    self.never(reached, always);
                }
                Some(opcode) => self.instruction(instruction, opcode, reached)?,
                None => {}
            }
        }
        Ok(())
    }

    /// The value of the edge that is taken. Values of edges that no execution takes are not looked at.
    fn phi(&mut self, phi: ValueId) -> Read<()> {
        let block = self.model.block_of(phi);
        let mut chosen: Option<Value> = None;
        let sources: Vec<ValueId> = self.model.phi_sources(phi).to_vec();
        for (at, source) in sources.iter().enumerate() {
            let from = self.model.block_of(*source);
            let edges = self.edges.iter().filter(|(a, b, _)| Some(*a) == from && Some(*b) == block);
            let taken: Vec<TermId> = edges.map(|(.., taken)| *taken).collect();
            let Some(operand) = self.model.operand(phi, at as u32).filter(|_| !taken.is_empty()) else {
                continue;
            };
            let (value, taken) = (self.value(operand)?, self.terms.any(&taken));
            chosen = Some(chosen.map_or(value, |other| Value {
                bits: self.terms.if_else(taken, value.bits, other.bits),
                poison: self.terms.if_else(taken, value.poison, other.poison),
            }));
        }
        self.values[phi.index()] = chosen;
        Ok(())
    }

    fn ret(&mut self, instruction: ValueId, reached: TermId) -> Read<()> {
        let Some(returned) = self.model.operand(instruction, 0) else { return refuse("it returns nothing") };
        let value = self.value(returned)?;
        self.result = Some(match self.result {
            None => (value.bits, value.poison),
            Some((bits, poison)) => (
                self.terms.if_else(reached, value.bits, bits),
                self.terms.if_else(reached, value.poison, poison),
            ),
        });
        Ok(())
    }

    /// The condition under which each successor follows.
    fn branch(&mut self, block: BlockId, instruction: ValueId, reached: TermId) -> Read<()> {
        let successors: Vec<BlockId> = self.model.block_successors(block).to_vec();
        let always = self.terms.truth(true);
        let conditions = match (self.model.opcode(instruction), successors.as_slice()) {
            (Some(Opcode::Br), [_]) => vec![always],
            _ => {
                let Some(on) = self.model.operand(instruction, 0) else {
                    return refuse("a branch has no condition");
                };
                let on = self.value(on)?;
                self.never(reached, on.poison);
                match self.model.switch_cases(block) {
                    Some(cases) if self.model.opcode(instruction) == Some(Opcode::Switch) => {
                        self.cases(on.bits, cases, successors.len())?
                    }
                    _ => vec![on.bits, self.terms.not(on.bits)],
                }
            }
        };
        if conditions.len() != successors.len() {
            return refuse("a branch of it has other targets than conditions");
        }
        for (next, condition) in successors.iter().zip(conditions) {
            let here = self.terms.and(reached, condition);
            let before = self.reached[next.index()];
            self.reached[next.index()] = Some(before.map_or(here, |before| self.terms.or(before, here)));
            self.edges.push((block, *next, here));
        }
        Ok(())
    }

    /// The conditions of a `switch`, that of the default first.
    fn cases(&mut self, on: TermId, cases: &[i64], count: usize) -> Read<Vec<TermId>> {
        if cases.len() + 1 != count {
            return refuse("a `switch` of it cannot be read");
        }
        let width = self.terms.width(on);
        let mut default = self.terms.truth(true);
        let mut conditions = Vec::new();
        for case in cases {
            let number = self.terms.constant(*case as u128, width);
            let same = self.terms.equal(on, number);
            let other = self.terms.not(same);
            default = self.terms.and(default, other);
            conditions.push(same);
        }
        conditions.insert(0, default);
        Ok(conditions)
    }

    fn instruction(&mut self, instruction: ValueId, opcode: Opcode, reached: TermId) -> Read<()> {
        let (operation, first) = self.operation(instruction, opcode)?;
        let count = self.model.operands(instruction).len();
        let operands: Vec<ValueId> =
            (first..count).filter_map(|at| self.model.operand(instruction, at as u32)).collect();
        let operands =
            operands.into_iter().map(|operand| self.value(operand)).collect::<Read<Vec<Value>>>()?;
        let Some(operation) = operation else {
            // `assume`: it is undefined behaviour that the condition does not hold.
            if let [condition] = operands.as_slice() {
                let not = self.terms.not(condition.bits);
                let bad = self.terms.or(not, condition.poison);
                self.never(reached, bad);
            }
            return Ok(());
        };
        if matches!(operation, Operation::Freeze(_))
            && let [frozen] = operands.as_slice()
        {
            // Any value may become of it: nothing is claimed there.
            self.never(reached, frozen.poison);
        }
        let Some(execution) = execute(&mut self.terms, operation, &operands) else {
            return refuse(format!("`{}` cannot be read", opcode.name()));
        };
        self.never(reached, execution.undefined);
        self.values[instruction.index()] = Some(execution.value);
        Ok(())
    }

    /// The operation of an instruction, none for `assume`, and 1 if its first operand is what it calls.
    fn operation(&mut self, instruction: ValueId, opcode: Opcode) -> Read<(Option<Operation>, usize)> {
        let flags = self.model.flags(instruction);
        let width = scalar_width(self.model, instruction);
        let refused = || refuse(format!("it has `{}`", opcode.name()));
        Ok(match opcode {
            Opcode::Call => {
                let callee = self.model.operand(instruction, 0).and_then(|callee| self.model.global(callee));
                let Some(callee) = callee else { return refuse("it calls through a pointer") };
                match Intrinsic::of_callee(&callee.canonical) {
                    _ if callee.canonical == "llvm.assume" => (None, 1),
                    Some(intrinsic) if callee.is_intrinsic => (Some(Operation::Intrinsic(intrinsic)), 1),
                    _ => return refuse(format!("it calls `{}`", callee.name)),
                }
            }
            _ if width.is_none() => return refused(),
            Opcode::ICmp => match self.model.predicate(instruction) {
                Some(predicate) => (Some(Operation::Compare(predicate, flags)), 0),
                None => return refused(),
            },
            Opcode::Select => (Some(Operation::Select), 0),
            Opcode::Trunc | Opcode::ZExt | Opcode::SExt => {
                (Some(Operation::Cast(opcode, flags, width.unwrap_or(1))), 0)
            }
            Opcode::Freeze => {
                let chosen = self.terms.constant(0, width.unwrap_or(1));
                (Some(Operation::Freeze(chosen)), 0)
            }
            Opcode::Add
            | Opcode::Sub
            | Opcode::Mul
            | Opcode::UDiv
            | Opcode::SDiv
            | Opcode::URem
            | Opcode::SRem
            | Opcode::Shl
            | Opcode::LShr
            | Opcode::AShr
            | Opcode::And
            | Opcode::Or
            | Opcode::Xor => (Some(Operation::Binary(opcode, flags)), 0),
            _ => return refused(),
        })
    }
}
