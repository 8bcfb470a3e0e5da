//! Proves that a rule's target refines its source: every behaviour of the target is allowed by the source.
//!
//! One typing and one semantics need at most two queries. The first takes every input as a number or poison.
//! The second is needed if the target uses an input more than once, since an undef input may be another
//! number at each use: the source must allow the target's result with uses that see some of the same numbers.
//! The interpreter confirms counterexamples of queries without a quantifier.
//!
//! Each semantics of LLVM's versions is proven separately.

mod cases;
mod counterexample;
pub(in crate::rules) mod encode;
mod numbers;
mod samples;

use super::form::{NodeId, NodeKind, Rule};
use super::widths::Typing;
use crate::semantics::{Answer, Memoised, Semantics, Solver, SolverError, Versions};
pub use counterexample::Counterexample;
use encode::{Case, Encoding, RefinementQuery, Undef};
pub use numbers::numbers;

/// Part of the key of a stored verdict. Increase it when queries change.
pub const ENCODING_VERSION: u32 = 2;

/// The verdict on a rule at one typing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The target refines the source.
    Proven,
    /// The target does not refine the source.
    Refuted(Counterexample),
    /// The solver gave up, or the rule is too large for a query; with the reason.
    Undecided(String),
}

/// The reason why a rule that removes a `freeze` is undecided.
const THAWED: &str = "an input that the source freezes is used without `freeze` in the target: where it is undef, two uses of \
                      the result may see two numbers";

/// Verdicts, each with its LLVM versions.
pub type ByVersions = Vec<(Versions, Verdict)>;

/// The verdicts on a rule at one typing.
pub fn prove(rule: &Rule, typing: &Typing, solver: &mut dyn Solver) -> Result<ByVersions, SolverError> {
    // Versions with equal semantics for a rule lead to equal queries.
    let mut solver = Memoised::new(solver);
    let mut verdicts = ByVersions::new();
    for (versions, semantics) in Semantics::all() {
        let verdict = prove_with(semantics, rule, typing, &mut solver)?;
        match verdicts.iter_mut().find(|(_, known)| *known == verdict) {
            Some((known, _)) => *known = known.with(&versions),
            None => verdicts.push((versions, verdict)),
        }
    }
    Ok(verdicts)
}

/// The verdicts on a rule if the inputs that its target uses more than once are neither undef nor poison,
/// with the names of these inputs; `None` if there are none.
pub fn prove_where_defined(
    rule: &Rule,
    typing: &Typing,
    solver: &mut dyn Solver,
) -> Result<Option<(Vec<String>, ByVersions)>, SolverError> {
    let inputs = samples::repeated_inputs(rule);
    let mut promised = rule.clone();
    for input in &inputs {
        promised.nodes[input.0 as usize].kind = NodeKind::Input { noundef: true };
    }
    let names = inputs.iter().filter_map(|input| rule.node(*input).name.clone()).collect();
    Ok(match inputs.is_empty() {
        true => None,
        false => Some((names, prove(&promised, typing, solver)?)),
    })
}

/// The verdict on a rule at the widths of a typing, under one semantics.
pub fn prove_with(
    semantics: Semantics,
    rule: &Rule,
    typing: &Typing,
    solver: &mut dyn Solver,
) -> Result<Verdict, SolverError> {
    let mut question = RefinementQuery { semantics, undef: Undef::Never, frozen: &[], case: Case::All };
    let plain = decide(rule, typing, question, solver)?;
    if plain == Verdict::Proven && samples::is_thawed(rule) {
        return Ok(Verdict::Undecided(THAWED.to_owned()));
    }
    if plain != Verdict::Proven || samples::repeated_inputs(rule).is_empty() {
        return Ok(plain);
    }
    question.undef = Undef::PerUse;
    decide(rule, typing, question, solver)
}

/// Queries all numbers at once. If that is undecided, queries each power of two or shift amount separately.
fn decide(
    rule: &Rule,
    typing: &Typing,
    question: RefinementQuery,
    solver: &mut dyn Solver,
) -> Result<Verdict, SolverError> {
    let mut verdict = Verdict::Proven;
    let mut cases = vec![Case::All];
    while let Some(case) = cases.pop() {
        verdict = ask(rule, typing, RefinementQuery { case, ..question }, solver)?;
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
    question: RefinementQuery,
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

/// The first of `suspects` whose `freeze` in the target makes the rule hold.
fn freezing(
    rule: &Rule,
    typing: &Typing,
    refuted: RefinementQuery,
    suspects: &[NodeId],
    solver: &mut dyn Solver,
) -> Result<Option<String>, SolverError> {
    for suspect in suspects {
        let question = RefinementQuery { frozen: &[*suspect], case: Case::All, ..refuted };
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
