//! One function under scrutiny: what relations mean there, and the answers that searches in it share.

use super::problem::{Relation, Value};
use super::shared::Shared;

/// The state of an argument when a value is sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// The sought value.
    Sought,
    /// A known value.
    Known(Value),
    /// A value that is bound later; equal numbers stand for equal values.
    Open(u32),
}

/// A relation that will have to hold, whatever is chosen now.
#[derive(Clone, Debug)]
pub struct PushedPredicate<'a, R> {
    /// The relation.
    pub relation: &'a R,
    /// The state of each argument.
    pub terms: &'a [Term],
}

/// The meaning of the relations in one function.
pub trait Database<R: Relation> {
    /// The domain is `0..size`.
    fn size(&self) -> u32;

    /// Whether the relation holds of these values. `unused` occurs only where [`Relation::admits_unused`]
    /// says so.
    fn holds(&self, relation: &R, args: &[Value]) -> bool;

    /// Appends candidates for argument `target` to `out`, ascending and without repeats: at least every value
    /// for which the relation can hold together with the bound `args`; `unused` occurs among them as in
    /// [`Database::holds`] and never among the candidates. Called only where [`Relation::access_path`] answers
    /// `Some`.
    fn candidates(&self, relation: &R, target: usize, args: &[Option<Value>], out: &mut Vec<Value>);

    /// The only candidate for argument `target`, or that there is none, of a relation that supplies at most
    /// one; `None` if [`Database::candidates`] has to list them.
    fn only(&self, _relation: &R, _target: usize, _args: &[Option<Value>]) -> Option<Option<Value>> {
        None
    }

    /// Upper bound of the candidates that [`Database::candidates`] appends, if it is known without listing them.
    fn at_most(&self, _relation: &R, _target: usize, _args: &[Option<Value>]) -> Option<usize> {
        None
    }

    /// The nodes and edges that relations looked at since this was asked last, as far as that was more than a
    /// few each.
    fn take_work(&self) -> u64 {
        0
    }

    /// The values at which a specification went no deeper since this was asked last, ascending, each once.
    fn take_limits(&self) -> Vec<Value> {
        Vec::new()
    }

    /// State that searches in this database share, if any. It is the same object as long as the database lives.
    fn shared(&self) -> Option<&Shared> {
        None
    }

    /// Appends candidates for the value that is sought, given all that will have to hold of it: ascending,
    /// without repeats, at least every value for which all the predicates can hold together. `false`, and nothing
    /// appended, where that is no shorter than what [`Database::candidates`] makes of one clue. Clues are of
    /// relations with [`Relation::is_pushable`], and each known value is one that [`Database::holds`] may be asked
    /// about.
    fn candidates_for_all(&self, _clues: &[PushedPredicate<'_, R>], _out: &mut Vec<Value>) -> bool {
        false
    }
}
