//! A nest that a call may replace, with all data for its guard and call.

use super::super::matched::Unfit;
use super::arrays::Array;
use super::conditions::Conditions;
use super::rest::Rest;
use super::rounds::Rounds;
use super::shape::NestShape;
use super::variables::Variables;
use analysis::accesses::Term;
use ir::{Flags, ValueId};
use lang::candl::ast::{Clauses, Extern, FirstRound, Name};
use lang::candl::pattern::tree::{Expression, ExpressionKind, Operation};
use lang::candl::rewrite::{EXTERN_TYPES, array_parameter, variable_name};

/// A nest that a call may replace.
#[derive(Clone, Debug)]
pub struct NestInstance<'a> {
    /// The function to call.
    pub callee: &'a Extern,
    /// The arguments.
    pub arguments: &'a [Expression],
    /// The comparisons that the rewrite requires.
    pub when: &'a [Expression],
    /// The control flow.
    pub shape: NestShape,
    /// The rounds of each loop.
    pub rounds: Rounds,
    /// The arrays.
    pub arrays: Vec<Array>,
    /// The conditions of the guard, without those that the rewrite states.
    pub conditions: Conditions,
    /// The result of the nest that is used behind it, with its replacement.
    pub result: Option<NestResult<'a>>,
    /// The rounds that need not run, if the loop is left early; otherwise the call replaces all rounds.
    pub skip: Option<Skip>,
    /// The effects that stay beside the call, if it does not replace all that the nest does.
    pub rest: Option<Rest>,
    /// The fast-math flags that the floating point operations share.
    pub flags: Flags,
    /// The variables of the solution.
    pub variables: Variables,
}

/// The element of an array whose address a call takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The element if all counters have their least values.
    First,
    /// The element with the lowest address.
    Lowest,
}

/// The replacement of a value: the result of the call, or its sum or product with a value that does not
/// change in the nest.
#[derive(Clone, Debug)]
pub struct NestResult<'a> {
    /// The value that the nest computes.
    pub value: ValueId,
    /// The operation and its other operand.
    pub with: Option<(Operation, &'a Expression)>,
}

/// Phis of a loop's header with the step per round, in bytes for pointers.
pub(super) type Steps = Vec<(ValueId, i64)>;

/// The rounds of a loop that a call makes redundant.
#[derive(Clone, Debug)]
pub struct Skip {
    /// The encoding of the first round in the call's result.
    pub by: FirstRound,
    /// The number of the last round, if an exit counts rounds.
    pub last: Option<Term>,
    /// The phis of the header with a constant step.
    pub steps: Steps,
    /// The other phis of the header; each holds a value of the previous round.
    pub lagging: Vec<ValueId>,
}

/// The function that a call names, and its arguments.
pub(super) fn callee_of<'a>(
    clauses: &'a Clauses,
    call: &'a Expression,
) -> Result<(&'a Extern, &'a [Expression]), Unfit> {
    let ExpressionKind::External(name, arguments) = &call.kind else {
        return Err(Unfit::new("what takes the place of a nest is a call"));
    };
    let callee = clauses.externs.iter().find(|declared| declared.name.text == name.text);
    let callee = callee.ok_or_else(|| Unfit::new(format!("no `extern` declares `{}`", name.text)))?;
    Ok((callee, arguments))
}

/// Whether an operation leads from an element to another one: `{A.first} - {A.stride[0]}`.
pub(super) fn is_distance(operation: Operation) -> bool {
    matches!(operation, Operation::Add | Operation::Subtract)
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

    /// The array whose element an argument is, or is counted from: its name, its root, and which element.
    pub fn array_of(&self, argument: &Expression) -> Option<(String, ValueId, End)> {
        let argument = match &argument.kind {
            ExpressionKind::Binary(operator, from, _) if is_distance(operator.operation) => from,
            _ => argument,
        };
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

    /// Checks that the call reads and writes only arrays that the nest reads and writes, and all that it
    /// writes.
    pub(super) fn check_effects(&self) -> Result<(), Unfit> {
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
