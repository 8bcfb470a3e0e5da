//! A conjunction being ordered: what is bound and what is left, and the steps that single literals offer.
//!
//! Calls, collects and disjunctions with branches are looked into by the planner; all other literals offer
//! what they can by themselves: `{a} = {x}.args[0]` with `x` bound generates `a`, with both bound it is a
//! check.

use super::super::modes::{Signature, bound_positions, supply};
use super::super::plan::{Plan, Slot, Source, Step, Test};
use super::super::problem::{ArgSet, Origin, Relation, Supply, VarId};
use super::super::shape::{Literal, Shape};
use super::choice::{Action, Choice, Offers, Preference, Rank, keep_best};
use super::hints::Implied;
use fixedbitset::FixedBitSet;
use std::collections::BTreeSet;

/// A conjunction being ordered.
pub(super) struct Ordering<'s, 'l, R> {
    pub(super) literals: &'l [Literal<R>],
    pub(super) slots: &'s [usize],
    pub(super) bound: FixedBitSet,
    pub(super) pending: BTreeSet<usize>,
    preference: Preference,
    /// What literals offer by themselves.
    pub(super) alone: Offers<R>,
    /// What those offer that have to be looked into.
    pub(super) compound: Offers<R>,
    pub(super) steps: Vec<Step<R>>,
    pub(super) class: Supply,
    /// The weights of the steps taken: one for a short list, two for a bucket, three for a scan.
    pub(super) work: u32,
    /// By step, the literals done with before it; the second is what is done by now.
    pub(super) done: (Vec<u64>, u64),
    /// Which literals mention which slot, ascending; as often as they do.
    mentions: Vec<(usize, usize)>,
    /// By literal, how many slots that it mentions are unbound.
    left: Vec<usize>,
    /// Slots that are arguments of calls.
    called: FixedBitSet,
    /// The conjunction around, when this is a branch of a disjunction in it.
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
        let mut left = vec![0; literals.len()];
        each_once(&mentions, |slot, literal| left[literal] += usize::from(!bound.contains(slot)));
        Self {
            literals,
            slots,
            bound,
            pending: (0..literals.len()).collect(),
            preference,
            alone: Offers::of(0..literals.len(), preference),
            compound: Offers::of(0..literals.len(), preference),
            steps: Vec::new(),
            class: Supply::One,
            work: 0,
            done: (Vec::new(), 0),
            mentions,
            left,
            called,
            outer: None,
        }
    }

    /// Forgets the equalities outside disjunctions: their variables share a slot.
    pub(super) fn drop_joined(&mut self) {
        self.pending.retain(|&literal| !matches!(self.literals[literal], Literal::Equal(..)));
        self.alone = Offers::of(self.pending.iter().copied(), self.preference);
        self.done.1 = (self.literals.len() - self.pending.len()) as u64;
    }

    fn slot(&self, variable: VarId) -> Slot {
        Slot(self.slots[variable.index()] as u32)
    }

    fn is_bound(&self, variable: VarId) -> bool {
        self.bound.contains(self.slots[variable.index()])
    }

    /// The slots of a call's arguments and how the callee is entered.
    pub(super) fn enter(&self, args: &[VarId]) -> (Vec<usize>, Signature) {
        let slots: Vec<usize> = args.iter().map(|arg| self.slots[arg.index()]).collect();
        let signature = Signature::of_call(&slots, &self.bound);
        (slots, signature)
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

    pub(super) fn finish(&self, rank: Rank, class: Supply, literal: usize, step: Step<R>) -> Choice<R> {
        Choice { rank, idle: 0, literal, action: Action::Finish(step), class }
    }

    /// The branches of a disjunction that only tests what is bound: as soon decided as an atom.
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

    /// The best step with a literal that is neither call, collect nor disjunction.
    pub(super) fn simple(&self, literal: usize) -> Option<Choice<R>> {
        let check = |step| Some(self.finish(Rank::Check, Supply::One, literal, step));
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
            let rank = if relation.is_last() { Rank::Last } else { Rank::Check };
            return Some(self.finish(rank, Supply::One, literal, Step::Test(test)));
        }
        let positions = bound_positions(args, self.slots, &self.bound);
        let mut best = None;
        for (target, &arg) in args.iter().enumerate().filter(|(_, arg)| !self.is_bound(**arg)) {
            if let Some(class) = supply(relation, target, positions) {
                let idle = usize::MAX - self.mentions_of(self.slot(arg).index()).len();
                let action = Action::Generate(target);
                let rank = match Rank::of(class) {
                    Rank::Scan if relation.is_dense() && positions == ArgSet::default() => Rank::DenseScan,
                    Rank::Scan if self.called.contains(self.slot(arg).index()) => Rank::ScanForCall,
                    rank => rank,
                };
                keep_best(&mut best, Choice { rank, idle, literal, action, class });
            }
        }
        best
    }

    /// The literals that mention a slot, done with or not. None of them is, as long as the slot is not bound.
    pub(super) fn mentions_of(&self, slot: usize) -> &[(usize, usize)] {
        let behind = |slot| self.mentions.partition_point(|&(other, _)| other < slot);
        &self.mentions[behind(slot)..behind(slot + 1)]
    }

    fn test(&self, relation: &R, args: &[VarId], origin: Origin) -> Test<R> {
        Test { relation: relation.clone(), args: args.iter().map(|&arg| self.slot(arg)).collect(), origin }
    }

    /// All relations that supply candidates for a slot as well as the chosen one does.
    fn sources(&self, slot: Slot, class: Supply) -> Vec<Source<R>> {
        let mut out = Vec::new();
        let mut literals: Vec<usize> =
            self.mentions_of(slot.index()).iter().map(|&(_, literal)| literal).collect();
        literals.dedup();
        for literal in literals {
            let Literal::Atom(relation, args, origin) = &self.literals[literal] else { continue };
            let positions = bound_positions(args, self.slots, &self.bound);
            let target = (0..args.len())
                .find(|&k| self.slot(args[k]) == slot && supply(relation, k, positions) == Some(class));
            if let Some(target) = target {
                let bound = args.iter().map(|&arg| self.is_bound(arg)).collect();
                out.push(Source { test: self.test(relation, args, *origin), target, bound });
            }
        }
        out
    }

    pub(super) fn take(
        &mut self,
        choice: Choice<R>,
        (implied, shapes): (&Implied<'_, R>, &[Shape<R>]),
        plans: &[Plan<R>],
    ) {
        self.work = self.work.saturating_add(self.work_of(&choice, plans));
        // Lists multiply: two buckets, one within the other, are no better than a scan.
        self.class = match self.class.max(choice.class) {
            Supply::Bucket if self.work > 3 => Supply::Scan,
            class => class,
        };
        self.done.0.push(self.done.1);
        if matches!(choice.action, Action::Finish(_)) {
            self.done.1 = self.done.1.saturating_add(self.literals[choice.literal].weight(shapes));
        }
        match choice.action {
            Action::Finish(Step::Fail) => {
                self.pending.clear();
                self.bound.insert_range(..);
                self.steps.push(Step::Fail);
            }
            Action::Finish(step) => {
                self.pending.remove(&choice.literal);
                self.alone.withdraw(choice.literal);
                self.compound.withdraw(choice.literal);
                self.bind_all(choice.literal);
                self.steps.push(step);
            }
            Action::Narrow(step) => self.push_binding(step),
            Action::Generate(target) => {
                let Literal::Atom(_, args, _) = &self.literals[choice.literal] else { return };
                let slot = self.slot(args[target]);
                let mut sources = self.sources(slot, choice.class);
                if matches!(choice.class, Supply::One) {
                    sources.truncate(1);
                }
                let hints = match choice.class {
                    Supply::One | Supply::Few => Vec::new(),
                    Supply::Bucket | Supply::Scan => self.hints(slot, implied),
                };
                self.bind(slot.index());
                self.steps.push(Step::Generate(slot, sources, hints));
            }
        }
    }

    /// What a choice adds to the work.
    fn work_of(&self, choice: &Choice<R>, plans: &[Plan<R>]) -> u32 {
        match &choice.action {
            Action::Finish(Step::Call(call)) | Action::Narrow(Step::Call(call)) => {
                plans[call.plan.0 as usize].work
            }
            _ => choice.class as u32,
        }
    }

    /// Marks a slot as bound; those who mention it may have something else to offer now.
    fn bind(&mut self, slot: usize) {
        if self.bound.put(slot) {
            return;
        }
        let behind = |slot| self.mentions.partition_point(|&(other, _)| other < slot);
        each_once(&self.mentions[behind(slot)..behind(slot + 1)], |_, literal| {
            self.left[literal] -= 1;
            if self.pending.contains(&literal) {
                self.alone.renew(literal);
                self.compound.renew(literal);
            }
        });
    }

    /// A literal that was run whole leaves none of its variables unbound.
    fn bind_all(&mut self, literal: usize) {
        let (literals, slots) = (self.literals, self.slots);
        literals[literal].each_variable(&mut |variable| self.bind(slots[variable.index()]));
    }

    fn push_binding(&mut self, step: Step<R>) {
        match &step {
            Step::Call(call) => call.outputs.iter().for_each(|output| self.bind(output.slot.index())),
            Step::Each(_, slots) => slots.iter().for_each(|slot| self.bind(slot.index())),
            _ => {}
        }
        self.steps.push(step);
    }
}

/// Calls `visit` with each pair of a sorted list once.
fn each_once(pairs: &[(usize, usize)], mut visit: impl FnMut(usize, usize)) {
    pairs.chunk_by(|a, b| a == b).for_each(|equal| visit(equal[0].0, equal[0].1));
}

/// Whether no branch has a call or collect in it, or a check that waits for all else.
pub(super) fn are_atoms<R: Relation>(branches: &[Vec<Literal<R>>]) -> bool {
    branches.iter().flatten().all(|literal| match literal {
        Literal::Call(..) | Literal::Collect(..) | Literal::Quantified(_) => false,
        Literal::Atom(relation, ..) => !relation.is_last(),
        Literal::Or(inner) => are_atoms(inner),
        _ => true,
    })
}
