//! Alias metadata of accesses and calls.
//!
//! In: the record of a store, at position 3, with statement 0, and the record of that: base and member type
//! 1, no scopes. Out: the third instruction has statement 0, with a tag of type 1.

use crate::ffi::extract::{AliasScopeRecord, AliasStatementRecord, AliasTypeRecord, Reading};
use ir::{AliasMetadata, AliasScope, AliasTag, AliasType, BlockId, Statement, StatementId, ValueId};

/// All that the function has.
pub(super) fn alias(reading: &Reading) -> AliasMetadata {
    let first = reading.parameters().len() as u32;
    let of = reading.aliases().iter();
    AliasMetadata {
        types: types(reading),
        scopes: scopes(reading),
        statements: statements(reading),
        of: of.map(|record| (ValueId(first + record.instruction), StatementId(record.statement))).collect(),
    }
}

fn types(reading: &Reading) -> Vec<AliasType> {
    let mut from = 0;
    let ty = |record: &AliasTypeRecord| {
        let to = record.fields_end as usize;
        let fields = reading.alias_fields()[from..to].iter().map(|field| (field.offset, field.ty)).collect();
        from = to;
        AliasType { name: reading.text(record.name).into_owned(), fields }
    };
    reading.alias_types().iter().map(ty).collect()
}

fn scopes(reading: &Reading) -> Vec<AliasScope> {
    let mut from = 0;
    let scope = |record: &AliasScopeRecord| {
        let to = record.declarations_end as usize;
        let declared_in = reading.declarations()[from..to].iter().map(|block| BlockId(*block)).collect();
        from = to;
        AliasScope { domain: record.domain, declared_in }
    };
    reading.alias_scopes().iter().map(scope).collect()
}

fn statements(reading: &Reading) -> Vec<Statement> {
    let mut from = 0;
    let mut part = |to: u32| {
        let scopes = reading.scopes_of_statements()[from..to as usize].to_vec();
        from = to as usize;
        scopes
    };
    let statement = |record: &AliasStatementRecord| Statement {
        tag: tag(record),
        scopes: part(record.scopes_end),
        noalias: part(record.noalias_end),
    };
    reading.alias_statements().iter().map(statement).collect()
}

fn tag(record: &AliasStatementRecord) -> Option<AliasTag> {
    (record.base_type != u32::MAX).then_some(AliasTag {
        base: record.base_type,
        access: record.access_type,
        offset: record.offset,
        is_constant: record.is_constant != 0,
    })
}
