//! The problems of an analysis: each formula with the instruction and the parameters as its only variables.
//!
//! The parameters get their values from the question, up to 64 at once, so that the formula need not bind
//! them. The formula itself is a projected definition: its other variables must have some values.
//!
//! ```text
//! gen {i} ( opcode{i} = store ∧ {x} = {i}.args[1] )
//!   =>  i, x:  i is an instruction ∧ x is among the given values ∧ Initialised.gen(i, x)
//! ```

use super::super::core::{InstanceId, Part, Program, Substitution, VarName};
use super::super::lower::{LowerError, Lowered, ProgramNames, Relations, lower_exposing};
use serde::{Deserialize, Serialize};
use solver::{DefId, Definition, Formula, Origin, Problem, VarId};

/// A formula of an analysis, ready to be compiled.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct AnalysisFormula<R> {
    /// The problem; its variables are those in `columns`.
    pub problem: Problem<R>,
    /// The variables of the problem: positions among the instruction, if there is one, and the parameters.
    /// Parameters that the formula does not mention are left out.
    pub columns: Vec<u32>,
}

/// Lowers a formula of an analysis. `given` makes the relation that gives a variable its values, by its
/// position in `variables`.
pub fn lower_formula<R: Clone>(
    program: &Program,
    names: &mut ProgramNames,
    root: InstanceId,
    variables: &[&str],
    relations: &Relations<'_, R>,
    given: &dyn Fn(u32) -> R,
) -> Result<(AnalysisFormula<R>, Lowered<R>), LowerError> {
    let name = |word: &str| VarName(vec![Part::Field(word.into())]);
    let all: Vec<(u32, VarName)> = (0..)
        .zip(variables.iter().map(|word| name(word)))
        .filter(|(_, name)| names.are_mentioned(root, name))
        .collect();
    let exposed: Vec<VarName> = all.iter().map(|(_, name)| name.clone()).collect();
    let mut lowered = lower_exposing(program, names, root, exposed.clone(), relations)?;
    let instance = program.instance(root);
    let problem = &mut lowered.problem;
    let inner = problem.root;
    let definition = &mut problem.definitions[inner.index()];
    (definition.is_projected, definition.variants) = (true, None);
    let origin = Origin(lowered.source_map.spans.len() as u32);
    lowered.source_map.spans.push(instance.span);
    lowered.source_map.placings.insert(origin, Substitution::default());
    let own: Vec<VarId> = (0..exposed.len() as u32).map(VarId).collect();
    let given =
        all.iter().zip(&own).map(|((at, _), variable)| Formula::Atom(given(*at), vec![*variable], origin));
    let body = Formula::And(given.chain([Formula::Call(inner, own.clone(), origin)]).collect());
    problem.root = DefId(problem.definitions.len() as u32);
    problem.definitions.push(Definition {
        name: instance.to_string(),
        variables: exposed.iter().map(ToString::to_string).collect(),
        interface: Vec::new(),
        body,
        variants: None,
        is_projected: false,
    });
    lowered.source_map.names.clone_from(&exposed);
    lowered.source_map.variables.push(exposed);
    let columns = all.iter().map(|(at, _)| *at).collect();
    Ok((AnalysisFormula { problem: lowered.problem.clone(), columns }, lowered))
}
