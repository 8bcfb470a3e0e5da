//! One solution of a nest's rewrite: shape, arrays, conditions, arguments and results, checked against each
//! other.

use super::super::matched::Unfit;
use super::arrays::{Analyses, Array, arrays};
use super::conditions::Conditions;
use super::extents::no_wrap;
use super::order::check_order;
use super::rounds::{Rounds, named_loops};
use super::shape::Shape;
use super::variables::Variables;
use crate::accesses::LoopForest;
use crate::candl::ast::{Clauses, Extern, Name, Nest};
use crate::candl::pattern::tree::{Expression, ExpressionKind, Operation};
use crate::candl::rewrite::{EXTERN_TYPES, array_parameter, variable_name};
use crate::model::{Flags, Model, Opcode, TypeClass, ValueId};

/// A nest that a call may take the place of.
#[derive(Clone, Debug)]
pub struct NestInstance<'a> {
    /// The function to call.
    pub callee: &'a Extern,
    /// What it is called with.
    pub arguments: &'a [Expression],
    /// The comparisons that the rewrite asks for.
    pub when: &'a [Expression],
    /// The control flow.
    pub shape: Shape,
    /// The rounds of each loop.
    pub rounds: Rounds,
    /// The arrays.
    pub arrays: Vec<Array>,
    /// What the guard tests, beside what the rewrite asks for.
    pub conditions: Conditions,
    /// The value of the nest that is used behind it, with what takes its place.
    pub result: Option<NestResult<'a>>,
    /// The fast-math flags that its floating point operations have in common.
    pub flags: Flags,
    /// The variables of the solution.
    pub variables: Variables,
}

/// An element of an array that a call takes the address of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The one at the least values of all counters.
    First,
    /// The one with the lowest address.
    Lowest,
}

/// What takes the place of a value: the call's result, or a sum or product of it and a value that does not
/// change in the nest.
#[derive(Clone, Debug)]
pub struct NestResult<'a> {
    /// The value, which the nest computes.
    pub value: ValueId,
    /// The operation, and the other operand.
    pub with: Option<(Operation, &'a Expression)>,
}

/// Checks a solution of a nest's rewrite.
///
/// # Errors
///
/// Why no call may take the place of the nest.
pub fn nest_instance<'a>(
    analyses: &mut Analyses<'_, '_>,
    (clauses, nest): (&'a Clauses, &'a Nest),
    variables: Variables,
) -> Result<NestInstance<'a>, Unfit> {
    let model = analyses.model;
    let loops = named_loops(analyses.accesses, nest, &variables)?;
    let shape = Shape::of(model, analyses.accesses.loops(), &loops)?;
    let flags = check_operations(model, &shape)?;
    check_last_rounds(model, analyses.accesses.loops(), &shape)?;
    let mut conditions = Conditions::default();
    let (rounds, assumed) = Rounds::of(model, analyses.accesses, &shape, &mut conditions)?;
    no_wrap(model, analyses.accesses, &rounds, &assumed, &mut conditions)?;
    for (condition, value) in &shape.tests {
        conditions.test(*condition, *value);
    }
    let (arrays, places) = arrays(analyses, (&shape, &rounds), &variables, &mut conditions)?;
    check_order(analyses, &rounds, &arrays, &places)?;
    let (call, result) = call_of(model, &shape, nest, &variables)?;
    let ExpressionKind::External(name, arguments) = &call.kind else {
        return Err(Unfit::new("what takes the place of a nest is a call"));
    };
    let callee = clauses.externs.iter().find(|declared| declared.name.text == name.text);
    let callee = callee.ok_or_else(|| Unfit::new(format!("no `extern` declares `{}`", name.text)))?;
    check_results(model, &shape, result.as_ref())?;
    let instance = NestInstance {
        callee,
        arguments,
        when: &clauses.when,
        shape,
        rounds,
        arrays,
        conditions,
        result,
        flags,
        variables,
    };
    instance.check_effects()?;
    Ok(instance)
}

/// Operations of the nest that a call cannot stand for; the fast-math flags that all others have.
fn check_operations(model: &Model, shape: &Shape) -> Result<Flags, Unfit> {
    use Opcode::{
        Add, And, Br, Call, FAdd, FDiv, FMul, FNeg, FSub, Freeze, GetElementPtr, ICmp, LShr, Load, Mul, Or,
        Phi, SExt, Shl, Store, Sub, Trunc, Xor, ZExt,
    };
    let needed = Flags::REASSOC | Flags::NNAN | Flags::NINF | Flags::NSZ;
    let mut common = Flags::FAST;
    for value in shape.instructions(model) {
        let opcode = model.opcode(value).unwrap_or(Opcode::Other);
        match opcode {
            Add | And | Br | Freeze | GetElementPtr | ICmp | LShr | Load | Mul | Or | Phi | SExt | Shl
            | Store | Sub | Trunc | Xor | ZExt => {}
            FAdd | FSub | FMul | FDiv | FNeg | Call => {
                let effects = model.effects(value);
                if opcode == Call && effects != crate::model::Effects::NONE {
                    return Err(Unfit::of(value, "is a call with effects within the nest"));
                }
                let flags = model.flags(value);
                if model.has_class(value, TypeClass::Float) && !flags.contains(needed) {
                    return Err(Unfit::of(value, format!("lacks {}", needed.lacking_in(flags))));
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

/// What a loop computes is used behind it only if rounds hand it on: anything else is that of the last round
/// alone.
fn check_last_rounds(model: &Model, forest: &LoopForest, shape: &Shape) -> Result<(), Unfit> {
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

/// The call, and the value that it gives.
fn call_of<'a>(
    model: &Model,
    shape: &Shape,
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
    let name = variable_name(root).unwrap_or_default();
    let value =
        variables.value(&name).ok_or_else(|| Unfit::new(format!("`{{{name}}}` has no value there")))?;
    Ok((call, Some(NestResult { value: inside(model, shape, value)?, with })))
}

/// The value of the nest that a phi behind it holds.
fn inside(model: &Model, shape: &Shape, value: ValueId) -> Result<ValueId, Unfit> {
    if !shape.is_fixed(model, value) {
        return Ok(value);
    }
    let sources = model.phi_sources(value);
    let edge = model.operands(value).iter().find(|edge| sources.get(edge.n as usize) == Some(&shape.latch));
    edge.map(|edge| edge.to)
        .filter(|inner| !shape.is_fixed(model, *inner))
        .ok_or_else(|| Unfit::of(value, "is no value of the nest"))
}

/// Nothing of the nest is used behind it but the result.
fn check_results(model: &Model, shape: &Shape, result: Option<&NestResult<'_>>) -> Result<(), Unfit> {
    let given = result.map(|result| result.value);
    for value in shape.blocks.iter().flat_map(|block| model.block_instructions(*block)) {
        let is_outside = |user: ValueId| shape.is_fixed(model, user);
        if given != Some(value) && model.operand_uses(value).iter().any(|edge| is_outside(edge.to)) {
            return Err(Unfit::of(value, "is used behind the nest, and the call does not give it"));
        }
    }
    Ok(())
}

impl NestInstance<'_> {
    /// The types of the callee's result and parameters, separated by blanks.
    pub fn types(&self) -> String {
        let name = |ty: &Name| match EXTERN_TYPES.iter().find(|(word, _)| *word == ty.text) {
            Some((_, name)) => *name,
            None if ty.text == "void" => "void",
            None => "ptr",
        };
        let types = [&self.callee.result].into_iter().chain(&self.callee.parameters);
        types.map(name).collect::<Vec<_>>().join(" ")
    }

    /// The array that an argument is an element of: its name and root, and which element.
    pub fn array_of(&self, argument: &Expression) -> Option<(String, ValueId, End)> {
        let ExpressionKind::Variable(variable) = &argument.kind else { return None };
        let name = variable_name(variable)?;
        let (base, field) = name.rsplit_once('.')?;
        let end = match field {
            "first" => End::First,
            "lowest" => End::Lowest,
            _ => return None,
        };
        Some((base.to_owned(), self.variables.value(base)?, end))
    }

    /// The call reads and writes the arrays that the nest reads and writes, and writes all of those.
    fn check_effects(&self) -> Result<(), Unfit> {
        let mut written: Vec<ValueId> = Vec::new();
        for (argument, ty) in self.arguments.iter().zip(&self.callee.parameters) {
            let Some(parameter) = array_parameter(&ty.text) else { continue };
            let of = self.array_of(argument);
            let (name, root, _) = of.ok_or_else(|| {
                Unfit::new(format!("an argument for `{}` is no `{{….first}}` or `{{….lowest}}`", ty.text))
            })?;
            let accesses: Vec<&Array> = self.arrays.iter().filter(|array| array.root == root).collect();
            let refused = |what: &str| {
                Err(Unfit::new(format!(
                    "`{}` may {what} `{{{name}}}`, and the nest does not",
                    self.callee.name.text
                )))
            };
            if accesses.is_empty() || (parameter.is_read && !accesses.iter().any(|array| array.is_read)) {
                return refused("read");
            }
            let is_written = accesses.iter().any(|array| array.is_written);
            if parameter.is_written && !is_written {
                return refused("write");
            }
            if !parameter.is_read && accesses.iter().any(|array| array.is_read) {
                let reason = format!("the nest reads `{{{name}}}`, and `{}` does not", self.callee.name.text);
                return Err(Unfit::new(reason));
            }
            written.extend(parameter.is_written.then_some(root));
        }
        match self.arrays.iter().find(|array| array.is_written && !written.contains(&array.root)) {
            Some(array) => Err(Unfit::of(array.access, "is a store that the call does not make")),
            None => Ok(()),
        }
    }
}
