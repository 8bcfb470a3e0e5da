//! Declared rewrites: the match in a function, its replacement, and the lookup of a proof.
//!
//! A solution of a rewrite's formula is only a hint. `matched.rs` reads the instructions between the replaced
//! value and the operands from the unchanged function, casts and flags included. `template.rs` adds the
//! replacement. `form.rs` writes both as a peephole rule of scalars, which is the object of the proof.
//! `plan.rs` turns the same graph into an edit plan, so that the proven code is the applied code.
//!
//! ```text
//! Rewrite with {r} ~ min(zext({x}) + zext({y}), 255), a function with %s = umin(zext %a + zext %b, 255)
//!   =>  %x1 = zext i8 %x to i32 …  =>  … %r = zext i8 %y3 to i32      (the form)
//! ```
//!
//! `exit/` handles values of loops that are used behind them. `nest/` handles rewrites that replace a loop
//! nest by a call. `parallel/` handles those that divide the rounds of a loop among threads.
//!
//! `certificate.rs` stores the proven forms in a file, `unproven.rs` the results of failed attempts.

mod certificate;
mod conjunction;
mod declared;
mod exit;
mod fingerprint;
mod form;
mod forms;
mod graph;
mod matched;
mod nest;
mod parallel;
mod plan;
mod retained;
mod template;
#[cfg(test)]
mod tests;
mod unproven;

pub use certificate::{
    CERTIFICATE_VERSION, Certificate, Certificates, ProvenForm, Unlicensed, certificate_path,
};
pub use declared::{Declared, Instance};
pub use exit::{UnrolledLoop, sampled_difference};
pub use fingerprint::{FINGERPRINT_PREFIX, fingerprint};
pub use form::{Form, rule_text};
pub use forms::{Forms, forms};
pub use graph::{ScalarGraph, ScalarId, ScalarKind, ScalarNode};
pub use lang::candl::rewrite::variable_name;
pub use matched::{Matched, Unfit};
pub use nest::{Analyses, Array, Condition, NestInstance, Variables, add_nest_to_plan, nest_instance};
pub use parallel::{ParallelInstance, PrivatePlace, add_parallel_to_plan, parallel_instance};
pub use plan::{Replacement, add_to_plan, made, replacement};
pub use unproven::{Lack, Unproven, text_digest};
