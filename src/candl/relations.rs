//! The atoms of the core language as relations over the model, and the words they know: where the front
//! end meets the model.
//!
//! `opcode{x} = phi` becomes `Atom::Kind(Kind::Opcode(phi))`, its variables unchanged: the solver's atoms take
//! them in the order of the table in `docs/src/language.md`, as core does.

use super::core::{FlowKind, IrType, Relation, Symbol};
use super::vocabulary::{Vocabulary, WordKind};
use crate::atoms::vocabulary as words;
use crate::atoms::{
    Atom, Attribute, ControlFlow, DataFlow, Dominates, IrKind, Kind, Literal, Named, Path, SetSizes, TypeName,
};
use crate::model::{Flags, Flow, OpcodeClass};

/// The relation of an atom with `arity` variables; `None` for a word that the model does not know and for what
/// the solver knows itself: `=`, `!=`, `is unused`, `is the same set as`.
pub fn relation(relation: &Relation, arity: usize) -> Option<Atom> {
    Some(match relation {
        Relation::Opcode(_)
        | Relation::DataType(_)
        | Relation::IrType(_)
        | Relation::NotNumericConstant
        | Relation::IntegerZero
        | Relation::FloatZero
        | Relation::Literal(_)
        | Relation::HasFlag(_) => Atom::Kind(kind(relation)?),
        Relation::FunctionName(name) => Atom::Named(Named::Function(name.text.clone())),
        Relation::HasAttribute(name) => Atom::Named(Named::Attribute(attribute(name)?)),
        Relation::ArgNumber(n) => Atom::DataFlow(DataFlow::Arg(*n)),
        Relation::InArgs => Atom::DataFlow(DataFlow::InArgs),
        Relation::OperandNumber(n) => Atom::DataFlow(DataFlow::Operand(*n)),
        Relation::Phi => Atom::DataFlow(DataFlow::Phi),
        Relation::SuccessorNumber(n) => Atom::ControlFlow(ControlFlow::Successor(*n)),
        Relation::InSuccessors => Atom::ControlFlow(ControlFlow::InSuccessors),
        Relation::Domination { kind, negated } => {
            let dominates = Dominates { post: kind.post, strict: kind.strict, negated: *negated };
            Atom::ControlFlow(ControlFlow::Dominates(dominates))
        }
        Relation::ControlDependence => Atom::ControlFlow(ControlFlow::Controls),
        Relation::DependenceEdge => Atom::ControlFlow(ControlFlow::DependenceEdge),
        Relation::PassesThrough(flow) => Atom::Path(Path::PassesThrough(match flow {
            FlowKind::Control => Flow::Control,
            FlowKind::Data => Flow::Data,
            FlowKind::Any => Flow::Any,
        })),
        Relation::CalculatedFrom { origins, results } => {
            let interface = (arity as u32).checked_sub(origins.checked_add(*results)?)?;
            Atom::Path(Path::CalculatedFrom(SetSizes { origins: *origins, results: *results, interface }))
        }
        Relation::Equal | Relation::Differ | Relation::Unused | Relation::SameSet { .. } => return None,
    })
}

fn kind(relation: &Relation) -> Option<Kind> {
    Some(match relation {
        Relation::Opcode(name) => Kind::Opcode(OpcodeClass::from_name(&name.text)?),
        Relation::DataType(name) => Kind::DataType(TypeName::parse(&name.text, name.quoted)?),
        Relation::IrType(IrType::Literal) => Kind::Ir(IrKind::Literal),
        Relation::IrType(IrType::Argument) => Kind::Ir(IrKind::Argument),
        Relation::IrType(IrType::Instruction) => Kind::Ir(IrKind::Instruction),
        Relation::IrType(IrType::Preexecution) => Kind::Ir(IrKind::Preexecution),
        Relation::NotNumericConstant => Kind::NotNumericConstant,
        Relation::IntegerZero => Kind::IntegerZero,
        Relation::FloatZero => Kind::FloatZero,
        Relation::Literal(number) => Kind::Literal(Literal::parse(&number.text)?),
        Relation::HasFlag(name) => Kind::Flag(Flags::from_name(&name.text)?),
        _ => return None,
    })
}

fn attribute(name: &Symbol) -> Option<Attribute> {
    Attribute::from_name(&name.text, name.quoted)
}

/// The words that the model knows.
#[derive(Clone, Copy, Debug, Default)]
pub struct ModelWords;

impl Vocabulary for ModelWords {
    fn knows(&self, kind: WordKind, word: &str) -> bool {
        match kind {
            WordKind::Opcode => OpcodeClass::from_name(word).is_some(),
            WordKind::DataType => TypeName::parse(word, false).is_some(),
            WordKind::QuotedType => TypeName::parse(word, true).is_some(),
            WordKind::Flag => Flags::from_name(word).is_some(),
            WordKind::Attribute => Attribute::from_name(word, false).is_some(),
        }
    }

    fn words(&self, kind: WordKind) -> Vec<String> {
        let words = match kind {
            WordKind::Opcode => words::opcodes(),
            WordKind::DataType | WordKind::QuotedType => words::types(),
            WordKind::Flag => words::flags(),
            WordKind::Attribute => words::attributes(),
        };
        words.into_iter().map(str::to_owned).collect()
    }
}
