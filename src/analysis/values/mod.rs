//! Analyses of single values: known bits and ranges of integers, and addresses as a base plus a linear sum.
//!
//! In: a model and a value; for ranges also the block that uses it. Out: known bits, an interval, or a linear
//! sum. Each query has a fixed budget and caches nothing, except that `address::Addresses` stores the
//! addresses of a function. The model is never changed.

pub mod address;
pub mod bounds;
pub mod branches;
pub mod facts;
mod induction;
pub mod interval;
pub mod known_bits;
pub mod linear;
pub mod parts;
