//! Iteration domains of blocks, from their enclosing loops and the branches on the way to them.
//!
//! In: loops and conditions in affine expressions. Out: for each block a union of conjunctions over the
//! iterators around it. A block that post-dominates its immediate dominator has the same domain; otherwise
//! the domains of all incoming edges are united. A loop is entered before it is tested: the first iteration
//! is a case of its own, unless the loop's guard implies the test. A branch on data may go either way: then
//! the union over-approximates the domain, and the block is guarded by that branch.

use super::affine::{Affine, Factor};
use super::cases::{Space, Union, both, either};
use super::description::{Description, Loop, Relation};
use super::guards::is_guarded;
use super::known::at_entry;
use super::linear::Conjunction;
use super::prover::Prover;
use super::refusal::{Reason, Refusal};
use ir::{BlockId, Model, Opcode, ValueId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The most data conditions that guard a block with a domain.
const MOST_GUARDS: usize = 32;

/// A set of numbers of conditions.
pub(super) type Guards = BTreeSet<usize>;

/// The domains of the blocks of a part.
pub(super) struct Domains<'m> {
    model: &'m Model,
    /// Constraints that hold whenever the part is entered.
    known: Conjunction,
    /// The number of each block in the list of members.
    pub(super) members: FxHashMap<BlockId, usize>,
    /// The domain of each member.
    pub(super) of: Vec<Union>,
    /// The data conditions that decide whether an instance of each member runs.
    pub(super) guards: Vec<Guards>,
    /// The data conditions that decide whether each loop is entered.
    entry_guards: Vec<Guards>,
    /// The instances in which each loop is entered, over the iterators around it.
    entered: Vec<Union>,
    /// Whether each loop may be entered although its test fails for the first iteration: no branch before it
    /// is on the same values.
    pub(super) untested: Vec<bool>,
    /// The loop that a block begins.
    begun: FxHashMap<BlockId, u32>,
    /// The loop that a terminator ends.
    ended: FxHashMap<ValueId, u32>,
    /// The condition of each terminator.
    conditions: FxHashMap<ValueId, usize>,
}

impl<'m> Domains<'m> {
    /// Computes the domains. Refused if there are too many cases, or if a branch is not on a linear form.
    pub(super) fn new(
        prover: &Prover<'m>,
        part: &Description,
        space: &mut Space,
    ) -> Result<Domains<'m>, Refusal> {
        let model = prover.model;
        let members = part.members.iter().enumerate().map(|(k, member)| (member.block, k)).collect();
        let loops = || (0..).zip(&part.loops);
        let mut domains = Domains {
            model,
            known: at_entry(prover, part, space),
            members,
            of: Vec::new(),
            guards: Vec::new(),
            entry_guards: vec![Guards::new(); part.loops.len()],
            entered: vec![Union::new(); part.loops.len()],
            untested: vec![false; part.loops.len()],
            begun: loops().filter_map(|(k, l)| Some((model.block_of(l.begin)?, k))).collect(),
            ended: loops().map(|(k, l)| (l.end, k)).collect(),
            conditions: part.conditions.iter().enumerate().map(|(k, c)| (c.branch, k)).collect(),
        };
        for k in 0..part.members.len() {
            let domain = domains.member(prover, part, space, k);
            let (domain, guards) = domain.ok_or_else(|| domains.refused(part, k))?;
            domains.of.push(domain);
            domains.guards.push(guards);
        }
        Ok(domains)
    }

    /// The refusal for a member without a domain, at the loop that it begins or at the branch before it.
    fn refused(&self, part: &Description, k: usize) -> Refusal {
        let block = part.members[k].block;
        let above = self.model.dominance().immediate_dominator(block).unwrap_or(block);
        let of_loop = self.begun.get(&block).map(|number| part.loops[*number as usize].end);
        Refusal { reason: Reason::Cases, at: of_loop.unwrap_or_else(|| self.model.terminator(above)) }
    }

    /// The instances in which an instruction runs; for the first instruction of a loop, those in which the
    /// loop is entered. The universe for instructions outside of the part.
    pub(super) fn around(&self, instruction: ValueId) -> Union {
        let block = self.model.block_of(instruction);
        let begun = block.filter(|block| self.model.block_first(*block) == instruction);
        if let Some(number) = begun.and_then(|block| self.begun.get(&block)) {
            return self.entered[*number as usize].clone();
        }
        let member = block.and_then(|block| self.members.get(&block));
        member.map_or_else(|| vec![Conjunction::default()], |k| self.of[*k].clone())
    }

    fn member(
        &mut self,
        prover: &Prover<'_>,
        part: &Description,
        space: &mut Space,
        k: usize,
    ) -> Option<(Union, Guards)> {
        let member = part.members[k];
        let Some(&number) = self.begun.get(&member.block) else {
            return self.reached(prover, part, space, k, member.enclosing);
        };
        let begun = &part.loops[number as usize];
        let (outside, guards) = self.reached(prover, part, space, k, begun.enclosing)?;
        self.entered[number as usize] = outside.clone();
        self.entry_guards[number as usize] = guards.clone();
        let (rounds, untested) = rounds(prover, space, begun, number, &outside)?;
        let around = begun.enclosing.map(|around| &part.loops[around as usize]);
        self.untested[number as usize] = untested && !is_guarded(self.model, begun, around);
        Some((rounds, guards))
    }

    /// The instances in which control reaches a block from outside of the loop that it begins; `level` is the
    /// loop around.
    fn reached(
        &self,
        prover: &Prover<'_>,
        part: &Description,
        space: &mut Space,
        k: usize,
        level: Option<u32>,
    ) -> Option<(Union, Guards)> {
        if k == 0 {
            return Some((vec![self.known.clone()], Guards::new()));
        }
        let (model, block) = (self.model, part.members[k].block);
        let above = model.dominance().immediate_dominator(block).and_then(|above| self.members.get(&above));
        if let Some(&above) = above
            && model.post_dominance().block_post_dominates(block, part.members[above].block)
            && let Some(domain) = self.at_level(part, above, level)
        {
            return Some((domain, self.guards[above].clone()));
        }
        let (mut all, mut guards) = (Union::new(), Guards::new());
        for (n, from) in model.block_predecessors(block) {
            let &at = self.members.get(from)?;
            let end = model.terminator(*from);
            if at >= k {
                // The back edge of the loop that begins here.
                continue;
            }
            let way = match self.ended.get(&end) {
                Some(number) => {
                    guards.extend(&self.entry_guards[*number as usize]);
                    self.entered[*number as usize].clone()
                }
                None => {
                    guards.extend(&self.guards[at]);
                    guards.extend(self.about_data(part, end));
                    both(&self.of[at], &self.taken(part, space, end, *n)?)?
                }
            };
            all = either(all, way)?;
        }
        (guards.len() <= MOST_GUARDS).then(|| (pruned(prover, space, all), guards))
    }

    /// The number of a terminator's condition, if it depends on data.
    fn about_data(&self, part: &Description, end: ValueId) -> Option<usize> {
        self.conditions.get(&end).copied().filter(|number| part.conditions[*number].value.is_none())
    }

    /// The instances that reach a terminator and in which it branches to its n-th successor.
    fn taken(&self, part: &Description, space: &mut Space, end: ValueId, n: u32) -> Option<Union> {
        let Some(condition) = self.conditions.get(&end) else {
            return Some(vec![Conjunction::default()]);
        };
        let Some(value) = &part.conditions[*condition].value else {
            return Some(vec![Conjunction::default()]);
        };
        if self.model.opcode(end) == Some(Opcode::Switch) {
            return self.arm(space, value, end, n);
        }
        let (holds, fails) = space.truth(value)?;
        Some(if n == 0 { holds } else { fails })
    }

    /// The instances in which a switch on `value` branches to its n-th successor; the first one is the
    /// default.
    fn arm(&self, space: &mut Space, value: &Affine, switch: ValueId, n: u32) -> Option<Union> {
        let cases = self.model.switch_cases(self.model.block_of(switch)?)?;
        let mut equals =
            |case: i64| space.truth(&Affine::piece("==", vec![value.clone(), Affine::constant(case.into())]));
        match n.checked_sub(1) {
            Some(at) => Some(equals(*cases.get(at as usize)?)?.0),
            None => cases
                .iter()
                .try_fold(vec![Conjunction::default()], |others, case| both(&others, &equals(*case)?.1)),
        }
    }

    /// The domain of a member in the loop `level`: its own, or the instances that enter its outermost loop
    /// inside of `level`.
    fn at_level(&self, part: &Description, member: usize, level: Option<u32>) -> Option<Union> {
        let mut enclosing = part.members[member].enclosing;
        let mut domain = &self.of[member];
        while enclosing != level {
            let number = enclosing? as usize;
            domain = &self.entered[number];
            enclosing = part.loops[number].enclosing;
        }
        Some(domain.clone())
    }
}

/// The iterations of a loop that is entered in the instances `outside`, and whether its test may fail for the
/// first one.
fn rounds(
    prover: &Prover<'_>,
    space: &mut Space,
    l: &Loop,
    number: u32,
    outside: &Union,
) -> Option<(Union, bool)> {
    let iterator = Affine::of_factor(Factor::Iterator(number));
    let (first, value, up) = match l.counts_rounds {
        true => (Affine::default(), l.start.plus(&iterator, l.step)?, true),
        false => (l.start.clone(), iterator.clone(), l.step > 0),
    };
    let next = first.plus(&Affine::constant(if up { 1 } else { -1 }), 1)?;
    let name = l.relation.symbol();
    let onward = if up { ">=" } else { "<=" };
    let (goes_on, _) = space.compare(name, &value, &l.bound)?;
    let may_fail_at_first = |space: &mut Space| {
        let (_, not_at_first) = space.compare(name, &l.start, &l.bound)?;
        Some(!pruned(prover, space, both(outside, &not_at_first)?).is_empty())
    };
    let is_equal = l.relation == Relation::Equal;
    // The iterations under equality do not depend on it.
    let untested =
        if is_equal { may_fail_at_first(space).unwrap_or(true) } else { may_fail_at_first(space)? };
    let all = if is_equal {
        let (begins, _) = space.compare("==", &iterator, &first)?;
        let (is_next, _) = space.compare("==", &iterator, &next)?;
        either(begins, both(&is_next, &goes_on)?)?
    } else if untested {
        let (begins, _) = space.compare("==", &iterator, &first)?;
        let (from_next, _) = space.compare(onward, &iterator, &next)?;
        either(begins, both(&from_next, &goes_on)?)?
    } else {
        both(&space.compare(onward, &iterator, &first)?.0, &goes_on)?
    };
    Some((pruned(prover, space, both(outside, &all)?), untested))
}

/// The union without conjunctions that are certainly empty.
fn pruned(prover: &Prover<'_>, space: &Space, mut all: Union) -> Union {
    all.retain(|set| prover.may_have_instances(space, set));
    all
}
