//! What a pass is given and what it answers.

use super::view::Bound;
use crate::library::{Library, Solution};
use crate::llvm::FunctionUnit;
use crate::model::{EditPlan, ValueId};
use crate::report::Outcome;

/// What a pass is given besides the function.
pub struct Settings<'a> {
    /// The idioms it looks for.
    pub library: &'a Library,
    /// Steps each search may take.
    pub budget: u64,
    /// Whether somebody hears what is found: if not, texts need not be made.
    pub told: bool,
}

/// One found instance and what is to become of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The specification.
    pub idiom: String,
    /// What becomes of it once the plan is carried out.
    pub outcome: Outcome,
    /// Why, where there is something to say.
    pub reason: Option<String>,
    /// The variables, in order of first appearance; `None` is unused.
    pub variables: Vec<(String, Option<Bound>)>,
}

impl Hit {
    /// A hit for a solution in the function as it is.
    pub fn new(idiom: &str, solution: &Solution, outcome: Outcome, reason: Option<String>) -> Hit {
        Hit::with(idiom, solution, outcome, reason, Bound::Value)
    }

    /// A hit for a solution whose values `bound` says in terms of the function.
    pub fn with(
        idiom: &str,
        solution: &Solution,
        outcome: Outcome,
        reason: Option<String>,
        bound: impl Fn(ValueId) -> Bound,
    ) -> Hit {
        let variable = |(name, value): &(String, Option<ValueId>)| (name.clone(), value.map(&bound));
        let variables = solution.values.iter().map(variable).collect();
        Hit { idiom: idiom.into(), outcome, reason, variables }
    }

    /// A search that gave up.
    pub fn gave_up(idiom: &str, budget: u64) -> Hit {
        let reason = Some(format!("the budget of {budget} steps ran out; there may be more"));
        Hit { idiom: idiom.into(), outcome: Outcome::BudgetExhausted, reason, variables: Vec::new() }
    }
}

/// What a pass answers for one function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// What was found, in the defined order.
    pub hits: Vec<Hit>,
    /// What is to be done.
    pub plan: EditPlan,
}

/// The work of a function pass.
pub type Run = fn(&FunctionUnit<'_>, &Settings<'_>) -> Answer;
