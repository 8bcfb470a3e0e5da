//! From the texts of specifications, the built-in ones and the user's, to idioms ready to search.
//!
//! `reading.rs` reads and checks, `compile.rs` lowers and plans, and `writing.rs` serialises the built-in
//! idioms for the build script of the crate `library`; `packed.rs` hands idioms to other processes.

pub mod analyses;
mod attempts;
pub mod builtin;
pub mod claims;
pub mod compile;
pub mod expanding;
pub mod fact;
pub mod idiom;
pub mod loosened;
pub mod near_miss;
pub mod packed;
pub mod prebuilt;
pub mod reading;
pub mod writing;
