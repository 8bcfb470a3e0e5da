//! Drops what a proven rule does not need. Each change is proven at every typing before the next is tried.

use super::instance::{PeepholeInstance, Place};
use super::search::{Found, Proof, Prover};
use super::template::{Choices, Template};
use crate::semantics::SolverError;
use ir::Flags;

/// The rule without what it does not need.
pub(super) fn relax(
    instance: &PeepholeInstance,
    found: Found,
    prover: &mut Prover,
) -> Result<Found, SolverError> {
    let mut relaxing = Relaxing { instance, found, prover };
    relaxing.cuts()?;
    relaxing.flags()?;
    relaxing.predicates()?;
    relaxing.promises()?;
    Ok(relaxing.found)
}

struct Relaxing<'a, 'b, 'c> {
    instance: &'a PeepholeInstance,
    found: Found,
    prover: &'b mut Prover<'c>,
}

impl Relaxing<'_, '_, '_> {
    /// Takes other choices if the rule is proven with them wherever it was before.
    fn attempt(&mut self, choices: Choices) -> Result<bool, SolverError> {
        if (self.prover.is_over)() {
            return Ok(false);
        }
        let text = self.found.text(self.instance, &choices, "");
        let template = Template { instance: self.instance, choices: &choices };
        let Proof::Proven(proven) = self.prover.prove(&text, &template)? else { return Ok(false) };
        if proven.undecided.len() > self.found.proven.undecided.len() {
            return Ok(false);
        }
        self.found = Found { choices, proven, ..self.found.clone() };
        Ok(true)
    }

    /// Takes any value in the place of an instruction, those nearest to the root first.
    fn cuts(&mut self) -> Result<(), SolverError> {
        for at in (0..self.instance.root()).rev() {
            if self.is_needed(at) {
                let mut choices = self.found.choices.clone();
                choices.cut[at] = true;
                self.attempt(choices)?;
            }
        }
        Ok(())
    }

    /// Whether an instruction of the source is used by one that is not cut.
    fn is_needed(&self, at: usize) -> bool {
        let mut open = vec![self.instance.root()];
        while let Some(step) = open.pop() {
            if step == at {
                return true;
            }
            for operand in &self.instance.steps[step].operands {
                if let Place::Step(below) = operand
                    && !self.found.choices.cut[*below]
                {
                    open.push(*below);
                }
            }
        }
        false
    }

    /// Drops flags of the source: all at once, or one after the other.
    fn flags(&mut self) -> Result<(), SolverError> {
        let source = 0..self.instance.source_steps;
        let with: Vec<usize> = source
            .clone()
            .filter(|at| self.found.choices.flags[*at] != Flags::NONE && self.is_needed(*at))
            .collect();
        if with.is_empty() {
            return Ok(());
        }
        let mut without = self.found.choices.clone();
        source.for_each(|at| without.flags[at] = Flags::NONE);
        if self.attempt(without)? {
            return Ok(());
        }
        for at in with {
            for (_, flag) in crate::semantics::FLAGS {
                if self.found.choices.flags[at].contains(*flag) {
                    let mut choices = self.found.choices.clone();
                    choices.flags[at] = choices.flags[at].without(*flag);
                    self.attempt(choices)?;
                }
            }
        }
        Ok(())
    }

    /// Takes any predicate in the place of one of the source's.
    fn predicates(&mut self) -> Result<(), SolverError> {
        let of_source = self.instance.steps[..self.instance.source_steps].iter();
        for predicate in of_source.filter_map(|step| step.predicate) {
            let choices = Choices { any_predicate: Some(predicate), ..self.found.choices.clone() };
            if self.attempt(choices)? {
                break;
            }
        }
        Ok(())
    }

    /// Drops the promises that inputs are neither undef nor poison.
    fn promises(&mut self) -> Result<(), SolverError> {
        for at in 0..self.instance.inputs.len() {
            if self.found.choices.noundef[at] {
                let mut choices = self.found.choices.clone();
                choices.noundef[at] = false;
                self.attempt(choices)?;
            }
        }
        Ok(())
    }
}
