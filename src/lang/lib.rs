//! The language CAnDL: its atoms as relations over the model, and the front end that leads from the text of a
//! specification to a problem for the solver.

pub mod atoms;
pub mod candl;
