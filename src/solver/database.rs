//! Databases: the structure that a search runs on. A database gives the relations their meaning in one
//! function.

use super::budget::{Budget, Exhausted};
use super::problem::{Relation, Value};
use super::shared::Shared;

/// The state of an argument of a [`PushedPredicate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// The variable that candidates are generated for.
    Sought,
    /// A bound value.
    Known(Value),
    /// A variable that is bound later; equal numbers denote the same variable.
    Open(u32),
}

/// A predicate of the remaining conjunction, pushed down to the generation of candidates.
#[derive(Clone, Debug)]
pub struct PushedPredicate<'a, R> {
    /// The relation.
    pub relation: &'a R,
    /// The state of each argument.
    pub terms: &'a [Term],
}

/// An interpretation of the relations over the domain `0..size`: the extensional database of one function.
pub trait Database<R: Relation> {
    /// The number of values; the domain is `0..size`.
    fn size(&self) -> u32;

    /// Whether the relation holds of these values. `unused` only occurs as an argument that
    /// [`Relation::admits_unused`] allows.
    fn holds(&self, relation: &R, args: &[Value]) -> bool;

    /// Appends candidates for argument `target` to `out`, ascending and without duplicates. They include
    /// every value for which the relation can hold together with the bound `args`. `unused` may occur in
    /// `args` as in [`Database::holds`], but never among the candidates. Only called where
    /// [`Relation::access_path`] returns `Some`.
    fn candidates(&self, relation: &R, target: usize, args: &[Option<Value>], out: &mut Vec<Value>);

    /// The single candidate for argument `target` of a relation with at most one, or `Some(None)` without a
    /// candidate. `None` if [`Database::candidates`] has to list them.
    fn only(&self, _relation: &R, _target: usize, _args: &[Option<Value>]) -> Option<Option<Value>> {
        None
    }

    /// An upper bound of the number of candidates that [`Database::candidates`] appends, if known without
    /// listing them.
    fn at_most(&self, _relation: &R, _target: usize, _args: &[Option<Value>]) -> Option<usize> {
        None
    }

    /// The number of nodes and edges that relations visited since the last call, apart from the first few of
    /// each query.
    fn take_work(&self) -> u64 {
        0
    }

    /// Told at the start of a search: the budget of everything that relations compute in it.
    fn enter(&self, _budget: Budget) {}

    /// The bound that kept a relation from deciding since the last call, if one did. Such a relation does not
    /// have [`Relation::is_shared`].
    fn take_exhausted(&self) -> Option<Exhausted> {
        None
    }

    /// The values at which a length limit of the specification was reached since the last call, ascending,
    /// each once.
    fn take_limits(&self) -> Vec<Value> {
        Vec::new()
    }

    /// The answers that searches in this database share, if any. The same object for the lifetime of the
    /// database.
    fn shared(&self) -> Option<&Shared> {
        None
    }

    /// Appends the candidates that can satisfy all predicates together (multi-predicate pushdown), ascending
    /// and without duplicates. Returns `false` and appends nothing if the result would be no shorter than the
    /// [`Database::candidates`] of a single predicate. All predicates have [`Relation::is_pushable`], and
    /// every known value is valid as an argument of [`Database::holds`].
    fn candidates_for_all(&self, _clues: &[PushedPredicate<'_, R>], _out: &mut Vec<Value>) -> bool {
        false
    }
}
