//! A finding: an idiom at a place, the values of its variables, and the outcome.

use super::{Advice, Scop, relative_to, shown_value};
use ir::{SourceLocation, ValueId};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The outcome for an idiom that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Found, and no rewrite was requested.
    Found,
    /// Rewritten.
    Rewritten,
    /// Rewritten with a check at run time; if the check fails, the original code runs.
    Guarded,
    /// Not rewritten, since flags or surrounding code do not allow it.
    NotLegal,
    /// Not rewritten, since nothing would be gained.
    NotProfitable,
    /// Not rewritten, since the rewrite has not been proven.
    NotProven,
    /// The search exceeded its budget; there may be further findings.
    BudgetExhausted,
    /// A collect exceeded its limit; there may be further findings.
    LimitReached,
}

impl Outcome {
    /// The stable name of the remark, in CamelCase.
    pub fn remark_name(self) -> &'static str {
        match self {
            Outcome::Found => "IdiomFound",
            Outcome::Rewritten => "IdiomRewritten",
            Outcome::Guarded => "IdiomGuarded",
            Outcome::NotLegal => "IdiomNotLegal",
            Outcome::NotProfitable => "IdiomNotProfitable",
            Outcome::NotProven => "IdiomNotProven",
            Outcome::BudgetExhausted => "BudgetExhausted",
            Outcome::LimitReached => "LimitReached",
        }
    }

    /// The verb in a sentence such as `rewrote SqrtOfSquare in f`.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Found => "found",
            Outcome::Rewritten | Outcome::Guarded => "rewrote",
            Outcome::NotLegal | Outcome::NotProfitable | Outcome::NotProven => "did not rewrite",
            Outcome::BudgetExhausted => "gave up on",
            Outcome::LimitReached => "reached a limit of",
        }
    }

    /// Whether the code was changed.
    pub fn is_rewritten(self) -> bool {
        matches!(self, Outcome::Rewritten | Outcome::Guarded)
    }

    /// Whether it was found and could not be rewritten.
    pub fn is_refused(self) -> bool {
        matches!(self, Outcome::NotLegal | Outcome::NotProfitable | Outcome::NotProven)
    }

    /// Whether it reports an incomplete search instead of a finding.
    pub fn is_about_the_search(self) -> bool {
        matches!(self, Outcome::BudgetExhausted | Outcome::LimitReached)
    }
}

/// The justification of a declared rewrite.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Licence {
    /// The proofs of its forms, by their numbers in the file of proofs.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub proofs: Vec<String>,
    /// The stated reason to trust the rewrite, if it is not proven.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub trusting: Option<String>,
}

impl Licence {
    /// A justification by proofs.
    pub fn proven(proofs: Vec<String>) -> Licence {
        Licence { proofs, trusting: None }
    }

    /// A justification by a stated reason.
    pub fn trusted(reason: &str) -> Licence {
        Licence { proofs: Vec::new(), trusting: Some(reason.to_owned()) }
    }

    /// The text of the justification.
    pub fn text(&self) -> String {
        match &self.trusting {
            Some(reason) => format!("trusting \"{reason}\""),
            None => format!("proven ({})", self.proofs.join(", ")),
        }
    }
}

/// A place in a source file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Place {
    /// The file, relative to the working directory if it is below it.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1; 0 when unknown.
    pub column: u32,
}

impl Place {
    /// The place of a location; a file below `folder` is given relative to it.
    pub fn of(location: &SourceLocation, folder: &Path) -> Place {
        let file = relative_to(&location.file, folder);
        Place { file, line: location.line, column: location.column }
    }
}

/// A possible edit, from a line of the specification. Whether the source has the expected text is unknown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Fix {
    /// The place where the expected text begins.
    pub place: Place,
    /// The expected text, as tokens of C and `$names`.
    pub from: String,
    /// The text in its place.
    pub to: String,
    /// A line that is inserted before the loop.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub before: Option<String>,
}

/// A variable of the specification with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Variable {
    /// The name as written in the specification: `loop.end`, `arg[3]`.
    pub name: String,
    /// The value as an operand in textual IR; null if the variable is unused.
    pub value: Option<String>,
    /// The source variable that the value belongs to, by debug info; for the address of a global or stack
    /// slot, the variable in that memory.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source: Option<String>,
    /// The place of an instruction with a debug location.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
}

impl Variable {
    /// The value as shown to people, with its name in the source if that differs: `%0 (n)`.
    pub fn shown(&self) -> Option<String> {
        let value = shown_value(self.value.as_ref()?);
        let is_other = |name: &&String| value.get(1..) != Some(name.as_str());
        Some(match self.source.as_ref().filter(is_other) {
            Some(name) => format!("{value} ({name})"),
            None => value.into_owned(),
        })
    }
}

/// A finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Finding {
    /// The specification.
    pub idiom: String,
    /// The outcome.
    pub outcome: Outcome,
    /// The reason for the outcome, if there is one to report.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<String>,
    /// The justification of a declared rewrite.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub licence: Option<Licence>,
    /// The function's symbol name.
    pub function: String,
    /// The place of its first instruction, by debug info.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
    /// The function that the code was inlined from, by debug info: its symbol, or its name in the source if
    /// only that is known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub inlined_from: Option<String>,
    /// Stable under edits elsewhere, since it depends on idiom, function and shape, but not on line numbers.
    /// 16 hexadecimal digits.
    pub fingerprint: String,
    /// The number of loops around its innermost instruction.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub depth: u32,
    /// The first and the last line of its innermost loop, in the file of its place.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub lines: Option<(u32, u32)>,
    /// The execution count of its most frequent instruction, by the profile that the code was compiled with.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub runs: Option<u64>,
    /// The variables, in order of first appearance.
    pub variables: Vec<Variable>,
    /// A one-line description with names from the source, from the headline of the specification.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub headline: Option<String>,
    /// How much it matters and what to do, from the advice of the specification.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub advice: Option<Advice>,
    /// The more general idioms that it makes superfluous at its place.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub refines: Vec<String>,
    /// Edits of the source that make it go away, if the source has the text that they expect.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub fixes: Vec<Fix>,
    /// The description of a SCoP by affine expressions.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub scop: Option<Scop>,
    /// The instruction that it is reported at, in the unmodified function; not part of a written report.
    #[serde(skip)]
    pub anchor: Option<ValueId>,
}

/// Whether the loop depth is 0, which reports leave out.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_zero(depth: &u32) -> bool {
    *depth == 0
}

impl Finding {
    /// A finding without a place and without variables.
    pub fn new(idiom: impl Into<String>, outcome: Outcome, function: impl Into<String>) -> Finding {
        Finding {
            idiom: idiom.into(),
            outcome,
            reason: None,
            licence: None,
            function: function.into(),
            place: None,
            inlined_from: None,
            fingerprint: String::new(),
            depth: 0,
            lines: None,
            runs: None,
            variables: Vec::new(),
            headline: None,
            advice: None,
            refines: Vec::new(),
            fixes: Vec::new(),
            scop: None,
            anchor: None,
        }
    }

    /// The variable whose place is that of the finding: the first with a place that is not an array, since
    /// arrays may come from anywhere, or else the first with a place.
    pub fn anchor_of(variables: &[Variable]) -> Option<usize> {
        let mut placed = (0..variables.len()).filter(|at| variables[*at].place.is_some());
        placed.clone().find(|at| !Finding::is_array(variables, *at)).or_else(|| placed.next())
    }

    /// Whether a variable is an array: it has a `.size`.
    pub fn is_array(variables: &[Variable], at: usize) -> bool {
        let size = |other: &Variable| other.name.strip_prefix(&variables[at].name) == Some(".size");
        variables.iter().any(size)
    }

    /// The fingerprint of the `ordinal`-th finding with this idiom and shape in a function.
    ///
    /// FNV-1a (Fowler, Noll, Vo) over the parts, each followed by a zero byte.
    pub fn fingerprint_of(idiom: &str, function: &str, shape: &[&str], ordinal: usize) -> String {
        let ordinal = ordinal.to_string();
        let parts = [idiom, function].into_iter().chain(shape.iter().copied()).chain([ordinal.as_str()]);
        let bytes = parts.flat_map(|part| part.bytes().chain([0]));
        let hash = bytes.fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("{hash:016x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(name: &str, line: Option<u32>) -> Variable {
        let place = line.map(|line| Place { file: "x.c".into(), line, column: 1 });
        Variable { name: name.into(), value: Some("%1".into()), source: None, place }
    }

    fn check_anchor(variables: &[Variable], expect: Option<&str>) {
        let at = Finding::anchor_of(variables);
        assert_eq!(at.map(|at| variables[at].name.as_str()), expect);
    }

    #[test]
    fn a_finding_stands_where_no_array_is_made() {
        let array = |line| [placed("A", line), placed("A.size", None)];
        check_anchor(&[&array(Some(1))[..], &[placed("A.element", Some(7))]].concat(), Some("A.element"));
        check_anchor(&[&[placed("r", Some(3))][..], &array(Some(1))].concat(), Some("r"));
        check_anchor(&array(Some(1)), Some("A"));
        check_anchor(&array(None), None);
    }

    #[test]
    fn fingerprints_tell_apart_what_differs() {
        let base = Finding::fingerprint_of("A", "f", &["call", "fmul"], 0);
        assert_eq!(base, Finding::fingerprint_of("A", "f", &["call", "fmul"], 0));
        for other in [
            Finding::fingerprint_of("B", "f", &["call", "fmul"], 0),
            Finding::fingerprint_of("A", "g", &["call", "fmul"], 0),
            Finding::fingerprint_of("A", "f", &["callfmul"], 0),
            Finding::fingerprint_of("A", "f", &["call", "fmul"], 1),
        ] {
            assert_ne!(base, other);
        }
    }
}
