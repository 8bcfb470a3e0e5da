//! Analyses of the model, one module each: single values, data flow, the subscripts of loads and stores, and
//! memory.

pub mod values;

pub mod dataflow;

pub mod accesses;
pub mod memory;
