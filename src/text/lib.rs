//! Text files and diagnostics: files read with a limit, spans in them, and diagnostics shown with the lines
//! they refer to. Used by both languages, CAnDL and the peephole rules.

pub mod bounded;
pub mod diagnostic;
pub mod render;
pub mod sources;
mod span;

pub use span::Span;
