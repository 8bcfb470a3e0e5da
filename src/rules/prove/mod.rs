//! Proof that a rule's target refines its source: what the source may do, no undefined behaviour included,
//! the target may do no worse.
//!
//! For one typing two questions are asked at most. The first takes every input for a number or poison. The
//! second one is asked where the target uses an input more than once: an undef input may be another number at
//! each use, so that whatever the uses in the target see, the uses in the source must have been able to see.
//! A counterexample without undef is believed when the interpreter confirms it.

mod cases;
mod counterexample;
mod encode;
mod numbers;
mod samples;

use super::form::{NodeId, NodeKind, Rule};
use super::widths::Typing;
use crate::semantics::{Answer, Solver, SolverError};
pub use counterexample::Counterexample;
use encode::{Case, Encoding, Question, Undef};
pub use numbers::numbers;

/// Part of the key of a kept verdict: another way of asking is another number.
pub const ENCODING_VERSION: u32 = 1;

/// The answer for a rule at one typing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The target refines the source.
    Proven,
    /// It does not.
    Refuted(Counterexample),
    /// The solver gave up, or the rule is too large to ask about; in words.
    Undecided(String),
}

/// Asks whether a rule holds at the widths of a typing.
pub fn prove(rule: &Rule, typing: &Typing, solver: &mut dyn Solver) -> Result<Verdict, SolverError> {
    let plain = decide(rule, typing, Undef::Never, solver)?;
    if plain != Verdict::Proven || !samples::repeats_an_input(rule) {
        return Ok(plain);
    }
    decide(rule, typing, Undef::PerUse, solver)
}

/// Asks about all numbers at once; where that is not decided, about every power of two or amount of a shift
/// by itself.
fn decide(
    rule: &Rule,
    typing: &Typing,
    undef: Undef,
    solver: &mut dyn Solver,
) -> Result<Verdict, SolverError> {
    let mut verdict = Verdict::Proven;
    let mut cases = vec![Case::All];
    while let Some(case) = cases.pop() {
        verdict = ask(rule, typing, Question { undef, frozen: &[], case }, solver)?;
        match (&verdict, case) {
            (Verdict::Proven, _) => {}
            (Verdict::Undecided(_), Case::All) => cases = cases::cases(rule, typing),
            _ => break,
        }
    }
    Ok(verdict)
}

fn ask(
    rule: &Rule,
    typing: &Typing,
    question: Question,
    solver: &mut dyn Solver,
) -> Result<Verdict, SolverError> {
    let Some(encoding) = Encoding::new(rule, typing, question) else {
        return Ok(Verdict::Undecided("the rule is too large once shared values are copied".to_owned()));
    };
    let query = encoding.query();
    Ok(match solver.solve(&query)? {
        Answer::Unsatisfiable => Verdict::Proven,
        Answer::Unknown(reason) => Verdict::Undecided(reason),
        Answer::Satisfiable(values) => {
            let (found, suspects) = counterexample::describe(rule, typing, &encoding, &query, &values)?;
            let freeze = freezing(rule, typing, question, &suspects, solver)?;
            Verdict::Refuted(Counterexample { freeze, ..found })
        }
    })
}

/// The first of the inputs whose freezing in the target makes the rule hold.
fn freezing(
    rule: &Rule,
    typing: &Typing,
    asked: Question,
    suspects: &[NodeId],
    solver: &mut dyn Solver,
) -> Result<Option<String>, SolverError> {
    for suspect in suspects {
        let question = Question { frozen: &[*suspect], case: Case::All, ..asked };
        let Some(encoding) = Encoding::new(rule, typing, question) else { continue };
        if solver.solve(&encoding.query())? == Answer::Unsatisfiable {
            return Ok(rule.node(*suspect).name.clone());
        }
    }
    Ok(None)
}

/// Whether a node is an input that may be poison.
fn may_be_poison(rule: &Rule, node: NodeId) -> bool {
    rule.node(node).kind == NodeKind::Input { noundef: false }
}
