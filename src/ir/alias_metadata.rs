//! Alias metadata: the types and scopes that LLVM attaches to accesses, beside their addresses.
//!
//! A struct-path `!tbaa` tag names the type of an access and the member that it is, `!alias.scope` the scopes
//! that it belongs to, `!noalias` those that it has no byte in common with. Equal metadata is one
//! [`Statement`].
//!
//! In: `store float 0.0, ptr %p, !tbaa !5`, where `!5 = !{!6, !6, i64 0}` and `!6 = !{!"float", !7, i64 0}`.
//! Out: a statement with a tag of the type `float`, whose parent is the type of `!7`.

use super::{BlockId, Model, ValueId};

/// A type of `!tbaa`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AliasType {
    /// As the front end spells it: `int`, `omnipotent char`; of a struct in C++ often mangled.
    pub name: String,
    /// Offset and number of the type of each field, ascending; of a type that is no struct the first is its
    /// parent.
    pub fields: Vec<(u64, u32)>,
}

/// A struct-path tag: a member at an offset of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AliasTag {
    /// The number of the type that the path starts from.
    pub base: u32,
    /// The number of the type of the member.
    pub access: u32,
    /// The place of the member in the base.
    pub offset: u64,
    /// Whether memory of that type never changes.
    pub is_constant: bool,
}

/// A scope of `!alias.scope` and `!noalias`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AliasScope {
    /// The number of its domain: statements are compared domain by domain.
    pub domain: u32,
    /// The blocks that declare it, by `llvm.experimental.noalias.scope.decl`. What it says holds from one
    /// execution of them to the next.
    pub declared_in: Vec<BlockId>,
}

/// The metadata of an access or call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statement {
    /// Its `!tbaa` tag.
    pub tag: Option<AliasTag>,
    /// The numbers of its own scopes.
    pub scopes: Vec<u32>,
    /// The numbers of the scopes that it has no byte in common with.
    pub noalias: Vec<u32>,
}

/// The number of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StatementId(pub u32);

/// The alias metadata of one function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AliasMetadata {
    /// By their numbers.
    pub types: Vec<AliasType>,
    /// By their numbers.
    pub scopes: Vec<AliasScope>,
    /// By their numbers.
    pub statements: Vec<Statement>,
    /// The accesses and calls with a statement, ascending.
    pub of: Vec<(ValueId, StatementId)>,
}

impl Model {
    /// The alias metadata of the function.
    pub fn alias_metadata(&self) -> &AliasMetadata {
        &self.function.memory.alias
    }

    /// The alias metadata of an instruction; `None` where it has none.
    pub fn alias_statement(&self, instruction: ValueId) -> Option<StatementId> {
        let (of, origin) = (&self.alias_metadata().of, self.origin(instruction)?);
        of.binary_search_by_key(&origin, |(at, _)| *at).ok().map(|at| of[at].1)
    }
}
