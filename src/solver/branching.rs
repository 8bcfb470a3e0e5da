//! Evaluation of disjunctions, whose branches are blocks of operations behind those of a program's steps.
//!
//! If all variables are bound, one branch that holds is enough. If branches bind variables, each distinct
//! tuple that some branch admits is an alternative. A tail union continues with each branch in turn and ends
//! its block.

use super::alternatives::Choices;
use super::budget::Exhausted;
use super::code::{Block, List, Op, Program};
use super::database::Database;
use super::problem::Relation;
use super::search::{FrameBase, OnSolution, Search};

impl<'a, R: Relation, W: Database<R>, const EXPLAIN: bool> Search<'a, R, W, EXPLAIN> {
    /// Evaluates the unary and binary tests at the start of a block. Returns the rest of the block if all
    /// hold.
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

    /// Backtracks over the rest of a branch. Its steps are not traced, only the plans that they call.
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

    /// Continues with each branch in turn; the result is that of [`Self::run_block`]. The planner limits the
    /// nesting of tail unions.
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

    /// The distinct tuples that some branch admits, in ascending order.
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
