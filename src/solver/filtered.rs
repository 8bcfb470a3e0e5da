//! Searches for some of the solutions: of each candidate the caller is asked whether it is wanted still.
//!
//! One solution can make others superfluous: of loops in each other that all fit, the outermost may be
//! enough. Where values of some variables tell, the steps that bind those are taken first, what they admit is
//! put in the caller's order, and the steps that are left are taken for what is wanted when its turn comes.
//!
//! ```text
//! steps  Call For | Collect …, Collect …      candidates  outer, inner, next      wanted  outer, next: it has a solution, `inner` lies in it
//! ```

use super::budget::{Budget, Charge, Exhausted};
use super::code::{Block, Op, Program};
use super::compiled::{Compiled, Solutions};
use super::database::Database;
use super::plan::Slot;
use super::problem::{Relation, Value, VarId};
use super::rows::{RowRef, Rows, flatten};
use super::search::{FrameBase, OnSolution, Search, bytes};

/// Says which solutions are wanted, by the values of some variables.
pub trait SearchFilter {
    /// Candidates are tried in ascending order of this; those for which it is the same, as they are found.
    fn place(&self, values: &[Value]) -> u32;

    /// Whether a candidate is wanted, when its turn comes.
    fn wants(&mut self, values: &[Value]) -> bool;

    /// A solution was found; the next candidate is one with other values, or another candidate with these.
    fn found(&mut self, values: &[Value]);
}

/// The values of a run after its first steps, one record for each candidate.
struct Candidates {
    /// The place of each candidate in the order of the [`SearchFilter`].
    places: Vec<u32>,
    values: Vec<Value>,
    calls: Vec<Option<RowRef>>,
    collects: Vec<Option<Rows>>,
    charge: Charge,
}

impl Candidates {
    fn new(charge: Charge) -> Self {
        Self { places: Vec::new(), values: Vec::new(), calls: Vec::new(), collects: Vec::new(), charge }
    }

    fn charge(&mut self) {
        let lists = bytes(&self.places) + bytes(&self.values) + bytes(&self.calls) + bytes(&self.collects);
        self.charge.set(lists);
    }
}

impl<R: Relation> Compiled<R> {
    /// The variable of the root that stands at that place of an assignment, as [`Solutions`] has it; none
    /// where it is one of a definition that is called.
    pub fn variable_at(&self, place: usize) -> Option<VarId> {
        let (id, _) = *flatten(&self.layouts, self.root, None).get(place)?;
        (id < self.layouts[self.root.index()].get().variables).then_some(VarId(id as u32))
    }

    /// The solutions in a database that are wanted, by the values of `variables`, or those found within the
    /// budget. Those of one candidate are all wanted or none.
    pub fn solve_filtered(
        &self,
        database: &impl Database<R>,
        budget: Budget,
        variables: &[VarId],
        filter: &mut dyn SearchFilter,
    ) -> Solutions {
        let run = |search: &mut Search<'_, R, _, false>| search.selected(variables, filter);
        self.search(database, budget, run).0
    }
}

impl<R: Relation, W: Database<R>, const EXPLAIN: bool> Search<'_, R, W, EXPLAIN> {
    /// Finds the wanted solutions of the root.
    fn selected(&mut self, variables: &[VarId], filter: &mut dyn SearchFilter) -> Result<(), Exhausted> {
        let program = self.program(self.code.root);
        let slots: Vec<Slot> = program.slots(program.slots).collect();
        let slots: Vec<Slot> = variables.iter().map(|variable| slots[variable.index()]).collect();
        let (first, rest) = parted(program, &slots);
        let base = self.enter(program);
        let mut candidates = Candidates::new(Charge::new(self.counter.ledger()));
        let seen: OnSolution<'_, Self> = &mut |search, base| {
            candidates.places.push(filter.place(&search.values_of(&slots, base)));
            search.put_aside(&mut candidates, base);
            true
        };
        self.run_block(program, first, base, seen)?;
        let mut order: Vec<usize> = (0..candidates.places.len()).collect();
        order.sort_by_key(|number| candidates.places[*number]);
        for number in order {
            self.take_back(&candidates, number, base);
            let values = self.values_of(&slots, base);
            if !filter.wants(&values) {
                continue;
            }
            let before = self.found.len();
            let found: OnSolution<'_, Self> = &mut |search, base| {
                search.keep_solution(base);
                true
            };
            self.run_block(program, rest, base, found)?;
            if self.found.len() > before {
                filter.found(&values);
            }
        }
        self.leave(base);
        Ok(())
    }

    fn values_of(&self, slots: &[Slot], base: FrameBase) -> Vec<Value> {
        slots.iter().map(|slot| self.value(*slot, base)).collect()
    }

    fn put_aside(&self, candidates: &mut Candidates, base: FrameBase) {
        let row_base = self.row_bases.last().copied().unwrap_or_default();
        candidates.values.extend_from_slice(self.frame(base));
        candidates.calls.extend_from_slice(&self.calls[row_base.calls..]);
        candidates.collects.extend_from_slice(&self.collects[row_base.collects..]);
        candidates.charge();
    }

    fn take_back(&mut self, candidates: &Candidates, number: usize, base: FrameBase) {
        let row_base = self.row_bases.last().copied().unwrap_or_default();
        clone_nth(&candidates.values, number, self.frame_mut(base));
        clone_nth(&candidates.calls, number, &mut self.calls[row_base.calls..]);
        clone_nth(&candidates.collects, number, &mut self.collects[row_base.collects..]);
    }
}

/// Clones the piece of that number, each as long as `to`.
fn clone_nth<T: Clone>(pieces: &[T], number: usize, to: &mut [T]) {
    let from = number * to.len();
    to.clone_from_slice(&pieces[from..from + to.len()]);
}

/// The steps up to the one that binds the last of the slots, and those behind it; all of them and none where
/// a fork, which ends the steps, comes first.
fn parted(program: &Program, slots: &[Slot]) -> (Block, Block) {
    let main = program.main();
    let binds = |op: &Op, slot: Slot| match op {
        Op::Copy(_, to) | Op::SetUnused(to) | Op::Generate(to, ..) | Op::Only(to, _) => *to == slot,
        Op::Call(call) => program.outputs(call).any(|output| output.slot == slot),
        Op::Collect(collect) => program.copies(collect).any(|copy| copy.slot == slot),
        Op::UnionDistinct(_, each) => program.slots(*each).any(|each| each == slot),
        _ => false,
    };
    let binding = |slot: &Slot| {
        let mut steps = program.ops[..main.to as usize].iter();
        steps.position(|op| binds(op, *slot)).map_or(main.to, |at| at as u32 + 1)
    };
    let at = slots.iter().map(binding).max().unwrap_or(main.from);
    (Block { to: at, ..main }, Block { from: at, ..main })
}
