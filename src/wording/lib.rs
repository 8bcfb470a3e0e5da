//! Solutions as text: values, conditions, addresses and static control parts in terms of the source or the
//! IR, and findings made of them.
//!
//! In: hits of a search in a [`View`] of a function, and the [`Spelling`] of its values. Out: findings and
//! near misses for the report.

mod because;
mod comparing;
mod fields;
mod findings;
pub mod headline;
mod hit;
mod near_misses;
mod scop;
mod spelling;
mod subscripts;
mod unrolled;
mod view;
mod words;

pub use findings::findings;
pub use hit::{Answer, Description, Hit, OfOtherType};
pub use near_misses::near_misses;
pub use scop::{DescribedScop, UndescribedScop};
pub use spelling::Spelling;
pub use unrolled::unrolled;
pub use view::{Bound, BoundProduct, Expression, View};
pub use words::Elements;
