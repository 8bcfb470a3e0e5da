//! `idiom-hoist-select`: a `select` between two addresses with one base → the address at a `select` between
//! two offsets.
//!
//! `opt -load-pass-plugin=libidiom.so -passes=idiom-hoist-select x.ll -S`
//!
//! `select c, (gep a, i), (gep a, j)` becomes `gep a, (select c, i, j)`. Common factors and common terms of
//! the two offsets are moved out of the `select`. Either address may be the base itself. The result is
//! `inbounds` (or `nusw`, `nuw`) if both addresses are.
//!
//! A `select` may be nested in another, also through a `getelementptr`: `select d, (gep (select c, p, q), k),
//! r`. All are rewritten in one plan, innermost first. The address of an inner `select` is symbolic until an
//! instruction other than an outer one needs it.

use super::dead::erase_unused;
use super::offset::{Offset, Place, build_address};
use super::shared::Shared;
use super::{Refusal, reachable, reachable_of};
use analysis::values::address::{Address, Addresses, same_base};
use analysis::values::linear::{Extension, LinearTerm, LinearTerms, MOST_TERMS, Sum, common_factor};
use analysis::values::parts::choice_between;
use ir::{BlockId, EditPlan, Flags, Model, NewKind, Opcode, OpcodeSet, Operand, TypeClass, ValueId};
use rustc_hash::FxHashSet;

/// Rewrites every such `select`.
pub(super) fn plan(model: &Model) -> EditPlan {
    let mut plan = EditPlan::default();
    if !reachable_of(model, OpcodeSet::of(&[Opcode::Select])).any(|value| is_choice(model, value)) {
        return plan;
    }
    let mut addresses = Addresses::new(model);
    let order = outside_in(model);
    let mut chosen: Vec<(ValueId, Address)> = Vec::new();
    for &select in order.iter().filter(|v| is_choice(model, **v)) {
        if let Some(choice) = choice(model, &mut addresses, select)
            && let Some(address) = choice.build(&mut plan, select)
        {
            addresses.choose(select, address.clone());
            chosen.push((select, address));
        }
    }
    let absorbed = absorbed(model, &order, &chosen);
    for (select, address) in &chosen {
        if !absorbed.contains(select) {
            let by = build_address(
                address,
                &mut plan,
                &mut Shared::default(),
                *select,
                model.type_id(*select),
                "",
            );
            let Some(by) = by else { continue };
            plan.replace.push((*select, by));
        }
        plan.erase.push(*select);
    }
    erase_unused(model, &mut plan, |value| absorbed.contains(&value));
    // Users are erased before their operands.
    let erased: FxHashSet<ValueId> = plan.erase.drain(..).collect();
    plan.erase.extend(order.iter().rev().filter(|value| erased.contains(value)));
    plan
}

/// Selects between addresses with one base that are not rewritten.
pub(super) fn refused(model: &Model) -> Vec<Refusal> {
    let mut addresses = Addresses::new(model);
    let mut reason = |select: ValueId| {
        let mut arm = |n: u32| addresses.of_pointer(model, model.operand(select, n)?);
        let (yes, no) = (arm(1)?, arm(2)?);
        if !same_base(model, yes.base, no.base) {
            return None;
        }
        match is_choice(model, select) {
            false => Some("the lanes are chosen one by one"),
            true => Some("the offsets are sums of too many terms"),
        }
    };
    let is_select = |v: &ValueId| model.opcode(*v) == Some(Opcode::Select);
    let selects = reachable(model).filter(is_select);
    selects.filter_map(|at| reason(at).map(|reason| Refusal { at, reason })).collect()
}

/// The reachable instructions, dominators first.
fn outside_in(model: &Model) -> Vec<ValueId> {
    let dominance = model.dominance();
    let mut depths: Vec<u32> = vec![0; model.block_count()];
    let mut way: Vec<BlockId> = Vec::new();
    for block in model.blocks() {
        let mut at = Some(block);
        while let Some(block) = at.filter(|block| depths[block.index()] == 0) {
            way.push(block);
            at = dominance.immediate_dominator(block);
        }
        let mut depth = at.map_or(0, |block| depths[block.index()]);
        while let Some(block) = way.pop() {
            depth += 1;
            depths[block.index()] = depth;
        }
    }
    let mut blocks: Vec<BlockId> = model.blocks().filter(|block| dominance.is_reachable(*block)).collect();
    blocks.sort_by_key(|block| depths[block.index()]);
    blocks.into_iter().flat_map(|block| model.block_instructions(block)).collect()
}

/// The rewritten selects, and the addresses between them, without other users.
fn absorbed(model: &Model, order: &[ValueId], chosen: &[(ValueId, Address)]) -> FxHashSet<ValueId> {
    let is_chosen: FxHashSet<ValueId> = chosen.iter().map(|(select, _)| *select).collect();
    let bases: FxHashSet<Operand> = chosen.iter().map(|(_, address)| address.base).collect();
    let mut absorbed: FxHashSet<ValueId> = FxHashSet::default();
    for &value in order.iter().rev() {
        if !is_chosen.contains(&value) && model.gep_form(value).is_none() {
            continue;
        }
        let uses = model.operand_uses(value);
        let is_absorbed = !uses.is_empty()
            && !model.is_used_outside(value)
            && !bases.contains(&Operand::Value(value))
            && uses.iter().all(|edge| match is_chosen.contains(&edge.to) {
                true => edge.n != 0,
                false => edge.n == 0 && absorbed.contains(&edge.to),
            });
        if is_absorbed {
            absorbed.insert(value);
        }
    }
    absorbed
}

fn is_choice(model: &Model, value: ValueId) -> bool {
    model.opcode(value) == Some(Opcode::Select) && model.has_class(value, TypeClass::Pointer)
}

/// A `select` between two offsets from one base.
struct Choice {
    condition: ValueId,
    base: Operand,
    yes: Sum,
    no: Sum,
    flags: Flags,
}

fn choice(model: &Model, addresses: &mut Addresses, select: ValueId) -> Option<Choice> {
    let operand = |n: u32| model.operand(select, n);
    let (condition, yes, no) = (operand(0)?, operand(1)?, operand(2)?);
    if model.type_of(condition).name != "i1" {
        return None;
    }
    let (left, right) = (addresses.of_pointer(model, yes), addresses.of_pointer(model, no));
    let (left, right) = match (left, right) {
        (Some(left), Some(right)) => (left, right),
        (Some(left), None) => (left.clone(), nothing(no, &left)),
        (None, Some(right)) => (nothing(yes, &right), right),
        (None, None) => return None,
    };
    let fits = same_base(model, left.base, right.base) && left.sum.ty == right.sum.ty;
    let flags = left.flags & right.flags;
    fits.then_some(Choice { condition, base: left.base, yes: left.sum, no: right.sum, flags })
}

/// A zero offset from the pointer, with the type of `like`. It has no flags: in LLVM 16, `inbounds`
/// constrains the base even for a zero offset.
fn nothing(pointer: ValueId, like: &Address) -> Address {
    let sum = Sum { terms: LinearTerms::new(), constant: 0, ..like.sum };
    Address { base: Operand::Value(pointer), sum, flags: Flags::NONE, takes_in: None }
}

impl Choice {
    /// Adds the `select` between the offsets to the plan and returns the resulting address.
    fn build(mut self, plan: &mut EditPlan, select: ValueId) -> Option<Address> {
        let mut sum = self.take_common();
        if sum.terms.len() >= MOST_TERMS {
            return None;
        }
        match self.yes.terms.is_empty() && self.no.terms.is_empty() {
            true => self.add_constants(&mut sum),
            false => self.add_values(&mut sum, plan, select)?,
        }
        sum.settle();
        sum.is_short().then_some(Address { base: self.base, sum, flags: self.flags, takes_in: None })
    }

    /// Removes the terms that both offsets contain, and returns them.
    fn take_common(&mut self) -> Sum {
        let key = |(atom, factor): &(LinearTerm, i64)| (atom.source, atom.extension, *factor);
        let is_in =
            |sum: &Sum, term: &(LinearTerm, i64)| sum.terms.iter().any(|other| key(other) == key(term));
        let terms: LinearTerms =
            self.yes.terms.iter().filter(|term| is_in(&self.no, term)).copied().collect();
        let common = Sum { terms, constant: 0, ..self.yes };
        for sum in [&mut self.yes, &mut self.no] {
            sum.terms.retain(|term| !is_in(&common, term));
        }
        common
    }

    /// Adds the `select` between the constants of the offsets to the sum.
    fn add_constants(&self, sum: &mut Sum) {
        match (self.yes.constant, self.no.constant) {
            (yes, no) if yes == no => sum.constant = yes,
            (yes, no) => {
                let (atom, factor) = choice_between(self.condition, yes, no);
                sum.add(atom, factor);
            }
        }
    }

    /// Adds the `select` between the remaining sums, with their common factor outside.
    fn add_values(&self, sum: &mut Sum, plan: &mut EditPlan, select: ValueId) -> Option<()> {
        let place = Place { before: select, ty: self.yes.ty, width: self.yes.width };
        let factor = common_factor(&[&self.yes, &self.no]);
        let (yes, no) = (Offset::divided(&self.yes, factor)?, Offset::divided(&self.no, factor)?);
        let shared = &mut Shared::default();
        let (yes, no) = (yes.build(plan, shared, place), no.build(plan, shared, place));
        let kind = NewKind::Select(Operand::Value(self.condition), yes, no);
        if let Operand::New(made) = place.create(plan, kind, Flags::NONE, "choice") {
            sum.add(LinearTerm::new(select, Extension::Made(made)), factor);
        }
        Some(())
    }
}
