//! Makes plans: orders literals greedily, the step that promises the fewest candidates first.
//!
//! In: `opcode{x} = phi, {a} = {x}.args[0], {a} != {x}` with nothing bound. Out: generate `x` from its
//! bucket, generate `a` (at most one), test `!=`. The order of preference is [`Rank`]. Where nothing
//! can run as a whole, a call or disjunction runs partially: what it cannot decide yet is left out and the whole is tested
//! later (a disjunction whose branch leaves a variable to what another one makes of the rest). Whatever
//! [`Modes`] derives can be planned.

use super::modes::{BOUND, Modes, Signature, bound_positions, supply};
use super::plan::{CallStep, CollectId, CollectStep, Copy, Gather, Plan, PlanId, Slot, Source, Step, Test};
use super::problem::{Collect, DefId, Origin, Problem, Relation, Supply, VarId};
use super::shape::{Literal, Shape};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

/// The order of preference among steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
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
    fn of(supply: Supply) -> Rank {
        match supply {
            Supply::One => Rank::One,
            Supply::Few => Rank::Few,
            Supply::Bucket => Rank::Bucket,
            Supply::Scan => Rank::Scan,
        }
    }

    fn within(class: Supply) -> Rank {
        match class {
            Supply::One | Supply::Few => Rank::FewWithin,
            Supply::Bucket => Rank::BucketWithin,
            Supply::Scan => Rank::ScanWithin,
        }
    }
}

/// What to do next, and whether the literal is then done with.
struct Choice<R> {
    rank: Rank,
    /// Fewer is better among equals: how many literals do not gain from it.
    idle: usize,
    literal: usize,
    action: Action<R>,
    class: Supply,
}

enum Action<R> {
    /// Emit the step; the literal is done.
    Finish(Step<R>),
    /// Emit the step; the literal remains, as a test.
    Narrow(Step<R>),
    /// Bind the argument from candidates; the literal remains, as a test.
    Generate(usize),
}

/// Makes the plans of a problem.
pub(super) struct Planner<'a, R> {
    problem: &'a Problem<R>,
    shapes: &'a [Shape<R>],
    modes: Modes<'a, R>,
    known: FxHashMap<(DefId, Signature, bool), PlanId>,
    plans: Vec<Plan<R>>,
    gathers: Vec<Gather>,
    gathered: FxHashMap<(Gather, Origin), CollectId>,
}

/// A conjunction being ordered.
struct Ordering<'s, 'l, R> {
    literals: &'l [Literal<R>],
    slots: &'s [usize],
    bound: FixedBitSet,
    pending: Vec<usize>,
    steps: Vec<Step<R>>,
    class: Supply,
    /// The weights of the steps taken: one for a short list, two for a bucket, three for a scan.
    work: u32,
    /// By step, the literals done with before it; the second is what is done by now.
    done: (Vec<u64>, u64),
    /// How many pending literals mention a slot.
    uses: Vec<usize>,
    /// Slots that are arguments of calls.
    called: FixedBitSet,
}

/// All plans that the root's plan leads to.
#[derive(Debug)]
pub(super) struct Plans<R> {
    pub(super) root: PlanId,
    pub(super) plans: Vec<Plan<R>>,
    pub(super) gathers: Vec<Gather>,
}

/// Plans a problem that is safe.
pub(super) fn plans<R: Relation>(problem: &Problem<R>, shapes: &[Shape<R>]) -> Plans<R> {
    let modes = Modes::new(problem, shapes);
    let (known, gathered) = (FxHashMap::default(), FxHashMap::default());
    let mut planner =
        Planner { problem, shapes, modes, known, plans: Vec::new(), gathers: Vec::new(), gathered };
    let width = problem.definitions[problem.root.index()].interface.len();
    let root = planner.plan(problem.root, &Signature::free(width), false);
    Plans { root, plans: planner.plans, gathers: planner.gathers }
}

impl<'a, R: Relation> Planner<'a, R> {
    fn plan(&mut self, def: DefId, signature: &Signature, partial: bool) -> PlanId {
        let key = (def, signature.clone(), partial);
        if let Some(&plan) = self.known.get(&key) {
            return plan;
        }
        let mode = self.modes.of(def, signature);
        let interface = &self.problem.definitions[def.index()].interface;
        let mut bound = FixedBitSet::with_capacity(mode.slots.len());
        let mut entry = Vec::new();
        for (variable, _) in interface.iter().zip(&signature.0).filter(|(_, entry)| **entry == BOUND) {
            let slot = mode.slots[variable.index()];
            entry.push((Slot(slot as u32), bound.put(slot)));
        }
        let shapes: &'a [Shape<R>] = self.shapes;
        let mut literals = Ordering::new(&shapes[def.index()].literals, &mode.slots, bound);
        literals.drop_joined();
        self.order(&mut literals, partial);
        let outputs =
            || interface.iter().copied().filter(|&v| literals.bound.contains(mode.slots[v.index()]));
        let partial = partial.then(|| outputs().collect());
        let slots = mode.slots.iter().map(|&slot| Slot(slot as u32)).collect();
        let Ordering { steps, class, work, done: (mut done, all), .. } = literals;
        done.push(all);
        self.plans.push(Plan {
            def,
            slots,
            entry: entry.into(),
            steps,
            done: done.into(),
            partial,
            class,
            work,
        });
        let id = PlanId(self.plans.len() as u32 - 1);
        self.known.insert(key, id);
        id
    }

    /// Orders until nothing is left, or (`partial`) until nothing more can run.
    fn order(&mut self, ordering: &mut Ordering<'_, 'a, R>, partial: bool) {
        while !ordering.pending.is_empty() {
            match self.choose(ordering) {
                Some(choice) => ordering.take(choice, self.shapes, &self.plans),
                None => {
                    debug_assert!(partial, "a safe problem has a plan");
                    return;
                }
            }
        }
    }

    /// The best next step. Calls, collects and disjunctions are looked into only when no atom does better.
    fn choose(&mut self, ordering: &Ordering<'_, 'a, R>) -> Option<Choice<R>> {
        let mut best: Option<Choice<R>> = None;
        for &literal in &ordering.pending {
            if let Some(choice) = ordering.simple(literal) {
                keep_best(&mut best, choice);
            }
        }
        if best.as_ref().is_some_and(|choice| choice.rank <= Rank::Few) {
            return best;
        }
        for &literal in &ordering.pending {
            if let Some(choice) = self.compound(ordering, literal) {
                keep_best(&mut best, choice);
            }
        }
        if best.is_some() {
            return best;
        }
        ordering.pending.iter().find_map(|&literal| self.narrow(ordering, literal))
    }

    fn compound(&mut self, ordering: &Ordering<'_, 'a, R>, literal: usize) -> Option<Choice<R>> {
        match &ordering.literals[literal] {
            Literal::Call(callee, args, origin, site) => {
                let (slots, signature) = ordering.enter(args);
                if !self.modes.of(*callee, &signature).complete() {
                    return None;
                }
                let plan = self.plan(*callee, &signature, false);
                let interface = &self.problem.definitions[callee.index()].interface;
                let step = call_step(plan, &slots, &ordering.bound, interface, *site, *origin);
                let class = self.plans[plan.0 as usize].class;
                let rank = Rank::within(class);
                Some(ordering.finish(rank, class, literal, Step::Call(step)))
            }
            Literal::Collect(collect, site) => {
                let step = self.collect(ordering, collect, *site)?;
                Some(ordering.finish(Rank::Collect, Supply::Few, literal, Step::Collect(step)))
            }
            Literal::Or(branches) => {
                let wanted = ordering.unbound_in(&ordering.literals[literal]);
                let (steps, class) = self.branches(ordering, branches, &wanted)?;
                let (rank, step) = match wanted.is_empty() {
                    true => (Rank::CheckOr, Step::Either(steps)),
                    false => (Rank::within(class), Step::Each(steps, to_slots(&wanted))),
                };
                Some(ordering.finish(rank, class, literal, step))
            }
            _ => None,
        }
    }

    /// The branches as steps, when each binds all the `wanted` slots.
    fn branches(
        &mut self,
        ordering: &Ordering<'_, 'a, R>,
        branches: &'a [Vec<Literal<R>>],
        wanted: &[usize],
    ) -> Option<(Vec<Vec<Step<R>>>, Supply)> {
        for branch in branches {
            let mut inside = ordering.bound.clone();
            self.modes.grow(branch, ordering.slots, &mut inside);
            if !wanted.iter().all(|&slot| inside.contains(slot)) {
                return None;
            }
        }
        Some(self.branch_steps(ordering, branches, false))
    }

    fn branch_steps(
        &mut self,
        ordering: &Ordering<'_, 'a, R>,
        branches: &'a [Vec<Literal<R>>],
        partial: bool,
    ) -> (Vec<Vec<Step<R>>>, Supply) {
        let mut class = Supply::One;
        let mut out = Vec::new();
        for branch in branches {
            let mut inner = Ordering::new(branch, ordering.slots, ordering.bound.clone());
            self.order(&mut inner, partial);
            class = class.max(inner.class);
            out.push(inner.steps);
        }
        (out, class)
    }

    /// Runs a part of a call or disjunction, for what it binds.
    fn narrow(&mut self, ordering: &Ordering<'_, 'a, R>, literal: usize) -> Option<Choice<R>> {
        let (step, class) = match &ordering.literals[literal] {
            Literal::Call(callee, args, origin, _) => {
                let (slots, signature) = ordering.enter(args);
                let mode = self.modes.of(*callee, &signature);
                let interface = &self.problem.definitions[callee.index()].interface;
                let gains = |(&slot, &variable): (&usize, &VarId)| {
                    !ordering.bound.contains(slot) && mode.binds(variable)
                };
                if !slots.iter().zip(interface).any(gains) {
                    return None;
                }
                let plan = self.plan(*callee, &signature, true);
                let mut step = call_step(plan, &slots, &ordering.bound, interface, None, *origin);
                let bound = self.plans[plan.0 as usize].partial.as_deref().unwrap_or_default();
                step.outputs = step.outputs.into_iter().filter(|(v, _)| bound.contains(v)).collect();
                (Step::Call(step), self.plans[plan.0 as usize].class)
            }
            Literal::Or(branches) => {
                let common = self.modes.common(branches, ordering.slots, &ordering.bound);
                let wanted: Vec<usize> = common.difference(&ordering.bound).collect();
                if wanted.is_empty() {
                    return None;
                }
                let (steps, class) = self.branch_steps(ordering, branches, true);
                (Step::Each(steps, to_slots(&wanted)), class)
            }
            _ => return None,
        };
        Some(Choice { rank: Rank::Partial, idle: 0, literal, action: Action::Narrow(step), class })
    }

    fn collect(
        &mut self,
        ordering: &Ordering<'_, 'a, R>,
        collect: &Collect,
        site: Option<usize>,
    ) -> Option<CollectStep> {
        let slot = |variable: VarId| ordering.slots[variable.index()];
        if !collect.outer.iter().all(|&outer| ordering.bound.contains(slot(outer))) {
            return None;
        }
        let id = self.gather(collect);
        let interface = &self.problem.definitions[collect.body.index()].interface;
        let locals = &interface[collect.outer.len()..];
        let mut bound = ordering.bound.clone();
        let mut copies = Vec::new();
        for (column, &variable) in collect.columns.iter().zip(locals) {
            for (row, &copy) in column.slots.iter().enumerate() {
                let at = slot(copy);
                copies.push(Copy { row, variable, slot: Slot(at as u32), compare: bound.put(at) });
            }
        }
        let inputs = collect.outer.iter().map(|&outer| Slot(slot(outer) as u32)).collect();
        Some(CollectStep { id, inputs, copies: copies.into(), site, origin: collect.origin })
    }

    fn gather(&mut self, collect: &Collect) -> CollectId {
        let outer = collect.outer.len();
        let interface = &self.problem.definitions[collect.body.index()].interface;
        let plan = self.plan(collect.body, &Signature::prefix(outer, interface.len()), false);
        let columns = collect.columns.iter().zip(&interface[outer..]);
        let shared: Box<[VarId]> =
            columns.filter(|(column, _)| column.shared).map(|(_, &variable)| variable).collect();
        let gather = Gather { plan, limit: collect.limit as usize, outer, shared };
        let gathers = &mut self.gathers;
        *self.gathered.entry((gather.clone(), collect.origin)).or_insert_with(|| {
            gathers.push(gather);
            CollectId(gathers.len() as u32 - 1)
        })
    }
}

fn keep_best<R>(best: &mut Option<Choice<R>>, choice: Choice<R>) {
    let key = |choice: &Choice<R>| (choice.rank, choice.idle, choice.literal);
    if best.as_ref().is_none_or(|best| key(&choice) < key(best)) {
        *best = Some(choice);
    }
}

fn to_slots(slots: &[usize]) -> Box<[Slot]> {
    slots.iter().map(|&slot| Slot(slot as u32)).collect()
}

fn call_step(
    plan: PlanId,
    slots: &[usize],
    bound: &FixedBitSet,
    interface: &[VarId],
    site: Option<usize>,
    origin: Origin,
) -> CallStep {
    let inputs = slots.iter().filter(|&&slot| bound.contains(slot)).map(|&slot| Slot(slot as u32)).collect();
    let outputs = slots.iter().zip(interface).filter(|(slot, _)| !bound.contains(**slot));
    let outputs = outputs.map(|(&slot, &variable)| (variable, Slot(slot as u32))).collect();
    CallStep { plan, inputs, outputs, site, origin }
}

impl<'s, 'l, R: Relation> Ordering<'s, 'l, R> {
    fn new(literals: &'l [Literal<R>], slots: &'s [usize], bound: FixedBitSet) -> Self {
        let mut uses = vec![0; slots.len()];
        let mut called = FixedBitSet::with_capacity(slots.len());
        for literal in literals {
            literal.each_variable(&mut |variable| uses[slots[variable.index()]] += 1);
            if let Literal::Call(_, args, ..) = literal {
                called.extend(args.iter().map(|arg| slots[arg.index()]));
            }
        }
        let pending = (0..literals.len()).collect();
        Self {
            literals,
            slots,
            bound,
            pending,
            steps: Vec::new(),
            class: Supply::One,
            work: 0,
            done: (Vec::new(), 0),
            uses,
            called,
        }
    }

    /// Forgets the equalities outside disjunctions: their variables share a slot.
    fn drop_joined(&mut self) {
        self.pending.retain(|&literal| !matches!(self.literals[literal], Literal::Equal(..)));
        self.done.1 = (self.literals.len() - self.pending.len()) as u64;
    }

    fn slot(&self, variable: VarId) -> Slot {
        Slot(self.slots[variable.index()] as u32)
    }

    fn is_bound(&self, variable: VarId) -> bool {
        self.bound.contains(self.slots[variable.index()])
    }

    /// The slots of a call's arguments and how the callee is entered.
    fn enter(&self, args: &[VarId]) -> (Vec<usize>, Signature) {
        let slots: Vec<usize> = args.iter().map(|arg| self.slots[arg.index()]).collect();
        let signature = Signature::of_call(&slots, &self.bound);
        (slots, signature)
    }

    /// The unbound slots a literal mentions, ascending, each once.
    fn unbound_in(&self, literal: &Literal<R>) -> Vec<usize> {
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

    fn finish(&self, rank: Rank, class: Supply, literal: usize, step: Step<R>) -> Choice<R> {
        Choice { rank, idle: 0, literal, action: Action::Finish(step), class }
    }

    /// The best step with a literal that is neither call, collect nor disjunction.
    fn simple(&self, literal: usize) -> Option<Choice<R>> {
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
            return Some(self.finish(Rank::Check, Supply::One, literal, Step::Test(test)));
        }
        let positions = bound_positions(args, self.slots, &self.bound);
        let mut best = None;
        for (target, &arg) in args.iter().enumerate().filter(|(_, arg)| !self.is_bound(**arg)) {
            if let Some(class) = supply(relation, target, positions) {
                let idle = usize::MAX - self.uses[self.slot(arg).index()];
                let action = Action::Generate(target);
                let rank = match Rank::of(class) {
                    Rank::Scan if self.called.contains(self.slot(arg).index()) => Rank::ScanForCall,
                    rank => rank,
                };
                keep_best(&mut best, Choice { rank, idle, literal, action, class });
            }
        }
        best
    }

    fn test(&self, relation: &R, args: &[VarId], origin: Origin) -> Test<R> {
        Test { relation: relation.clone(), args: args.iter().map(|&arg| self.slot(arg)).collect(), origin }
    }

    /// All relations that supply candidates for a slot as well as the chosen one does.
    fn sources(&self, slot: Slot, class: Supply) -> Vec<Source<R>> {
        let mut out = Vec::new();
        for &literal in &self.pending {
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

    fn take(&mut self, choice: Choice<R>, shapes: &[Shape<R>], plans: &[Plan<R>]) {
        self.work = self.work.saturating_add(self.work_of(&choice, plans));
        // Lists multiply: two buckets are no better than a scan.
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
                self.pending.retain(|&literal| literal != choice.literal);
                self.literals[choice.literal]
                    .each_variable(&mut |variable| self.uses[self.slots[variable.index()]] -= 1);
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
                self.bound.insert(slot.index());
                self.steps.push(Step::Generate(slot, sources));
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

    /// A literal that was run whole leaves none of its variables unbound.
    fn bind_all(&mut self, literal: usize) {
        let (bound, slots) = (&mut self.bound, self.slots);
        self.literals[literal].each_variable(&mut |variable| bound.insert(slots[variable.index()]));
    }

    fn push_binding(&mut self, step: Step<R>) {
        match &step {
            Step::Call(call) => self.bound.extend(call.outputs.iter().map(|(_, slot)| slot.index())),
            Step::Each(_, slots) => self.bound.extend(slots.iter().map(|slot| slot.index())),
            _ => {}
        }
        self.steps.push(step);
    }
}
