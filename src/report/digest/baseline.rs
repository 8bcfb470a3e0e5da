//! Comparison with a baseline, by fingerprints, which do not depend on line numbers.

use super::{Digest, Entry, State};
use rustc_hash::FxHashSet;

/// The file, the idiom, the outcome, and a fingerprint.
type BaselineKey<'e> = (&'e str, &'e str, &'static str, &'e str);

fn keys(entry: &Entry) -> impl Iterator<Item = BaselineKey<'_>> {
    let (file, idiom, outcome) = (entry.file(), entry.idiom.as_str(), entry.outcome.remark_name());
    entry.fingerprints.iter().map(move |fingerprint| (file, idiom, outcome, fingerprint.as_str()))
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
    use crate::{Finding, Outcome, Place, Report};

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
}
