//! Early tests: unary tests that all later steps make of a value are made as soon as the value is bound.
//!
//! In: plans. Out: the same plans with additional tests. Each branch of a disjunction may test the same
//! value, and so may a callee. The union of these tests is a necessary condition, which rejects a value
//! before the steps in between are executed.
//!
//! ```text
//! next ∈ node.args, place ∈ next.users, (opcode{next} = load ∧ … ∨ opcode{next} = select ∧ …)
//!   =>  next ∈ node.args, opcode{next} ∈ {load, select}, place ∈ next.users, …
//! ```
//!
//! No solution is lost. A test of a slot is added at a step only if every path through the rest of the block
//! makes it, or one that implies it ([`Relation::either`]), and nothing rebinds the slot in between. Side
//! reports do not change either: plans that report limits, and their callers, stay as they are. Explained
//! searches run plans without these tests.

use super::super::lazy::Lazy;
use super::super::plan::{Plan, Slot, Source, Step, Test};
use super::super::problem::Relation;
use super::Plans;
use std::collections::BTreeMap;

/// Maximal number of tests added for one value.
const MOST_TESTS: usize = 2;

/// A test that the rest of a block requires of a slot.
#[derive(Clone, Debug)]
struct Need<R> {
    test: Test<R>,
    /// Whether expensive steps lie in between.
    is_far: bool,
}

/// Required tests by slot.
type Needs<R> = BTreeMap<Slot, Vec<Need<R>>>;

/// The plans with early tests added.
pub(crate) fn foreseen<R: Relation>(plans: &Plans<R>) -> Plans<R> {
    let (mut entries, mut side_reports): (Vec<InputNeeds<R>>, Vec<bool>) = Default::default();
    let mut done = Vec::new();
    // Callees precede their callers.
    for plan in plans.iter() {
        let mut plan: Plan<R> = plan.clone();
        let reports = has_side_reports(&plan.steps, &side_reports);
        let needs = NeedCollector { entries: &entries, adds: !reports }.block(&mut plan.steps);
        let of_input = |(slot, _): &(Slot, bool)| needs.get(slot).cloned().unwrap_or_default();
        entries.push(plan.entry.iter().map(of_input).collect());
        side_reports.push(reports);
        done.push(Lazy::Value(plan));
    }
    Plans { root: plans.root, plans: done, collect_plans: plans.collect_plans.clone() }
}

/// The required tests of a plan's inputs.
type InputNeeds<R> = Vec<Vec<Need<R>>>;

/// Whether steps report more than their rows: exceeded collects, or reached length limits.
fn has_side_reports<R: Relation>(steps: &[Step<R>], side_reports: &[bool]) -> bool {
    steps.iter().any(|step| match step {
        Step::Test(test) => test.relation.is_last(),
        Step::Collect(_) => true,
        Step::Call(call) => side_reports[call.plan.0 as usize],
        Step::ExistsBranch(branches) | Step::UnionDistinct(branches, _) | Step::TailUnion(branches) => {
            branches.iter().any(|branch| has_side_reports(branch, side_reports))
        }
        Step::Quantified(witness) => has_side_reports(&witness.steps, side_reports),
        _ => false,
    })
}

/// A backward pass over one plan.
struct NeedCollector<'p, R> {
    entries: &'p [InputNeeds<R>],
    /// Whether tests are added.
    adds: bool,
}

impl<R: Relation> NeedCollector<'_, R> {
    /// Adds tests to a block. Returns the required tests of slots that the block does not bind.
    fn block(&self, steps: &mut Vec<Step<R>>) -> Needs<R> {
        let mut needs = Needs::new();
        for at in (0..steps.len()).rev() {
            let mut tests = Vec::new();
            let sources = match &steps[at] {
                Step::Generate(_, sources, _) => sources.as_slice(),
                _ => &[],
            };
            for slot in steps[at].binds() {
                let own = needs.remove(&slot).unwrap_or_default();
                match &steps[at] {
                    Step::Copy(from, _) => own.into_iter().for_each(|need| add(&mut needs, *from, need)),
                    Step::Generate(..) | Step::Call(_) | Step::UnionDistinct(..) if self.adds => {
                        tests.extend(worthwhile(own, sources));
                    }
                    _ => {}
                }
            }
            if !is_quick(&steps[at]) {
                needs.values_mut().flatten().for_each(|need| need.is_far = true);
            }
            for (slot, own) in self.of_step(&mut steps[at]) {
                own.into_iter().for_each(|need| add(&mut needs, slot, need));
            }
            steps.splice(at + 1..at + 1, tests.into_iter().map(Step::Test));
        }
        needs
    }

    /// The tests that a step requires of slots bound before it.
    fn of_step(&self, step: &mut Step<R>) -> Needs<R> {
        let mut needs = Needs::new();
        match step {
            Step::Test(test) => {
                if let [slot] = *test.args
                    && test.relation.either(&test.relation).is_some()
                {
                    add(&mut needs, slot, Need { test: test.clone(), is_far: false });
                }
            }
            Step::Call(call) => {
                let inputs = call.inputs.iter().zip(&self.entries[call.plan.0 as usize]);
                for (&input, needed) in inputs {
                    for Need { test, .. } in needed {
                        let test = Test { args: [input].into(), origin: call.origin, ..test.clone() };
                        add(&mut needs, input, Need { test, is_far: true });
                    }
                }
            }
            Step::ExistsBranch(branches) | Step::TailUnion(branches) => needs = self.of_branches(branches),
            Step::UnionDistinct(branches, slots) => {
                needs = self.of_branches(branches);
                needs.retain(|slot, _| !slots.contains(slot));
            }
            Step::Quantified(witness) => {
                let inner = self.block(&mut witness.steps);
                if witness.wanted {
                    needs = inner;
                    needs.retain(|slot, _| !witness.locals.contains(slot));
                }
            }
            _ => {}
        }
        needs
    }

    /// The common requirements of the branches, without those that always fail.
    fn of_branches(&self, branches: &mut [Vec<Step<R>>]) -> Needs<R> {
        let mut common: Option<Needs<R>> = None;
        for branch in branches {
            let own = self.block(branch);
            if branch.iter().any(|step| matches!(step, Step::Fail)) {
                continue;
            }
            common = Some(match common {
                None => own,
                Some(before) => before
                    .into_iter()
                    .filter_map(|(slot, needed)| Some((slot, of_either(&needed, own.get(&slot)?))))
                    .collect(),
            });
        }
        common.unwrap_or_default()
    }
}

/// The requirements of a disjunction of two branches.
fn of_either<R: Relation>(one: &[Need<R>], other: &[Need<R>]) -> Vec<Need<R>> {
    let joined = |a: &Need<R>| {
        other.iter().find_map(|b| {
            let test = Test { relation: a.test.relation.either(&b.test.relation)?, ..a.test.clone() };
            Some(Need { test, is_far: a.is_far && b.is_far })
        })
    };
    one.iter().filter_map(joined).collect()
}

/// Adds a requirement once.
fn add<R: Relation>(needs: &mut Needs<R>, slot: Slot, need: Need<R>) {
    let own = needs.entry(slot).or_default();
    match own.iter_mut().find(|known| known.test.relation == need.test.relation) {
        Some(known) => known.is_far &= need.is_far,
        None => own.push(Need { test: Test { args: [slot].into(), ..need.test }, ..need }),
    }
}

/// The tests worth making early: required only after expensive steps, and implied neither by a nearby test
/// nor by a source.
fn worthwhile<R: Relation>(needs: Vec<Need<R>>, sources: &[Source<R>]) -> Vec<Test<R>> {
    let implies = |a: &R, b: &R| a.either(b).as_ref() == Some(b);
    let is_known = |need: &Need<R>| {
        let near = needs.iter().filter(|other| !other.is_far).map(|other| &other.test.relation);
        let of_source = sources.iter().map(|source| &source.test.relation).filter(|known| known.arity() == 1);
        near.chain(of_source).any(|known| implies(known, &need.test.relation))
    };
    let mut tests: Vec<Test<R>> = Vec::new();
    for need in needs.iter().filter(|need| need.is_far && !is_known(need)) {
        if tests.iter().any(|test| implies(&test.relation, &need.test.relation)) {
            continue;
        }
        tests.retain(|test| !implies(&need.test.relation, &test.relation));
        tests.push(need.test.clone());
    }
    tests.truncate(MOST_TESTS);
    tests
}

/// Whether a step is so cheap that tests after it need not be moved before it.
fn is_quick<R>(step: &Step<R>) -> bool {
    match step {
        Step::Test(test) => test.args.len() == 1,
        Step::Fail | Step::Same(..) | Step::Differ(..) | Step::IsUnused(..) => true,
        Step::Copy(..) | Step::SetUnused(_) => true,
        _ => false,
    }
}
