//! Facts about functions of other units: units are scanned again until none learns anything new.
//!
//! The first scan of a unit knows the functions that it defines, and says of which others it wanted to know
//! more. What the other units then say of those is given to it, and it is scanned again. Answers only grow,
//! so that the order of units changes nothing, and a result under the same knowledge is known from before.
//!
//! ```text
//! a.c: void put(struct s *p) { free(p); }    b.c: p = malloc(…); put(p);   asks for `put`
//!   =>  Releases = ["put(p)"] for b.c, which is scanned once more
//! ```

use super::cache::ReportCache;
use super::pool::{each, one};
use super::unit::{Unit, UnitOutcome, Workshop};
use crate::facts::table;
use facts::Table;
use lang::candl::ast::Modality;
use library::Fact;
use report::{FunctionFact, Report};
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

/// The most rounds. Chains of calls through more units than this stay unknown at their far end.
const MOST_ROUNDS: usize = 8;

/// Scans units again as long as they learn something from others. Returns the number of scans.
pub(super) fn settle(
    (units, done): (&[Unit], &mut [Option<UnitOutcome>]),
    (workshop, cache): (&Workshop, &ReportCache),
    facts: &[Fact],
    jobs: Option<NonZeroUsize>,
    stopped: &AtomicBool,
) -> usize {
    let mut unknown: Vec<BTreeSet<String>> = vec![BTreeSet::new(); units.len()];
    let mut given: Vec<Table> = vec![Table::default(); units.len()];
    let mut scans = 0;
    for _ in 0..MOST_ROUNDS {
        let known = merged(done.iter().flatten().flat_map(reports), facts);
        let mut again: Vec<usize> = Vec::new();
        for (at, outcome) in done.iter().enumerate() {
            let reports = outcome.iter().flat_map(reports);
            unknown[at].extend(reports.flat_map(|report| report.unknown_functions.iter().cloned()));
            let table = known.of_functions(|function| unknown[at].contains(function));
            if !table.is_empty() && table != given[at] {
                given[at] = table;
                again.push(at);
            }
        }
        if again.is_empty() {
            break;
        }
        let chosen: Vec<Unit> = again.iter().map(|at| units[*at].clone()).collect();
        let results = each(&chosen, jobs, stopped, |at, unit| match workshop.knowing(&given[again[at]]) {
            Ok(workshop) => one(unit, &workshop, cache, stopped),
            Err(why) => Some(UnitOutcome::Failed(why)),
        });
        scans += again.len();
        for (at, result) in again.into_iter().zip(results) {
            // What was not scanned again after Ctrl-C keeps its first result.
            if result.is_some() {
                done[at] = result;
            }
        }
    }
    scans
}

fn reports(outcome: &UnitOutcome) -> &[Report] {
    match outcome {
        UnitOutcome::Scanned { reports, .. } => reports,
        UnitOutcome::Failed(_) => &[],
    }
}

/// The facts about the functions that units define. A name with several definitions has the `must` facts that
/// all of them have, and the `may` facts that any of them has.
fn merged<'r>(reports: impl Iterator<Item = &'r Report>, facts: &[Fact]) -> Table {
    let mut definitions: BTreeMap<&str, usize> = BTreeMap::new();
    let mut by_fact: BTreeMap<(&str, &str), Vec<BTreeSet<&FunctionFact>>> = BTreeMap::new();
    for report in reports {
        for function in &report.defined_functions {
            *definitions.entry(function).or_default() += 1;
        }
        let mut own: BTreeMap<(&str, &str), BTreeSet<&FunctionFact>> = BTreeMap::new();
        for fact in report.facts.iter().filter(|fact| !fact.local) {
            own.entry((&fact.function, &fact.fact)).or_default().insert(fact);
        }
        own.into_iter().for_each(|(key, facts)| by_fact.entry(key).or_default().push(facts));
    }
    let mut shared: Vec<&FunctionFact> = Vec::new();
    for ((function, fact), all) in by_fact {
        // A definition that says nothing of it, because it is not known there or does not hold.
        if definitions.get(function) != Some(&all.len()) {
            continue;
        }
        let is_may =
            facts.iter().any(|known| known.name() == fact && known.interface.modality == Modality::May);
        let holding = |facts: &BTreeSet<&FunctionFact>| facts.iter().any(|fact| fact.holds);
        match is_may {
            true => {
                let holds = all.iter().any(holding);
                let all: BTreeSet<&FunctionFact> = all.into_iter().flatten().collect();
                shared.extend(all.into_iter().filter(|fact| fact.holds == holds));
            }
            false => {
                let mut all = all.into_iter();
                let first = all.next().unwrap_or_default();
                shared.extend(all.fold(first, |shared, other| &shared & &other));
            }
        }
    }
    table(shared)
}

#[cfg(test)]
mod tests {
    use super::*;
    use library::Library;

    fn report(defined: &[&str], facts: &[(&str, &str, bool, u32)]) -> Report {
        let mut report = Report::new("x.c", "19");
        for function in defined {
            let facts = facts.iter().filter(|(of, ..)| of == function);
            let fact = |(function, fact, holds, parameter): &(&str, &str, bool, u32)| FunctionFact {
                function: (*function).to_owned(),
                fact: (*fact).to_owned(),
                holds: *holds,
                parameter: holds.then_some(*parameter),
                offset: 0,
                local: false,
            };
            report.note_functions(Some((*function).to_owned()), facts.map(fact).collect(), Vec::new());
        }
        report
    }

    fn text(reports: &[Report]) -> String {
        let names = ["Releases", "MayRelease"].map(str::to_owned);
        merged(reports.iter(), Library::of_facts(&[], Some(&names)).facts()).to_toml()
    }

    #[test]
    fn a_name_with_several_definitions_has_what_all_have() {
        let one = report(
            &["f"],
            &[("f", "Releases", true, 0), ("f", "Releases", true, 1), ("f", "MayRelease", true, 0)],
        );
        let other = report(&["f"], &[("f", "Releases", true, 1), ("f", "MayRelease", true, 1)]);
        assert_eq!(
            text(std::slice::from_ref(&one)),
            "[functions]\nMayRelease = [\"f(p)\"]\nReleases = [\"f(p)\", \"f(_, p)\"]\n[functions.not]\n"
        );
        assert_eq!(
            text(&[one.clone(), other]),
            "[functions]\nMayRelease = [\"f(p)\", \"f(_, p)\"]\nReleases = [\"f(_, p)\"]\n[functions.not]\n"
        );
        // A definition of which nothing is known.
        assert_eq!(text(&[one.clone(), report(&["f"], &[])]), "[functions]\n[functions.not]\n");
        let denied = report(&["f"], &[("f", "MayRelease", false, 0)]);
        assert_eq!(
            text(std::slice::from_ref(&denied)),
            "[functions]\n[functions.not]\nMayRelease = [\"f\"]\n"
        );
        assert_eq!(text(&[denied, one]), "[functions]\nMayRelease = [\"f(p)\"]\n[functions.not]\n");
    }
}
