//! The engine's tests: toy problems, and random problems against the oracle.

mod explain;
mod filtered;
mod foreseen;
mod formulas;
mod memory;
mod modes;
mod planning;
mod random;
mod shared;
mod sharing;
mod toys;
