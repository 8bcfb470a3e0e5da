//! Built-in idioms, compiled when the plugin was built and stored as bytes.
//!
//! Every compilation is a process, and for a small file compiling the specifications anew would dominate the
//! time spent in the plugin. Therefore the build script compiles them and serialises the result. A process
//! reads an idiom back once a function has the necessary opcodes. It does so in parts, since names are needed
//! only for findings, and places only for explanations.
//!
//! ```text
//! build:    texts ─compile─▶ Compiled, SourceMap ─written─▶ bytes in the plugin
//! process:  bytes ─compiled()─▶ Compiled, the same
//! ```
//!
//! Each plan is decoded when it first runs, and data for explanations only for an explanation. The bytes are
//! [postcard](https://postcard.jamesmunns.com)'s: they do not depend on the machine, so that cross
//! compilation works.

use super::claims::Claim;
use ir::OpcodeSet;
use lang::atoms::Atom;
use lang::candl::source_map::SourceMap;
use serde::Deserialize;
use solver::Compiled;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// A built-in idiom, decoded on first use.
#[derive(Debug)]
pub struct Prebuilt {
    /// The name.
    pub name: &'static str,
    /// The first sentence of the doc comment.
    pub doc: &'static str,
    /// The lines of the doc comment about findings.
    pub marked_lines: &'static [Cow<'static, str>],
    /// Whether it runs without a selection.
    pub is_default: bool,
    /// The facts about called functions that it mentions.
    pub facts: &'static [&'static str],
    /// The names of the specifications that it consists of, one per line.
    pub includes: &'static str,
    /// The necessary opcodes: a function without an opcode of each set has no solution.
    pub needs: &'static [OpcodeSet],
    bytes: Bytes<&'static [u8]>,
    compiled: OnceLock<Compiled<Atom>>,
    source_map: OnceLock<SourceMap>,
    variables: OnceLock<Arc<[String]>>,
    claims: OnceLock<Vec<Claim>>,
}

/// The serialised parts of an idiom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes<B> {
    /// The serialised problem.
    pub compiled: B,
    /// The serialised places and names.
    pub source_map: B,
    /// The serialised names of a solution's variables.
    pub variables: B,
    /// The serialised claims.
    pub claims: B,
}

impl Prebuilt {
    /// The idiom from the output of the build script.
    pub const fn new(
        name: &'static str,
        (doc, marked_lines): (&'static str, &'static [Cow<'static, str>]),
        (is_default, facts, includes): (bool, &'static [&'static str], &'static str),
        needs: &'static [OpcodeSet],
        bytes: Bytes<&'static [u8]>,
    ) -> Prebuilt {
        Prebuilt {
            name,
            doc,
            marked_lines,
            is_default,
            facts,
            includes,
            needs,
            bytes,
            compiled: OnceLock::new(),
            source_map: OnceLock::new(),
            variables: OnceLock::new(),
            claims: OnceLock::new(),
        }
    }

    /// The compiled problem.
    pub fn compiled(&self) -> &Compiled<Atom> {
        self.compiled.get_or_init(|| read(self.bytes.compiled))
    }

    /// The places and names.
    pub fn source_map(&self) -> &SourceMap {
        self.source_map.get_or_init(|| read(self.bytes.source_map))
    }

    /// The names of the variables.
    pub fn variables(&self) -> &Arc<[String]> {
        self.variables.get_or_init(|| read::<Vec<String>>(self.bytes.variables).into())
    }

    /// The constraints that have reasons.
    pub fn claims(&self) -> &[Claim] {
        self.claims.get_or_init(|| read(self.bytes.claims))
    }
}

fn read<T: Deserialize<'static>>(bytes: &'static [u8]) -> T {
    postcard::from_bytes(bytes).expect("what this build wrote can be read back")
}
