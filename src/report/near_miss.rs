//! Near misses as data and as text: the best attempt at an idiom in a function, and its failure.
//!
//! A near miss is reported on request, as an explanation of why nothing was found. It is not a finding.

use super::attempts::Attempts;
use super::failing::{Failure, one_line};
use super::text::tree;
use super::{Place, Variable, describe_place, shown_name};
use ir::ValueId;
use serde::{Deserialize, Serialize};

/// The best failed attempt at an idiom in a function, which has no solution, or none besides those found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NearMiss {
    /// The specification.
    pub idiom: String,
    /// The function's symbol name.
    pub function: String,
    /// Whether the idiom was found in the function, so that this is the nearest attempt at a further
    /// instance.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub further: bool,
    /// The place of the first value with a source line; values of the failing constraint come first.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
    /// The number of satisfied constraints, and the failure.
    #[serde(flatten)]
    pub failure: Failure,
    /// All variables that had values.
    pub variables: Vec<Variable>,
    /// Further attempts by the value of a variable, if requested.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub attempts: Option<Attempts>,
    /// The instruction that it is reported at, in the unmodified function; not part of a written report.
    #[serde(skip)]
    pub anchor: Option<ValueId>,
}

impl NearMiss {
    /// The stable name of its remark.
    pub const REMARK: &str = "IdiomNearMiss";

    /// The headline: `no Counter in f: 9 of 11 hold`, or `no further Counter in f: …` beside findings.
    pub fn headline(&self) -> String {
        let (function, further) = (shown_name(&self.function), if self.further { "further " } else { "" });
        format!("no {further}{} in {function}: {}", self.idiom, self.failure.extent())
    }

    /// One greppable line: ``no Counter in f: 9 of 11 hold; failing: `opcode{step} = add` at spec.candl:14:3;
    /// `step` is %step, `fadd` at x.c:7:9``.
    pub fn one_line(&self) -> String {
        format!("{}; {}", self.headline(), self.why())
    }

    /// The part of that line after the headline.
    pub fn why(&self) -> String {
        one_line(self.failure.clauses())
    }

    /// The text after the headline, for a terminal: each clause on a line, the enclosing includes, all
    /// variables, and further attempts.
    ///
    /// ```text
    ///   failing: `opcode{step} = add` at spec.candl:14:3
    ///     in `include Step @ {loop}` at spec.candl:3:3
    ///     `loop.step` is %step, `fadd` at x.c:7:9
    ///   with
    ///     loop
    ///       step = %step                     x.c:7:9
    /// ```
    pub fn details(&self) -> String {
        let mut clauses = self.failure.clauses().into_iter();
        let mut text = format!("  {}\n", clauses.next().unwrap_or_default());
        let around = self.failure.failing.split_last().map_or(&[][..], |(_, around)| around);
        let mut around: Vec<String> = around.iter().rev().map(|i| format!("in {}", i.text())).collect();
        // The constraints of a part of a pattern have the place of the pattern.
        around.dedup();
        let failing = self.failure.failing.last().map(|failing| format!("in {}", failing.text()));
        around.retain(|line| Some(line) != failing.as_ref());
        around.into_iter().chain(clauses).for_each(|line| text += &format!("    {line}\n"));
        // Unused variables are not shown.
        let variables = tree(&self.variables, 2);
        if !variables.is_empty() {
            text += "  with\n";
            text += &variables;
        }
        text + &self.attempts.as_ref().map_or_else(String::new, Attempts::text)
    }

    /// The headline and details.
    pub fn paragraph(&self) -> String {
        let place = self.place.as_ref().map_or_else(|| "<unknown>".to_owned(), describe_place);
        format!("{place}: {}\n{}", self.headline(), self.details())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Attempted, Failing};

    fn variable(name: &str, value: Option<&str>, line: Option<u32>) -> Variable {
        let place = line.map(|line| Place { file: "x.c".into(), line, column: 9 });
        Variable { name: name.into(), value: value.map(Into::into), source: None, place }
    }

    fn failing(constraint: &str, line: u32, alternatives: &[&str]) -> Failing {
        let alternatives = alternatives.iter().map(|text| text.to_string()).collect();
        let place = Place { file: "s.candl".into(), line, column: 3 };
        Failing { constraint: constraint.into(), alternatives, place }
    }

    fn miss() -> NearMiss {
        let step = variable("loop.step", Some("%step"), Some(7));
        NearMiss {
            idiom: "Counter".into(),
            function: "f".into(),
            further: false,
            place: None,
            failure: Failure {
                tied: Vec::new(),
                satisfied: 9,
                total: 11,
                failing: vec![
                    failing("include Step @ {loop}", 3, &[]),
                    failing("opcode{step} = add", 14, &[]),
                ],
                reason: None,
                about: vec![Attempted { variable: step.clone(), kind: Some("fadd".into()) }],
                open: Vec::new(),
            },
            variables: vec![variable("x", Some("%x"), None), step],
            attempts: None,
            anchor: None,
        }
    }

    #[test]
    fn a_line_says_what_fails_and_what_the_values_are() {
        let expect = "no Counter in f: 9 of 11 hold; failing: `opcode{step} = add` at s.candl:14:3; \
                      `loop.step` is %step, `fadd` at x.c:7:9";
        assert_eq!(miss().one_line(), expect);
        let further = NearMiss { further: true, ..miss() };
        assert_eq!(further.one_line(), expect.replace("no Counter", "no further Counter"));
    }

    #[test]
    fn what_has_no_value_and_why_is_reported() {
        let mut miss = miss();
        miss.failure.failing = vec![failing("opcode{a} = add", 5, &["opcode{a} = add", "opcode{a} = sub"])];
        miss.failure.about = vec![Attempted { variable: variable("a", None, None), kind: None }];
        miss.failure.open = vec!["b".into(), "c[1]".into()];
        miss.failure.reason = Some("so it is".into());
        let expect = "no Counter in f: 9 of 11 hold; \
                      failing: all alternatives, which begin with `opcode{a} = add`, `opcode{a} = sub`, at s.candl:5:3; \
                      so it is; \
                      `a` is unused; no value fits `b`, `c[1]`";
        assert_eq!(miss.one_line(), expect);
        miss.failure.failing.clear();
        assert!(miss.one_line().contains("failing: it is false in every function; so it is"));
    }

    #[test]
    fn details_have_the_includes_around_and_all_variables() {
        let expect = "  failing: `opcode{step} = add` at s.candl:14:3\n    \
                      in `include Step @ {loop}` at s.candl:3:3\n    \
                      `loop.step` is %step, `fadd` at x.c:7:9\n  \
                      with\n    x = %x\n    loop\n      \
                      step = %step                    x.c:7:9\n";
        assert_eq!(miss().details(), expect);
        let unused = NearMiss { variables: vec![variable("x", None, None)], ..miss() };
        assert!(!unused.details().contains("with"), "{}", unused.details());
    }
}
