//! Serialisation of a rule set with its decision DAG, locations and verdicts, which `idiom rules build`
//! writes and the plugin reads.
//!
//! The bytes begin with a magic string, the number of the format and the version of idiom, so that other
//! files, other versions and damage are detected before decoding. Sections with separate checksums follow.

use super::dag::Dag;
use super::deferred::Deferred;
use super::features::Prefilter;
use super::path::{PathId, Paths};
use super::pattern::{Pattern, Patterns};
use super::set::{Refusal, RuleSet, Variant};
use crate::rules::verdicts::Verdicts;
use crate::semantics::Versions;
use serde::{Deserialize, Serialize};
use thiserror::Error;

const MARK: &[u8] = b"idiom rules\n";

/// The number of the format. Increase it whenever the encoding or its meaning changes; a test compares a
/// checksum of it.
pub(super) const FORMAT: u32 = 10;

/// Maximum size of a set, in bytes.
pub const MAX_BUILT_BYTES: usize = 64 << 20;

/// Compiled rules.
#[derive(Clone, Debug, Default)]
pub struct Built {
    /// The rules.
    pub rules: RuleSet,
    /// The decision DAG of the rules.
    pub dag: Dag,
    /// The location of each rule, `file:line`.
    pub places: Vec<String>,
    /// The verdicts of each rule when the set was built.
    pub verdicts: Vec<Verdicts>,
}

/// Errors in reading or writing a stored set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoredError {
    /// Not written by `idiom rules build`.
    #[error("it was not written by `idiom rules build`")]
    Foreign,
    /// Written in another format.
    #[error("it has format {0}, and this idiom reads format {FORMAT}; build it again")]
    Format(u32),
    /// Written by another version.
    #[error("version {0} of idiom wrote it, and this is version {version}; build it again", version = env!("CARGO_PKG_VERSION"))]
    Version(String),
    /// Cut off or changed.
    #[error("it is damaged; build it again")]
    Damaged,
    /// The set cannot be encoded.
    #[error("it cannot be written: {0}")]
    Unwritable(String),
}

#[derive(Deserialize, Serialize)]
struct Stored<'a> {
    /// The encoded rules, each decoded on first use.
    #[serde(borrow)]
    rules: Vec<&'a [u8]>,
    patterns: Vec<Pattern>,
    steps: Vec<(PathId, u8)>,
    variants: Vec<Variant>,
    refused: Vec<Refusal>,
    dag: Dag,
    places: Vec<String>,
    verdicts: Vec<Verdicts>,
}

/// The part of a set that every process decodes. The rest is decoded if a function may contain a match.
#[derive(Clone, Copy, Debug)]
pub struct Front<'a> {
    prefilter: &'a [u8],
    unproven: &'a [u8],
    rest: &'a [u8],
    checksum: u64,
}

impl<'a> Front<'a> {
    /// The prefilter of the set.
    pub fn prefilter(&self) -> Result<Prefilter, StoredError> {
        postcard::from_bytes(self.prefilter).map_err(|_| StoredError::Damaged)
    }

    /// Location and title of each rule that the set's verdicts do not prove at any widths for an LLVM
    /// version, or refute at some.
    pub fn unproven(&self, llvm: u32) -> Result<Vec<(String, String)>, StoredError> {
        let all: Vec<UnprovenRule> = postcard::from_bytes(self.unproven).map_err(|_| StoredError::Damaged)?;
        let here = all.into_iter().filter(|(.., versions)| versions.contains(llvm));
        Ok(here.map(|(place, title, _)| (place, title)).collect())
    }

    fn rest(&self) -> Result<Stored<'a>, StoredError> {
        match checksum(self.rest) == self.checksum {
            true => postcard::from_bytes(self.rest).map_err(|_| StoredError::Damaged),
            false => Err(StoredError::Damaged),
        }
    }
}

/// Location and title of a rule, and the LLVM versions for which it is proven at no widths or refuted at
/// some.
type UnprovenRule = (String, String, Versions);

/// The rules of a set without a proof for some LLVM version.
fn unproven(built: &Built) -> Vec<UnprovenRule> {
    let rules = built.rules.rules().zip(&built.verdicts).zip(&built.places);
    let all =
        rules.map(|(((_, rule), verdicts), place)| (place.clone(), rule.title(), verdicts.unlicensed()));
    all.filter(|(.., versions)| !versions.is_empty()).collect()
}

/// Length and checksum of a section.
#[derive(Deserialize, Serialize)]
struct Section {
    length: u64,
    checksum: u64,
}

impl Section {
    fn of(bytes: &[u8]) -> Section {
        Section { length: bytes.len() as u64, checksum: checksum(bytes) }
    }

    /// The bytes of the section, and the bytes after it.
    fn split<'a>(&self, bytes: &'a [u8]) -> Result<(&'a [u8], &'a [u8]), StoredError> {
        let length = usize::try_from(self.length).map_err(|_| StoredError::Damaged)?;
        bytes.split_at_checked(length).ok_or(StoredError::Damaged)
    }
}

#[derive(Deserialize, Serialize)]
struct StoredHeader<'a> {
    version: &'a str,
    prefilter: Section,
    unproven: Section,
    rest: Section,
}

/// FNV-1a hash over words of eight bytes.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(0xcbf2_9ce4_8422_2325, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Whether bytes begin like a built set; they may still be damaged.
pub fn is_built(bytes: &[u8]) -> bool {
    bytes.starts_with(MARK)
}

/// Encodes a set.
pub fn store(built: &Built) -> Result<Vec<u8>, StoredError> {
    let rules = &built.rules;
    let unwritable = |error: postcard::Error| StoredError::Unwritable(error.to_string());
    let each: Result<Vec<Vec<u8>>, _> = rules.rules.iter().map(Deferred::bytes).collect();
    let each = each.map_err(unwritable)?;
    let stored = Stored {
        rules: each.iter().map(Vec::as_slice).collect(),
        patterns: rules.patterns.iter().cloned().collect(),
        steps: rules.paths.steps(),
        variants: rules.variants.clone(),
        refused: rules.refused.clone(),
        dag: built.dag.clone(),
        places: built.places.clone(),
        verdicts: built.verdicts.clone(),
    };
    let sections = [
        postcard::to_stdvec(&Prefilter::new(rules)).map_err(unwritable)?,
        postcard::to_stdvec(&unproven(built)).map_err(unwritable)?,
        postcard::to_stdvec(&stored).map_err(unwritable)?,
    ];
    let [prefilter, unproven, rest] = sections.each_ref().map(|bytes| Section::of(bytes));
    let head = StoredHeader { version: env!("CARGO_PKG_VERSION"), prefilter, unproven, rest };
    let mut bytes = MARK.to_vec();
    bytes.extend(postcard::to_stdvec(&FORMAT).map_err(unwritable)?);
    bytes.extend(postcard::to_stdvec(&head).map_err(unwritable)?);
    sections.iter().for_each(|section| bytes.extend(section));
    match bytes.len() > MAX_BUILT_BYTES {
        true => Err(StoredError::Unwritable(format!("it is larger than {} MiB", MAX_BUILT_BYTES >> 20))),
        false => Ok(bytes),
    }
}

/// Decodes and verifies the front part of a set. Of the rest only the length is checked here; its checksum is
/// verified when it is decoded.
pub fn open(bytes: &[u8]) -> Result<Front<'_>, StoredError> {
    let rest = bytes.strip_prefix(MARK).ok_or(StoredError::Foreign)?;
    let damaged = |_| StoredError::Damaged;
    let (format, rest): (u32, &[u8]) = postcard::take_from_bytes(rest).map_err(damaged)?;
    if format != FORMAT {
        return Err(StoredError::Format(format));
    }
    let (head, body): (StoredHeader, &[u8]) = postcard::take_from_bytes(rest).map_err(damaged)?;
    if head.version != env!("CARGO_PKG_VERSION") {
        return Err(StoredError::Version(head.version.to_owned()));
    }
    let (prefilter, body) = head.prefilter.split(body)?;
    let (unproven, body) = head.unproven.split(body)?;
    let (rest, behind) = head.rest.split(body)?;
    let is_sound = checksum(prefilter) == head.prefilter.checksum
        && checksum(unproven) == head.unproven.checksum
        && behind.is_empty();
    match is_sound {
        true => Ok(Front { prefilter, unproven, rest, checksum: head.rest.checksum }),
        false => Err(StoredError::Damaged),
    }
}

/// Decodes a whole set.
pub fn read_back(bytes: &[u8]) -> Result<Built, StoredError> {
    let stored = open(bytes)?.rest()?;
    let rules = RuleSet {
        rules: stored.rules.into_iter().map(Deferred::written).collect(),
        patterns: Patterns::from_nodes(stored.patterns),
        paths: Paths::from_steps(stored.steps),
        variants: stored.variants,
        refused: stored.refused,
    };
    let dag = stored.dag.entered(&rules.paths);
    Ok(Built { rules, dag, places: stored.places, verdicts: stored.verdicts })
}
