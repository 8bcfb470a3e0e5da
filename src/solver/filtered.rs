//! Searches for selected solutions, with a filter that the caller supplies.
//!
//! One solution can make others superfluous: of nested loops that all match, the outermost may be enough. If
//! the values of some variables decide this, the steps that bind those variables run first. Their results are
//! the candidates, which are sorted by the filter's order; the remaining steps run only for candidates that
//! the filter still wants at that point.
//!
//! ```text
//! steps  Call For | Collect …, Collect …      candidates  outer, inner, next
//! wanted  outer, next: outer has a solution, and `inner` lies in it
//! ```

use super::budget::{Budget, Charge, Exhausted};
use super::code::{Block, Op, Program};
use super::compiled::{Compiled, Solutions};
use super::database::Database;
use super::plan::Slot;
use super::problem::{Relation, Value, VarId};
use super::rows::{RowRef, Rows, flatten};
use super::search::{FrameBase, OnSolution, Search, bytes};

/// Decides which solutions are searched for, by the values of some variables.
pub trait SearchFilter {
    /// The sort key of a candidate. Candidates with equal keys stay in the order in which they were found.
    fn place(&self, values: &[Value]) -> u32;

    /// Whether to search for solutions of a candidate. Called in the order of the keys.
    fn wants(&mut self, values: &[Value]) -> bool;

    /// Reports that a candidate has a solution. Several candidates may have the same values.
    fn found(&mut self, values: &[Value]);
}

/// The candidates: values and rows of the root after its first steps, one record each.
struct Candidates {
    /// The sort key of each candidate ([`SearchFilter::place`]).
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
    /// The variable of the root at position `place` of the assignments in [`Solutions`]. `None` if that
    /// position belongs to a variable of a callee.
    pub fn variable_at(&self, place: usize) -> Option<VarId> {
        let (id, _) = *flatten(&self.layouts, self.root, None).get(place)?;
        (id < self.layouts[self.root.index()].get().variables).then_some(VarId(id as u32))
    }

    /// The solutions that the filter wants, by the values of `variables`, or those found within the budget.
    /// The filter decides about all solutions of a candidate at once.
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
    /// Finds the solutions of the root that the filter wants.
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

/// Clones the `number`-th chunk of `pieces`; chunks have the length of `to`.
fn clone_nth<T: Clone>(pieces: &[T], number: usize, to: &mut [T]) {
    let from = number * to.len();
    to.clone_from_slice(&pieces[from..from + to.len()]);
}

/// Splits the steps after the one that binds the last of `slots`. The second part is empty if a tail union,
/// which ends the steps, comes first.
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
