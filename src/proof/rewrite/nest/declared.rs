//! Checks one solution of a rewrite of a nest: shape, arrays, conditions, arguments and results.

use super::super::matched::Unfit;
use super::arrays::{Accessed, Analyses, arrays};
use super::conditions::Conditions;
use super::extents::no_wrap;
use super::instance::{NestInstance, NestResult, callee_of};
use super::order::{check_order, check_updates};
use super::rest::{is_call_with_effects, is_fill, rest_of};
use super::rounds::{Counting, Rounds, named_loops};
use super::shape::NestShape;
use super::skip::skip_instance;
use super::variables::Variables;
use super::widened::check_widening;
use analysis::accesses::{LoopForest, LoopId};
use ir::{Flags, Model, Opcode, TypeClass, ValueId};
use lang::candl::ast::{Clauses, Nest};
use lang::candl::pattern::tree::{Expression, ExpressionKind, Operation};
use lang::candl::rewrite::variable_name;
use lang::candl::widening::Widening;

/// Converts a solution of a rewrite to a nest instance.
///
/// # Errors
///
/// The reason why no call may replace the nest.
pub fn nest_instance<'a>(
    analyses: &mut Analyses<'_, '_>,
    (clauses, nest, widening): (&'a Clauses, &'a Nest, &Widening),
    variables: Variables,
) -> Result<NestInstance<'a>, Unfit> {
    if let Some((exit, by)) = &nest.until {
        return skip_instance(analyses, (clauses, nest, widening), (exit, *by), variables);
    }
    let model = analyses.model;
    let named = named_loops(analyses.accesses, nest, &variables)?;
    let bounded: Vec<LoopId> = named.bounded.iter().map(|(of, _)| *of).collect();
    let shape = NestShape::of(model, analyses.accesses.loops(), &named.all, &bounded)?;
    check_calls(model, &shape)?;
    let innermost = |value: ValueId| {
        let loops = analyses.accesses.loops();
        let is_inside = |block| shape.loops.last().is_some_and(|this| loops.has_block(*this, block));
        model.block_of(value).is_some_and(is_inside)
    };
    check_operations(model, &shape, &innermost)?;
    check_last_rounds(model, analyses.accesses.loops(), &shape)?;
    if let Some(value) = variables.taken_up_in_some_rounds() {
        return Err(Unfit::new(format!("`{{{value}}}` takes something up in some rounds alone")));
    }
    let mut conditions = Conditions::default();
    let (rounds, assumed) =
        Rounds::of(model, analyses.accesses, (&shape, &named.bounded, Counting::ByOne), &mut conditions)?;
    no_wrap(model, analyses.accesses, &rounds, &assumed, &mut conditions)?;
    for (condition, value) in &shape.tests {
        conditions.test(*condition, *value);
    }
    let updating: Vec<String> = nest.updating.iter().filter_map(variable_name).collect();
    let accessed = arrays(analyses, (&shape, &rounds), (&variables, &updating), &mut conditions)?;
    let left = left_value(model, &shape, nest, &variables)?;
    let rest = rest_of(analyses, (&shape, &rounds), &accessed, left, &mut conditions)?;
    if let (Some(_), Some(skip)) = (&rest, shape.skips.first()) {
        let why = "decides whether a loop runs, and something of the nest would stay";
        return Err(Unfit::of(skip.condition, why));
    }
    let is_called = |value: ValueId| rest.as_ref().is_none_or(|rest| !rest.computed.contains(&value));
    let flags = check_operations(model, &shape, &is_called)?;
    let Accessed { arrays, places, .. } = accessed;
    match updating.is_empty() {
        true => check_order(analyses, &rounds.downward().collect::<Vec<_>>(), (&arrays, &places))?,
        false => check_updates(analyses, (&shape, &rounds, &named.downward), (&arrays, &places), &rest)?,
    }
    let (call, result) = call_of(model, &shape, nest, &variables)?;
    let (callee, arguments) = callee_of(clauses, call)?;
    check_results(model, &shape, result.as_ref())?;
    if let (Some(result), Some(_)) = (&result, &rest) {
        return Err(Unfit::of(result.value, "is the value of a nest of which something would stay"));
    }
    let instance = NestInstance {
        callee,
        arguments,
        when: &clauses.when,
        shape,
        rounds,
        arrays,
        conditions,
        result,
        skip: None,
        rest,
        flags,
        variables,
    };
    instance.check_effects()?;
    let stays = |value: &ValueId| instance.rest.as_ref().is_some_and(|rest| rest.computed.contains(value));
    let places = places.into_iter().filter(|(access, _)| !stays(access)).collect();
    let given: Vec<ValueId> = instance.result.iter().map(|result| result.value).collect();
    check_widening(model, (&instance, &places), widening, &given)?;
    Ok(instance)
}

/// Rejects calls with effects, other than fills of rows, which may stay beside the call.
fn check_calls(model: &Model, shape: &NestShape) -> Result<(), Unfit> {
    let is_obstacle = |value: &ValueId| is_call_with_effects(model, *value) && !is_fill(model, *value);
    match shape.instructions(model).find(is_obstacle) {
        Some(call) => Err(Unfit::of(call, "is a call with effects within the nest")),
        None => Ok(()),
    }
}

/// Rejects operations that a call cannot replace, of those that it is to replace; returns the fast-math flags
/// that they share.
fn check_operations(
    model: &Model,
    shape: &NestShape,
    is_replaced: &dyn Fn(ValueId) -> bool,
) -> Result<Flags, Unfit> {
    use Opcode::{
        Add, And, Br, Call, FAdd, FDiv, FMul, FNeg, FSub, Freeze, GetElementPtr, ICmp, LShr, Load, Mul, Or,
        Phi, SExt, Shl, Store, Sub, Trunc, Xor, ZExt,
    };
    let needed = Flags::REASSOC | Flags::NNAN | Flags::NINF | Flags::NSZ;
    let mut common = Flags::FAST;
    for value in shape.instructions(model).filter(|value| is_replaced(*value)) {
        let opcode = model.opcode(value).unwrap_or(Opcode::Other);
        match opcode {
            Add | And | Br | Freeze | GetElementPtr | ICmp | LShr | Load | Mul | Or | Phi | SExt | Shl
            | Store | Sub | Trunc | Xor | ZExt => {}
            FAdd | FSub | FMul | FDiv | FNeg | Call => {
                let flags = model.flags(value);
                if model.has_class(value, TypeClass::Float) && !flags.contains(needed) {
                    let lacking = needed.lacking_in(flags);
                    return Err(Unfit::of(value, format!("lacks {lacking}, which come with -ffast-math")));
                }
                common = common & flags;
            }
            _ => {
                return Err(Unfit::of(
                    value,
                    format!("is a `{}`, which no nest to be replaced has", opcode.name()),
                ));
            }
        }
    }
    Ok(common)
}

/// Checks that a value of a loop is used behind the loop only if phis carry it from round to round. Any other
/// value is that of the last round alone.
fn check_last_rounds(model: &Model, forest: &LoopForest, shape: &NestShape) -> Result<(), Unfit> {
    for value in shape.instructions(model) {
        let Some(this) = model.block_of(value).and_then(|block| forest.around(block)) else { continue };
        let leaves = |user: ValueId| model.block_of(user).is_some_and(|block| !forest.has_block(this, block));
        let header = forest.get(this).header;
        let hands_on =
            |user: ValueId| model.opcode(user) == Some(Opcode::Phi) && model.block_of(user) == Some(header);
        let uses = model.operand_uses(value);
        let is_last = uses.iter().any(|edge| leaves(edge.to) && !shape.is_fixed(model, edge.to));
        if is_last && !uses.iter().any(|edge| hands_on(edge.to)) {
            return Err(Unfit::of(value, "is used behind a loop of the nest as it is in the last round"));
        }
    }
    Ok(())
}

/// The call, and the result of the nest.
fn call_of<'a>(
    model: &Model,
    shape: &NestShape,
    nest: &'a Nest,
    variables: &Variables,
) -> Result<(&'a Expression, Option<NestResult<'a>>), Unfit> {
    let (root, expression) = match (&nest.call, nest.results.as_slice()) {
        (Some(call), []) => return Ok((call, None)),
        (None, [(root, expression)]) => (root, expression),
        _ => return Err(Unfit::new("a nest gives one value at most")),
    };
    let is_call = |e: &Expression| matches!(e.kind, ExpressionKind::External(..));
    let (call, with) = match &expression.kind {
        ExpressionKind::External(..) => (expression, None),
        ExpressionKind::Binary(operator, a, b) if is_call(b) => (&**b, Some((operator.operation, &**a))),
        ExpressionKind::Binary(operator, a, b) if is_call(a) => (&**a, Some((operator.operation, &**b))),
        _ => {
            return Err(Unfit::new(
                "a value of a nest is a call, or the sum or product of one and another value",
            ));
        }
    };
    if !matches!(with, None | Some((Operation::Add | Operation::Multiply, _))) {
        return Err(Unfit::new(
            "a value of a nest is a call, or the sum or product of one and another value",
        ));
    }
    let value = variables.named(root)?;
    Ok((call, Some(NestResult { value: inside(model, shape, value)?, with })))
}

/// The value that the call leaves in an array, and what is to be added to it: for a reduction, its value
/// behind its loop and the one it starts with.
fn left_value(
    model: &Model,
    shape: &NestShape,
    nest: &Nest,
    variables: &Variables,
) -> Result<Option<(ValueId, Option<ValueId>)>, Unfit> {
    let Some((variable, array)) = &nest.leaving else { return Ok(None) };
    let name = variable_name(variable).unwrap_or_default();
    let array = variable_name(array).unwrap_or_default();
    let takes = |argument: &Expression| match &argument.kind {
        ExpressionKind::Variable(of) => {
            variable_name(of).is_some_and(|of| of.strip_suffix(".first") == Some(&*array))
        }
        _ => false,
    };
    let is_taken = nest.call.as_ref().is_some_and(|call| match &call.kind {
        ExpressionKind::External(_, arguments) => arguments.iter().any(takes),
        _ => false,
    });
    if !is_taken {
        return Err(Unfit::new(format!("the call does not take `{{{array}.first}}`")));
    }
    let found = match variables.value(&format!("{name}.out")) {
        Some(out) => (out, variables.value(&format!("{name}.init"))),
        None => (variables.named(variable)?, None),
    };
    match shape.is_fixed(model, found.0) {
        true => Err(Unfit::of(found.0, "is no value of the nest")),
        false => Ok(Some(found)),
    }
}

/// The value of the nest that a phi behind the nest forwards.
fn inside(model: &Model, shape: &NestShape, value: ValueId) -> Result<ValueId, Unfit> {
    if !shape.is_fixed(model, value) {
        return Ok(value);
    }
    let sources = model.phi_sources(value);
    let edge = model.operands(value).iter().find(|edge| sources.get(edge.n as usize) == Some(&shape.latch));
    edge.map(|edge| edge.to)
        .filter(|inner| !shape.is_fixed(model, *inner))
        .ok_or_else(|| Unfit::of(value, "is no value of the nest"))
}

/// Checks that only the result of the nest is used behind it.
fn check_results(model: &Model, shape: &NestShape, result: Option<&NestResult<'_>>) -> Result<(), Unfit> {
    let given = result.map(|result| result.value);
    for value in shape.blocks.iter().flat_map(|block| model.block_instructions(*block)) {
        let is_outside = |user: ValueId| shape.is_fixed(model, user);
        if given != Some(value) && model.operand_uses(value).iter().any(|edge| is_outside(edge.to)) {
            return Err(Unfit::of(value, "is used behind the nest, and the call does not give it"));
        }
    }
    Ok(())
}
