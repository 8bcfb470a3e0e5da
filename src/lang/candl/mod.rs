//! CAnDL: from the text of a specification to a problem for the solver.
//!
//! `compile.rs` lists the stages. Up to expansion the stages are independent of LLVM and the SSA model; only
//! lowering names atoms.

pub mod advice;
pub mod analyses;
mod as_written;
pub mod ast;
pub mod atom_table;
pub mod catalogue;
pub mod classes;
pub mod compile;
pub mod connected;
pub mod core;
pub mod expand;
mod expansion_size;
mod facts;
pub mod fixes;
pub mod flatten;
mod force;
pub mod headline;
pub mod instantiate;
pub mod lexer;
#[cfg(test)]
mod library_solve_test;
mod listed;
pub mod lower;
#[cfg(test)]
mod lower_test;
mod mistakes;
#[cfg(test)]
mod mistakes_test;
mod normal_form;
#[cfg(test)]
mod normal_form_test;
mod number;
pub mod parser;
pub mod pattern;
pub mod printer;
pub mod relations;
pub mod resolve;
pub mod rewrite;
pub mod safety;
pub mod scope;
mod scope_names;
pub mod source_map;
pub mod token_class;
mod unmentioned;
pub mod used;
pub mod vocabulary;
pub mod widening;
pub mod written;

#[cfg(test)]
mod library_tests;
#[cfg(test)]
mod render_test;
#[cfg(test)]
mod robustness_tests;
