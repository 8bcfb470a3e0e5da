//! The solutions of analyses of one's own in one function.
//!
//! A question is about values of the parameters. The facts for 64 neighbouring values of the first parameter
//! are solved together: one search for each formula lists the instructions that begin and end them, and the
//! framework of `analysis::dataflow` does the rest. The steps of these searches count for the search that
//! asks, and its budget bounds each of them.
//!
//! An instruction that computes a parameter anew ends the fact, unless it begins it: it is another value then.
//!
//! ```text
//! Initialised({x}) before {i} with x = %70
//!   =>  gen: (%s, %x) for all %x of %64 … %127,  kill: likewise   =>   64 facts, of which number 6 is asked
//! ```

use super::own_analysis::{OwnAnalysis, OwnBoundary};
use super::{Atom, ModelWorld};
use crate::candl::ast::Modality;
use analysis::dataflow::{GenKill, GenKillSolution, Meet};
use ir::ValueId;
use rustc_hash::FxHashMap;
use solver::{Budget, Completeness, Database, Exhausted, PushedPredicate, Shared, Value, WORK_IN_A_STEP};
use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::Rc;

/// The number of facts that are solved together.
const FACTS: u32 = GenKillSolution::FACTS;

/// The cache is cleared when it exceeds this many bytes.
const CACHE_BYTES: usize = 32 << 20;

/// The solutions known in a function, and the budget of the search that runs.
#[derive(Debug, Default)]
pub(super) struct OwnSolutions {
    known: RefCell<FxHashMap<GroupKey, Rc<Solved>>>,
    bytes: Cell<usize>,
    budget: Cell<Budget>,
    exhausted: Cell<Option<Exhausted>>,
}

/// The digest of an analysis, the group of the first parameter, and the values of the others.
type GroupKey = (u128, u32, Vec<ValueId>);

/// The solution of a group of facts, or the bound that kept it from being found.
#[derive(Debug)]
pub(super) struct Solved(Result<GenKillSolution, Exhausted>);

impl Solved {
    pub(super) fn solution(&self) -> Option<&GenKillSolution> {
        self.0.as_ref().ok()
    }
}

impl OwnSolutions {
    /// Begins a search.
    pub(super) fn enter(&self, budget: Budget) {
        self.budget.set(budget);
        self.exhausted.set(None);
    }

    /// The bound that kept a fact from being decided since the last call.
    pub(super) fn take_exhausted(&self) -> Option<Exhausted> {
        self.exhausted.take()
    }

    /// The solution of a group of facts.
    pub(super) fn solution(
        &self,
        world: &ModelWorld<'_>,
        analysis: &OwnAnalysis,
        group: u32,
        parameters: &[ValueId],
    ) -> Rc<Solved> {
        let others = parameters.get(1..).unwrap_or_default();
        let key = (analysis.digest(), group, others.to_vec());
        let known = self.known.borrow().get(&key).cloned();
        let solved = known.unwrap_or_else(|| {
            let solved = Rc::new(Solved(self.solve(world, analysis, group, others)));
            self.remember(key, &solved);
            solved
        });
        if let Err(exhausted) = solved.0 {
            self.exhausted.set(Some(exhausted));
        }
        solved
    }

    fn remember(&self, key: GroupKey, solved: &Rc<Solved>) {
        let mut known = self.known.borrow_mut();
        let bytes = solved.solution().map_or(0, GenKillSolution::bytes)
            + size_of::<GroupKey>()
            + size_of::<Solved>()
            + key.2.capacity() * size_of::<ValueId>();
        if self.bytes.get() + bytes > CACHE_BYTES {
            known.clear();
            self.bytes.set(0);
        }
        self.bytes.set(self.bytes.get() + bytes);
        known.insert(key, Rc::clone(solved));
    }

    fn solve(
        &self,
        world: &ModelWorld<'_>,
        analysis: &OwnAnalysis,
        group: u32,
        others: &[ValueId],
    ) -> Result<GenKillSolution, Exhausted> {
        let model = world.model;
        let first = model.instructions().next().map_or(0, |value| value.0);
        let instructions = first..first + model.instruction_count() as u32;
        let mut given: Vec<Range<u32>> = std::iter::once(instructions).collect();
        let values = match analysis.parameters() {
            0 => 0..1,
            _ => group * FACTS..(group + 1).saturating_mul(FACTS).min(model.len() as u32),
        };
        if analysis.parameters() > 0 {
            given.push(values.clone());
            given.extend(others.iter().map(|value| value.0..value.0 + 1));
        }
        let mut facts = vec![GenKill::default(); values.len()];
        for (part, add) in [(0, GenKill::begin as fn(&mut GenKill, ValueId)), (1, GenKill::end)] {
            for (at, of) in self.rows(world, analysis, part, &given)? {
                let Some(at) = at else { continue };
                of_group(&mut facts, &values, of).iter_mut().for_each(|fact| add(fact, ValueId(at.0)));
            }
        }
        match analysis.boundary() {
            OwnBoundary::None => {}
            OwnBoundary::All => facts.iter_mut().for_each(|fact| fact.at_boundary = true),
            OwnBoundary::Where(_) => {
                for (_, of) in self.rows(world, analysis, 2, &given)? {
                    of_group(&mut facts, &values, of).iter_mut().for_each(|fact| fact.at_boundary = true);
                }
            }
        }
        // Another value of a parameter.
        if analysis.parameters() > 0 {
            let is_instruction = |value: &ValueId| model.position(*value).is_some();
            for (value, fact) in values.clone().map(ValueId).zip(&mut facts) {
                [value].iter().chain(others).copied().filter(is_instruction).for_each(|at| fact.end(at));
            }
        }
        let meet = match analysis.modality() {
            Modality::Must => Meet::Intersection,
            Modality::May => Meet::Union,
        };
        Ok(world.dataflow.gen_kill(analysis.direction(), meet, facts))
    }

    /// The instruction and the first parameter of each solution of a formula, as far as it mentions them.
    fn rows(
        &self,
        world: &ModelWorld<'_>,
        analysis: &OwnAnalysis,
        part: usize,
        given: &[Range<u32>],
    ) -> Result<Vec<Row>, Exhausted> {
        let Some((compiled, columns)) = analysis.compiled(part) else { return Ok(Vec::new()) };
        let before = self.exhausted.take();
        let solutions = compiled.solve(&GivenWorld { world, given }, self.budget.get());
        let inside = self.exhausted.take();
        self.exhausted.set(before);
        world.count_work((solutions.steps.saturating_mul(WORK_IN_A_STEP)) as usize);
        let ended = match solutions.completeness {
            Completeness::Complete if solutions.limits_reached.is_empty() => inside,
            // Members that a collect has no room for are not known.
            Completeness::Complete => Some(Exhausted::Steps),
            Completeness::Incomplete(exhausted) => Some(exhausted),
        };
        if let Some(exhausted) = ended {
            return Err(exhausted);
        }
        let column = |wanted: u32| columns.iter().position(|column| *column == wanted);
        let (at, of) = (column(0), column(1));
        let row = |values: &[Value]| (at.map(|at| values[at]), of.map(|of| values[of]));
        Ok(solutions.assignments.iter().map(|values| row(values)).collect())
    }
}

/// The instruction and the first parameter of a solution.
type Row = (Option<Value>, Option<Value>);

/// The fact about a value of the first parameter, or all of them.
fn of_group<'f>(facts: &'f mut [GenKill], values: &Range<u32>, of: Option<Value>) -> &'f mut [GenKill] {
    match of {
        Some(value) => {
            let at = (value.0 - values.start) as usize;
            &mut facts[at..=at]
        }
        None => facts,
    }
}

/// A function in which the variables of a formula have given values.
struct GivenWorld<'w, 'm> {
    world: &'w ModelWorld<'m>,
    /// By position, the values of a variable.
    given: &'w [Range<u32>],
}

impl Database<Atom> for GivenWorld<'_, '_> {
    fn size(&self) -> u32 {
        self.world.size()
    }

    fn holds(&self, atom: &Atom, args: &[Value]) -> bool {
        match (atom, args) {
            (Atom::Given(at), [value]) => self.given[*at as usize].contains(&value.0),
            _ => self.world.holds(atom, args),
        }
    }

    fn candidates(&self, atom: &Atom, target: usize, args: &[Option<Value>], out: &mut Vec<Value>) {
        match atom {
            Atom::Given(at) => out.extend(self.given[*at as usize].clone().map(Value)),
            _ => self.world.candidates(atom, target, args, out),
        }
    }

    fn only(&self, atom: &Atom, target: usize, args: &[Option<Value>]) -> Option<Option<Value>> {
        self.world.only(atom, target, args)
    }

    fn take_work(&self) -> u64 {
        self.world.take_work()
    }

    fn shared(&self) -> Option<&Shared> {
        self.world.shared()
    }

    fn at_most(&self, atom: &Atom, target: usize, args: &[Option<Value>]) -> Option<usize> {
        self.world.at_most(atom, target, args)
    }

    fn candidates_for_all(&self, clues: &[PushedPredicate<'_, Atom>], out: &mut Vec<Value>) -> bool {
        self.world.candidates_for_all(clues, out)
    }
}
