//! The question to an SMT solver, and who answers it.
//!
//! A solver is a process of the user's, which only the command starts: it implements [`Solver`].

use super::query::Query;
use rustc_hash::FxHashMap;

/// The answer of a solver to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// No inputs make it true.
    Unsatisfiable,
    /// Values of the query's free inputs, in its order, that make it true.
    Satisfiable(Vec<u128>),
    /// It gave up, in its words.
    Unknown(String),
}

/// Why there is no answer at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SolverError(pub String);

/// An SMT solver for bit vectors.
pub trait Solver {
    /// Name and version: answers of another solver are other answers.
    fn identity(&self) -> String;

    /// Answers one query.
    fn solve(&mut self, query: &Query) -> Result<Answer, SolverError>;
}

/// A solver that is asked the same question once.
pub struct Memoised<'a> {
    solver: &'a mut dyn Solver,
    answers: FxHashMap<String, Answer>,
}

impl<'a> Memoised<'a> {
    /// One that has no answers yet.
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
