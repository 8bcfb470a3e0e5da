//! Replaces a loop nest by a call: the static checks, and the guard that tests the rest at run time.
//!
//! In: a solution of a rewrite `gives nest {i}, {j}, {k} = call f(…)`. Out: the call with its arguments,
//! computed before the nest, and the conditions under which it is equivalent; or the reason why it is
//! impossible.
//!
//! ```text
//!        before                          before, conditions
//!          │                              │            │
//!        nest              =>           call         nest       (the original blocks)
//!          │                              │            │
//!        behind                           └── behind ──┘
//! ```
//!
//! The rewrite's description states the nest's result. The checks here hold of any nest: it runs completely
//! or not at all and ends (`shape.rs`, `skipped.rs`), in a known number of rounds (`rounds.rs`), upward or
//! in any order (`order.rs`). Its integers do not wrap (`extents.rs`) and are converted as the rewrite
//! states (`widened.rs`). It accesses the named arrays, none of which overlaps with a written one
//! (`arrays.rs`), in the order of the call (`round_order.rs`), and only its results are used behind it. The
//! call accesses no more than the nest did, so that LLVM's inferred attributes of the function stay true.
//! `make.rs` makes the conditions and arguments. A loop that is left early still runs its last round
//! (`skip.rs`), and a nest that stores more than the call keeps loops for the rest (`rest.rs`).

mod arrays;
mod conditions;
mod declared;
mod extents;
mod instance;
mod make;
mod order;
mod rest;
mod round_order;
mod rounds;
mod shape;
mod skip;
mod skipped;
mod twin;
mod variables;
mod widened;

pub(super) use arrays::array;
pub use arrays::{Analyses, Array};
pub use conditions::Condition;
pub(super) use conditions::{Conditions, Extent, LIMIT};
pub use declared::nest_instance;
pub(super) use extents::no_wrap;
pub use instance::NestInstance;
pub use make::add_nest_to_plan;
pub(super) use make::{GuardMaker, GuardPlace};
pub(super) use rounds::{Counting, Rounds, check_round_count, distance};
pub(super) use shape::NestShape;
pub use variables::Variables;
