//! Answers that the searches in one database share.
//!
//! Fifty idioms ask of one function which loops it has. A search looks for what others found by the
//! [digest](super::digest) of a plan and the values it is entered with. It costs no steps, and the bytes are
//! those of who found it, so that no search reaches its bounds earlier than if it were alone.

use super::budget::{Held, Ledger};
use super::digest::Digest;
use super::index::Index;
use super::problem::Value;
use super::table::{Answers, Table, TableKey};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// The digest of a plan, and whether rows are kept with what they stand on.
type SharedKey = (Digest, bool);

/// Answers found in one database. RowBuilderBase beside it, by [`Database::shared`](super::Database::shared).
#[derive(Debug)]
pub struct Shared {
    ledger: Ledger,
    /// Answers, with the steps that they took.
    answers: RefCell<Table<SharedKey, (Answers, u64)>>,
    /// Number of times that one search used answers of another.
    #[cfg(test)]
    again: std::cell::Cell<u64>,
    /// Indices by plan that is answered by a look-up.
    indices: RefCell<FxHashMap<Digest, Rc<Held<Index>>>>,
}

impl Default for Shared {
    fn default() -> Self {
        let ledger = Ledger::default();
        let answers = RefCell::new(Table::new(&ledger));
        let indices = RefCell::default();
        Self {
            ledger,
            answers,
            indices,
            #[cfg(test)]
            again: Default::default(),
        }
    }
}

impl Shared {
    /// The account that all searches in this database charge bytes to.
    pub(super) fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    pub(super) fn answers(&self, of: SharedKey, key: &[Value]) -> Option<(Answers, u64)> {
        let found = self.answers.borrow().get(TableKey::new(of, key), key).cloned();
        #[cfg(test)]
        self.again.set(self.again.get() + u64::from(found.is_some()));
        found
    }

    #[cfg(test)]
    pub(super) fn found_again(&self) -> u64 {
        self.again.get()
    }

    pub(super) fn insert(&self, of: SharedKey, key: &[Value], answers: Answers, steps: u64) {
        self.answers.borrow_mut().insert(TableKey::new(of, key), key, (answers, steps), steps);
    }

    pub(super) fn index(&self, of: Digest) -> Option<Rc<Held<Index>>> {
        self.indices.borrow().get(&of).cloned()
    }

    pub(super) fn insert_index(&self, of: Digest, index: &Rc<Held<Index>>) {
        self.indices.borrow_mut().insert(of, index.clone());
    }
}
