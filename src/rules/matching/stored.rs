//! A rule set with its decision DAG as bytes: what `idiom rules build` writes and a process reads back.
//!
//! The bytes begin with a mark, the version that wrote them and a checksum, so that other files, other versions and damage
//! are told apart before anything is read.

use super::dag::Dag;
use super::path::{PathId, Paths};
use super::pattern::{Pattern, Patterns};
use super::set::{Ranked, Refusal, RuleSet, Variant};
use serde::{Deserialize, Serialize};
use thiserror::Error;

const MARK: &[u8] = b"idiom rules\n";

/// Bytes that are no rule set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoredError {
    /// Not written by `idiom rules build`.
    #[error("it was not written by `idiom rules build`")]
    Foreign,
    /// Written by another version.
    #[error("version {0} of idiom wrote it; build it again")]
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
}

#[derive(Deserialize, Serialize)]
struct Head<'a> {
    version: &'a str,
    checksum: u64,
}

/// FNV-1a by words of eight bytes.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(0xcbf2_9ce4_8422_2325, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The bytes of a rule set and its DAG.
pub fn store(rules: &RuleSet, dag: &Dag) -> Result<Vec<u8>, StoredError> {
    let stored = Stored {
        rules: rules.rules.clone(),
        patterns: rules.patterns.iter().cloned().collect(),
        steps: rules.paths.steps(),
        variants: rules.variants.clone(),
        refused: rules.refused.clone(),
        dag: dag.clone(),
    };
    let unwritable = |error: postcard::Error| StoredError::Unwritable(error.to_string());
    let body = postcard::to_stdvec(&stored).map_err(unwritable)?;
    let head = Head { version: env!("CARGO_PKG_VERSION"), checksum: checksum(&body) };
    let mut bytes = MARK.to_vec();
    bytes.extend(postcard::to_stdvec(&head).map_err(unwritable)?);
    bytes.extend(body);
    Ok(bytes)
}

/// The rule set and DAG of such bytes.
pub fn read_back(bytes: &[u8]) -> Result<(RuleSet, Dag), StoredError> {
    let rest = bytes.strip_prefix(MARK).ok_or(StoredError::Foreign)?;
    let damaged = |_| StoredError::Damaged;
    let (head, body): (Head, &[u8]) = postcard::take_from_bytes(rest).map_err(damaged)?;
    if head.version != env!("CARGO_PKG_VERSION") {
        return Err(StoredError::Version(head.version.to_owned()));
    }
    if checksum(body) != head.checksum {
        return Err(StoredError::Damaged);
    }
    let stored: Stored = postcard::from_bytes(body).map_err(damaged)?;
    let rules = RuleSet {
        rules: stored.rules,
        patterns: Patterns::from_nodes(stored.patterns),
        paths: Paths::from_steps(stored.steps),
        variants: stored.variants,
        refused: stored.refused,
    };
    Ok((rules, stored.dag))
}
