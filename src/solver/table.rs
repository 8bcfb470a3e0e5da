//! Tables: the rows of a call, kept by plan and values of the bound arguments.
//!
//! A call's answers depend on its bound arguments alone within one world, so that each definition is
//! searched once per way and values of entering it, whoever calls it (tabled evaluation, Chen and
//! Warren, without recursion: definitions form no cycle). Which arguments are bound and which unbound ones coincide is part of the plan.

use super::problem::Value;
use super::rows::Row;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;

/// The answers to one call, in the order found.
pub(super) type Answers = Arc<[Arc<Row>]>;

/// What a collect gathers for given outer values.
#[derive(Clone, Debug)]
pub(super) enum Gathered {
    /// Its rows, in the defined order.
    Rows(Answers),
    /// More than its limit.
    TooMany,
}

/// Per dense index, a map from bound values. Looked up, never iterated.
#[derive(Debug)]
pub(super) struct Tables<T> {
    maps: Vec<FxHashMap<SmallVec<[Value; 6]>, T>>,
}

impl<T: Clone> Tables<T> {
    /// Empty tables for indices below `len`.
    pub(super) fn new(len: usize) -> Self {
        Self { maps: vec![FxHashMap::default(); len] }
    }

    pub(super) fn get(&self, index: usize, key: &[Value]) -> Option<T> {
        self.maps[index].get(key).cloned()
    }

    pub(super) fn insert(&mut self, index: usize, key: &[Value], entry: T) {
        self.maps[index].insert(key.into(), entry);
    }
}
