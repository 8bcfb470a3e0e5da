//! Answers that the searches in one database share.
//!
//! Fifty idioms query the loops of one function. A search finds the answers of earlier searches by the
//! [digest](super::digest) of a plan and its input values. A shared answer costs no steps, and its bytes are
//! charged to the search that found it, so that sharing never makes a search exceed its bounds earlier.

use super::budget::{Held, Ledger};
use super::digest::Digest;
use super::index::Index;
use super::problem::Value;
use super::table::{Answers, Table, TableKey};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// The digest of a plan, and whether rows are materialised.
type SharedKey = (Digest, bool);

/// The answers found in one database, which owns them ([`Database::shared`](super::Database::shared)).
#[derive(Debug)]
pub struct Shared {
    ledger: Ledger,
    /// Answers, and the steps that they took.
    answers: RefCell<Table<SharedKey, (Answers, u64)>>,
    /// Number of times that a search used answers of another one.
    #[cfg(test)]
    again: std::cell::Cell<u64>,
    /// Indices by the digest of the plan that they answer.
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
