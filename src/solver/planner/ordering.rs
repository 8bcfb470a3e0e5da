//! The state of a conjunction that is being ordered: bound variables, pending literals, and the steps that
//! simple literals offer.
//!
//! The planner handles calls, collects and disjunctions. All other literals offer steps by themselves: `{a} =
//! {x}.args[0]` generates `a` if `x` is bound, and is a check if both are bound.

use super::super::flat_definition::{FlatDefinition, Literal};
use super::super::modes::{BindingPattern, access_path, bound_positions};
use super::super::plan::{Plan, PlannedPredicate, Slot, Source, Step, Test};
use super::super::problem::{AccessPath, ArgSet, Origin, Relation, TestCost, VarId};
use super::choice::{Action, CandidateQueue, Choice, Preference, Rank, keep_best};
use super::estimate::Estimate;
use super::pushdown::Implied;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// A conjunction being ordered.
pub(super) struct Ordering<'s, 'l, R> {
    pub(super) literals: &'l [Literal<R>],
    pub(super) slots: &'s [usize],
    pub(super) bound: FixedBitSet,
    pub(super) pending: BTreeSet<usize>,
    preference: Preference,
    /// The candidate steps of simple literals.
    pub(super) simple: CandidateQueue<R>,
    /// The candidate steps of nested literals, which must be planned to be compared.
    pub(super) nested: CandidateQueue<R>,
    /// The candidate steps of partially planned disjunctions.
    pub(super) nearby: CandidateQueue<R>,
    pub(super) steps: Vec<Step<R>>,
    pub(super) worst_access: AccessPath,
    /// The sum of the steps' costs: one for a short list, two for a bucket, three for a scan.
    pub(super) cost: u32,
    /// The combined estimate of the steps so far.
    pub(super) estimate: Estimate,
    /// The weight of the literals satisfied before each step, and of those satisfied so far.
    pub(super) satisfied: (Vec<u64>, u64),
    /// Pairs of a slot and a literal that mentions it, ascending, one for each mention.
    mentions: Vec<(usize, usize)>,
    /// The number of unbound slots that each literal mentions.
    left: Vec<usize>,
    /// Slots that are arguments of calls.
    called: FixedBitSet,
    /// The surrounding conjunction, if this is a branch of a disjunction or the body of a quantifier.
    pub(super) outer: Option<&'s Ordering<'s, 'l, R>>,
}

impl<'s, 'l, R: Relation> Ordering<'s, 'l, R> {
    pub(super) fn new(
        literals: &'l [Literal<R>],
        slots: &'s [usize],
        bound: FixedBitSet,
        preference: Preference,
    ) -> Self {
        let mut mentions = Vec::new();
        let mut called = FixedBitSet::with_capacity(slots.len());
        for (position, literal) in literals.iter().enumerate() {
            literal.each_variable(&mut |variable| mentions.push((slots[variable.index()], position)));
            if let Literal::Call(_, args, ..) = literal {
                called.extend(args.iter().map(|arg| slots[arg.index()]));
            }
        }
        mentions.sort_unstable();
        let (first, again) = parted_by_first(literals, slots);
        let mut left = vec![0; literals.len()];
        each_once(&mentions, |slot, literal| left[literal] += usize::from(!bound.contains(slot)));
        Self {
            literals,
            slots,
            bound,
            simple: CandidateQueue::of(first.iter().copied(), preference),
            nested: CandidateQueue::of(first.iter().copied(), preference),
            nearby: CandidateQueue::of(first.iter().copied(), preference),
            pending: first,
            preference,
            steps: Vec::new(),
            worst_access: AccessPath::One,
            cost: 0,
            estimate: Estimate::NOTHING,
            satisfied: (Vec::new(), again),
            mentions,
            left,
            called,
            outer: None,
        }
    }

    /// Drops the equalities outside disjunctions, whose variables share a slot already.
    pub(super) fn drop_equated(&mut self) {
        let before = self.pending.len();
        self.pending.retain(|&literal| !matches!(self.literals[literal], Literal::Equal(..)));
        self.simple = CandidateQueue::of(self.pending.iter().copied(), self.preference);
        self.satisfied.1 += (before - self.pending.len()) as u64;
    }

    fn slot(&self, variable: VarId) -> Slot {
        Slot(self.slots[variable.index()] as u32)
    }

    fn is_bound(&self, variable: VarId) -> bool {
        self.bound.contains(self.slots[variable.index()])
    }

    /// The slots of a call's arguments and the binding pattern of the callee.
    pub(super) fn enter(&self, args: &[VarId]) -> (Vec<usize>, BindingPattern) {
        let slots: Vec<usize> = args.iter().map(|arg| self.slots[arg.index()]).collect();
        let pattern = BindingPattern::of_call(&slots, &self.bound);
        (slots, pattern)
    }

    /// The unbound slots a literal mentions, ascending, each once.
    pub(super) fn unbound_in(&self, literal: &Literal<R>) -> Vec<usize> {
        let mut out = Vec::new();
        literal.each_variable(&mut |variable| {
            if !self.is_bound(variable) {
                out.push(self.slots[variable.index()]);
            }
        });
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Whether the literal mentions a slot that is bound.
    pub(super) fn has_bound(&self, literal: usize) -> bool {
        let mut has = false;
        self.literals[literal].each_variable(&mut |variable| has |= self.is_bound(variable));
        has
    }

    /// The choice of a step that satisfies a whole literal.
    pub(super) fn finish(
        &self,
        (rank, worst_access): (Rank, AccessPath),
        own: Estimate,
        literal: usize,
        step: Step<R>,
    ) -> Choice<R> {
        let ahead = match self.left[literal] {
            0 => Estimate::NOTHING,
            _ => self.tests_behind(&self.unbound_in(&self.literals[literal]), literal),
        };
        let is_connected = self.has_bound(literal);
        Choice {
            rank,
            own,
            ahead,
            is_connected,
            mentions: Reverse(usize::MAX),
            literal,
            action: Action::Finish(step),
            worst_access,
        }
    }

    /// The combined estimate of the tests that become possible once `slots` are bound, except those of
    /// literal `but`.
    fn tests_behind(&self, slots: &[usize], but: usize) -> Estimate {
        let mut estimate = Estimate::NOTHING;
        for slot in slots {
            let mentions = self.mentions_of(*slot);
            if mentions.len() > MOST_MENTIONS {
                continue;
            }
            each_once(mentions, |_, literal| {
                let is_first = |slots: &[usize]| slots.first() == Some(slot);
                if literal != but
                    && self.left[literal] <= slots.len()
                    && self.pending.contains(&literal)
                    && let Some(odds) = odds(&self.literals[literal])
                {
                    let unbound = self.unbound_in(&self.literals[literal]);
                    if unbound.iter().all(|slot| slots.contains(slot)) && is_first(&unbound) {
                        estimate = estimate.then(Estimate::of_test(odds));
                    }
                }
            });
        }
        estimate
    }

    /// The branches of a disjunction that only tests bound slots. Its rank is that of an atom.
    pub(super) fn tests(&self, literal: usize) -> Option<&'l [Vec<Literal<R>>]> {
        match &self.literals[literal] {
            Literal::Or(branches)
                if !branches.is_empty() && self.left[literal] == 0 && are_atoms(branches) =>
            {
                Some(branches)
            }
            _ => None,
        }
    }

    /// The best step for a literal that is neither a call, a collect nor a disjunction.
    pub(super) fn simple_choice(&self, literal: usize) -> Option<Choice<R>> {
        let check = |step| {
            let own = odds(&self.literals[literal]).map_or(Estimate::NOTHING, Estimate::of_test);
            Some(self.finish((Rank::Check, AccessPath::One), own, literal, step))
        };
        match &self.literals[literal] {
            Literal::Atom(relation, args, origin) => self.atom(literal, relation, args, *origin),
            Literal::Equal(a, b, origin) => match (self.is_bound(*a), self.is_bound(*b)) {
                (true, true) => check(Step::Same(self.slot(*a), self.slot(*b), *origin)),
                (true, false) => check(Step::Copy(self.slot(*a), self.slot(*b))),
                (false, true) => check(Step::Copy(self.slot(*b), self.slot(*a))),
                (false, false) => None,
            },
            Literal::Differ(a, b, origin) if self.is_bound(*a) && self.is_bound(*b) => {
                check(Step::Differ(self.slot(*a), self.slot(*b), *origin))
            }
            Literal::Unused(a, origin) => check(match self.is_bound(*a) {
                true => Step::IsUnused(self.slot(*a), *origin),
                false => Step::SetUnused(self.slot(*a)),
            }),
            Literal::SameSet(a, b, origin) if a.iter().chain(b).all(|v| self.is_bound(*v)) => {
                let slots = |set: &[VarId]| set.iter().map(|&v| self.slot(v)).collect();
                check(Step::SameSet(slots(a), slots(b), *origin))
            }
            Literal::Or(branches) if branches.is_empty() => check(Step::Fail),
            _ => None,
        }
    }

    fn atom(&self, literal: usize, relation: &R, args: &[VarId], origin: Origin) -> Option<Choice<R>> {
        if args.iter().all(|&arg| self.is_bound(arg)) {
            let test = self.test(relation, args, origin);
            let rank = match relation {
                _ if relation.is_last() => Rank::Last,
                _ => match relation.test_cost() {
                    TestCost::Cheap => Rank::Check,
                    TestCost::Dozens => Rank::Collect,
                    TestCost::Search => Rank::Costly,
                },
            };
            let own = Estimate::of_test(relation.odds());
            return Some(self.finish((rank, AccessPath::One), own, literal, Step::Test(test)));
        }
        let positions = bound_positions(args, self.slots, &self.bound);
        let mut best = None;
        for (target, &arg) in args.iter().enumerate().filter(|(_, arg)| !self.is_bound(**arg)) {
            if let Some(worst_access) = access_path(relation, target, positions) {
                let mentions = self.mentions_of(self.slot(arg).index());
                let is_alone =
                    mentions.iter().all(|(_, other)| *other == literal || !self.pending.contains(other));
                let action = Action::Generate(target);
                let rank = match Rank::of(worst_access) {
                    Rank::Scan if relation.is_dense() && positions == ArgSet::default() => Rank::DenseScan,
                    Rank::One | Rank::Few if is_alone && self.outer.is_none() => Rank::ExistenceOnly,
                    Rank::Scan if self.called.contains(self.slot(arg).index()) => Rank::ScanForCall,
                    rank => rank,
                };
                let own = Estimate::of_candidates(relation.expected(target, positions));
                let ahead = self.tests_behind(&[self.slot(arg).index()], literal);
                let is_connected = positions != ArgSet::default();
                keep_best(
                    &mut best,
                    Choice {
                        rank,
                        own,
                        ahead,
                        is_connected,
                        mentions: Reverse(mentions.len()),
                        literal,
                        action,
                        worst_access,
                    },
                );
            }
        }
        best
    }

    /// The pairs of a slot and a literal that mentions it. No literal is satisfied while the slot is unbound.
    pub(super) fn mentions_of(&self, slot: usize) -> &[(usize, usize)] {
        let behind = |slot| self.mentions.partition_point(|&(other, _)| other < slot);
        &self.mentions[behind(slot)..behind(slot + 1)]
    }

    fn test(&self, relation: &R, args: &[VarId], origin: Origin) -> Test<R> {
        Test { relation: relation.clone(), args: args.iter().map(|&arg| self.slot(arg)).collect(), origin }
    }

    /// The atoms that supply candidates for a slot by the same access path as the chosen one, without those
    /// whose lists are expected to be much longer.
    fn sources(&self, slot: Slot, worst_access: AccessPath) -> Vec<(usize, Source<R>)> {
        let mut out = Vec::new();
        let mut literals: Vec<usize> =
            self.mentions_of(slot.index()).iter().map(|&(_, literal)| literal).collect();
        literals.dedup();
        for literal in literals {
            let Literal::Atom(relation, args, _) = &self.literals[literal] else { continue };
            if !self.pending.contains(&literal) {
                continue;
            }
            let positions = bound_positions(args, self.slots, &self.bound);
            let target = (0..args.len()).find(|&k| {
                self.slot(args[k]) == slot && access_path(relation, k, positions) == Some(worst_access)
            });
            if let Some(target) = target {
                let source = self.source(literal, target);
                out.extend(source.map(|source| (relation.expected(target, positions), literal, source)));
            }
        }
        let least = out.iter().map(|(expected, ..)| *expected).fold(f64::INFINITY, f64::min);
        out.retain(|(expected, ..)| *expected <= MUCH_LONGER * least);
        out.into_iter().map(|(_, literal, source)| (literal, source)).collect()
    }

    /// An atom as a source of candidates for one of its arguments.
    fn source(&self, literal: usize, target: usize) -> Option<Source<R>> {
        let Literal::Atom(relation, args, origin) = &self.literals[literal] else { return None };
        let bound = args.iter().map(|&arg| self.is_bound(arg)).collect();
        Some(Source { test: self.test(relation, args, *origin), target, bound })
    }

    pub(super) fn take(
        &mut self,
        choice: Choice<R>,
        (implied, flat_definitions): (&Implied<'_, R>, &[FlatDefinition<R>]),
        plans: &[Plan<R>],
    ) {
        self.cost = self.cost.saturating_add(self.cost_of(&choice, plans));
        self.estimate = self.estimate.then(choice.own);
        // The lengths of nested lists multiply: two nested buckets are no better than a scan.
        self.worst_access = match self.worst_access.max(choice.worst_access) {
            AccessPath::Bucket if self.cost > 3 => AccessPath::Scan,
            worst_access => worst_access,
        };
        self.satisfied.0.push(self.satisfied.1);
        if matches!(choice.action, Action::Finish(_)) {
            self.satisfied.1 =
                self.satisfied.1.saturating_add(self.literals[choice.literal].weight(flat_definitions));
        }
        match choice.action {
            Action::Finish(Step::Fail) => {
                self.pending.clear();
                self.bound.insert_range(..);
                self.steps.push(Step::Fail);
            }
            Action::Finish(step) => {
                self.pending.remove(&choice.literal);
                self.simple.withdraw(choice.literal);
                self.nested.withdraw(choice.literal);
                self.nearby.withdraw(choice.literal);
                self.bind_all(choice.literal);
                self.steps.push(step);
            }
            Action::Narrow(step) => self.push_binding(step),
            Action::Generate(target) => {
                let Literal::Atom(_, args, _) = &self.literals[choice.literal] else { return };
                let slot = self.slot(args[target]);
                let (literals, sources): (Vec<usize>, Vec<Source<R>>) = match choice.worst_access {
                    AccessPath::One => self
                        .source(choice.literal, target)
                        .map(|source| (choice.literal, source))
                        .into_iter()
                        .unzip(),
                    worst_access => self.sources(slot, worst_access).into_iter().unzip(),
                };
                let is_crowded = |source: &Source<R>| source.test.relation.is_crowded(source.target);
                let mut predicates = match choice.worst_access {
                    AccessPath::Few if sources.iter().any(is_crowded) => self.predicates(slot, implied),
                    AccessPath::One | AccessPath::Few => Vec::new(),
                    AccessPath::Bucket | AccessPath::Scan => self.predicates(slot, implied),
                };
                if let [source] = sources.as_slice() {
                    let says_more = |predicate: &PlannedPredicate<R>| {
                        predicate.relation != source.test.relation || predicate.args.len() > 1
                    };
                    if !predicates.iter().any(says_more) {
                        predicates.clear();
                    }
                }
                self.bind(slot.index());
                // An atom that supplies exactly the values it holds of needs no test after its own list.
                if literals == [choice.literal]
                    && predicates.is_empty()
                    && self.is_exact(choice.literal, target)
                {
                    self.satisfied.1 = self.satisfied.1.saturating_add(1);
                    self.pending.remove(&choice.literal);
                    self.simple.withdraw(choice.literal);
                }
                self.steps.push(Step::Generate(slot, sources, predicates));
            }
        }
    }

    /// Whether an atom holds of all candidates for its target; all its variables are bound now.
    fn is_exact(&self, literal: usize, target: usize) -> bool {
        let Literal::Atom(relation, args, _) = &self.literals[literal] else { return false };
        let is_sought = |arg: &&VarId| self.slot(**arg) == self.slot(args[target]);
        self.left[literal] == 0 && args.iter().filter(is_sought).count() == 1 && relation.is_exact(target)
    }

    /// The cost that a choice adds.
    fn cost_of(&self, choice: &Choice<R>, plans: &[Plan<R>]) -> u32 {
        match &choice.action {
            Action::Finish(Step::Call(call)) | Action::Narrow(Step::Call(call)) => {
                plans[call.plan.0 as usize].cost
            }
            _ => choice.worst_access as u32,
        }
    }

    /// Marks a slot as bound. The candidate steps of the literals that mention it are invalidated.
    fn bind(&mut self, slot: usize) {
        if self.bound.put(slot) {
            return;
        }
        let behind = |slot| self.mentions.partition_point(|&(other, _)| other < slot);
        // Literals with one unbound slot left: they become a test of the step that binds it.
        let mut nearly = Vec::new();
        each_once(&self.mentions[behind(slot)..behind(slot + 1)], |_, literal| {
            self.left[literal] -= 1;
            if self.pending.contains(&literal) {
                self.simple.renew(literal);
                self.nested.renew(literal);
                self.nearby.renew(literal);
                nearly.extend((self.left[literal] == 1).then_some(literal));
            }
        });
        nearly.retain(|literal| odds(&self.literals[*literal]).is_some());
        let mut slots: Vec<usize> =
            nearly.iter().flat_map(|literal| self.unbound_in(&self.literals[*literal])).collect();
        slots.sort_unstable();
        slots.dedup();
        for slot in slots {
            let mentions = &self.mentions[behind(slot)..behind(slot + 1)];
            if mentions.len() <= MOST_MENTIONS {
                each_once(mentions, |_, literal| {
                    if self.pending.contains(&literal) {
                        self.simple.renew(literal);
                    }
                });
            }
        }
    }

    /// Marks all variables of a completed literal as bound.
    fn bind_all(&mut self, literal: usize) {
        let (literals, slots) = (self.literals, self.slots);
        literals[literal].each_variable(&mut |variable| self.bind(slots[variable.index()]));
    }

    fn push_binding(&mut self, step: Step<R>) {
        match &step {
            Step::Call(call) => call.outputs.iter().for_each(|output| self.bind(output.slot.index())),
            Step::UnionDistinct(_, slots) => slots.iter().for_each(|slot| self.bind(slot.index())),
            _ => {}
        }
        self.steps.push(step);
    }
}

/// The literals without repeated atoms, and the number of atoms removed.
fn parted_by_first<R: Relation>(literals: &[Literal<R>], slots: &[usize]) -> (BTreeSet<usize>, u64) {
    let mut known: FxHashSet<(&R, SmallVec<[usize; 4]>)> = FxHashSet::default();
    let mut first = BTreeSet::new();
    for (position, literal) in literals.iter().enumerate() {
        let is_first = match literal {
            Literal::Atom(relation, args, _) => {
                known.insert((relation, args.iter().map(|arg| slots[arg.index()]).collect()))
            }
            _ => true,
        };
        first.extend(is_first.then_some(position));
    }
    let again = (literals.len() - first.len()) as u64;
    (first, again)
}

/// Sources with lists longer than the shortest one by this factor are not used.
const MUCH_LONGER: f64 = 3.0;

/// For slots with more mentions than this the tests ahead are not estimated, so that specifications with tens
/// of thousands of literals are planned in about the time it takes to read them.
const MOST_MENTIONS: usize = 64;

/// The probability that a literal holds when all its slots are bound, if it is a test.
fn odds<R: Relation>(literal: &Literal<R>) -> Option<f64> {
    match literal {
        Literal::Atom(relation, ..) => Some(relation.odds()),
        Literal::Equal(..) => Some(0.1),
        Literal::Differ(..) => Some(0.9),
        Literal::Unused(..) | Literal::SameSet(..) => Some(0.5),
        Literal::Or(branches) if are_atoms(branches) => {
            let branch = |literals: &Vec<Literal<R>>| literals.iter().filter_map(odds).product::<f64>();
            Some(branches.iter().map(branch).sum::<f64>().min(0.9))
        }
        _ => None,
    }
}

/// Calls `visit` with each pair of a sorted list once.
fn each_once(pairs: &[(usize, usize)], mut visit: impl FnMut(usize, usize)) {
    pairs.chunk_by(|a, b| a == b).for_each(|equal| visit(equal[0].0, equal[0].1));
}

/// Whether no branch contains a call, a collect, or a check that waits for all other literals.
pub(super) fn are_atoms<R: Relation>(branches: &[Vec<Literal<R>>]) -> bool {
    branches.iter().flatten().all(|literal| match literal {
        Literal::Call(..) | Literal::Collect(..) | Literal::Quantified(_) => false,
        Literal::Atom(relation, ..) => !relation.is_last(),
        Literal::Or(inner) => are_atoms(inner),
        _ => true,
    })
}
