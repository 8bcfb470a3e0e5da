//! Alias metadata: the types and scopes that LLVM attaches to memory accesses.
//!
//! A struct-path `!tbaa` tag names the type of an access and the accessed member, `!alias.scope` the scopes
//! of the access, and `!noalias` the scopes that it does not alias. Each distinct combination is one
//! [`Statement`].
//!
//! In: `store float 0.0, ptr %p, !tbaa !5`, where `!5 = !{!6, !6, i64 0}` and `!6 = !{!"float", !7, i64 0}`.
//! Out: a statement with a tag of the type `float`, whose parent is the type of `!7`.

use super::{BlockId, Model, ValueId};

/// A type of `!tbaa`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AliasType {
    /// Name given by the front end: `int`, `omnipotent char`; often mangled for a struct in C++.
    pub name: String,
    /// Offset and type index of each field, ascending. For a type that is not a struct, the first field is
    /// its parent.
    pub fields: Vec<(u64, u32)>,
}

/// A struct-path tag: a member at an offset of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AliasTag {
    /// Index of the type that the path starts from.
    pub base: u32,
    /// Index of the member's type.
    pub access: u32,
    /// Offset of the member in the base type.
    pub offset: u64,
    /// Whether memory of the type never changes.
    pub is_constant: bool,
}

/// A scope of `!alias.scope` and `!noalias`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AliasScope {
    /// Index of its domain: statements are compared domain by domain.
    pub domain: u32,
    /// The blocks with an `llvm.experimental.noalias.scope.decl` of it. The scope's guarantees hold from one
    /// execution of them to the next.
    pub declared_in: Vec<BlockId>,
}

/// The metadata of an access or call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statement {
    /// Its `!tbaa` tag.
    pub tag: Option<AliasTag>,
    /// Indices of the scopes that the access belongs to.
    pub scopes: Vec<u32>,
    /// Indices of the scopes that the access does not alias.
    pub noalias: Vec<u32>,
}

/// Index of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StatementId(pub u32);

/// The alias metadata of one function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AliasMetadata {
    /// Types by index.
    pub types: Vec<AliasType>,
    /// Scopes by index.
    pub scopes: Vec<AliasScope>,
    /// Statements by index.
    pub statements: Vec<Statement>,
    /// The accesses and calls with a statement, ascending.
    pub of: Vec<(ValueId, StatementId)>,
}

impl Model {
    /// The alias metadata of the function.
    pub fn alias_metadata(&self) -> &AliasMetadata {
        &self.function.memory.alias
    }

    /// The alias metadata of an instruction, if it has any.
    pub fn alias_statement(&self, instruction: ValueId) -> Option<StatementId> {
        let (of, origin) = (&self.alias_metadata().of, self.origin(instruction)?);
        of.binary_search_by_key(&origin, |(at, _)| *at).ok().map(|at| of[at].1)
    }
}
