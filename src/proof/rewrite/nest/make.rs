//! Makes the guard's conditions and the call's arguments, as new instructions before the nest.
//!
//! Values that may be undef or poison are frozen once, for guard and call alike. Integers have 64 bits and no
//! flags; if a product does not fit, a range condition of the same guard fails. Floating-point arguments are in
//! `floats.rs`.

mod floats;

use super::super::matched::Unfit;
use super::super::template::constant;
use super::arrays::Array;
use super::conditions::{Condition, Extent};
use super::instance::{End, NestInstance};
use analysis::accesses::{Accesses, Symbol, Term};
use ir::{
    ArgumentMemory, EditPlan, Flags, FloatKind, GuardedCall, GuardedResult, IntPredicate, Lane, LeftInMemory,
    Model, NewInstruction, NewKind, Opcode, Operand, RestOfNest, RoundResult, SkippedRounds, TypeClass,
    TypeId, ValueId,
};
use lang::candl::ast::{FirstRound, Name};
use lang::candl::pattern::tree::{BinaryOperator, Expression, ExpressionKind, Operation, Reading};
use lang::candl::rewrite::{EXTERN_TYPES, POINTER, array_parameter, integer_width, variable_name};
use smallvec::smallvec;

/// Adds the call to a plan, with its guard. Returns the number of the guard's tests.
///
/// # Errors
///
/// The argument that cannot be computed before the nest, or whose type differs from the parameter's.
pub fn add_nest_to_plan(
    model: &Model,
    accesses: &mut Accesses<'_>,
    instance: &NestInstance<'_>,
    plan: &mut EditPlan,
) -> Result<usize, Unfit> {
    let long = plan.scalar(model, Lane::Integer(64));
    let truth = plan.scalar(model, Lane::Integer(1));
    let mut maker = CallMaker {
        model,
        accesses,
        instance,
        plan,
        long,
        truth,
        frozen: Vec::new(),
        known: Vec::new(),
        tests: Vec::new(),
    };
    // The rewrite's own conditions mostly compare the number of rounds with a minimum. They come first, so
    // that short loops skip the other tests.
    for condition in instance.when {
        maker.comparison(condition)?;
    }
    for condition in &instance.conditions.all {
        maker.condition(condition)?;
    }
    let parameters = &instance.callee.parameters;
    let mut args = Vec::new();
    for (argument, ty) in instance.arguments.iter().zip(parameters) {
        args.push(maker.argument(argument, ty)?);
    }
    let ty = maker.result_type(&instance.callee.result)?;
    let result = maker.result(ty)?;
    let skipped = maker.skipped(&args)?;
    let tests = maker.tests.len();
    let condition = maker.all_tests();
    let first = |block: &ir::BlockId| model.block_first(*block);
    plan.guarded.push(GuardedCall {
        entry: instance.shape.entry,
        header: instance.shape.header,
        latch: instance.shape.latch,
        blocks: instance.shape.blocks.iter().map(first).collect(),
        condition,
        name: instance.callee.name.text.clone(),
        args,
        ty,
        result,
        skipped,
        rest: instance.rest.as_ref().map(|rest| RestOfNest {
            replaced: rest.replaced.iter().map(first).collect(),
            entry: rest.entry,
            exit: model.block_first(rest.exit),
            before: rest.before.clone(),
            behind: rest.behind.clone(),
            later: rest.later.iter().map(first).collect(),
            left: rest.left.map(|left| LeftInMemory {
                value: left.value,
                plus: left.plus,
                store: left.store,
                flags: Flags(instance.flags.0 & !(Flags::NNAN | Flags::NINF).0),
            }),
        }),
    });
    Ok(tests)
}

struct CallMaker<'a, 'm> {
    model: &'a Model,
    accesses: &'a mut Accesses<'m>,
    instance: &'a NestInstance<'a>,
    plan: &'a mut EditPlan,
    /// The type `i64`.
    long: TypeId,
    truth: TypeId,
    /// Values of the function with their frozen copies before the nest.
    frozen: Vec<(ValueId, Operand)>,
    /// Terms with their values before the nest.
    known: Vec<(Term, Operand)>,
    /// Truth values that must all hold.
    tests: Vec<Operand>,
}

impl<'a> CallMaker<'a, '_> {
    fn create(&mut self, kind: NewKind) -> Operand {
        let (before, location_of) = (self.instance.shape.entry, smallvec![self.instance.shape.latch]);
        self.plan.create(NewInstruction { kind, flags: Flags::NONE, before, location_of, name: "" })
    }

    fn number(&mut self, number: i64) -> Operand {
        self.plan.integer(self.long, 64, number)
    }

    fn binary(&mut self, opcode: Opcode, a: Operand, b: Operand) -> Operand {
        self.create(NewKind::Binary(opcode, a, b))
    }

    fn compare(&mut self, predicate: IntPredicate, a: Operand, b: Operand) -> Operand {
        self.create(NewKind::Compare(predicate, a, b, self.truth))
    }

    /// The frozen copy of a value, the same at each use.
    fn frozen(&mut self, value: ValueId) -> Result<Operand, Unfit> {
        if let Some((_, known)) = self.frozen.iter().find(|(known, _)| *known == value) {
            return Ok(*known);
        }
        let model = self.model;
        if !self.instance.shape.is_fixed(model, value) {
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
    fn number_of(&self, expression: &Expression) -> Option<i64> {
        match &expression.kind {
            ExpressionKind::Number(number) => number.text.parse().ok(),
            ExpressionKind::Variable(variable) => {
                let term = self.instance.variables.term(&variable_name(variable)?)?;
                self.accesses.term(term)?.as_constant()
            }
            _ => None,
        }
    }

    /// An integer sign-extended to 64 bits, or an address.
    fn long(&mut self, value: ValueId) -> Result<Operand, Unfit> {
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

    fn term(&mut self, term: &Term) -> Result<Operand, Unfit> {
        if let Some((_, known)) = self.known.iter().find(|(known, _)| known == term) {
            return Ok(*known);
        }
        let made = self.sum(term)?;
        self.known.push((term.clone(), made));
        Ok(made)
    }

    fn sum(&mut self, term: &Term) -> Result<Operand, Unfit> {
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

    /// The largest value of an extent.
    fn extent(&mut self, extent: &Extent) -> Result<Operand, Unfit> {
        let mut sum = self.term(&extent.start)?;
        for (of, stride) in &extent.strides {
            let stride = self.term(stride)?;
            let count = self.term(&self.instance.rounds.count(*of))?;
            let less = self.number(-1);
            let rounds = self.binary(Opcode::Add, count, less);
            let product = self.binary(Opcode::Mul, stride, rounds);
            sum = self.binary(Opcode::Add, sum, product);
        }
        Ok(sum)
    }

    /// Tests by one comparison that a value lies between two numbers.
    fn between(&mut self, value: Operand, least: i64, most: i64) -> Operand {
        let (from, room) = (self.number(least.wrapping_neg()), self.number(most.wrapping_sub(least)));
        let distance = self.binary(Opcode::Add, value, from);
        self.compare(IntPredicate::Ule, distance, room)
    }

    fn condition(&mut self, condition: &Condition) -> Result<(), Unfit> {
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
            Condition::Test(value, wanted) => self.test(*value, *wanted)?,
            Condition::Apart(one, other) => {
                let instance = self.instance;
                return self.apart(&instance.arrays[*one], &instance.arrays[*other]);
            }
        };
        self.tests.push(test);
        Ok(())
    }

    /// Tests a condition of the function. A comparison that the nest computes is repeated before it.
    fn test(&mut self, value: ValueId, wanted: bool) -> Result<Operand, Unfit> {
        let model = self.model;
        let truth = if self.instance.shape.is_fixed(model, value) {
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
    fn apart(&mut self, one: &Array, other: &Array) -> Result<(), Unfit> {
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

    fn address(&mut self, array: &Array) -> Result<Operand, Unfit> {
        let pointer = self.element(array.root, array.size, &array.lowest)?;
        Ok(self.create(NewKind::Cast(Opcode::PtrToInt, pointer, self.long)))
    }

    /// The length of an array in bytes, from its lowest element to behind the highest.
    fn bytes(&mut self, array: &Array) -> Result<Operand, Unfit> {
        let (last, one, size) =
            (self.extent(&array.extent())?, self.number(1), self.number(array.size.into()));
        let elements = self.binary(Opcode::Add, last, one);
        Ok(self.binary(Opcode::Mul, elements, size))
    }

    fn element(&mut self, root: ValueId, size: u32, start: &Term) -> Result<Operand, Unfit> {
        let base = self.frozen(root)?;
        if start.as_constant() == Some(0) {
            return Ok(base);
        }
        let (elements, size) = (self.term(start)?, self.number(size.into()));
        let offset = self.binary(Opcode::Mul, elements, size);
        Ok(self.create(NewKind::Gep { base, offset, ty: self.model.type_id(root) }))
    }

    fn argument(&mut self, argument: &Expression, ty: &Name) -> Result<(Operand, ArgumentMemory), Unfit> {
        if let Some(parameter) = array_parameter(&ty.text) {
            let memory = ArgumentMemory { reads: parameter.is_read, writes: parameter.is_written };
            return Ok((self.array(argument, parameter.element)?, memory));
        }
        let name =
            EXTERN_TYPES.iter().find(|(word, _)| *word == ty.text).map_or(ty.text.as_str(), |(_, name)| name);
        let operand = match FloatKind::from_name(name) {
            Some(kind) => self.float(argument, kind)?,
            None => self.integer_of(argument, name)?,
        };
        Ok((operand, ArgumentMemory::default()))
    }

    /// The address of an array's first or lowest element. All accesses to the array must have the parameter's
    /// element type.
    fn array(&mut self, argument: &Expression, element: &str) -> Result<Operand, Unfit> {
        let (array, end) = self.accessed(argument)?;
        let (root, instance) = (array.root, self.instance);
        for array in instance.arrays.iter().filter(|array| array.root == root) {
            let accessed = match self.model.opcode(array.access) {
                Some(Opcode::Store) => self.model.operand(array.access, 0).unwrap_or(array.access),
                _ => array.access,
            };
            let ty = &self.model.type_of(accessed).name;
            if ty != element {
                return Err(Unfit::of(
                    array.access,
                    format!("accesses {ty}, and `{}` takes {element}", instance.callee.name.text),
                ));
            }
        }
        let start = if end == End::First { &array.start } else { &array.lowest };
        self.element(root, array.size, start)
    }

    /// The nest's array whose element an argument is, and which element.
    fn accessed(&self, argument: &Expression) -> Result<(&'a Array, End), Unfit> {
        let instance = self.instance;
        let (name, root, end) =
            instance.array_of(argument).ok_or_else(|| Unfit::new("an argument is no array"))?;
        let term = |field: &str| {
            instance.variables.term(&format!("{name}.{field}")).and_then(|id| self.accesses.term(id))
        };
        let size = term("size").and_then(Term::as_constant).and_then(|size| u32::try_from(size).ok());
        let (Some(origin), Some(size)) = (term("origin"), size) else {
            return Err(Unfit::new(format!("`{{{name}}}` is no array of a pattern")));
        };
        let is_stride =
            |stride: &Term| (0..).map_while(|k| term(&format!("stride[{k}]"))).any(|known| known == stride);
        let is_it = |array: &&Array| {
            (array.root, array.size, &array.origin) == (root, size, origin)
                && array
                    .strides
                    .iter()
                    .all(|(of, stride)| instance.shape.loops.contains(of) && is_stride(stride))
        };
        let array = instance.arrays.iter().find(is_it);
        let array = array.ok_or_else(|| Unfit::new(format!("`{{{name}}}` is loaded in an earlier round")))?;
        Ok((array, end))
    }

    /// An integer argument of the given type.
    fn integer_of(&mut self, argument: &Expression, ty: &str) -> Result<Operand, Unfit> {
        let width: Option<u32> = ty.strip_prefix('i').and_then(|width| width.parse().ok());
        let width = width.ok_or_else(|| Unfit::new(format!("`{ty}` is no type of an argument")))?;
        if let ExpressionKind::Number(number) = &argument.kind {
            let known = constant(&number.text, Lane::Integer(width));
            let known = known.ok_or_else(|| Unfit::new(format!("{} is no {ty}", number.text)))?;
            let id = self.plan.scalar(self.model, Lane::Integer(width));
            return Ok(self.plan.constant(id, known));
        }
        let (operand, is) = self.integer(argument)?;
        if is != width {
            let name = &self.instance.callee.name.text;
            return Err(Unfit::new(format!(
                "`{name}` takes {ty}, and an argument is i{is}: write `trunc` or `sext`"
            )));
        }
        Ok(operand)
    }

    /// An integer with its width. Terms and their sums have 64 bits. The guard tests that a `trunc` removes
    /// no set bits.
    fn integer(&mut self, expression: &Expression) -> Result<(Operand, u32), Unfit> {
        match &expression.kind {
            ExpressionKind::Number(number) => {
                let parsed =
                    number.text.parse().map_err(|_| Unfit::new(format!("{} is no integer", number.text)))?;
                Ok((self.number(parsed), 64))
            }
            ExpressionKind::Variable(variable) => {
                let name = variable_name(variable).unwrap_or_default();
                if let Some(term) =
                    self.instance.variables.term(&name).and_then(|id| self.accesses.term(id)).cloned()
                {
                    return Ok((self.term(&term)?, 64));
                }
                let value = self.instance.variables.named(variable)?;
                let width = self.model.type_of(value).integer_width().filter(|width| *width <= 64);
                let width = width.filter(|_| self.model.has_class(value, TypeClass::Integer));
                let width = width.ok_or_else(|| Unfit::of(value, "is no integer of at most 64 bits"))?;
                Ok((self.frozen(value)?, width))
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

    fn cast(
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
    fn comparison(&mut self, condition: &Expression) -> Result<(), Unfit> {
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

    fn result_type(&mut self, name: &Name) -> Result<Option<TypeId>, Unfit> {
        if name.text == "void" {
            return Ok(None);
        }
        if let (POINTER, Some(array)) = (name.text.as_str(), self.instance.arrays.first()) {
            return Ok(Some(self.model.type_id(array.root)));
        }
        let ty = EXTERN_TYPES.iter().find(|(word, _)| *word == name.text).map(|(_, name)| *name);
        let lane = ty.and_then(|ty| match FloatKind::from_name(ty) {
            Some(kind) => Some(Lane::Float(kind)),
            None => Some(Lane::Integer(ty.strip_prefix('i')?.parse().ok()?)),
        });
        let lane = lane.ok_or_else(|| Unfit::new(format!("`{}` is no type of a result", name.text)))?;
        Ok(Some(self.plan.scalar(self.model, lane)))
    }

    fn result(&mut self, ty: Option<TypeId>) -> Result<Option<GuardedResult>, Unfit> {
        let Some(result) = &self.instance.result else { return Ok(None) };
        let (value, callee) = (result.value, &self.instance.callee.name.text);
        let is = self.model.type_id(value);
        if ty != Some(is) {
            return Err(Unfit::of(
                value,
                format!("is {}, and `{callee}` gives another type", self.model.type_of(value).name),
            ));
        }
        let Some((operation, other)) = result.with else {
            return Ok(Some(GuardedResult { value, with: None }));
        };
        let kind =
            self.model.type_of(value).float_kind().filter(|_| self.model.has_class(value, TypeClass::Float));
        let kind = kind.ok_or_else(|| {
            Unfit::of(value, "is no floating point number, and is computed from the call's result")
        })?;
        let opcode = if operation == Operation::Add { Opcode::FAdd } else { Opcode::FMul };
        let other = self.float(other, kind)?;
        let flags = Flags(self.instance.flags.0 & !(Flags::NNAN | Flags::NINF).0);
        Ok(Some(GuardedResult { value, with: Some((opcode, other, flags)) }))
    }

    /// The first round to run, if the loop is left early.
    fn skipped(&mut self, args: &[(Operand, ArgumentMemory)]) -> Result<Option<SkippedRounds>, Unfit> {
        let Some(skip) = &self.instance.skip else { return Ok(None) };
        let (instance, callee) = (self.instance, self.instance.callee);
        let first = args.iter().zip(instance.arguments).find_map(|((operand, _), argument)| {
            let (array, _) = self.accessed(argument).ok()?;
            let [(_, stride)] = array.strides.as_slice() else { return None };
            let bytes = stride.as_constant()?.checked_mul(array.size.into())?;
            Some((*operand, u32::try_from(bytes).ok()?))
        });
        let from = match (skip.by, callee.result.text.as_str(), first) {
            (FirstRound::LastUnless, POINTER, _) => {
                return Err(Unfit::new(format!("`{}` gives no number", callee.name.text)));
            }
            (FirstRound::LastUnless, ..) => RoundResult::LastUnless,
            (FirstRound::Given, POINTER, Some((first, size))) => RoundResult::Element { first, size },
            (FirstRound::Given, POINTER, None) => {
                let why = "takes no array that the loop goes through by a number of elements";
                return Err(Unfit::new(format!("`{}` {why}", callee.name.text)));
            }
            (FirstRound::Given, ..) => RoundResult::Number,
        };
        let last = skip.last.as_ref().map(|last| self.term(last)).transpose()?;
        Ok(Some(SkippedRounds { from, last, steps: skip.steps.clone(), lagging: skip.lagging.clone() }))
    }

    /// Whether all tests hold.
    fn all_tests(&mut self) -> Operand {
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
