//! Comparison with a baseline, by fingerprints, which do not depend on line numbers.

use super::{Digest, Entry, Missed, State};
use crate::Place;
use rustc_hash::FxHashSet;

/// The file, the idiom, the outcome, and a fingerprint.
type BaselineKey<'e> = (&'e str, &'e str, &'static str, &'e str);

fn keys(entry: &Entry) -> impl Iterator<Item = BaselineKey<'_>> {
    let (file, idiom, outcome) = (entry.file(), entry.idiom.as_str(), entry.outcome.remark_name());
    entry.fingerprints.iter().map(move |fingerprint| (file, idiom, outcome, fingerprint.as_str()))
}

/// The idiom, the outcome, and a place.
type PlaceKey<'e> = (&'e str, &'static str, &'e Place);

fn place_key(entry: &Entry) -> Option<PlaceKey<'_>> {
    Some((&entry.idiom, entry.outcome.remark_name(), entry.place.as_ref()?))
}

/// The file, the idiom and the function of a near miss.
fn missed_key(miss: &Missed) -> (Option<&str>, &str, &str) {
    (miss.place.as_ref().map(|place| place.file.as_str()), &miss.idiom, &miss.function)
}

impl Digest {
    /// Sets the state of all entries by comparison with an earlier digest of the same project.
    pub fn compare(&mut self, baseline: &Digest) {
        let before: FxHashSet<BaselineKey<'_>> = baseline.entries.iter().flat_map(keys).collect();
        for entry in &mut self.entries {
            let is_known = keys(entry).any(|key| before.contains(&key));
            entry.state = Some(if is_known { State::Unchanged } else { State::New });
        }
        let now: FxHashSet<BaselineKey<'_>> = self.entries.iter().flat_map(keys).collect();
        let is_gone = |entry: &&Entry| !keys(entry).any(|key| now.contains(&key));
        let gone = baseline.entries.iter().filter(is_gone);
        self.gone = gone.map(|entry| Entry { state: Some(State::Gone), ..entry.clone() }).collect();
        self.has_baseline = true;
    }

    /// The same for the findings before a change. In a file that did not change, findings at one place are
    /// the same, whatever function they are inlined into.
    pub fn compare_before(&mut self, before: &Digest, is_changed: impl Fn(&str) -> bool) {
        self.compare(before);
        let known: FxHashSet<PlaceKey<'_>> = before.entries.iter().filter_map(place_key).collect();
        for entry in &mut self.entries {
            if !is_changed(entry.file()) && place_key(entry).is_some_and(|key| known.contains(&key)) {
                entry.state = Some(State::Unchanged);
            }
        }
    }

    /// Removes all that was there before a change.
    pub fn keep_new(&mut self, before: &Digest) {
        self.gone.clear();
        self.hot.clear();
        self.entries.retain(|entry| entry.state == Some(State::New));
        self.ignored.retain(|entry| entry.state == Some(State::New));
        let searches: FxHashSet<BaselineKey<'_>> = before.searches.iter().flat_map(keys).collect();
        self.searches.retain(|entry| !keys(entry).any(|key| searches.contains(&key)));
        let refined: FxHashSet<BaselineKey<'_>> = before.refined.iter().flat_map(keys).collect();
        self.refined.retain(|entry| !keys(entry).any(|key| refined.contains(&key)));
        let missed: FxHashSet<_> = before.missed.iter().map(missed_key).collect();
        self.missed.retain(|miss| !missed.contains(&missed_key(miss)));
    }

    /// The number of entries in a state.
    pub fn count(&self, state: State) -> usize {
        match state {
            State::Gone => self.gone.len(),
            _ => self.entries.iter().filter(|entry| entry.state == Some(state)).count(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Finding, Outcome, Report};

    fn digest(findings: &[(&str, Outcome, u32)]) -> Digest {
        let finding = |&(fingerprint, outcome, line): &(&str, Outcome, u32)| Finding {
            place: Some(Place { file: "x.c".into(), line, column: 1 }),
            fingerprint: fingerprint.into(),
            ..Finding::new("Root", outcome, "f")
        };
        let findings = findings.iter().map(finding).collect();
        Digest::of([&Report { findings, ..Report::new("x.c", "19") }])
    }

    #[test]
    fn lines_may_move_and_outcomes_may_not() {
        let (found, rewritten) = (Outcome::Found, Outcome::Rewritten);
        let before = digest(&[("1", found, 3), ("2", found, 5), ("3", found, 9)]);
        let mut now = digest(&[("1", found, 13), ("2", rewritten, 5), ("4", found, 20)]);
        now.compare(&before);
        let states: Vec<(u32, State)> =
            now.entries.iter().map(|e| (e.place.as_ref().unwrap().line, e.state.unwrap())).collect();
        assert_eq!(states, [(5, State::New), (13, State::Unchanged), (20, State::New)]);
        assert_eq!(now.gone.iter().map(|e| e.place.as_ref().unwrap().line).collect::<Vec<_>>(), [5, 9]);
        assert_eq!((now.count(State::New), now.count(State::Gone)), (2, 2));
    }

    #[test]
    fn what_is_new_remains_alone() {
        let (found, gave_up) = (Outcome::Found, Outcome::BudgetExhausted);
        let before = digest(&[("1", found, 3), ("2", found, 5), ("3", gave_up, 9)]);
        let mut now = digest(&[("1", found, 13), ("4", found, 20), ("3", gave_up, 9), ("5", gave_up, 10)]);
        now.compare_before(&before, |_| true);
        now.keep_new(&before);
        let lines = |entries: &[Entry]| -> Vec<u32> {
            entries.iter().map(|entry| entry.place.as_ref().unwrap().line).collect()
        };
        assert_eq!((lines(&now.entries), lines(&now.searches), now.gone.len()), (vec![20], vec![10], 0));
    }

    #[test]
    fn places_in_unchanged_files_are_known_for_any_function() {
        let before = digest(&[("1", Outcome::Found, 3)]);
        let now = || digest(&[("2", Outcome::Found, 3), ("3", Outcome::Found, 4)]);
        for (is_changed, new) in [(false, 1), (true, 2)] {
            let mut now = now();
            now.compare_before(&before, |_| is_changed);
            assert_eq!(now.count(State::New), new);
        }
    }
}
