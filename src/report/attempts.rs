//! Attempts at an idiom besides the near miss: the best attempt for each value of a variable.
//!
//! ```text
//!   other values of `sum`, the best attempt of each
//!     %other, `fadd` at x.c:7:9: 4 of 8 hold
//!       failing: `opcode{p} = fmul` at own.candl:4:3
//!         `p` is %sum, `fadd` at x.c:6:3
//!     and 2 more
//! ```

use super::failing::{Attempted, Failure, one_line};
use serde::{Deserialize, Serialize};

/// Attempts at an idiom, by the value of one of its variables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Attempts {
    /// The variable.
    pub variable: String,
    /// The best attempt for each value, by descending number of satisfied constraints. Left out are values
    /// with a solution, that of the near miss, and those whose attempts satisfy no more constraints than the
    /// worst one.
    pub best: Vec<Attempt>,
    /// The number of further attempts.
    pub more: u64,
    /// The number of values that were tried.
    pub tried: u64,
    /// The number of values; more than were tried if steps or memory ran out.
    pub values: u64,
}

/// The best attempt for one value of the variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Attempt {
    /// The variable, and its value.
    #[serde(flatten)]
    pub value: Attempted,
    /// The number of satisfied constraints, and the failure.
    #[serde(flatten)]
    pub failure: Failure,
}

impl Attempts {
    /// The text after that of a near miss, for a terminal.
    pub(super) fn text(&self) -> String {
        let Attempts { variable, best, more, tried, values } = self;
        let mut lines = vec![match best.is_empty() {
            false => format!("  other values of `{variable}`, the best attempt of each"),
            true => format!("  no other value of `{variable}` comes near"),
        }];
        lines.extend(best.iter().flat_map(Attempt::lines));
        lines.extend((*more > 0).then(|| format!("    and {more} more")));
        let ran_out = || format!("    {tried} of {values} values were tried before steps or memory ran out");
        lines.extend((tried < values).then(ran_out));
        lines.join("\n") + "\n"
    }
}

impl Attempt {
    /// The lines of an attempt: ``%other, `fadd` at x.c:7:9: 4 of 8 hold``, the failure, and the values of
    /// other variables in it.
    fn lines(&self) -> impl Iterator<Item = String> {
        let Attempt { value, failure } = self;
        let of_others = failure.about.iter().filter(|one| one.variable != value.variable);
        let of_others = Failure { about: of_others.cloned().collect(), ..failure.clone() };
        let mut clauses = of_others.clauses().into_iter();
        let first = clauses.next().unwrap_or_default();
        let rest = one_line(clauses);
        let rest = (!rest.is_empty()).then(|| format!("        {rest}"));
        let headline = format!("    {}: {}", value.described(), failure.extent());
        [headline, format!("      {first}")].into_iter().chain(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Failing, Place, Variable};

    fn attempts() -> Attempts {
        let place = Some(Place { file: "x.c".into(), line: 7, column: 9 });
        let value = |name: &str| Variable {
            name: name.into(),
            value: Some("%v".into()),
            source: None,
            place: place.clone(),
        };
        let failing = Failing {
            constraint: "opcode{p} = fmul".into(),
            alternatives: Vec::new(),
            place: Place { file: "s.candl".into(), line: 4, column: 3 },
        };
        let attempt = Attempt {
            value: Attempted { variable: value("sum"), kind: Some("fadd".into()) },
            failure: Failure {
                satisfied: 4,
                total: 8,
                failing: vec![failing],
                about: vec![
                    Attempted { variable: value("p"), kind: Some("call".into()) },
                    Attempted { variable: value("sum"), kind: Some("fadd".into()) },
                ],
                ..Failure::default()
            },
        };
        Attempts { variable: "sum".into(), best: vec![attempt], more: 0, tried: 9, values: 9 }
    }

    #[test]
    fn an_attempt_is_a_value_what_fails_and_the_other_values() {
        let expect = "  other values of `sum`, the best attempt of each\n    \
                      %v, `fadd` at x.c:7:9: 4 of 8 hold\n      \
                      failing: `opcode{p} = fmul` at s.candl:4:3\n        \
                      `p` is %v, `call` at x.c:7:9\n";
        assert_eq!(attempts().text(), expect);
    }

    #[test]
    fn what_is_left_out_is_counted() {
        let more = Attempts { more: 2, tried: 5, ..attempts() }.text();
        assert!(
            more.ends_with("    and 2 more\n    5 of 9 values were tried before steps or memory ran out\n"),
            "{more}"
        );
        let none = Attempts { best: Vec::new(), ..attempts() }.text();
        assert_eq!(none, "  no other value of `sum` comes near\n");
    }
}
