//! Finds numbers that satisfy a precondition, with a solver.
//!
//! In: `isPowerOf2(C) && C u> 100` at 8 bits. Out: `C = 128`. Inputs of analysis functions are numbers too,
//! about which the analysis is exact.

use super::super::form::{NodeId, Rule};
use super::super::widths::Typing;
use super::encode::Precondition;
use crate::semantics::{Answer, Query, Solver, SolverError};
use rustc_hash::FxHashMap;

/// At most `most` assignments of numbers to nodes. Empty if the precondition never holds or the solver has no
/// answer.
pub fn numbers(
    rule: &Rule,
    typing: &Typing,
    solver: &mut dyn Solver,
    most: usize,
) -> Result<Vec<Vec<(NodeId, u128)>>, SolverError> {
    let mut found = Vec::new();
    let Some(mut condition) = Precondition::new(rule, typing) else { return Ok(found) };
    while found.len() < most {
        let query = Query::new(&condition.terms, condition.goal, &[]);
        let Answer::Satisfiable(values) = solver.solve(&query)? else { break };
        let known: FxHashMap<_, _> = query.free.iter().copied().zip(values).collect();
        // The precondition does not depend on the others: any number satisfies it.
        let chosen = |(node, term): &(NodeId, _)| (*node, known.get(term).copied().unwrap_or(1));
        found.push(condition.numbers.iter().map(chosen).collect());
        if !condition.exclude(&known) {
            break;
        }
    }
    Ok(found)
}
