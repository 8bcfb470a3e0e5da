//! Expressions: one fact for each class of instructions that compute the same operation on the same operands.
//!
//! Availability looks backwards, anticipation forwards; both end where an operand is redefined, in another
//! round of a loop. Two instructions are in one class if opcode, type, operands, flags and, for an address,
//! the offset agree; the operands of a commutative operation may be in either order. Equality is syntactic:
//! `t = y; t + 1` and `y + 1` are different expressions. (LLVM's value numbering has identified such
//! expressions already.)
//!
//! ```text
//! computed(p) = {e | p computes e}, killed(p) = {e | p defines an operand of e}
//! available.after(p)    = (available.before(p) ∪ computed(p)) − killed(p)     forward, ∩
//! partially available   likewise, ∪
//! anticipated.before(p) = computed(p) ∪ (anticipated.after(p) − killed(p))    backward, ∩
//! ```

use super::framework::{Analysis, Change, Direction, Meet};
use ir::{Flags, Model, Opcode, TypeId, ValueId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// The classes of expressions of one function.
#[derive(Debug)]
pub(super) struct Classes {
    /// Per instruction, by position, its class; `NONE` if it is not an expression.
    of: Vec<u32>,
    /// Per class, its instructions, ascending.
    members: Vec<Vec<ValueId>>,
}

const NONE: u32 = u32::MAX;

/// The parts of an instruction that determine its class.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    opcode: Opcode,
    ty: TypeId,
    flags: Flags,
    operands: SmallVec<[ValueId; 4]>,
    /// For a `getelementptr`, the constant part and the factors of its offset.
    offset: SmallVec<[i64; 4]>,
}

impl Classes {
    pub(super) fn of(model: &Model) -> Classes {
        let mut known: FxHashMap<Key, u32> = FxHashMap::default();
        let mut classes = Classes { of: vec![NONE; model.instruction_count()], members: Vec::new() };
        for (position, value) in model.instructions().enumerate() {
            let Some(key) = key(model, value, |operand| operand) else { continue };
            let class = *known.entry(key).or_insert(classes.members.len() as u32);
            if class as usize == classes.members.len() {
                classes.members.push(Vec::new());
            }
            classes.members[class as usize].push(value);
            classes.of[position] = class;
        }
        classes
    }

    /// The class of an instruction.
    pub(super) fn class(&self, model: &Model, value: ValueId) -> Option<u32> {
        model.position(value).map(|at| self.of[at]).filter(|class| *class != NONE)
    }

    /// The number of classes.
    pub(super) fn len(&self) -> u32 {
        self.members.len() as u32
    }

    /// The instructions of a class, ascending.
    pub(super) fn members(&self, class: u32) -> &[ValueId] {
        &self.members[class as usize]
    }

    fn changes(&self, model: &Model, class: u32) -> Vec<Change> {
        let members = self.members(class);
        let computed = members.iter().map(|at| Change { at: *at, holds: true });
        let operands = members.first().map_or(&[][..], |first| model.operands(*first));
        let defined = operands.iter().filter(|operand| model.position(operand.to).is_some());
        computed.chain(defined.map(|operand| Change { at: operand.to, holds: false })).collect()
    }
}

/// The key of an instruction, with each operand replaced by `leader(operand)`. `None` for instructions that
/// are not expressions: memory accesses, control flow, phis, calls, and those with parts that the model does
/// not have.
pub(super) fn key(model: &Model, value: ValueId, leader: impl Fn(ValueId) -> ValueId) -> Option<Key> {
    use Opcode::*;
    let opcode = model.opcode(value)?;
    let mut offset = SmallVec::new();
    match opcode {
        Add | FAdd | Sub | FSub | Mul | FMul | UDiv | SDiv | FDiv | URem | SRem | FRem | Shl | LShr
        | AShr | And | Or | Xor | FNeg | Trunc | ZExt | SExt | FPToUI | FPToSI | UIToFP | SIToFP
        | FPTrunc | FPExt | PtrToInt | PtrToAddr | IntToPtr | BitCast | AddrSpaceCast | ICmp | Select
        | ExtractElement | InsertElement | ShuffleVector => {}
        GetElementPtr => {
            let form = model.gep_form(value)?;
            offset.push(form.offset);
            offset.extend(form.terms.iter().flat_map(|(n, factor)| [i64::from(*n), *factor]));
        }
        _ => return None,
    }
    let mut operands: SmallVec<[ValueId; 4]> =
        model.operands(value).iter().map(|operand| leader(operand.to)).collect();
    if matches!(opcode, Add | FAdd | Mul | FMul | And | Or | Xor) {
        operands.sort_unstable();
    }
    Some(Key { opcode, ty: model.type_id(value), flags: model.flags(value), operands, offset })
}

/// The key of an instruction without the flags by which it may give poison or another number.
pub(super) fn key_up_to_flags(model: &Model, value: ValueId) -> Option<Key> {
    let key = key(model, value, |operand| operand)?;
    Some(Key { flags: key.flags.without(Flags::LICENCES), ..key })
}

/// Whether an instruction is an expression: the same operation on the same operands gives the same value.
pub(crate) fn is_expression(model: &Model, value: ValueId) -> bool {
    key(model, value, |operand| operand).is_some()
}

/// Expressions computed before, on all paths.
#[derive(Debug)]
pub(super) struct Availability(pub(super) Rc<Classes>);

/// Expressions computed before, on some path.
#[derive(Debug)]
pub(super) struct PartialAvailability(pub(super) Rc<Classes>);

/// Expressions computed later, on all paths to an exit.
#[derive(Debug)]
pub(super) struct Anticipation(pub(super) Rc<Classes>);

impl Analysis for Availability {
    const DIRECTION: Direction = Direction::Forward;
    const MEET: Meet = Meet::Intersection;

    fn changes(&self, model: &Model, fact: u32) -> Vec<Change> {
        self.0.changes(model, fact)
    }
}

impl Analysis for PartialAvailability {
    const DIRECTION: Direction = Direction::Forward;
    const MEET: Meet = Meet::Union;

    fn changes(&self, model: &Model, fact: u32) -> Vec<Change> {
        self.0.changes(model, fact)
    }
}

impl Analysis for Anticipation {
    const DIRECTION: Direction = Direction::Backward;
    const MEET: Meet = Meet::Intersection;

    fn changes(&self, model: &Model, fact: u32) -> Vec<Change> {
        self.0.changes(model, fact)
    }
}
