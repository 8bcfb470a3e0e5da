//! Whether the operands of a new instruction have types that LLVM's verifier accepts.
//!
//! In: `shl i32 %x, i64 3`. Out: no. Asked before anything is touched, so that a plan that is carried out
//! needs no undoing.

use ir::{
    Constant, EditPlan, IntrinsicShape, Model, NewInstruction, NewKind, NewType, Number, Opcode, Operand,
    Type, TypeClass, TypeId,
};

/// Whether a type that a plan brings in is of numbers, and in the shape of a type that the model has.
pub(super) fn is_in_shape(new: &NewType, model: &Model) -> bool {
    let is_like = |shape: &Type| shape.lanes().is_some() && shape.with_lane(new.lane) == new.ty;
    match new.shape {
        None => new.lane.scalar() == new.ty,
        Some(shape) => model.types().get(shape.index()).is_some_and(is_like),
    }
}

/// Whether the types of its operands are those that it needs.
pub(super) fn fits(new: &NewInstruction, plan: &EditPlan, model: &Model) -> bool {
    let of = Operands { plan, model };
    match &new.kind {
        NewKind::Binary(opcode, left, right) => {
            of.same(*left, *right) && is_binary(*opcode, of.ty(*left).and_then(Type::lane_class))
        }
        NewKind::Compare(_, left, right, to) => {
            let class = of.ty(*left).and_then(Type::lane_class);
            let compares = matches!(class, Some(TypeClass::Integer | TypeClass::Pointer));
            compares && of.same(*left, *right) && of.is_truth(*left, *to)
        }
        NewKind::FloatCompare(_, left, right, to) => {
            let is_float = of.ty(*left).and_then(Type::lane_class) == Some(TypeClass::Float);
            is_float && of.same(*left, *right) && of.is_truth(*left, *to)
        }
        NewKind::Freeze(from) => of.ty(*from).is_some_and(|ty| ty.class.is_some()),
        NewKind::Negate(from) => of.ty(*from).and_then(Type::lane_class) == Some(TypeClass::Float),
        NewKind::External { args, ty, .. } => {
            let is_number = |ty: Option<&Type>| {
                ty.is_some_and(|ty| matches!(ty.class, Some(TypeClass::Integer | TypeClass::Float)))
            };
            is_number(plan.ty(model, *ty)) && args.iter().all(|arg| is_number(of.ty(*arg)))
        }
        NewKind::Intrinsic(name, args) => {
            IntrinsicShape::of_name(name).is_some_and(|shape| of.are_of(shape, args))
        }
        NewKind::CallLike(call, args) => {
            let old: Vec<Operand> =
                (1..).map_while(|n| model.operand(*call, n)).map(Operand::Value).collect();
            old.len() == args.len() && old.iter().zip(args).all(|(old, new)| of.same(*new, *old))
        }
        NewKind::Cast(opcode, from, to) => of.casts(*opcode, *from, *to),
        NewKind::Gep { offset, .. } => of.ty(*offset).and_then(Type::integer_width).is_some(),
        NewKind::Splat(scalar, to) => {
            let to = plan.ty(model, *to).filter(|to| to.class == Some(TypeClass::Vector));
            let lane = to.and_then(Type::lane);
            lane.is_some_and(|lane| of.ty(*scalar).is_some_and(|ty| ty.name == lane))
        }
        NewKind::Select(condition, yes, no) => of.chooses(*condition, *yes) && of.same(*yes, *no),
    }
}

/// Whether an operation with two operands is of that class.
fn is_binary(opcode: Opcode, class: Option<TypeClass>) -> bool {
    use Opcode::{
        AShr, Add, And, FAdd, FDiv, FMul, FRem, FSub, LShr, Mul, Or, SDiv, SRem, Shl, Sub, UDiv, URem, Xor,
    };
    let wanted = match opcode {
        Add | Sub | Mul | UDiv | SDiv | URem | SRem | Shl | LShr | AShr | And | Or | Xor => {
            TypeClass::Integer
        }
        FAdd | FSub | FMul | FDiv | FRem => TypeClass::Float,
        _ => return false,
    };
    class == Some(wanted)
}

struct Operands<'a> {
    plan: &'a EditPlan,
    model: &'a Model,
}

impl<'a> Operands<'a> {
    fn ty(&self, operand: Operand) -> Option<&'a Type> {
        self.plan.ty(self.model, self.plan.type_of(self.model, operand)?)
    }

    fn same(&self, left: Operand, right: Operand) -> bool {
        super::same_type(self.plan, self.model, left, right)
    }

    /// Whether a type is `i1` in the shape of an operand.
    fn is_truth(&self, like: Operand, to: TypeId) -> bool {
        let to = self.plan.ty(self.model, to).filter(|to| to.integer_width() == Some(1));
        to.is_some_and(|to| self.ty(like).is_some_and(|like| like.lanes() == to.lanes()))
    }

    /// Whether a condition is a truth value, or as many of them as the choice has lanes.
    fn chooses(&self, condition: Operand, choice: Operand) -> bool {
        let (Some(condition), Some(choice)) = (self.ty(condition), self.ty(choice)) else { return false };
        let is_scalar = condition.lanes().is_none();
        condition.integer_width() == Some(1) && (is_scalar || condition.lanes() == choice.lanes())
    }

    fn are_of(&self, shape: IntrinsicShape, args: &[Operand]) -> bool {
        let (Some(first), Some(values)) = (args.first(), args.get(..shape.values)) else { return false };
        let Some(ty) = self.ty(*first) else { return false };
        let is_multiple = ty.integer_width().is_none_or(|width| width.is_multiple_of(shape.multiple));
        let flags = &args[shape.values..];
        ty.lane_class() == Some(shape.of)
            && is_multiple
            && values.iter().all(|value| self.same(*first, *value))
            && flags.len() == usize::from(shape.flag)
            && flags.iter().all(|flag| self.is_constant_bit(*flag))
    }

    fn is_constant_bit(&self, operand: Operand) -> bool {
        let number = match operand {
            Operand::Constant(k) => self.plan.constants.get(k as usize).map(|new| &new.number),
            Operand::Value(value) => match self.model.constant(value) {
                Some(Constant::Scalar(number)) => Some(number),
                _ => None,
            },
            Operand::New(_) | Operand::BaseOf(_) => None,
        };
        let is_scalar = self.ty(operand).is_some_and(|ty| ty.lanes().is_none());
        is_scalar && matches!(number, Some(Number::Int { width: 1, .. }))
    }

    fn casts(&self, opcode: Opcode, from: Operand, to: TypeId) -> bool {
        let (Some(from), Some(to)) = (self.ty(from), self.plan.ty(self.model, to)) else { return false };
        if from.lanes() != to.lanes() {
            return false;
        }
        let widths = from.integer_width().zip(to.integer_width());
        let is_pointer = |ty: &Type| ty.lane_class() == Some(TypeClass::Pointer);
        match opcode {
            Opcode::SExt | Opcode::ZExt => widths.is_some_and(|(from, to)| from < to),
            Opcode::Trunc => widths.is_some_and(|(from, to)| from > to),
            Opcode::PtrToInt => is_pointer(from) && to.integer_width().is_some(),
            Opcode::IntToPtr => from.integer_width().is_some() && is_pointer(to),
            Opcode::BitCast => number_bits(from).is_some() && number_bits(from) == number_bits(to),
            _ => false,
        }
    }
}

/// The bits of a number, or of each lane.
fn number_bits(ty: &Type) -> Option<u32> {
    ty.integer_width().or_else(|| ty.float_kind().map(|kind| kind.bits()))
}
