//! Reports of proofs: a diagnostic for each rule that is not proven, a record for each rule, and the counts.

use super::{RuleFiles, counted};
use proof::rules::diagnostic::{Code, Diagnostic, Diagnostics};
use proof::rules::form::Rule;
use proof::rules::prove::Counterexample;
use serde_json::{Value, json};

/// The verdicts of a rule at all its widths.
#[derive(Debug, Default)]
pub(super) struct Proof {
    /// The widths at which the rule is proven.
    pub(super) proven: Vec<String>,
    /// Counterexamples at the widths at which the rule is wrong.
    pub(super) refuted: Vec<Counterexample>,
    /// The widths at which the rule is undecided, with the reasons.
    pub(super) undecided: Vec<(String, String)>,
}

impl Proof {
    /// Whether it is proven at all widths, and there is at least one.
    pub(super) fn is_proven(&self) -> bool {
        self.word() == "proven"
    }

    fn word(&self) -> &'static str {
        match self {
            Proof { refuted, .. } if !refuted.is_empty() => "refuted",
            Proof { undecided, .. } if !undecided.is_empty() => "undecided",
            Proof { proven, .. } if proven.is_empty() => "no widths",
            _ => "proven",
        }
    }
}

/// The diagnostic for a rule; `None` if it is proven at all widths.
pub(super) fn diagnose(rule: &Rule, proof: &Proof) -> Option<Diagnostic> {
    let title = rule.title();
    if let Some(first) = proof.refuted.first() {
        let message = format!("{title} is not a refinement at {}: {}", first.widths, describe(first));
        let mut diagnostic = Diagnostic::new(Code::Refuted, rule.span, message);
        let mut others: Vec<&str> = Vec::new();
        for widths in proof.refuted.iter().map(|it| it.widths.as_str()) {
            if widths != first.widths && !others.contains(&widths) {
                others.push(widths);
            }
        }
        if !others.is_empty() {
            diagnostic = diagnostic.note(format!("it is wrong at {} as well", others.join("; ")));
        }
        if !proof.proven.is_empty() {
            diagnostic = diagnostic.note(format!("it is proven at {}", proof.proven.join("; ")));
        }
        return Some(match &first.freeze {
            Some(input) => diagnostic.help(format!("freeze {input}")),
            None => diagnostic,
        });
    }
    if let Some((widths, reason)) = proof.undecided.first() {
        let message = format!("{title} is not decided at {widths}: {reason}");
        let diagnostic = Diagnostic::new(Code::Undecided, rule.span, message);
        return Some(match proof.proven.as_slice() {
            [] => diagnostic,
            proven => diagnostic.note(format!("it is proven at {}", proven.join("; "))),
        });
    }
    proof.proven.is_empty().then(|| {
        let message = format!("{title} has no values at any of the widths");
        Diagnostic::new(Code::NoWidths, rule.span, message).help("ask for other ones by `--widths`")
    })
}

/// A counterexample as text: `%B = 0, %C = poison gives 0, the target poison`.
pub fn describe(counterexample: &Counterexample) -> String {
    let Counterexample { inputs, source, target, .. } = counterexample;
    let inputs = inputs.join(", ");
    let result = match source {
        Some(source) => format!("gives {source}, the target {target}"),
        None => format!("may give {target} in the target, and not in the source"),
    };
    if inputs.is_empty() { result } else { format!("{inputs} {result}") }
}

/// The JSON record of a rule.
pub(super) fn record(read: &RuleFiles, rule: &Rule, proof: &Proof) -> Value {
    let (file, line) = read.place(rule);
    let undecided =
        proof.undecided.iter().map(|(widths, reason)| json!({ "widths": widths, "reason": reason }));
    json!({
        "name": rule.name, "file": file, "line": line, "verdict": proof.word(), "proven": proof.proven,
        "refuted": proof.refuted, "undecided": undecided.collect::<Vec<_>>(),
    })
}

/// The counts as text: `386 proven, 18 refuted`.
pub(super) fn summary(proofs: &[Proof], diagnostics: &Diagnostics) -> String {
    let count = |word| proofs.iter().filter(|proof| proof.word() == word).count();
    let is_by_undef =
        |proof: &&Proof| !proof.refuted.is_empty() && proof.refuted.iter().all(|it| it.by_undef);
    let by_undef = proofs.iter().filter(is_by_undef).count();
    let unsupported = diagnostics.iter().filter(|d| d.code == Code::NotSupported).count();
    let counts = [
        (count("proven"), "proven", "proven"),
        (count("refuted") - by_undef, "refuted", "refuted"),
        (by_undef, "refuted by undef alone", "refuted by undef alone"),
        (count("undecided"), "not decided", "not decided"),
        (count("no widths"), "without widths", "without widths"),
        (unsupported, "not supported", "not supported"),
    ];
    counted(&counts) + "\n"
}
