//! Text that people write: files read within a bound, places in them, and diagnostics shown beside the lines
//! that they are about. Shared by both languages, CAnDL and the rules.

pub mod bounded;
pub mod diagnostic;
pub mod render;
pub mod sources;
mod span;

pub use span::Span;
