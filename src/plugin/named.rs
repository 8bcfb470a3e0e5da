//! The fates of the rewrites that a user has named: their matches, and the reasons why none was applied.
//!
//! In: sightings, one for each match, while functions are rewritten. Out: at the end of the compilation a
//! line on stderr for each name that was found and applied nowhere. A built-in set counts as one name, and so
//! does a file of peephole rules; in a user's file each rewrite has its own name. Lines go to stderr because
//! the host's diagnostics are over by then; `-Werror` does not affect them.

use super::stderr::write_to_stderr;
use report::shown_name;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

/// The end of each line: how to see all places.
const HOW_TO_SEE_ALL: &str = "-Rpass-missed='^idiom' or IDIOM_LOG=info shows each";

/// The fate of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// The match was rewritten.
    Rewritten,
    /// The match was left as it is, for this reason.
    Refused(String),
    /// The code would match but for the types of its values or for volatile accesses, with the reason.
    OfOtherType(String),
}

/// A match of a named rewrite or rule.
#[derive(Clone, Debug)]
pub(super) struct Sighting {
    /// The rewrite or rule.
    pub(super) name: String,
    /// The file that declares it, or the name of the set of a built-in rewrite.
    pub(super) file: String,
    /// Whether it is a peephole rule.
    pub(super) is_rule: bool,
    /// The place as text, different for different places.
    pub(super) place: String,
    pub(super) fate: Fate,
}

/// The sightings of one rewrite or rule.
#[derive(Debug, Default)]
struct Record {
    is_rule: bool,
    is_rewritten: bool,
    refused: Places,
    of_other_type: Places,
}

/// A set of places, and the first of them with its reason.
#[derive(Debug, Default)]
struct Places {
    known: FxHashSet<String>,
    /// The first sighting: its number among all sightings, its place and its reason.
    first: Option<(usize, String, String)>,
}

impl Places {
    fn add(&mut self, number: usize, place: String, reason: String) {
        self.known.insert(place.clone());
        self.first.get_or_insert((number, place, reason));
    }

    fn join(&mut self, other: &Places) {
        self.known.extend(other.known.iter().cloned());
        let firsts = self.first.take().into_iter().chain(other.first.clone());
        self.first = firsts.min_by_key(|(number, ..)| *number);
    }
}

/// The sightings of one compilation, summed up by rewrite.
#[derive(Debug, Default)]
pub(super) struct NamedRewrites {
    /// The records by file and name.
    records: BTreeMap<(String, String), Record>,
    count: usize,
}

impl NamedRewrites {
    /// Adds a match.
    pub(super) fn note(&mut self, sighting: Sighting) {
        let Sighting { name, file, is_rule, place, fate } = sighting;
        let record = self.records.entry((file, name)).or_default();
        record.is_rule = is_rule;
        match fate {
            Fate::Rewritten => record.is_rewritten = true,
            Fate::Refused(reason) => record.refused.add(self.count, place, reason),
            Fate::OfOtherType(reason) => record.of_other_type.add(self.count, place, reason),
        }
        self.count += 1;
    }

    /// Whether a rewrite of a file was found anywhere.
    pub(super) fn has_found(&self, file: &str) -> bool {
        let mut of_file = self.records.iter().filter(|((known, _), _)| known == file);
        of_file.any(|(_, record)| record.is_rewritten || record.refused.first.is_some())
    }

    /// Whether there was no sighting at all.
    pub(super) fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Whether anything was applied.
    pub(super) fn has_rewritten(&self) -> bool {
        self.records.values().any(|record| record.is_rewritten)
    }

    /// A line for each name that was found and applied nowhere, in the order of the first sightings. `names`
    /// are the names that the user wrote.
    pub(super) fn lines(&self, names: &[String]) -> Vec<String> {
        let mut by_label: BTreeMap<(String, String), Record> = BTreeMap::new();
        for ((file, name), record) in &self.records {
            // A rule that was applied does not silence the warning about another rule of its file.
            let is_one = (names.contains(file) && !names.contains(name)) || record.is_rule;
            if record.is_rule && record.is_rewritten {
                continue;
            }
            let label = if is_one { file } else { name };
            let all = by_label.entry((file.clone(), label.clone())).or_default();
            all.is_rule = record.is_rule;
            all.is_rewritten |= record.is_rewritten;
            all.refused.join(&record.refused);
            all.of_other_type.join(&record.of_other_type);
        }
        // A near match is not reported if another rewrite of the file was found.
        let is_found = |file: &String| {
            let mut of_file = by_label.iter().filter(|((other, _), _)| other == file);
            of_file.any(|(_, record)| record.is_rewritten || record.refused.first.is_some())
        };
        let line = |((file, label), record): (&(String, String), &Record)| {
            let almost = record.refused.first.is_none();
            if record.is_rewritten || (almost && is_found(file)) {
                return None;
            }
            let places = if almost { &record.of_other_type } else { &record.refused };
            let (number, place, reason) = places.first.as_ref()?;
            let found = if almost { "almost found" } else { "found" };
            let often = times(places.known.len());
            let what = match record.is_rule {
                true => format!("{label}: rules that are not proven there match {often}: {reason} ({place})"),
                false => format!("{label}: {found} {often}, applied nowhere: {reason} ({place})"),
            };
            Some((*number, format!("{what}; {HOW_TO_SEE_ALL}")))
        };
        let mut lines: Vec<(usize, String)> = by_label.iter().filter_map(line).collect();
        lines.sort();
        lines.into_iter().map(|(_, line)| line).collect()
    }
}

fn times(number: usize) -> String {
    match number {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        _ => format!("{number} times"),
    }
}

/// Merges the warning `text` about a file with the lines that give the same `reason`, and removes those from
/// `lines`.
pub(super) fn merge_lines(text: &str, reason: &str, lines: &mut Vec<String>) -> String {
    let mut found = Vec::new();
    lines.retain(|line| {
        let Some((before, behind)) = line.split_once(reason) else { return true };
        let place = behind.strip_suffix(HOW_TO_SEE_ALL).unwrap_or(behind).trim_end_matches("; ");
        found.push(format!("{}{place}", before.trim_end_matches(": ")));
        false
    });
    match found.is_empty() {
        true => text.to_owned(),
        false => format!("{text}; {}; {HOW_TO_SEE_ALL}", found.join("; ")),
    }
}

/// The line about functions that passes skip since they are `optnone`; `others` is the number of functions
/// that passes visit.
pub(super) fn not_looked_at(optnone: &[String], others: usize) -> Option<String> {
    let (first, more) = optnone.split_first()?;
    let looked_for = "named rewrites are not looked for there";
    let which = match (others, more.len()) {
        (0, _) => {
            return Some(format!(
                "every function is `optnone`, as all functions are at -O0: {looked_for}; -O1 and more do"
            ));
        }
        (_, 0) => format!("`{}` is", shown_name(first)),
        (_, more) => format!("`{}` and {more} more are", shown_name(first)),
    };
    Some(format!("{which} `optnone`: {looked_for}"))
}

/// The line about `minsize` functions whose loops test at their begin, for compilations without a match.
pub(super) fn unrotated(minsize: &[String]) -> Option<String> {
    let (first, more) = minsize.split_first()?;
    let which = match more.len() {
        0 => format!("`{}` is", shown_name(first)),
        more => format!("`{}` and {more} more are", shown_name(first)),
    };
    Some(format!(
        "no named rewrite of loops is found, and {which} `minsize`, as all functions are at -Oz: their loops \
         test at their begin, and those that test at their end, as at -Os and -O2, are looked for"
    ))
}

/// Writes a warning to stderr.
pub(super) fn warn(text: &str) {
    write_to_stderr(&format!("idiom: warning: {text}\n"));
}

/// Writes a warning once in this process, even if it compiles several modules.
pub(super) fn warn_once(text: &str) {
    static WARNED: LazyLock<Mutex<FxHashSet<String>>> = LazyLock::new(Mutex::default);
    if WARNED.lock().unwrap_or_else(PoisonError::into_inner).insert(text.to_owned()) {
        warn(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sighting(file: &str, name: &str, place: &str, fate: Fate) -> Sighting {
        Sighting { name: name.into(), file: file.into(), is_rule: false, place: place.into(), fate }
    }

    fn refused(why: &str) -> Fate {
        Fate::Refused(why.into())
    }

    fn lines(sightings: &[Sighting], names: &[&str]) -> Vec<String> {
        let mut named = NamedRewrites::default();
        sightings.iter().cloned().for_each(|sighting| named.note(sighting));
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        named.lines(&names)
    }

    #[test]
    fn what_is_applied_somewhere_is_not_warned_of() {
        let left = sighting("m.candl", "A", "f", refused("why"));
        let done = sighting("m.candl", "A", "g", Fate::Rewritten);
        assert_eq!(lines(&[left.clone(), done.clone()], &[]), Vec::<String>::new());
        // In a user's file each rewrite counts as a name of its own.
        let other = sighting("m.candl", "B", "g", Fate::Rewritten);
        let warnings = lines(&[left, other], &[]);
        assert_eq!(warnings, [format!("A: found once, applied nowhere: why (f); {HOW_TO_SEE_ALL}")]);
    }

    #[test]
    fn one_reason_is_one_line() {
        let all = [
            sighting("m.candl", "A", "f", refused("stale")),
            sighting("m.candl", "A", "g", refused("stale")),
            sighting("m.candl", "B", "f", refused("why")),
        ];
        let mut warnings = lines(&all, &[]);
        let together = merge_lines("m.candl: it is stale", "stale", &mut warnings);
        let wanted = format!("m.candl: it is stale; A: found twice, applied nowhere (f); {HOW_TO_SEE_ALL}");
        assert_eq!((together, warnings.len()), (wanted, 1));
        assert_eq!(merge_lines("m.candl: it is stale", "stale", &mut warnings), "m.candl: it is stale");
        assert_eq!(warnings.len(), 1);
    }

    #[test]
    fn functions_that_are_not_optimised_are_named() {
        let text = |names: &[&str], others| {
            not_looked_at(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>(), others)
        };
        assert_eq!(text(&[], 3), None);
        assert!(text(&["f"], 0).is_some_and(|text| text.starts_with("every function is `optnone`")));
        assert!(text(&["f"], 1).is_some_and(|text| text.starts_with("`f` is `optnone`")));
        assert!(text(&["f", "g"], 1).is_some_and(|text| text.starts_with("`f` and 1 more are `optnone`")));
    }

    #[test]
    fn functions_for_the_least_size_are_named() {
        let warnings =
            |names: &[&str]| unrotated(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(warnings(&[]), None);
        assert!(
            warnings(&["f"])
                .is_some_and(|text| text.contains("and `f` is `minsize`, as all functions are at -Oz"))
        );
        assert!(warnings(&["f", "g"]).is_some_and(|text| text.contains("and `f` and 1 more are `minsize`")));
    }

    #[test]
    fn a_set_is_one_name_and_a_place_counts_once() {
        let of_set = |name: &str, place: &str, fate| sighting("Set", name, place, fate);
        let all = [
            of_set("B", "f", refused("first")),
            of_set("A", "f", refused("second")),
            of_set("A", "g", refused("third")),
        ];
        let warnings = lines(&all, &["Set"]);
        assert_eq!(warnings, [format!("Set: found twice, applied nowhere: first (f); {HOW_TO_SEE_ALL}")]);
        let warnings = lines(&all, &["A", "B"]);
        assert!(
            warnings.len() == 2
                && warnings[0].starts_with("B: found once")
                && warnings[1].starts_with("A: found twice")
        );
        let done = of_set("C", "h", Fate::Rewritten);
        assert!(lines(&[&all[..], &[done]].concat(), &["Set"]).is_empty());
    }

    #[test]
    fn a_file_of_rules_is_one_name_but_for_rules_that_are_applied() {
        let of_rule = |rule: &str, place: &str, fate| Sighting {
            is_rule: true,
            ..sighting("r.opt", rule, place, fate)
        };
        let all = [
            of_rule("r.opt:1", "f", refused("a at i16")),
            of_rule("r.opt:1", "g", Fate::Rewritten),
            of_rule("r.opt:5", "g", refused("b at i16")),
            of_rule("r.opt:9", "h", refused("c at i16")),
        ];
        let warnings = lines(&all, &[]);
        let begin = "r.opt: rules that are not proven there match twice: b at i16 (g); ";
        assert!(warnings.len() == 1 && warnings[0].starts_with(begin), "{warnings:?}");
    }

    #[test]
    fn types_are_blamed_where_nothing_else_of_the_file_is_found() {
        let almost = sighting("m.candl", "Doubles", "f", Fate::OfOtherType("it is float".into()));
        let warnings = lines(std::slice::from_ref(&almost), &[]);
        assert!(
            warnings[0].starts_with("Doubles: almost found once, applied nowhere: it is float (f)"),
            "{warnings:?}"
        );
        let floats = sighting("m.candl", "Floats", "f", Fate::Rewritten);
        assert!(lines(&[almost, floats], &[]).is_empty());
    }
}
