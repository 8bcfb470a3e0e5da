//! Which step comes next: the possible ones, and the order of preference among them.
//!
//! A check before a look-up with one answer, that before a short list, a bucket, a scan. Among equals the step that more
//! literals gain from, then the one written first.

use super::super::plan::Step;
use super::super::problem::Supply;

/// The order of preference among steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// Passes or fails at once.
    Check,
    /// A disjunction all of whose variables are bound.
    CheckOr,
    /// At most one candidate.
    One,
    /// A short list.
    Few,
    /// A call or disjunction that itself goes through short lists only.
    FewWithin,
    /// A collect: one outcome, but work.
    Collect,
    /// A bucket.
    Bucket,
    /// A scan for an argument of a call: the call then goes by what is bound instead of finding all its rows.
    /// A loop is found from its back edge, not among all pairs of edges.
    ScanForCall,
    /// A call or disjunction that goes through a bucket.
    BucketWithin,
    /// A scan.
    Scan,
    /// A call or disjunction that scans.
    ScanWithin,
    /// Part of a call or disjunction.
    Partial,
}

impl Rank {
    pub(super) fn of(supply: Supply) -> Rank {
        match supply {
            Supply::One => Rank::One,
            Supply::Few => Rank::Few,
            Supply::Bucket => Rank::Bucket,
            Supply::Scan => Rank::Scan,
        }
    }

    pub(super) fn within(class: Supply) -> Rank {
        match class {
            Supply::One | Supply::Few => Rank::FewWithin,
            Supply::Bucket => Rank::BucketWithin,
            Supply::Scan => Rank::ScanWithin,
        }
    }
}

/// What to do next, and whether the literal is then done with.
pub(super) struct Choice<R> {
    pub(super) rank: Rank,
    /// Fewer is better among equals: how many literals do not gain from it.
    pub(super) idle: usize,
    pub(super) literal: usize,
    pub(super) action: Action<R>,
    pub(super) class: Supply,
}

pub(super) enum Action<R> {
    /// Emit the step; the literal is done.
    Finish(Step<R>),
    /// Emit the step; the literal remains, as a test.
    Narrow(Step<R>),
    /// Bind the argument from candidates; the literal remains, as a test.
    Generate(usize),
}

/// Keeps the better of two choices; the first, when they are equally good.
pub(super) fn keep_best<R>(best: &mut Option<Choice<R>>, choice: Choice<R>) {
    let key = |choice: &Choice<R>| (choice.rank, choice.idle, choice.literal);
    if best.as_ref().is_none_or(|best| key(&choice) < key(best)) {
        *best = Some(choice);
    }
}
