//! The interface to SMT solvers.
//!
//! Solvers are external processes that only the command starts, by implementing [`Solver`].

use super::query::Query;
use rustc_hash::FxHashMap;

/// The answer of a solver to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The query holds for no inputs.
    Unsatisfiable,
    /// Values of the query's free inputs, in its order, for which it holds.
    Satisfiable(Vec<u128>),
    /// The solver gave up, with its message.
    Unknown(String),
}

/// The reason why the solver could not be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SolverError(pub String);

/// An SMT solver for bit vectors.
pub trait Solver {
    /// Name and version of the solver; cached answers depend on it.
    fn identity(&self) -> String;

    /// Answers one query.
    fn solve(&mut self, query: &Query) -> Result<Answer, SolverError>;
}

/// A solver with a cache of answers.
pub struct Memoised<'a> {
    solver: &'a mut dyn Solver,
    answers: FxHashMap<String, Answer>,
}

impl<'a> Memoised<'a> {
    /// Wraps a solver, with an empty cache.
    pub fn new(solver: &'a mut dyn Solver) -> Memoised<'a> {
        Memoised { solver, answers: FxHashMap::default() }
    }
}

impl Solver for Memoised<'_> {
    fn identity(&self) -> String {
        self.solver.identity()
    }

    fn solve(&mut self, query: &Query) -> Result<Answer, SolverError> {
        if let Some(answer) = self.answers.get(&query.text) {
            return Ok(answer.clone());
        }
        let answer = self.solver.solve(query)?;
        self.answers.insert(query.text.clone(), answer.clone());
        Ok(answer)
    }
}
