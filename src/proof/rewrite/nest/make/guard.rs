//! The conditions of a guard as new instructions before the loops: terms, comparisons, and tests that arrays
//! are apart.
//!
//! Values that may be undef or poison are frozen once. Integers have 64 bits and no flags; if a product does
//! not fit, a range condition of the same guard fails.

use super::super::super::matched::Unfit;
use super::super::arrays::Array;
use super::super::conditions::{Condition, Extent};
use super::super::rounds::Rounds;
use super::super::shape::NestShape;
use super::super::variables::Variables;
use analysis::accesses::{Accesses, LoopId, Symbol, Term};
use ir::{
    EditPlan, Flags, IntPredicate, Lane, Model, NewInstruction, NewKind, Opcode, Operand, TypeClass, TypeId,
    ValueId,
};
use lang::candl::pattern::tree::{BinaryOperator, Expression, ExpressionKind, Operation, Reading};
use lang::candl::rewrite::{WORK, integer_width, variable_name};
use smallvec::smallvec;

/// The loops that a guard stands before.
#[derive(Clone, Copy, Debug)]
pub(in crate::rewrite) struct GuardPlace<'a> {
    pub(in crate::rewrite) shape: &'a NestShape,
    pub(in crate::rewrite) rounds: &'a Rounds,
    pub(in crate::rewrite) arrays: &'a [Array],
    pub(in crate::rewrite) variables: &'a Variables,
}

/// The instructions of a guard.
pub(in crate::rewrite) struct GuardMaker<'a, 'm> {
    pub(in crate::rewrite) model: &'a Model,
    pub(in crate::rewrite) accesses: &'a mut Accesses<'m>,
    pub(in crate::rewrite) place: GuardPlace<'a>,
    pub(in crate::rewrite) plan: &'a mut EditPlan,
    /// The type `i64`.
    pub(in crate::rewrite) long: TypeId,
    truth: TypeId,
    /// Values of the function with their frozen copies before the nest.
    frozen: Vec<(ValueId, Operand)>,
    /// Terms with their values before the nest.
    known: Vec<(Term, Operand)>,
    /// Truth values that must all hold.
    pub(in crate::rewrite) tests: Vec<Operand>,
    /// The estimate of the instructions that all rounds of a parallel loop execute.
    pub(in crate::rewrite) work: Option<Operand>,
}

impl<'a, 'm> GuardMaker<'a, 'm> {
    /// Creates a maker without tests.
    pub(in crate::rewrite) fn new(
        model: &'a Model,
        accesses: &'a mut Accesses<'m>,
        place: GuardPlace<'a>,
        plan: &'a mut EditPlan,
    ) -> GuardMaker<'a, 'm> {
        let long = plan.scalar(model, Lane::Integer(64));
        let truth = plan.scalar(model, Lane::Integer(1));
        GuardMaker {
            model,
            accesses,
            place,
            plan,
            long,
            truth,
            frozen: Vec::new(),
            known: Vec::new(),
            tests: Vec::new(),
            work: None,
        }
    }

    pub(in crate::rewrite) fn create(&mut self, kind: NewKind) -> Operand {
        let (before, location_of) = (self.place.shape.entry, smallvec![self.place.shape.latch]);
        self.plan.create(NewInstruction { kind, flags: Flags::NONE, before, location_of, name: "" })
    }

    pub(in crate::rewrite) fn number(&mut self, number: i64) -> Operand {
        self.plan.integer(self.long, 64, number)
    }

    pub(in crate::rewrite) fn binary(&mut self, opcode: Opcode, a: Operand, b: Operand) -> Operand {
        self.create(NewKind::Binary(opcode, a, b))
    }

    pub(in crate::rewrite) fn compare(&mut self, predicate: IntPredicate, a: Operand, b: Operand) -> Operand {
        self.create(NewKind::Compare(predicate, a, b, self.truth))
    }

    /// The frozen copy of a value, the same at each use.
    pub(in crate::rewrite) fn frozen(&mut self, value: ValueId) -> Result<Operand, Unfit> {
        if let Some((_, known)) = self.frozen.iter().find(|(known, _)| *known == value) {
            return Ok(*known);
        }
        let model = self.model;
        if !self.place.shape.is_fixed(model, value) {
            return Err(Unfit::of(value, "changes within the nest"));
        }
        let is_constant = model.global(value).is_some() || model.constant(value).is_some();
        let frozen = if is_constant {
            Operand::Value(value)
        } else {
            self.create(NewKind::Freeze(Operand::Value(value)))
        };
        self.frozen.push((value, frozen));
        Ok(frozen)
    }

    /// The value of a constant expression in 64 bits.
    pub(in crate::rewrite) fn number_of(&self, expression: &Expression) -> Option<i64> {
        match &expression.kind {
            ExpressionKind::Number(number) => number.text.parse().ok(),
            ExpressionKind::Variable(variable) => {
                let term = self.place.variables.term(&variable_name(variable)?)?;
                self.accesses.term(term)?.as_constant()
            }
            _ => None,
        }
    }

    /// An integer sign-extended to 64 bits, or an address.
    pub(in crate::rewrite) fn long(&mut self, value: ValueId) -> Result<Operand, Unfit> {
        if self.model.type_of(value).name == "ptr" {
            let pointer = self.frozen(value)?;
            return Ok(self.create(NewKind::Cast(Opcode::PtrToInt, pointer, self.long)));
        }
        let width = self.model.type_of(value).integer_width();
        let is_integer = self.model.has_class(value, TypeClass::Integer);
        let frozen = self.frozen(value)?;
        match width.filter(|_| is_integer) {
            Some(64) => Ok(frozen),
            Some(width) if width < 64 => Ok(self.create(NewKind::Cast(Opcode::SExt, frozen, self.long))),
            _ => Err(Unfit::of(value, "is no integer of at most 64 bits")),
        }
    }

    pub(in crate::rewrite) fn term(&mut self, term: &Term) -> Result<Operand, Unfit> {
        if let Some((_, known)) = self.known.iter().find(|(known, _)| known == term) {
            return Ok(*known);
        }
        let made = self.sum(term)?;
        self.known.push((term.clone(), made));
        Ok(made)
    }

    pub(in crate::rewrite) fn sum(&mut self, term: &Term) -> Result<Operand, Unfit> {
        let mut sum = None;
        for (factors, coefficient) in term.monomials() {
            let mut product = None;
            for symbol in factors {
                let value = match *symbol {
                    Symbol::Value(value) => value,
                    Symbol::Product(_) => {
                        return Err(Unfit::new(
                            "the product in a fused multiply-add is no number of elements",
                        ));
                    }
                    Symbol::Rounds(of) => {
                        let factor = self.quotient(of)?;
                        product =
                            Some(product.map_or(factor, |product| self.binary(Opcode::Mul, product, factor)));
                        continue;
                    }
                    Symbol::Counter(of) => {
                        let counter = self.accesses.integer_counter(of);
                        counter.ok_or_else(|| {
                            Unfit::new("the rounds of a loop around the nest are no value of the function")
                        })?
                    }
                };
                let factor = self.long(value)?;
                product = Some(product.map_or(factor, |product| self.binary(Opcode::Mul, product, factor)));
            }
            let summand = match product {
                None => self.number(*coefficient),
                Some(product) if *coefficient == 1 => product,
                Some(product) => {
                    let number = self.number(*coefficient);
                    self.binary(Opcode::Mul, product, number)
                }
            };
            sum = Some(sum.map_or(summand, |sum| self.binary(Opcode::Add, sum, summand)));
        }
        Ok(sum.unwrap_or_else(|| self.number(0)))
    }

    /// A number of rounds that is a quotient, rounded down. A negative dividend gives more than 2^31.
    fn quotient(&mut self, of: LoopId) -> Result<Operand, Unfit> {
        let quotient = self.accesses.quotient(of).cloned();
        let quotient = quotient.ok_or_else(|| Unfit::new("a loop's number of rounds is not known"))?;
        let (dividend, divisor) = (self.term(&quotient.dividend)?, self.number(quotient.divisor));
        let (whole, more) = (self.binary(Opcode::UDiv, dividend, divisor), self.number(quotient.more));
        Ok(self.binary(Opcode::Add, whole, more))
    }

    /// The largest value of an extent.
    pub(in crate::rewrite) fn extent(&mut self, extent: &Extent) -> Result<Operand, Unfit> {
        let mut sum = self.term(&extent.start)?;
        for (of, stride) in &extent.strides {
            let stride = self.term(stride)?;
            let count = self.term(&self.place.rounds.count(*of))?;
            let less = self.number(-1);
            let rounds = self.binary(Opcode::Add, count, less);
            let product = self.binary(Opcode::Mul, stride, rounds);
            sum = self.binary(Opcode::Add, sum, product);
        }
        Ok(sum)
    }

    /// Tests by one comparison that a value lies between two numbers.
    pub(in crate::rewrite) fn between(&mut self, value: Operand, least: i64, most: i64) -> Operand {
        let (from, room) = (self.number(least.wrapping_neg()), self.number(most.wrapping_sub(least)));
        let distance = self.binary(Opcode::Add, value, from);
        self.compare(IntPredicate::Ule, distance, room)
    }

    pub(in crate::rewrite) fn condition(&mut self, condition: &Condition) -> Result<(), Unfit> {
        let test = match condition {
            Condition::Range(term, least, most) => {
                let value = self.term(term)?;
                self.between(value, *least, *most)
            }
            Condition::AtMost(extent, most) => {
                let (value, most) = (self.extent(extent)?, self.number(*most));
                self.compare(IntPredicate::Sle, value, most)
            }
            Condition::Row(stride, row) => {
                let (stride, row) = (self.term(stride)?, self.extent(row)?);
                self.compare(IntPredicate::Sgt, stride, row)
            }
            Condition::Multiple(term, of) => {
                let (value, of, zero) = (self.term(term)?, self.number(*of), self.number(0));
                let remainder = self.binary(Opcode::URem, value, of);
                self.compare(IntPredicate::Eq, remainder, zero)
            }
            Condition::Test(value, wanted) => self.test(*value, *wanted)?,
            Condition::Apart(one, other) => {
                let arrays = self.place.arrays;
                return self.apart(&arrays[*one], &arrays[*other]);
            }
        };
        self.tests.push(test);
        Ok(())
    }

    /// Tests a condition of the function. A comparison that the nest computes is repeated before it.
    pub(in crate::rewrite) fn test(&mut self, value: ValueId, wanted: bool) -> Result<Operand, Unfit> {
        let model = self.model;
        let truth = if self.place.shape.is_fixed(model, value) {
            self.frozen(value)?
        } else {
            let operand = |n| model.operand(value, n).ok_or_else(|| Unfit::of(value, "is no comparison"));
            let (left, right) = (operand(0)?, operand(1)?);
            let predicate = model.predicate(value).ok_or_else(|| Unfit::of(value, "is no comparison"))?;
            let (left, right) = (self.frozen(left)?, self.frozen(right)?);
            self.compare(predicate, left, right)
        };
        let yes = self.plan.integer(self.truth, 1, i64::from(wanted));
        Ok(self.compare(IntPredicate::Eq, truth, yes))
    }

    /// Tests that each array begins at least the other's length behind it, modulo 2^64.
    pub(in crate::rewrite) fn apart(&mut self, one: &Array, other: &Array) -> Result<(), Unfit> {
        let [first, second] = [self.address(one)?, self.address(other)?];
        let [length, of_other] = [self.bytes(one)?, self.bytes(other)?];
        let ahead = self.binary(Opcode::Sub, second, first);
        let behind = self.binary(Opcode::Sub, first, second);
        for (distance, length) in [(ahead, length), (behind, of_other)] {
            let test = self.compare(IntPredicate::Uge, distance, length);
            self.tests.push(test);
        }
        Ok(())
    }

    pub(in crate::rewrite) fn address(&mut self, array: &Array) -> Result<Operand, Unfit> {
        let pointer = self.element(array.root, array.size, &array.lowest)?;
        Ok(self.create(NewKind::Cast(Opcode::PtrToInt, pointer, self.long)))
    }

    /// The length of an array in bytes, from its lowest element to behind the highest.
    pub(in crate::rewrite) fn bytes(&mut self, array: &Array) -> Result<Operand, Unfit> {
        let (last, one) = (self.extent(&array.extent())?, self.number(1 + array.further));
        let size = self.number(array.size.into());
        let elements = self.binary(Opcode::Add, last, one);
        Ok(self.binary(Opcode::Mul, elements, size))
    }

    pub(in crate::rewrite) fn element(
        &mut self,
        root: ValueId,
        size: u32,
        start: &Term,
    ) -> Result<Operand, Unfit> {
        let base = self.frozen(root)?;
        if start.as_constant() == Some(0) {
            return Ok(base);
        }
        let (elements, size) = (self.term(start)?, self.number(size.into()));
        let offset = self.binary(Opcode::Mul, elements, size);
        Ok(self.create(NewKind::Gep { base, offset, ty: self.model.type_id(root) }))
    }

    /// An integer with its width. Terms and their sums have 64 bits. The guard tests that a `trunc` removes
    /// no set bits.
    pub(in crate::rewrite) fn integer(&mut self, expression: &Expression) -> Result<(Operand, u32), Unfit> {
        match &expression.kind {
            ExpressionKind::Number(number) => {
                let parsed =
                    number.text.parse().map_err(|_| Unfit::new(format!("{} is no integer", number.text)))?;
                Ok((self.number(parsed), 64))
            }
            ExpressionKind::Variable(variable) => {
                let name = variable_name(variable).unwrap_or_default();
                if let Some(term) =
                    self.place.variables.term(&name).and_then(|id| self.accesses.term(id)).cloned()
                {
                    return Ok((self.term(&term)?, 64));
                }
                let value = self.place.variables.named(variable)?;
                let width = self.model.type_of(value).integer_width().filter(|width| *width <= 64);
                let width = width.filter(|_| self.model.has_class(value, TypeClass::Integer));
                let width = width.ok_or_else(|| Unfit::of(value, "is no integer of at most 64 bits"))?;
                Ok((self.frozen(value)?, width))
            }
            ExpressionKind::Call(name, _) if name.text == WORK => {
                let work = self.work.ok_or_else(|| Unfit::new("only a parallel loop has `work`"))?;
                Ok((work, 64))
            }
            ExpressionKind::Cast(operation, to, of) => {
                let (of, from) = self.integer(of)?;
                let to = integer_width(to)
                    .ok_or_else(|| Unfit::new(format!("`{}` is no integer type", to.text)))?;
                self.cast(&operation.text, of, (from, to))
            }
            ExpressionKind::Binary(operator, a, b) => {
                let [(a, of_a), (b, of_b)] = [self.integer(a)?, self.integer(b)?];
                let opcode = match operator.operation {
                    Operation::Add => Opcode::Add,
                    Operation::Subtract => Opcode::Sub,
                    Operation::Multiply => Opcode::Mul,
                    _ => {
                        return Err(Unfit::new(format!(
                            "`{}` cannot be computed before a nest",
                            operator.operation.text()
                        )));
                    }
                };
                if of_a != 64 || of_b != 64 {
                    return Err(Unfit::new("what is computed before a nest has 64 bits: write `sext i64`"));
                }
                Ok((self.binary(opcode, a, b), 64))
            }
            _ => Err(Unfit::new("this cannot be computed before a nest")),
        }
    }

    pub(in crate::rewrite) fn cast(
        &mut self,
        operation: &str,
        of: Operand,
        (from, to): (u32, u32),
    ) -> Result<(Operand, u32), Unfit> {
        let opcode = match operation {
            "trunc" if to < from => Opcode::Trunc,
            "sext" if to > from => Opcode::SExt,
            "zext" if to > from => Opcode::ZExt,
            _ => return Err(Unfit::new(format!("`{operation}` would go from i{from} to i{to}"))),
        };
        let ty = self.plan.scalar(self.model, Lane::Integer(to));
        let cast = self.create(NewKind::Cast(opcode, of, ty));
        if opcode == Opcode::Trunc {
            let of_from = self.plan.scalar(self.model, Lane::Integer(from));
            let back = self.create(NewKind::Cast(Opcode::SExt, cast, of_from));
            let test = self.compare(IntPredicate::Eq, back, of);
            self.tests.push(test);
        }
        Ok((cast, to))
    }

    /// Tests a comparison that the rewrite requires.
    pub(in crate::rewrite) fn comparison(&mut self, condition: &Expression) -> Result<(), Unfit> {
        let ExpressionKind::Binary(operator, a, b) = &condition.kind else {
            return Err(Unfit::new("a condition is a comparison"));
        };
        let predicate = predicate(*operator).ok_or_else(|| Unfit::new("a condition is a comparison"))?;
        if let (Some(left), Some(right)) = (self.number_of(a), self.number_of(b)) {
            return match predicate.holds(left, right) {
                true => Ok(()),
                false => {
                    let (sign, reading) = (operator.operation.text(), operator.reading.suffix());
                    Err(Unfit::new(format!("`when` asks for {left} {sign}{reading} {right}")))
                }
            };
        }
        let [(a, of_a), (b, of_b)] = [self.integer(a)?, self.integer(b)?];
        if of_a != of_b {
            return Err(Unfit::new(format!("a condition compares i{of_a} with i{of_b}: write `sext i64`")));
        }
        let test = self.compare(predicate, a, b);
        self.tests.push(test);
        Ok(())
    }

    /// Whether all tests hold.
    pub(in crate::rewrite) fn all_tests(&mut self) -> Operand {
        let tests = std::mem::take(&mut self.tests);
        let all = tests.into_iter().reduce(|all, test| self.binary(Opcode::And, all, test));
        all.unwrap_or_else(|| self.plan.integer(self.truth, 1, 1))
    }
}

fn predicate(operator: BinaryOperator) -> Option<IntPredicate> {
    let signed = operator.reading == Reading::Signed;
    Some(match operator.operation {
        Operation::Equal => IntPredicate::Eq,
        Operation::Differ => IntPredicate::Ne,
        Operation::Less if signed => IntPredicate::Slt,
        Operation::Less => IntPredicate::Ult,
        Operation::LessEqual if signed => IntPredicate::Sle,
        Operation::LessEqual => IntPredicate::Ule,
        Operation::Greater if signed => IntPredicate::Sgt,
        Operation::Greater => IntPredicate::Ugt,
        Operation::GreaterEqual if signed => IntPredicate::Sge,
        Operation::GreaterEqual => IntPredicate::Uge,
        _ => return None,
    })
}
