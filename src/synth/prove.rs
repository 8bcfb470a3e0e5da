//! Proof of a pattern: where the goal is defined and the pattern's code is not poison, their results are the
//! same.
//!
//! In: a goal, code, a width. Out: a verdict. Code that is poison where the goal has a value is no pattern of
//! less worth: where the program runs it, the range of a shift, say, holds. The other direction, which a
//! rewrite of the code depends on, is proven for each emitted rule. High halves of products are first asked
//! about by what is known of them (`product.rs`), which decides most.

use super::code::Code;
use super::goal::{Encoded, Goal};
use super::lanes::samples;
use proof::semantics::{Answer, Evaluation, Query, Solver, SolverError, TermId, Terms, Value};

/// The answer for one width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The results are the same.
    Proven,
    /// The results differ for these inputs.
    Refuted(Vec<u64>),
    /// No answer, in the solver's words.
    Undecided(String),
}

/// Decides whether code computes a goal.
pub trait Checker {
    /// The verdict at one width.
    fn check(&mut self, goal: &Goal, code: &Code, width: u32) -> Result<Verdict, SolverError>;

    /// Whether a condition on one input alone never holds; a value at which it does refutes that.
    fn number(&mut self, terms: &Terms, input: TermId, holds: TermId) -> Result<Verdict, SolverError>;
}

/// A question about code, as terms.
pub(super) struct Question {
    pub(super) terms: Terms,
    pub(super) inputs: Vec<TermId>,
    /// Holds for counterexamples.
    pub(super) differs: TermId,
}

/// Asks for inputs at which code and goal differ. `None` if the code has no meaning as terms.
pub(super) fn question(goal: &Goal, code: &Code, width: u32) -> Option<Question> {
    let mut encoded = goal.encode(width);
    let values = code.terms(&mut encoded.terms, &encoded.inputs, width)?;
    let defined = encoded.defined;
    Some(difference(encoded, &values, defined))
}

/// Asks the same with unknowns that are as products are in the place of high products: what has no answer
/// then has none at all.
fn question_by_facts(goal: &Goal, code: &Code, width: u32) -> Option<Question> {
    let mut encoded = goal.encode(width);
    let (values, facts) = code.terms_by_facts(&mut encoded.terms, &encoded.inputs, width)?;
    let holds = encoded.terms.and(encoded.defined, facts);
    Some(difference(encoded, &values, holds))
}

/// Where a condition holds and no value is poison, some value is not the goal's.
fn difference(encoded: Encoded, values: &[Value], mut holds: TermId) -> Question {
    let Encoded { mut terms, inputs, results, .. } = encoded;
    let mut differs = terms.truth(false);
    for (value, wanted) in values.iter().zip(&results) {
        let same = terms.equal(value.bits, *wanted);
        let other = terms.not(same);
        differs = terms.or(differs, other);
        let defined = terms.not(value.poison);
        holds = terms.and(holds, defined);
    }
    let differs = terms.and(holds, differs);
    Question { inputs, terms, differs }
}

/// A checker that asks an SMT solver.
pub struct BySolver<'a>(pub &'a mut dyn Solver);

impl Checker for BySolver<'_> {
    fn check(&mut self, goal: &Goal, code: &Code, width: u32) -> Result<Verdict, SolverError> {
        let Some(question) = question(goal, code, width) else {
            return Ok(Verdict::Undecided("the code has no meaning as terms".to_owned()));
        };
        if let Some(question) = question_by_facts(goal, code, width) {
            let query = Query::new(&question.terms, question.differs, &[]);
            if self.0.solve(&query)? == Answer::Unsatisfiable {
                return Ok(Verdict::Proven);
            }
        }
        if question.terms.value(question.differs) == Some(0) {
            return Ok(Verdict::Proven);
        }
        let query = Query::new(&question.terms, question.differs, &[]);
        Ok(match self.0.solve(&query)? {
            Answer::Unsatisfiable => Verdict::Proven,
            Answer::Unknown(why) => Verdict::Undecided(why),
            Answer::Satisfiable(values) => {
                let value = |input: &TermId| {
                    let at = query.free.iter().position(|free| free == input);
                    at.map_or(0, |at| values[at] as u64)
                };
                Verdict::Refuted(question.inputs.iter().map(value).collect())
            }
        })
    }

    fn number(&mut self, terms: &Terms, input: TermId, holds: TermId) -> Result<Verdict, SolverError> {
        match terms.value(holds) {
            Some(0) => return Ok(Verdict::Proven),
            Some(_) => return Ok(Verdict::Refuted(vec![0])),
            None => {}
        }
        let query = Query::new(terms, holds, &[]);
        let at = query.free.iter().position(|free| *free == input);
        Ok(match self.0.solve(&query)? {
            Answer::Unsatisfiable => Verdict::Proven,
            Answer::Unknown(why) => Verdict::Undecided(why),
            Answer::Satisfiable(values) => {
                Verdict::Refuted(vec![at.and_then(|at| values.get(at)).map_or(0, |value| *value as u64)])
            }
        })
    }
}

/// Samples of each width that code runs on before it is proven.
const SAMPLES: usize = 64;

/// A checker that runs samples, for code that is proven later; numbers come from the solver.
pub struct BySamples<'a>(pub BySolver<'a>);

impl Checker for BySamples<'_> {
    fn check(&mut self, goal: &Goal, code: &Code, width: u32) -> Result<Verdict, SolverError> {
        let Some(question) = question(goal, code, width) else {
            return Ok(Verdict::Undecided("the code has no meaning as terms".to_owned()));
        };
        let differs = |inputs: &Vec<u64>| {
            let values = inputs.iter().map(|bits| u128::from(*bits));
            let values = question.inputs.iter().copied().zip(values).collect();
            Evaluation::new(&question.terms, &values).holds(question.differs)
        };
        let wrong = samples(SAMPLES, goal.inputs.len(), width).into_iter().find(differs);
        Ok(wrong.map_or(Verdict::Proven, Verdict::Refuted))
    }

    fn number(&mut self, terms: &Terms, input: TermId, holds: TermId) -> Result<Verdict, SolverError> {
        self.0.number(terms, input, holds)
    }
}

/// The first verdict at the widths of a goal that is no proof, or the proof at all.
pub fn proof(goal: &Goal, code: &Code, checker: &mut dyn Checker) -> Result<Verdict, SolverError> {
    for width in &goal.widths {
        let verdict = checker.check(goal, code, *width)?;
        if verdict != Verdict::Proven {
            return Ok(verdict);
        }
    }
    Ok(Verdict::Proven)
}
