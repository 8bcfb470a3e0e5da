//! Pins: variables with fixed values, which show the constraints that would have to hold for them.
//!
//! ```text
//! s=%10, in a function with an instruction %10   =>   only solutions, and only attempts, in which `s` is %10
//! ```

use ir::{Model, ValueId};
use serde::{Deserialize, Serialize};
use wording::View;

/// A variable and its fixed value.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Pin {
    /// The variable, as the specification names it.
    pub variable: String,
    /// The value, as textual IR prints it as an operand.
    pub spelling: String,
    /// The value in the searched function; `None` if it has no value of that spelling, or before the look-up.
    #[serde(skip)]
    pub value: Option<ValueId>,
}

impl Pin {
    /// Parses `s=%10`. The error message contains the text and the expected form.
    fn parse(text: &str) -> Result<Pin, String> {
        let no_pin = || format!("`{text}` is no pin; write VARIABLE=VALUE, as in s=%10");
        let (variable, spelling) = text.split_once('=').ok_or_else(no_pin)?;
        match (variable.trim(), spelling.trim()) {
            ("", _) | (_, "") => Err(no_pin()),
            (variable, value) => {
                Ok(Pin { variable: variable.to_owned(), spelling: value.to_owned(), value: None })
            }
        }
    }

    /// Parses pins separated by `;`. A variable may occur once.
    pub fn parse_all<'t>(texts: impl IntoIterator<Item = &'t str>) -> Result<Vec<Pin>, String> {
        let mut pins: Vec<Pin> = Vec::new();
        for text in texts.into_iter().flat_map(|text| text.split(';')).filter(|text| !text.trim().is_empty())
        {
            let pin = Pin::parse(text)?;
            if pins.iter().any(|known| known.variable == pin.variable) {
                return Err(format!("`{}` is pinned twice", pin.variable));
            }
            pins.push(pin);
        }
        Ok(pins)
    }

    /// Looks up the values of the pins in a function; `describe` spells a value.
    pub fn of_function(pins: &[Pin], model: &Model, describe: &dyn Fn(ValueId) -> String) -> Vec<Pin> {
        let mut pins = pins.to_vec();
        if pins.is_empty() {
            return pins;
        }
        for value in model.values() {
            let spelling = describe(value);
            for pin in pins.iter_mut().filter(|pin| pin.value.is_none() && pin.spelling == spelling) {
                pin.value = Some(value);
            }
        }
        pins
    }

    /// The value in the searched model.
    pub(crate) fn in_view(&self, view: &View<'_>) -> Option<ValueId> {
        let value = self.value?;
        view.model().values().find(|candidate| {
            view.bound(*candidate).value().is_some_and(|bound| view.in_function(bound) == value)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pins_name_a_variable_and_a_value() {
        let pins = Pin::parse_all(["s=%10; x.y = %\"a=b\"", "z=double 1.0"]).expect("pins");
        let pairs: Vec<(&str, &str)> = pins.iter().map(|p| (&*p.variable, &*p.spelling)).collect();
        assert_eq!(pairs, [("s", "%10"), ("x.y", "%\"a=b\""), ("z", "double 1.0")]);
        assert_eq!(Pin::parse_all([" ; "]), Ok(Vec::new()));
    }

    #[test]
    fn what_is_no_pin_is_refused() {
        for text in ["s", "=%1", "s="] {
            let why = Pin::parse_all([text]).expect_err(text);
            assert!(why.contains("VARIABLE=VALUE") && why.contains(text), "{why}");
        }
        assert_eq!(Pin::parse_all(["s=%1", "s=%2"]).expect_err("twice"), "`s` is pinned twice");
    }
}
