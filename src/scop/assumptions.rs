//! Ways to errors that are described as not taken: for which parameters that holds.
//!
//! ```text
//! for (i = 0; i < n; i++) { assert(i < m); a[i] = 0; }      =>      fails for: n >= 1 and n >= m + 1
//! ```
//!
//! The instances in which a way would be taken, projected onto the parameters, are exceptions to the
//! description. Where a branch is about data, or there are too many of them, the assumption is stated beside
//! the description instead. So it is where the error comes back: what the function did before the part may
//! then be other than the part takes it to be. (Polly restricts its context by the domains of error blocks.)

use super::cases::{Space, Union, both};
use super::description::Assumption;
use super::domain::Domains;
use super::prover::{Prover, verdict};
use super::provisions::add;

/// Adds the parameters for which a way is taken to `invalid`; where that cannot be, the assumption stays a
/// stated one.
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

/// The instances in which the way would be taken; `None` where it is about data, or in too many cases.
fn taken(space: &mut Space, domains: &Domains<'_>, assumption: &Assumption) -> Option<Union> {
    let (holds, fails) = space.truth(assumption.value.as_ref()?)?;
    both(&domains.around(assumption.way.branch), if assumption.way.way == 0 { &holds } else { &fails })
}
