//! Further attempts of a near miss: the best attempt for each value of a variable, beside the overall best.
//!
//! ```text
//! no SumOfSquares in f: 7 of 8 hold, with sum = %s; by `sum`, at most 2   =>   %t: 4 of 8, %u: 2 of 8, and 1 more
//! ```

use crate::pin::Pin;
use ir::ValueId;
use lang::atoms::ModelWorld;
use library::{Budget, Idiom, NearMiss};
use serde::{Deserialize, Serialize};
use wording::View;

/// The further attempts to report for each near miss.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct AttemptList {
    /// The variable whose values are compared, with one best attempt for each value. Defaults to the
    /// principal variable of the specification.
    pub variable: Option<String>,
    /// The maximum number of attempts reported.
    pub most: usize,
}

impl AttemptList {
    /// The default for [`most`](Self::most).
    pub const MOST: usize = 5;

    /// The list for a variable, a number or both; `None` if neither is given.
    pub fn of(variable: Option<String>, most: Option<usize>) -> Option<AttemptList> {
        let is_requested = variable.is_some() || most.is_some();
        is_requested.then(|| AttemptList { variable, most: most.unwrap_or(Self::MOST) })
    }

    /// Adds attempts to the near miss of an idiom, for every value of the variable except the one in the near
    /// miss.
    pub fn add_to(
        &self,
        miss: &mut NearMiss,
        idiom: &Idiom,
        (view, world): (&View<'_>, &ModelWorld<'_>),
        (budget, pins): (Budget, &[Pin]),
    ) {
        let pins = pins.iter().map(|pin| Some((pin.variable.as_str(), pin.in_view(view)?)));
        let Some(pins) = pins.collect::<Option<Vec<(&str, ValueId)>>>() else { return };
        let variable = self.variable.as_deref().or_else(|| idiom.principal_variable(&pins));
        let Some(variable) = variable else { return };
        let own = miss.bound.iter().find(|(name, _)| name == variable).and_then(|(_, value)| *value);
        let values: Vec<ValueId> = view.model().values().filter(|value| Some(*value) != own).collect();
        miss.attempts = idiom.attempts_in(world, budget, &pins, (variable, &values), self.most);
    }
}
