//! An independent oracle, and relations as tables, for the tests of all crates.

pub mod oracle;
pub mod tables;
