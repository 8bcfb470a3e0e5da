//! Alias metadata: accesses that do not overlap according to the front end or LLVM's inliner.
//!
//! Types follow the rule of LLVM's type-based alias analysis: two members may be the same memory if the path
//! of one leads through the other, or if the accessed type of one is an ancestor of the other's. Types with
//! different roots are not related. Scopes are compared by domain: an access does not alias another one whose
//! `noalias` list contains all its scopes of some domain. Scopes are valid within one execution of their
//! declaration, so across rounds of a loop only scopes declared outside it count.
//!
//! In: `store float` and `load i32` with the tags `float` and `int`, whose parent is `omnipotent char`. Out:
//! no alias.

use super::Memory;
use super::alias::{Apart, runs_repeatedly};
use ir::{AliasMetadata, AliasTag, AliasType, BlockId, StatementId};

/// The metadata that proves that two accesses do not overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetadataReason {
    /// Their types, by the tags.
    Types(AliasTag, AliasTag),
    /// Their scopes, for example from a `restrict` parameter of an inlined function.
    Scopes,
}

impl Memory<'_> {
    /// The metadata that proves that two accesses do not overlap, if any.
    pub(super) fn apart_by_metadata(
        &self,
        a: Option<StatementId>,
        b: Option<StatementId>,
        apart: Apart<'_>,
    ) -> Option<MetadataReason> {
        let metadata = self.model.alias_metadata();
        let (first, second) = (&metadata.statements[a?.0 as usize], &metadata.statements[b?.0 as usize]);
        if let (Some(tag), Some(other)) = (first.tag, second.tag)
            && !may_be_one(metadata, tag, other)
        {
            return Some(MetadataReason::Types(tag, other));
        }
        self.are_apart_by_scopes(a, b, apart).then_some(MetadataReason::Scopes)
    }

    /// Whether the scopes of two accesses prove that they do not overlap.
    pub(super) fn are_apart_by_scopes(
        &self,
        a: Option<StatementId>,
        b: Option<StatementId>,
        apart: Apart<'_>,
    ) -> bool {
        let statements = &self.model.alias_metadata().statements;
        let (Some(a), Some(b)) = (a, b) else { return false };
        let (a, b) = (&statements[a.0 as usize], &statements[b.0 as usize]);
        self.excludes(&a.scopes, &b.noalias, apart) || self.excludes(&b.scopes, &a.noalias, apart)
    }

    /// Whether the type of an access is one whose memory never changes.
    pub(super) fn is_of_constant_type(&self, statement: Option<StatementId>) -> bool {
        let statements = &self.model.alias_metadata().statements;
        statement.and_then(|at| statements[at.0 as usize].tag).is_some_and(|tag| tag.is_constant)
    }

    /// Whether all scopes of some domain are in `noalias`.
    fn excludes(&self, scopes: &[u32], noalias: &[u32], apart: Apart<'_>) -> bool {
        let all = &self.model.alias_metadata().scopes;
        let domain = |scope: u32| all[scope as usize].domain;
        scopes.iter().any(|scope| {
            let mut of_domain = scopes.iter().filter(|other| domain(**other) == domain(*scope));
            of_domain.all(|other| noalias.contains(other) && self.speaks_of(*other, apart))
        })
    }

    /// Whether a scope is valid for two accesses at these moments.
    fn speaks_of(&self, scope: u32, apart: Apart<'_>) -> bool {
        let model = self.model;
        let declared_in = &model.alias_metadata().scopes[scope as usize].declared_in;
        let are_all = |is_outside: &dyn Fn(BlockId) -> bool| {
            !declared_in.is_empty() && declared_in.iter().all(|block| is_outside(*block))
        };
        match apart {
            Apart::Not => true,
            Apart::In(loops, of) => are_all(&|block| !loops.has_block(of, block)),
            Apart::On(_) | Apart::AllBut(_) | Apart::Ever => are_all(&|block| !runs_repeatedly(model, block)),
        }
    }
}

/// Whether two members may be the same memory, as `matchAccessTags` of LLVM's `TypeBasedAliasAnalysis.cpp`.
fn may_be_one(metadata: &AliasMetadata, a: AliasTag, b: AliasTag) -> bool {
    if (a.base, a.access, a.offset) == (b.base, b.access, b.offset) {
        return true;
    }
    let types = &metadata.types;
    let Some(common) = least_common(types, a.access, b.access) else { return true };
    contains_member(types, a, b, common).or_else(|| contains_member(types, b, a, common)).unwrap_or(false)
}

/// Whether `member` may be the same memory as `whole`, or a part of it; `None` if its type does not occur in
/// the path.
fn contains_member(types: &[AliasType], whole: AliasTag, member: AliasTag, common: u32) -> Option<bool> {
    if whole.access == whole.base && whole.access == common {
        return Some(true);
    }
    let (mut at, mut offset) = (whole.base, whole.offset);
    // A cyclic path is invalid.
    for _ in 0..=types.len() {
        if at == member.base {
            let is_whole = at == whole.access || member.base == member.access;
            return Some(is_whole || offset == member.offset);
        }
        (at, offset) = field(&types[at as usize], offset)?;
    }
    Some(true)
}

/// The field at an offset, and the offset in it.
fn field(of: &AliasType, offset: u64) -> Option<(u32, u64)> {
    let behind = of.fields.partition_point(|(at, _)| *at <= offset);
    let (at, field) = *of.fields.get(behind.saturating_sub(1))?;
    Some((field, offset.saturating_sub(at)))
}

/// The last common type on the paths to the root; `None` if the roots differ.
fn least_common(types: &[AliasType], a: u32, b: u32) -> Option<u32> {
    let (first, second) = (ancestors(types, a), ancestors(types, b));
    let common = first.iter().rev().zip(second.iter().rev()).take_while(|(x, y)| x == y);
    common.last().map(|(x, _)| *x)
}

/// A type and its ancestors up to the root.
fn ancestors(types: &[AliasType], of: u32) -> Vec<u32> {
    let mut found = vec![of];
    let mut at = of;
    while let Some((_, parent)) = types[at as usize].fields.first()
        && found.len() <= types.len()
    {
        at = *parent;
        found.push(at);
    }
    found
}
