//! Positions below the root of a pattern: interned lists of operand numbers.

use super::subject::Subject;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};

/// A position of one [`Paths`]. The root is 0, and a path has a greater number than its prefixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub struct PathId(pub(super) u32);

impl PathId {
    /// The root.
    pub const ROOT: PathId = PathId(0);

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// All positions of a set of patterns.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    /// The parent and operand number of each path except the root.
    steps: IndexSet<(PathId, u8), FxBuildHasher>,
}

impl Paths {
    /// Operand `at` of the value at `parent`.
    pub(super) fn below(&mut self, parent: PathId, at: u8) -> PathId {
        PathId(self.steps.insert_full((parent, at)).0 as u32 + 1)
    }

    /// Operand `at` of the value at `parent`, if any pattern has it.
    pub(super) fn find(&self, parent: PathId, at: u8) -> Option<PathId> {
        self.steps.get_index_of(&(parent, at)).map(|at| PathId(at as u32 + 1))
    }

    /// Whether `above` is a proper prefix of `path`.
    pub(super) fn is_below(&self, path: PathId, above: PathId) -> bool {
        let mut at = path;
        while let Some((parent, _)) = self.step(at) {
            if parent == above {
                return true;
            }
            at = parent;
        }
        false
    }

    /// The parent and operand number of a path; `None` for the root.
    pub fn step(&self, path: PathId) -> Option<(PathId, u8)> {
        self.steps.get_index(path.index().checked_sub(1)?).copied()
    }

    /// The number of paths, the root included.
    pub fn len(&self) -> usize {
        self.steps.len() + 1
    }

    /// Whether there is no path but the root.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The value at a path, if it exists.
    pub(super) fn value<S: Subject>(&self, subject: &S, root: S::Value, path: PathId) -> Option<S::Value> {
        let mut numbers = smallvec::SmallVec::<[u8; 16]>::new();
        let mut at = path;
        while let Some((parent, number)) = self.step(at) {
            numbers.push(number);
            at = parent;
        }
        numbers.iter().rev().try_fold(root, |value, number| subject.operand(value, usize::from(*number)))
    }

    /// The text of a path: `root`, `root.0.1`.
    pub fn describe(&self, path: PathId) -> String {
        let mut numbers = Vec::new();
        let mut at = path;
        while let Some((parent, number)) = self.step(at) {
            numbers.push(number);
            at = parent;
        }
        numbers.iter().rev().fold("root".to_owned(), |text, number| format!("{text}.{number}"))
    }

    pub(super) fn steps(&self) -> Vec<(PathId, u8)> {
        self.steps.iter().copied().collect()
    }

    pub(super) fn from_steps(steps: Vec<(PathId, u8)>) -> Paths {
        Paths { steps: steps.into_iter().collect() }
    }
}
