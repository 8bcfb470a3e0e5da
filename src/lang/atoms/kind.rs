//! Properties of single values: opcode, type, kind, flags, numeric value.
//!
//! These are relations over one variable, so their candidates are exactly the values for which they hold.
//!
//! Two decisions that the table of atoms leaves open: a *numeric constant* is a scalar integer or float (a
//! vector of them is not), while `literal` and the zeros also hold of splats.

use super::domain::value;
use super::{Literal, ModelWorld, TypeName};
use ir::{
    Constant, Flags, Model, Number, Opcode, OpcodeClass, OpcodeSet, Storage, Temperature, TypeClass, TypeId,
    ValueId, ValueKind,
};
use serde::{Deserialize, Serialize};
use solver::{AccessPath, Value};

/// The word behind `ir_type{x} =`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub enum IrKind {
    /// `literal`, `constant`: a constant; globals are not.
    Literal,
    /// `argument`: a parameter.
    Argument,
    /// `instruction`.
    Instruction,
    /// `preexecution`: parameter, global or constant.
    Preexecution,
    /// `global`: a variable, function or alias of the module.
    Global,
    /// `splat`: a constant vector with one number in all lanes.
    Splat,
    /// `undefined`: `undef` or `poison`.
    Undefined,
}

impl IrKind {
    /// The words for them.
    pub const NAMES: &[(&str, IrKind)] = &[
        ("literal", IrKind::Literal),
        ("constant", IrKind::Literal),
        ("argument", IrKind::Argument),
        ("instruction", IrKind::Instruction),
        ("preexecution", IrKind::Preexecution),
        ("global", IrKind::Global),
        ("splat", IrKind::Splat),
        ("undefined", IrKind::Undefined),
    ];

    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<IrKind> {
        IrKind::NAMES.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
    }
}

/// An atom about a property of one value.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum Kind {
    /// `opcode{x} = s`
    Opcode(OpcodeClass),
    /// The opcode is one of these. Created only by the planner; binds nothing.
    AnyOpcode(OpcodeSet),
    /// `data_type{x} = s`
    DataType(TypeName),
    /// `ir_type{x} = …`
    Ir(IrKind),
    /// `ir_type{x} != numeric constant`; binds nothing.
    NotNumericConstant,
    /// `{x} is integer zero`
    IntegerZero,
    /// `{x} is floating point zero`
    FloatZero,
    /// `{x} is null`
    Null,
    /// `{x} is constant`
    ConstantVariable,
    /// `{x} is local`
    Local,
    /// `{x} is hot`, `{x} is cold`
    Temperature(Temperature),
    /// `literal{x} = number`
    Literal(Literal),
    /// `{x} has flag f`: all of these flags.
    Flag(Flags),
}

impl Kind {
    pub(super) fn access_path(&self) -> Option<AccessPath> {
        match self {
            Kind::NotNumericConstant | Kind::AnyOpcode(_) => None,
            Kind::DataType(TypeName::Class(_)) | Kind::Flag(_) | Kind::Temperature(_) => {
                Some(AccessPath::Scan)
            }
            Kind::Ir(IrKind::Instruction) => Some(AccessPath::Scan),
            _ => Some(AccessPath::Bucket),
        }
    }

    /// A kind that covers this one and the other, by their opcodes; `None` if opcodes cannot express it.
    pub(super) fn either(&self, other: &Kind) -> Option<Kind> {
        match (self.opcodes(), other.opcodes()) {
            (Some(own), Some(others)) if self != other => {
                let both = own.with(others);
                // `Branch` is stronger than the set of its opcodes, so it cannot stand for the union.
                let is_other = both == others && !matches!(other, Kind::Opcode(OpcodeClass::Branch));
                Some(if is_other { other.clone() } else { Kind::AnyOpcode(both) })
            }
            _ => (self == other).then(|| self.clone()),
        }
    }

    /// The opcodes that values of this kind can have.
    fn opcodes(&self) -> Option<OpcodeSet> {
        match self {
            Kind::Opcode(class) => Some(class.opcodes()),
            Kind::AnyOpcode(set) => Some(*set),
            _ => None,
        }
    }

    pub(super) fn holds(&self, model: &Model, x: ValueId) -> bool {
        match self {
            Kind::Opcode(class) => has_opcode(model, x, *class),
            Kind::AnyOpcode(set) => model.opcode(x).is_some_and(|opcode| set.meets(OpcodeSet::of(&[opcode]))),
            Kind::DataType(TypeName::Class(class)) => model.has_class(x, *class),
            Kind::DataType(TypeName::Exact(name)) => model.type_of(x).name == *name,
            Kind::Ir(kind) => is_kind(model, x, *kind),
            Kind::NotNumericConstant => !matches!(model.constant(x), Some(Constant::Scalar(_))),
            Kind::IntegerZero => is_zero(model, x, TypeClass::Integer, Number::is_int_zero),
            Kind::FloatZero => is_zero(model, x, TypeClass::Float, Number::is_float_zero),
            Kind::Null => match model.constant(x) {
                Some(Constant::Null) => true,
                Some(Constant::Zero) => model.type_of(x).element == Some(TypeClass::Pointer),
                _ => false,
            },
            Kind::ConstantVariable => {
                model.global(x).is_some_and(|global| global.storage == Storage::Constant)
            }
            Kind::Temperature(wanted) => {
                let profile = model.block_of(x).and_then(|block| model.profile(block));
                profile.is_some_and(|profile| profile.temperature == *wanted)
            }
            Kind::Local => model.global(x).is_some_and(|global| global.is_local),
            Kind::Literal(literal) => match model.constant(x) {
                Some(Constant::Scalar(number) | Constant::Splat(number)) => literal.is(number),
                Some(Constant::Zero) => literal.is_zero() && model.type_of(x).element.is_some_and(is_numeric),
                _ => false,
            },
            Kind::Flag(flags) => model.position(x).is_some() && model.flags(x).contains(*flags),
        }
    }

    pub(super) fn candidates(&self, world: &ModelWorld<'_>, out: &mut Vec<Value>) {
        let (model, index) = (world.model, &world.index);
        match self {
            Kind::Opcode(OpcodeClass::Exactly(opcode)) => out.extend(index.opcode(model, *opcode)),
            Kind::Opcode(OpcodeClass::Branch) => out.extend(index.branches(model)),
            Kind::Opcode(OpcodeClass::Call) => {
                out.extend(index.opcode(model, Opcode::Call));
                out.extend(index.opcode(model, Opcode::Invoke));
            }
            Kind::DataType(name) => {
                let types = model.types().iter().enumerate().filter(|(_, ty)| name.covers(ty));
                types.for_each(|(k, _)| out.extend(index.of_type(model, TypeId::new(k))));
            }
            Kind::Ir(IrKind::Argument) => out.extend(model.parameters().map(value)),
            Kind::Ir(IrKind::Instruction) => out.extend(model.instructions().map(value)),
            Kind::Ir(IrKind::Preexecution) => {
                out.extend(model.parameters().chain(model.globals()).chain(model.constants()).map(value));
            }
            Kind::Ir(IrKind::Global) => out.extend(model.globals().map(value)),
            Kind::ConstantVariable | Kind::Local => {
                out.extend(model.globals().filter(|v| self.holds(model, *v)).map(value));
            }
            Kind::Temperature(_) => {
                out.extend(model.instructions().filter(|v| self.holds(model, *v)).map(value));
            }
            Kind::Ir(IrKind::Literal) => out.extend(model.constants().map(value)),
            Kind::Ir(IrKind::Splat | IrKind::Undefined)
            | Kind::IntegerZero
            | Kind::FloatZero
            | Kind::Null
            | Kind::Literal(_) => {
                out.extend(model.constants().filter(|v| self.holds(model, *v)).map(value));
            }
            Kind::Flag(_) => {
                let flagged = index.flagged(model).iter();
                out.extend(flagged.filter(|v| self.holds(model, ValueId(v.0))));
            }
            Kind::NotNumericConstant | Kind::AnyOpcode(_) => {}
        }
    }
}

fn has_opcode(model: &Model, x: ValueId, class: OpcodeClass) -> bool {
    let (Some(opcode), Some(block)) = (model.opcode(x), model.block_of(x)) else { return false };
    match class {
        OpcodeClass::Exactly(wanted) => opcode == wanted,
        OpcodeClass::Branch => model.terminator(block) == x && !model.block_successors(block).is_empty(),
        OpcodeClass::Call => opcode.is_call(),
    }
}

fn is_kind(model: &Model, x: ValueId, kind: IrKind) -> bool {
    match kind {
        IrKind::Literal => model.kind(x) == ValueKind::Constant,
        IrKind::Argument => model.kind(x) == ValueKind::Parameter,
        IrKind::Instruction => model.kind(x) == ValueKind::Instruction,
        IrKind::Preexecution => model.kind(x) != ValueKind::Instruction,
        IrKind::Global => matches!(model.kind(x), ValueKind::Global),
        IrKind::Splat => matches!(model.constant(x), Some(Constant::Splat(_))),
        IrKind::Undefined => matches!(model.constant(x), Some(Constant::Undef | Constant::Poison)),
    }
}

fn is_zero(model: &Model, x: ValueId, class: TypeClass, test: fn(&Number) -> bool) -> bool {
    match model.constant(x) {
        Some(Constant::Scalar(number) | Constant::Splat(number)) => test(number),
        Some(Constant::Zero) => model.type_of(x).element == Some(class),
        _ => false,
    }
}

fn is_numeric(class: TypeClass) -> bool {
    matches!(class, TypeClass::Integer | TypeClass::Float)
}
