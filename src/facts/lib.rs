//! Facts about the functions of a module: from their bodies, and from tables of functions without bodies.
//!
//! An idiom asks `{call} does Releases({x})`. The answer for a function with a body is computed when it is
//! first asked for, together with the functions that it calls, callees first. Functions that call each other
//! are looked at until nothing changes.
//!
//! ```text
//! static void drop(struct s *p) { if (p) { free(p->name); free(p); } }    free is in the table
//!   =>  Releases holds of parameter 0 of `drop`
//! ```
//!
//! No answer depends on the order of functions or of questions: what is known only grows, from nothing, and
//! each rule of a fact keeps what it concluded when more becomes known (`lang/candl/force.rs` checks that).

mod components;
mod declared;
mod evaluate;
mod reason;

#[cfg(test)]
mod runs_test;
#[cfg(test)]
mod tests;

pub use declared::{Declared, DeclaredError, Table, of_the_library};

use ir::{Global, Model};
use lang::atoms::{CalleeFacts, FactAnswer, FactReason};
use library::{Budget, Fact};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The bodies of a module: the model of the function of a name; `None` without a body there, or if another
/// body may be linked.
pub type Bodies<'a> = dyn Fn(&str) -> Option<Model> + 'a;

/// The knowledge of the functions of a module, shared by the searches there.
pub type Answers = Arc<Mutex<Known>>;

/// The knowledge of the functions of a module, and its gaps.
#[derive(Debug, Default)]
pub struct Known {
    /// By function with a body, its answer for each fact, in the order of the facts.
    answers: FxHashMap<String, Arc<[FactAnswer]>>,
    /// The functions without a body of which more was asked than is known.
    unknown: BTreeSet<String>,
}

/// The facts about the functions of a module.
pub struct ModuleFacts<'a> {
    facts: &'a [Fact],
    declared: &'a Declared,
    bodies: &'a Bodies<'a>,
    budget: Budget,
    /// The answers from bodies.
    answers: Answers,
    /// The functions being looked at, while more are.
    open: RefCell<Vec<String>>,
}

impl fmt::Debug for ModuleFacts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ModuleFacts").field("answers", &self.answers).finish_non_exhaustive()
    }
}

impl<'a> ModuleFacts<'a> {
    /// The facts of a module, with the answers that earlier searches have computed. `budget` bounds the
    /// search for one fact in one function.
    pub fn new(
        facts: &'a [Fact],
        declared: &'a Declared,
        bodies: &'a Bodies<'a>,
        budget: Budget,
        answers: Answers,
    ) -> ModuleFacts<'a> {
        ModuleFacts { facts, declared, bodies, budget, answers, open: RefCell::default() }
    }

    /// The answers of a function with a body, in the order of the facts; `None` without one.
    pub fn of_function(&self, name: &str) -> Option<Arc<[FactAnswer]>> {
        if let Some(known) = self.known().answers.get(name) {
            return Some(Arc::clone(known));
        }
        // A function of a component that is being looked at: nothing is known of it yet.
        if self.open.borrow().iter().any(|open| open == name) {
            return None;
        }
        components::visit(self, name);
        self.known().answers.get(name).cloned()
    }

    /// The facts.
    pub fn facts(&self) -> &'a [Fact] {
        self.facts
    }

    /// The functions without a body of which more was asked than is known, in the order of their names.
    pub fn unknown(&self) -> Vec<String> {
        self.known().unknown.iter().cloned().collect()
    }

    /// The knowledge so far.
    fn known(&self) -> MutexGuard<'_, Known> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CalleeFacts for ModuleFacts<'_> {
    fn answer(&self, fact: &str, callee: &Global) -> FactAnswer {
        let Some(at) = self.facts.iter().position(|known| known.name() == fact) else {
            return FactAnswer::Unknown;
        };
        let modality = self.facts[at].interface.modality;
        let declared = self.declared.answer(&self.facts[at], callee);
        let own = if callee.is_declaration { None } else { self.of_function(&callee.name) };
        let own = own.map_or(FactAnswer::Unknown, |answers| answers[at].clone());
        let answer = evaluate::more_known(modality, own, declared);
        if answer == FactAnswer::Unknown && callee.is_declaration && !callee.is_intrinsic {
            self.known().unknown.insert(callee.name.clone());
        }
        answer
    }

    fn reason(&self, fact: &str, callee: &Global) -> FactReason {
        reason::of_callee(self, fact, callee)
    }
}
