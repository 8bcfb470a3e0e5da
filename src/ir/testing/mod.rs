//! What the tests of other crates need as well: models from text and by chance, and the derived facts from
//! their definitions.

pub mod by_definition;
pub mod figures;
pub mod graphs;
pub mod random;
pub mod sketch;
