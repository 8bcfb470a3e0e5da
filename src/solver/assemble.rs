//! Translation of plans to [programs](super::code): steps become operations, lists become operand lists.
//!
//! ```text
//! ExistsBranch([[Test a], [Test b, Test c]])  ─▶  0: ExistsBranch 0
//!   1: Test a   2: Test b   3: Test c      operands: 2 | 1 2 | 2 4
//! ```

use super::code::{
    Block, CallOp, Code, CollectCode, CollectOp, List, Op, Program, RelationId, WitnessOp, number_of,
};
use super::digest::Digest;
use super::lazy::Lazy;
use super::plan::{
    CallStep, CollectPlan, CollectStep, Lookup, Output, Plan, PlannedPredicate, Slot, Source, Step, Test,
};
use super::planner::Plans;
use super::problem::{Origin, Relation};
use super::row_layout::RowLayout;
use rustc_hash::FxHashMap;

/// Assembles all plans. `sites` holds the numbers of call sites and of collect sites of each definition.
pub(super) fn assemble<R: Relation>(
    plans: &Plans<R>,
    lookups: &[Option<Lookup>],
    digests: &[Option<Digest>],
    (layouts, sites): (&[Lazy<RowLayout>], &[[u32; 2]]),
) -> Code<R> {
    let mut last = 0;
    let numbers = lookups.iter().map(|lookup| {
        last += u32::from(lookup.is_some());
        if lookup.is_some() { last } else { 0 }
    });
    let numbers: Vec<u32> = numbers.collect();
    let mut relations = Relations { all: Vec::new(), known: FxHashMap::default() };
    let mut origins = vec![Origin(0); plans.collect_plans.len()];
    let mut programs = Vec::new();
    for (plan, digest) in plans.iter().zip(digests) {
        let layout = layouts[plan.def.index()].get();
        let assembler = Assembler {
            relations: &mut relations,
            lookups: &numbers,
            origins: &mut origins,
            ops: Vec::new(),
            operands: Vec::new(),
        };
        let mut program = assembler.program(plan, layout, sites[plan.def.index()]);
        program.digest = digest.filter(|_| !layout.is_projected);
        programs.push(Lazy::Value(program));
    }
    let collect_plans = plans.collect_plans.iter().zip(origins).map(|(collect_plan, origin)| {
        let CollectPlan { plan, limit, outer, ref shared } = *collect_plan;
        let (limit, outer) = (limit as u32, outer as u32);
        Lazy::Value(CollectCode { plan, limit, outer, shared: shared.to_vec(), origin })
    });
    let collect_plans = collect_plans.collect();
    let lookups = lookups.iter().flatten().cloned().map(Lazy::Value).collect();
    Code { root: plans.root, collect_plans, relations: relations.all, programs, lookups }
}

/// The relations used so far, each once, in order of first use.
struct Relations<R> {
    all: Vec<R>,
    known: FxHashMap<R, RelationId>,
}

impl<R: Relation> Relations<R> {
    fn id(&mut self, relation: &R) -> RelationId {
        if let Some(id) = self.known.get(relation) {
            return *id;
        }
        let id = RelationId(self.all.len() as u32);
        self.all.push(relation.clone());
        self.known.insert(relation.clone(), id);
        id
    }
}

/// A program under construction.
struct Assembler<'a, R> {
    relations: &'a mut Relations<R>,
    /// One plus the number of each plan's look-up, or 0 without one.
    lookups: &'a [u32],
    origins: &'a mut Vec<Origin>,
    ops: Vec<Op>,
    operands: Vec<u32>,
}

impl<R: Relation> Assembler<'_, R> {
    fn program(mut self, plan: &Plan<R>, layout: &RowLayout, sites: [u32; 2]) -> Program {
        let slots = self.slots(&plan.slots);
        let outputs = plan.partial.as_deref().unwrap_or(&layout.interface);
        let outputs: Vec<Slot> = outputs.iter().map(|variable| plan.slots[variable.index()]).collect();
        let output_slots = self.slots(&outputs);
        let entry = plan.entry.iter().map(|&(slot, compare)| [slot.0 * 2 + u32::from(compare)]);
        let entry = self.list(entry);
        let steps = self.block(&plan.steps).to;
        Program {
            digest: None,
            def: plan.def,
            variables: plan.width,
            sites,
            is_partial: plan.partial.is_some(),
            is_projected: layout.is_projected,
            all_interface_bound: plan.entry.len() == layout.interface.len(),
            steps,
            slots,
            output_slots,
            entry,
            ops: self.ops,
            operands: self.operands,
        }
    }

    /// Appends a list whose elements are `N` numbers each.
    fn list<const N: usize>(&mut self, elements: impl ExactSizeIterator<Item = [u32; N]>) -> List {
        let at = self.operands.len() as u32;
        self.operands.push(elements.len() as u32);
        self.operands.extend(elements.flatten());
        List(at)
    }

    fn slots(&mut self, slots: &[Slot]) -> List {
        self.list(slots.iter().map(|slot| [slot.0]))
    }

    fn block(&mut self, steps: &[Step<R>]) -> Block {
        let from = self.ops.len();
        self.ops.resize(from + steps.len(), Op::Fail);
        for (k, step) in steps.iter().enumerate() {
            self.ops[from + k] = self.op(step);
        }
        Block { from: from as u32, to: (from + steps.len()) as u32 }
    }

    fn op(&mut self, step: &Step<R>) -> Op {
        match step {
            Step::Fail => Op::Fail,
            Step::Test(test) => self.test(test),
            Step::Same(a, b, _) => Op::Same(*a, *b),
            Step::Differ(a, b, _) => Op::Differ(*a, *b),
            Step::IsUnused(a, _) => Op::IsUnused(*a),
            Step::SameSet(a, b, _) => Op::SameSet(self.slots(a), self.slots(b)),
            Step::Copy(from, to) => Op::Copy(*from, *to),
            Step::SetUnused(slot) => Op::SetUnused(*slot),
            Step::Generate(slot, sources, predicates)
                if predicates.is_empty() && matches!(sources.as_slice(), [only] if only.is_one()) =>
            {
                Op::Only(*slot, self.sources(sources))
            }
            Step::Generate(slot, sources, predicates) => {
                Op::Generate(*slot, self.sources(sources), self.predicates(predicates))
            }
            Step::Call(call) => self.call(call),
            Step::ExistsBranch(branches) => Op::ExistsBranch(self.branches(branches)),
            Step::UnionDistinct(branches, slots) => {
                Op::UnionDistinct(self.branches(branches), self.slots(slots))
            }
            Step::TailUnion(branches) => Op::TailUnion(self.branches(branches)),
            Step::Collect(collect) => self.collect(collect),
            Step::Quantified(witness) => {
                let body = self.block(&witness.steps);
                let looked_at = self.slots(&witness.looked_at);
                self.slots(&witness.locals);
                Op::Quantified(WitnessOp { body, looked_at, wanted: witness.wanted })
            }
        }
    }

    fn test(&mut self, test: &Test<R>) -> Op {
        let relation = self.relations.id(&test.relation);
        match *test.args {
            [a] => Op::Test1(relation, a),
            [a, b] => Op::Test2(relation, a, b),
            ref args => Op::Test(relation, self.slots(args)),
        }
    }

    fn sources(&mut self, sources: &[Source<R>]) -> List {
        let at = List(self.operands.len() as u32);
        self.operands.push(sources.len() as u32);
        for Source { test, target, bound } in sources {
            let relation = self.relations.id(&test.relation);
            self.operands.extend([relation.0, *target as u32, bound.len() as u32]);
            let args = test.args.iter().zip(bound).map(|(slot, bound)| slot.0 * 2 + u32::from(*bound));
            self.operands.extend(args);
        }
        at
    }

    fn predicates(&mut self, predicates: &[PlannedPredicate<R>]) -> List {
        let at = List(self.operands.len() as u32);
        self.operands.push(predicates.len() as u32);
        for PlannedPredicate { relation, args } in predicates {
            let relation = self.relations.id(relation);
            self.operands.extend([relation.0, args.len() as u32]);
            self.operands.extend(args.iter().map(|known| number_of(*known)));
        }
        at
    }

    fn branches(&mut self, branches: &[Vec<Step<R>>]) -> List {
        let blocks: Vec<Block> = branches.iter().map(|branch| self.block(branch)).collect();
        self.list(blocks.iter().map(|block| [block.from, block.to]))
    }

    fn call(&mut self, call: &CallStep) -> Op {
        let output = |output: &Output| [output.variable.0, output.position as u32, output.slot.0];
        let outputs = self.list(call.outputs.iter().map(output));
        self.operands.push(if call.tabled { self.lookups[call.plan.0 as usize] } else { 0 });
        Op::Call(CallOp {
            plan: call.plan,
            inputs: self.slots(&call.inputs),
            outputs,
            site: call.site.map(|site| site as u32),
            tabled: call.tabled,
        })
    }

    fn collect(&mut self, collect: &CollectStep) -> Op {
        self.origins[collect.id.0 as usize] = collect.origin;
        let copies = collect
            .copies
            .iter()
            .map(|copy| [copy.row as u32, copy.variable.0, copy.slot.0 * 2 + u32::from(copy.compare)]);
        Op::Collect(CollectOp {
            id: collect.id,
            inputs: self.slots(&collect.inputs),
            copies: self.list(copies),
            site: collect.site.map(|site| site as u32),
        })
    }
}
