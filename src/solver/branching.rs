//! Branches of disjunctions: blocks of operations beside those of a program's steps.
//!
//! Where all is bound one that holds is enough. Where a branch binds, each tuple that some branch admits is
//! an alternative, once. A fork goes on with each branch in turn; it ends the steps that it is in.

use super::alternatives::Choices;
use super::budget::Exhausted;
use super::code::{Block, List, Op, Program};
use super::problem::Relation;
use super::search::{Env, Reached, Search};
use super::world::World;

impl<'a, R: Relation, W: World<R>, const EXPLAIN: bool> Search<'a, R, W, EXPLAIN> {
    /// The operations after the tests that a branch begins with, if those hold: most branches end there.
    pub(super) fn tested(&self, program: &Program, Block { mut from, to }: Block, env: Env) -> Option<Block> {
        while from < to {
            let holds = match program.ops[from as usize] {
                Op::Test1(relation, a) => self.holds_of(relation, &[self.value(a, env)]),
                Op::Test2(relation, a, b) => {
                    self.holds_of(relation, &[self.value(a, env), self.value(b, env)])
                }
                _ => break,
            };
            if !holds {
                return None;
            }
            from += 1;
        }
        Some(Block { from, to })
    }

    /// Backtracks over what is left of a branch. Nothing is noted of it, only of the plans that it runs.
    pub(super) fn branch(
        &mut self,
        program: &'a Program,
        rest: Block,
        env: Env,
        reached: Reached<'_, Self>,
    ) -> Result<bool, Exhausted> {
        if EXPLAIN {
            self.notes.enter_branch();
        }
        let goes_on = self.steps(program, rest, env, reached)?;
        if EXPLAIN {
            self.notes.leave_branch();
        }
        Ok(goes_on)
    }

    /// Goes on with each branch; answers as [`Self::steps`] does. Forks are no deeper in each other than the
    /// planner lets them be.
    pub(super) fn fork(
        &mut self,
        program: &'a Program,
        branches: List,
        env: Env,
        reached: Reached<'_, Self>,
    ) -> Result<bool, Exhausted> {
        for branch in program.branches(branches) {
            let Some(rest) = self.tested(program, branch, env) else { continue };
            if !self.steps(program, rest, env, reached)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether some branch holds.
    pub(super) fn either(
        &mut self,
        program: &'a Program,
        branches: List,
        env: Env,
    ) -> Result<bool, Exhausted> {
        for branch in program.branches(branches) {
            let rest = self.tested(program, branch, env);
            if let Some(rest) = rest
                && (rest.from == rest.to || !self.branch(program, rest, env, &mut |_, _| false)?)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The tuples that some branch admits, ascending, each once.
    pub(super) fn each(
        &mut self,
        program: &'a Program,
        (branches, slots): (List, List),
        env: Env,
    ) -> Result<Choices, Exhausted> {
        let (mut tuples, mut holds) = (self.tuples(program.slots(slots).len()), false);
        for branch in program.branches(branches) {
            let Some(rest) = self.tested(program, branch, env) else { continue };
            self.branch(program, rest, env, &mut |search, env| {
                holds = true;
                search.tell(&mut tuples, program.slots(slots), env)
            })?;
        }
        if tuples.width == 0 || !holds {
            return Ok(Choices::holds(holds));
        }
        let from = self.sorted(&tuples)?;
        let floor = self.alternatives.len();
        self.alternatives.extend_from_slice(&self.told[from..]);
        self.told.truncate(from);
        Ok(Choices::stacked(&self.alternatives, floor, tuples.width))
    }
}
