//! Built-in idioms made ready when the plugin was built, as bytes.
//!
//! Every compilation is a process, and reading, checking and planning the specifications anew would be most
//! of what one of a small file spends here. So the build script goes that way and writes down the end of it,
//! and a process reads that back: when a function has what an idiom needs, and in parts, since names are for
//! who has found something, and places for who is told why not.
//!
//! ```text
//! build:    SCoP ─make─▶ Compiled, Legend ─written─▶ bytes in the plugin
//! process:  bytes ─compiled()─▶ Compiled, the same
//! ```
//!
//! Each plan is read when it is run first, and what an explanation alone needs for an explanation
//! (`solver/later.rs`). The bytes are [postcard](https://postcard.jamesmunns.com)'s: they do not depend on
//! the machine, so that builds for another one work.

use super::claims::Claim;
use ir::OpcodeSet;
use lang::atoms::Atom;
use lang::candl::legend::Legend;
use serde::Deserialize;
use solver::Compiled;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// A built-in idiom, read back when it is used first.
#[derive(Debug)]
pub struct Prebuilt {
    /// The name.
    pub name: &'static str,
    /// The first sentence of the doc comment.
    pub doc: &'static str,
    /// The lines that say a finding in words of the source.
    pub headlines: &'static [Cow<'static, str>],
    /// Whether it is run when nobody says which.
    pub is_default: bool,
    /// The specifications that it is made of, a line each.
    pub includes: &'static str,
    /// Opcodes of which a function has one of each set, or no solution.
    pub needs: &'static [OpcodeSet],
    bytes: Bytes<&'static [u8]>,
    compiled: OnceLock<Compiled<Atom>>,
    legend: OnceLock<Legend>,
    variables: OnceLock<Arc<[String]>>,
    claims: OnceLock<Vec<Claim>>,
}

/// The parts of an idiom written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes<B> {
    /// The serialised problem.
    pub compiled: B,
    /// The places and names.
    pub legend: B,
    /// The names of the variables of a solution.
    pub variables: B,
    /// The constraints that have reasons.
    pub claims: B,
}

impl Prebuilt {
    /// From what the build script wrote.
    pub const fn new(
        name: &'static str,
        (doc, headlines): (&'static str, &'static [Cow<'static, str>]),
        (is_default, includes): (bool, &'static str),
        needs: &'static [OpcodeSet],
        bytes: Bytes<&'static [u8]>,
    ) -> Prebuilt {
        Prebuilt {
            name,
            doc,
            headlines,
            is_default,
            includes,
            needs,
            bytes,
            compiled: OnceLock::new(),
            legend: OnceLock::new(),
            variables: OnceLock::new(),
            claims: OnceLock::new(),
        }
    }

    /// What the solver runs.
    pub fn compiled(&self) -> &Compiled<Atom> {
        self.compiled.get_or_init(|| read(self.bytes.compiled))
    }

    /// The places and names.
    pub fn legend(&self) -> &Legend {
        self.legend.get_or_init(|| read(self.bytes.legend))
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
