//! The findings and near misses that were reported: passes that run again, and several passes that find the
//! same, report it once.
//!
//! Three keys identify a finding. Its fingerprint, and its place within its function, identify it over
//! several passes: two findings that share either are the same. The place alone identifies inlined code.

use super::{Copies, Finding, NearMiss, Outcome, Place};
use rustc_hash::{FxHashMap, FxHashSet};

/// The findings and near misses that were reported so far.
#[derive(Debug, Default)]
pub struct Reported {
    /// Keys of findings, alone and with the outcome.
    findings: FxHashSet<String>,
    /// The first function with a finding at a place, and whether the code was inlined into it.
    places: FxHashMap<String, (bool, String)>,
    /// Idioms in functions that have a finding, and those that have a near miss.
    found: FxHashSet<String>,
    missed: FxHashSet<String>,
}

impl Reported {
    /// The findings that were not reported before, in order.
    ///
    /// The outcome `found` is left out if any outcome of the finding was reported; another outcome only if it
    /// was reported itself. Each rewrite happens once, so all of them are reported.
    pub fn new_ones(&mut self, findings: Vec<Finding>) -> Vec<Finding> {
        let is_known = |finding: &Finding| {
            let of_any = finding.outcome == Outcome::Found;
            keys(finding)
                .any(|key| self.findings.contains(&if of_any { key } else { with_outcome(&key, finding) }))
        };
        let is_new = |finding: &Finding| finding.outcome.is_rewritten() || !is_known(finding);
        let fresh: Vec<Finding> = findings.into_iter().filter(is_new).collect();
        for finding in &fresh {
            self.findings.extend(keys(finding).flat_map(|key| [with_outcome(&key, finding), key]));
        }
        fresh
    }

    /// Whether code of that place was not reported in another function, from which or into which it was
    /// inlined.
    pub fn is_new_place(&mut self, copies: &Copies<'_>) -> bool {
        let Finding { idiom, outcome, place, function, inlined_from, .. } = copies.first;
        let Some(Place { file, line, column }) = place else { return true };
        let place = format!("{} {idiom} {file}:{line}:{column}", outcome.remark_name());
        let is_copy = self
            .places
            .get(&place)
            .is_some_and(|(inlined, known)| known != function && (*inlined || inlined_from.is_some()));
        self.places.entry(place).or_insert_with(|| (inlined_from.is_some(), function.clone()));
        !is_copy
    }

    /// Notes the idioms of findings, so that no near miss of them is reported. `variables` are those of an
    /// idiom: a rewriting pass may have an idiom with the name of a user's one, and other variables.
    pub fn note_found<'v>(&mut self, findings: &[Finding], variables: impl Fn(&str) -> &'v [String]) {
        let mut last = None;
        for finding in findings.iter().filter(|finding| !finding.outcome.is_about_the_search()) {
            if last.replace(&finding.idiom) != Some(&finding.idiom) {
                self.found.insert(of_function(&finding.idiom, &finding.function, variables(&finding.idiom)));
            }
        }
    }

    /// Whether a near miss was not reported before, and its idiom was not found in the function by an earlier
    /// pass.
    pub fn is_new_miss(&mut self, miss: &NearMiss, variables: &[String]) -> bool {
        let key = of_function(&miss.idiom, &miss.function, variables);
        !self.found.contains(&key) && self.missed.insert(key)
    }
}

/// The keys of a finding over several passes: its fingerprint, and its place within its function.
fn keys(finding: &Finding) -> impl Iterator<Item = String> {
    let Finding { idiom, function, place, fingerprint, .. } = finding;
    let place = place.as_ref().map(|at| format!("{idiom} {function} {}:{}:{}", at.file, at.line, at.column));
    [Some(fingerprint.clone()), place].into_iter().flatten()
}

fn with_outcome(key: &str, finding: &Finding) -> String {
    format!("{} {key}", finding.outcome.remark_name())
}

/// The key of an idiom in a function.
fn of_function(idiom: &str, function: &str, variables: &[String]) -> String {
    let variables: Vec<&str> = variables.iter().map(String::as_str).collect();
    Finding::fingerprint_of(idiom, function, &variables, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Failure, by_place};

    fn finding(outcome: Outcome, function: &str, line: u32, inlined_from: Option<&str>) -> Finding {
        Finding {
            place: Some(Place { file: "x.c".into(), line, column: 1 }),
            inlined_from: inlined_from.map(Into::into),
            fingerprint: format!("{function}{line}"),
            ..Finding::new("Root", outcome, function)
        }
    }

    #[test]
    fn findings_are_reported_once_and_outcomes_after_them() {
        use Outcome::{Found, NotLegal, Rewritten};
        let mut reported = Reported::default();
        let mut outcomes = |outcomes: &[Outcome]| {
            let given = outcomes.iter().map(|outcome| finding(*outcome, "f", 3, None)).collect();
            reported.new_ones(given).iter().map(|finding| finding.outcome).collect::<Vec<_>>()
        };
        assert_eq!(outcomes(&[Found]), [Found]);
        assert_eq!(outcomes(&[Found, NotLegal]), [NotLegal]);
        assert_eq!(outcomes(&[Found, NotLegal, Rewritten]), [Rewritten]);
        assert_eq!(outcomes(&[Rewritten]), [Rewritten]);
    }

    #[test]
    fn another_shape_at_the_same_place_is_the_same_finding() {
        let mut reported = Reported::default();
        let other =
            |line| Finding { fingerprint: "another".into(), ..finding(Outcome::Found, "f", line, None) };
        assert_eq!(reported.new_ones(vec![finding(Outcome::Found, "f", 3, None)]).len(), 1);
        assert_eq!(reported.new_ones(vec![other(3)]).len(), 0);
        assert_eq!(reported.new_ones(vec![other(4)]).len(), 1);
    }

    #[test]
    fn inlined_code_is_reported_in_one_function() {
        let mut reported = Reported::default();
        let mut is_new = |finding: Finding| {
            let findings = [finding];
            reported.is_new_place(&by_place(&findings)[0])
        };
        assert!(is_new(finding(Outcome::Found, "len", 3, None)));
        assert!(!is_new(finding(Outcome::Found, "g", 3, Some("len"))));
        assert!(is_new(finding(Outcome::Found, "g", 4, Some("len"))));
        // Instances of a template.
        assert!(is_new(finding(Outcome::Found, "a", 9, None)));
        assert!(is_new(finding(Outcome::Found, "b", 9, None)));
    }

    #[test]
    fn near_misses_are_of_idioms_that_were_not_found() {
        let mut reported = Reported::default();
        let miss = |idiom: &str| NearMiss {
            idiom: idiom.into(),
            function: "f".into(),
            further: false,
            place: None,
            failure: Failure::default(),
            variables: Vec::new(),
            attempts: None,
            anchor: None,
        };
        let (own, others) = (["x".to_owned()], ["y".to_owned()]);
        reported.note_found(&[finding(Outcome::Found, "f", 3, None)], |_| &own);
        assert!(!reported.is_new_miss(&miss("Root"), &own));
        assert!(reported.is_new_miss(&miss("Root"), &others), "another idiom of that name");
        assert!(reported.is_new_miss(&miss("Dot"), &own));
        assert!(!reported.is_new_miss(&miss("Dot"), &own), "a second time");
    }
}
