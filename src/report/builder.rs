//! Construction of a report while passes run: each finding has one entry and a unique fingerprint.
//!
//! In: an outcome `found`, and for the same fingerprint `not-profitable`. Out: the latter.

use super::{Finding, FunctionFact, NearMiss, Outcome, Report, Unrolled};
use ir::OptimisationLevel;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// A report under construction.
#[derive(Debug)]
pub struct ReportBuilder {
    report: Report,
    /// Index of the finding with each fingerprint.
    known: FxHashMap<String, usize>,
    /// By function, the near misses of peephole rules when they were last applied to it.
    of_rules: BTreeMap<String, Vec<NearMiss>>,
}

impl ReportBuilder {
    /// A report without findings.
    pub fn new(source: &str, llvm: &str) -> ReportBuilder {
        ReportBuilder {
            report: Report::new(source, llvm),
            known: FxHashMap::default(),
            of_rules: BTreeMap::new(),
        }
    }

    /// The complete report. A rule with a finding in a function has no near miss there.
    pub fn finish(mut self) -> Report {
        let found: FxHashSet<(&str, &str)> =
            self.report.findings.iter().map(|f| (f.idiom.as_str(), f.function.as_str())).collect();
        let of_rules = self.of_rules.into_values().flatten();
        let missed = of_rules.filter(|miss| !found.contains(&(miss.idiom.as_str(), miss.function.as_str())));
        let missed: Vec<NearMiss> = missed.collect();
        self.report.near_misses.extend(missed);
        self.report
    }

    /// Adds findings, and removes the near misses of their idioms.
    ///
    /// A later outcome of a finding replaces its outcome `found`. Any other finding with a known fingerprint,
    /// such as a rewrite by a repeated pass, gets a fingerprint of its own.
    pub fn add(&mut self, findings: Vec<Finding>) {
        let is_found = |miss: &NearMiss| {
            let of_it = |f: &Finding| (&f.idiom, &f.function) == (&miss.idiom, &miss.function);
            findings.iter().any(|f| of_it(f) && !f.outcome.is_about_the_search())
        };
        self.report.near_misses.retain(|miss| !is_found(miss));
        findings.into_iter().for_each(|finding| self.add_one(finding));
    }

    fn add_one(&mut self, mut finding: Finding) {
        let first = finding.fingerprint.clone();
        for ordinal in 1.. {
            let Some(known) = self.known.get(&finding.fingerprint).map(|at| &mut self.report.findings[*at])
            else {
                break;
            };
            if known.outcome == Outcome::Found && finding.outcome != Outcome::Found {
                *known = finding;
                return;
            }
            let Finding { idiom, function, .. } = &finding;
            finding.fingerprint = Finding::fingerprint_of(idiom, function, &[&first], ordinal);
        }
        self.known.insert(finding.fingerprint.clone(), self.report.findings.len());
        self.report.findings.push(finding);
    }

    /// Adds a near miss.
    pub fn add_miss(&mut self, miss: NearMiss) {
        self.report.near_misses.push(miss);
    }

    /// Sets the near misses of the peephole rules that are not applied in a function.
    pub fn note_rule_misses(&mut self, function: &str, misses: Vec<NearMiss>) {
        self.of_rules.insert(function.to_owned(), misses);
    }

    /// Counts rewrites by a peephole rule.
    pub fn note_rule(&mut self, rule: &str, place: &str, rewritten: u64) {
        self.report.note_rule(rule, place, rewritten);
    }

    /// Counts a searched function.
    pub fn note_searched(&mut self, function: &str, level: OptimisationLevel) {
        self.report.note_searched(function, level);
    }

    /// Records a loop that LLVM has unrolled before the search.
    pub fn note_unrolled(&mut self, unrolled: Unrolled) {
        self.report.unrolled.push(unrolled);
    }

    /// Records what is known of a function of the module: see [`Report::note_functions`].
    pub fn note_functions(
        &mut self,
        defined: Option<String>,
        facts: Vec<FunctionFact>,
        unknown: Vec<String>,
    ) {
        self.report.note_functions(defined, facts, unknown);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Failure;

    #[test]
    fn fingerprints_are_reported_once() {
        let finding = |outcome| Finding { fingerprint: "1".into(), ..Finding::new("Root", outcome, "f") };
        use Outcome::{Found, NotProfitable, Rewritten};
        let outcomes = |given: &[Outcome]| {
            let mut builder = ReportBuilder::new("x.c", "19");
            given.iter().for_each(|outcome| builder.add(vec![finding(*outcome)]));
            let report = builder.finish();
            let mut fingerprints: Vec<&str> = report.findings.iter().map(|f| &*f.fingerprint).collect();
            fingerprints.sort();
            fingerprints.dedup();
            assert_eq!(fingerprints.len(), report.findings.len(), "{given:?}");
            report.findings.iter().map(|f| f.outcome).collect::<Vec<Outcome>>()
        };
        assert_eq!(outcomes(&[Found, NotProfitable]), [NotProfitable]);
        assert_eq!(outcomes(&[Found, Found, Rewritten, Rewritten]), [Rewritten, Rewritten]);
        assert_eq!(outcomes(&[Rewritten, Rewritten, Rewritten]), [Rewritten; 3]);
    }

    #[test]
    fn near_misses_of_rules_are_those_of_the_last_time() {
        let miss = |rule: &str, satisfied| NearMiss {
            idiom: rule.into(),
            function: "f".into(),
            further: false,
            place: None,
            failure: Failure { satisfied, total: 3, ..Failure::default() },
            variables: Vec::new(),
            attempts: None,
            anchor: None,
        };
        let mut builder = ReportBuilder::new("x.c", "19");
        builder.note_rule_misses("f", vec![miss("a", 1), miss("b", 1)]);
        builder.note_rule_misses("f", vec![miss("a", 2), miss("c", 2)]);
        builder.add(vec![Finding { fingerprint: "1".into(), ..Finding::new("c", Outcome::Rewritten, "f") }]);
        assert_eq!(builder.finish().near_misses, [miss("a", 2)]);
    }
}
