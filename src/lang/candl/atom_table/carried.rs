//! The rows of the table of atoms about phis that carry what is in memory.

use super::ArgumentKind::Variable;
use super::forms::binding;
use super::{AtomKind, AtomRow};

pub(super) const CARRIES: AtomRow = binding(
    AtomKind::Carries,
    &["{p} carries {v} over {d} rounds"],
    &[("p", Variable), ("v", Variable), ("d", Variable)],
    "p is a phi of a loop header; it holds the element that v accessed d iterations before",
);

pub(super) const CARRIES_LOAD: AtomRow = binding(
    AtomKind::CarriesLoad,
    &["{v} carries what is loaded {t} bytes behind {p}"],
    &[("v", Variable), ("t", Variable), ("p", Variable)],
    "v is a phi, and each of its values was loaded t bytes behind the value that p has for the same \
     predecessor; nothing has written there since. p is a phi of the same block, or one pointer for all \
     predecessors, and t is a number as a term",
);
