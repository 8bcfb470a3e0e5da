//! A nest of loops that a call takes the place of: what is checked, and the guard that the rest is tested by.
//!
//! In: a solution of a rewrite `gives nest {i}, {j}, {k} = call f(…)`. Out: the call with its arguments,
//! computed before the nest, and the conditions under which it does what the nest does; or why it must not be
//! made.
//!
//! ```text
//!        before                          before, conditions
//!          │                              │            │
//!        nest              =>           call         nest       (the original blocks)
//!          │                              │            │
//!        behind                           └── behind ──┘
//! ```
//!
//! The description says what the nest computes. What is decided here holds of any nest: it runs as a whole or
//! not at all and ends (`shape.rs`), in so many rounds (`rounds.rs`), upward or in no certain order
//! (`order.rs`); its integers do not wrap (`extents.rs`), and are converted as the rewrite says
//! (`widened.rs`); it accesses what the solution names, nothing of which overlaps with what it writes
//! (`arrays.rs`); nothing of it is used behind it but the results; and the call accesses no more than the nest
//! did, so that all that LLVM has inferred of the function stays true. `make.rs` computes conditions and
//! arguments.
//! A loop that is left early keeps its last round instead (`skip.rs`).

mod arrays;
mod conditions;
mod declared;
mod extents;
mod instance;
mod make;
mod order;
mod rounds;
mod shape;
mod skip;
mod variables;
mod widened;

pub use arrays::{Analyses, Array};
pub use conditions::Condition;
pub use declared::nest_instance;
pub use instance::NestInstance;
pub use make::add_nest_to_plan;
pub use variables::Variables;
