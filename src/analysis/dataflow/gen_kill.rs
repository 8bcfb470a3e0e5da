//! Analyses given as data: for each fact, the instructions at which it begins and ceases to hold, and whether
//! it holds at the boundary.
//!
//! ```text
//! forward:  after(i)  = i begins it ∨ (before(i) ∧ i does not end it)     boundary: before the entry
//! backward: before(i) = i begins it ∨ (after(i)  ∧ i does not end it)     boundary: after the exits
//! ```
//!
//! The framework knows no fact that holds at the boundary. Such a fact is solved by its negation: it holds on
//! all paths unless its negation holds on some path. Points that no path from the boundary reaches have the
//! greatest solution for all paths, the least one for some path.

use super::answers::Dataflow;
use super::flow_graph::Direction;
use super::framework::{Analysis, Change, FACTS, Solution};
use super::sparse::Meet;
use ir::{BlockId, Model, ValueId};
use std::collections::VecDeque;
use std::rc::Rc;

/// One fact: where it changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GenKill {
    /// The instructions at which it begins to hold, whether or not they also end it.
    pub begins: Vec<ValueId>,
    /// The instructions at which it ceases to hold.
    pub ends: Vec<ValueId>,
    /// Whether it holds at the boundary: before the entry, or backward after each exit.
    pub at_boundary: bool,
}

/// The place that decides whether a fact holds at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decider {
    /// The boundary.
    Boundary,
    /// An instruction that begins or ends the fact.
    Change(ValueId),
}

/// The solution for up to [`GenKillSolution::FACTS`] facts.
#[derive(Debug)]
pub struct GenKillSolution {
    direction: Direction,
    facts: Vec<GenKill>,
    /// Per fact, the solution that it is part of and its number there.
    of: Vec<(bool, u32)>,
    /// The solution of the facts themselves, and that of the negations of the others.
    solutions: [Option<Rc<Solution>>; 2],
}

/// The analysis of listed changes.
struct Listed<const BACKWARD: bool, const ALL: bool>(Vec<Vec<Change>>);

impl<const BACKWARD: bool, const ALL: bool> Analysis for Listed<BACKWARD, ALL> {
    const DIRECTION: Direction = if BACKWARD { Direction::Backward } else { Direction::Forward };
    const MEET: Meet = if ALL { Meet::Intersection } else { Meet::Union };

    fn changes(&self, _model: &Model, fact: u32) -> Vec<Change> {
        self.0[fact as usize].clone()
    }
}

impl Dataflow<'_> {
    /// Solves an analysis for these facts, of which there are at most [`GenKillSolution::FACTS`].
    pub fn gen_kill(&self, direction: Direction, meet: Meet, mut facts: Vec<GenKill>) -> GenKillSolution {
        for fact in &mut facts {
            fact.begins.sort_unstable();
            fact.ends.sort_unstable();
        }
        let mut changes: [Vec<Vec<Change>>; 2] = Default::default();
        let mut of = Vec::with_capacity(facts.len());
        for fact in &facts {
            let side = &mut changes[usize::from(fact.at_boundary)];
            of.push((fact.at_boundary, side.len() as u32));
            side.push(fact.changes());
        }
        let [plain, negated] = changes;
        let solutions =
            [self.listed(direction, meet, plain), self.listed(direction, meet.opposite(), negated)];
        GenKillSolution { direction, facts, of, solutions }
    }

    fn listed(&self, direction: Direction, meet: Meet, facts: Vec<Vec<Change>>) -> Option<Rc<Solution>> {
        let all = 0..facts.len() as u32;
        if all.is_empty() {
            return None;
        }
        Some(match (direction, meet) {
            (Direction::Forward, Meet::Union) => self.solve(&Listed::<false, false>(facts), all),
            (Direction::Forward, Meet::Intersection) => self.solve(&Listed::<false, true>(facts), all),
            (Direction::Backward, Meet::Union) => self.solve(&Listed::<true, false>(facts), all),
            (Direction::Backward, Meet::Intersection) => self.solve(&Listed::<true, true>(facts), all),
        })
    }
}

impl GenKill {
    /// Adds an instruction that begins it.
    pub fn begin(&mut self, at: ValueId) {
        self.begins.push(at);
    }

    /// Adds an instruction that ends it.
    pub fn end(&mut self, at: ValueId) {
        self.ends.push(at);
    }

    /// The changes of the fact, or of its negation if it holds at the boundary.
    fn changes(&self) -> Vec<Change> {
        let begins = self.begins.iter().map(|at| Change { at: *at, holds: !self.at_boundary });
        let ends = self.ends.iter().filter(|at| self.begins.binary_search(at).is_err());
        begins.chain(ends.map(|at| Change { at: *at, holds: self.at_boundary })).collect()
    }

    /// Whether an instruction begins the fact; `None` if it does not change it.
    fn change_at(&self, at: ValueId) -> Option<bool> {
        match (self.begins.binary_search(&at).is_ok(), self.ends.binary_search(&at).is_ok()) {
            (true, _) => Some(true),
            (false, ends) => ends.then_some(false),
        }
    }

    /// The nearest place, against the direction of the analysis, from which the fact has the value `wanted`
    /// before an instruction, or with `is_after` behind it.
    pub fn decider(
        &self,
        model: &Model,
        direction: Direction,
        (at, is_after): (ValueId, bool),
        wanted: bool,
    ) -> Option<Decider> {
        let start = model.block_of(at)?;
        let is_forward = direction == Direction::Forward;
        // The instructions of a block, the last one in the direction of the analysis first.
        let instructions_of = |block: BlockId| -> Vec<ValueId> {
            let all = model.block_instructions(block);
            if is_forward { all.rev().collect() } else { all.collect() }
        };
        let is_passed = |value: &ValueId| match is_forward {
            true => *value < at || is_after && *value == at,
            false => *value > at || !is_after && *value == at,
        };
        let own: Vec<ValueId> = instructions_of(start).into_iter().filter(is_passed).collect();
        let mut seen = vec![false; model.block_count()];
        let mut open = VecDeque::from([(start, own)]);
        while let Some((block, instructions)) = open.pop_front() {
            let change = instructions.iter().find_map(|at| Some((*at, self.change_at(*at)?)));
            match change {
                Some((at, holds)) if holds == wanted => return Some(Decider::Change(at)),
                Some(_) => continue,
                None => {}
            }
            let (is_boundary, before): (bool, Vec<BlockId>) = match is_forward {
                true => {
                    let before = model.block_predecessors(block).iter().map(|(_, from)| *from).collect();
                    (block.index() == 0, before)
                }
                false => {
                    let next = model.block_successors(block);
                    (next.is_empty(), next.to_vec())
                }
            };
            if is_boundary && self.at_boundary == wanted {
                return Some(Decider::Boundary);
            }
            for next in before {
                if !std::mem::replace(&mut seen[next.index()], true) {
                    open.push_back((next, instructions_of(next)));
                }
            }
        }
        None
    }
}

impl GenKillSolution {
    /// The number of facts that are solved together.
    pub const FACTS: u32 = FACTS;

    /// Whether a fact, given by its index, holds before an instruction; false for other values.
    pub fn holds_before(&self, model: &Model, fact: u32, at: ValueId) -> bool {
        model.block_of(at).is_some()
            && self.value(fact, |solution, fact| solution.holds_before(model, fact, at))
    }

    /// Whether a fact holds after an instruction: for a terminator, at the end of its block.
    pub fn holds_after(&self, model: &Model, fact: u32, at: ValueId) -> bool {
        let Some(block) = model.block_of(at) else { return false };
        if model.terminator(block) != at {
            return self.holds_before(model, fact, ValueId(at.0 + 1));
        }
        self.value(fact, |solution, fact| {
            let facts = match self.direction {
                Direction::Forward => solution.left(block),
                Direction::Backward => solution.entered(block),
            };
            facts >> fact & 1 == 1
        })
    }

    /// Whether a fact holds on the edge from a terminator to the first instruction of a block: what the
    /// equations take from one to the other. False if there is no such edge.
    pub fn holds_on(&self, model: &Model, fact: u32, from: ValueId, to: ValueId) -> bool {
        let (Some(block), Some(next)) = (model.block_of(from), model.block_of(to)) else { return false };
        let is_edge = model.terminator(block) == from
            && model.block_first(next) == to
            && model.block_successors(block).contains(&next);
        is_edge
            && match self.direction {
                Direction::Forward => self.holds_after(model, fact, from),
                Direction::Backward => self.holds_before(model, fact, to),
            }
    }

    /// A fact, given by its index.
    pub fn fact(&self, fact: u32) -> &GenKill {
        &self.facts[fact as usize]
    }

    fn value(&self, fact: u32, holds: impl Fn(&Solution, u32) -> bool) -> bool {
        let (is_negated, number) = self.of[fact as usize];
        let solution = self.solutions[usize::from(is_negated)].as_ref();
        solution.is_some_and(|solution| holds(solution, number) != is_negated)
    }

    /// The size in bytes, without the graph.
    pub fn bytes(&self) -> usize {
        let solutions: usize = self.solutions.iter().flatten().map(|solution| solution.bytes()).sum();
        let changes = |fact: &GenKill| {
            (fact.begins.capacity() + fact.ends.capacity()) * size_of::<ValueId>() + size_of::<GenKill>()
        };
        solutions + self.facts.iter().map(changes).sum::<usize>() + self.of.capacity() * 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::testing::random;
    use proptest::prelude::*;

    /// The values of a fact before and after each instruction, by iteration of the equations over single
    /// instructions until nothing changes.
    fn naive(model: &Model, direction: Direction, meet: Meet, fact: &GenKill) -> Vec<(bool, bool)> {
        let top = meet == Meet::Intersection;
        let instructions: Vec<ValueId> = model.instructions().collect();
        let at = |value: ValueId| instructions.iter().position(|known| *known == value).unwrap();
        let mut values = vec![(top, top); instructions.len()];
        loop {
            let old = values.clone();
            for (k, value) in instructions.iter().enumerate() {
                let block = model.block_of(*value).unwrap();
                let (is_first, is_last) =
                    (model.block_first(block) == *value, model.terminator(block) == *value);
                let join = |values: Vec<bool>| match meet {
                    Meet::Intersection => values.into_iter().all(|value| value),
                    Meet::Union => values.into_iter().any(|value| value),
                };
                let through = |value: &ValueId, arrives: bool| {
                    fact.begins.contains(value) || arrives && !fact.ends.contains(value)
                };
                values[k] = match direction {
                    Direction::Forward => {
                        let arrives = match is_first {
                            false => old[k - 1].1,
                            true => {
                                let sources = model.block_predecessors(block).iter();
                                let left = sources.map(|(_, from)| old[at(model.terminator(*from))].1);
                                let boundary = (block.index() == 0).then_some(fact.at_boundary);
                                join(left.chain(boundary).collect())
                            }
                        };
                        (arrives, through(value, arrives))
                    }
                    Direction::Backward => {
                        let arrives = match is_last {
                            false => old[k + 1].0,
                            true => {
                                let next = model.block_successors(block);
                                let left = next.iter().map(|to| old[at(model.block_first(*to))].0);
                                let boundary = next.is_empty().then_some(fact.at_boundary);
                                join(left.chain(boundary).collect())
                            }
                        };
                        (through(value, arrives), arrives)
                    }
                };
            }
            if values == old {
                return values;
            }
        }
    }

    /// The value that a decider gives a fact.
    fn given(fact: &GenKill, decider: Decider) -> bool {
        match decider {
            Decider::Boundary => fact.at_boundary,
            Decider::Change(at) => fact.begins.contains(&at),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn solutions_are_those_of_the_equations(
            model in random::model(),
            picks in proptest::collection::vec(
                (proptest::collection::vec(any::<u16>(), 0..4), proptest::collection::vec(any::<u16>(), 0..4), any::<bool>()),
                1..70,
            ),
        ) {
            let instructions: Vec<ValueId> = model.instructions().collect();
            let pick = |picks: &Vec<u16>| -> Vec<ValueId> {
                picks.iter().map(|pick| instructions[usize::from(*pick) % instructions.len()]).collect()
            };
            let facts: Vec<GenKill> = picks
                .iter()
                .take(GenKillSolution::FACTS as usize)
                .map(|(begins, ends, at_boundary)| GenKill {
                    begins: pick(begins),
                    ends: pick(ends),
                    at_boundary: *at_boundary,
                })
                .collect();
            let flow = Dataflow::new(&model);
            for direction in [Direction::Forward, Direction::Backward] {
                for meet in [Meet::Union, Meet::Intersection] {
                    let solution = flow.gen_kill(direction, meet, facts.clone());
                    for (number, fact) in (0..).zip(&facts) {
                        let expect = naive(&model, direction, meet, fact);
                        let solved: Vec<(bool, bool)> = instructions
                            .iter()
                            .map(|at| {
                                (solution.holds_before(&model, number, *at), solution.holds_after(&model, number, *at))
                            })
                            .collect();
                        prop_assert_eq!(&solved, &expect, "{:?} {:?} {:?}", direction, meet, fact);
                        for (at, (before, _)) in instructions.iter().zip(&expect) {
                            // On some path for union, and for the opposite of intersection.
                            let is_decided = *before == (meet == Meet::Union);
                            let fact = solution.fact(number);
                            if let Some(decider) = fact.decider(&model, direction, (*at, false), *before) {
                                prop_assert_eq!(given(fact, decider), *before);
                            } else {
                                prop_assert!(!is_decided, "{:?} {:?} {:?} at {:?}", direction, meet, fact, at);
                            }
                        }
                        for block in model.blocks() {
                            for next in model.block_successors(block) {
                                let (from, to) = (model.terminator(block), model.block_first(*next));
                                let position = |value| instructions.iter().position(|at| *at == value).unwrap();
                                let on_edge = match direction {
                                    Direction::Forward => expect[position(from)].1,
                                    Direction::Backward => expect[position(to)].0,
                                };
                                prop_assert_eq!(solution.holds_on(&model, number, from, to), on_edge);
                            }
                        }
                    }
                }
            }
        }
    }
}
