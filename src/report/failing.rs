//! The failure of an attempt: a constraint, why it does not hold, and the values of its variables.

use super::{Place, Variable, describe_place};
use serde::{Deserialize, Serialize};

/// A constraint that fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Failing {
    /// Its text, shortened when it is long; of a disjunction, that of the first alternative's first
    /// constraint.
    pub constraint: String,
    /// Of a disjunction: the first constraint of each alternative. Else empty.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub alternatives: Vec<String>,
    /// Where it stands in the specification; columns count characters.
    pub place: Place,
}

/// A variable of the failing constraint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Attempted {
    /// The variable, and its value.
    #[serde(flatten)]
    pub variable: Variable,
    /// The opcode of an instruction, `call of f` where it is known what is called; `parameter`, `global` or
    /// `constant` for other values. Left out when unused.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub kind: Option<String>,
}

/// How far an attempt came, and where it failed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Failure {
    /// How many constraints held together, those of included specifications counted in.
    pub satisfied: u64,
    /// Of how many.
    pub total: u64,
    /// The constraint that fails is the last; those before are the includes it stands in, the outermost
    /// first. Empty when the specification is false in every function.
    pub failing: Vec<Failing>,
    /// More about why it fails, where there is something to say.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<String>,
    /// The variables that the failing constraint mentions, with the values they had.
    pub about: Vec<Attempted>,
    /// The variables that it mentions and that no value fits.
    pub open: Vec<String>,
}

/// More alternatives of a disjunction are counted, not shown.
const MOST_ALTERNATIVES: usize = 4;

impl Failure {
    /// `9 of 11 hold`.
    pub(super) fn extent(&self) -> String {
        format!("{} of {} hold", self.satisfied, self.total)
    }

    /// The failure and its causes, a clause each: ``failing: `opcode{step} = add` at spec.candl:14:3``,
    /// `` `step` is %step, `fadd` at x.c:7:9 ``.
    pub(super) fn clauses(&self) -> Vec<String> {
        let failing = self.failing.last().map_or_else(
            || "failing: it is false in every function".to_owned(),
            |last| format!("failing: {}", last.text()),
        );
        let mut about: Vec<String> = self.about.iter().map(Attempted::text).collect();
        // Two parts of a pattern may be one value.
        about.dedup();
        let open = (!self.open.is_empty()).then(|| {
            let names: Vec<String> = self.open.iter().map(|name| format!("`{name}`")).collect();
            format!("no value fits {}", names.join(", "))
        });
        [failing].into_iter().chain(self.reason.clone()).chain(about).chain(open).collect()
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
        // A value that a pattern names by itself, or a part of one.
        match mark.map(|at| (parts[..at].join("."), &parts[at + 1..])) {
            Some((of, [])) => format!("a value in the pattern of `{of}` is {}", self.described()),
            Some((of, within)) => {
                format!("`{}` in the pattern of `{of}` is {}", within.join("."), self.described())
            }
            None => format!("`{name}` is {}", self.described()),
        }
    }

    /// ``%step, `fadd` at x.c:7:9``.
    pub(super) fn described(&self) -> String {
        let value = self.variable.shown().unwrap_or_else(|| "unused".to_owned());
        let kind = self.kind.as_ref().map_or_else(String::new, |kind| format!(", `{kind}`"));
        let place = self.variable.place.as_ref();
        let place = place.map_or_else(String::new, |place| format!(" at {}", describe_place(place)));
        value + &kind + &place
    }
}

/// Clauses as one line.
pub(super) fn one_line(clauses: impl IntoIterator<Item = String>) -> String {
    let clauses: Vec<String> = clauses.into_iter().collect();
    // A reason may end so, where the values that it is about follow.
    clauses.join("; ").replace(":; ", ": ").replace('\n', " ")
}
