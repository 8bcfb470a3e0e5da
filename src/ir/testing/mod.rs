//! Models from text and random models, and the derived facts by definition, for the tests of all crates.

pub mod by_definition;
pub mod figures;
pub mod graphs;
pub mod random;
pub mod sketch;
