//! The failure of an attempt: the failing constraint, the reason, and the values of its variables.

use super::{Place, Variable, describe_place};
use serde::{Deserialize, Serialize};

/// A failing constraint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Failing {
    /// Its text, shortened if it is long; for a disjunction, the text of the first constraint of its first
    /// alternative.
    pub constraint: String,
    /// For a disjunction, the first constraint of each alternative; otherwise empty.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub alternatives: Vec<String>,
    /// Its place in the specification; columns count characters.
    pub place: Place,
}

/// A variable of the failing constraint, with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Attempted {
    /// The variable, and its value.
    #[serde(flatten)]
    pub variable: Variable,
    /// The opcode of an instruction, or `call of f` if the callee is known; `parameter`, `function`,
    /// `global` or `constant` for other values. Left out if the variable is unused.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub kind: Option<String>,
}

/// The extent of an attempt, and its failure.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Failure {
    /// The number of constraints that held together, those of included specifications counted.
    pub satisfied: u64,
    /// The number of all constraints.
    pub total: u64,
    /// The failing constraint comes last, preceded by the includes that contain it, outermost first. Empty if
    /// the specification is false in every function.
    pub failing: Vec<Failing>,
    /// The first constraints of other alternatives of a disjunction, of which as much holds.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub tied: Vec<String>,
    /// Further explanation of the failure, if there is any.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<String>,
    /// The variables that the failing constraint mentions, with their values.
    pub about: Vec<Attempted>,
    /// The variables of the failing constraint for which no value fits.
    pub open: Vec<String>,
}

/// Further alternatives of a disjunction are counted, not shown.
const MOST_ALTERNATIVES: usize = 4;

impl Failure {
    /// The number of satisfied constraints: `9 of 11 hold`.
    pub(super) fn extent(&self) -> String {
        format!("{} of {} hold", self.satisfied, self.total)
    }

    /// The failure and its causes, one clause each: ``failing: `opcode{step} = add` at spec.candl:14:3``, ``
    /// `step` is %step, `fadd` at x.c:7:9 ``.
    pub(super) fn clauses(&self) -> Vec<String> {
        let failing = self.failing.last().map_or_else(
            || "failing: it is false in every function".to_owned(),
            |last| format!("failing: {}", last.text()),
        );
        let mut about: Vec<String> = self.about.iter().map(Attempted::text).collect();
        // Two parts of a pattern may have the same value.
        about.dedup();
        let open = (!self.open.is_empty()).then(|| {
            let names: Vec<String> = self.open.iter().map(|name| format!("`{name}`")).collect();
            format!("no value fits {}", names.join(", "))
        });
        let tied = (!self.tied.is_empty()).then(|| {
            let tied: Vec<String> = self.tied.iter().map(|text| format!("`{text}`")).collect();
            let verb = if tied.len() == 1 { "comes" } else { "come" };
            format!("{} {verb} as far", tied.join(", "))
        });
        [failing].into_iter().chain(self.reason.clone()).chain(about).chain(open).chain(tied).collect()
    }
}

impl Failing {
    pub(super) fn text(&self) -> String {
        let place = describe_place(&self.place);
        if self.alternatives.is_empty() {
            return format!("`{}` at {place}", self.constraint);
        }
        let shown = self.alternatives.iter().take(MOST_ALTERNATIVES).map(|text| format!("`{text}`"));
        let mut shown: Vec<String> = shown.collect();
        match self.alternatives.len().saturating_sub(MOST_ALTERNATIVES) {
            0 => {}
            more => shown.push(format!("{more} more")),
        }
        format!("all alternatives, which begin with {}, at {place}", shown.join(", "))
    }
}

impl Attempted {
    pub(super) fn text(&self) -> String {
        let Variable { name, .. } = &self.variable;
        if self.variable.value.is_none() {
            return format!("`{name}` is unused");
        }
        let parts: Vec<&str> = name.split('.').collect();
        let mark = parts.iter().position(|part| part.starts_with(|c: char| c.is_ascii_digit()));
        // The value of a pattern, or of a part of it.
        match mark.map(|at| (parts[..at].join("."), &parts[at + 1..])) {
            Some((of, [])) if self.kind.as_deref() == Some("function") => {
                format!("the called function in the pattern of `{of}` is {}", self.described())
            }
            Some((of, [])) => format!("a value in the pattern of `{of}` is {}", self.described()),
            Some((of, path)) => {
                format!("`{}` in the pattern of `{of}` is {}", path.join("."), self.described())
            }
            None => format!("`{name}` is {}", self.described()),
        }
    }

    /// The value with its kind and place: ``%step, `fadd` at x.c:7:9``.
    pub(super) fn described(&self) -> String {
        let value = self.variable.shown().unwrap_or_else(|| "unused".to_owned());
        let kind = self.kind.as_ref().map_or_else(String::new, |kind| format!(", `{kind}`"));
        let place = self.variable.place.as_ref();
        let place = place.map_or_else(String::new, |place| format!(" at {}", describe_place(place)));
        value + &kind + &place
    }
}

/// Joins clauses to one line.
pub(super) fn one_line(clauses: impl IntoIterator<Item = String>) -> String {
    let clauses: Vec<String> = clauses.into_iter().collect();
    // A reason may end with a colon, followed by the values that it refers to.
    clauses.join("; ").replace(":; ", ": ").replace('\n', " ")
}
