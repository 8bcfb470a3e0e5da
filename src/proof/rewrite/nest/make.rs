//! Makes the guard's conditions and the call's arguments, as new instructions before the nest.
//!
//! The guard's instructions are in `guard.rs`, floating-point arguments in `floats.rs`.

mod floats;
mod guard;

pub(in crate::rewrite) use guard::{GuardMaker, GuardPlace};

use super::super::matched::Unfit;
use super::super::template::constant;
use super::arrays::Array;
use super::instance::{End, NestInstance};
use analysis::accesses::{Accesses, Term};
use ir::{
    ArgumentMemory, EditPlan, Flags, FloatKind, GuardedCall, GuardedResult, Lane, LeftInMemory, Model,
    NewKind, Opcode, Operand, RestOfNest, RoundResult, SkippedRounds, TypeClass, TypeId,
};
use lang::candl::ast::{FirstRound, Name};
use lang::candl::pattern::tree::{Expression, ExpressionKind, Operation};
use lang::candl::rewrite::{EXTERN_TYPES, POINTER, array_parameter};

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
    let place = GuardPlace {
        shape: &instance.shape,
        rounds: &instance.rounds,
        arrays: &instance.arrays,
        variables: &instance.variables,
    };
    let mut maker = CallMaker { guard: GuardMaker::new(model, accesses, place, plan), instance };
    // The rewrite's own conditions mostly compare the number of rounds with a minimum. They come first, so
    // that short loops skip the other tests.
    for condition in instance.when {
        maker.guard.comparison(condition)?;
    }
    for condition in &instance.conditions.all {
        maker.guard.condition(condition)?;
    }
    let parameters = &instance.callee.parameters;
    let mut args = Vec::new();
    for (argument, ty) in instance.arguments.iter().zip(parameters) {
        args.push(maker.argument(argument, ty)?);
    }
    let ty = maker.result_type(&instance.callee.result)?;
    let result = maker.result(ty)?;
    let skipped = maker.skipped(&args)?;
    let tests = maker.guard.tests.len();
    let condition = maker.guard.all_tests();
    let first = |block: &ir::BlockId| model.block_first(*block);
    maker.guard.plan.guarded.push(GuardedCall {
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
    guard: GuardMaker<'a, 'm>,
    instance: &'a NestInstance<'a>,
}

impl<'a> CallMaker<'a, '_> {
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
            let accessed = match self.guard.model.opcode(array.access) {
                Some(Opcode::Store) => self.guard.model.operand(array.access, 0).unwrap_or(array.access),
                _ => array.access,
            };
            let ty = &self.guard.model.type_of(accessed).name;
            if ty != element {
                return Err(Unfit::of(
                    array.access,
                    format!("accesses {ty}, and `{}` takes {element}", instance.callee.name.text),
                ));
            }
        }
        let start = if end == End::First { &array.start } else { &array.lowest };
        let base = self.guard.element(root, array.size, start)?;
        let ExpressionKind::Binary(operator, _, elements) = &argument.kind else { return Ok(base) };
        let (elements, width) = self.guard.integer(elements)?;
        if width != 64 {
            return Err(Unfit::new("a distance of elements has 64 bits: write `sext i64`"));
        }
        let bytes = i64::from(array.size) * if operator.operation == Operation::Add { 1 } else { -1 };
        let bytes = self.guard.number(bytes);
        let offset = self.guard.binary(Opcode::Mul, elements, bytes);
        Ok(self.guard.create(NewKind::Gep { base, offset, ty: self.guard.model.type_id(root) }))
    }

    /// The nest's array whose element an argument is, and which element.
    fn accessed(&self, argument: &Expression) -> Result<(&'a Array, End), Unfit> {
        let instance = self.instance;
        let (name, root, end) =
            instance.array_of(argument).ok_or_else(|| Unfit::new("an argument is no array"))?;
        let term = |field: &str| {
            instance.variables.term(&format!("{name}.{field}")).and_then(|id| self.guard.accesses.term(id))
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
        let all: Vec<&Array> = instance.arrays.iter().filter(is_it).collect();
        let begins = |all: &[&'a Array]| {
            let first = *all.first()?;
            let is_same = |other: &&Array| (&other.start, &other.lowest) == (&first.start, &first.lowest);
            all.iter().all(is_same).then_some(first)
        };
        if all.is_empty() {
            return Err(Unfit::new(format!("`{{{name}}}` is loaded in an earlier round")));
        }
        // Loops of different bounds begin at different elements: what is written is the array.
        let written: Vec<&Array> = all.iter().copied().filter(|array| array.is_written).collect();
        let array = begins(&all).or_else(|| begins(&written));
        let array = array.ok_or_else(|| Unfit::new(format!("`{{{name}}}` begins at several elements")))?;
        Ok((array, end))
    }

    /// An integer argument of the given type.
    fn integer_of(&mut self, argument: &Expression, ty: &str) -> Result<Operand, Unfit> {
        let width: Option<u32> = ty.strip_prefix('i').and_then(|width| width.parse().ok());
        let width = width.ok_or_else(|| Unfit::new(format!("`{ty}` is no type of an argument")))?;
        if let ExpressionKind::Number(number) = &argument.kind {
            let known = constant(&number.text, Lane::Integer(width));
            let known = known.ok_or_else(|| Unfit::new(format!("{} is no {ty}", number.text)))?;
            let id = self.guard.plan.scalar(self.guard.model, Lane::Integer(width));
            return Ok(self.guard.plan.constant(id, known));
        }
        let (operand, is) = self.guard.integer(argument)?;
        if is != width {
            let name = &self.instance.callee.name.text;
            return Err(Unfit::new(format!(
                "`{name}` takes {ty}, and an argument is i{is}: write `trunc` or `sext`"
            )));
        }
        Ok(operand)
    }

    fn result_type(&mut self, name: &Name) -> Result<Option<TypeId>, Unfit> {
        if name.text == "void" {
            return Ok(None);
        }
        if let (POINTER, Some(array)) = (name.text.as_str(), self.instance.arrays.first()) {
            return Ok(Some(self.guard.model.type_id(array.root)));
        }
        let ty = EXTERN_TYPES.iter().find(|(word, _)| *word == name.text).map(|(_, name)| *name);
        let lane = ty.and_then(|ty| match FloatKind::from_name(ty) {
            Some(kind) => Some(Lane::Float(kind)),
            None => Some(Lane::Integer(ty.strip_prefix('i')?.parse().ok()?)),
        });
        let lane = lane.ok_or_else(|| Unfit::new(format!("`{}` is no type of a result", name.text)))?;
        Ok(Some(self.guard.plan.scalar(self.guard.model, lane)))
    }

    fn result(&mut self, ty: Option<TypeId>) -> Result<Option<GuardedResult>, Unfit> {
        let Some(result) = &self.instance.result else { return Ok(None) };
        let (value, callee) = (result.value, &self.instance.callee.name.text);
        let is = self.guard.model.type_id(value);
        if ty != Some(is) {
            return Err(Unfit::of(
                value,
                format!("is {}, and `{callee}` gives another type", self.guard.model.type_of(value).name),
            ));
        }
        let Some((operation, other)) = result.with else {
            return Ok(Some(GuardedResult { value, with: None }));
        };
        let model = self.guard.model;
        let is_sum = operation == Operation::Add;
        let float = model.type_of(value).float_kind().filter(|_| model.has_class(value, TypeClass::Float));
        if let Some(kind) = float {
            let other = self.float(other, kind)?;
            let opcode = if is_sum { Opcode::FAdd } else { Opcode::FMul };
            let flags = Flags(self.instance.flags.0 & !(Flags::NNAN | Flags::NINF).0);
            return Ok(Some(GuardedResult { value, with: Some((opcode, other, flags)) }));
        }
        let width = model.type_of(value).integer_width();
        let width =
            width.ok_or_else(|| Unfit::of(value, "is no number, and is computed from the call's result"))?;
        let (other, is) = self.guard.integer(other)?;
        if is != width {
            return Err(Unfit::of(value, format!("is i{width}, and is computed from a value of i{is}")));
        }
        // Integers wrap around, whatever the loop's own sums may do.
        let opcode = if is_sum { Opcode::Add } else { Opcode::Mul };
        Ok(Some(GuardedResult { value, with: Some((opcode, other, Flags::NONE)) }))
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
        let last = skip.last.as_ref().map(|last| self.guard.term(last)).transpose()?;
        Ok(Some(SkippedRounds { from, last, steps: skip.steps.clone(), lagging: skip.lagging.clone() }))
    }
}
