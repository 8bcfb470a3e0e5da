//! Analyses of single values: how an integer is computed, which bits and ranges it can have, and an address
//! as a base plus a linear sum.
//!
//! In: a model and a value, for ranges with the block that uses it. Out: known bits, an interval, a linear
//! sum of terms. Each query is bounded by a fixed budget and keeps nothing; `address::Addresses` alone
//! keeps the addresses of a function, each taken apart once. Nothing here changes a model.

pub mod address;
pub mod bounds;
pub mod branches;
pub mod facts;
mod induction;
pub mod interval;
pub mod known_bits;
pub mod linear;
pub mod parts;
