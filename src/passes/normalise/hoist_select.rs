//! `idiom-hoist-select`: a choice between two addresses of one base → the address at a choice between two offsets.
//!
//! `opt -load-pass-plugin=libidiom.so -passes=idiom-hoist-select x.ll -S`
//!
//! `select c, (gep a, i), (gep a, j)` becomes `gep a, (select c, i, j)`, with the factor that both offsets have in common outside the
//! `select`, and terms that both have. Either address may be the base itself. The result is `inbounds` (or `nusw`, `nuw`) when both addresses are.

use super::address::{Address, Addresses, make_gep, same_base};
use super::dead::erase_unused;
use super::linear::{Atom, Sum};
use super::offset::{Offset, Place, common_factor};
use super::parts::choice_between;
use super::{MOST_ROUNDS, reachable};
use crate::model::{EditPlan, Flags, Model, NewKind, Opcode, Operand, TypeClass, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// So many choices may hang together.
const MOST_NESTED: usize = MOST_ROUNDS - 2;

/// Every such choice rewritten; of nested ones the innermost.
pub(super) fn plan(model: &Model) -> EditPlan {
    let mut addresses = Addresses::default();
    let mut plan = EditPlan::default();
    let deep = too_deep(model);
    for select in reachable(model).filter(|v| is_choice(model, *v) && !deep.contains(v)) {
        if let Some(choice) = choice(model, &mut addresses, select)
            && let Some(by) = choice.build(model, &mut plan, select)
        {
            plan.replace.push((select, by));
            plan.erase.push(select);
        }
    }
    erase_unused(model, &mut plan, &FxHashSet::default());
    plan
}

fn is_choice(model: &Model, value: ValueId) -> bool {
    model.opcode(value) == Some(Opcode::Select) && model.has_class(value, TypeClass::Pointer)
}

/// The choices that belong to a nest of more than can be rewritten, one in each round. Such a nest stays as a whole, so that a second
/// run finds nothing to do.
fn too_deep(model: &Model) -> FxHashSet<ValueId> {
    let mut nest: FxHashMap<ValueId, usize> = FxHashMap::default();
    let mut nests: Vec<Vec<ValueId>> = Vec::new();
    for start in reachable(model).filter(|v| is_choice(model, *v)) {
        let mut open = vec![start];
        while let Some(choice) = open.pop() {
            if nest.contains_key(&choice) {
                continue;
            }
            // All that hang together are found from the first.
            let number = if choice == start { nests.len() } else { nests.len() - 1 };
            if choice == start {
                nests.push(Vec::new());
            }
            nest.insert(choice, number);
            nests[number].push(choice);
            let near = model.operands(choice).iter().chain(model.operand_uses(choice));
            open.extend(near.map(|edge| edge.to).filter(|v| is_choice(model, *v)));
        }
    }
    nests.into_iter().filter(|nest| nest.len() > MOST_NESTED).flatten().collect()
}

/// A choice between two offsets from one base.
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

/// The pointer itself, as an offset of the type that `like` has. It has no flags: on LLVM 16, `inbounds` says something of a
/// base even when nothing is added.
fn nothing(pointer: ValueId, like: &Address) -> Address {
    let sum = Sum { terms: Vec::new(), constant: 0, ..like.sum.clone() };
    let offset = Offset::Integer(0);
    Address { base: Operand::Value(pointer), sum, offset, flags: Flags::NONE, takes_in: None }
}

impl Choice {
    fn build(mut self, model: &Model, plan: &mut EditPlan, select: ValueId) -> Option<Operand> {
        let place = Place { before: select, ty: self.yes.ty, width: self.yes.width };
        let common = self.take_common();
        let are_constants = self.yes.terms.is_empty() && self.no.terms.is_empty();
        let offset = match are_constants {
            true => Offset::of(&self.with_constants(common))?.build(plan, place),
            false => self.with_values(plan, place, &common)?,
        };
        Some(make_gep(plan, place, (self.base, offset, model.type_id(select)), self.flags, ""))
    }

    /// The terms that both offsets have alike; they are no part of the choice any more.
    fn take_common(&mut self) -> Sum {
        let key = |(atom, factor): &(Atom, i64)| (atom.source, atom.form, *factor);
        let is_in = |sum: &Sum, term: &(Atom, i64)| sum.terms.iter().any(|other| key(other) == key(term));
        let terms: Vec<_> = self.yes.terms.iter().filter(|term| is_in(&self.no, term)).copied().collect();
        let common = Sum { terms, constant: 0, ..self.yes.clone() };
        for sum in [&mut self.yes, &mut self.no] {
            sum.terms.retain(|term| !is_in(&common, term));
        }
        common
    }

    /// With a choice between two constants.
    fn with_constants(&self, mut sum: Sum) -> Sum {
        match (self.yes.constant, self.no.constant) {
            (yes, no) if yes == no => sum.constant = yes,
            (yes, no) => {
                let (atom, factor) = choice_between(self.condition, yes, no);
                sum.add(atom, factor);
            }
        }
        sum.settle();
        sum
    }

    /// With a choice between two sums, what they have as a factor outside.
    fn with_values(&self, plan: &mut EditPlan, place: Place, common: &Sum) -> Option<Operand> {
        let factor = common_factor(&[&self.yes, &self.no]);
        let (yes, no) = (Offset::divided(&self.yes, factor)?, Offset::divided(&self.no, factor)?);
        let outside = if common.terms.is_empty() { None } else { Some(Offset::of(common)?) };
        let (yes, no) = (yes.build(plan, place), no.build(plan, place));
        let kind = NewKind::Select(Operand::Value(self.condition), yes, no);
        let mut offset = place.create(plan, kind, Flags::NONE, "choice");
        let binary = |opcode, left, right, plan: &mut EditPlan| {
            place.create(plan, NewKind::Binary(opcode, left, right), Flags::NONE, "offset")
        };
        if factor != 1 {
            let factor = place.integer(plan, factor);
            offset = binary(Opcode::Mul, offset, factor, plan);
        }
        if let Some(outside) = outside {
            let outside = outside.build(plan, place);
            offset = binary(Opcode::Add, outside, offset, plan);
        }
        Some(offset)
    }
}
