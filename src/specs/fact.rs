//! Facts about functions, ready to be looked for in the functions of a module.

use super::idiom::Idiom;
use lang::candl::ast::{FactHead, Modality, Variable};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A fact about functions: its formula, and what its solutions say of the function.
#[derive(Debug)]
pub struct Fact {
    /// The formula.
    pub idiom: Idiom,
    /// The variables that stand for the function's parameter and result.
    pub interface: Interface,
}

/// The force of a fact, and the variables that stand for the function's parameter and result.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Interface {
    /// Whether the fact holds in every run, or in some.
    pub modality: Modality,
    /// The variable for the parameter that the fact is about.
    pub parameter: Option<Cow<'static, str>>,
    /// The variable for the result that the fact is about.
    pub result: Option<Cow<'static, str>>,
    /// Whether null is a result of which the fact need not hold.
    pub or_null: bool,
}

impl Interface {
    /// The interface that a head declares.
    pub fn of(head: &FactHead) -> Interface {
        let name = |variable: &Option<Variable>| variable.as_ref().map(|found| found.text().into());
        Interface {
            modality: head.modality,
            parameter: name(&head.parameter),
            result: name(&head.result),
            or_null: head.or_null,
        }
    }
}

impl Fact {
    /// Its name.
    pub fn name(&self) -> &str {
        self.idiom.name()
    }
}
