//! Findings by source place: inlined or unrolled code is reported once, with the number of copies.
//!
//! ```text
//! x.h:3:10 in f, in f again, in g  =>  x.h:3:10, 3 copies in f and g
//! ```
//!
//! Several findings in one expression, such as two squares under one root, share an instruction as their
//! place, but are not copies of each other. Findings with the same text are reported once, such as a load
//! that is invariant in two enclosing loops.

use super::{Finding, Outcome, Place, shown_name};
use rustc_hash::FxHashMap;

/// A finding with the number of its copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copies<'f> {
    /// The first finding.
    pub first: &'f Finding,
    /// The number of findings.
    pub count: usize,
    /// The number of functions that contain them.
    pub functions: usize,
    last_function: &'f str,
    is_inlined: bool,
}

/// The key that copies share: idiom, outcome, place, and the index among several findings at the place.
type CopyKey<'f> = (&'f str, Outcome, &'f Place, usize);

/// The properties that make up a finding's text: idiom, outcome, headline, reason, values and place.
type TextKey<'f> = (&'f str, Outcome, Option<&'f str>, Option<&'f str>, Vec<&'f str>, &'f Place);

/// Groups findings with later ones that are copies, in order. Copies in different functions are only merged
/// if the code was inlined: instances of a template are different code.
pub fn by_place<'f>(findings: impl IntoIterator<Item = &'f Finding>) -> Vec<Copies<'f>> {
    grouped(findings).0
}

/// Like [`by_place`]; also returns the index of each finding's group.
pub fn grouped<'f>(findings: impl IntoIterator<Item = &'f Finding>) -> (Vec<Copies<'f>>, Vec<usize>) {
    let mut all: Vec<Copies<'f>> = Vec::new();
    let mut of = Vec::new();
    let mut known: FxHashMap<CopyKey<'f>, usize> = FxHashMap::default();
    let mut at_anchor: FxHashMap<(&str, Outcome, &str, &Place, Vec<&str>), usize> = FxHashMap::default();
    let mut by_text: FxHashMap<TextKey<'f>, usize> = FxHashMap::default();
    for finding in findings {
        let copy = Copies {
            first: finding,
            count: 1,
            functions: 1,
            last_function: &finding.function,
            is_inlined: finding.inlined_from.is_some(),
        };
        let Some(place) = &finding.place else {
            of.push(all.len());
            all.push(copy);
            continue;
        };
        let Finding { idiom, outcome, function, headline, reason, .. } = finding;
        let at = anchor(finding);
        let rank = at_anchor.entry((idiom, *outcome, function, place, at.clone())).or_default();
        let text = (idiom.as_str(), *outcome, headline.as_deref(), reason.as_deref(), at, place);
        let says_something = headline.is_some() || reason.is_some();
        if let Some(&group) = by_text.get(&text).filter(|_| *rank > 0 && says_something) {
            *rank += 1;
            of.push(group);
            continue;
        }
        let key = (idiom.as_str(), *outcome, place, *rank);
        *rank += 1;
        let group = known.get(&key).copied().filter(|at| all[*at].takes(&copy));
        match group {
            Some(group) => all[group].add(&copy),
            None => {
                known.insert(key, all.len());
                all.push(copy);
            }
        }
        let group = group.unwrap_or(all.len() - 1);
        by_text.insert(text, group);
        of.push(group);
    }
    (all, of)
}

impl Copies<'_> {
    fn takes(&self, other: &Copies<'_>) -> bool {
        self.last_function == other.last_function || self.is_inlined || other.is_inlined
    }
}

impl<'f> Copies<'f> {
    fn add(&mut self, other: &Copies<'f>) {
        self.count += 1;
        self.functions += usize::from(self.last_function != other.last_function);
        self.last_function = other.last_function;
        self.is_inlined |= other.is_inlined;
    }

    /// The function that the code was inlined from, as shown to people.
    pub fn inlined_from(&self) -> Option<String> {
        self.first.inlined_from.as_deref().map(|name| shown_name(name).into_owned())
    }

    /// The text about copies, such as `, 3 copies in 2 functions, inlined from len`; empty for a single
    /// finding in its own function.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if self.count > 1 {
            text += &format!(", {} copies", self.count);
        }
        if self.functions > 1 {
            text += &format!(" in {} functions", self.functions);
        }
        if let Some(function) = self.inlined_from() {
            text += &format!(", inlined from {function}");
        }
        text
    }
}

/// The value at which a finding is located. For a call without a result, the values of all variables, since
/// such calls have equal texts.
fn anchor(finding: &Finding) -> Vec<&str> {
    let at = Finding::anchor_of(&finding.variables);
    match at.and_then(|at| finding.variables[at].value.as_deref()) {
        Some(value) if value.starts_with("call ") => {
            finding.variables.iter().filter_map(|variable| variable.value.as_deref()).collect()
        }
        value => value.into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variable;

    fn finding(function: &str, anchor: &str, line: u32, inlined_from: Option<&str>) -> Finding {
        let place = (line > 0).then(|| Place { file: "x.h".into(), line, column: 10 });
        Finding {
            place: place.clone(),
            inlined_from: inlined_from.map(Into::into),
            variables: vec![Variable { name: "a".into(), value: Some(anchor.into()), source: None, place }],
            ..Finding::new("Root", Outcome::Found, function)
        }
    }

    fn check(findings: &[Finding], expect: &[(&str, &str)]) {
        let grouped = by_place(findings);
        let grouped: Vec<(&str, String)> =
            grouped.iter().map(|c| (c.first.function.as_str(), c.text())).collect();
        assert_eq!(grouped.iter().map(|(f, t)| (*f, t.as_str())).collect::<Vec<_>>(), expect);
    }

    #[test]
    fn inlined_code_is_reported_once() {
        let len = Some("_ZN3geo3lenEd");
        check(
            &[finding("f", "%1", 3, len), finding("f", "%5", 3, len), finding("g", "%1", 3, len)],
            &[("f", ", 3 copies in 2 functions, inlined from geo::len(double)")],
        );
        check(&[finding("f", "%1", 3, len)], &[("f", ", inlined from geo::len(double)")]);
        check(
            &[finding("len", "%1", 3, None), finding("g", "%1", 3, len)],
            &[("len", ", 2 copies in 2 functions")],
        );
    }

    #[test]
    fn unrolled_code_is_reported_once() {
        check(&[finding("f", "%1", 3, None), finding("f", "%2", 3, None)], &[("f", ", 2 copies")]);
    }

    #[test]
    fn different_findings_stay_apart() {
        // At one instruction; in a template; at another place; without a place.
        check(&[finding("f", "%1", 3, None), finding("f", "%1", 3, None)], &[("f", ""), ("f", "")]);
        check(&[finding("f", "%1", 3, None), finding("g", "%1", 3, None)], &[("f", ""), ("g", "")]);
        check(&[finding("f", "%1", 3, None), finding("f", "%2", 4, None)], &[("f", ""), ("f", "")]);
        check(&[finding("f", "%1", 0, None), finding("f", "%2", 0, None)], &[("f", ""), ("f", "")]);
    }

    #[test]
    fn what_says_the_same_is_reported_once() {
        let by_text = |line: &str| Finding { headline: Some(line.into()), ..finding("f", "%1", 3, None) };
        check(&[by_text("a"), by_text("a"), by_text("b")], &[("f", ""), ("f", "")]);
    }

    #[test]
    fn calls_without_a_result_are_distinguished_by_what_they_are_about() {
        let copy = |line, from: &str| {
            let mut copy = finding("f", "call @llvm.memcpy.p0.p0.i64", line, Some("swap"));
            copy.variables.push(Variable {
                name: "A".into(),
                value: Some(from.into()),
                source: None,
                place: None,
            });
            copy
        };
        check(
            &[copy(3, "%1"), copy(3, "%2"), copy(4, "%1")],
            &[("f", ", 2 copies, inlined from swap"), ("f", ", inlined from swap")],
        );
    }

    #[test]
    fn several_at_one_place_are_counted_each() {
        let len = Some("len");
        let both = |anchor| [finding("f", anchor, 3, len), finding("f", anchor, 3, len)];
        let all = [both("%1"), both("%5")].concat();
        let grouped = ("f", ", 2 copies, inlined from len");
        check(&all, &[grouped, grouped]);
    }
}
