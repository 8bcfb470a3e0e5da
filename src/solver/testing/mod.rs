//! What the tests of other crates need as well: an independent oracle, and relations as tables.

pub mod oracle;
pub mod tables;
