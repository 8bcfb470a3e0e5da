//! Removes instructions that an edit plan leaves without a use, so that no part of the old spelling remains.

use ir::{EditPlan, Model, Opcode, Operand, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Erases instructions whose only users are erased: arithmetic, and those for which `is_absorbed` holds.
/// Instructions that had no use before stay.
pub(super) fn erase_unused(model: &Model, plan: &mut EditPlan, is_absorbed: impl Fn(ValueId) -> bool) {
    if plan.erase.is_empty() {
        return;
    }
    let used = used_by_plan(plan);
    let mut gone: FxHashSet<ValueId> = plan.erase.iter().copied().collect();
    let mut left: FxHashMap<ValueId, usize> = FxHashMap::default();
    let mut at = 0;
    while at < plan.erase.len() {
        for edge in model.operands(plan.erase[at]) {
            let uses = left.entry(edge.to).or_insert_with(|| model.operand_uses(edge.to).len());
            *uses -= 1;
            let may_go = is_absorbed(edge.to) || (is_arithmetic(model, edge.to) && !used.contains(&edge.to));
            if *uses == 0 && may_go && !model.is_used_outside(edge.to) && gone.insert(edge.to) {
                plan.erase.push(edge.to);
            }
        }
        at += 1;
    }
}

/// The values that new instructions and replacements of the plan use.
fn used_by_plan(plan: &EditPlan) -> FxHashSet<ValueId> {
    let new = plan.new.iter().flat_map(|new| new.kind.operands());
    let set = plan.operands.iter().map(|(.., operand)| *operand);
    let replacements = plan.replace.iter().map(|(_, operand)| *operand);
    let value = |operand: Operand| match operand {
        Operand::Value(value) => Some(value),
        Operand::New(_) | Operand::Constant(_) | Operand::BaseOf(_) => None,
    };
    new.chain(set).chain(replacements).filter_map(value).collect()
}

/// Whether the instruction is arithmetic as in an offset computation.
fn is_arithmetic(model: &Model, value: ValueId) -> bool {
    use Opcode::*;
    let opcode = model.opcode(value);
    let is_sum =
        matches!(opcode, Some(Add | Sub | Mul | Shl | Or | Xor | SExt | ZExt | Trunc | GetElementPtr));
    is_sum || matches!(opcode, Some(And | AShr | LShr | SDiv | UDiv | Select))
}
