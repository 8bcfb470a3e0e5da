//! A rule set with its decision DAG, places and verdicts as bytes: what `idiom rules build` writes and the plugin reads back.
//!
//! The bytes begin with a mark, the number of the format, the version that wrote them and a checksum, so that other files, other
//! versions and damage are told apart before anything is read.

use super::dag::Dag;
use super::features::Prefilter;
use super::path::{PathId, Paths};
use super::pattern::{Pattern, Patterns};
use super::set::{Ranked, Refusal, RuleSet, Variant};
use crate::rules::verdicts::{State, Verdicts};
use serde::{Deserialize, Serialize};
use thiserror::Error;

const MARK: &[u8] = b"idiom rules\n";

/// The number of the format: another one whenever the bytes of some set change or mean something else. A test has a checksum of them.
pub(super) const FORMAT: u32 = 3;

/// A set has so many bytes at most.
pub const MAX_BUILT_BYTES: usize = 64 << 20;

/// Rules that need no compiling any more.
#[derive(Clone, Debug, Default)]
pub struct Built {
    /// The rules.
    pub rules: RuleSet,
    /// Their DAG.
    pub dag: Dag,
    /// By rule, the place where it is written, `file:line`.
    pub places: Vec<String>,
    /// By rule, the verdicts that were known when the set was built.
    pub verdicts: Vec<Verdicts>,
}

/// Bytes that are no rule set.
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
    /// It cannot be written.
    #[error("it cannot be written: {0}")]
    Unwritable(String),
}

#[derive(Deserialize, Serialize)]
struct Stored {
    rules: Vec<Ranked>,
    patterns: Vec<Pattern>,
    steps: Vec<(PathId, u8)>,
    variants: Vec<Variant>,
    refused: Vec<Refusal>,
    dag: Dag,
    places: Vec<String>,
    verdicts: Vec<Verdicts>,
}

/// The part of a set that every process reads; the rest is for those that have a function in which a rule may match.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Front {
    /// What the rules need of a function.
    pub prefilter: Prefilter,
    /// Rules that are proven at no widths by the set's own verdicts: place and title.
    pub unproven: Vec<(String, String)>,
}

impl Front {
    fn of(built: &Built) -> Front {
        let rules = built.rules.rules().zip(&built.verdicts).zip(&built.places);
        let unproven = rules.filter(|((_, verdicts), _)| !verdicts.has(State::Proven));
        Front {
            prefilter: Prefilter::new(&built.rules),
            unproven: unproven.map(|(((_, rule), _), place)| (place.clone(), rule.title())).collect(),
        }
    }
}

#[derive(Deserialize, Serialize)]
struct Head<'a> {
    version: &'a str,
    /// The number of bytes behind it.
    length: u64,
    checksum: u64,
}

/// FNV-1a by words of eight bytes.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(0xcbf2_9ce4_8422_2325, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Whether bytes are those of a built set, sound or not.
pub fn is_built(bytes: &[u8]) -> bool {
    bytes.starts_with(MARK)
}

/// The bytes of a set.
pub fn store(built: &Built) -> Result<Vec<u8>, StoredError> {
    let rules = &built.rules;
    let stored = Stored {
        rules: rules.rules.clone(),
        patterns: rules.patterns.iter().cloned().collect(),
        steps: rules.paths.steps(),
        variants: rules.variants.clone(),
        refused: rules.refused.clone(),
        dag: built.dag.clone(),
        places: built.places.clone(),
        verdicts: built.verdicts.clone(),
    };
    let unwritable = |error: postcard::Error| StoredError::Unwritable(error.to_string());
    let mut body = postcard::to_stdvec(&Front::of(built)).map_err(unwritable)?;
    body.extend(postcard::to_stdvec(&stored).map_err(unwritable)?);
    let length = body.len() as u64;
    let head = Head { version: env!("CARGO_PKG_VERSION"), length, checksum: checksum(&body) };
    let mut bytes = MARK.to_vec();
    bytes.extend(postcard::to_stdvec(&FORMAT).map_err(unwritable)?);
    bytes.extend(postcard::to_stdvec(&head).map_err(unwritable)?);
    bytes.extend(body);
    match bytes.len() > MAX_BUILT_BYTES {
        true => Err(StoredError::Unwritable(format!("it is larger than {} MiB", MAX_BUILT_BYTES >> 20))),
        false => Ok(bytes),
    }
}

/// The front part of such bytes, and those of the rest, which are sound as well.
pub fn open(bytes: &[u8]) -> Result<(Front, &[u8]), StoredError> {
    let rest = bytes.strip_prefix(MARK).ok_or(StoredError::Foreign)?;
    let damaged = |_| StoredError::Damaged;
    let (format, rest): (u32, &[u8]) = postcard::take_from_bytes(rest).map_err(damaged)?;
    if format != FORMAT {
        return Err(StoredError::Format(format));
    }
    let (head, body): (Head, &[u8]) = postcard::take_from_bytes(rest).map_err(damaged)?;
    if head.version != env!("CARGO_PKG_VERSION") {
        return Err(StoredError::Version(head.version.to_owned()));
    }
    if body.len() as u64 != head.length || checksum(body) != head.checksum {
        return Err(StoredError::Damaged);
    }
    postcard::take_from_bytes(body).map_err(damaged)
}

/// The set of such bytes.
pub fn read_back(bytes: &[u8]) -> Result<Built, StoredError> {
    let (_, rest) = open(bytes)?;
    let stored: Stored = postcard::from_bytes(rest).map_err(|_| StoredError::Damaged)?;
    let rules = RuleSet {
        rules: stored.rules,
        patterns: Patterns::from_nodes(stored.patterns),
        paths: Paths::from_steps(stored.steps),
        variants: stored.variants,
        refused: stored.refused,
    };
    Ok(Built { rules, dag: stored.dag, places: stored.places, verdicts: stored.verdicts })
}
