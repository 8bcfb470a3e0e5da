//! The implementation of [`Subject`] for the model of a function.

use super::subject::{Shape, Subject, Symbol};
use crate::semantics::{Intrinsic, MAX_WIDTH};
use ir::{Constant, Flags, Model, Opcode, Type, TypeClass, ValueId};

/// The flags that rules can test.
const TESTED_FLAGS: Flags = Flags(
    Flags::NSW.0 | Flags::NUW.0 | Flags::EXACT.0 | Flags::DISJOINT.0 | Flags::NNEG.0 | Flags::SAMESIGN.0,
);

/// The values of a model.
#[derive(Debug)]
pub struct ModelSubject<'a> {
    model: &'a Model,
    /// Whether integers of more than 128 bits are treated as having 128.
    cuts: bool,
    /// The width of each type, if it is an integer or a vector of integers, and the spelling of the lanes.
    widths: Vec<Option<(u32, &'a str)>>,
    /// The width of each pointer type's offsets, if an instruction adds one.
    offsets: Vec<Option<u32>>,
    /// The shape of each value, in the model's order.
    shapes: Vec<Shape>,
}

impl<'a> ModelSubject<'a> {
    /// The subject for all values of a model.
    pub fn new(model: &'a Model) -> ModelSubject<'a> {
        ModelSubject::seen(model, false)
    }

    /// The subject with integers of more than 128 bits treated as having 128. It serves to report would-be
    /// matches, not to rewrite.
    pub fn cut(model: &'a Model) -> ModelSubject<'a> {
        ModelSubject::seen(model, true)
    }

    fn seen(model: &'a Model, cuts: bool) -> ModelSubject<'a> {
        let widths = model.types().iter().map(|ty| integer(ty, cuts)).collect();
        let offsets = vec![None; model.types().len()];
        let mut subject = ModelSubject { model, cuts, widths, offsets, shapes: Vec::new() };
        subject.shapes = model.values().map(|value| subject.look(value)).collect();
        for (value, shape) in model.values().zip(&subject.shapes) {
            if shape.symbol == Symbol::Instruction(Opcode::GetElementPtr) {
                let form = model.gep_form(value);
                subject.offsets[model.type_id(value).index()] = form.map(|form| form.width);
            }
        }
        subject
    }

    /// The model.
    pub fn model(&self) -> &'a Model {
        self.model
    }

    fn integer(&self, value: ValueId) -> Option<(u32, &'a str)> {
        self.widths[self.model.type_id(value).index()]
    }

    /// Whether a `getelementptr` adds its second operand, in bytes, to its first.
    fn is_ptradd(&self, value: ValueId) -> bool {
        let (Some(form), Some(offset), None) =
            (self.model.gep_form(value), self.model.operand(value, 1), self.model.operand(value, 2))
        else {
            return false;
        };
        let is_offset = match (form.offset, form.terms.as_slice()) {
            (0, [(1, 1)]) => true,
            (bytes, []) => {
                let Some(Constant::Scalar(number)) = self.model.constant(offset) else { return false };
                number.bits() == Some(bytes as u128 & (u128::MAX >> (128 - form.width)))
            }
            _ => false,
        };
        let is_scalar = self.model.type_of(value).lanes().is_none();
        is_offset && is_scalar && self.integer(offset) == Some((form.width, ""))
    }

    fn look(&self, value: ValueId) -> Shape {
        let other = Shape::plain(Symbol::Other);
        if self.model.opcode(value) == Some(Opcode::GetElementPtr) {
            let is_one = self.is_ptradd(value);
            return if is_one { Shape::plain(Symbol::Instruction(Opcode::GetElementPtr)) } else { other };
        }
        let Some((_, lanes)) = self.integer(value) else { return other };
        match self.model.constant(value) {
            Some(Constant::Scalar(number) | Constant::Splat(number))
                if self.cuts || number.bits().is_some() =>
            {
                return Shape::plain(Symbol::Constant);
            }
            Some(Constant::Undef) => return Shape::plain(Symbol::Undef),
            Some(_) => return other,
            None => {}
        }
        let Some(symbol) = self.model.opcode(value).and_then(|opcode| self.symbol(value, opcode)) else {
            return other;
        };
        // Scalar operands need no lanes: the condition of a vector `select`, and the flag of an intrinsic.
        let count = match symbol {
            Symbol::Intrinsic(intrinsic) if intrinsic.has_flag_operand() => 1,
            Symbol::Intrinsic(_) => self.model.operands(value).len() - 1,
            _ => self.model.operands(value).len(),
        };
        let first = usize::from(matches!(symbol, Symbol::Intrinsic(_)));
        let has_lanes = |at: usize| {
            let operand = self.model.operand(value, at as u32);
            operand.and_then(|operand| self.integer(operand)).is_some_and(|(_, own)| own == lanes)
        };
        if !(first..first + count).all(has_lanes) {
            return other;
        }
        Shape {
            symbol,
            flags: self.model.flags(value) & TESTED_FLAGS,
            predicate: self.model.predicate(value),
        }
    }

    fn symbol(&self, value: ValueId, opcode: Opcode) -> Option<Symbol> {
        use Opcode::*;
        match opcode {
            Add | Sub | Mul | UDiv | SDiv | URem | SRem | Shl | LShr | AShr | And | Or | Xor | Trunc
            | ZExt | SExt | ICmp | Select | Freeze => Some(Symbol::Instruction(opcode)),
            Call => {
                let callee = self.model.operand(value, 0)?;
                let global = self.model.global(callee).filter(|global| global.is_intrinsic)?;
                Intrinsic::of_callee(&global.canonical).map(Symbol::Intrinsic)
            }
            _ => None,
        }
    }
}

/// The width of an integer or of a vector's lanes, and the vector's type around the lanes. Widths above 128
/// are reduced to 128 if `cuts`; otherwise they are not supported.
fn integer(ty: &Type, cuts: bool) -> Option<(u32, &str)> {
    let width = ty.integer_width().map(|width| if cuts { width.min(MAX_WIDTH) } else { width });
    let width = width.filter(|width| (1..=MAX_WIDTH).contains(width))?;
    let around = match ty.class {
        Some(TypeClass::Vector) => ty.name.rsplit_once(" x ").map_or("", |(around, _)| around),
        _ => "",
    };
    Some((width, around))
}

impl Subject for ModelSubject<'_> {
    type Value = ValueId;

    fn shape(&self, value: ValueId) -> Shape {
        self.shapes[value.index()]
    }

    fn operand(&self, value: ValueId, at: usize) -> Option<ValueId> {
        // Operand 0 of a call is its callee.
        let is_call = matches!(self.shape(value).symbol, Symbol::Intrinsic(_));
        self.model.operand(value, (at + usize::from(is_call)) as u32)
    }

    fn width(&self, value: ValueId) -> Option<u32> {
        let of_pointer = || self.offsets[self.model.type_id(value).index()];
        self.integer(value).map(|(width, _)| width).or_else(of_pointer)
    }

    fn bits(&self, value: ValueId) -> Option<u128> {
        match self.model.constant(value)? {
            Constant::Scalar(number) | Constant::Splat(number) if self.integer(value).is_some() => {
                number.bits().or_else(|| number.cut_bits().filter(|_| self.cuts))
            }
            _ => None,
        }
    }
}
