//! Generalises one instance of a peephole, a pair of functions, to a rule in Alive's language.
//!
//! In: `udiv i32 %x, 8` and `lshr i32 %x, 3`. Out: `udiv %x, C` to `lshr %x, log2(C)` with `isPowerOf2(C)`,
//! proven at all widths. The steps:
//!
//! 1. `instance.rs` reads both functions. The pair itself is proven first, at its own widths; a pair that is
//!    wrong is refused with the counterexample.
//! 2. Widths are left open, and numbers of the source become symbols. `search.rs` finds expressions for the
//!    target's numbers (`expression.rs`) and the weakest precondition (`condition.rs`, `precondition.rs`). Samples
//!    at small widths (`samples.rs`) decide which candidates the solver is asked about. Where no rule of open
//!    widths is proven, some are fixed (`template.rs`).
//! 3. `relaxing.rs` drops what the proof does not need: instructions whose result may be any value, flags of
//!    the source, predicates, promises about inputs.
//!
//! The printed rule is the proven one: the last step is proven again as it stands.

mod condition;
mod expression;
mod instance;
mod precondition;
mod relaxing;
mod samples;
mod search;
mod template;

#[cfg(test)]
mod tests;

use super::form::Rule;
use super::prove::Counterexample;
use super::widths::Typing;
use crate::semantics::{Solver, SolverError};
pub use instance::{NoInstance, PeepholeInstance};
use search::{Found, Proof, Prover, TemplateSearch};
use template::{Choices, Template, formatted};

/// The result of generalising an instance.
#[derive(Debug)]
pub enum Outcome {
    /// The second function does not refine the first.
    Wrong {
        /// The pair as a rule.
        text: String,
        /// Inputs for which the functions differ.
        counterexample: Counterexample,
    },
    /// The solver does not decide the pair itself.
    Undecided,
    /// A rule of which the instance is one.
    Rule(Box<GeneralRule>),
}

/// A proven rule.
#[derive(Debug)]
pub struct GeneralRule {
    /// The canonical text, with its name.
    pub text: String,
    /// The rule.
    pub rule: Rule,
    /// The typings at which it is proven.
    pub proven: Vec<Typing>,
    /// The typings at which the solver did not decide, or was not asked.
    pub undecided: Vec<Typing>,
    /// Whether the time was over before the search was.
    pub gave_up: bool,
    /// Numbers of the instance other than 0, 1 and -1 that the rule still has.
    pub numbers_left: usize,
    /// Whether a width of the instance that could be open is fixed.
    pub is_fixed: bool,
}

/// A cost at which the search for a more general rule with fewer open widths ends.
const GENERAL_ENOUGH: f64 = 25.0;

/// Generalises an instance to a rule of this name. `is_over` says whether the time is over.
///
/// # Errors
///
/// A solver that cannot be run.
pub fn generalise(
    instance: &PeepholeInstance,
    name: &str,
    solver: &mut dyn Solver,
    is_over: &dyn Fn() -> bool,
) -> Result<Outcome, SolverError> {
    let mut prover = Prover { solver, is_over };
    let mut choices = Choices::open(instance);
    let promised = std::mem::replace(&mut choices.noundef, vec![false; instance.inputs.len()]);
    let fixed = Choices { typed: vec![true; instance.widths.len()], ..choices.clone() };
    let mut own = concrete(instance, fixed.clone(), &mut prover)?;
    if matches!(own, Proof::Refuted(..)) && promised.contains(&true) {
        choices.noundef = promised;
        own = concrete(instance, Choices { noundef: choices.noundef.clone(), ..fixed }, &mut prover)?;
    }
    let concrete = match own {
        Proof::Refuted(counterexample, _) => {
            let choices = Choices { typed: vec![true; instance.widths.len()], ..choices };
            let text = Template { instance, choices: &choices }.text(name, "", &literals(instance));
            return Ok(Outcome::Wrong { text: formatted(&text), counterexample });
        }
        Proof::Undecided | Proof::Invalid => return Ok(Outcome::Undecided),
        Proof::Proven(proven) => Found {
            choices: Choices { typed: vec![true; instance.widths.len()], ..choices.clone() },
            numbers: literals(instance),
            precondition: String::new(),
            proven,
            cost: f64::INFINITY,
        },
    };
    let mut best = concrete;
    for typed in openings(instance) {
        if is_over() {
            break;
        }
        let choices = Choices { typed: typed.clone(), ..choices.clone() };
        let Some(mut search) = TemplateSearch::new(instance, &choices) else { continue };
        let Some(found) = search.run(&mut prover)? else { continue };
        // A fixed width makes a rule rarer, as a number does.
        let fixed = typed.iter().filter(|fixed| **fixed).count();
        let cost = found.cost + 6.0 * fixed as f64;
        if cost < best.cost {
            best = Found { cost, ..found };
        }
        if best.cost < GENERAL_ENOUGH {
            break;
        }
    }
    let best = relaxing::relax(instance, best, &mut prover)?;
    Ok(Outcome::Rule(Box::new(finished(instance, best, name, is_over()))))
}

/// The proof of the pair itself.
fn concrete(
    instance: &PeepholeInstance,
    choices: Choices,
    prover: &mut Prover,
) -> Result<Proof, SolverError> {
    let template = Template { instance, choices: &choices };
    let text = template.text("", "", &literals(instance));
    prover.prove(&text, &template)
}

/// The integers of an instance as they are.
fn literals(instance: &PeepholeInstance) -> Vec<String> {
    let text = |number: &instance::NumberUse| {
        expression::signed(number.bits, instance.widths[number.class]).to_string()
    };
    instance.numbers.iter().map(text).collect()
}

/// The classes that are fixed, in the order in which this is tried: those that the target alone has, those of
/// one bit, each one, all.
fn openings(instance: &PeepholeInstance) -> Vec<Vec<bool>> {
    let classes = instance.widths.len();
    let unnamed = of_target_alone(instance);
    let truths: Vec<bool> =
        instance.widths.iter().zip(&unnamed).map(|(width, unnamed)| *width == 1 || *unnamed).collect();
    let mut all = vec![unnamed, truths.clone()];
    for class in 0..classes {
        let mut typed = truths.clone();
        typed[class] = true;
        all.push(typed);
    }
    all.push(vec![true; classes]);
    let mut distinct: Vec<Vec<bool>> = Vec::new();
    for typed in all {
        if !distinct.contains(&typed) {
            distinct.push(typed);
        }
    }
    distinct
}

/// Whether no register of the source has the width of a class.
fn of_target_alone(instance: &PeepholeInstance) -> Vec<bool> {
    let names = Template { instance, choices: &Choices::open(instance) }.class_names();
    names.iter().map(String::is_empty).collect()
}

fn finished(instance: &PeepholeInstance, found: Found, name: &str, gave_up: bool) -> GeneralRule {
    let text = formatted(&found.text(instance, &found.choices, name));
    let template = Template { instance, choices: &found.choices };
    let used = template.source_numbers();
    let is_left = |at: &&usize| {
        let text = &found.numbers[**at];
        text.parse::<i128>().is_ok_and(|number| !(-1..=1).contains(&number))
    };
    let unnamed = of_target_alone(instance);
    let is_fixed = |(class, typed): (usize, &bool)| *typed && instance.widths[class] > 1 && !unnamed[class];
    let mut rule = found.proven.rule;
    rule.name = name.to_owned();
    GeneralRule {
        text,
        rule,
        numbers_left: used.iter().filter(is_left).count(),
        is_fixed: found.choices.typed.iter().enumerate().any(is_fixed),
        proven: found.proven.proven,
        undecided: found.proven.undecided,
        gave_up,
    }
}
