//! Digests of plans. Plans of different problems with the same digest have the same answers.
//!
//! Idioms include the same building blocks, each in a problem of its own. A block with the same plan in two
//! of them is searched only once per function ([`Shared`](super::shared::Shared)). The digest covers
//! everything that a plan's rows depend on: its steps with their relations and slots, and the digests of its
//! callees.

use super::flat_definition::with_limits;
use super::lazy::Lazy;
use super::plan::{CallStep, Plan, PlanId, Step};
use super::planner::Plans;
use super::problem::{Problem, Relation};
use super::row_layout::RowLayout;
use std::hash::{DefaultHasher, Hash, Hasher};

/// 128 bits of SipHash over a plan.
pub(super) type Digest = u128;

/// The digest of each plan. `None` if its answers must not be shared, because its evaluation reports exceeded
/// collects or reached length limits.
pub(super) fn digests<R: Relation>(
    problem: &Problem<R>,
    plans: &Plans<R>,
    layouts: &[Lazy<RowLayout>],
    sites: &[[u32; 2]],
) -> Vec<Option<Digest>> {
    let limited = with_limits(problem);
    let mut known: Vec<Option<Digest>> = Vec::new();
    for plan in plans.iter() {
        let layout = layouts[plan.def.index()].get();
        let digest = match limited[plan.def.index()] {
            true => None,
            false => of_plan(plan, layout, sites[plan.def.index()], &known),
        };
        known.push(digest);
    }
    known
}

fn of_plan<R: Relation>(
    plan: &Plan<R>,
    layout: &RowLayout,
    sites: [u32; 2],
    known: &[Option<Digest>],
) -> Option<Digest> {
    let mut hasher = Hash128::default();
    (&plan.slots, &plan.entry, &plan.partial, sites, layout.is_projected, &layout.interface)
        .hash(&mut hasher);
    steps(&plan.steps, known, &mut hasher)?;
    Some(hasher.digest())
}

fn steps<R: Relation>(all: &[Step<R>], known: &[Option<Digest>], to: &mut Hash128) -> Option<()> {
    all.len().hash(to);
    all.iter().try_for_each(|one| step(one, known, to))
}

fn step<R: Relation>(step: &Step<R>, known: &[Option<Digest>], to: &mut Hash128) -> Option<()> {
    std::mem::discriminant(step).hash(to);
    match step {
        Step::Fail => {}
        Step::Test(test) if test.relation.is_last() || !test.relation.is_shared() => return None,
        Step::Test(test) => (&test.relation, &test.args).hash(to),
        Step::Same(a, b, _) | Step::Differ(a, b, _) | Step::Copy(a, b) => (a, b).hash(to),
        Step::IsUnused(a, _) | Step::SetUnused(a) => a.hash(to),
        Step::SameSet(a, b, _) => (a, b).hash(to),
        Step::Generate(_, sources, predicates)
            if sources.iter().any(|source| !source.test.relation.is_shared())
                || predicates.iter().any(|predicate| !predicate.relation.is_shared()) =>
        {
            return None;
        }
        Step::Generate(slot, sources, predicates) => {
            (slot, sources.len(), predicates.len()).hash(to);
            for source in sources {
                (&source.test.relation, &source.test.args, source.target, &source.bound).hash(to);
            }
            predicates.iter().for_each(|predicate| (&predicate.relation, &predicate.args).hash(to));
        }
        Step::Call(CallStep { plan: PlanId(plan), inputs, outputs, site, .. }) => {
            let callee = (*known.get(*plan as usize)?)?;
            (callee, inputs, outputs, site).hash(to);
        }
        Step::ExistsBranch(branches) | Step::TailUnion(branches) => step_lists(branches, known, to)?,
        Step::UnionDistinct(branches, slots) => {
            slots.hash(to);
            step_lists(branches, known, to)?;
        }
        Step::Quantified(witness) => {
            (witness.wanted, &witness.looked_at, &witness.locals).hash(to);
            steps(&witness.steps, known, to)?;
        }
        Step::Collect(_) => return None,
    }
    Some(())
}

fn step_lists<R: Relation>(
    branches: &[Vec<Step<R>>],
    known: &[Option<Digest>],
    to: &mut Hash128,
) -> Option<()> {
    branches.len().hash(to);
    branches.iter().try_for_each(|branch| steps(branch, known, to))
}

/// Two 64-bit hashers with different initial states.
struct Hash128(DefaultHasher, DefaultHasher);

impl Default for Hash128 {
    fn default() -> Self {
        let (first, mut second) = (DefaultHasher::new(), DefaultHasher::new());
        second.write_u8(1);
        Self(first, second)
    }
}

impl Hash128 {
    fn digest(&self) -> Digest {
        u128::from(self.0.finish()) << 64 | u128::from(self.1.finish())
    }
}

impl Hasher for Hash128 {
    fn write(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
        self.1.write(bytes);
    }

    fn finish(&self) -> u64 {
        self.0.finish()
    }
}
