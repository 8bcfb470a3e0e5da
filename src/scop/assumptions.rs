//! Assumptions: branches to errors are described as not taken, with the parameters for which that is right.
//!
//! ```text
//! for (i = 0; i < n; i++) { assert(i < m); a[i] = 0; }      =>      fails for: n >= 1 and n >= m + 1
//! ```
//!
//! The instances in which such a branch would be taken, projected onto the parameters, are excluded from the
//! description. If the branch depends on data, or there are too many cases, the assumption is stated beside
//! the description instead. The same is done if the error path returns to the part, since the state before
//! the part may then differ. (Polly restricts its context by the domains of error blocks.)

use super::cases::{Space, Union, both};
use super::description::Assumption;
use super::domain::Domains;
use super::prover::{Prover, verdict};
use super::provisions::add;

/// Adds the parameters for which a branch is taken to `invalid`; if they cannot be computed, the assumption
/// remains a stated one.
pub(super) fn decide(
    prover: &Prover<'_>,
    assumptions: &mut [Assumption],
    space: &mut Space,
    domains: &Domains<'_>,
    invalid: &mut Union,
) {
    for assumption in assumptions.iter_mut().filter(|assumption| !assumption.way.comes_back) {
        let mut exceptions = invalid.clone();
        let verdict = taken(space, domains, assumption).map(|taken| verdict(prover, space, taken));
        if verdict.and_then(|verdict| add(&mut exceptions, verdict)).is_some() {
            *invalid = exceptions;
            assumption.is_stated = false;
        }
    }
}

/// The instances in which the branch would be taken; `None` if it depends on data, or has too many cases.
fn taken(space: &mut Space, domains: &Domains<'_>, assumption: &Assumption) -> Option<Union> {
    let (holds, fails) = space.truth(assumption.value.as_ref()?)?;
    both(&domains.around(assumption.way.branch), if assumption.way.way == 0 { &holds } else { &fails })
}
