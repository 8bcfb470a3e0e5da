//! Language services for editors, without any protocol: names at positions, completion, renaming.
//!
//! A [`View`] is one text with the files that it uses, parsed and checked even if it is incomplete. All
//! services work on a view. `src/tools/lsp/` speaks the protocol.
//!
//! ```text
//! view of `( include Loop@{l} ∧ {l.` and its end   =>   begin, end, …
//! ```

mod atoms;
mod completion;
mod fixes;
mod hints;
mod hover;
mod keywords;
mod occurrences;
mod outline;
mod positions;
mod rename;
mod scope;
mod symbol;
#[cfg(test)]
mod tests;
mod view;

pub use completion::{Completion, CompletionKind, complete};
pub use fixes::{Fix, fixes};
pub use hints::{Hint, hints};
pub use hover::hover;
pub use outline::{Entry, outline};
pub use positions::{Lines, Place};
pub use rename::{Edit, Refusal, rename, renamed_at};
pub use symbol::{definition, references};
pub use view::{Files, View};
