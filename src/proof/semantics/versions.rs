//! The table of semantic differences between versions of LLVM, and sets of versions.
//!
//! A proof holds for the versions whose semantics it was made with. The table has one row for each version
//! that changed something, with the semantics from that version on.
//!
//! ```text
//! LLVM 16 to 22    nsz: zeros that go in and a zero that comes out have any sign
//! LLVM 23 on       nsz: zeros that go in have any sign
//! ```

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::RangeInclusive;

/// The zeros whose sign `nsz` leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpenSigns {
    /// The signs of zero operands and of a zero result.
    OfAll,
    /// The signs of zero operands only (llvm-project#180906): `fabs` clears the sign, and `copysign` takes it
    /// from its second operand.
    OfOperands,
}

/// The semantics that depends on LLVM's version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Semantics {
    /// `nsz`
    pub nsz: OpenSigns,
}

/// The semantics by the first version that has it, ascending. Changing a row invalidates proofs: increase
/// `CERTIFICATE_VERSION` and `ENCODING_VERSION` too.
const TABLE: &[(u32, Semantics)] =
    &[(16, Semantics { nsz: OpenSigns::OfAll }), (23, Semantics { nsz: OpenSigns::OfOperands })];

/// The supported versions.
pub const SUPPORTED: RangeInclusive<u32> = 16..=23;

impl Semantics {
    /// Every row of the table with its versions.
    pub fn all() -> impl Iterator<Item = (Versions, Semantics)> {
        TABLE.iter().enumerate().map(|(at, (first, semantics))| {
            let last = TABLE.get(at + 1).map(|(next, _)| next - 1);
            (Versions { ranges: vec![(*first, last)] }, *semantics)
        })
    }

    /// The semantics of the newest row.
    pub fn newest() -> Semantics {
        TABLE[TABLE.len() - 1].1
    }
}

/// A set of LLVM versions.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(transparent)]
pub struct Versions {
    /// First and last version of each range, ascending and disjoint; `None` for an open end.
    ranges: Vec<(u32, Option<u32>)>,
}

impl Versions {
    /// The set of all versions of the table.
    pub fn all() -> Versions {
        Semantics::all().fold(Versions::default(), |all, (versions, _)| all.with(&versions))
    }

    /// The empty set.
    pub fn none() -> Versions {
        Versions::default()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Whether the set contains a version.
    pub fn contains(&self, version: u32) -> bool {
        let is_in =
            |(first, last): &(u32, Option<u32>)| *first <= version && last.is_none_or(|last| version <= last);
        self.ranges.iter().any(is_in)
    }

    /// The first version of the set.
    pub fn first(&self) -> Option<u32> {
        self.ranges.first().map(|(first, _)| *first)
    }

    /// The union of two sets.
    #[must_use]
    pub fn with(&self, others: &Versions) -> Versions {
        let mut all = [self.ranges.as_slice(), &others.ranges].concat();
        all.sort_unstable();
        let mut ranges: Vec<(u32, Option<u32>)> = Vec::new();
        for (first, last) in all {
            match ranges.last_mut() {
                Some((_, None)) => {}
                Some((_, end @ Some(_))) if end.is_some_and(|end| first <= end.saturating_add(1)) => {
                    *end = end.zip(last).map(|(end, last)| end.max(last));
                }
                _ => ranges.push((first, last)),
            }
        }
        Versions { ranges }
    }
}

impl fmt::Display for Versions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = |(first, last): &(u32, Option<u32>)| match last {
            None => format!("{first} on"),
            Some(last) if last == first => first.to_string(),
            Some(last) => format!("{first} to {last}"),
        };
        let words: Vec<String> = self.ranges.iter().map(range).collect();
        write!(f, "LLVM {}", words.join(" and "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(ranges: &[(u32, Option<u32>)]) -> Versions {
        Versions { ranges: ranges.to_vec() }
    }

    #[test]
    fn the_table_has_every_version_once() {
        let rows: Vec<Versions> = Semantics::all().map(|(versions, _)| versions).collect();
        for version in 16..40 {
            assert_eq!(rows.iter().filter(|row| row.contains(version)).count(), 1, "{version}");
        }
        assert_eq!(Versions::all(), of(&[(16, None)]));
        assert!(SUPPORTED.into_iter().all(|version| Versions::all().contains(version)));
    }

    #[test]
    fn what_is_supported_is_what_the_manifest_offers() {
        let manifest = include_str!("../../../Cargo.toml");
        let features = manifest.lines().filter_map(|line| line.strip_prefix("llvm")?.split_once('-'));
        let majors: Vec<u32> = features.filter_map(|(major, _)| major.parse().ok()).collect();
        assert_eq!(majors, SUPPORTED.collect::<Vec<_>>());
    }

    #[test]
    fn ranges_that_touch_are_one() {
        let union = |a: &[_], b: &[_]| of(a).with(&of(b));
        assert_eq!(union(&[(16, Some(22))], &[(23, None)]), of(&[(16, None)]));
        assert_eq!(union(&[(23, None)], &[(16, Some(21))]), of(&[(16, Some(21)), (23, None)]));
        assert_eq!(union(&[(16, None)], &[(18, Some(19))]), of(&[(16, None)]));
        assert_eq!(union(&[], &[(18, Some(18))]), of(&[(18, Some(18))]));
        assert_eq!(union(&[(16, Some(20))], &[(18, Some(19))]), of(&[(16, Some(20))]));
    }

    #[test]
    fn versions_are_told_in_words() {
        for (ranges, words) in [
            (&[(16, Some(22))][..], "LLVM 16 to 22"),
            (&[(23, None)], "LLVM 23 on"),
            (&[(16, Some(16)), (19, None)], "LLVM 16 and 19 on"),
        ] {
            assert_eq!(of(ranges).to_string(), words);
        }
    }
}
