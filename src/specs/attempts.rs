//! The best attempts at an idiom, one for each value of a variable.

use super::idiom::Idiom;
use super::near_miss::Attempts;
use ir::ValueId;
use lang::atoms::ModelWorld;
use solver::{Budget, PerValue, Value, VarId};

impl Idiom {
    /// The variable by whose values attempts are grouped by default: the first one of the specification
    /// itself that is neither pinned nor an array and has no prefix, else the first with a prefix.
    pub fn principal_variable(&self, pins: &[(&str, ValueId)]) -> Option<&str> {
        let names = self.variables();
        let is_array = |name: &str| names.iter().any(|other| other.strip_prefix(name) == Some(".size"));
        let is_pinned = |name: &str| pins.iter().any(|(pinned, _)| *pinned == name);
        let is_own = |name: &str| !name.contains('[') && !is_pinned(name) && self.has_variable(name);
        let named =
            names.iter().zip(&self.source_map().names).filter(|(_, parts)| parts.unmarked().is_none());
        let named = named.map(|(name, _)| name.as_str()).filter(|name| is_own(name));
        let (own, rest): (Vec<&str>, Vec<&str>) =
            named.partition(|name| !is_array(name.split('.').next().unwrap_or(name)));
        own.iter().find(|name| !name.contains('.')).or(own.first()).or(rest.first()).copied()
    }

    /// The best failed attempts, one for each value of a variable and at most `most`, with other variables
    /// pinned to the values of `pins`. `None` if one of the variables does not belong to the specification
    /// itself, or if `variable` is pinned.
    pub fn attempts_in(
        &self,
        world: &ModelWorld<'_>,
        budget: Budget,
        pins: &[(&str, ValueId)],
        (variable, values): (&str, &[ValueId]),
        most: usize,
    ) -> Option<Attempts> {
        let pin = |(name, value): &(&str, ValueId)| Some((self.variable(name)?, Value(value.0)));
        let pins: Vec<(VarId, Value)> = pins.iter().map(pin).collect::<Option<_>>()?;
        let tried: Vec<Value> = values.iter().map(|value| Value(value.0)).collect();
        let wanted = PerValue { pins: &pins, variable: self.variable(variable)?, values: &tried, most };
        let found = self.compiled().attempts(world, budget, &wanted)?;
        let best = found.best.iter();
        Some(Attempts {
            variable: variable.to_owned(),
            best: best.map(|(v, miss)| (ValueId(v.0), self.near_miss(world, miss))).collect(),
            more: found.more,
            tried: found.tried,
            values: values.len(),
        })
    }
}
