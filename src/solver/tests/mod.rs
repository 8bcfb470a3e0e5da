//! The engine's tests: toy problems, and random problems against the oracle.

mod modes;
pub(crate) mod oracle;
mod random;
pub(crate) mod tables;
mod toys;
