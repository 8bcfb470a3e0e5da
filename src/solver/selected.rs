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
use super::plan::Slot;
use super::problem::{Relation, Value, VarId};
use super::rows::{RowRef, Rows, flatten};
use super::search::{Env, Reached, Search, bytes};
use super::world::World;

/// Says which solutions are wanted, by the values of some variables.
pub trait Selection {
    /// Candidates are tried in ascending order of this; those for which it is the same, as they are found.
    fn place(&self, values: &[Value]) -> u32;

    /// Whether a candidate is wanted, when its turn comes.
    fn wants(&mut self, values: &[Value]) -> bool;

    /// A solution was found; the next candidate is one with other values, or another candidate with these.
    fn found(&mut self, values: &[Value]);
}

/// The values of a run after its first steps, one record for each candidate.
struct Candidates {
    /// The place of each candidate in the order of the [`Selection`].
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
        let (id, _) = *flatten(&self.frames, self.root, None).get(place)?;
        (id < self.frames[self.root.index()].get().variables).then_some(VarId(id as u32))
    }

    /// The solutions in a world that are wanted, by the values of `variables`, or those found within the
    /// budget. Those of one candidate are all wanted or none.
    pub fn solve_selected(
        &self,
        world: &impl World<R>,
        budget: Budget,
        variables: &[VarId],
        selection: &mut dyn Selection,
    ) -> Solutions {
        let run = |search: &mut Search<'_, R, _, false>| search.selected(variables, selection);
        self.search(world, budget, run).0
    }
}

impl<R: Relation, W: World<R>, const EXPLAIN: bool> Search<'_, R, W, EXPLAIN> {
    /// Finds the wanted solutions of the root.
    fn selected(&mut self, variables: &[VarId], selection: &mut dyn Selection) -> Result<(), Exhausted> {
        let program = self.program(self.code.root);
        let slots: Vec<Slot> = program.slots(program.slots).collect();
        let slots: Vec<Slot> = variables.iter().map(|variable| slots[variable.index()]).collect();
        let (first, rest) = parted(program, &slots);
        let env = self.enter(program);
        let mut candidates = Candidates::new(Charge::new(self.meter.ledger()));
        let seen: Reached<'_, Self> = &mut |search, env| {
            candidates.places.push(selection.place(&search.values_of(&slots, env)));
            search.put_aside(&mut candidates, env);
            true
        };
        self.steps(program, first, env, seen)?;
        let mut order: Vec<usize> = (0..candidates.places.len()).collect();
        order.sort_by_key(|number| candidates.places[*number]);
        for number in order {
            self.take_back(&candidates, number, env);
            let values = self.values_of(&slots, env);
            if !selection.wants(&values) {
                continue;
            }
            let before = self.found.len();
            let found: Reached<'_, Self> = &mut |search, env| {
                search.keep_solution(env);
                true
            };
            self.steps(program, rest, env, found)?;
            if self.found.len() > before {
                selection.found(&values);
            }
        }
        self.leave(env);
        Ok(())
    }

    fn values_of(&self, slots: &[Slot], env: Env) -> Vec<Value> {
        slots.iter().map(|slot| self.value(*slot, env)).collect()
    }

    fn put_aside(&self, candidates: &mut Candidates, env: Env) {
        let kept = self.kept.last().copied().unwrap_or_default();
        candidates.values.extend_from_slice(self.frame(env));
        candidates.calls.extend_from_slice(&self.calls[kept.calls..]);
        candidates.collects.extend_from_slice(&self.collects[kept.collects..]);
        candidates.charge();
    }

    fn take_back(&mut self, candidates: &Candidates, number: usize, env: Env) {
        let kept = self.kept.last().copied().unwrap_or_default();
        clone_nth(&candidates.values, number, self.frame_mut(env));
        clone_nth(&candidates.calls, number, &mut self.calls[kept.calls..]);
        clone_nth(&candidates.collects, number, &mut self.collects[kept.collects..]);
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
        Op::Each(_, each) => program.slots(*each).any(|each| each == slot),
        _ => false,
    };
    let binding = |slot: &Slot| {
        let mut steps = program.ops[..main.to as usize].iter();
        steps.position(|op| binds(op, *slot)).map_or(main.to, |at| at as u32 + 1)
    };
    let at = slots.iter().map(binding).max().unwrap_or(main.from);
    (Block { to: at, ..main }, Block { from: at, ..main })
}
