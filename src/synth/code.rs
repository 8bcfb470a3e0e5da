//! Patterns as LLVM instructions: the meaning that is proven, and the text of IR and of peephole rules.
//!
//! In: a pattern. Out: [`Code`], instructions without flags. A shift counts its amount modulo the width here
//! and has no result for amounts from the width on in LLVM. An amount that is an input or a constant is taken
//! as it is, since whoever writes the shift takes care of the range; any other one is masked, and `-y` also
//! becomes `w - y`.

use super::constant::Constant;
use super::operation::{Kind, Op};
use super::pattern::{Pattern, Slot, Step};
use super::product;
use ir::{Flags, IntPredicate, Opcode};
use proof::semantics::{Operation, TermId, Terms, Value, execute};

/// An operand of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// An input of the goal.
    Input(usize),
    /// The result of an instruction.
    Result(usize),
    /// A constant of the width of words.
    Constant(Constant),
    /// A constant of the width of words, with zeros in front to twice the width.
    Double(Constant),
    /// The truth value that holds.
    Always,
}

/// How wide a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wide {
    /// One bit.
    Truth,
    /// The width that is searched at.
    Word,
    /// Twice that.
    Double,
}

impl Wide {
    /// The bits, for words of `width`.
    pub fn bits(self, width: u32) -> u32 {
        match self {
            Wide::Truth => 1,
            Wide::Word => width,
            Wide::Double => 2 * width,
        }
    }
}

/// An LLVM instruction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Instruction {
    /// Which.
    pub opcode: Opcode,
    /// Of comparisons.
    pub predicate: Option<IntPredicate>,
    /// The operands.
    pub operands: Vec<Operand>,
    /// The type of the result.
    pub wide: Wide,
    /// The type of the operands, but for the condition of a `select`.
    pub of: Wide,
}

/// The factors of a product of twice the width, as words.
struct Factors {
    a: TermId,
    b: TermId,
    signed: bool,
}

/// A pattern as instructions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// The number of inputs.
    pub inputs: usize,
    /// The instructions in order.
    pub instructions: Vec<Instruction>,
    /// The results.
    pub results: Vec<Operand>,
}

/// The LLVM code of a pattern: once or, where a shift is by a negative number, twice.
pub fn lower(pattern: &Pattern) -> Vec<Code> {
    let first = lower_with(pattern, false);
    let second = lower_with(pattern, true);
    if first == second { vec![first] } else { vec![first, second] }
}

struct Lowering<'a> {
    pattern: &'a Pattern,
    /// Whether `-y` as an amount is `w - y`.
    from_width: bool,
    instructions: Vec<Instruction>,
    values: Vec<Operand>,
}

fn lower_with(pattern: &Pattern, from_width: bool) -> Code {
    let values = (0..pattern.inputs).map(Operand::Input).collect();
    let mut lowering = Lowering { pattern, from_width, instructions: Vec::new(), values };
    for step in &pattern.steps {
        let value = lowering.step(step);
        lowering.values.push(value);
    }
    let results = pattern.results.iter().map(|slot| lowering.values[usize::from(*slot)]).collect();
    let code = Code { inputs: pattern.inputs, instructions: lowering.instructions, results };
    without_unused(code)
}

impl Lowering<'_> {
    fn emit(&mut self, opcode: Opcode, operands: &[Operand], wide: Wide, of: Wide) -> Operand {
        let operands = operands.to_vec();
        self.instructions.push(Instruction { opcode, predicate: None, operands, wide, of });
        Operand::Result(self.instructions.len() - 1)
    }

    fn word(&mut self, opcode: Opcode, a: Operand, b: Operand) -> Operand {
        self.emit(opcode, &[a, b], Wide::Word, Wide::Word)
    }

    fn step(&mut self, step: &Step) -> Operand {
        let at = |n: usize| self.values[usize::from(step.operands[n])];
        let (a, b) = (at(0), at(1));
        let number = |number: i128| Operand::Constant(Constant::Number(number));
        match step.op {
            Op::Const(constant) => Operand::Constant(constant),
            Op::Compare(predicate) => {
                let result = self.emit(Opcode::ICmp, &[a, b], Wide::Truth, Wide::Word);
                if let Some(last) = self.instructions.last_mut() {
                    last.predicate = Some(predicate);
                }
                result
            }
            Op::Plain(kind) => match kind {
                Kind::Not => self.word(Opcode::Xor, a, number(-1)),
                Kind::Minus => self.word(Opcode::Sub, number(0), a),
                Kind::Add => self.word(Opcode::Add, a, b),
                Kind::Sub => self.word(Opcode::Sub, a, b),
                Kind::And => self.word(Opcode::And, a, b),
                Kind::Or => self.word(Opcode::Or, a, b),
                Kind::Eor => self.word(Opcode::Xor, a, b),
                Kind::Mul => self.word(Opcode::Mul, a, b),
                Kind::MulHighUnsigned => self.high(Opcode::ZExt, a, b),
                Kind::MulHighSigned => self.high(Opcode::SExt, a, b),
                Kind::Shl => self.shift(Opcode::Shl, a, step.operands[1]),
                Kind::Shr => self.shift(Opcode::LShr, a, step.operands[1]),
                Kind::Shrs => self.shift(Opcode::AShr, a, step.operands[1]),
                Kind::Mux => {
                    let c = at(2);
                    self.emit(Opcode::Select, &[a, b, c], Wide::Word, Wide::Word)
                }
                Kind::WideAdd => {
                    let (a, b) = (self.widened(a), self.widened(b));
                    self.emit(Opcode::Add, &[a, b], Wide::Double, Wide::Double)
                }
                Kind::Pair => {
                    let (a, b) = (self.widened(a), self.widened(b));
                    let high = self.emit(
                        Opcode::Shl,
                        &[a, Operand::Double(Constant::Width)],
                        Wide::Double,
                        Wide::Double,
                    );
                    self.emit(Opcode::Or, &[high, b], Wide::Double, Wide::Double)
                }
                Kind::WideShl => self.wide_shift(Opcode::Shl, a, step.operands[1]),
                Kind::WideShr => self.wide_shift(Opcode::LShr, a, step.operands[1]),
                Kind::WideGreater => {
                    let b = self.widened(b);
                    let result = self.emit(Opcode::ICmp, &[a, b], Wide::Truth, Wide::Double);
                    if let Some(last) = self.instructions.last_mut() {
                        last.predicate = Some(IntPredicate::Ugt);
                    }
                    result
                }
                Kind::Low => self.emit(Opcode::Trunc, &[a], Wide::Word, Wide::Double),
                Kind::High => self.high_half(a),
                Kind::Jmp => Operand::Always,
                // The condition is the whole of a branch that matters here.
                _ => a,
            },
        }
    }

    /// The high half of a product.
    fn high(&mut self, extend: Opcode, a: Operand, b: Operand) -> Operand {
        let a = self.emit(extend, &[a], Wide::Double, Wide::Word);
        let b = self.emit(extend, &[b], Wide::Double, Wide::Word);
        let product = self.emit(Opcode::Mul, &[a, b], Wide::Double, Wide::Double);
        self.high_half(product)
    }

    fn high_half(&mut self, double: Operand) -> Operand {
        let high =
            self.emit(Opcode::LShr, &[double, Operand::Double(Constant::Width)], Wide::Double, Wide::Double);
        self.emit(Opcode::Trunc, &[high], Wide::Word, Wide::Double)
    }

    fn widened(&mut self, word: Operand) -> Operand {
        if let Operand::Constant(constant) = word {
            return Operand::Double(constant);
        }
        self.emit(Opcode::ZExt, &[word], Wide::Double, Wide::Word)
    }

    fn wide_shift(&mut self, opcode: Opcode, a: Operand, amount: Slot) -> Operand {
        // An amount beyond the word has a result in twice its width, which is not that of the operation.
        let amount = match self.values[usize::from(amount)] {
            Operand::Constant(constant) => Operand::Constant(constant),
            value => self.word(Opcode::And, value, Operand::Constant(Constant::WidthLess1)),
        };
        let amount = self.widened(amount);
        self.emit(opcode, &[a, amount], Wide::Double, Wide::Double)
    }

    fn shift(&mut self, opcode: Opcode, a: Operand, amount: Slot) -> Operand {
        let value = self.values[usize::from(amount)];
        let by = usize::from(amount).checked_sub(self.pattern.inputs).map(|at| self.pattern.steps[at]);
        let amount = match by {
            None | Some(Step { op: Op::Const(_), .. }) => value,
            Some(Step { op: Op::Plain(Kind::Minus), operands }) if self.from_width => {
                let y = self.values[usize::from(operands[0])];
                self.word(Opcode::Sub, Operand::Constant(Constant::Width), y)
            }
            Some(_) => self.word(Opcode::And, value, Operand::Constant(Constant::WidthLess1)),
        };
        self.word(opcode, a, amount)
    }
}

/// Leaves out instructions whose result nothing uses.
fn without_unused(code: Code) -> Code {
    let mut needed = vec![false; code.instructions.len()];
    let mark = |operand: &Operand, needed: &mut Vec<bool>| {
        if let Operand::Result(at) = operand {
            needed[*at] = true;
        }
    };
    code.results.iter().for_each(|result| mark(result, &mut needed));
    for (at, instruction) in code.instructions.iter().enumerate().rev() {
        if needed[at] {
            instruction.operands.iter().for_each(|operand| mark(operand, &mut needed));
        }
    }
    let mut place = Vec::new();
    let mut retained = 0;
    for is_needed in &needed {
        place.push(retained);
        retained += usize::from(*is_needed);
    }
    let moved = |operand: &Operand| match operand {
        Operand::Result(at) => Operand::Result(place[*at]),
        other => *other,
    };
    let instructions = code.instructions.iter().zip(&needed).filter(|(_, is_needed)| **is_needed);
    let instructions = instructions.map(|(instruction, _)| Instruction {
        operands: instruction.operands.iter().map(moved).collect(),
        ..instruction.clone()
    });
    let instructions = instructions.collect();
    Code { inputs: code.inputs, instructions, results: code.results.iter().map(moved).collect() }
}

impl Code {
    /// The values of the results as terms at a width, with their poison.
    pub fn terms(&self, terms: &mut Terms, inputs: &[TermId], width: u32) -> Option<Vec<Value>> {
        self.executed(terms, inputs, width, &mut |_, _| None)
    }

    /// The same with unknowns in the place of products of twice the width, and whether those are as products
    /// are. `None` if there is no such product.
    pub(super) fn terms_by_facts(
        &self,
        terms: &mut Terms,
        inputs: &[TermId],
        width: u32,
    ) -> Option<(Vec<Value>, TermId)> {
        let is_product = |code: &Instruction| code.opcode == Opcode::Mul && code.wide == Wide::Double;
        if !self.instructions.iter().any(is_product) {
            return None;
        }
        let mut facts = terms.truth(true);
        let mut by_facts = |terms: &mut Terms, factors: Factors| {
            let Factors { a, b, signed } = factors;
            let (product, own) = product::unknown(terms, a, b, signed);
            facts = terms.and(facts, own);
            Some(product)
        };
        let values = self.executed(terms, inputs, width, &mut by_facts)?;
        Some((values, facts))
    }

    /// The values of the results, where `product` may give a term for a product of twice the width.
    fn executed(
        &self,
        terms: &mut Terms,
        inputs: &[TermId],
        width: u32,
        product: &mut dyn FnMut(&mut Terms, Factors) -> Option<TermId>,
    ) -> Option<Vec<Value>> {
        let never = terms.truth(false);
        let mut results: Vec<Value> = Vec::new();
        for instruction in &self.instructions {
            let operands: Vec<Value> = instruction
                .operands
                .iter()
                .map(|operand| operand_value(terms, operand, inputs, &results, width, never))
                .collect();
            let operation = match instruction.opcode {
                Opcode::ICmp => Operation::Compare(instruction.predicate?, Flags::NONE),
                Opcode::Select => Operation::Select,
                opcode @ (Opcode::ZExt | Opcode::SExt | Opcode::Trunc) => {
                    Operation::Cast(opcode, Flags::NONE, instruction.wide.bits(width))
                }
                opcode => Operation::Binary(opcode, Flags::NONE),
            };
            let factors = self.factors(instruction);
            let factors = factors.map(|([a, b], signed)| {
                let word = |of: &Operand| operand_value(terms, of, inputs, &results, width, never).bits;
                let [a, b] = [a, b].map(word);
                Factors { a, b, signed }
            });
            let value = match factors.and_then(|factors| product(terms, factors)) {
                Some(bits) => {
                    let poison = operands.iter().fold(never, |any, operand| terms.or(any, operand.poison));
                    Value { bits, poison }
                }
                None => execute(terms, operation, &operands)?.value,
            };
            results.push(value);
        }
        Some(
            self.results
                .iter()
                .map(|result| operand_value(terms, result, inputs, &results, width, never))
                .collect(),
        )
    }

    /// The words that a product of twice the width is of, and whether they are signed.
    fn factors(&self, instruction: &Instruction) -> Option<([&Operand; 2], bool)> {
        let (Opcode::Mul, Wide::Double, [Operand::Result(a), Operand::Result(b)]) =
            (instruction.opcode, instruction.wide, instruction.operands.as_slice())
        else {
            return None;
        };
        let (a, b) = (&self.instructions[*a], &self.instructions[*b]);
        let signed = a.opcode == Opcode::SExt;
        Some(([a.operands.first()?, b.operands.first()?], signed))
    }

    /// The number of instructions.
    pub fn len(&self) -> usize {
        self.instructions.len()
    }

    /// Whether an instruction is a product.
    pub fn multiplies(&self) -> bool {
        self.instructions.iter().any(|instruction| instruction.opcode == Opcode::Mul)
    }

    /// Whether the results are inputs or constants.
    pub fn is_empty(&self) -> bool {
        self.instructions.is_empty()
    }
}

fn operand_value(
    terms: &mut Terms,
    operand: &Operand,
    inputs: &[TermId],
    results: &[Value],
    width: u32,
    never: TermId,
) -> Value {
    match operand {
        Operand::Input(at) => Value { bits: inputs[*at], poison: never },
        Operand::Result(at) => results[*at],
        Operand::Constant(constant) => {
            Value { bits: terms.constant(constant.bits(width), width), poison: never }
        }
        Operand::Always => Value { bits: terms.truth(true), poison: never },
        Operand::Double(constant) => {
            Value { bits: terms.constant(constant.bits(width), 2 * width), poison: never }
        }
    }
}
