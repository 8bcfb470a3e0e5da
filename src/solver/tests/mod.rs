//! The engine's tests: toy problems, and random problems against the oracle.

mod explain;
mod foreseen;
mod formulas;
mod memory;
mod modes;
mod planning;
mod random;
mod selected;
mod shared;
mod sharing;
mod toys;
