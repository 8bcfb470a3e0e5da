//! Forms of rows that the table of atoms repeats: lists of arguments, and rows of one kind.

use super::super::vocabulary::WordKind;
use super::ArgumentKind::{self, Index, Set, Variable, Words};
use super::{AtomKind, AtomRow, DominanceKind};

pub(super) const V: &[(&str, ArgumentKind)] = &[("v", Variable)];
pub(super) const X: &[(&str, ArgumentKind)] = &[("x", Variable)];
pub(super) const XY: &[(&str, ArgumentKind)] = &[("x", Variable), ("y", Variable)];
pub(super) const AB: &[(&str, ArgumentKind)] = &[("a", Variable), ("b", Variable)];
pub(super) const XP: &[(&str, ArgumentKind)] = &[("x", Variable), ("p", Variable)];
pub(super) const EP: &[(&str, ArgumentKind)] = &[("e", Variable), ("p", Variable)];
pub(super) const ABS: &[(&str, ArgumentKind)] =
    &[("a", Variable), ("b", Variable), ("s", Words(WordKind::Opcode))];
pub(super) const XYN: &[(&str, ArgumentKind)] = &[("x", Variable), ("y", Variable), ("n", Index)];
pub(super) const ABCUT: &[(&str, ArgumentKind)] = &[("a", Variable), ("b", Variable), ("s", Set)];
pub(super) const ABCD: &[(&str, ArgumentKind)] =
    &[("a", Variable), ("b", Variable), ("c", Variable), ("d", Variable)];
pub(super) const ABC: &[(&str, ArgumentKind)] = &[("a", Variable), ("b", Variable), ("c", Variable)];

/// A row of an atom that binds.
pub(super) const fn binding(
    kind: AtomKind,
    written: &'static [&'static str],
    arguments: &'static [(&'static str, ArgumentKind)],
    holds: &'static str,
) -> AtomRow {
    AtomRow { kind, written, arguments, binds: true, holds }
}

/// A row of an atom that only checks.
pub(super) const fn testing(
    kind: AtomKind,
    written: &'static [&'static str],
    arguments: &'static [(&'static str, ArgumentKind)],
    holds: &'static str,
) -> AtomRow {
    AtomRow { kind, written, arguments, binds: false, holds }
}

pub(super) const fn domination(
    post: bool,
    strict: bool,
    written: &'static [&'static str],
    holds: &'static str,
) -> AtomRow {
    binding(AtomKind::Domination(DominanceKind { post, strict }), written, AB, holds)
}
