//! Declared rewrites: what was matched in a function, what takes its place, and whether somebody has proven
//! that it may.
//!
//! A solution of a rewrite's formula is a hint and nothing more. `matched.rs` reads from the unchanged
//! function which instructions lie between the replaced value and the operands that were found, casts and
//! flags included; `template.rs` adds what is to be made; `form.rs` writes both down as a peephole rule of
//! scalars, which is what is proven; `plan.rs` makes the same graph an edit plan. What was proven is
//! therefore what is applied, however the pattern came to match.
//!
//! ```text
//! Rewrite with {r} ~ min(zext({x}) + zext({y}), 255), a function with %s = umin(zext %a + zext %b, 255)
//!   =>  %x1 = zext i8 %x to i32 …  =>  … %r = zext i8 %y3 to i32      (the form)
//! ```
//!
//! `exit/` is for values of loops that are used behind them.
//! `nest/` is for rewrites that put a call in the place of a nest of loops.
//!
//! `certificate.rs` is the file in which `idiom prove` keeps the forms that a solver has proven,
//! `unproven.rs` what it keeps of the others.

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
pub use plan::{Replacement, add_to_plan, made, replacement};
pub use unproven::{Lack, Unproven, text_digest};
