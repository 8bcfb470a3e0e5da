//! The safety rule: every variable is bound, or a diagnostic says which is not and where.
//!
//! ```text
//! Constraint Bad ( opcode{x} = phi ∧ ({y} = {x}.args[0] ∨ opcode{x} = add) ) End
//!   =>  E0501: variable `y` is not bound; the disjunct `opcode{x} = add` leaves it free
//! ```

use super::core::{InstanceId, Program};
use super::diagnostic::{Code, Diagnostic};
use super::lower::{LowerError, Lowered, Relations, lower};
use crate::solver::{Cause, Compiled, Rejected, Relation, Unbound};

/// An instance made ready to be searched for.
#[derive(Debug)]
pub struct Ready<R> {
    /// What the solver runs.
    pub compiled: Compiled<R>,
    /// The names and places of its variables and constraints.
    pub lowered: Lowered<R>,
}

/// Lowers an instance, checks that its variables are bound, and plans the search.
///
/// # Errors
///
/// One diagnostic per unbound variable, or the one reason why it cannot be lowered.
pub fn prepare<R: Relation>(
    program: &Program,
    root: InstanceId,
    relations: &Relations<'_, R>,
) -> Result<Ready<R>, Vec<Diagnostic>> {
    let lowered = lower(program, root, relations).map_err(|error| vec![refused(program, root, &error)])?;
    match Compiled::new(lowered.problem.clone()) {
        Ok(compiled) => Ok(Ready { compiled, lowered }),
        Err(Rejected::TooDeep) => {
            let span = program.instance(root).span;
            Err(vec![Diagnostic::new(Code::ExpansionTooLarge, span, "includes are nested too deep")])
        }
        Err(Rejected::Unbound(unbound)) => {
            Err(unbound.iter().map(|unbound| describe(program, root, &lowered, unbound)).collect())
        }
    }
}

fn refused(program: &Program, root: InstanceId, error: &LowerError) -> Diagnostic {
    match *error {
        LowerError::TooManyNames(id) => {
            let message = format!("`{}` expands to too many variables", program.instance(id));
            Diagnostic::new(Code::ExpansionTooLarge, program.instance(root).span, message)
        }
        LowerError::JoinedFamilies(span) => {
            let message = "this include makes one family of two that one collect gathers side by side";
            Diagnostic::new(Code::JoinedFamilies, span, message)
        }
        LowerError::UnknownRelation(span) => {
            Diagnostic::new(Code::UnknownConstraint, span, "the model does not know this constraint")
        }
    }
}

fn describe<R>(program: &Program, root: InstanceId, lowered: &Lowered<R>, unbound: &Unbound) -> Diagnostic {
    let definition = &lowered.problem.definitions[unbound.definition.index()];
    let name = &definition.variables[unbound.variable.index()];
    let within = match unbound.definition == lowered.problem.root {
        true => String::new(),
        false => format!(" of `{}`", definition.name),
    };
    let message = format!("variable `{name}`{within} is not bound");
    let at = |origin| Diagnostic::new(Code::UnboundVariable, lowered.span(origin), message.clone());
    let whole = program.instance(root).span;
    match unbound.cause {
        Cause::Disjunct(origin) => {
            at(origin).label("this alternative leaves it free").also(whole, "run here")
        }
        Cause::Collect(origin) => at(origin).label("a collect does not bind it").also(whole, "run here"),
        Cause::OnlyChecked(origin) => at(origin).label("this only tests it").also(whole, "run here"),
        Cause::Unmentioned => Diagnostic::new(Code::UnboundVariable, whole, message),
    }
}
