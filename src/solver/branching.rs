//! Branches of disjunctions: blocks of operations beside those of a program's steps.
//!
//! Where all is bound one that holds is enough. Where a branch binds, each tuple that some branch admits is
//! an alternative, once. A fork goes on with each branch in turn; it ends the steps that it is in.

use super::alternatives::Choices;
use super::budget::Exhausted;
use super::code::{Block, List, Op, Program};
use super::database::Database;
use super::problem::Relation;
use super::search::{FrameBase, OnSolution, Search};

impl<'a, R: Relation, W: Database<R>, const EXPLAIN: bool> Search<'a, R, W, EXPLAIN> {
    /// The operations after the tests that a branch begins with, if those hold: most branches end there.
    pub(super) fn check_guards(
        &self,
        program: &Program,
        Block { mut from, to }: Block,
        base: FrameBase,
    ) -> Option<Block> {
        while from < to {
            let holds = match program.ops[from as usize] {
                Op::Test1(relation, a) => self.holds_of(relation, &[self.value(a, base)]),
                Op::Test2(relation, a, b) => {
                    self.holds_of(relation, &[self.value(a, base), self.value(b, base)])
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
        base: FrameBase,
        on_solution: OnSolution<'_, Self>,
    ) -> Result<bool, Exhausted> {
        if EXPLAIN {
            self.trace.enter_branch();
        }
        let goes_on = self.run_block(program, rest, base, on_solution)?;
        if EXPLAIN {
            self.trace.leave_branch();
        }
        Ok(goes_on)
    }

    /// Goes on with each branch; answers as [`Self::run_block`] does. Forks are no deeper in each other than the
    /// planner lets them be.
    pub(super) fn tail_union(
        &mut self,
        program: &'a Program,
        branches: List,
        base: FrameBase,
        on_solution: OnSolution<'_, Self>,
    ) -> Result<bool, Exhausted> {
        for branch in program.branches(branches) {
            let Some(rest) = self.check_guards(program, branch, base) else { continue };
            if !self.run_block(program, rest, base, on_solution)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether some branch holds.
    pub(super) fn exists_branch(
        &mut self,
        program: &'a Program,
        branches: List,
        base: FrameBase,
    ) -> Result<bool, Exhausted> {
        for branch in program.branches(branches) {
            let rest = self.check_guards(program, branch, base);
            if let Some(rest) = rest
                && (rest.from == rest.to || !self.branch(program, rest, base, &mut |_, _| false)?)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The tuples that some branch admits, ascending, each once.
    pub(super) fn union_distinct(
        &mut self,
        program: &'a Program,
        (branches, slots): (List, List),
        base: FrameBase,
    ) -> Result<Choices, Exhausted> {
        let (mut tuples, mut holds) = (self.begin_tuples(program.slots(slots).len()), false);
        for branch in program.branches(branches) {
            let Some(rest) = self.check_guards(program, branch, base) else { continue };
            self.branch(program, rest, base, &mut |search, base| {
                holds = true;
                search.push_tuple(&mut tuples, program.slots(slots), base)
            })?;
        }
        if tuples.width == 0 || !holds {
            return Ok(Choices::holds(holds));
        }
        let from = self.end_tuples(&tuples)?;
        let floor = self.alternatives.len();
        self.alternatives.extend_from_slice(&self.tuples[from..]);
        self.tuples.truncate(from);
        Ok(Choices::stacked(&self.alternatives, floor, tuples.width))
    }
}
