//! Analyses of the model, each a module of its own: single values, data flow, the subscripts of loads and
//! stores, and memory.

pub mod values;

pub mod dataflow;

pub mod accesses;
pub mod memory;
