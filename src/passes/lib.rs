//! The passes, one a file, and the table that names them all.
//!
//! A pass reads a function and answers with [`Hit`]s and an edit plan; it tells nobody and changes
//! nothing. Who runs it commits the plan and reports.

mod accesses;
mod apply;
mod attempts;
mod because;
mod comparing;
mod detect;
mod factorize;
mod fields;
mod findings;
mod headline;
mod meeting;
mod near_misses;
pub mod normalise;
mod outcome;
mod pin;
pub mod registry;
mod regroup;
mod spelling;
mod sqrt_of_square;
mod static_part;
mod subscripts;
mod target;
mod vector_products;
mod view;
mod within;
#[cfg(test)]
mod without_llvm_test;
mod words;

pub use accesses::accesses;
pub use apply::{Applied, candidates};
pub use attempts::AttemptList;
pub use detect::{any_may_occur, search};
pub use findings::{findings, located_instruction};
pub use near_misses::near_misses;
pub use outcome::{Answer, Description, Hit, MOST_FINDINGS, OfOtherType, Run, Settings};
pub use pin::Pin;
pub use spelling::Spelling;
pub use static_part::StaticPart;
pub use view::{Bound, BoundProduct, Expression, View};
pub use words::Elements;
