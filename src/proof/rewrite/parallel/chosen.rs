//! Values that rounds replace and never compute with: the last one of those for which a condition held, and
//! the position of a minimum.
//!
//! In: `if (c) last = i;`. Out: the value of the last thread that has replaced it. In: `if (x[i] < least) {
//! least = x[i]; at = i; }`. Out: both values of the thread whose `least` is less than that of all threads
//! before it. The condition of a replacement is one comparison of the new value with the old one, and other
//! conditions that no such value decides; all values of a group are replaced under the same ones.

mod conditions;

use super::super::matched::Unfit;
use super::super::nest::NestShape;
use ir::{Better, BlockId, ChosenValue, FloatKind, Model, Opcode, ThreadChoice, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Limit on the values that depend on one group.
const MOST_VALUES: usize = 256;

/// Whether threads can hand on values of this type: integers, numbers and pointers of at most 8 bytes.
pub(super) fn is_small(model: &Model, value: ValueId) -> bool {
    let ty = model.type_of(value);
    let is_number = matches!(ty.float_kind(), Some(FloatKind::Float | FloatKind::Double));
    let is_integer = ty.integer_width().is_some_and(|width| width <= 64);
    ty.lanes().is_none() && (is_number || is_integer || ty.name == "ptr")
}

/// The values of the header's phis that are replaced together with the first of `open`.
///
/// # Errors
///
/// The use of such a value that is no replacement.
pub(super) fn choice(
    model: &Model,
    shape: &NestShape,
    open: &[(ValueId, ValueId)],
) -> Result<ThreadChoice, Unfit> {
    let (phi, _) = *open.first().ok_or_else(|| Unfit::new("there is no value"))?;
    let mut group = Group::of(model, shape, open, phi)?;
    // A phi that none of the group decides may decide about them.
    for at in std::iter::repeat_n(0..open.len(), open.len()).flatten() {
        if group.has(open[at].0) {
            continue;
        }
        let other = Group::of(model, shape, open, open[at].0)?;
        if other.phis.iter().any(|(phi, _)| group.has(*phi)) {
            group.join(other);
        }
    }
    group.read_flows()?;
    group.choice()
}

/// Whether an instruction can run in any round: it accesses no memory and cannot fail.
fn may_run(model: &Model, value: ValueId) -> bool {
    use Opcode::{Alloca, AtomicRmw, Call, CmpXchg, Fence, Invoke, Load, SDiv, SRem, Store, UDiv, URem};
    !matches!(
        model.opcode(value),
        None | Some(
            Alloca | AtomicRmw | Call | CmpXchg | Fence | Invoke | Load | SDiv | SRem | Store | UDiv | URem
        ) | Some(Opcode::Other)
    )
}

/// A comparison of a new value with the one that it would replace, by how it must compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Replacing {
    new: ValueId,
    old: ValueId,
    better: Better,
}

/// The conditions of one replacement: a comparison, and what no value of the group decides.
#[derive(Debug, Default, PartialEq, Eq)]
struct ReplacedWhen {
    comparison: Option<Replacing>,
    others: Vec<(ValueId, bool)>,
}

/// The values that a phi becomes, by choices alone.
#[derive(Debug, Default)]
struct ChoiceFlow {
    members: FxHashSet<ValueId>,
}

struct Group<'a> {
    model: &'a Model,
    shape: &'a NestShape,
    /// The phis of no other kind, with their values in the next round.
    open: &'a [(ValueId, ValueId)],
    phis: Vec<(ValueId, ChoiceFlow)>,
    /// All values of a round that depend on the phis.
    depending: FxHashSet<ValueId>,
    /// The branches that do, with the only block between them and where their ways meet.
    branches: Vec<(ValueId, BlockId)>,
    /// The values of the first flow that were compared with those of another one.
    pairs: FxHashMap<(ValueId, usize), ValueId>,
    better: Option<Better>,
}

impl<'a> Group<'a> {
    /// The phis that depend on one, that one included.
    fn of(
        model: &'a Model,
        shape: &'a NestShape,
        open: &'a [(ValueId, ValueId)],
        phi: ValueId,
    ) -> Result<Group<'a>, Unfit> {
        let mut group = Group {
            model,
            shape,
            open,
            phis: vec![(phi, ChoiceFlow::default())],
            depending: FxHashSet::from_iter([phi]),
            branches: Vec::new(),
            pairs: FxHashMap::default(),
            better: None,
        };
        group.close()?;
        Ok(group)
    }

    fn has(&self, phi: ValueId) -> bool {
        self.phis.iter().any(|(known, _)| *known == phi)
    }

    fn join(&mut self, other: Group<'_>) {
        for (phi, flow) in other.phis {
            if !self.has(phi) {
                self.phis.push((phi, flow));
            }
        }
        self.depending.extend(other.depending);
        for branch in other.branches {
            if !self.branches.contains(&branch) {
                self.branches.push(branch);
            }
        }
    }

    fn unfit(&self, value: ValueId) -> Unfit {
        let (phi, _) = &self.phis[0];
        match self.model.opcode(value) {
            Some(Opcode::Store) => {
                Unfit::of(*phi, "is handed from round to round, and each round stores it: a scan")
            }
            _ => Unfit::of(*phi, "is a value of an earlier round, and a round computes with it"),
        }
    }

    /// Follows the phis to all values that depend on them, and further phis to those.
    fn close(&mut self) -> Result<(), Unfit> {
        let (model, header) = (self.model, self.model.block_of(self.shape.header));
        let mut open: Vec<ValueId> = self.phis.iter().map(|(phi, _)| *phi).collect();
        while let Some(value) = open.pop() {
            for edge in model.operand_uses(value) {
                let user = edge.to;
                if self.shape.is_fixed(model, user) {
                    continue;
                }
                let of_branch = model.opcode(user) == Some(Opcode::Br);
                let further = if of_branch { self.chosen_by(user)? } else { vec![user] };
                for one in further {
                    let is_header = model.block_of(one) == header && model.opcode(one) == Some(Opcode::Phi);
                    if is_header && !of_branch {
                        if !self.open.iter().any(|(phi, _)| *phi == one) {
                            return Err(self.unfit(one));
                        }
                        if !self.phis.iter().any(|(phi, _)| *phi == one) {
                            self.phis.push((one, ChoiceFlow::default()));
                        }
                    } else if !self.may_choose(one) {
                        return Err(self.unfit(one));
                    }
                    if self.depending.insert(one) {
                        open.push(one);
                    }
                }
                if self.depending.len() > MOST_VALUES {
                    return Err(Unfit::of(value, "goes from round to round through too many values"));
                }
            }
        }
        Ok(())
    }

    /// Whether an instruction only compares or chooses.
    fn may_choose(&self, value: ValueId) -> bool {
        let is_truth = self.model.type_of(value).integer_width() == Some(1);
        match self.model.opcode(value) {
            Some(Opcode::Phi | Opcode::Select | Opcode::ICmp | Opcode::FCmp) => true,
            Some(Opcode::And | Opcode::Or | Opcode::Xor) => is_truth,
            Some(Opcode::Call) => self.extremum(value).is_some(),
            _ => false,
        }
    }

    /// The phis that a branch decides: it leads past one block, or through it, to where they are.
    fn chosen_by(&mut self, branch: ValueId) -> Result<Vec<ValueId>, Unfit> {
        let model = self.model;
        let why = "is decided by a value of an earlier round, and decides more than such values";
        let unfit = || Unfit::of(branch, why);
        let from = model.block_of(branch).ok_or_else(unfit)?;
        let [one, other] = model.block_successors(from) else { return Err(unfit()) };
        let leads_to = |through: &BlockId, to: &BlockId| {
            through != to
                && model.block_successors(*through) == [*to]
                && model.block_predecessors(*through).len() == 1
                && self.shape.has_block(*through)
                && self.shape.has_block(*to)
        };
        let (through, to) = match (leads_to(one, other), leads_to(other, one)) {
            (true, _) => (*one, *other),
            (_, true) => (*other, *one),
            _ => return Err(unfit()),
        };
        let header = model.block_of(self.shape.header);
        if Some(to) == header {
            return Err(unfit());
        }
        // A thread compares with less than the rounds before did, and so runs the block more often.
        if let Some(other) = model.block_instructions(through).find(|value| !may_run(model, *value)) {
            let why =
                "runs where a value of an earlier round says so: threads would run it in other rounds, too";
            return Err(Unfit::of(other, why));
        }
        if !self.branches.iter().any(|(known, _)| *known == branch) {
            self.branches.push((branch, through));
        }
        let ends = [model.terminator(through), branch];
        let differs = |phi: &ValueId| {
            let [one, other] = ends.map(|end| self.from(*phi, end));
            one != other || one.is_none()
        };
        Ok(model.phis(to).filter(differs).collect())
    }

    /// The value of a phi that comes by this terminator.
    fn from(&self, phi: ValueId, end: ValueId) -> Option<ValueId> {
        let sources = self.model.phi_sources(phi);
        let mut by =
            self.model.operands(phi).iter().filter(|edge| sources.get(edge.n as usize) == Some(&end));
        Some(by.next()?.to).filter(|_| by.next().is_none())
    }

    /// Follows each phi through choices between it and other values.
    fn read_flows(&mut self) -> Result<(), Unfit> {
        let model = self.model;
        for at in 0..self.phis.len() {
            let phi = self.phis[at].0;
            if !is_small(model, phi) {
                let why = "is handed from round to round, and is no number or pointer of at most 8 bytes";
                return Err(Unfit::of(phi, why));
            }
            let (mut members, mut open) = (FxHashSet::from_iter([phi]), vec![phi]);
            while let Some(value) = open.pop() {
                for edge in model.operand_uses(value) {
                    let user = edge.to;
                    let is_chosen = match model.opcode(user) {
                        Some(Opcode::Phi) => true,
                        Some(Opcode::Select) => edge.n > 0,
                        Some(Opcode::Call) => true,
                        _ => false,
                    };
                    let is_header = self.phis.iter().any(|(known, _)| *known == user);
                    if is_chosen && !is_header && !self.shape.is_fixed(model, user) && members.insert(user) {
                        open.push(user);
                    }
                }
            }
            self.phis[at].1.members = members;
        }
        for value in &self.depending {
            let flows = self.phis.iter().filter(|(_, flow)| flow.members.contains(value)).count();
            let is_condition = model.type_of(*value).integer_width() == Some(1);
            if flows > 1 || (flows == 0 && !is_condition) {
                return Err(self.unfit(*value));
            }
        }
        Ok(())
    }

    fn next_of(&self, phi: ValueId) -> Option<ValueId> {
        self.open.iter().find(|(known, _)| *known == phi).map(|(_, next)| *next)
    }

    /// The choice, if all values are replaced together.
    fn choice(mut self) -> Result<ThreadChoice, Unfit> {
        let model = self.model;
        let compares = |value: &ValueId| match model.opcode(*value) {
            Some(Opcode::ICmp | Opcode::FCmp) => true,
            Some(Opcode::Call) => self.extremum(*value).is_some(),
            _ => false,
        };
        // The value that comparisons are about comes first.
        let compared: Vec<ValueId> = self.depending.iter().copied().filter(compares).collect();
        if let Some(one) = compared.first() {
            let is_about = |(_, flow): &(ValueId, ChoiceFlow)| {
                flow.members.contains(one)
                    || model.operands(*one).iter().any(|edge| flow.members.contains(&edge.to))
            };
            let at = self.phis.iter().position(is_about).ok_or_else(|| self.unfit(*one))?;
            self.phis.swap(0, at);
        } else if self.phis.len() > 1 {
            return Err(self.unfit(self.phis[1].0));
        }
        let key = self.next_of(self.phis[0].0).ok_or_else(|| self.unfit(self.phis[0].0))?;
        let mut values = Vec::new();
        for at in 0..self.phis.len() {
            let phi = self.phis[at].0;
            let next = self.next_of(phi).filter(|next| self.phis[at].1.members.contains(next));
            let next = next.ok_or_else(|| Unfit::of(phi, "is computed in the round before"))?;
            self.pair(key, (next, at), !compared.is_empty())?;
            values.push(ChosenValue { phi: Some(phi), next });
        }
        // No value of a flow is left over, and none of a round is used behind the loop.
        for at in 0..self.phis.len() {
            let mut paired: FxHashSet<ValueId> =
                self.pairs.iter().filter(|((_, of), _)| *of == at).map(|(_, value)| *value).collect();
            paired.insert(self.phis[at].0);
            if let Some(other) = self.phis[at].1.members.iter().find(|member| !paired.contains(member)) {
                return Err(self.unfit(*other));
            }
        }
        for value in &self.depending {
            let is_next = values.iter().any(|chosen| chosen.next == *value);
            let is_behind = |to: ValueId| self.shape.is_fixed(model, to);
            if !is_next && model.operand_uses(*value).iter().any(|edge| is_behind(edge.to)) {
                return Err(Unfit::of(*value, "is used behind the loop as it is in the last round"));
            }
        }
        let better = self.better;
        if better.is_none() && !compared.is_empty() {
            return Err(self.unfit(compared[0]));
        }
        let mut members: Vec<ValueId> = self.depending.iter().copied().collect();
        members.sort_unstable();
        Ok(ThreadChoice { flagged: usize::from(values.len() > 1), values, better, members })
    }

    fn is_member(&self, at: usize, value: ValueId) -> bool {
        self.phis[at].1.members.contains(&value)
    }

    /// Checks that a value of a flow is replaced as the one of the first flow is; a flow is paired with
    /// itself, too.
    fn pair(&mut self, key: ValueId, (value, at): (ValueId, usize), is_compared: bool) -> Result<(), Unfit> {
        let mut open = vec![(key, value)];
        while let Some((key, value)) = open.pop() {
            match (self.is_member(0, key), self.is_member(at, value)) {
                (true, true) => {}
                (false, false) if [key, value].iter().all(|one| !self.depending.contains(one)) => continue,
                _ => return Err(self.unfit(value)),
            }
            match self.pairs.insert((key, at), value) {
                Some(known) if known == value => continue,
                Some(_) => return Err(self.unfit(value)),
                None => {}
            }
            let phis = (self.phis[0].0, self.phis[at].0);
            if key == phis.0 || value == phis.1 {
                match (key, value) == phis {
                    true => continue,
                    false => return Err(self.unfit(value)),
                }
            }
            open.extend(self.step(key, (value, at), is_compared)?);
        }
        Ok(())
    }

    /// Compares one choice of the first flow with one of another: the pairs of values that they choose
    /// from.
    fn step(
        &mut self,
        key: ValueId,
        (value, at): (ValueId, usize),
        is_compared: bool,
    ) -> Result<Vec<(ValueId, ValueId)>, Unfit> {
        let model = self.model;
        let unfit = self.unfit(value);
        match (model.opcode(key), model.opcode(value)) {
            (Some(Opcode::Phi), Some(Opcode::Phi)) if model.block_of(key) == model.block_of(value) => {
                let mut pairs = Vec::new();
                for (edge, end) in model.operands(key).iter().zip(model.phi_sources(key)) {
                    let of = self.from(value, *end).ok_or_else(|| unfit.clone())?;
                    if self.is_member(0, edge.to) {
                        // A member that was replaced before, in the block that the branch leaves out.
                        if !self.is_free(*end) && self.skipped(key, *end) != Some(edge.to) {
                            return Err(unfit);
                        }
                    } else {
                        // A phi of several edges from one place has no single one.
                        self.from(key, *end).ok_or_else(|| unfit.clone())?;
                        if is_compared {
                            let old = self.skipped(key, *end).ok_or_else(|| unfit.clone())?;
                            self.replaced_at(*end, edge.to, old)?;
                        } else if !self.is_free(*end) {
                            return Err(unfit);
                        }
                    }
                    pairs.push((edge.to, of));
                }
                Ok(pairs)
            }
            (Some(Opcode::Select), Some(Opcode::Select)) => {
                let arms = |of: ValueId| Some([model.operand(of, 1)?, model.operand(of, 2)?]);
                let condition = |of: ValueId| model.operand(of, 0);
                let (Some(keys), Some(values)) = (arms(key), arms(value)) else { return Err(unfit) };
                let (Some(of_key), Some(of_value)) = (condition(key), condition(value)) else {
                    return Err(unfit);
                };
                match keys.map(|arm| self.is_member(0, arm)) {
                    [true, true] => {
                        let is_same = of_key == of_value && !self.depending.contains(&of_key);
                        if is_same {
                            Ok(vec![(keys[0], values[0]), (keys[1], values[1])])
                        } else {
                            Err(unfit)
                        }
                    }
                    [is_old, is_other] if is_old != is_other => {
                        if !is_compared {
                            let is_same = of_key == of_value && !self.depending.contains(&of_key);
                            let pairs = vec![(keys[0], values[0]), (keys[1], values[1])];
                            return if is_same { Ok(pairs) } else { Err(unfit) };
                        }
                        let (new, its) = (usize::from(is_old), usize::from(self.is_member(at, values[0])));
                        let (fresh, old) = (keys[new], keys[1 - new]);
                        let one = self.conditions(of_key, new == 0, (fresh, old))?;
                        let other = self.conditions(of_value, its == 0, (fresh, old))?;
                        if one != other {
                            return Err(unfit);
                        }
                        self.note(one.comparison, &unfit)?;
                        Ok(vec![(old, values[1 - its]), (fresh, values[its])])
                    }
                    _ => Err(unfit),
                }
            }
            (Some(Opcode::Call), Some(of)) => {
                let (old, fresh) = self.old_and_new(key).ok_or_else(|| unfit.clone())?;
                match of {
                    _ if key == value => Ok(vec![(old, old)]),
                    Opcode::Select => {
                        let arms = [model.operand(value, 1), model.operand(value, 2)];
                        let [Some(first), Some(second)] = arms else { return Err(unfit) };
                        let is_old = self.is_member(at, first);
                        let (kept, new) = if is_old { (first, second) } else { (second, first) };
                        let condition = model.operand(value, 0).ok_or_else(|| unfit.clone())?;
                        let conditions = self.conditions(condition, !is_old, (fresh, old))?;
                        self.check_extremum(key, &conditions, &unfit)?;
                        Ok(vec![(old, kept), (fresh, new)])
                    }
                    Opcode::Phi => {
                        let (end, kept, new) = self.triangle(value, at).ok_or_else(|| unfit.clone())?;
                        let conditions = self.conditions_at(end, (fresh, old))?;
                        self.check_extremum(key, &conditions, &unfit)?;
                        Ok(vec![(old, kept), (fresh, new)])
                    }
                    _ => Err(unfit),
                }
            }
            _ => Err(unfit),
        }
    }

    /// Checks that a minimum is replaced where the comparison says so, and nothing else decides it.
    fn check_extremum(
        &mut self,
        call: ValueId,
        conditions: &ReplacedWhen,
        unfit: &Unfit,
    ) -> Result<(), Unfit> {
        let kind = self.extremum(call);
        let is_it = conditions.others.is_empty()
            && conditions
                .comparison
                .is_some_and(|one| kind.is_some_and(|kind| one.better.or_equal() == kind));
        if !is_it {
            return Err(unfit.clone());
        }
        self.note(conditions.comparison, unfit)
    }

    /// Notes how new values must compare, the same way everywhere.
    fn note(&mut self, comparison: Option<Replacing>, unfit: &Unfit) -> Result<(), Unfit> {
        let better = comparison.ok_or_else(|| unfit.clone())?.better;
        match self.better.replace(better) {
            Some(other) if other != better => Err(unfit.clone()),
            _ => Ok(()),
        }
    }

    /// Whether no value of the group decides whether a block runs.
    fn is_free(&self, end: ValueId) -> bool {
        let block = self.model.block_of(end);
        !self.branches.iter().any(|(_, through)| Some(*through) == block)
    }

    /// The value that a phi has where the block that ends here is left out.
    fn skipped(&self, phi: ValueId, end: ValueId) -> Option<ValueId> {
        let block = self.model.block_of(end)?;
        let (branch, _) = self.branches.iter().find(|(_, through)| *through == block)?;
        self.from(phi, *branch).filter(|old| self.is_member(0, *old))
    }

    /// Checks the conditions under which the block that ends here runs and replaces a value of the first
    /// flow.
    fn replaced_at(&mut self, end: ValueId, new: ValueId, old: ValueId) -> Result<(), Unfit> {
        let unfit = self.unfit(new);
        let conditions = self.conditions_at(end, (new, old))?;
        self.note(conditions.comparison, &unfit)
    }

    /// The conditions under which the block that ends here runs.
    fn conditions_at(&self, end: ValueId, (new, old): (ValueId, ValueId)) -> Result<ReplacedWhen, Unfit> {
        let (model, unfit) = (self.model, || self.unfit(end));
        let block = model.block_of(end).ok_or_else(unfit)?;
        let (branch, _) = self.branches.iter().find(|(_, through)| *through == block).ok_or_else(unfit)?;
        let from = model.block_of(*branch).ok_or_else(unfit)?;
        let is_first = model.block_successors(from).first() == Some(&block);
        let condition = model.operand(*branch, 0).ok_or_else(unfit)?;
        self.conditions(condition, is_first, (new, old))
    }

    /// A phi of two edges, by a branch of the group: the end of the block that replaces the value, the old
    /// and the new one.
    fn triangle(&self, phi: ValueId, at: usize) -> Option<(ValueId, ValueId, ValueId)> {
        let model = self.model;
        let [_, _] = model.operands(phi) else { return None };
        let ends = model.phi_sources(phi);
        let (branch, through) = self
            .branches
            .iter()
            .find(|(branch, through)| ends.contains(branch) && ends.contains(&model.terminator(*through)))?;
        let end = model.terminator(*through);
        let (old, new) = (self.from(phi, *branch)?, self.from(phi, end)?);
        (self.is_member(at, old) && !self.depending.contains(&new)).then_some((end, old, new))
    }
}
