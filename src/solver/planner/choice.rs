//! Which step comes next: the possible ones, and the order of preference among them.
//!
//! A check before a short list, that before a bucket, a scan. Among equals the step that leaves the fewest
//! rows for what it costs ([`Estimate`]), then the one that more literals gain from, then the one written
//! first.

use super::super::plan::Step;
use super::super::problem::AccessPath;
use super::estimate::Estimate;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The order of preference among steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// Passes or fails at once.
    Check,
    /// A disjunction all of whose variables are bound.
    CheckOr,
    /// At most one candidate, of a variable that something else mentions, too.
    One,
    /// A short list; also a call or disjunction that goes through such lists only.
    Few,
    /// A collect or a costly test: one outcome, but cost.
    Collect,
    /// A bucket.
    Bucket,
    /// A scan for an argument of a call: the call then goes by what is bound instead of finding all its rows.
    /// A loop is found from its back edge, not among all pairs of edges.
    ScanForCall,
    /// A call or disjunction that goes through a bucket.
    NestedBucket,
    /// A scan.
    Scan,
    /// A call or disjunction that scans.
    NestedScan,
    /// A quantifier that is a search of its own.
    Costly,
    /// A scan for a relation that leaves another one for its other argument.
    DenseScan,
    /// A short list for a variable without other pending literals, which filters only by being empty.
    ExistenceOnly,
    /// Part of a call or disjunction.
    Partial,
    /// A check that waits for all else.
    Last,
}

/// The criterion for the choice of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Preference {
    /// The fewest candidates first: for searching.
    Cheapest,
    /// The literal that is written first: for telling how far an attempt came down the text, which is how its
    /// author reads it.
    Written,
}

impl Rank {
    /// The rank where what is written first goes first.
    fn written(self) -> Rank {
        self.max(Rank::NestedScan)
    }

    /// Whether the step is left out of what is run for what it binds simple.
    pub(super) fn waits(self) -> bool {
        matches!(self, Rank::Collect | Rank::Costly | Rank::Last)
    }

    pub(super) fn of(access_path: AccessPath) -> Rank {
        match access_path {
            AccessPath::One => Rank::One,
            AccessPath::Few => Rank::Few,
            AccessPath::Bucket => Rank::Bucket,
            AccessPath::Scan => Rank::Scan,
        }
    }

    /// The rank of a disjunction, or of a literal with variables of its own.
    pub(super) fn of_part(worst_access: AccessPath) -> Rank {
        if worst_access <= AccessPath::Few { Rank::Few } else { Rank::Bucket }
    }

    pub(super) fn of_nested(worst_access: AccessPath) -> Rank {
        match worst_access {
            AccessPath::One | AccessPath::Few => Rank::Few,
            AccessPath::Bucket => Rank::NestedBucket,
            AccessPath::Scan => Rank::NestedScan,
        }
    }
}

/// A possible next step, and whether it finishes its literal.
pub(super) struct Choice<R> {
    pub(super) rank: Rank,
    /// The estimate of the step itself.
    pub(super) own: Estimate,
    /// The estimate of the tests that it makes possible.
    pub(super) ahead: Estimate,
    /// Whether a bound variable occurs in the literal.
    pub(super) is_connected: bool,
    /// Fewer is better among equals: how many literals do not gain from it.
    pub(super) mentions: Reverse<usize>,
    pub(super) literal: usize,
    pub(super) action: Action<R>,
    pub(super) worst_access: AccessPath,
}

pub(super) enum Action<R> {
    /// Emit the step; the literal is satisfied.
    Finish(Step<R>),
    /// Emit the step; the literal remains, as a test.
    Narrow(Step<R>),
    /// Bind the argument from candidates; the literal remains, as a test.
    Generate(usize),
}

/// The key by which choices are compared; the least is the best.
pub(super) type ChoiceKey = (Rank, i64, Reverse<usize>, usize);

impl<R> Choice<R> {
    /// The sort key; less is better. Calls that narrow keep the order of the text, since the cost of a callee
    /// is paid once for each binding pattern, and often by another caller. So do calls that go through
    /// buckets.
    fn score(&self) -> i64 {
        let is_call = matches!(&self.action, Action::Finish(Step::Call(_)));
        match self.estimate() {
            _ if is_call && self.rank > Rank::Bucket => 0,
            estimate if is_call && estimate.rows < 1.0 => Estimate::NARROWING_CALL,
            estimate if self.is_connected => estimate.score(),
            estimate => estimate.score_of_start(),
        }
    }

    /// The estimate of the step with the tests behind it.
    pub(super) fn estimate(&self) -> Estimate {
        self.own.then(self.ahead)
    }

    fn key(&self, preference: Preference) -> ChoiceKey {
        match preference {
            Preference::Cheapest => (self.rank, self.score(), self.mentions, self.literal),
            Preference::Written => (self.rank.written(), 0, Reverse(0), self.literal),
        }
    }
}

/// Keeps the cheaper of two choices; the first, when they are equally good.
pub(super) fn keep_best<R>(best: &mut Option<Choice<R>>, choice: Choice<R>) {
    if best.as_ref().is_none_or(|best| choice.key(Preference::Cheapest) < best.key(Preference::Cheapest)) {
        *best = Some(choice);
    }
}

/// The choices that literals offer, at most one each, kept from step to step.
///
/// What a literal offers depends on which of its own variables are bound; that a call made meanwhile could
/// answer it, too, is not looked for. So it is asked anew only after one of them was: a specification with
/// tens of thousands of literals is planned in the time it takes to read it.
pub(super) struct CandidateQueue<R> {
    preference: Preference,
    best_first: BTreeMap<ChoiceKey, Choice<R>>,
    keys: FxHashMap<usize, ChoiceKey>,
    stale: BTreeSet<usize>,
}

impl<R> CandidateQueue<R> {
    /// None yet; these literals have to be asked.
    pub(super) fn of(literals: impl Iterator<Item = usize>, preference: Preference) -> Self {
        Self {
            preference,
            best_first: BTreeMap::new(),
            keys: FxHashMap::default(),
            stale: literals.collect(),
        }
    }

    /// A variable of the literal was bound: it has to be asked again.
    pub(super) fn renew(&mut self, literal: usize) {
        self.withdraw(literal);
        self.stale.insert(literal);
    }

    /// The literal has nothing more to offer.
    pub(super) fn withdraw(&mut self, literal: usize) {
        if let Some(key) = self.keys.remove(&literal) {
            self.best_first.remove(&key);
        }
        self.stale.remove(&literal);
    }

    /// The literals that have to be asked, ascending; they no longer have to be then.
    pub(super) fn take_stale(&mut self) -> BTreeSet<usize> {
        std::mem::take(&mut self.stale)
    }

    pub(super) fn put(&mut self, choice: Choice<R>) {
        let key = choice.key(self.preference);
        self.keys.insert(choice.literal, key);
        self.best_first.insert(key, choice);
    }

    pub(super) fn best(&self) -> Option<ChoiceKey> {
        self.best_first.first_key_value().map(|(key, _)| *key)
    }

    pub(super) fn take_best(&mut self) -> Option<Choice<R>> {
        let (_, choice) = self.best_first.pop_first()?;
        self.keys.remove(&choice.literal);
        Some(choice)
    }
}
