//! Choice of the next step: the candidate steps, and the order of preference among them.
//!
//! Checks come before short lists, buckets and scans. Among equals, the step that leaves the fewest rows for
//! its cost comes first ([`Estimate`]), then the one whose variable has most mentions, then the one written
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
    /// A test.
    Check,
    /// A disjunction all of whose variables are bound.
    CheckOr,
    /// At most one candidate, for a variable that another literal mentions too.
    One,
    /// A short list; also a call or disjunction that only uses such lists.
    Few,
    /// A collect or a costly test: one outcome, but expensive.
    Collect,
    /// A bucket.
    Bucket,
    /// A scan for an argument of a call, which is then entered with that argument bound instead of with all
    /// its rows. A loop is found from its back edge, not among all pairs of edges.
    ScanForCall,
    /// A call or disjunction that uses a bucket.
    NestedBucket,
    /// A scan.
    Scan,
    /// A call or disjunction that uses a scan.
    NestedScan,
    /// A quantifier with an expensive search, or a test that searches the function.
    Costly,
    /// A scan for a dense relation, whose other argument then needs another scan.
    DenseScan,
    /// A short list for a variable that no other pending literal mentions: it filters only by being empty.
    ExistenceOnly,
    /// A partial plan of a call or disjunction.
    Partial,
    /// A check that waits for all other literals.
    Last,
}

/// The criterion for choosing a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Preference {
    /// The fewest candidates first, for searching.
    Cheapest,
    /// The literal that is written first, for explanations: an author reads the attempt in the order of the
    /// text.
    Written,
    /// Of the literals that mention a bound variable, the one that is written first, for explanations of given
    /// values: the attempt goes on from these values.
    Connected,
}

impl Rank {
    /// The rank where literals are ordered by their place.
    fn written(self) -> Rank {
        self.max(Rank::NestedScan)
    }

    /// Whether a partial plan leaves the step out, as it is too expensive for the variables it binds.
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

    /// The rank of a disjunction, or of a call of a projected definition.
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

/// A candidate step, and whether it completes its literal.
pub(super) struct Choice<R> {
    pub(super) rank: Rank,
    /// The estimate of the step itself.
    pub(super) own: Estimate,
    /// The combined estimate of the tests that the step makes possible.
    pub(super) ahead: Estimate,
    /// Whether a bound variable occurs in the literal.
    pub(super) is_connected: bool,
    /// The number of literals that mention the bound variable; more is better among equals. Maximal for steps
    /// that complete their literal.
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

/// The sort key of choices; the least is the best.
pub(super) type ChoiceKey = (Rank, i64, Reverse<usize>, usize);

impl<R> Choice<R> {
    /// The score; less is better. Selective calls keep the order of the text, since the callee is evaluated
    /// once per binding pattern, often for another caller. So do calls that use buckets.
    fn score(&self) -> i64 {
        let is_call = matches!(&self.action, Action::Finish(Step::Call(_)));
        match self.estimate() {
            _ if is_call && self.rank > Rank::Bucket => 0,
            estimate if is_call && estimate.rows < 1.0 => Estimate::NARROWING_CALL,
            estimate if self.is_connected => estimate.score(),
            estimate => estimate.score_of_start(),
        }
    }

    /// The estimate of the step and of the tests after it.
    pub(super) fn estimate(&self) -> Estimate {
        self.own.then(self.ahead)
    }

    fn key(&self, preference: Preference) -> ChoiceKey {
        match preference {
            Preference::Cheapest => (self.rank, self.score(), self.mentions, self.literal),
            Preference::Written => (self.rank.written(), 0, Reverse(0), self.literal),
            Preference::Connected => {
                (self.rank.written(), i64::from(!self.is_connected), Reverse(0), self.literal)
            }
        }
    }
}

/// Stores the cheaper of two choices; the first one if they are equal.
pub(super) fn keep_best<R>(best: &mut Option<Choice<R>>, choice: Choice<R>) {
    if best.as_ref().is_none_or(|best| choice.key(Preference::Cheapest) < best.key(Preference::Cheapest)) {
        *best = Some(choice);
    }
}

/// The candidate steps of literals, at most one each, cached from step to step.
///
/// The candidate of a literal depends on which of its own variables are bound, so it is recomputed only after
/// one of them was bound. This way a specification with tens of thousands of literals is planned in about the
/// time it takes to read it. A call planned in the meantime may change a candidate, too, but this is ignored.
pub(super) struct CandidateQueue<R> {
    preference: Preference,
    best_first: BTreeMap<ChoiceKey, Choice<R>>,
    keys: FxHashMap<usize, ChoiceKey>,
    stale: BTreeSet<usize>,
}

impl<R> CandidateQueue<R> {
    /// An empty queue; the candidates of all `literals` have to be computed.
    pub(super) fn of(literals: impl Iterator<Item = usize>, preference: Preference) -> Self {
        Self {
            preference,
            best_first: BTreeMap::new(),
            keys: FxHashMap::default(),
            stale: literals.collect(),
        }
    }

    /// Invalidates the candidate of a literal.
    pub(super) fn renew(&mut self, literal: usize) {
        self.withdraw(literal);
        self.stale.insert(literal);
    }

    /// Removes the candidate of a literal that is satisfied.
    pub(super) fn withdraw(&mut self, literal: usize) {
        if let Some(key) = self.keys.remove(&literal) {
            self.best_first.remove(&key);
        }
        self.stale.remove(&literal);
    }

    /// Takes the literals whose candidates have to be computed, ascending.
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
