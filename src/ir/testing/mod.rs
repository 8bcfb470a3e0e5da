//! Models from text and by chance, and the derived facts from their definitions, for the tests of all crates.

pub mod by_definition;
pub mod figures;
pub mod graphs;
pub mod random;
pub mod sketch;
