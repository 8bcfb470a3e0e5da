//! The canonical spelling of an offset: common factors outside, values in a fixed order.
//!
//! In: the sum 8 * `%i` + 256 * `%row` + 16. Out: `(%i + %row * 32 + 2) * 8`. Added values come first, by
//! value number, then subtracted ones, then the constant. The instructions carry no flags: reordering may
//! introduce intermediate wrapping.

use super::shared::Shared;
use analysis::values::address::Address;
use analysis::values::known_bits::{integer, mask};
use analysis::values::linear::{Extension, LinearTerm, Sum, common_factor};
use ir::{EditPlan, Flags, Model, NewInstruction, NewKind, Opcode, Operand, TypeId, ValueId};
use smallvec::{SmallVec, smallvec};

/// An offset as a list of steps in postfix order: operands before their operation.
#[derive(Debug)]
pub(super) struct Offset<'s> {
    terms: &'s [(LinearTerm, i64)],
    parts: SmallVec<[OffsetStep; 12]>,
}

/// A step of an offset in postfix order.
#[derive(Clone, Copy, Debug)]
enum OffsetStep {
    /// The value of the term with that index, with its cast.
    Value(u32),
    /// A constant.
    Integer(i64),
    /// An operation on the two preceding results.
    Operation(Opcode),
}

/// The insertion point of new instructions, and the type of the offset.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The instruction to insert before; its debug location is used.
    pub(super) before: ValueId,
    /// The type of the offset.
    pub(super) ty: TypeId,
    /// The width of the type in bits.
    pub(super) width: u32,
}

impl Place {
    /// Adds an instruction at this place.
    pub(super) fn create(
        self,
        plan: &mut EditPlan,
        kind: NewKind,
        flags: Flags,
        name: &'static str,
    ) -> Operand {
        let (before, location_of) = (self.before, smallvec![self.before]);
        plan.create(NewInstruction { kind, flags, before, location_of, name })
    }

    /// An integer constant of the offset's type.
    pub(super) fn integer(self, plan: &mut EditPlan, value: i64) -> Operand {
        plan.integer(self.ty, self.width, value)
    }
}

impl<'s> Offset<'s> {
    /// The spelling of a sum; `None` if it has too many terms.
    pub(super) fn of(sum: &'s Sum) -> Option<Offset<'s>> {
        if sum.terms.is_empty() {
            return Some(Offset { terms: &[], parts: smallvec![OffsetStep::Integer(sum.constant)] });
        }
        let factor = common_factor(&[sum]);
        let mut offset = Offset::divided(sum, factor)?;
        if factor != 1 {
            offset.times(factor);
        }
        Some(offset)
    }

    /// The sum divided by a common factor. The factor is positive except for single terms.
    pub(super) fn divided(sum: &'s Sum, factor: i64) -> Option<Offset<'s>> {
        if !sum.is_short() {
            return None;
        }
        let mut offset = Offset { terms: &sum.terms, parts: SmallVec::new() };
        let terms = || sum.terms.iter().zip(0..).map(|((_, times), at)| (at, times.wrapping_div(factor)));
        for (at, times) in terms().filter(|(_, times)| *times > 0) {
            offset.add(Opcode::Add, at, times);
        }
        for (at, times) in terms().filter(|(_, times)| *times <= 0) {
            match times.checked_neg() {
                Some(less) if !offset.parts.is_empty() => offset.add(Opcode::Sub, at, less),
                _ => offset.add(Opcode::Add, at, times),
            }
        }
        let constant = sum.constant.wrapping_div(factor);
        let is_first = offset.parts.is_empty();
        if is_first || constant != 0 {
            offset.parts.push(OffsetStep::Integer(constant));
            offset.join(Opcode::Add, is_first);
        }
        Some(offset)
    }

    /// Adds or subtracts a multiple of a term; the first term needs no operation.
    fn add(&mut self, opcode: Opcode, term: u32, times: i64) {
        let is_first = self.parts.is_empty();
        self.parts.push(OffsetStep::Value(term));
        if times != 1 {
            self.times(times);
        }
        self.join(opcode, is_first);
    }

    fn join(&mut self, opcode: Opcode, is_first: bool) {
        if !is_first {
            self.parts.push(OffsetStep::Operation(opcode));
        }
    }

    fn times(&mut self, times: i64) {
        self.parts.push(OffsetStep::Integer(times));
        self.parts.push(OffsetStep::Operation(Opcode::Mul));
    }

    fn atom(&self, term: u32) -> LinearTerm {
        self.terms[term as usize].0
    }

    /// Whether a value of the model has exactly this spelling.
    pub(super) fn is(&self, model: &Model, value: ValueId, width: u32) -> bool {
        let mut open: SmallVec<[ValueId; 8]> = smallvec![value];
        // In reverse: the operation, its second operand, its first operand.
        self.parts.iter().rev().all(|part| {
            let Some(value) = open.pop() else { return false };
            match part {
                OffsetStep::Value(term) => is_spelt_as(&self.atom(*term), model, value, width),
                OffsetStep::Integer(wanted) => is_integer(model, value, *wanted, width),
                OffsetStep::Operation(opcode) => match (model.operand(value, 0), model.operand(value, 1)) {
                    (Some(left), Some(right)) if model.opcode(value) == Some(*opcode) => {
                        open.push(left);
                        open.push(right);
                        true
                    }
                    _ => false,
                },
            }
        })
    }

    /// Adds the instructions to the plan.
    pub(super) fn build(&self, plan: &mut EditPlan, shared: &mut Shared, place: Place) -> Operand {
        let mut made: SmallVec<[Operand; 8]> = SmallVec::new();
        for part in &self.parts {
            let operand = match *part {
                OffsetStep::Value(term) => build_term(&self.atom(term), plan, shared, place),
                OffsetStep::Integer(value) => shared.integer(plan, place, value),
                OffsetStep::Operation(opcode) => {
                    // Each operation is preceded by its two operands.
                    let (Some(right), Some(left)) = (made.pop(), made.pop()) else { continue };
                    shared.binary(plan, place, opcode, [left, right])
                }
            };
            made.push(operand);
        }
        made.pop().unwrap_or_else(|| place.integer(plan, 0))
    }
}

/// Whether the `getelementptr` has the canonical spelling.
pub(super) fn is_spelt_so(model: &Model, gep: ValueId, address: &Address) -> bool {
    let Some(form) = model.gep_form(gep) else { return false };
    let (Some(base), Some(index)) = (model.operand(gep, 0), model.operand(gep, 1)) else { return false };
    let is_bytes = match form.terms.as_slice() {
        [] => model.operands(gep).len() == 2,
        terms => *terms == [(1, 1)] && form.offset == 0,
    };
    is_bytes
        && address.base == Operand::Value(base)
        && model.type_id(index) == form.index_type
        && Offset::of(&address.sum).is_some_and(|offset| offset.is(model, index, form.width))
}

/// Adds the instructions that compute an address to the plan. Without a name hint, the result takes the name
/// of the replaced instruction.
pub(super) fn build_address(
    address: &Address,
    plan: &mut EditPlan,
    shared: &mut Shared,
    before: ValueId,
    ty: TypeId,
    name: &'static str,
) -> Option<Operand> {
    let place = Place { before, ty: address.sum.ty, width: address.sum.width };
    let offset = Offset::of(&address.sum)?.build(plan, shared, place);
    let kind = NewKind::Gep { base: address.base, offset, ty };
    Some(place.create(plan, kind, address.flags, name))
}

/// Whether a value is the constant `wanted`, truncated to a width of at most 64 bits.
fn is_integer(model: &Model, value: ValueId, wanted: i64, width: u32) -> bool {
    integer(model, value) == Some(u128::from(wanted as u64) & mask(width))
}

/// Whether a value of the model is spelt exactly as a term.
fn is_spelt_as(term: &LinearTerm, model: &Model, value: ValueId, width: u32) -> bool {
    match term.extension {
        Extension::Plain => value == term.source,
        Extension::Cast(_) | Extension::Low(..) => term.existing == Some(value),
        Extension::Made(_) => false,
        Extension::Choice(yes, no) => {
            let arm = |n: u32, wanted: i64| {
                model.operand(value, n).is_some_and(|arm| is_integer(model, arm, wanted, width))
            };
            model.opcode(value) == Some(Opcode::Select)
                && model.operand(value, 0) == Some(term.source)
                && arm(1, yes)
                && arm(2, no)
        }
    }
}

/// The value of a term: its source, or a cast of the source.
fn build_term(term: &LinearTerm, plan: &mut EditPlan, shared: &mut Shared, place: Place) -> Operand {
    let source = Operand::Value(term.source);
    let mut cast = |opcode, from, to| shared.cast(plan, place, opcode, (from, to));
    match (term.extension, term.existing) {
        (Extension::Plain, _) => source,
        (Extension::Made(new), _) => Operand::New(new),
        (_, Some(existing)) => Operand::Value(existing),
        (Extension::Cast(opcode), None) => cast(opcode, source, place.ty),
        (Extension::Low(opcode, half), None) => {
            let low = cast(Opcode::Trunc, source, half);
            cast(opcode, low, place.ty)
        }
        (Extension::Choice(yes, no), None) => {
            let (yes, no) = (place.integer(plan, yes), place.integer(plan, no));
            place.create(plan, NewKind::Select(source, yes, no), Flags::NONE, "choice")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(factors: &[i64], constant: i64) -> Sum {
        let atom = |k: usize| LinearTerm::new(ValueId::new(k), Extension::Plain);
        let terms = factors.iter().enumerate().map(|(k, factor)| (atom(k), *factor)).collect();
        Sum { width: 64, ty: TypeId(0), terms, constant }
    }

    fn text(offset: &Offset<'_>) -> String {
        let mut open: Vec<String> = Vec::new();
        for part in &offset.parts {
            let text = match part {
                OffsetStep::Value(term) => ["a", "b", "c"][offset.atom(*term).source.index()].to_string(),
                OffsetStep::Integer(value) => value.to_string(),
                OffsetStep::Operation(opcode) => {
                    let (right, left) = (open.pop().unwrap(), open.pop().unwrap());
                    format!("({left} {} {right})", opcode.name())
                }
            };
            open.push(text);
        }
        let [text] = open.try_into().unwrap();
        text
    }

    #[test]
    fn factors_are_collected() {
        for (factors, constant, expect) in [
            (&[8][..], 0, "(a mul 8)"),
            (&[256, 8], 16, "((((a mul 32) add b) add 2) mul 8)"),
            (&[8, -8], 0, "((a sub b) mul 8)"),
            (&[-8, 8], 0, "((b sub a) mul 8)"),
            (&[-8], -8, "((a add 1) mul -8)"),
            (&[-8], 8, "((a add -1) mul -8)"),
            (&[12], 4, "(((a mul 3) add 1) mul 4)"),
            (&[1], -1, "(a add -1)"),
            (&[-1], 0, "(a mul -1)"),
            (&[i64::MIN], 0, "(a mul -9223372036854775808)"),
            (&[i64::MIN, 8], 0, "((b sub (a mul 1152921504606846976)) mul 8)"),
            (&[], 24, "24"),
            (&[], 0, "0"),
        ] {
            let sum = sum(factors, constant);
            let offset = Offset::of(&sum).unwrap();
            assert_eq!(text(&offset), expect, "{factors:?} + {constant}");
        }
    }

    #[test]
    fn the_spelling_is_the_sum() {
        fn value(offset: &Offset<'_>, values: &[i64]) -> i64 {
            let mut open: Vec<i64> = Vec::new();
            for part in &offset.parts {
                let value = match part {
                    OffsetStep::Value(term) => values[offset.atom(*term).source.index()],
                    OffsetStep::Integer(value) => *value,
                    OffsetStep::Operation(opcode) => {
                        let (right, left) = (open.pop().unwrap(), open.pop().unwrap());
                        match opcode {
                            Opcode::Add => left.wrapping_add(right),
                            Opcode::Sub => left.wrapping_sub(right),
                            _ => left.wrapping_mul(right),
                        }
                    }
                };
                open.push(value);
            }
            open.pop().unwrap()
        }
        let interesting = [i64::MIN, i64::MIN + 8, -24, -8, -1, 1, 3, 12, 1 << 62, i64::MAX];
        for a in interesting {
            for b in interesting {
                for constant in [0, 1, -1, 8, i64::MIN, i64::MAX] {
                    let sum = sum(&[a, b], constant);
                    let offset = Offset::of(&sum).unwrap();
                    let (x, y) = (0x1234_5678_9abc_def1, -77);
                    let expect = a.wrapping_mul(x).wrapping_add(b.wrapping_mul(y)).wrapping_add(constant);
                    assert_eq!(value(&offset, &[x, y]), expect, "{a} {b} {constant}: {}", text(&offset));
                }
            }
        }
    }
}
