//! Analyses of single values: known bits and ranges of integers, and addresses as a base plus a linear sum.

pub mod address;
pub mod bounds;
pub mod branches;
pub mod facts;
mod induction;
pub mod interval;
pub mod known_bits;
pub mod linear;
pub mod parts;
